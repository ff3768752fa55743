# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.openmm in openmm.app: its integrator, the reporters, states, and arguments that are refused.

t_openmm_python.py PAGE, where PAGE is plugin-openmm/README.md, whose script runs.  Where Python has no OpenMM it is
skipped with the status 77.
"""
import copy
import csv
import io
import os
import pickle
import re
import sys
import tempfile

try:
    import numpy
    import openmm
    from openmm import app, unit
except ImportError:
    print("skipped: this Python has no openmm (Debian 12: python3-simtk, 13: python3-openmm)")
    sys.exit(77)
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bindings"))
import peptides
from refused import is_documented
import rigidstep.openmm
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
    except (openmm.OpenMMException, TypeError, ValueError, OverflowError, IndexError) as error:
        assert part in str(error), error
    else:
        raise AssertionError(f"not refused: {part}")

def other_moments():
    """Four times the moments: the same energies, and the same turns in twice the time."""
    *system, bodies = carbon_dioxide()
    plain, heavy = [simulation(RigidIntegrator(0.002 * h, bodies, inertia=h ** 2), *system) for h in (1, 2)]
    for one in plain, heavy:
        one.step(20)
    arms = [at[:, 1:] - at[:, :1] for at in (positions_of(one).reshape(-1, 3, 3) for one in (plain, heavy))]
    assert abs(arms[0] - arms[1]).max() < 1e-12 < abs(arms[0] - (0.1149, 0, 0)).max()
    kinetic = [one.context.getState(getEnergy=True).getKineticEnergy()._value for one in (plain, heavy)]
    assert abs(kinetic[0] / kinetic[1] - 1) < 1e-12
    heavy.context.setVelocities(heavy.context.getState(getVelocities=True).getVelocities())
    again = heavy.context.getState(getEnergy=True).getKineticEnergy()._value
    assert abs(again / kinetic[1] - 1) < 1e-12
    assert copy.deepcopy(heavy.integrator).getInertia() == 4
    plain.context.loadCheckpoint(heavy.context.createCheckpoint())
    plain.integrator.setInertia(4)
    plain.integrator.setStepSize(0.004)
    for one in plain, heavy:
        one.step(20)
    assert (positions_of(plain) == positions_of(heavy)).all()
    for factor in 0, -4, float("nan"):
        refuses("the factor of moments of inertia is", lambda: RigidIntegrator(0.002, bodies, inertia=factor))

def velocities_have_the_temperature():
    """As the page says: a program that knows nothing of the factor reads 300 K from velocities of steps at 300 K."""
    field, box = app.ForceField("tip3p.xml"), app.Modeller(app.Topology(), [])
    box.addSolvent(field, boxSize=openmm.Vec3(1.5, 1.5, 1.5) * unit.nanometer)
    system = field.createSystem(box.topology, nonbondedMethod=app.NoCutoff, removeCMMotion=False)
    plain, heavy = (simulation(RigidIntegrator(0.002, system, 300, 10, seed=3, inertia=factor), system, box.topology,
                               box.positions) for factor in (1, 4))
    heavy.integrator.minimize()
    masses = numpy.array([system.getParticleMass(i)._value for i in range(system.getNumParticles())])
    rotations = []
    for block in range(90):
        heavy.step(10)
        moved = heavy.context.getState(getVelocities=True).getVelocities(asNumpy=True)._value
        waters, weights = moved.reshape(-1, 3, 3), masses.reshape(-1, 3, 1)
        turning = waters - (waters * weights).sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
        if block >= 30: # the fastest rate is that of the thermostat
            rotations.append((weights * turning**2).sum() / (3 * len(waters) * 8.31446261815324e-3))
    kelvin = sum(rotations) / len(rotations)
    # Blocks are 0.02 ps apart, and correlate over 0.05 ps at most.
    deviation = 300 * (2 / (3 * len(waters) * len(rotations) / 5))**0.5
    print(f"  rotation {kelvin:.1f} K, want 300 +- {deviation:.1f}")
    assert abs(kelvin - 300) < 4 * deviation, (kelvin, deviation)
    for one in plain, heavy:
        one.context.setPositions(positions_of(heavy) * unit.nanometer)
        one.context.setVelocities(2 * moved * unit.nanometer / unit.picosecond) # others than those of the last kick
    shown = [one.integrator.computeSystemTemperature() for one in (plain, heavy)]
    assert abs(shown[0] / shown[1] - 1) < 1e-9, shown

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
    integrator = RigidIntegrator(0.002, [[1, 0, 2], *bodies[1:]], 250, 3, scheme="blanes_moan4", thermostat="csvr")
    integrator.setTemperature(260 * unit.kelvin)
    integrator.setFriction(2 / unit.picosecond)
    integrator.setRandomNumberSeed(-5)
    integrator.setIntegrationForceGroups(5)
    for one in (copy.copy(integrator), pickle.loads(pickle.dumps(integrator))):
        assert type(one) is RigidIntegrator and one.getNumBodies() == MOLECULES
        assert one.getTemperature() == 260 * unit.kelvin and one.getRandomNumberSeed() == -5
        assert one.getFriction() == 2 / unit.picosecond and one.getStepSize() == 2 * unit.femtosecond
        assert one.getBody(0) == [1, 0, 2] and one.getBody(1) == [3, 4, 5] and one.getIntegrationForceGroups() == 5
        assert one.getScheme() == "blanes_moan4" and "thermostat csvr" in one.describe()
    force = RigidMoleculeForce(integrator)
    force.setForceGroup(4)
    again = copy.copy(force)
    texts = [openmm.XmlSerializer.serialize(one) for one in (integrator, force, again)]
    particles = [re.findall('<Particle index="([0-9]+)"', text) for text in texts]
    assert particles == 3 * [["1", "0", "2", *map(str, range(3, 3 * MOLECULES))]], particles
    assert again.getForceGroup() == 4
    integrator = RigidIntegrator(0.002, bodies, 260, 2, scheme="blanes_moan4")
    run = simulation(integrator, system, topology, positions)
    run.step(10)
    # The temperature of the thermostat can be changed while a simulation runs.
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
    integrator = RigidIntegrator(0.001, system, thermostat="csvr", friction=1)
    assert integrator.getNumBodies() == MOLECULES
    simulation(integrator, system, topology, positions).step(2)

def bonded(particles, constraints=(), bonds=(), angles=(), torsions=(), barrier=1):
    """A System of these terms."""
    system = openmm.System()
    forces = openmm.HarmonicBondForce(), openmm.HarmonicAngleForce(), openmm.PeriodicTorsionForce()
    for _ in range(particles):
        system.addParticle(12)
    for i, j in constraints:
        system.addConstraint(i, j, 0.1)
    for i, j in bonds:
        forces[0].addBond(i, j, 0.1, 1e5)
    for i, j, k, angle in angles:
        forces[1].addAngle(i, j, k, angle, 100)
    for one in torsions:
        forces[2].addTorsion(*one, 3, 0, barrier)
    for force in forces:
        system.addForce(force)
    return system

PAIRS = [(i, j) for i in range(5) for j in range(i)]
CHAIN, STRAIGHT = [(0, 1), (1, 2), (2, 3)], [(0, 1, 2, 3.14159265), (1, 2, 3, 3.14159265)]
# What is rigid, and why; the last one of 5 particles lacks one of the 9 distances that it needs.
MOLECULES_OF = [
    (bonded(3, constraints=PAIRS[:3]), 1, "constraints fix their distances"),
    (bonded(2, constraints=PAIRS[:1]), 1, "constraints fix their distances"),
    (bonded(5, constraints=PAIRS, torsions=[(0, 1, 2, 3)]), 1, "constraints fix their distances"),
    (bonded(5, constraints=PAIRS[:-1]), 1, "constraints fix their distances"),
    (bonded(5, constraints=PAIRS[:-2], torsions=[(0, 1, 2, 3)]), 0, "with torsions"),
    (bonded(5, bonds=[(0, i) for i in range(1, 5)]), 1, "no torsion, no bond that turns"),
    (bonded(4, bonds=CHAIN), 0, "with bonds that turn"),
    (bonded(4, bonds=CHAIN, angles=STRAIGHT), 1, "no torsion, no bond that turns"),
    (bonded(4, bonds=CHAIN, angles=STRAIGHT, torsions=[(0, 1, 2, 3)]), 0, "with torsions"),
    (bonded(4, bonds=CHAIN, angles=STRAIGHT, torsions=[(0, 1, 2, 3)], barrier=0), 1, "no torsion"),
    (bonded(4, constraints=CHAIN, bonds=[(0, 2)]), 0, "with bonds that turn"),
]

def molecules_that_are_rigid():
    for system, rigid, why in MOLECULES_OF:
        made = []
        told = printed_by(lambda: made.append(RigidIntegrator(0.001, system)))
        line = made[0].describe().splitlines()[0]
        assert made[0].getNumBodies() == rigid and told == f"RigidIntegrator: {line}\n", told
        kind = "rigid: 1 molecule" if rigid else "flexible: 1 molecule"
        assert f"{kind} of {system.getNumParticles()} particles ({why}" in line, line
        assert copy.copy(made[0]).describe().splitlines()[0] == line
        assert RigidIntegrator(0.001, system, rigid="all").getNumBodies() == 1
    refuses("rigid is 'none'", lambda: RigidIntegrator(0.001, system, rigid="none"))
    refuses("rigid is 'all'", lambda: RigidIntegrator(0.001, [], rigid="all"))

def sites_between_molecules_join_nothing():
    system = bonded(6, constraints=PAIRS[:3] + [(i + 3, j + 3) for i, j in PAIRS[:3]])
    for of in (0, 3), (0, 1), (0, 7), (9, 9):  # the last is of itself
        system.setVirtualSite(system.addParticle(0), openmm.TwoParticleAverageSite(*of, 0.5, 0.5))
    line = RigidIntegrator(0.001, system).describe().splitlines()[0]
    why = "constraints fix their distances; first particle"
    assert line == (f"rigid: 1 molecule of 3 particles ({why} 3), 1 molecule of 5 particles ({why} 0); "
                    "flexible: 2 single particles"), line

def what_is_said_once():
    """Of torsions in a body that was asked for, of two temperatures, of positions off the constraints."""
    def said(system, bodies, positions, **more):
        integrator = RigidIntegrator(0.001, bodies, friction=1, **more)
        def run():
            made = openmm.Context(system, integrator, REFERENCE)
            made.setPositions(positions)
            integrator.step(2)
            integrator.setTemperature(310)
            integrator.step(2)
        return printed_by(run).splitlines()
    positions = [(0, 0, 0), (0.1, 0, 0), (0.12, 0.1, 0), (0.2, 0.15, 0.02)]
    chain = bonded(4, bonds=CHAIN, torsions=[(0, 1, 2, 3)])
    line, = said(chain, [range(4)], positions)
    assert "1 of the bodies have some, the first is body 0 with 1 torsions" in line, line
    assert said(chain, [], positions) == []
    box = openmm.NonbondedForce()
    box.setNonbondedMethod(box.CutoffPeriodic)
    for _ in range(4):
        box.addParticle(0, 0.1, 0)
    chain.addForce(box)
    chain.addForce(openmm.MonteCarloBarostat(1, 300))
    line, = said(chain, [], positions)
    assert "the thermostat is at 310 K, but the barostat at 300 K" in line, line
    line, = said(bonded(4, constraints=[(1, 0)]), [], [(0, 0, 0), (0.114, 0, 0), *positions[2:]])
    assert "particles 1 and 0 are 0.114 nm apart, not 0.1 nm" in line, line
    refuses("0.1 nm, but they are 0.12 nm apart",
            lambda: said(bonded(4, constraints=[(0, 1)]), [], [(0, 0, 0), (0.12, 0, 0), *positions[2:]]))

def two_levels():
    """Of copies, settings, and what is said; t_openmm_levels.cpp has the motion."""
    system, topology, positions, bodies = carbon_dioxide()
    for group in 0, 1:
        well = openmm.CustomExternalForce("50*x^2")
        well.addParticle(0)
        well.setForceGroup(group)
        system.addForce(well)
    given = RigidIntegrator(0.018, bodies, groups=[(1, 1), [0, 4]])
    integrator = pickle.loads(pickle.dumps(given))
    assert integrator.getGroups() == [(1, 1), (0, 4)] and integrator.getScheme() == "respa"
    assert integrator.getIntegrationForceGroups() == 3 and "evaluations in a step: [(1, 1), (0, 4)]" in repr(integrator)
    told = printed_by(lambda: simulation(integrator, system, topology, positions).step(2))
    assert "at most 0.016 ps, or setInertia(4) with at most 0.024 ps" in told, told
    integrator.setGroups([])
    assert integrator.getGroups() == [] and integrator.getScheme() == "strang"
    refuses("twice", lambda: integrator.setGroups([(1, 1), (1, 4)]))

def minimizing_keeps_shapes():
    """Of charged molecules in a box, whose energy has a minimum; velocities stay."""
    system, topology, positions, bodies = carbon_dioxide()
    charged = openmm.NonbondedForce()
    for m in range(MOLECULES):
        for charge in (0.7, -0.35, -0.35):
            charged.addParticle(charge, 0.3, 0.5)
        for i, j in ((0, 1), (0, 2), (1, 2)):
            charged.addException(3 * m + i, 3 * m + j, 0, 1, 0)
    system.addForce(charged)
    integrator = RigidIntegrator(0.002, bodies)
    run = simulation(integrator, system, topology, [(x, 0.35 * y, z) for x, y, z in positions._value])
    integrator.minimize(maxIterations=1)
    before, kelvin = run.context.getState(getEnergy=True).getPotentialEnergy(), integrator.computeSystemTemperature()
    shapes = [positions_of(run).reshape(-1, 3, 3)]
    integrator.minimize(0.01 * unit.kilojoule_per_mole / unit.nanometer)
    after = run.context.getState(getEnergy=True, getForces=True)
    assert after.getPotentialEnergy() < before - 100 * unit.kilojoule_per_mole, (before, after.getPotentialEnergy())
    force = after.getForces(asNumpy=True)._value.reshape(-1, 3, 3).sum(axis=1)
    assert abs(force).max() < 0.01 * (5 * MOLECULES)**0.5, abs(force).max()
    shapes.append(positions_of(run).reshape(-1, 3, 3))
    distances = [((x[:, [0, 0, 1]] - x[:, [1, 2, 2]])**2).sum(axis=2)**0.5 for x in shapes]
    assert abs(distances[0] - distances[1]).max() < 1e-12
    assert 0 < integrator.computeSystemTemperature() / kelvin <= 1 + 1e-12
    run.step(1)
    refuses("the tolerance of minimize() is 0", lambda: integrator.minimize(0))
    refuses("maxIterations", lambda: integrator.minimize(maxIterations=-1))

def what_it_says_of_itself():
    system, topology, positions, bodies = carbon_dioxide()
    integrator = RigidIntegrator(0.002, bodies[:-1] + [range(147, 149)], 250, 3)
    assert integrator.getBody(1) == [3, 4, 5]
    refuses("index", lambda: integrator.getBody(0.5))
    refuses("there is no body 50; there are 50", lambda: integrator.getBody(MOLECULES))
    assert integrator.getScheme() == "strang"
    integrator.setScheme("blanes_moan4")
    assert is_documented(rigidstep.openmm) > 10
    lines = ["1 bodies of 2 particles, 49 bodies of 3 particles", "scheme blanes_moan4 with a step of 0.002 ps",
             "thermostat langevin at 250 K with a friction of 3/ps"]
    assert repr(integrator) == f"<RigidIntegrator: {'; '.join(lines)}>", repr(integrator)
    assert integrator.describe().splitlines() == lines
    integrator = RigidIntegrator(0.002, bodies)
    run = simulation(integrator, system, topology, positions)
    thermostat, points, now = integrator.describe().splitlines()[2:]
    assert points == "0 points in no body with 0 constraints"
    assert thermostat == "no thermostat, because the friction is 0" and re.fullmatch(r"250 degrees of freedom, \d+\.\d K now", now)
    integrator.setScheme("strong")
    refuses("strong", lambda: run.context.reinitialize())

def printed_by(work):
    """What the plugin writes to stderr meanwhile."""
    kept = os.dup(2)
    with tempfile.TemporaryFile("w+") as file:
        os.dup2(file.fileno(), 2)
        try:
            work()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        file.seek(0)
        return file.read()

def steps_in_femtoseconds():
    """A step that turns a body by more than a radian is told, once; at constant energy as with a thermostat."""
    for friction in 0, 1:
        system, topology, positions, bodies = carbon_dioxide()
        integrator = RigidIntegrator(0.1, bodies, friction=friction)
        run = simulation(integrator, system, topology, positions)
        assert printed_by(lambda: run.step(2)) == ""
        integrator.setStepSize(2)
        told = printed_by(lambda: run.step(2))
        # The moment of CO2 is 0.4225 u nm^2, so sqrt(kT/moment) is 2.43/ps at 300 K.
        angle, kelvin = re.fullmatch(r"RigidIntegrator: in a step of 2 ps a body turns by (\S+) radians at (\S+) K; .*fs.*\n",
                                     told).groups()
        assert abs(float(angle) - 2 * (8.31446e-3 * float(kelvin) / 0.4225)**0.5) < 0.02 and 150 < float(kelvin) < 450, told
        integrator.setStepSize(3)
        assert printed_by(lambda: run.step(1)) == ""

def run_script(script, wanted, table):
    """Runs it in a folder, which then has the files `wanted`; its names, and the rows of a table."""
    names, home = {}, os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if "protein.pdb" in wanted:
            topology, positions, _ = peptides.solvated(edge=2.2)
            with open("protein.pdb", "w", encoding="utf-8") as file:
                app.PDBFile.writeFile(topology, positions, file)
        exec(script, names)
        os.chdir(home)
        assert sorted(os.listdir(folder)) == wanted, os.listdir(folder)
        with open(os.path.join(folder, table), encoding="utf-8") as file:
            return names, list(csv.DictReader(file))

def scripts_of_the_page(page):
    with open(page, encoding="utf-8") as file:
        protein, water, learned, levels = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
    names, rows = run_script(protein, ["protein.csv", "protein.pdb"], "protein.csv")
    system, x = names["system"], positions_of(names["simulation"])
    assert "; flexible: 1 molecule of 22 particles (with torsions" in names["integrator"].describe()
    # 2000 degrees of freedom, as OpenMM's integrators count them: 9.5 K of deviation.
    freedom = 3 * sum(system.getParticleMass(i)._value > 0 for i in range(system.getNumParticles()))
    assert names["integrator"].getNumDegreesOfFreedom() == freedom - system.getNumConstraints() - 3
    kelvin, density = (float(rows[-1][name]) for name in ("Temperature (K)", "Density (g/mL)"))
    assert abs(kelvin - 300) < 60 and 0.8 < density < 1.2, rows
    for i, j, distance in map(system.getConstraintParameters, range(system.getNumConstraints())):
        assert abs(((x[i] - x[j])**2).sum()**0.5 / distance._value - 1) < 2e-5, (i, j)
    names, rows = run_script(water, ["water.chk", "water.csv", "water.dcd"], "water.csv")
    # 2073 degrees of freedom have 9.3 K of deviation; OpenMM's own count would be the same.
    last = [float(row["Temperature (K)"]) for row in rows[len(rows) // 2:]]
    assert abs(sum(last) / len(last) - 300) < 40 and 0.9 < float(rows[-1]["Density (g/mL)"]) < 1.1, rows
    x = positions_of(names["simulation"]).reshape(-1, 3, 3)
    assert abs(((x[:, 0] - x[:, 1])**2).sum(axis=1)**0.5 - 0.09572).max() < 1e-5
    state = names["simulation"].context.getState(getPositions=True, getVelocities=True)
    exec(levels, names)
    run = app.Simulation(names["box"].topology, names["system"], names["integrator"], openmm.Platform.getPlatformByName("CPU"))
    run.context.setState(state)
    run.step(20)
    assert abs(names["integrator"].computeSystemTemperature()._value - 300) < 45
    names["charges"].setReciprocalSpaceForceGroup(-1)
    gives_energies_and_forces(learned, names)

def gives_energies_and_forces(script, names):
    """Of ASE's calculators in OpenMM's units: forces are what the energy says."""
    try:
        from ase.calculators.lj import LennardJones
    except ImportError:
        print("  skipped: this Python has no ase")
        return
    class Function(openmm.CustomExternalForce):
        """In place of PythonForce, which is new in 8.5."""
        def __init__(self, function):
            super().__init__("0")
            self.function = function
        def setUsesPeriodicBoundaryConditions(self, periodic):
            assert periodic
    context = names["simulation"].context
    openmm.PythonForce = getattr(openmm, "PythonForce", Function)
    exec(script, names := {**names, "calculator": LennardJones(sigma=1, epsilon=0.01, rc=3)})
    assert RigidIntegrator(0.002, names["system"]).getNumBodies() == names["box"].topology.getNumResidues()
    energies, x = [], positions_of(names["simulation"])
    for shift in -1e-5, 1e-5, 0:
        moved = x.copy()
        moved[0, 0] += shift
        context.setPositions(moved)
        energy, forces = names["learned"](context.getState(getPositions=True))
        energies.append(energy)
    want = (energies[0] - energies[1]) / 2e-5
    assert abs(forces[0, 0] - want) < 1e-4 * abs(want) > 1e-4, (forces[0, 0], want)

def bad_arguments_are_named():
    bodies, nan = [(0, 1, 2)], float("nan")
    settings = {
        "stepSize": (None, "fast", [1], 1j, 2 * unit.kelvin, 10**400),
        "bodies": (None, 3, [0, 1], [[0.5, 1]], [["0", "1"]], [[nan]], [[2**31]], openmm.HarmonicBondForce()),
        "temperature": (None, "hot", [1], 2 * unit.picosecond, 10**400),
        "friction": (None, "high", 2 * unit.nanometer),
        "randomNumberSeed": (None, "x", 1.5, nan, 2**31, -2**31 - 1),
        "scheme": (None, 3, "str\0ang", "\ud800"),
        "thermostat": (None, b"csvr", "\n"),
        "seed": ("x", 1.5, 2**31),
        "rigid": (None, "some", [0]),
        "constraintTolerance": (None, "x", 1 * unit.kelvin),
        "groups": (None, 3, [0, 1], [(0, 1, 2)], [(0.5, 1)], [("0", 1)], [(0, 2**31)], [(0, 4)]),
    }
    for name, values in settings.items():
        for value in values:
            refuses(name, lambda: RigidIntegrator(**{"stepSize": 0.001, "bodies": bodies, name: value}))
    integrator = RigidIntegrator(0.001, bodies, randomNumberSeed=7)
    refuses("seed", lambda: integrator.setRandomNumberSeed(2**32))
    refuses("seed and randomNumberSeed", lambda: RigidIntegrator(0.001, bodies, randomNumberSeed=7, seed=7))
    assert RigidIntegrator(0.001, bodies, seed=-7).getRandomNumberSeed() == -7
    refuses("temperature", lambda: integrator.setTemperature(1 * unit.picosecond))
    refuses("friction", lambda: integrator.setFriction(None))
    refuses("integrator", lambda: RigidMoleculeForce(openmm.VerletIntegrator(0.001)))
    refuses("integrator", lambda: RigidMoleculeForce(openmm.System()))
    assert integrator.getRandomNumberSeed() == 7

for test in (other_moments, velocities_have_the_temperature, reporters_and_shapes, settings_copies_and_states, molecules_of_a_system, molecules_that_are_rigid,
             sites_between_molecules_join_nothing, what_is_said_once, two_levels, minimizing_keeps_shapes,
             what_it_says_of_itself, steps_in_femtoseconds, bad_arguments_are_named):
    print(test.__name__)
    test()
print(scripts_of_the_page.__name__)
scripts_of_the_page(sys.argv[1])
