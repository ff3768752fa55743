# SPDX-License-Identifier: BSD-3-Clause
"""The tables of core/METHODS.md say what the library says: the same methods, their order, claims and evaluations
a step, and, where NumPy is, the effective errors of effective_errors.py.  Copies of the page with one thing
changed show that the check can fail.

    check_methods.py ROOT RIGIDSTEP CC
"""
import importlib.util
import re
import subprocess
import sys

ROOT, PROGRAM, CC = sys.argv[1:]
ERRORS = {}
if importlib.util.find_spec("numpy"):
    from effective_errors import effective_errors
    ERRORS = {name: [f"{error:.2f}"] for name, error in effective_errors(ROOT, CC)}
KINDS = "rotors", "schemes", "integrators", "thermostats", "barostats"


def told(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, text=True, stdout=subprocess.PIPE).stdout


def rows():
    """How the row of each method has to begin."""
    for kind in KINDS:
        for name, order, *more in (line.split() for line in told("list", kind).splitlines() if line.startswith("  ")):
            cells = [f"`{name}`", order]
            if kind == "rotors":
                cells += ["yes" if claim in more else "no" for claim in ("energy", "symplectic", "symmetric")]
            elif kind == "schemes":
                pair, = re.findall(r"^method .*\n  order +(\d+)", told("describe", "dmv2/" + name), re.M)
                cells += [more[0], more[1] if more[1] != "0" else "", pair, *ERRORS.get(name, [])]
            elif kind != "integrators":         # whether sums over ranks are asked for, and of a barostat the virial as well
                needs, = re.findall(r"^  needs +(.*)", told("describe", name), re.M) or [""]
                cells += ["yes" if need in needs.split() else "no" for need in ("sums", "virial")[:1 + (kind == "barostats")]]
            yield name, f"| {' | '.join(cells)} |"


def faults(page):
    found = re.findall(r"^\| `.*", page, re.M)
    for name, row in ROWS:
        if not any(line.startswith(row) for line in found):
            yield f"{name}: no row begins with '{row}'"
    if len(found) != len(ROWS):
        yield f"the tables have {len(found)} methods and the library has {len(ROWS)}"


ROWS = list(rows())
with open(f"{ROOT}/core/METHODS.md", encoding="utf-8") as file:
    page = file.read()
for name, what, by in (("rkn8", "| `rkn8` | 8 | 19 |", "| `rkn8` | 8 | 18 |"), ("symrot", "| `symrot` | 2 | no |", "| `symrot` | 2 | yes |"),
                       ("nontwist", "| `nontwist` | 2 |", "| `nontwist` | 4 |"), ("csvr", "| `csvr` | exact | yes |", "| `csvr` | exact | no |"),
                       ("andersen", "| `andersen` | exact | yes | yes |", "| `andersen` | exact | yes | no |"),
                       ("the tables have", "| `rkn8` |", "| `rkn9` | 8 |\n| `rkn8` |"),
                       *[("srkn14a", "| 2 | 0.63 | [Blanes", "| 2 | 0.62 | [Blanes")] * bool(ERRORS)):
    assert what in page and next(faults(page.replace(what, by)), "nothing").startswith(name), (what, by)
sys.exit("\n".join(faults(page)) or print(f"core/METHODS.md: {len(ROWS)} methods"))
