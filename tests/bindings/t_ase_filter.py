# SPDX-License-Identifier: BSD-3-Clause
"""ASE's optimizers relax rigid molecules and their cell: t_ase_filter.py MODULE."""
import os
import sys
import warnings

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import Soft, WATER, lattice, np
from case_list import case, rows, run
from refused import says
from ase import Atoms, optimize, units
from ase.build import bulk, molecule
from ase.constraints import FixAtoms, FixCartesian, FixCom
from ase.io import read
from ase.optimize.precon import Exp, PreconFIRE, PreconLBFGS
try:
    from ase.constraints import FixSymmetry
except ImportError:                                  # before ASE 3.23
    from ase.spacegroup.symmetrize import FixSymmetry
from ewald_model import Ewald, carbon_dioxide, epm2, ice, tip4p2005
from rigidstep.ase import RigidFilter


def near(a, b, room, what):
    off = abs(np.asarray(a) - np.asarray(b)).max()
    assert off <= room, f"{what}: {off:.1e} is above {room:.1e}"


def soft(one, n=4, seed=5, skewed=True):
    """n of these molecules, one with an atom alone, some across faces of a skewed cell."""
    atoms, labels = lattice(one, n, 1.7, seed)
    atoms, labels = atoms + Atoms("O", positions=[(2, 3, 3)]), np.append(labels, n)
    if skewed:
        atoms.set_cell([[4, 0.3, 0], [0, 4.2, 0.5], [0.4, 0, 4.5]])
        atoms.pbc = True
        atoms.wrap()
    atoms.calc = Soft(labels, np.where(atoms.numbers == 8, 0.7, -0.5))
    return atoms, labels


def shapes(atoms, labels):
    """Distances in all molecules, which the filter made whole."""
    return atoms.get_all_distances()[labels[:, None] == labels]


@rows([("all_strains", {}), ("pressure", dict(pressure=0.01)), ("mask", dict(mask=[1, 1, 0, 0, 0, 1])),
       ("volume_alone", dict(pressure=0.02, hydrostatic_strain=True)), ("same_volume", dict(constant_volume=True)),
       ("same_cell", dict(cell=False))])
def gradients(options):
    """Forces are differences of the energy, at rotations by 1 to 3 radians and strains of some percent."""
    for one in WATER, molecule("CO2"):
        atoms, labels = soft(one)
        relaxed = RigidFilter(atoms, labels, **options)
        before, start = shapes(atoms, labels), atoms.get_volume()
        rng = np.random.default_rng(3)
        x = relaxed.get_positions() + rng.normal(size=(len(relaxed), 3))
        relaxed.set_positions(x)
        x, forces = relaxed.get_positions(), relaxed.get_forces()
        turns = np.linalg.norm(relaxed._vectors, axis=1)
        assert turns.max() > 1 and ("cell" in options or abs(relaxed._strain).max() > 0.01), (turns, relaxed._strain)
        if "cell" in options or "constant_volume" in options:
            near(atoms.get_volume(), start, 1e-11, "volume")
        for place in np.ndindex(*x.shape):
            ends = []
            for step in 1e-4, -1e-4:
                moved = x.copy()
                moved[place] += step
                relaxed.set_positions(moved)
                ends.append(relaxed.get_potential_energy())
            near((ends[1] - ends[0]) / 2e-4, forces[place], 1e-7, f"force {place}")
        near(shapes(atoms, labels), before, 1e-12, "shapes")


@case
def small_rotations():
    """The series of rotations by small vectors joins their formulas."""
    from rigidstep.ase.filter import turned
    axis = np.array([[0.6, 0, 0.8]])
    for one, other in zip(turned(0.01 * (1 - 1e-12) * axis), turned(0.01 * (1 + 1e-12) * axis)):
        near(one, other, 1e-13, "at the change")
    turn, added = turned(2.5 * axis)
    near(turn[0] @ turn[0].T, np.eye(3), 1e-15, "a rotation")
    near(added[0] @ axis[0], axis[0], 1e-15, "about the same axis")


OPTIMIZERS = dict(BFGS=dict(alpha=10), LBFGS=dict(alpha=10), FIRE={}, MDMin={}, GPMin={}, BFGSLineSearch=dict(alpha=10))


@case
def optimizers():
    """Each of ASE's finds the crystal of CO2, from molecules and a cell that were stirred."""
    ends = []
    for name, options in dict(OPTIMIZERS, PreconLBFGS=dict(precon=None), PreconFIRE=dict(precon=None)).items():
        atoms, labels = carbon_dioxide()
        atoms.calc = epm2()
        relaxed = RigidFilter(atoms, labels)
        x = relaxed.get_positions()
        relaxed.set_positions(x + 0.05 * np.random.default_rng(1).normal(size=x.shape))
        kind = getattr(optimize, name, None) or dict(PreconLBFGS=PreconLBFGS, PreconFIRE=PreconFIRE)[name]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            done = kind(relaxed, logfile=None, **options).run(fmax=1e-3, steps=200)
        assert done and np.linalg.norm(relaxed.get_forces(), axis=1).max() < 1e-3, name
        ends.append([relaxed.get_potential_energy(), atoms.get_volume() ** (1 / 3)])
        near(ends[-1], ends[0], 1e-3, name)                    # a fiftieth of the stirring
        print(name, atoms.calc.calls, ends[-1])


