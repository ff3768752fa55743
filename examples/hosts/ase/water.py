# SPDX-License-Identifier: BSD-3-Clause
"""Rigid molecules in ASE, by rigidstep and by ASE's own velocity Verlet with FixBondLengths
(RATTLE): water.py MODULE [MOLECULES].  Stops with an error if a number is not what it should be."""
import sys
import time
import numpy as np
from ase import Atoms, units
from ase.build import molecule
from ase.calculators.emt import EMT
from ase.calculators.tip3p import TIP3P, angleHOH, rOH
from ase.calculators.tip4p import TIP4P
from ase.constraints import FixBondLengths
from ase.md.verlet import VelocityVerlet
from rigidstep import Library
from rigid_dynamics import RigidDynamics

library = Library(sys.argv[1])
failed = []


def check(good, what):
    print(f"  {'ok' if good else 'WRONG':6s}{what}")
    if not good:
        failed.append(what)


def lattice(one, n, spacing, seed):
    """n copies of a molecule, in any attitude."""
    rng, edge, atoms = np.random.default_rng(seed), int(np.ceil(n ** (1 / 3))), Atoms()
    for i in range(n):
        copy = one.copy()
        copy.rotate(rng.uniform(0, 360), rng.normal(size=3), center="COM")
        copy.translate(spacing * np.array([i % edge, i // edge % edge, i // edge ** 2])
                       - copy.get_center_of_mass())
        atoms += copy
    atoms.set_momenta(rng.normal(size=(len(atoms), 3)) * np.sqrt(atoms.get_masses())[:, None])
    return atoms, np.arange(len(atoms)).reshape(n, -1)


def settle(atoms, groups, kelvin, timestep, steps):
    """Scales the temperature now and then, so that what is compared later starts at rest with
    itself."""
    dynamics = RigidDynamics(atoms, timestep, groups, library)
    for _ in range(10):
        dynamics.scale_to(kelvin)
        dynamics.run(steps // 10)
    return dynamics


def with_bonds(atoms, groups):
    copy = atoms.copy()
    copy.calc = atoms.calc.__class__(*getattr(atoms, "calc_arguments", ()))
    pairs = [(g[a], g[b]) for g in groups for a in range(len(g)) for b in range(a)]
    copy.set_constraint(FixBondLengths(pairs))
    return copy


def without_bonds(atoms):
    copy = atoms.copy()
    copy.calc = atoms.calc.__class__(*getattr(atoms, "calc_arguments", ()))
    return copy


def energies(dynamics, steps):
    """The total energy after every step."""
    told = []
    dynamics.attach(lambda: told.append(dynamics.atoms.get_total_energy()))
    dynamics.run(steps)
    return np.array(told)


n = int(sys.argv[2]) if len(sys.argv) > 2 else 8
water = Atoms("OHH", positions=[(0, 0, 0), (rOH, 0, 0), (rOH * np.cos(np.radians(angleHOH)),
                                                          rOH * np.sin(np.radians(angleHOH)), 0)])
far = 1000.0                                              # Angstrom: no cutoff in a cluster

# ---- the same motion: RATTLE is the rotor dmv2 ----------------------------------------------------
print(f"{n} waters, TIP3P of ASE, from a settled start at 200 K")
atoms, groups = lattice(water, n, 3.1, 1)
atoms.calc, atoms.calc_arguments = TIP3P(far), (far,)
settle(atoms, groups, 200, 2 * units.fs, 1000)
theirs, ours, other = with_bonds(atoms, groups), without_bonds(atoms), without_bonds(atoms)
VelocityVerlet(theirs, 1 * units.fs).run(50)
RigidDynamics(ours, 1 * units.fs, groups, library, "dmv2", "strang").run(50)
RigidDynamics(other, 1 * units.fs, groups, library, "exact", "strang").run(50)
moved = abs(theirs.positions - atoms.positions).max()
apart = [abs(a.positions - theirs.positions).max() for a in (ours, other)]
check(moved > 0.05 and apart[0] < 1e-9 < 1e-6 < apart[1],
      f"50 steps of 1 fs move atoms by {moved:.2f} A; from ASE's RATTLE the rotor dmv2 is"
      f" {apart[0]:.0e} A away, exact {apart[1]:.0e} A")

# ---- what the energy does -------------------------------------------------------------------------
picoseconds = 0.1
print(f"\n  total energy in {picoseconds} ps, in units of kT a degree of freedom"
      f"\n  {'':26s}  fs   forces      RMS  largest     ms a step")
rms = {}
for label, rotor, scheme in (("ASE, FixBondLengths", None, None), ("exact strang", "exact", "strang"),
                             ("dmv2 strang", "dmv2", "strang"), ("exact pefrl", "exact", "pefrl"),
                             ("exact blanes_moan4", "exact", "blanes_moan4")):
    for dt in 1, 2, 4:
        if rotor:
            copy = without_bonds(atoms)
            dynamics = RigidDynamics(copy, dt * units.fs, groups, library, rotor, scheme)
        else:
            copy = with_bonds(atoms, groups)
            dynamics = VelocityVerlet(copy, dt * units.fs)
        calls, calculate = [], copy.calc.calculate
        copy.calc.calculate = lambda *given: (calls.append(1), calculate(*given))
        begun, steps = time.process_time(), round(picoseconds * 1000 / dt)
        told = energies(dynamics, steps)
        spent = time.process_time() - begun
        told = (told - told[0]) / (6 * n * units.kB * 200)
        rms[label, dt] = told.std()
        print(f"  {label:26s} {dt:3d} {len(calls) / steps:8.2f} {told.std():8.1e} {abs(told).max():8.1e}"
              f" {1000 * spent / steps:12.1f}")
for label in "exact strang", "dmv2 strang":
    check(rms[label, 1] < 1e-3 and 2.5 < rms[label, 2] / rms[label, 1] < 6,
          f"{label}: second order, {rms[label, 2] / rms[label, 1]:.1f} times the error at twice the step")
check(abs(rms["dmv2 strang", 1] / rms["ASE, FixBondLengths", 1] - 1) < 0.01, "dmv2 strang errs as RATTLE")
check(rms["exact blanes_moan4", 2] < rms["exact strang", 1] / 30, "blanes_moan4 at 2 fs beats strang at 1 fs")

# ---- other calculators, other molecules -------------------------------------------------------------
print()
nitrogen = molecule("N2")
for what, one, spacing, calculator, arguments in (
        ("TIP4P water", water, 3.1, TIP4P, (far,)), ("N2, a line, EMT", nitrogen, 3.4, EMT, ())):
    atoms, groups = lattice(one, n, spacing, 2)
    atoms.calc, atoms.calc_arguments = calculator(*arguments), arguments
    dynamics = settle(atoms, groups, 100, 1 * units.fs, 500)
    before = atoms.get_momenta().sum(0), dynamics.stepper.energy()
    told = energies(dynamics, 500)
    off = (told.max() - told.min()) / (dynamics.freedom() * units.kB * 100)
    bonds = [abs(atoms.get_distance(g[0], k) - one.get_distance(0, j)) for g in groups
             for j, k in enumerate(g[1:], 1)]
    kinetic = abs(sum(dynamics.stepper.energy()) / atoms.get_kinetic_energy() - 1)
    drift = abs(atoms.get_momenta().sum(0) - before[0]).max()
    check(off < 1e-2 and max(bonds) < 1e-12 and kinetic < 1e-12 and drift < 1e-10,
          f"{what}: energy within {off:.0e} kT a degree of freedom in 500 steps, bonds to"
          f" {max(bonds):.0e} A, ASE counts the same kinetic energy to {kinetic:.0e}")

print(f"\n{len(failed)} wrong" if failed else "\nall as it should be")
sys.exit(bool(failed))
