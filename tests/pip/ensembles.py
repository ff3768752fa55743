# SPDX-License-Identifier: BSD-3-Clause
"""RigidIntegrator in OpenMM as others judge it: openmmtools' test of ensembles, in which it is a move of a Monte Carlo
sampler, and physical-validation (10.1371/journal.pone.0202764) of water.  Each finds what is told wrong."""
import itertools
import sys
import numpy as np
import openmm
import physical_validation as pv
from openmm import app, unit
from openmmtools import cache, mcmc, testsystems
from openmmtools.tests.test_mcmc import subtest_mcmc_expectation
from rigidstep.openmm import RigidIntegrator

cache.global_context_cache.platform = openmm.Platform.getPlatformByName("Reference")
SEEDS, wrong = itertools.count(1), []


def claim(what, good, right=True):
    print(f"{what}: {'yes' if good else 'no'}", flush=True)
    if good != right:
        wrong.append(what)


class Move(mcmc.BaseIntegratorMove):
    def _get_integrator(self, state):
        return RigidIntegrator(0.01, state.get_system(), temperature=state.temperature, friction=5,
                               seed=next(SEEDS))


class Rods(testsystems.TestSystem):
    """A gas of rods with charges at their ends, in a field: Langevin's function, and the volume of an ideal gas."""
    N, MOMENT = 64, 5.0                                # of a rod in the field, in kJ/mol

    def __init__(self):
        super().__init__()
        edge = 13.8
        places = edge * np.stack(np.meshgrid(*3 * [np.arange(4)]), -1).reshape(-1, 1, 3) / 4
        self.positions = (places + np.array([[0, 0, 0], [0.1, 0, 0]])).reshape(-1, 3) * unit.nanometers
        field, none = openmm.CustomExternalForce("-charge*z"), openmm.NonbondedForce()
        field.addPerParticleParameter("charge")
        none.setNonbondedMethod(none.CutoffPeriodic)
        for rod in range(self.N):
            for end, mass in enumerate((10, 20)):
                field.addParticle(self.system.addParticle(mass), [(2 * end - 1) * self.MOMENT / 0.1])
                none.addParticle(0, 1, 0)
            self.system.addConstraint(2 * rod, 2 * rod + 1, 0.1)
        for force in field, none:
            self.system.addForce(force)
        self.system.setDefaultPeriodicBoxVectors(*(edge * np.eye(3)))

    def of_field(self, state):
        x = self.MOMENT / (unit.MOLAR_GAS_CONSTANT_R * state.temperature).value_in_unit(unit.kilojoule_per_mole)
        return x, 1 / np.tanh(x) - 1 / x

    def get_potential_expectation(self, state):
        return -self.N * self.MOMENT * self.of_field(state)[1] * unit.kilojoule_per_mole

    def get_potential_standard_deviation(self, state):
        x, mean = self.of_field(state)
        return np.sqrt(self.N * (1 - mean ** 2 - 2 * mean / x)) * self.MOMENT * unit.kilojoule_per_mole

    def get_volume_expectation(self, state):
        return (self.N + 1) * (unit.BOLTZMANN_CONSTANT_kB * state.temperature / state.pressure).in_units_of(unit.nanometers ** 3)

    def get_volume_standard_deviation(self, state):
        return self.get_volume_expectation(state) / np.sqrt(self.N + 1)


def expected(system, move):
    try:
        subtest_mcmc_expectation(system, move)
    except AssertionError as error:
        print(error)
        return False
    return True


claim("a point in a well, as expected", expected(testsystems.HarmonicOscillator(), Move(100)))
claim("rods in a field, at a pressure, as expected", expected(Rods(), Move(100)))
told = Rods()
told.MOMENT *= 1.1
claim("rods in a field that is called 10 % stronger, as expected", expected(told, Move(100)), right=False)

water = testsystems.WaterBox(box_edge=1.5 * unit.nanometers, cutoff=0.7 * unit.nanometers,
                             nonbondedMethod=app.CutoffPeriodic)
N = water.system.getNumParticles() // 3
UNITS = pv.data.UnitData(kb=8.314462618e-3, energy_str="kJ/mol", energy_conversion=1, length_str="nm", length_conversion=1,
                         volume_str="nm^3", volume_conversion=1, temperature_str="K", temperature_conversion=1,
                         pressure_str="bar", pressure_conversion=1, time_str="ps", time_conversion=1)


def run(kelvin, steps=48000, every=8):
    integrator = RigidIntegrator(0.004, water.system, temperature=kelvin, friction=10, seed=int(kelvin))
    context = openmm.Context(water.system, integrator, openmm.Platform.getPlatformByName("CPU"), {"Threads": "1"})
    context.setPositions(water.positions)
    integrator.minimize()
    context.setVelocitiesToTemperature(kelvin)
    integrator.step(steps // 8)
    rows = []
    for _ in range(steps // every):
        integrator.step(every)
        state = context.getState(getEnergy=True)
        rows.append([energy.value_in_unit(unit.kilojoule_per_mole) for energy in
                     (state.getKineticEnergy(), state.getPotentialEnergy())])
    return np.array(rows).T


def data(rows, kelvin):
    return pv.data.SimulationData(
        units=UNITS, system=pv.data.SystemData(natoms=3 * N, nconstraints=3 * N, ndof_reduction_tra=0, ndof_reduction_rot=0),
        ensemble=pv.data.EnsembleData("NVT", natoms=3 * N, volume=1.5 ** 3, temperature=kelvin),
        observables=pv.data.ObservableData(kinetic_energy=rows[0], potential_energy=rows[1], total_energy=rows.sum(0)))


def kinetic(rows, kelvin):
    return max(pv.kinetic_energy.distribution(data(rows, kelvin), strict=False, verbosity=0, bootstrap_seed=1)) < 4


pair = {kelvin: run(kelvin) for kelvin in (300.0, 312.0)}
for kelvin, rows in pair.items():
    claim(f"water at {kelvin:.0f} K, kinetic energy", kinetic(rows, kelvin))
claim("water at 300 K, called 309 K, kinetic energy", kinetic(pair[300.0], 309.0), right=False)
for upper, right in (312.0, True), (336.0, False):
    off = pv.ensemble.check(data(pair[300.0], 300.0), data(pair[312.0], upper), verbosity=0, bootstrap_seed=1)
    claim(f"water at 300 and 312 K, called {upper:.0f} K, ratio of distributions (off by {max(off):.1f} errors)", max(off) < 4,
          right)
sys.exit(f"WRONG: {wrong}" if wrong else 0)