@case
def lattice_of_spheres():
    """Lennard-Jones in fcc: E = -A6^2 / (2 A12) and r^6 = 2 A12 / A6 with the lattice sums A6 and A12."""
    six, twelve = 14.45392, 12.13188
    atoms = bulk("Ar", cubic=True, a=5.5)
    atoms.calc = Ewald([[1]], [0.0], [3.4], [120.0], lj=24.0)
    relaxed = RigidFilter(atoms, [-1] * 4)
    optimize.BFGS(relaxed, logfile=None, alpha=2).run(fmax=1e-5, steps=50)
    near(relaxed.get_potential_energy() / 4 / (120 * units.kB), -six ** 2 / (2 * twelve), 2e-4, "energy")
    near(atoms.get_volume() ** (1 / 3) / 2 ** 0.5 / 3.4, (2 * twelve / six) ** (1 / 6), 2e-5, "spacing")


@case
def symmetry():
    """FixSymmetry keeps Pa-3 and R-3; the cell is where the energy of one length is least, and as stiff."""
    try:
        import spglib
    except ImportError:
        return print("skipped: needs spglib (Debian: python3-spglib)")
    atoms, labels = carbon_dioxide()
    atoms.calc = epm2()
    edges, energies = np.linspace(5.4, 5.65, 26), []
    for edge in edges:
        other = carbon_dioxide(edge)[0]
        other.calc = epm2()
        energies.append(other.get_potential_energy())
    fit = np.polynomial.Polynomial.fit(edges ** 3, energies, 6)
    least = min((root.real for root in fit.deriv().roots() if abs(root.imag) < 1e-9 and 5.4 ** 3 < root.real < 5.65 ** 3), key=fit)
    volumes, group = {}, lambda: spglib.get_spacegroup((atoms.cell.array, atoms.get_scaled_positions(), atoms.numbers), 1e-6)
    atoms.set_constraint(FixSymmetry(atoms))
    for pressure in 0.0, 0.1 * units.GPa, -0.1 * units.GPa:
        relaxed = RigidFilter(atoms, labels, pressure=pressure)
        assert optimize.BFGS(relaxed, logfile=None, alpha=10).run(fmax=1e-4, steps=50)
        volumes[pressure] = atoms.get_volume()
        if not pressure:
            near(atoms.get_potential_energy(), fit(least), 1e-5, "energy")
        assert group() == "Pa-3 (205)", group()
    near(volumes.pop(0.0) / least, 1, 1e-3, "volume")
    (up, small), (down, large) = volumes.items()
    near((down - up) / (large - small) / -fit.deriv(2)(least), 1, 0.02, "bulk modulus by pressures and by energies")

    # Forces and stress that lack the symmetry: FixSymmetry gives it back.
    atoms, labels = ice("II")
    atoms.calc, rng = tip4p2005(), np.random.default_rng(1)
    exact, noise, strain = atoms.calc.model, 0.05 * rng.normal(size=(36, 3)), rng.normal(size=(3, 3))
    atoms.calc.model = lambda atoms: [one + more for one, more in zip(exact(atoms), (0.0, noise, strain + strain.T))]
    atoms.set_constraint(FixSymmetry(atoms, symprec=0.05))
    relaxed = RigidFilter(atoms, labels)
    optimize.BFGS(relaxed, logfile=None, alpha=10).run(fmax=0.02, steps=10)
    assert group() == "R-3 (148)", group()
    says(ValueError, "FixSymmetry takes atoms of one rigid group to several groups", lambda: RigidFilter(atoms, [0, 0, 0] + 33 * [-1]))


