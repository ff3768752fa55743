# SPDX-License-Identifier: BSD-3-Clause
"""Runs the blocks of Python of a page one after the other: t_python_page.py MODULE PAGE."""
import os
import re
import sys
import tempfile


def python(names, files):
    bodies = names["bodies"]
    assert abs(sum(e.sum() for e in bodies.energies()) + names["force"](0) - names["start"]) < 1e-2 * names["start"]


def carbon_dioxide(names, files):
    assert {"nvt.log", "npt.state", "volumes.png"} <= files, files
    assert names["relax"].nsteps > 5
    # With room for chance: the temperature of 132 freedoms is within 12 % two times in three.
    assert 120 < names["nvt"].temperature().total < 450 and len(names["volumes"]) == 1001
    assert 40 < names["volumes"][-1] < 200, names["volumes"][-1]
    assert abs(names["driven"].work) > 1e-9


def benzene(names, files):
    assert {"benzene.csv", "benzene.dcd"} <= files, files
    density = names["density"].mean()
    assert len(names["density"]) == 40 and 0.8 < density < 0.93, density


PAGES = {"PYTHON.md": ("numpy", 1, python), "co2_in_ase.md": ("ase matplotlib", 4, carbon_dioxide),
         "benzene_in_openmm.md": ("openmm", 3, benzene)}
os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
needs, number, check = PAGES[os.path.basename(sys.argv[2])]
for module in needs.split():
    try:
        __import__(module)
    except ImportError:
        print(f"skipped: needs {module}")
        sys.exit()
with open(sys.argv[2], encoding="utf-8") as file:
    blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
assert len(blocks) == number, len(blocks)
names = {}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for block in blocks:
        exec(block, names)
    check(names, set(os.listdir(folder)))
    os.chdir("/")
print("ok")
