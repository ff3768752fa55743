# SPDX-License-Identifier: BSD-3-Clause
"""What a step of rigidstep.ase costs besides the calculator: ase_cost.py [MOLECULES... | fire].

Prints processor times, the best of seven, for molecules of three atoms and forces that cost nothing;
beside them those of the library alone, how long imports take, and how many evaluations 27 waters need
to a minimum of the energy.  "fire" prints the latter alone, and beside it that of ASE's FIRE with
FixBondLengths, which takes ten minutes.
"""
import subprocess
import sys
import time
from ase_models import WATER, lattice, np
from ase import Atoms, units
from ase.calculators.tip4p import TIP4P, angleHOH, rOH
from ase.constraints import FixBondLengths
from ase.optimize import FIRE
from rigidstep import Stepper
from rigidstep.ase import RigidDynamics, RigidRelax, thermalize


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


def waters():
    theta = np.radians(angleHOH)
    atoms, labels = lattice(Atoms("OHH", positions=[(0, 0, 0), (rOH, 0, 0), (rOH * np.cos(theta), rOH * np.sin(theta), 0)]),
                            27, 3.1, 1)
    atoms.calc = TIP4P(1000.0)
    return atoms, labels


def relaxation(label, atoms, labels, relax):
    inside, before = labels[:, None] == labels, atoms.get_all_distances()
    met = relax.run(fmax=1e-4, steps=5000)
    off = abs(atoms.get_all_distances() - before)[inside].max()
    print(f"27 waters, {label}: fmax 1e-4 eV/A {'' if met else 'not '}met after {relax.nsteps + 1} evaluations, distances to "
          f"{off:.0e} A, energy {atoms.get_potential_energy():.6f} eV")


if "fire" not in sys.argv:
    for number in [int(word) for word in sys.argv[1:]] or (8, 216, 2000):
        cost_of_step(number)
    for what in "rigidstep", "rigidstep.ase":
        cost_of_import(what)
atoms, labels = waters()
relaxation("RigidRelax", atoms, labels, RigidRelax(atoms, labels, logfile=None))
if "fire" in sys.argv:
    atoms, labels = waters()
    atoms.set_constraint(FixBondLengths([(3 * i + a, 3 * i + b) for i in range(27) for a, b in ((0, 1), (0, 2), (1, 2))]))
    relaxation("FIRE with FixBondLengths", atoms, labels, FIRE(atoms, logfile=None))
