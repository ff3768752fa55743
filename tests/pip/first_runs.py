# SPDX-License-Identifier: BSD-3-Clause
"""Rigid water in OpenMM and in ASE, by what pip has installed: the energy of a few steps stays."""
import ase.build
import ase.calculators.tip3p
import ase.units
import openmm
from openmm import app, unit
from rigidstep.ase import RigidDynamics
from rigidstep.openmm import RigidIntegrator

box = app.Modeller(app.Topology(), [])
box.addSolvent(app.ForceField("tip3p.xml"), boxSize=openmm.Vec3(2, 2, 2))
system = app.ForceField("tip3p.xml").createSystem(box.topology, nonbondedMethod=app.PME, rigidWater=True,
                                                  nonbondedCutoff=0.9 * unit.nanometer)
integrator = RigidIntegrator(0.002, system)
simulation = app.Simulation(box.topology, system, integrator, openmm.Platform.getPlatformByName("Reference"))
simulation.context.setPositions(box.positions)
integrator.minimize()
simulation.context.setVelocitiesToTemperature(300, 1)


def energy():
    state = simulation.context.getState(getEnergy=True)
    return (state.getPotentialEnergy() + state.getKineticEnergy()).value_in_unit(unit.kilojoule_per_mole)


start = energy()
simulation.step(50)
change = energy() - start
print("OpenMM", openmm.Platform.getOpenMMVersion(), box.topology.getNumResidues(), "molecules, energy changed by",
      f"{change:.2g} kJ/mol")
assert 0 < abs(change) < 0.01 * abs(start)

water = ase.build.molecule("H2O")
pair = water + water.copy()
pair.positions[3:] += [0, 0, 3]
pair.calc = ase.calculators.tip3p.TIP3P(rc=9)
dynamics = RigidDynamics(pair, ase.units.fs, molecules=[[0, 1, 2], [3, 4, 5]])
start = pair.get_total_energy()
dynamics.run(50)
change = pair.get_total_energy() - start
print("ASE", len(pair), "atoms, energy changed by", f"{change:.2g} eV")
assert 0 < abs(change) < 1e-4
