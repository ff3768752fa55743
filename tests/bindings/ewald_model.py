# SPDX-License-Identifier: BSD-3-Clause
"""Crystals of rigid molecules, with Ewald's sum of their charges and Lennard-Jones between their sites."""
import pathlib
import sys
from ase_models import WATER, Counted, np
from ase import Atoms, units
from ase.neighborlist import primitive_neighbor_list
from ase.spacegroup import crystal
from scipy.special import erfc
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "examples/studies"))
from ice import ice_ih                                        # noqa: E402

COULOMB = units._e / (4 * np.pi * units._eps0) * 1e10          # eV Angstrom / e^2
KCAL = units.kcal / units.mol


class Ewald(Counted):
    """Molecules of one kind, atom after atom; sites lie at weights (sites, atoms) of a molecule's atoms.  lj: cutoff of
    Lennard-Jones, beyond which the density is even."""
    def __init__(self, weights, charges, sigma, kelvin, lj=14.0, near=7.0, accuracy=4.0):
        Counted.__init__(self)
        self.weights, self.charges, self.lj, self.near = np.array(weights, float), np.array(charges), lj, near
        sigma, epsilon = np.array(sigma), np.array(kelvin) * units.kB
        self.sigma, self.epsilon = (sigma[:, None] + sigma) / 2, np.sqrt(epsilon[:, None] * epsilon)
        self.alpha, self.far = accuracy / near, 2 * accuracy ** 2 / near

    def model(self, atoms):
        sites, each = self.weights.shape
        n = len(atoms) // each
        x = np.einsum("sa,nai->nsi", self.weights, atoms.positions.reshape(n, each, 3)).reshape(-1, 3)
        self.kind, self.of, self.q = np.tile(np.arange(sites), n), np.repeat(np.arange(n), sites), np.tile(self.charges, n)
        total = [0.0, np.zeros_like(x), np.zeros((3, 3))]
        for take, cutoff, pair in ((self.q != 0, self.near, self.coulomb),
                                   (self.epsilon.diagonal()[self.kind] > 0, self.lj, self.lennard_jones)):
            at = np.flatnonzero(take)
            i, j, d, shift = primitive_neighbor_list("ijDS", atoms.pbc, atoms.cell.array, x[at], cutoff, self_interaction=False)
            i, j = at[i], at[j]
            energy, slope = pair(i, j, np.linalg.norm(d, axis=1), (self.of[i] == self.of[j]) & ~shift.any(axis=1))
            total[0] += energy.sum() / 2
            np.add.at(total[1], j, slope[:, None] * d)
            total[2] += (slope[:, None] * d).T @ d / 2
        self.tail(n, atoms.get_volume(), total)
        self.waves(x, atoms.cell.array, total)
        # Sites follow atoms linearly, so the virial of atoms is that of sites.
        return total[0], np.einsum("sa,nsi->nai", self.weights, total[1].reshape(n, sites, 3)).reshape(-1, 3), total[2]

    def coulomb(self, i, j, r, same):
        factor = COULOMB * self.q[i] * self.q[j]
        screened = erfc(self.alpha * r) / r
        slope = (screened + 2 * self.alpha / np.sqrt(np.pi) * np.exp(-(self.alpha * r) ** 2)) / r ** 2
        return factor * (screened - same / r), factor * (slope - same / r ** 3)

    def lennard_jones(self, i, j, r, same):
        epsilon = self.epsilon[self.kind[i], self.kind[j]] * ~same
        six, last = ((self.sigma[self.kind[i], self.kind[j]] / far) ** 6 for far in (r, self.lj))
        return 4 * epsilon * (six ** 2 - six - last ** 2 + last), 24 * epsilon * (2 * six ** 2 - six) / r ** 2

    def tail(self, n, volume, total):
        twelve, six = self.sigma ** 12 / self.lj ** 9, self.sigma ** 6 / self.lj ** 3
        # Pairs are shifted to 0 at the cutoff, and what this takes on average is given back.
        energy = (8 * np.pi * n ** 2 / volume * self.epsilon * (4 * twelve / 9 - 2 * six / 3)).sum()
        total[0] += energy
        total[2] += energy * np.eye(3)

    def waves(self, x, cell, total):
        total[0] -= COULOMB * self.alpha / np.sqrt(np.pi) * (self.q ** 2).sum()
        reach = np.ceil(self.far * np.linalg.norm(cell, axis=1) / (2 * np.pi)).astype(int)
        numbers = np.stack(np.meshgrid(*[np.arange(-m, m + 1) for m in reach], indexing="ij"), -1).reshape(-1, 3)
        k = numbers[len(numbers) // 2 + 1:] @ (2 * np.pi * np.linalg.inv(cell).T)      # one of k and -k
        k = k[(k ** 2).sum(axis=1) < self.far ** 2]
        square = (k ** 2).sum(axis=1)
        phase = np.exp(1j * x @ k.T)
        sums = self.q @ phase
        factor = 4 * np.pi * COULOMB / abs(np.linalg.det(cell)) * np.exp(-square / (4 * self.alpha ** 2)) / square
        energy = factor * abs(sums) ** 2
        total[0] += energy.sum()
        total[1] += 2 * self.q[:, None] * (((phase * sums.conj()).imag * factor) @ k)
        total[2] += energy.sum() * np.eye(3) - np.einsum("k,ka,kb", 2 * energy * (1 / square + 1 / (4 * self.alpha ** 2)), k, k)


def tip4p2005():
    """J. L. F. Abascal, C. Vega, J. Chem. Phys. 123, 234505 (2005), https://doi.org/10.1063/1.2121687."""
    to_m = 0.1546 / (2 * 0.9572 * np.cos(np.radians(104.52 / 2)))
    return Ewald([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1 - 2 * to_m, to_m, to_m]], [0, 0.5564, 0.5564, -1.1128],
                 [3.1589, 0, 0, 0], [93.2, 0, 0, 0])


