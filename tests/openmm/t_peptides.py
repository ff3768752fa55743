# SPDX-License-Identifier: BSD-3-Clause
"""Peptides with constraints beside LangevinMiddleIntegrator: steps, dihedrals, energies, temperatures, cost.

t_peptides.py        alanine dipeptide alone and in an implicit solvent, on Reference
t_peptides.py long   ten times as long, and in water, with a longer peptide too; ten minutes of processor time
t_peptides.py basins NS [tip3p]   how often the dipeptide is in which basin, both integrators in turns:
                     in OBC2, where 10 ns take five minutes, or in TIP3P, where they take 90
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
RUNS = 10

def dihedral(x, four):
    a, b, c = (x[j] - x[i] for i, j in zip(four, four[1:]))
    return np.arctan2(np.linalg.norm(b) * a @ np.cross(b, c), np.cross(a, b) @ np.cross(b, c))

def stretch(system, x):
    """The largest deviation of a constraint, relative."""
    i, j, d = map(np.array, zip(*((i, j, d._value) for i, j, d in map(system.getConstraintParameters,
                                                                      range(system.getNumConstraints())))))
    return abs(np.linalg.norm(x[i] - x[j], axis=1) / d - 1).max()

def prepared(seed, ours, topology, system, femtoseconds, platform, friction):
    """A Simulation, its degrees of freedom, and what returns energy, temperature, a peptide's first phi and
    psi, and positions."""
    step = femtoseconds * unit.femtosecond
    if ours:
        integrator = RigidIntegrator(step, system, temperature=300, friction=friction, seed=seed)
    else:
        integrator = openmm.LangevinMiddleIntegrator(300, friction, step)
        integrator.setRandomNumberSeed(seed)
    run = app.Simulation(topology, system, integrator, openmm.Platform.getPlatformByName(platform))
    freedom = 3 * sum(system.getParticleMass(i)._value > 0 for i in range(system.getNumParticles()))
    freedom -= system.getNumConstraints() + 3
    at = {(a.residue.index, a.name): a.index for a in topology.atoms()}
    backbone = [(0, "C"), (1, "N"), (1, "CA"), (1, "C"), (2, "N")] if (1, "CA") in at else []
    turns = [[at[key] for key in backbone[k:k + 4]] for k in (0, 1)] if backbone else []
    def look():
        state = run.context.getState(getEnergy=True, getPositions=True)
        now = state.getPositions(asNumpy=True)._value
        kelvin = 2 * state.getKineticEnergy()._value / (freedom * GAS)
        return state.getPotentialEnergy()._value, kelvin, [dihedral(now, four) for four in turns], now
    return run, freedom, look

def sample(seed, ours, topology, system, x, femtoseconds, platform, steps, friction):
    """Energy, temperature, cosines and sines of a peptide's first phi and psi: means of each of RUNS
    runs from x with own velocities and noise; ns a processor's day; the largest deviation of a constraint."""
    run, freedom, look = prepared(seed, ours, topology, system, femtoseconds, platform, friction)
    integrator = run.integrator
    rows, worst, spent = [], 0, 0
    for replica in range(RUNS):
        run.context.setPositions(x)
        run.context.setVelocitiesToTemperature(300, 100 * seed + replica)
        for its in 500, friction:  # with 500 velocities soon are as the integrator has them within a step
            integrator.setFriction(its)
            integrator.step(steps // 8)
        for _ in range(steps // 20):
            begin = time.process_time()
            integrator.step(20)
            spent += time.process_time() - begin
            energy, kelvin, angles, now = look()
            rows.append([energy, kelvin, *np.cos(angles), *np.sin(angles)])
            worst = max(worst, stretch(system, now))
    assert not ours or integrator.getNumDegreesOfFreedom() == freedom, (integrator.describe(), freedom)
    rate = len(rows) * 20 * femtoseconds * 1e-6 * 86400 / spent
    return np.reshape(rows, (RUNS, -1, len(rows[0]))).mean(axis=1), rate, worst

def left_handed():
    """Looking from HA to CA, the other three are C, CB and N clockwise."""
    built = peptides.peptide(peptides.VILLIN_LIKE)
    x = built.positions.value_in_unit(unit.nanometer)
    at = {(a.residue.index, a.name): np.array(x[a.index]) for a in built.topology.atoms()}
    arms = [[at[r, name] - at[r, "CA"] for name in ("C", "CB", "N")] for r, name in at if name == "CB"]
    assert len(arms) == 22 and all(a @ np.cross(b, c) > 0.002 for a, b, c in arms), arms

def compare(what, seed, *setting):
    """Runs are independent.  If both integrators are right, a row fails once in 1500 cases: so found by 2e5
    drawings of 20 from 440 stretches of 32 ps in OBC2; normal means would give once in 1800."""
    (found, rate, worst), (theirs, their_rate, _) = (sample(seed, who, *setting) for who in (True, False))
    (mean, error), (its, its_error) = ((a.mean(axis=0), a.std(axis=0, ddof=1) / RUNS**.5)
                                       for a in (found, theirs))
    apart = (mean - its) / np.hypot(error, its_error)
    for name, *row in zip(("energy", "kelvin", "cos phi", "cos psi", "sin phi", "sin psi"), mean, error, its,
                          its_error, apart):
        print("  %s: %-8s %.5g(%.2g), LangevinMiddleIntegrator %.5g(%.2g), apart %.1f" % (what, name, *row),
              flush=True)
        assert abs(row[-1]) < 5, (what, name)
    print(f"  {what}: constraints off by {worst:.1e}; ns a processor's day {rate:.3g}, {their_rate:.3g}",
          flush=True)
    assert worst < 2e-5, (what, worst)

class Step:
    """An integrator with its Context on Reference, one step at a time."""
    def __init__(self, integrator, system, x):
        self.integrator = integrator
        self.context = openmm.Context(system, integrator, openmm.Platform.getPlatformByName("Reference"))
        self.context.setPositions(x)

    def get(self):
        state = self.context.getState(getPositions=True, getVelocities=True, getForces=True)
        return [of(asNumpy=True)._value for of in (state.getPositions, state.getVelocities, state.getForces)]

def middle(h, friction, tolerance):
    """The step of LangevinMiddleIntegrator as OpenMM's manual has it; the noise is given."""
    its = openmm.CustomIntegrator(h)
    its.setConstraintTolerance(tolerance)
    its.addPerDofVariable("noise", 0)
    its.addPerDofVariable("before", 0)
    its.addUpdateContextState()
    its.addComputePerDof("v", "v+dt*f/m")
    its.addConstrainVelocities()
    its.addComputePerDof("x", "x+0.5*dt*v")
    its.addComputePerDof("v", f"v*exp(-{friction}*dt)+noise")
    its.addComputePerDof("x", "x+0.5*dt*v")
    its.addComputePerDof("before", "x")
    its.addConstrainPositions()
    its.addComputePerDof("v", "v+(x-before)/dt")
    return its

def same_steps(constraints, mass, femtoseconds, friction=10, tolerance=1e-12, steps=500):
    """With the same noise our positions are as after LangevinMiddleIntegrator's step, to rounding.  The noise
    does not depend on forces and constraints: particles without any show it, with the variance of 300 K."""
    built = peptides.peptide()
    system = peptides.in_implicit_water(built.topology, constraints, mass)
    masses = np.array([[system.getParticleMass(i)._value] for i in range(system.getNumParticles())])
    free = openmm.System()
    for its in masses[:, 0]:
        free.addParticle(its)
    h, x = femtoseconds * 1e-3, built.positions
    setting = {"temperature": 300, "friction": friction, "seed": 4, "constraintTolerance": tolerance}
    noise = Step(RigidIntegrator(h, free, **setting), free, x)
    ours = Step(RigidIntegrator(h, system, **setting), system, x)
    ours.integrator.minimize()
    theirs = Step(middle(h, friction, tolerance), system, ours.get()[0])
    theirs.context.setVelocitiesToTemperature(300, 3)
    theirs.context.applyVelocityConstraints(tolerance)
    _, v, force = theirs.get()
    ours.context.setVelocities(v)
    theirs.context.setVelocities(v - 0.5 * h * force / masses)  # half a step behind
    noise.context.setVelocities(0 * v)
    old, all_noise, apart = 0, [], 0
    for _ in range(steps):
        for one in noise, ours:
            one.integrator.step(1)
        v = noise.get()[1]
        all_noise.append(v - np.exp(-friction * h) * old)
        old = v
        theirs.integrator.setPerDofVariableByName("noise", all_noise[-1])
        theirs.integrator.step(1)
        apart = max(apart, abs(ours.get()[0] - theirs.get()[0]).max())
    unit_noise = np.array(all_noise) * np.sqrt(masses / (300 * GAS * (1 - np.exp(-2 * friction * h))))
    off = (unit_noise.var() - 1) * np.sqrt(unit_noise.size / 2)
    print(f"  {constraints}, hydrogen of {mass}, {femtoseconds} fs: {steps} steps as "
          f"LangevinMiddleIntegrator's to {apart:.1e} nm; "
          f"variance of the noise off by {off:.1f} standard errors", flush=True)
    assert apart < 1e-11 and abs(off) < 4, (apart, off)

def agree(what, *setting):
    """Of the 20 settings of the long form one fails once in 75 times by chance.  Other runs must then agree:
    both fail by chance once in 1e5 times."""
    try:
        compare(what, 5, *setting)
    except AssertionError as apart:
        print(f"  again with other noise: {apart}", flush=True)
        compare(what, 6, *setting)

def dipeptide_alone(longer=1):
    built = peptides.peptide()
    vacuum = app.ForceField("amber14-all.xml").createSystem
    for where, create, constraints, mass, femtoseconds in (
            ("vacuum", vacuum, app.HBonds, 1.5, 2), ("vacuum", vacuum, app.AllBonds, 4, 4),
            ("OBC2", peptides.in_implicit_water, app.HBonds, 1.5, 2),
            ("OBC2", peptides.in_implicit_water, app.AllBonds, 4, 4)):
        system = create(built.topology, constraints=constraints, hydrogenMass=mass)
        agree(f"{where}, {constraints}, hydrogen of {mass}, {femtoseconds} fs", built.topology, system,
              built.positions, femtoseconds, "Reference", 8000 * longer, 10)

def settled(topology, system, x):
    run = app.Simulation(topology, system, openmm.LangevinMiddleIntegrator(300, 10, 0.002),
                         openmm.Platform.getPlatformByName("CPU"))
    run.context.setPositions(x)
    run.minimizeEnergy(maxIterations=100)
    run.context.setVelocitiesToTemperature(300, 1)
    run.step(1000)
    return run.context.getState(getPositions=True).getPositions()

def peptides_in_water():
    for name, sequence, steps, box in (("box", [], 400, {"edge": 1.87}),
                                       ("dipeptide", ["ALA"], 400, {"edge": 1.9}),
                                       ("villin-like", peptides.VILLIN_LIKE, 40, {"padding": 0.3})):
        for water in "tip3p", "tip4pew":
            topology, x, create = peptides.solvated(sequence, water, **box)
            x = settled(topology, create(), x)
            for mass, femtoseconds in ((1.5, 2), (1.5, 4), (4, 4)) if sequence else ((1, 2), (1, 4)):
                where = f"{name}, {water}, hydrogen of {mass}, {femtoseconds} fs"
                agree(where, topology, create(mass), x, femtoseconds, "CPU", steps, 10)

def basins(nanoseconds, water, seed=1):
    """Of blocks of 500 ps: the part with psi in (-120, 50) degrees, the part with phi > 0, means of phi and
    psi in their basins, temperature.  Errors are from the spread of blocks."""
    if water:
        topology, x, create = peptides.solvated(["ALA"], water, edge=1.9)
        system, x = create(3), settled(topology, create(), x)
    else:
        built = peptides.peptide()
        topology, x = built.topology, built.positions
        system = peptides.in_implicit_water(topology, app.HBonds, 3)
    runs = []
    for ours in True, False:
        run, _, look = prepared(seed, ours, topology, system, 4, "CPU" if water else "Reference", 2)
        run.context.setPositions(x)
        run.context.setVelocitiesToTemperature(300, seed)
        run.step(5000)
        runs.append(("ours" if ours else "LangevinMiddleIntegrator", run, look, []))
    for block in range(round(2 * nanoseconds)):
        for name, run, look, rows in runs:
            found = []
            for _ in range(2500):
                run.step(50)
                _, kelvin, angles, _ = look()
                found.append((*angles, kelvin))
            phi, psi, kelvin = np.array(found).T
            alpha = abs(np.degrees(psi) + 35) < 85
            rows.append([alpha.mean(), (phi > 0).mean(), np.degrees(phi[phi < 0].mean()), kelvin.mean(),
                         np.degrees(psi[alpha]).sum(), np.degrees(psi[~alpha] % (2 * np.pi)).sum()])
            print(f"block {block} {name}:", *(f"{value:.5g}" for value in rows[-1]), flush=True)
            if len(rows) > 1:
                mean, error = np.mean(rows, axis=0), np.std(rows, axis=0, ddof=1) / len(rows)**.5
                print(f"  {len(rows) / 2} ns, {name}: psi in (-120, 50) {mean[0]:.3f}({error[0]:.3f}), "
                      f"phi > 0 {mean[1]:.4f}({error[1]:.4f}), phi {mean[2]:.2f}({error[2]:.2f}), psi "
                      f"{mean[4] / mean[0] / 2500:.1f} and {mean[5] / (1 - mean[0]) / 2500:.1f}, "
                      f"{mean[3]:.2f}({error[3]:.2f}) K", flush=True)

if __name__ == "__main__":
    if "basins" in sys.argv:
        basins(float(sys.argv[2]), "tip3p" if "tip3p" in sys.argv else None)
        sys.exit()
    left_handed()
    for setting in ((app.HBonds, 1.5, 2), (app.AllBonds, 4, 4), (None, 1, 0.5)):
        same_steps(*setting)
    dipeptide_alone(10 if "long" in sys.argv else 1)
    if "long" in sys.argv:
        peptides_in_water()
