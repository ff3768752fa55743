# SPDX-License-Identifier: BSD-3-Clause
"""Constant temperature and pressure of rigid molecules in ASE: t_ase_ensembles.py MODULE.

Distributions are compared with what theory says by Kolmogorov and Smirnov's test on samples that are
several relaxation times apart; with the seeds as they are the answer is always the same, and another
seed fails one time in 10000 in each of the 11 comparisons.
"""
import os
import sys

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import Counted, Nothing, Soft, WATER, lattice, np
from ase import units
from ase.build import molecule
from scipy import stats
from scipy.integrate import quad
from rigidstep.ase import RigidDynamics, thermalize

KELVIN, KT, FS, CHANCE = 300.0, 300.0 * units.kB, units.fs, 1e-4
LESS = 3 if os.environ.get("RIGIDSTEP_TEST_SHORT") else 1


class Wells(Counted):
    """Each atom in a well whose walls are steeper along z."""
    stiff = np.array([0.02, 0.02, 0.2])

    def model(self, atoms):
        forces = -self.stiff * atoms.positions
        return -0.5 * (forces * atoms.positions).sum(), forces, np.zeros(3)


def gamma(values, shape, scale, what):
    found = stats.kstest(values, stats.gamma(shape, scale=scale).cdf).pvalue
    print(f"{what}: {len(values)} samples, mean {np.mean(values) / (shape * scale):.3f} and variance "
          f"{np.var(values) / (shape * scale ** 2):.3f} of Gamma's, p = {found:.2g}")
    assert found > CHANCE, what


