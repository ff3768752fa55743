# SPDX-License-Identifier: BSD-3-Clause
"""flake8 finds no mistake in Python, and shellcheck none in shell (Debian's packages of these names).

    check_lint.py ROOT

Of flake8 the rules count that find mistakes (F, E9), of shellcheck errors and warnings; rules about layout do not.
"""
import shutil
import subprocess
import sys

from check_text import tree_of

# Names that a package passes on, and a doctest's names.
PASSED_ON = "plugin-generic/rigidstep/__init__.py:F401,F403"
# Files that others read with '.' have no first line of their own, and get and leave variables; words are split on purpose.
SHELL = "-e SC1090,SC2034,SC2046,SC2089,SC2090,SC2148,SC2154 -S warning -f gcc".split()


def main(root):
    files, wrong = sorted(tree_of(root)), 0
    for tool, endings in (["flake8", "--isolated", "--select=F,E9", "--per-file-ignores=" + PASSED_ON], ".py"), \
                         (["shellcheck", *SHELL], ".sh"):
        chosen = [file for file in files if file.endswith(endings)]
        if not shutil.which(tool[0]):
            print("skipped: needs", tool[0])
            continue
        said = subprocess.run(tool + chosen, cwd=root, capture_output=True, text=True)
        sys.stdout.write(said.stdout + said.stderr)
        wrong += said.returncode != 0
        print(len(chosen), "files that end on", endings)
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
