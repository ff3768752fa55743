# SPDX-License-Identifier: BSD-3-Clause
"""A cheap potential of rigid molecules of one kind, fitted to a costly one by linear least squares.

The energy is a sum over pairs of atoms of different molecules, and over atoms of products of how many atoms of each
element are how near.  Forces inside molecules do not count, so that some hundred configurations suffice."""
import numpy as np
from ase.calculators.calculator import Calculator, all_changes

AROUND = np.array(list(np.ndindex(3, 3, 3))) - 1
NEAR, NARROW = np.arange(1.8, 7.4, 0.4), 0.4                  # Gaussians in Angstrom: of pairs
FAR, WIDE = np.arange(2.0, 5.5, 1.0), 0.7                     # and of the atoms around an atom
STIFF = 10.0                                                  # half a pair nearer than any known, eV/Angstrom^2
RIDGE, WEIGHT = 1e-7, 3.0                                     # of an energy, beside a force in eV/Angstrom


def gaussians(r, centres, width, cutoff):
    """Gaussians of distances that end at the cutoff, and their slopes."""
    off, end = (r[:, None] - centres) / width, (1 - (r / cutoff) ** 2)[:, None]
    value = np.exp(-0.5 * off ** 2)
    return value * end ** 3, value * (-off / width * end ** 3 - 6 * r[:, None] / cutoff ** 2 * end ** 2)


class Cheap(Calculator):
    """Of as many molecules alike, whose atoms have these elements."""
    implemented_properties = ["energy", "forces"]

    def __init__(self, elements, molecules, masses, cutoff=7.5):
        Calculator.__init__(self)
        self.size, self.cutoff, self.masses, self.elements = len(elements), cutoff, masses, elements
        self.molecules = molecules
        kinds, kind = np.unique(elements, return_inverse=True)
        self.kinds, self.kind = len(kinds), np.tile(kind, molecules)
        label = np.arange(molecules).repeat(self.size)
        self.counts = (label[:, None] != label)[:, :, None] | AROUND.any(axis=1)
        self.touch = np.full(self.kinds ** 2, self.cutoff)     # nearer than any learned pair, atoms repel each other
        self.around = len(FAR) * self.kinds
        self.ab = np.array([(a, b) for a in range(self.around) for b in range(a + 1)]).T
        self.pair = np.zeros((self.kinds ** 2, len(NEAR)))
        self.product = np.zeros((self.kinds, self.ab.shape[1]))
        self.offset, self.told = 0.0, []

    def of(self, molecules):
        """The same for another number of molecules."""
        other = Cheap(self.elements, molecules, self.masses, self.cutoff)
        other.pair, other.product, other.touch = self.pair, self.product, self.touch
        other.offset = self.offset * molecules / self.molecules
        return other

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
        return one, other, r, way, self.kind[one] * self.kinds + self.kind[other], near, around, slope

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        Calculator.calculate(self, atoms, properties, system_changes)
        one, other, r, way, kind, near, around, slope = self.terms(atoms.positions, atoms.cell.array)
        deep = np.maximum(self.touch[kind] - r, 0)
        products = (around[:, self.ab[0]] * around[:, self.ab[1]] * self.product[self.kind]).sum()
        by = np.zeros_like(around)                            # of the energy by `around`
        for side, its in (0, 1), (1, 0):
            np.add.at(by.T, self.ab[side], (around[:, self.ab[its]] * self.product[self.kind]).T)
        rise = 0.5 * (self.pair[kind] * near[1]).sum(axis=1) + (by[one] * slope).sum(axis=1) - 2 * STIFF * deep
        forces = np.zeros_like(atoms.positions)
        np.add.at(forces, one, rise[:, None] * way)
        np.add.at(forces, other, -rise[:, None] * way)
        energy = self.offset + 0.5 * (self.pair[kind] * near[0]).sum() + products + STIFF * deep @ deep
        self.results = dict(energy=energy, forces=forces)

    def rows(self, positions, cell):
        """By each weight: the energy, and the forces and torques on bodies (6 m, weights)."""
        one, other, r, way, kind, near, around, slope = self.terms(positions, cell)
        np.minimum.at(self.touch, kind, r - 0.1)
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
        return np.concatenate(energies), np.concatenate(forces, axis=1)

    def on_bodies(self, forces, positions):
        """Forces and torques about centres of mass, from forces (n, 3, weights); molecules are whole."""
        split = positions.reshape(-1, self.size, 3)
        arms = split - np.einsum("a,mak->mk", self.masses / self.masses.sum(), split)[:, None]
        forces = forces.reshape(*split.shape, -1)
        torques = np.cross(arms[..., None], forces, axisa=2, axisb=2, axisc=2).sum(axis=1)
        return np.concatenate([forces.sum(axis=1), torques], axis=1).reshape(-1, forces.shape[-1])

    def learn(self, positions, cell, energy, forces):
        """What the costly potential says of a box, whose molecules are whole."""
        self.told.append((*self.rows(positions, cell), energy, self.on_bodies(forces[..., None], positions)[:, 0]))

    def fit(self):
        """To all that was learned.  Returns by how much forces and torques are off then (eV/Angstrom, eV)."""
        energies, pushes, told, wanted = (np.array(part) for part in zip(*self.told))
        pushes, wanted = pushes.reshape(-1, pushes.shape[-1]), wanted.ravel()
        left = np.concatenate([pushes, WEIGHT * (energies - energies.mean(axis=0))])
        right = np.concatenate([wanted, WEIGHT * (told - told.mean())])
        size = np.sqrt((left ** 2).mean(axis=0)) + 1e-12
        ridge = np.repeat([RIDGE, 10 * RIDGE], [self.pair.size, self.product.size])
        normal = (left / size).T @ (left / size) + len(left) * np.diag(ridge)
        weights = np.linalg.solve(normal, (left / size).T @ right) / size
        self.pair[:], self.product[:] = (part.reshape(like.shape) for part, like in zip(
            np.split(weights, [self.pair.size]), (self.pair, self.product)))
        self.offset = float((told - energies @ weights).mean())
        self.reset()
        return float(np.sqrt(((pushes @ weights - wanted) ** 2).mean()))
