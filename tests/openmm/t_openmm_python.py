# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.openmm in openmm.app: its integrator, the reporters, states, a barostat, and what is refused.

Where Python has no OpenMM it is skipped with the status 77.
"""
import copy
import io
import pickle
import sys

try:
    import openmm
    from openmm import app, unit
except ImportError:
    print("skipped: this Python has no openmm (Debian 13: python3-openmm)")
    sys.exit(77)
from rigidstep.openmm import RigidIntegrator, RigidMoleculeForce

MOLECULES = 50
REFERENCE = openmm.Platform.getPlatformByName("Reference")

def carbon_dioxide():
    """Free molecules without constraints or bonds, and the bodies that they are."""
    system, topology, positions = openmm.System(), app.Topology(), []
    system.setDefaultPeriodicBoxVectors((60, 0, 0), (0, 60, 0), (0, 0, 60))
    chain = topology.addChain()
    for m in range(MOLECULES):
        residue = topology.addResidue("CO2", chain)
        for symbol, mass, x in ("C", 12.011, 0), ("O", 15.9994, 0.1149), ("O", 15.9994, -0.1149):
            system.addParticle(mass)
            topology.addAtom(symbol, app.Element.getBySymbol(symbol), residue)
            positions.append((x, m, 0))
    return system, topology, positions * unit.nanometer, [range(3 * m, 3 * m + 3) for m in range(MOLECULES)]

def simulation(integrator, system, topology, positions):
    made = app.Simulation(topology, system, integrator, REFERENCE)
    made.context.setPositions(positions)
    made.context.setVelocitiesToTemperature(300 * unit.kelvin, 1)
    return made

def positions_of(simulation):
    return simulation.context.getState(getPositions=True).getPositions(asNumpy=True)._value

def refuses(part, work):
    try:
        work()
    except (openmm.OpenMMException, TypeError, ValueError, OverflowError) as error:
        assert part in str(error), error
    else:
        raise AssertionError(f"not refused: {part}")

def reporters_and_shapes():
    system, topology, positions, bodies = carbon_dioxide()
    integrator = RigidIntegrator(2 * unit.femtosecond, bodies, randomNumberSeed=3)
    run = simulation(integrator, system, topology, positions)
    shown = io.StringIO()
    run.reporters.append(app.StateDataReporter(shown, 100, step=True, kineticEnergy=True, temperature=True))
    run.step(200)
    rows = [[float(word) for word in line.split(",")] for line in shown.getvalue().splitlines()[1:]]
    assert [row[0] for row in rows] == [100, 200], rows
    assert abs(rows[1][1] - rows[0][1]) < 1e-9 * rows[0][1], rows
    # The exact temperature: five degrees of freedom a molecule.  300 K is 5 deviations away once in 1e6 seeds.
    want = 2 * rows[1][1] / (5 * MOLECULES * 8.31446261815324e-3)
    print(f"  temperature shown {rows[1][2]:.2f} K")
    assert integrator.getNumDegreesOfFreedom() == 5 * MOLECULES
    assert abs(rows[1][2] - want) < 1e-6 * want and abs(want - 300) < 5 * 300 * (2 / (5 * MOLECULES))**0.5, (rows, want)
    after = positions_of(run).reshape(-1, 3, 3)
    lengths = ((after[:, 1] - after[:, 2])**2).sum(axis=1)**0.5
    moved = abs(after.reshape(-1, 3) - positions._value).max()
    assert moved > 0.01 and abs(lengths - 0.2298).max() < 1e-13, (moved, lengths)

def settings_copies_and_states():
    system, topology, positions, bodies = carbon_dioxide()
    integrator = RigidIntegrator(0.002, bodies, 250, 3, scheme="blanes_moan4")
    integrator.setTemperature(260 * unit.kelvin)
    integrator.setFriction(2 / unit.picosecond)
    integrator.setRandomNumberSeed(-5)
    for one in (copy.copy(integrator), pickle.loads(pickle.dumps(integrator))):
        assert type(one) is RigidIntegrator and one.getNumBodies() == MOLECULES
        assert one.getTemperature() == 260 * unit.kelvin and one.getRandomNumberSeed() == -5
        assert one.getFriction() == 2 / unit.picosecond and one.getStepSize() == 2 * unit.femtosecond
    run = simulation(integrator, system, topology, positions)
    run.step(10)
    checkpoint, state = run.context.createCheckpoint(), io.StringIO()
    run.saveState(state)
    assert "Positions" in state.getvalue()
    run.step(10)
    want = positions_of(run)
    run.context.loadCheckpoint(checkpoint)
    run.step(10)
    assert (positions_of(run) == want).all()
    # The temperature of the bath can be changed while a simulation runs.
    for kelvin in (300, 200, 100):
        integrator.setTemperature(kelvin)
        integrator.setFriction(500)
        run.step(20)
    assert abs(integrator.computeSystemTemperature()._value - 100) < 60

def molecules_of_a_system():
    system, topology, positions, bodies = carbon_dioxide()
    assert RigidIntegrator(0.001, system).getNumBodies() == 0
    for one in bodies:
        system.addConstraint(one[0], one[1], 0.1149)
        system.addConstraint(one[0], one[2], 0.1149)
    integrator = RigidIntegrator(0.001, system, bath="csvr", friction=1)
    assert integrator.getNumBodies() == MOLECULES
    simulation(integrator, system, topology, positions).step(2)

def barostat():
    system, topology, positions, bodies = carbon_dioxide()
    ideal = openmm.NonbondedForce()
    ideal.setNonbondedMethod(openmm.NonbondedForce.CutoffPeriodic)
    for particle in range(system.getNumParticles()):
        ideal.addParticle(0, 0.1, 0)
    system.addForce(ideal)
    system.addForce(openmm.MonteCarloBarostat(1, 300, 5))
    integrator = RigidIntegrator(0.002, bodies, friction=1)
    refuses("add a RigidMoleculeForce", lambda: simulation(integrator, system, topology, positions))
    integrator = RigidIntegrator(0.002, bodies, friction=1)
    system.addForce(RigidMoleculeForce(integrator))
    run = simulation(integrator, system, topology, positions)
    before = run.context.getState().getPeriodicBoxVolume()
    run.step(100)
    assert run.context.getState().getPeriodicBoxVolume() != before

def refusals():
    system, topology, positions, bodies = carbon_dioxide()
    refuses("the friction is -1", lambda: RigidIntegrator(0.001, bodies, friction=-1))
    refuses("the temperature is nan", lambda: RigidIntegrator(0.001, bodies).setTemperature(float("nan")))
    refuses("the bath is nhc", lambda: RigidIntegrator(0.001, bodies, bath="nhc"))
    refuses("not bound to a Context", lambda: RigidIntegrator(0.001, bodies).computeSystemTemperature())
    refuses("particle 1 is in body 0 and in body 1",
            lambda: simulation(RigidIntegrator(0.001, [(0, 1), (1, 2)]), system, topology, positions))

def bad_arguments_are_named():
    bodies, nan = [(0, 1, 2)], float("nan")
    settings = {
        "stepSize": (None, "fast", [1], 1j, 2 * unit.kelvin, 10**400),
        "bodies": (None, 3, [0, 1], [[0.5, 1]], [["0", "1"]], [[nan]], [[2**31]], openmm.HarmonicBondForce()),
        "temperature": (None, "hot", [1], 2 * unit.picosecond, 10**400),
        "friction": (None, "high", 2 * unit.nanometer),
        "randomNumberSeed": (None, "x", 1.5, nan, 2**31, -2**31 - 1),
        "scheme": (None, 3, "str\0ang", "\ud800"),
        "bath": (None, b"csvr", "\n"),
        "constraintTolerance": (None, "x", 1 * unit.kelvin),
    }
    for name, values in settings.items():
        for value in values:
            refuses(name, lambda: RigidIntegrator(**{"stepSize": 0.001, "bodies": bodies, name: value}))
    integrator = RigidIntegrator(0.001, bodies, randomNumberSeed=7)
    refuses("seed", lambda: integrator.setRandomNumberSeed(2**32))
    refuses("temperature", lambda: integrator.setTemperature(1 * unit.picosecond))
    refuses("friction", lambda: integrator.setFriction(None))
    refuses("integrator", lambda: RigidMoleculeForce(openmm.VerletIntegrator(0.001)))
    refuses("integrator", lambda: RigidMoleculeForce(openmm.System()))
    assert integrator.getRandomNumberSeed() == 7

def numbers_that_change_are_finite():
    system, topology, positions, bodies = carbon_dioxide()
    integrator = RigidIntegrator(0.001, bodies)
    run = simulation(integrator, system, topology, positions)
    before = positions_of(run)
    integrator.setStepSize(float("nan"))
    refuses("the step size is nan", lambda: run.step(1))
    assert (positions_of(run) == before).all()
    refuses("the constraint tolerance is nan",
            lambda: simulation(RigidIntegrator(0.001, bodies, constraintTolerance=float("nan")), system, topology, positions))

for test in (reporters_and_shapes, settings_copies_and_states, molecules_of_a_system, barostat, refusals,
             bad_arguments_are_named, numbers_that_change_are_finite):
    print(test.__name__)
    test()