@case
def molecules_of_all_kinds():
    """Without a cell, alone, held, in a plane, and what a slab allows."""
    for options in {}, dict(skewed=False):
        atoms, labels = soft(WATER, **options)
        atoms.set_momenta(np.ones((len(atoms), 3)))
        atoms.set_constraint([FixAtoms([0, 1, 2])] + [FixCartesian(i, (False, False, True)) for i in (3, 4, 5)])
        before, energy = atoms.copy(), atoms.get_potential_energy()
        relaxed = RigidFilter(atoms, labels, cell=False)
        assert len(relaxed) == 4 + 3, relaxed                  # four bodies move, of which three turn
        centre = relaxed.molecules.bodies.columns["x"][0].copy()
        optimize.FIRE(relaxed, logfile=None).run(fmax=0.01, steps=100)
        assert atoms.get_potential_energy() < energy - 0.01
        near(atoms.positions[:3], before.positions[:3], 0, "held atoms")
        moved = relaxed.molecules.bodies.columns["x"][0] - centre
        assert moved[2] == 0 and abs(moved).max() > 0.01, moved
        assert (atoms.get_momenta() == before.get_momenta()).all()
    atoms = molecule("H2O")
    atoms.calc = Soft(np.zeros(3, int), np.ones(3))
    assert optimize.BFGS(RigidFilter(atoms, "bonds", cell=False), logfile=None).run(fmax=1e-6, steps=0)
    atoms, labels = soft(WATER, skewed=False)
    atoms.set_cell([4.2, 4.4, 9])
    atoms.pbc = True, True, False
    third, relaxed = atoms.cell.array[2].copy(), RigidFilter(atoms, labels, mask=[0, 1, 0, 0, 0, 0])
    says(ValueError, "not periodic along vector 2|give cell=False, a mask", lambda: RigidFilter(atoms, labels))
    optimize.FIRE(relaxed, logfile=None).run(steps=5)
    assert abs(relaxed._strain).sum() == abs(relaxed._strain[1, 1]) > 0, relaxed._strain
    atoms.set_constraint(FixCom())
    relaxed = RigidFilter(atoms, labels, cell=False)
    here = relaxed.molecules.bodies.columns
    centre = here["mass"] @ here["x"]
    optimize.FIRE(relaxed, logfile=None).run(steps=5)
    near(here["mass"] @ here["x"], centre, 1e-11, "the common centre")
    assert (third == atoms.cell.array[2]).all() and relaxed.calc is atoms.calc


@case
def changes_from_outside():
    """What a user does to atoms between runs is the new start; trajectories have the atoms."""
    atoms, labels = soft(WATER)
    relaxed = RigidFilter(atoms, labels, pressure=0.02)
    optimize.FIRE(relaxed, logfile=None).run(fmax=0.01, steps=5)
    atoms.set_cell(1.1 * atoms.cell.array)
    atoms.rotate(40, "x")
    fresh = RigidFilter(atoms.copy(), labels, pressure=0.02)
    fresh.atoms.calc = atoms.calc
    near(relaxed.get_positions(), fresh.get_positions(), 1e-12, "positions")
    near(relaxed.get_forces(), fresh.get_forces(), 1e-12, "forces")
    with open("filter.traj", "wb"):
        pass
    optimize.BFGS(relaxed, logfile=None, trajectory="filter.traj").run(fmax=1e-9, steps=3)
    last = read("filter.traj", "-1")
    os.remove("filter.traj")
    assert (last.positions == atoms.positions).all() and (last.cell == atoms.cell).all()
    x = relaxed.get_positions()
    x[5] = 0, 0, 5.5 * relaxed._arms[0, 0]
    relaxed.set_positions(x)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        relaxed.get_forces()
    assert "has turned by 5.5 radians" in str(said[0].message), said


@case
def words():
    """Each mistake is refused by name."""
    atoms, labels = soft(WATER)
    def made(*given, **options):
        return lambda: RigidFilter(atoms, *given, **options)
    says(TypeError, "give either groups or molecules", made())
    says(ValueError, "pressure is given, but cell=False", made(labels, cell=False, pressure=1.0))
    says(ValueError, "mask is given, but cell=False", made(labels, cell=False, mask=[1] * 6))
    says(ValueError, "mask is 'xx'; must be six", made(labels, mask="xx"))
    says(ValueError, "must be six of 0 and 1", made(labels, mask=[2] * 6))
    says(ValueError, "mask and hydrostatic_strain are both given", made(labels, mask=[1] * 6, hydrostatic_strain=True))
    says(ValueError, "so the cell cannot change", made(labels, constant_volume=True, hydrostatic_strain=True))
    says(TypeError, "pressure is 'high'; must be a number", made(labels, pressure="high"))
    relaxed = RigidFilter(atoms, labels)
    assert repr(relaxed) == "<RigidFilter: 5 bodies of 13 atoms, and the cell>"
    says(ValueError, "positions has the shape (3, 3); must be (12, 3)", relaxed.set_positions, np.zeros((3, 3)))
    says(ValueError, "positions[2] is not finite", relaxed.set_positions, np.where(np.arange(12)[:, None] == 2, np.nan, np.zeros((12, 3))))
    for precon in "Exp", Exp(mu=1, r_NN=2, r_cut=4):
        says(TypeError, "give the optimizer precon=None", PreconLBFGS(relaxed, logfile=None, precon=precon).run)
    atoms.set_constraint(FixAtoms([12]))
    says(ValueError, "atom 12 is fixed along x, and was free|create a new RigidDynamics or RigidFilter", relaxed.get_forces)
    says(ValueError, "but constraints hold some|cell=False", made(labels))
    atoms.set_constraint(FixCom())
    says(ValueError, "FixCom|or give cell=False", made(labels))
    atoms.set_constraint()
    atoms.set_cell([0, 0, 0])
    atoms.pbc = False
    says(ValueError, "has no volume; give cell=False", made(labels))


run()
