# SPDX-License-Identifier: BSD-3-Clause
"""What a step of rigidstep.ase costs besides the calculator: ase_cost.py [MOLECULES...].

Prints processor times, the best of seven, for molecules of three atoms and forces that cost nothing;
beside them those of the library alone, and how long imports take.  README.md says how to run it.
"""
import os
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bindings"))
from ase_models import WATER, lattice, np
from ase import units
from rigidstep import Stepper
from rigidstep.ase import RigidDynamics, thermalize


class Free:
    """No calculator of ASE's own, so what is measured is not its bookkeeping."""
    def get_forces(self, atoms):
        return self.forces


def best(call, steps):
    times = []
    for _ in range(7):
        begun = time.process_time()
        call(steps)
        times.append((time.process_time() - begun) / steps)
    return 1e6 * min(times)


def cost_of_step(number):
    atoms, labels = lattice(WATER, number, 3.1, 1)
    atoms.calc = Free()
    atoms.calc.forces = np.zeros((len(atoms), 3))
    thermalize(atoms, labels, 300, random=1)
    dynamics = RigidDynamics(atoms, 1 * units.fs, labels)
    columns = {name: values.copy() for name, values in dynamics.molecules.bodies.columns.items()}
    alone = Stepper(None, "exact", "strang", columns, lambda time: None)
    for call in dynamics.run, lambda steps: alone.step(0.1, steps):
        call(20)
    steps = max(50, 20000 // number)
    print(f"{number} molecules: {best(dynamics.run, steps):.0f} us a step, "
          f"the library {best(lambda n: alone.step(0.1, n), steps):.0f} us")


def cost_of_import(what):
    took = []
    for _ in range(5):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        between = time.perf_counter()
        subprocess.run([sys.executable, "-c", f"import {what}; {what}"], check=True)
        took.append(time.perf_counter() - between - (between - begun))
    print(f"import {what}: {min(took):.3f} s")


for number in [int(word) for word in sys.argv[1:]] or (8, 216, 2000):
    cost_of_step(number)
for what in "rigidstep", "rigidstep.ase":
    cost_of_import(what)
