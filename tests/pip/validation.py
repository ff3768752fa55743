# SPDX-License-Identifier: BSD-3-Clause
"""Rigid molecules in ASE as the package physical-validation (10.1371/journal.pone.0202764) judges: kinetic energies
by their mean and width, and the ensembles at two temperatures, or pressures, by the ratio of their distributions.
A temperature that is 5 % off, and a pressure 30 %, are found."""
import sys
import numpy as np
import physical_validation as pv
from ase import units
from ase_models import WATER, Soft, lattice
from rigidstep.ase import CSVR, Andersen, Langevin, RigidDynamics, thermalize

N, EDGE, BAR, EVERY = 27, 10.2, units.bar, 8
UNITS = pv.data.UnitData(kb=units.kB, energy_str="eV", energy_conversion=96.48533, length_str="A", length_conversion=0.1,
                         volume_str="A^3", volume_conversion=1e-3, temperature_str="K", temperature_conversion=1,
                         pressure_str="eV/A^3", pressure_conversion=1.602177e6, time_str="ASE", time_conversion=0.0101805)


def run(thermostat, kelvin, pressure=None, steps=8000):
    """Kinetic and potential energies and volumes of soft water."""
    atoms, labels = lattice(WATER, N, EDGE / 3, 1)
    atoms.set_cell(3 * [EDGE])
    atoms.pbc, rows = True, []
    atoms.calc = Soft(labels, np.tile([0.35, 0.25, 0.25], N))
    thermalize(atoms, labels, kelvin, random=int(kelvin))
    barostat = Andersen(pressure, 200 * units.fs) if pressure else None
    dynamics = RigidDynamics(atoms, 4 * units.fs, labels, thermostat=thermostat, barostat=barostat)
    dynamics.run(steps // 10)
    # At the end of a step kinetic energies have an error of second order; temperature() is of its middle.
    freedom = 6 * N - (0 if thermostat.name == "langevin" else 3)
    dynamics.attach(lambda: rows.append((dynamics.temperature().total * units.kB * freedom / 2,
                                         atoms.get_potential_energy(), atoms.get_volume())), interval=EVERY)
    dynamics.run(steps)
    return np.array(rows[1:]).T


def data(rows, kelvin, lost, pressure=None):
    """What physical-validation wants of a run that is said to be at this temperature and pressure."""
    kinetic, potential, volume = rows
    system = pv.data.SystemData(natoms=3 * N, nconstraints=3 * N, ndof_reduction_tra=lost, ndof_reduction_rot=0)
    ensemble = (pv.data.EnsembleData("NPT", natoms=3 * N, pressure=pressure, temperature=kelvin) if pressure else
                pv.data.EnsembleData("NVT", natoms=3 * N, volume=EDGE ** 3, temperature=kelvin))
    told = pv.data.ObservableData(kinetic_energy=kinetic, potential_energy=potential, volume=volume,
                                  total_energy=kinetic + potential)
    return pv.data.SimulationData(units=UNITS, system=system, ensemble=ensemble, observables=told)


def kinetic(rows, kelvin, lost):
    return max(pv.kinetic_energy.distribution(data(rows, kelvin, lost), strict=False, verbosity=0, bootstrap_seed=1))


wrong = []


def claim(what, off, right=True):
    """off: in standard errors."""
    print(f"{what}: {off:.1f} standard errors", flush=True)
    if (off < 4) != right:
        wrong.append(what)


for thermostat, lost in (Langevin, 0), (CSVR, 3):
    name, pair = thermostat.__name__, {}
    for kelvin in (300.0, 380.0):
        pair[kelvin] = run(thermostat(kelvin, 50 * units.fs, seed=int(kelvin)), kelvin)
        claim(f"{name}, {kelvin:.0f} K: kinetic energy", kinetic(pair[kelvin], kelvin, lost))
    claim(f"{name}, told 5 % more", kinetic(pair[300.0], 315.0, lost), right=False)
    claim(f"{name}: ensembles at two temperatures", max(pv.ensemble.check(
        *[data(rows, kelvin, lost) for kelvin, rows in pair.items()], verbosity=0, bootstrap_seed=1)))
low, high = 2000 * BAR, 3000 * BAR
pair = {p: run(Langevin(300, 50 * units.fs, seed=3), 300.0, p) for p in (low, high)}
for what, upper, right in ("two pressures", high, True), ("told 30 % more", 1.3 * high, False):
    claim(f"Andersen: {what}", max(pv.ensemble.check(data(pair[low], 300.0, 0, low), data(pair[high], 300.0, 0, upper),
                                                     verbosity=0, bootstrap_seed=1)), right)
sys.exit(f"WRONG: {wrong}" if wrong else 0)
