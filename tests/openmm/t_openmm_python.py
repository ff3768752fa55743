# SPDX-License-Identifier: BSD-3-Clause
"""The OpenMM plugin in Python, without a wrapper of its own: the integrator comes from XML.

t_openmm_python.py FOLDER-OF-PLUGINS.  Where Python has no OpenMM it is skipped with the status 77.
"""
import io
import sys

try:
    import openmm
    from openmm import app, unit
except ImportError:
    print("skipped: this Python has no openmm (Debian 13: python3-openmm)")
    sys.exit(77)

openmm.Platform.loadPluginsFromDirectory(sys.argv[1])
molecules = 50
bodies = "".join(
    "<Body>" + "".join(f'<Particle index="{3 * m + k}"/>' for k in range(3)) + "</Body>"
    for m in range(molecules))
integrator = openmm.XmlSerializer.deserialize(
    '<?xml version="1.0" ?><Integrator type="RigidIntegrator" version="1" stepSize=".002" scheme="strang" '
    'constraintTolerance="1e-5" forceGroups="-1" friction="0" temperature="300" randomSeed="3">'
    f"<Bodies>{bodies}</Bodies></Integrator>")

# Free carbon dioxide without constraints.
system, topology, positions = openmm.System(), app.Topology(), []
chain = topology.addChain()
for m in range(molecules):
    residue = topology.addResidue("CO2", chain)
    for symbol, mass, x in ("C", 12.011, 0), ("O", 15.9994, 0.1149), ("O", 15.9994, -0.1149):
        system.addParticle(mass)
        topology.addAtom(symbol, app.Element.getBySymbol(symbol), residue)
        positions.append((x, m, 0))
simulation = app.Simulation(topology, system, integrator, openmm.Platform.getPlatformByName("Reference"))
simulation.context.setPositions(positions * unit.nanometer)
simulation.context.setVelocitiesToTemperature(300 * unit.kelvin, 1)
shown = io.StringIO()
simulation.reporters.append(
    app.StateDataReporter(shown, 100, step=True, kineticEnergy=True, temperature=True))
simulation.step(200)
rows = [[float(word) for word in line.split(",")] for line in shown.getvalue().splitlines()[1:]]
assert [row[0] for row in rows] == [100, 200], rows
assert abs(rows[1][1] - rows[0][1]) < 1e-9 * rows[0][1], rows
after = simulation.context.getState(getPositions=True).getPositions(asNumpy=True)._value.reshape(-1, 3, 3)
moved = abs(after.reshape(-1, 3) - positions).max()
lengths = ((after[:, 1] - after[:, 2])**2).sum(axis=1)**0.5
assert moved > 0.01 and abs(lengths - 0.2298).max() < 1e-13, (moved, lengths)
# The reporter counts 9 degrees of freedom a molecule, which has 5.  The chance of 5 deviations is about 1e-6.
real = rows[1][2] * 9 / 5
print(f"temperature shown {rows[1][2]:.1f} K, of rigid molecules {real:.1f} K")
assert abs(real - 300) < 5 * 300 * (2 / (5 * molecules))**0.5, real
