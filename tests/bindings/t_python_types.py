# SPDX-License-Identifier: BSD-3-Clause
"""The types of the package rigidstep, as mypy --strict reads them: t_python_types.py ROOT."""
import os
import shutil
import subprocess
import sys
import tempfile

SCRIPT = '''
from array import array
import rigidstep
from rigidstep import Library, Refused, Stepper

rgs = Library()
names: list[str] = [method.name for method in rgs.methods() if method.order == rigidstep.EXACT]

def zeros(n: int) -> "array[float]":
    return array("d", n * [0.0])

body = dict(x=zeros(3), p=zeros(3), q=array("d", [1, 0, 0, 0]), l=zeros(3), mass=array("d", [2]),
            inertia=array("d", [1, 2, 2.5]), f=zeros(3), tau=zeros(3))

def force(time: float) -> float:
    body["f"][2] = -9.81 * body["mass"][0]
    return 9.81 * body["mass"][0] * body["x"][2]

try:
    with Stepper(rgs, "exact", "strang", body, force, thermostat="langevin",
                 params=dict(kt=1.0, relaxation=1, seed=1), flags=rigidstep.ANY_MOMENTS) as stepper:
        stepper.step(0.01, 100)
        kinetic: float = sum(stepper.energy())
        block: bytes = stepper.save("state")
        stepper.load("state")
        print(stepper.time + kinetic, stepper.output("heat"), stepper.describe().order)
except Refused as error:
    print(error.status, error.body, error.text)

def gas(time: float, cell: rigidstep.cells.Vectors) -> "tuple[float, list[list[float]]]":
    return 0.0, 3 * [3 * [0.0]]

Stepper(None, "exact", "strang", body, gas, barostat="andersen")
'''
WRONG = {'stepper.step("0.01")': "arg-type", 'Stepper("exact")': "arg-type", "stepper.stepp(1)": "attr-defined",
         "names = rgs.methods()": "assignment"}

if shutil.which("mypy") is None:
    print("skipped: needs mypy (Debian: mypy)")
    sys.exit()
source = os.path.join(os.path.abspath(sys.argv[1]), "plugin-generic")
with tempfile.TemporaryDirectory() as folder:
    def errors(*paths):
        """The lines of mypy's errors; the package is found as a user's own Python path would."""
        out = subprocess.run(["mypy", "--strict", "--cache-dir", os.path.join(folder, "cache"), *paths], cwd=folder,
                             env=dict(os.environ, MYPYPATH=source), stdout=subprocess.PIPE, text=True).stdout
        assert "Success" in out or "Found" in out, out
        return [line for line in out.splitlines() if "error:" in line]
    good, bad = os.path.join(folder, "good.py"), os.path.join(folder, "bad.py")
    with open(good, "w") as file:
        file.write(SCRIPT)
    with open(bad, "w") as file:
        file.write(SCRIPT + "\n".join(WRONG) + "\n")
    # ASE has types since 3.24, which --strict finds incomplete; before, and in SciPy, there are none.
    with open(os.path.join(folder, "mypy.ini"), "w") as file:
        file.write("[mypy]\n[mypy-ase.*,scipy.*,openmm.*]\nignore_missing_imports = True\nfollow_imports = skip\n")
    for what in ["-p", "rigidstep"], [good]:
        found = errors(*what)
        assert not found, "\n".join(found)
    found = errors(bad)
    assert len(found) == len(WRONG) and all(f"[{kind}]" in line for kind, line in zip(WRONG.values(), found)), found
print("ok")