def epm2():
    """J. G. Harris, K. H. Yung, J. Phys. Chem. 99, 12021 (1995), https://doi.org/10.1021/j100031a034."""
    return Ewald(np.eye(3), [0.6512, -0.3256, -0.3256], [2.757, 3.033, 3.033], [28.129, 80.507, 80.507])


def molecules_of(found, one, centre):
    """The molecules of a crystal, each as `one` lies best in its place, atom after atom."""
    whole = Atoms(cell=found.cell, pbc=True)
    for c in np.flatnonzero(found.numbers == centre):
        others = np.flatnonzero(found.numbers != centre)
        apart = found.get_distances(c, others, mic=True, vector=True)
        one_to = apart[np.argsort(np.linalg.norm(apart, axis=1))[:2]]
        here, there = one.positions[1:] - one.positions[0], one_to / np.linalg.norm(one_to, axis=1)[:, None]
        u, _, v = np.linalg.svd(here.T @ there)
        turn = u @ np.diag([1, 1, np.sign(np.linalg.det(u @ v))]) @ v
        copy = one.copy()
        copy.positions = found.positions[c] + (one.positions - one.positions[0]) @ turn
        whole += copy
    return whole, np.repeat(np.arange(len(whole) // 3), 3)


def carbon_dioxide(edge=5.6):
    one = Atoms("COO", positions=[(0, 0, 0), (1.149, 0, 0), (-1.149, 0, 0)])
    return molecules_of(crystal("CO", [(0, 0, 0), (1.149 / edge / 3 ** 0.5,) * 3], spacegroup=205, cellpar=[edge] * 3 + [90] * 3),
                        one, 6)


def ice(name):
    """II: B. Kamb and others, J. Chem. Phys. 55, 1934 (1971); XI: the ordered Ih, A. J. Leadbetter and others,
    J. Chem. Phys. 82, 424 (1985)."""
    if name == "Ih":
        lengths, places = ice_ih(4.5, 3, 2, 1)
        return Atoms("OHH" * len(places), places.reshape(-1, 3), cell=lengths, pbc=True), np.arange(len(places)).repeat(3)
    if name == "II":
        found = crystal("OHHOHH", [(0.274, 0.028, 0.857), (0.426, 0.196, 0.989), (0.149, 0.041, 0.794), (0.474, 0.745, 0.321),
                                   (0.367, 0.741, 0.198), (0.407, 0.731, 0.402)],
                        spacegroup=148, setting=2, cellpar=[7.78] * 3 + [113.1] * 3)
    else:
        found = crystal("OOHHH", [(0, 0.6649, 0.0631), (0.5, 0.8255, -0.0631), (0, 0.6636, 0.1963), (0, 0.5363, 0.0183),
                                  (0.6766, -0.2252, -0.0183)], spacegroup=36, cellpar=[4.465, 7.858, 7.292, 90, 90, 90])
    return molecules_of(found, WATER, 8)
