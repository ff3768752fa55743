# SPDX-License-Identifier: BSD-3-Clause
"""Constant temperature and pressure of rigid molecules in ASE: t_ase_ensembles.py MODULE [SEED].

Distributions are compared with what theory says by Kolmogorov and Smirnov's test on samples that are
several relaxation times apart, and how rods lie within 5 standard errors of 20 blocks.  Each of the 12
comparisons should fail for one seed in 10000; tests/README.md says what other seeds gave.
"""
import os
import sys
import tempfile

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import Counted, Nothing, Soft, WATER, lattice, np
from ase import units
from ase.build import molecule
from ase.constraints import FixAtoms
from scipy import stats
from case_list import case, run
from rigidstep import matrices
from rigidstep.ase import CSVR, NHC, Andersen, Flexible, Langevin, RigidDynamics, thermalize

KELVIN, KT, FS, CHANCE = 300.0, 300.0 * units.kB, units.fs, 1e-4
LESS = 3 if os.environ.get("RIGIDSTEP_TEST_SHORT") else 1
SEED = int(sys.argv[2]) if "".join(sys.argv[2:3]).isdigit() else 0


class Field(Counted):
    """Each atom in a field of fourth order, steeper along z, in which places and orientations exchange energy."""
    stiff, steep = np.array([0.05, 0.05, 0.2]), np.array([0.15, 0.15, 0.6])

    def model(self, atoms):
        x = atoms.positions
        energy = 0.5 * self.stiff * x ** 2 + 0.25 * self.steep * x ** 4
        return energy.sum(), -self.stiff * x - self.steep * x ** 3, np.zeros(3)

    @classmethod
    def lean(cls, length):
        """<u_z^2> of a rod of two atoms by quadrature: of its centre along each axis, and over the sphere of u."""
        centre, (u_z, weight) = np.linspace(-4, 4, 401), np.polynomial.legendre.leggauss(60)
        angle = (np.arange(48) + 0.5) * 2 * np.pi / 48
        across = np.sqrt(1 - u_z ** 2)[:, None]

        def factor(k, u):
            r = centre + np.array([1, -1])[:, None, None, None] * 0.5 * length * u[..., None]
            return np.exp(-(0.5 * cls.stiff[k] * r ** 2 + 0.25 * cls.steep[k] * r ** 4).sum(axis=0) / KT).sum(axis=-1)
        weight = weight * (factor(0, across * np.cos(angle)) * factor(1, across * np.sin(angle))).sum(axis=1) \
            * factor(2, u_z[:, None])[:, 0]
        return (weight * u_z ** 2).sum() / weight.sum()


class Weak(Field):
    """A cheap model of that field."""
    stiff, steep = 0.8 * Field.stiff, 0.8 * Field.steep


def gamma(values, shape, scale, what):
    found = stats.kstest(values, stats.gamma(shape, scale=scale).cdf).pvalue
    print(f"{what}: {len(values)} samples, mean {np.mean(values) / (shape * scale):.3f} and variance "
          f"{np.var(values) / (shape * scale ** 2):.3f} of Gamma's, p = {found:.2g}")
    assert found > CHANCE, what


def deal(molecules, rng):
    """Collisions: momenta and spins are dealt anew among equal rods, which changes neither the sums of energies
    and momenta nor the canonical law."""
    bodies, spin = molecules.bodies, molecules.bodies.spin()
    bodies.columns["p"][:] = rng.permutation(bodies.columns["p"])
    bodies.set_spin(rng.permutation(spin))
    molecules.show_momenta()


N = 16


