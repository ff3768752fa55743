# SPDX-License-Identifier: BSD-3-Clause
"""A cheap potential of rigid molecules of one kind, fitted to a costly one by linear least squares.

The energy is a sum over pairs of atoms of different molecules, and over atoms of products of how many atoms of each
element are how near.  Forces inside molecules do not count, so that some hundred configurations suffice."""
import numpy as np
from ase.calculators.calculator import Calculator, all_changes
from ase.data import vdw_radii

AROUND = np.array(list(np.ndindex(3, 3, 3))) - 1
NEAR, NARROW = np.arange(1.5, 6.0, 0.3), 0.3                  # Gaussians in Angstrom: of pairs
FAR, WIDE = np.arange(2.0, 5.5, 1.0), 0.7                     # and of the atoms around an atom
RIDGE, WEIGHT = 1e-4, 1.5                                     # of an energy, beside a force in eV/Angstrom


def gaussians(r, centres, width, cutoff):
    """Gaussians of distances that end at the cutoff, and their slopes."""
    off, end = (r[:, None] - centres) / width, (1 - (r / cutoff) ** 2)[:, None]
    value = np.exp(-0.5 * off ** 2)
    return value * end ** 3, value * (-off / width * end ** 3 - 6 * r[:, None] / cutoff ** 2 * end ** 2)


