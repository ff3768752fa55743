# SPDX-License-Identifier: BSD-3-Clause
"""Calculators and boxes of molecules for the tests of rigidstep.ase."""
import sys
try:
    import numpy as np
    from ase import Atoms
    from ase.calculators.calculator import Calculator, all_changes
except ImportError:
    print("skipped: needs ASE (Debian: python3-ase)")
    sys.exit()

AROUND = np.array([(i, j, k) for i in (-1, 0, 1) for j in (-1, 0, 1) for k in (-1, 0, 1)])
WATER = Atoms("OHH", positions=[(0, 0, 0), (0.9572, 0, 0), (-0.2399872, 0.9266272, 0)])


class Counted(Calculator):
    """A calculator that counts its calls; subclasses give energy, forces and the virial as three rows, or xx, yy, zz."""
    implemented_properties = ["energy", "forces", "stress"]

    def __init__(self):
        Calculator.__init__(self)
        self.calls = 0

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        Calculator.calculate(self, atoms, properties, system_changes)
        self.calls += 1
        energy, forces, virial = self.model(self.atoms)
        self.results = dict(energy=energy, forces=forces)
        if atoms.cell.rank == 3:
            stress = -(virial if np.ndim(virial) == 2 else np.diag(virial)) / atoms.get_volume()
            self.results["stress"] = stress[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]


class Soft(Counted):
    """exp(-r^2/2) c c' between atoms of different molecules; their nearest images in a box, all near ones in a skewed cell."""
    def __init__(self, labels, strengths):
        Counted.__init__(self)
        self.other = labels[:, None] != labels
        self.factor = strengths[:, None] * strengths * self.other

    def model(self, atoms):
        apart = atoms.positions[:, None] - atoms.positions
        if atoms.pbc.all():
            cell = atoms.cell.array
            apart -= np.round(apart @ np.linalg.inv(cell)) @ cell
            skewed = (cell != np.diag(cell.diagonal())).any()
        images = AROUND @ cell if atoms.pbc.all() and skewed else np.zeros((1, 3))
        apart = apart[:, :, None] + images
        energy = self.factor[:, :, None] * np.exp(-0.5 * (apart ** 2).sum(axis=3))
        pairs = energy[..., None] * apart
        return 0.5 * energy.sum(), pairs.sum(axis=(1, 2)), 0.5 * np.einsum("ijka,ijkb->ab", pairs, apart)


class Stumbling(Soft):
    """Raises an exception at one call."""
    at = -1

    def calculate(self, *arguments, **named):
        Soft.calculate(self, *arguments, **named)
        if self.calls == self.at:
            self.results = {}
            raise RuntimeError("stumbled")


class Nothing(Counted):
    """No forces: an ideal gas."""
    def model(self, atoms):
        return 0.0, np.zeros((len(atoms), 3)), np.zeros(3)


# ---- a liquid of eight molecules, whose atoms have soft charges
LABELS = np.repeat(np.arange(8), 3)
CHARGES = np.tile([-0.8, 0.4, 0.4], 8)


def liquid(seed=3):
    from rigidstep.ase import thermalize             # not before RIGIDSTEP_MODULE is set
    atoms = lattice(WATER, 8, 2.2, seed)[0]
    atoms.set_cell(3 * [9.0])
    atoms.pbc = True
    atoms.calc = Soft(LABELS, CHARGES)
    thermalize(atoms, LABELS, 300, random=seed)
    return atoms


def same(one, other):
    return all((getattr(one, name)() == getattr(other, name)()).all() for name in ("get_positions", "get_momenta", "get_cell"))


def lattice(one, n, spacing, seed):
    """n copies of a molecule in any orientation on a cubic lattice, at rest; and the label of each atom."""
    rng, edge, atoms = np.random.default_rng(seed), int(np.ceil(n ** (1 / 3))), Atoms()
    for i in range(n):
        copy = one.copy()
        if len(one) > 1:
            copy.rotate(rng.uniform(0, 360), rng.normal(size=3), center="COM")
        copy.translate(spacing * np.array([i % edge, i // edge % edge, i // edge ** 2])
                       - copy.get_center_of_mass())
        atoms += copy
    return atoms, np.repeat(np.arange(n), len(one))