@case
def temperature():
    """Temperature: kinetic energies, and how rods lie in a field csvr and nhc act on the sums of energies
    alone, so rods share theirs by collisions."""
    levels = dict(fast=Weak(), inner=2)
    for name, thermostat, more in (("langevin", Langevin(KELVIN, 60 * FS, seed=SEED + 5), {}),
                                   ("langevin", Langevin(KELVIN, 60 * FS, seed=SEED + 5), levels),
                                   ("csvr", CSVR(KELVIN, 60 * FS, seed=SEED + 5), {}),
                                   ("csvr", CSVR(KELVIN, 60 * FS, seed=SEED + 5), levels),
                                   ("nhc", NHC(KELVIN, 60 * FS), {})):
        rods, labels = lattice(molecule("N2"), N, 0.1, SEED + 1)
        rods.positions -= rods.get_center_of_mass()
        rods.calc = Field()
        thermalize(rods, labels, KELVIN, random=SEED + 1)
        dynamics = RigidDynamics(rods, 8 * FS, labels, thermostat=thermostat, **more)
        kinetic, lie, rng = [], [], np.random.default_rng(SEED + 7)
        freedoms = 3 * N - (3 if name != "langevin" else 0), 2 * N
        def note():
            told = dynamics.temperature()
            kinetic.append([told.translation, told.rotation])
            assert abs(told.total * sum(freedoms) - told.translation * freedoms[0] - told.rotation * freedoms[1]) < 1e-6
            lie.append(np.mean(((rods.positions[1::2] - rods.positions[::2]) / rods.get_distance(0, 1))[:, 2] ** 2))
        if name != "langevin":
            dynamics.attach(lambda: deal(dynamics.molecules, rng), interval=10)
        dynamics.run(500)
        dynamics.attach(note, interval=50)
        dynamics.run(15000 // LESS)
        for k, kind in enumerate(("translation", "rotation")):
            energies = np.array(kinetic)[1:, k] * freedoms[k] * units.kB / 2
            gamma(energies, freedoms[k] / 2, KT, f"{name}, {kind}")
        blocks = np.array(lie[-300 // LESS:]).reshape(20, -1).mean(axis=1)
        sigma, lean = blocks.std(ddof=1) / np.sqrt(20), Field.lean(rods.get_distance(0, 1))
        off = (blocks.mean() - lean) / sigma
        print(f"{name}, rods in a field: <u_z^2> {blocks.mean():.4f}({sigma:.4f}), {off:+.2f} sigma from {lean:.4f} by "
              "quadrature, everywhere 1/3")
        assert abs(off) < 5 and sigma < 0.02, name


@case
def held_atoms():
    """Where constraints hold atoms the total momentum belongs to the thermostat."""
    pair, labels = lattice(molecule("N2"), 2, 9.0, SEED + 3)
    pair.set_constraint(FixAtoms([0, 1]))
    pair.calc = Nothing()
    thermalize(pair, labels, KELVIN / 10, random=SEED + 3)
    dynamics = RigidDynamics(pair, 8 * FS, labels, thermostat=CSVR(KELVIN, 60 * FS, seed=SEED + 8))
    energies = []
    dynamics.run(100)
    dynamics.attach(lambda: energies.append(dynamics.temperature().translation * 1.5 * units.kB), interval=40)
    dynamics.run(12000 // LESS)
    gamma(energies, 1.5, KT, "one molecule beside a held one, csvr")


@case
def pressure():
    """Pressure: the volume of an ideal gas."""
    PER = 60.0                                        # Angstrom^3 for each molecule
    for thermostat, shape, cell in (Langevin, N + 1, np.eye(3)), (CSVR, N, np.array([[1, 0.3, 0], [-0.4, 0.1, 1], [0.3, -1.2, 0.5]])):
        gas, labels = lattice(molecule("N2"), N, 3.4, SEED + 2)
        gas.set_cell(cell * (N * PER / abs(np.linalg.det(cell))) ** (1 / 3))
        gas.pbc = True
        gas.calc = Nothing()
        thermalize(gas, labels, KELVIN, random=SEED + 2, zero_momentum=True)
        dynamics = RigidDynamics(gas, 20 * FS, labels, thermostat=thermostat(KELVIN, 100 * FS, seed=SEED + 6),
                                 barostat=Andersen(KT / PER, 150 * FS))
        volumes = []
        dynamics.run(200)
        dynamics.attach(lambda: volumes.append(gas.get_volume()), interval=60)
        dynamics.run(18000 // LESS)
        gamma(volumes[1:], shape, PER, f"ideal gas, {thermostat.__name__}")
        assert np.ptp(gas.cell.array[cell != 0] / cell[cell != 0]) < 1e-12


def check_virial(liquid, dynamics, virial):
    """Of the strains x_k += e x_m."""
    cell, bodies = liquid.cell.array.copy(), dynamics.molecules.bodies
    for (k, m), one in np.ndenumerate(virial):
        told, step = [], 1e-4
        where = bodies.columns["x"].copy()
        for side in step, -step:
            for vectors, old in (liquid.cell, cell), (bodies.columns["x"], where):
                vectors[:, k] = old[:, k] + side * old[:, m]
            dynamics.molecules.place()
            told.append(liquid.get_potential_energy())
            liquid.set_cell(cell)
            bodies.columns["x"][:] = where
        slope = -(told[0] - told[1]) / (2 * step)
        assert abs(slope - one) < 1e-5 * abs(virial).max(), (k, m, slope, one)
    dynamics.molecules.place()


@case
def virial_and_axes():
    """The virial: minus the derivative of the energy where bodies move with the box as a whole."""
    liquid, labels = lattice(WATER, 27, 2.2, 3)
    CELL = np.array([[6.8, 0.7, 0], [1.9, 7.0, -0.4], [-1.2, 0.8, 7.2]])
    liquid.set_cell(CELL)
    liquid.pbc = True
    liquid.calc = Soft(labels, np.where(liquid.numbers == 8, 0.9, 0.5))
    thermalize(liquid, labels, KELVIN, random=3)
    dynamics = RigidDynamics(liquid, 0.5 * FS, labels, params=dict(conserved=1),
                             barostat=Andersen((0.02, None, 0.05), 100 * FS, couple="none", temperature_K=KELVIN))
    energy, virial = dynamics._force_and_virial(0.0, dynamics.stepper.cell()[0])
    inner = dynamics.molecules.evaluate()
    assert abs(inner).min() > 1e-3                 # so the atoms' virial would not do
    check_virial(liquid, dynamics, virial)

    # axes: what is kept, and energy, enthalpy and their sum at constant targets
    dynamics.run(1)
    start = dynamics.stepper.output("conserved_energy")
    dynamics.run(200)
    last = dynamics.stepper.output("conserved_energy")
    def wider():
        """Along x, y and z, the same for all three vectors."""
        factors = np.nan_to_num(liquid.cell.array / np.where(CELL, CELL, np.nan))
        assert np.allclose(factors, (CELL != 0) * factors.max(axis=0), rtol=1e-13, atol=0), factors
        return factors.max(axis=0)
    now = wider()
    assert abs(now[1] - 1) < 1e-13 and abs(now - 1)[[0, 2]].min() > 0.001, now
    assert abs(last - start) < 1e-3 * abs(liquid.get_kinetic_energy()), (start, last)
    dynamics = RigidDynamics(liquid, 0.5 * FS, labels, barostat=Andersen(0.03, 100 * FS, couple="xz", temperature_K=KELVIN))
    CELL = liquid.cell.array.copy()
    dynamics.run(100)
    now = wider()
    assert abs(now[0] - now[2]) < 1e-12 < 1e-4 < abs(now[1] - now[0]), now


def skewed(turn=None):
    atoms, labels = lattice(WATER, 27, 2.2, 3)
    atoms.set_cell([[6.8, 0, 0], [1.9, 7.0, 0], [-1.2, 0.8, 7.2]])
    atoms.pbc, atoms.calc = True, Soft(labels, np.where(atoms.numbers == 8, 0.9, 0.5))
    thermalize(atoms, labels, KELVIN, random=3)
    tension = np.array([[0.04, 0.002, 0], [0.002, 0.039, -0.003], [0, -0.003, 0.041]])
    if turn is not None:
        tension = turn.T @ tension @ turn
        for vectors in atoms.positions, atoms.arrays["momenta"], atoms.cell.array:
            vectors[:] = vectors @ turn
    return atoms, RigidDynamics(atoms, 0.2 * FS, labels, params=dict(conserved=1),
                                barostat=Flexible(tension, 100 * FS, temperature_K=KELVIN))


@case
def flexible():
    """A flexible cell: the virial of six strains, and the energy under a tension."""
    liquid, dynamics = skewed()
    energy, virial = dynamics._force_and_virial(0.0, dynamics.stepper.cell()[0])
    check_virial(liquid, dynamics, virial)
    CELL = liquid.cell.array.copy()
    dynamics.run(1)
    start = dynamics.stepper.output("conserved_energy")
    dynamics.run(80)
    last = dynamics.stepper.output("conserved_energy")
    assert abs(last - start) < 1e-3 * abs(liquid.get_kinetic_energy()), (start, last)
    moved = abs(liquid.cell.array - CELL)
    assert moved[np.tril_indices(3)].min() > 1e-3 and moved[np.triu_indices(3, 1)].max() == 0, moved


@case
def any_orientation():
    """In any orientation the same to rounding, also after somebody stretches the cell, and a save in the
    same bits."""
    TURN = matrices(np.array([[0.5, -0.7, 0.1, 0.5]]))[0]
    push, both = np.full((27, 2, 3), [0.001, -0.002, 0.003]), []
    for turn in None, TURN:
        atoms, dynamics = skewed(turn)
        dynamics.external = (push if turn is None else push @ turn).reshape(27, 6)
        dynamics.run(20)
        atoms.set_cell(atoms.cell.array * 1.002, scale_atoms=False)
        dynamics.run(20)
        both.append((atoms, dynamics))
    (straight, _), (atoms, _) = both
    for one, other in ((straight.positions, atoms.positions), (straight.get_momenta(), atoms.get_momenta()),
                       (straight.cell.array, atoms.cell.array)):
        assert abs(one @ TURN - other).max() < 1e-10 * abs(one).max(), abs(one @ TURN - other).max()
    for one, other in zip(*[[atoms.get_potential_energy(), atoms.get_volume(), dynamics.work, dynamics.temperature().total]
                            for atoms, dynamics in both]):
        assert abs(one - other) < 1e-10 * abs(one), (one, other)
    _, again = skewed(TURN)
    with tempfile.TemporaryDirectory() as folder:
        dynamics.save(os.path.join(folder, "saved"))
        again.external = dynamics.external
        again.load(os.path.join(folder, "saved"))
    for each in dynamics, again:
        each.run(5)
    assert (again.atoms.positions == atoms.positions).all() and (again.atoms.cell.array == atoms.cell.array).all()


run()