class Cheap(Calculator):
    """Of as many molecules alike, whose atoms have these elements."""
    implemented_properties = ["energy", "forces"]

    def __init__(self, elements, molecules, masses, cutoff=6.0):
        Calculator.__init__(self)
        self.size, self.cutoff, self.masses = len(elements), cutoff, masses[:len(elements)]
        kinds, kind = np.unique(elements, return_inverse=True)
        self.kinds, self.kind = len(kinds), np.tile(kind, molecules)
        label = np.arange(molecules).repeat(self.size)
        self.counts = (label[:, None] != label)[:, :, None] | AROUND.any(axis=1)
        radii = np.tile(vdw_radii[elements], molecules)
        self.touch = 0.75 * (radii[:, None] + radii)           # where nothing is known, atoms repel each other
        self.around = len(FAR) * self.kinds
        self.ab = np.array([(a, b) for a in range(self.around) for b in range(a + 1)]).T
        self.pair = np.zeros((self.kinds ** 2, len(NEAR)))
        self.product = np.zeros((self.kinds, self.ab.shape[1]))
        self.offset, self.usual = 0.0, None

    def pairs(self, positions, cell):
        """Which atoms are near which, each pair twice: one, other, distance and direction."""
        apart = positions - positions[:, None]
        apart -= np.round(apart @ np.linalg.inv(cell)) @ cell
        apart = apart[:, :, None] + AROUND @ cell
        r = np.sqrt(np.einsum("ijkl,ijkl->ijk", apart, apart))
        one, other, image = at = np.nonzero(self.counts & (r < self.cutoff))
        return one, other, r[at], apart[at] / r[at][:, None]

    def terms(self, positions, cell):
        """What both the fit and the energy need."""
        one, other, r, way = self.pairs(positions, cell)
        near = gaussians(r, NEAR, NARROW, self.cutoff)
        far, slope = np.zeros((2, len(r), self.kinds, len(FAR)))
        rows = np.arange(len(r)), self.kind[other]
        far[rows], slope[rows] = gaussians(r, FAR, WIDE, self.cutoff)
        far, slope = (values.reshape(len(r), self.around) for values in (far, slope))
        around = np.zeros((len(positions), self.around))
        np.add.at(around, one, far)
        repel = 0.05 * np.exp((self.touch[one, other] - r) / 0.2)     # half a pair's
        return one, other, way, self.kind[one] * self.kinds + self.kind[other], near, around, slope, repel

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        Calculator.calculate(self, atoms, properties, system_changes)
        one, other, way, kind, near, around, slope, repel = self.terms(atoms.positions, atoms.cell.array)
        products = (around[:, self.ab[0]] * around[:, self.ab[1]] * self.product[self.kind]).sum()
        by = np.zeros_like(around)                            # of the energy by `around`
        for side, its in (0, 1), (1, 0):
            np.add.at(by.T, self.ab[side], (around[:, self.ab[its]] * self.product[self.kind]).T)
        rise = 0.5 * (self.pair[kind] * near[1]).sum(axis=1) + (by[one] * slope).sum(axis=1) - repel / 0.2
        forces = np.zeros_like(atoms.positions)
        np.add.at(forces, one, rise[:, None] * way)
        np.add.at(forces, other, -rise[:, None] * way)
        energy = self.offset + 0.5 * (self.pair[kind] * near[0]).sum() + products + repel.sum()
        self.results = dict(energy=energy, forces=forces)

    def rows(self, positions, cell):
        """By each weight: the energy, and the forces and torques on bodies (6 m, weights); and what has no weight."""
        one, other, way, kind, near, around, slope, repel = self.terms(positions, cell)
        n, energies, forces = len(positions), [], []

        def add(rise):                                        # (P, weights)
            told = np.zeros((n, rise.shape[1], 3))
            push = rise[:, :, None] * way[:, None]
            np.add.at(told, one, push)
            np.add.at(told, other, -push)
            forces.append(self.on_bodies(told.transpose(0, 2, 1), positions))
        for k in range(self.kinds ** 2):
            energies.append(0.5 * near[0][kind == k].sum(axis=0))
            add(0.5 * near[1] * (kind == k)[:, None])
        a, b = self.ab
        for k in range(self.kinds):
            energies.append((around[:, a] * around[:, b])[self.kind == k].sum(axis=0))
            add((around[one][:, a] * slope[:, b] + around[one][:, b] * slope[:, a]) * (self.kind[one] == k)[:, None])
        fixed = len(forces)
        add(-repel[:, None] / 0.2)
        return np.concatenate(energies), np.concatenate(forces[:fixed], axis=1), repel.sum(), forces[fixed][:, 0]

    def on_bodies(self, forces, positions):
        """Forces and torques about centres of mass, from forces (n, 3, weights); molecules are whole."""
        split = positions.reshape(-1, self.size, 3)
        arms = split - np.einsum("a,mak->mk", self.masses / self.masses.sum(), split)[:, None]
        forces = forces.reshape(*split.shape, -1)
        torques = np.cross(arms[..., None], forces, axisa=2, axisb=2, axisc=2).sum(axis=1)
        return np.concatenate([forces.sum(axis=1), torques], axis=1).reshape(-1, forces.shape[-1])

    def fit(self, told):
        """By told, a list of (positions, cell, energy, forces) of boxes whose molecules are whole.  Returns by how much
        forces and torques are off then, and how large they are, medians of boxes."""
        rows = [self.rows(positions, cell) for positions, cell, _, _ in told]
        wanted = [self.on_bodies(forces[..., None], place)[:, 0] for place, _, _, forces in told]
        energies = np.array([row[0] for row in rows])
        rest = np.array([energy - row[2] for (_, _, energy, _), row in zip(told, rows)])
        sizes = np.array([self.size_of(one) for one in told])
        usual = self.usual = self.usual or float(np.median(sizes))
        heavy = 1 / (1 + (sizes / (3 * usual)) ** 2) ** 0.5   # boxes in which atoms are too near count less
        mean, rest_mean = heavy @ energies / heavy.sum(), heavy @ rest / heavy.sum()
        left = np.concatenate([weight * row[1] for weight, row in zip(heavy, rows)]
                              + [WEIGHT * heavy[:, None] * (energies - mean)])
        right = np.concatenate([weight * (want - row[3]) for weight, want, row in zip(heavy, wanted, rows)]
                               + [WEIGHT * heavy * (rest - rest_mean)])
        size = np.sqrt((left ** 2).mean(axis=0)) + 1e-12
        normal = (left / size).T @ (left / size)
        ridge = np.repeat([RIDGE, 100 * RIDGE], [self.pair.size, self.product.size])
        normal += len(left) * np.diag(ridge)
        weights = np.linalg.solve(normal, (left / size).T @ right) / size
        self.pair[:], self.product[:] = (part.reshape(like.shape) for part, like in zip(
            np.split(weights, [self.pair.size]), (self.pair, self.product)))
        self.offset = float(rest_mean - mean @ weights)
        self.reset()
        off = [np.sqrt(((row[1] @ weights + row[3] - want) ** 2).mean()) for row, want in zip(rows, wanted)]
        return float(np.median(off)), float(np.median(sizes))

    def size_of(self, one):
        """How large forces and torques of the costly potential are, in eV/Angstrom and eV."""
        return float(np.sqrt((self.on_bodies(one[3][..., None], one[0]) ** 2).mean()))
