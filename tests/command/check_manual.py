# SPDX-License-Identifier: BSD-3-Clause
"""The manual of `rigidstep` is well formed, knows every command, option and keyword, and its example runs.

    check_manual.py ROOT RIGIDSTEP
"""
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT, PROGRAM = sys.argv[1:]
PAGE = f"{ROOT}/plugin-generic/command/rigidstep.1"


def run(*command, text=None, **variables):
    return subprocess.run(command, input=text, text=True, env={**os.environ, **variables}, capture_output=True)


if shutil.which("mandoc"):
    done = run("mandoc", "-T", "lint", "-W", "warning", PAGE, f"{ROOT}/plugin-generic/contract/rigidstep-contract.1")
    assert done.returncode == 0 and not done.stdout + done.stderr, done
if shutil.which("man"):                        # minimal systems have one that shows nothing
    done = run("man", "--warnings", "-l", PAGE, LC_ALL="C.UTF-8", MANWIDTH="80")
    assert done.returncode == 0 and not done.stderr, done

with open(PAGE, encoding="utf-8") as file:
    plain = file.read().replace("\\-", "-")
commands = "list", "describe", "modules", "run", "forces", "bench"
texts = [run(PROGRAM, "--help")] + [run(PROGRAM, "help", command) for command in commands]
assert all(done.returncode == 0 for done in texts), texts
words = [word for done in texts for word in re.findall(r"^  ([a-z]+) |(--[a-z]+)", done.stdout, re.M) for word in word if word]
for path in glob.glob(f"{ROOT}/plugin-generic/command/problem_*.c"):
    with open(path, encoding="utf-8") as file:
        words += re.findall(r'^  \{ "([a-z_]+)", "', file.read(), re.M)
unknown = [word for word in words if not re.search(f"[^a-z_]{word}[^a-z_]", plain)]
assert len(words) > 35 and not unknown, f"the manual does not know {unknown}"

example, = re.findall(r"\n(# racket\.rgs\n.*?)\n\.EE", plain, re.S)
done = run(PROGRAM, "run", "-", text=example)
assert done.returncode == 0 and done.stdout.startswith("time,w1,w2,w3\n"), done
print(f"the manual knows {len(words)} words")
