# SPDX-License-Identifier: BSD-3-Clause
"""Every command of core/PAPERS.md exists and succeeds, and prints the numbers that the page gives as its result.
Copies of the page with one thing changed show that the check can fail.

    check_papers.py ROOT BIN MODULE CC WORK [--long]

--long: also the commands that the page marks as long.  What is not built here is not run: programs without
their compiler, and studies where no Python has Matplotlib."""
import os
import re
import subprocess
import sys

ROOT, BIN, MODULE, CC, WORK = sys.argv[1:6]
LONG = "--long" in sys.argv
NUMBER = r"[~≈]?-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w])"
SOURCES = {name: os.path.join(folder, name) for folder, _, names in os.walk(f"{ROOT}/tests") for name in names}
ENVIRONMENT = dict(os.environ, RIGIDSTEP_MODULE=MODULE, PYTHONDONTWRITEBYTECODE="1", OPENBLAS_NUM_THREADS="1")
PYTHON = next((python for python in (sys.executable, "/usr/bin/python3")
               if not subprocess.run([python, "-c", "import matplotlib"], capture_output=True).returncode), None)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def program(command):
    """The words to run; None if that is not built here.  Exits if there is no such command."""
    name, *parts = command.split()
    study = f"{ROOT}/examples/studies/{name}/{name}.py"
    if name == "effective_errors":
        return [PYTHON, "-B", SOURCES[name + ".py"], ROOT, CC] if PYTHON else None
    if name == "corrections":      # tests of their own
        if any(f"\ndef {part}(" not in read(SOURCES[name + ".py"]) for part in parts):
            sys.exit(f"{command}: no such correction")
        return None
    if os.path.exists(study):
        if any(not re.search(rf"\b{part}=", read(study)) for part in parts):
            sys.exit(f"{command}: the study has no such part")
        return [PYTHON, study, *parts, "--out", f"{WORK}/{name}"] if PYTHON else None
    if name.startswith("t_"):
        if any(not re.search(rf"\w*{word}", read(SOURCES[name + ".c"])) for word in parts):
            sys.exit(f"{command}: no case of this program has that word")
    elif name not in ("free_drivers",):
        sys.exit(f"{command}: no such program or study")
    return [f"{BIN}/{name}", *parts] if os.path.exists(f"{BIN}/{name}") else None


PRINTED = {}


def printed(command):
    if command not in PRINTED:
        words = program(command)
        if words is None:
            print(f"not run: {command}")
            PRINTED[command] = None
        else:
            done = subprocess.run(words, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT)
            if done.returncode:
                sys.exit(f"{command}: exit status {done.returncode}\n{done.stdout}")
            PRINTED[command] = done.stdout
    return PRINTED[command]


def is_printed(number, text):
    """As it is, or longer.  ~: to 5 %, or within a factor of 3 if it has an exponent; rounding may be smaller.
    ≈: a time, within a factor of 2."""
    found = re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?", text)
    if number[0] not in "~≈":
        return any(one == number or (len(number) > 7 and one.startswith(number)) for one in found)
    value, values = abs(float(number[1:])), [abs(float(one)) for one in found]
    if number[0] == "≈":
        return any(value / 2 <= one <= 2 * value for one in values)
    if "e" not in number:
        return any(0.95 * value <= one <= 1.05 * value for one in values)
    least = value / 3 if value > 1e-12 else value / 1000 if value > 1e-17 else 0     # of a long double's rounding
    return any(least <= one <= 3 * value for one in values)


def results(page):
    """Command, text with numbers, the line's first word if only that line of the output counts; whether it is long."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("| ") else []
        shown = re.match(r"`([\w ]+)`( \*\*long\*\*)?$", cells[2]) if len(cells) == 4 else None
        if shown:
            yield shown[1], cells[3], None, bool(shown[2])
        elif len(cells) == 8 and cells[0].startswith("`"):
            yield "free_rotor properties", " ".join(cells[1:]), cells[0].strip("`"), False
    for command, text in re.findall(r"^- \*\*.*?\*\* \(`([\w ]+)`(.*?)(?=\n- |\n\n)", page, re.M | re.S):
        yield command, " ".join(re.findall("[~≈][^ ,;.]*(?:[.][0-9]+)?", text)), None, True


def faults(page):
    count = 0
    for command, text, line, is_long in results(page):
        program(command)
        if (is_long and not LONG) or printed(command) is None:
            continue
        output = printed(command)
        if line:
            output, = [row for row in output.splitlines() if row.split()[:1] == [line]]
            if re.findall("yes|no", text) != re.findall("yes|no", output[12:]):
                yield f"{line}: '{text}' does not agree with '{output}'"
        for number in re.findall(NUMBER, re.sub(r"\[.*?\][\[(].*?[\])]|`[^`]*`", "", text)):
            count += 1
            if not is_printed(number, output):
                yield f"{command}: {number} of '{text}' is not printed" + (f": {output}" if line else "")
    if count < 60 and PYTHON:
        yield f"only {count} numbers"


PAGE = read(f"{ROOT}/core/PAPERS.md")
for what, by in (("| order 4.00", "| order 4.01"), ("| K ~4.9e-15", "| K ~4.9e-17"), ("no ~5e-03", "yes ~5e-03"),
                 ("at most 1e-12", "at most 1e-13")):
    assert what in PAGE, what
    assert PYTHON is None or len(list(faults(PAGE.replace(what, by, 1)))) == 1 + len(list(faults(PAGE))), what
WRONG = list(faults(PAGE))
sys.exit("\n".join(WRONG) or print(f"core/PAPERS.md: {len(PRINTED)} commands, {len(list(results(PAGE)))} results"))
