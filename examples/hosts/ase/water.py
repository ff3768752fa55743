# SPDX-License-Identifier: BSD-3-Clause
"""Rigid water in ASE, by rigidstep.ase and by ASE's own velocity Verlet with FixBondLengths (RATTLE): water.py.

Relaxes 8 molecules, gives them a temperature and moves them in both ways.  Stops with an error if a number
is not what it should be."""
import sys
import numpy as np
from ase import Atoms, units
from ase.calculators.tip3p import TIP3P, angleHOH, rOH
from ase.constraints import FixBondLengths
from ase.md.verlet import VelocityVerlet
from ase.optimize import FIRE
from rigidstep.ase import RigidDynamics, RigidFilter, thermalize

failed = False


def check(good, what):
    global failed
    failed = failed or not good
    print(f"  {'ok' if good else 'WRONG':6s}{what}")


theta, rng, start = np.radians(angleHOH), np.random.default_rng(1), Atoms()
water = Atoms("OHH", positions=[(0, 0, 0), (rOH, 0, 0), (rOH * np.cos(theta), rOH * np.sin(theta), 0)])
for place in 3.1 * np.array(list(np.ndindex(2, 2, 2))):   # in any orientation
    one = water.copy()
    one.rotate(rng.uniform(0, 360), rng.normal(size=3), center="COM")
    one.translate(place)
    start += one
start.calc = TIP3P(1000.0)                                # Angstrom: no cutoff in a cluster

relaxed = RigidFilter(start, molecules="bonds", cell=False)
relax = FIRE(relaxed, logfile=None)
relax.run(fmax=0.01, steps=2000)
largest, minimum = np.linalg.norm(relaxed.get_forces(), axis=1).max(), start.copy()
check(largest < 0.01, f"a minimum: {largest:.4f} eV/A after {relax.nsteps} steps")
thermalize(start, molecules="bonds", temperature_K=200, random=1)


def moved(fs, constraint=None, **method):
    """start 50 fs later, and the RMS change of its energy."""
    atoms, told = start.copy(), []
    atoms.calc = TIP3P(1000.0)
    atoms.set_constraint(constraint)
    if constraint:
        dynamics = VelocityVerlet(atoms, fs * units.fs)
    else:
        dynamics = RigidDynamics(atoms, fs * units.fs, molecules="bonds", **method)
    dynamics.attach(lambda: told.append(atoms.get_total_energy()))
    dynamics.run(round(50 / fs))
    return atoms, np.std(told)


rattle, theirs = moved(1, FixBondLengths([(3 * i + a, 3 * i + b) for i in range(8) for a, b in ((0, 1), (0, 2), (1, 2))]))
dmv2, same = moved(1, rotor="dmv2")                       # RATTLE by other words
exact, ours = moved(1)
fine, better = moved(2, scheme="blanes_moan4")
apart = [abs(atoms.positions - rattle.positions).max() for atoms in (start, exact, dmv2)]
check(apart[0] > 0.05 and apart[2] < 1e-9 < 1e-6 < apart[1], f"50 fs move atoms by {apart[0]:.2f} A; from ASE's RATTLE "
      f"the rotor dmv2 is {apart[2]:.0e} A away, exact {apart[1]:.0e} A")
check(abs(same / theirs - 1) < 0.01 and better < ours / 30, f"RMS energy: RATTLE {theirs:.1e} eV, dmv2 {same:.1e}, exact "
      f"{ours:.1e}; blanes_moan4 at 2 fs {better:.1e}")
bent = abs(exact.get_all_distances() - minimum.get_all_distances())[np.arange(24)[:, None] // 3 == np.arange(24) // 3]
check(bent.max() < 1e-12, f"distances in molecules to {bent.max():.0e} A")
sys.exit(failed)
