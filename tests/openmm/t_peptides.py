# SPDX-License-Identifier: BSD-3-Clause
"""Peptides with constraints beside LangevinMiddleIntegrator: dihedrals, energies, temperatures, distances kept, cost.

t_peptides.py        alanine dipeptide alone, on Reference
t_peptides.py long   and in water, with a longer peptide too, where the angles are printed only, because psi needs
                     nanoseconds; half an hour
"""
import sys
import time

try:
    import openmm
    from openmm import app, unit
except ImportError:
    print("skipped: this Python has no openmm (Debian 12: python3-simtk, 13: python3-openmm)")
    sys.exit(77)
import numpy as np

import peptides
from rigidstep.openmm import RigidIntegrator

GAS = 8.31446261815324e-3

def dihedral(x, four):
    a, b, c = (x[j] - x[i] for i, j in zip(four, four[1:]))
    return np.arctan2(np.linalg.norm(b) * a @ np.cross(b, c), np.cross(a, b) @ np.cross(b, c))

def stretch(system, x):
    """The largest deviation of a constraint, relative."""
    i, j, d = map(np.array, zip(*((i, j, d._value) for i, j, d in map(system.getConstraintParameters,
                                                                      range(system.getNumConstraints())))))
    return abs(np.linalg.norm(x[i] - x[j], axis=1) / d - 1).max()

def blocks(values):
    """Mean and standard error by ten blocks."""
    means = values[:len(values) // 10 * 10].reshape(10, -1).mean(axis=1)
    return means.mean(), means.std() / 3

def sample(seed, ours, topology, system, x, femtoseconds, platform, samples, every, friction):
    """Energy, temperature, cosines and sines of phi and psi of the first residue, each with its error; ns a processor's
    day; the largest deviation of a constraint."""
    step = femtoseconds * unit.femtosecond
    if ours:
        integrator = RigidIntegrator(step, system, temperature=300, friction=friction, seed=seed)
    else:
        integrator = openmm.LangevinMiddleIntegrator(300, friction, step)
        integrator.setRandomNumberSeed(seed)
    run = app.Simulation(topology, system, integrator, openmm.Platform.getPlatformByName(platform))
    run.context.setPositions(x)
    run.context.setVelocitiesToTemperature(300, seed)
    freedom = 3 * sum(system.getParticleMass(i)._value > 0 for i in range(system.getNumParticles()))
    freedom -= system.getNumConstraints() + 3
    assert not ours or integrator.getNumDegreesOfFreedom() == freedom, (integrator.describe(), freedom)
    integrator.step(samples * every // 5)
    at = {(a.residue.index, a.name): a.index for a in topology.atoms()}
    phi, psi = ([at[key] for key in keys] for keys in (((0, "C"), (1, "N"), (1, "CA"), (1, "C")),
                                                       ((1, "N"), (1, "CA"), (1, "C"), (2, "N"))))
    rows, worst, spent = [], 0, 0
    for _ in range(samples):
        begin = time.process_time()
        integrator.step(every)
        spent += time.process_time() - begin
        state = run.context.getState(getEnergy=True, getPositions=True)
        x = state.getPositions(asNumpy=True)._value
        angles = np.array([dihedral(x, phi), dihedral(x, psi)])
        rows.append([state.getPotentialEnergy()._value, 2 * state.getKineticEnergy()._value / (freedom * GAS),
                     *np.cos(angles), *np.sin(angles)])
        worst = max(worst, stretch(system, x))
    rows = np.array(rows)
    return [blocks(column) for column in rows.T], samples * every * femtoseconds * 1e-6 * 86400 / spent, worst

def compare(what, seed, *setting):
    """Student's distribution with 18 degrees of freedom exceeds 5 in one of 11000 cases."""
    (found, rate, worst), (theirs, their_rate, _) = (sample(seed, who, *setting) for who in (True, False))
    for name, (a, b), (c, d) in zip(("energy", "kelvin", "cos phi", "cos psi", "sin phi", "sin psi"), found, theirs):
        apart = (a - c) / np.hypot(b, d)
        print(f"  {what}: {name:8s} {a:.5g}({b:.2g}), LangevinMiddleIntegrator {c:.5g}({d:.2g}), apart {apart:.1f}",
              flush=True)
        assert abs(apart) < 5 or ("water" in what and len(name) > 6), (what, name)
    print(f"  {what}: constraints off by {worst:.1e}; ns a processor's day {rate:.3g}, {their_rate:.3g}", flush=True)
    assert worst < 2e-5, (what, worst)

def dipeptide_alone(samples, seed=5):
    built = peptides.peptide()
    field = app.ForceField("amber14-all.xml")
    for constraints, mass, femtoseconds in ((app.HBonds, 1.5, 2), (app.AllBonds, 4, 4)):
        system = field.createSystem(built.topology, constraints=constraints, hydrogenMass=mass)
        compare(f"{constraints}, hydrogen of {mass}, {femtoseconds} fs", seed, built.topology, system,
                built.positions, femtoseconds, "Reference", samples, 20, 10)

def peptides_in_water():
    for name, sequence, samples, box in (("dipeptide", ["ALA"], 400, {"edge": 2.2}),
                                         ("villin-like", peptides.VILLIN_LIKE, 20, {"padding": 0.6})):
        for water in "tip3p", "tip4pew":
            topology, x, create = peptides.solvated(sequence, water, **box)
            first = app.Simulation(topology, create(), openmm.LangevinMiddleIntegrator(300, 5, 0.002),
                                   openmm.Platform.getPlatformByName("CPU"))
            first.context.setPositions(x)
            first.minimizeEnergy()
            first.context.setVelocitiesToTemperature(300, 1)
            first.step(20 * samples)
            x = first.context.getState(getPositions=True).getPositions()
            for mass, femtoseconds in ((1.5, 2), (1.5, 4), (4, 4)):
                where = f"{name} in water {water}, hydrogen of {mass}, {femtoseconds} fs"
                compare(where, 5, topology, create(mass), x, femtoseconds, "CPU", samples, 20, 2)

if __name__ == "__main__":
    dipeptide_alone(40000 if "long" in sys.argv else 4000)
if __name__ == "__main__" and "long" in sys.argv:
    peptides_in_water()