# ---- temperature: kinetic energies, and how rods lie in a field -------------------------------------------------------
for bath, relaxation in ("langevin", 60), ("csvr", 60), ("nhc", 40):
    if bath == "langevin":
        rods, labels = lattice(molecule("N2"), 40, 0.1, 1)
        rods.positions -= rods.get_center_of_mass()
        rods.calc = Wells()
    else:                                         # these two need molecules that meet
        rods, labels = lattice(molecule("N2"), 27, 2.2, 1)
        rods.set_cell([6.6, 6.6, 6.6])
        rods.pbc = True
        rods.calc = Soft(labels, np.full(len(rods), 0.8))
    thermalize(rods, labels, KELVIN, random=1, zero_momentum=bath != "langevin")
    dynamics = RigidDynamics(rods, 4 * FS, labels, bath=bath, temperature_K=KELVIN, relaxation=relaxation * FS,
                             seed=None if bath == "nhc" else 5)
    kinetic, lie = [], []
    freedoms = (120, 80) if bath == "langevin" else (3 * 27 - 3, 2 * 27)
    def note():
        told = dynamics.temperature()
        kinetic.append([told.translation, told.rotation])
        assert abs(told.total * sum(freedoms) - told.translation * freedoms[0] - told.rotation * freedoms[1]) < 1e-6
        lie.append(np.mean(((rods.positions[1::2] - rods.positions[::2]) / rods.get_distance(0, 1))[:, 2] ** 2))
    dynamics.run(1000)
    dynamics.attach(note, interval=50)
    dynamics.run(15000 // LESS)
    for k, kind in enumerate(("translation", "rotation")):
        energies = np.array(kinetic)[1:, k] * freedoms[k] * units.kB / 2
        gamma(energies, freedoms[k] / 2, KT, f"{bath}, {kind}")
    if bath == "langevin":                        # which lets each rod alone forget where it was
        # Two atoms, each at half the distance: 2 (k_z - k_x) (d u_z / 2)^2 / 2 / kT.
        a = (Wells.stiff[2] - Wells.stiff[0]) * (rods.get_distance(0, 1) / 2) ** 2 / KT
        weight = [quad(lambda u: u ** power * np.exp(-a * u * u), -1, 1)[0] for power in (0, 2)]
        blocks = np.array(lie[-300 // LESS:]).reshape(20, -1).mean(axis=1)
        sigma = blocks.std(ddof=1) / np.sqrt(20)
        off = (blocks.mean() - weight[1] / weight[0]) / sigma
        print(f"rods in a field: <u_z^2> {blocks.mean():.4f}({sigma:.4f}), by quadrature {weight[1] / weight[0]:.4f}")
        assert abs(off) < 5 and sigma < 0.01, off

# ---- pressure: the volume of an ideal gas ---------------------------------------------------------------------------------
N, PER = 16, 60.0                                 # Angstrom^3 for each molecule
for bath, shape in ("langevin", N + 1), ("csvr", N):
    gas, labels = lattice(molecule("N2"), N, 3.4, 2)
    gas.set_cell(3 * [(N * PER) ** (1 / 3)])
    gas.pbc = True
    gas.calc = Nothing()
    thermalize(gas, labels, KELVIN, random=2, zero_momentum=True)
    dynamics = RigidDynamics(gas, 20 * FS, labels, bath=bath, temperature_K=KELVIN, relaxation=100 * FS, seed=6,
                             pressure=KT / PER, pressure_relaxation=150 * FS)
    volumes = []
    dynamics.run(200)
    dynamics.attach(lambda: volumes.append(gas.get_volume()), interval=60)
    dynamics.run(18000 // LESS)
    gamma(volumes[1:], shape, PER, f"ideal gas, {bath}")
    assert abs(np.ptp(gas.cell.lengths())) < 1e-12

# ---- the virial: minus the derivative of the energy where bodies move with the box as a whole -----------------------------
liquid, labels = lattice(WATER, 27, 2.2, 3)
liquid.set_cell([6.8, 7.0, 7.2])
liquid.pbc = True
liquid.calc = Soft(labels, np.where(liquid.numbers == 8, 0.9, 0.5))
thermalize(liquid, labels, KELVIN, random=3)
dynamics = RigidDynamics(liquid, 0.5 * FS, labels, temperature_K=KELVIN, pressure=(0.02, None, 0.05), couple="none",
                         pressure_relaxation=100 * FS, params=dict(conserved=1))
bodies, lengths = dynamics.molecules.bodies, liquid.cell.lengths().copy()
energy, virial = dynamics._force_and_virial(0.0, tuple(lengths))
inner = dynamics.molecules.evaluate()
assert abs(inner).min() > 1e-3                     # so the atoms' virial would not do
for k in range(3):
    told, step = [], 1e-4
    for side in 1, -1:
        liquid.set_cell(lengths * (1 + side * step * (np.arange(3) == k)))
        where = bodies.columns["x"].copy()
        bodies.columns["x"][:, k] *= 1 + side * step
        dynamics.molecules.place()
        told.append(liquid.get_potential_energy())
        bodies.columns["x"][:] = where
    slope = -(told[0] - told[1]) / (2 * step)
    assert abs(slope - virial[k]) < 1e-5 * abs(virial).max(), (k, slope, virial[k])
liquid.set_cell(lengths)
dynamics.molecules.place()

# ---- axes: what is kept, and energy, enthalpy and their sum at constant targets ---------------------------------------------
dynamics.run(1)
start = dynamics.stepper.output("conserved_energy")
dynamics.run(200)
now, last = liquid.cell.lengths(), dynamics.stepper.output("conserved_energy")
assert now[1] == lengths[1] and abs(now - lengths)[[0, 2]].min() > 0.01, now
assert abs(last - start) < 1e-3 * abs(liquid.get_kinetic_energy()), (start, last)
dynamics = RigidDynamics(liquid, 0.5 * FS, labels, temperature_K=KELVIN, pressure=0.03, couple="xz",
                         pressure_relaxation=100 * FS)
lengths = liquid.cell.lengths().copy()
dynamics.run(100)
now = liquid.cell.lengths() / lengths
assert abs(now[0] - now[2]) < 1e-12 < 1e-4 < abs(now[1] - now[0]), now
print("ok")
