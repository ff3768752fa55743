# SPDX-License-Identifier: BSD-3-Clause
"""Ice Ih of water with the bonds of TIP4P."""
import numpy as np


def ice_ih(edge, *times):
    """Of so many orthogonal cells of 8 molecules, whose first edge is given: a proton along each bond, two next to each
    oxygen, at random but for a dipole of 0.  Returns the lengths of the box, and molecules (n, OHH, 3)."""
    random, times = np.random.default_rng(20081), np.array(times)
    cell = edge * np.array([1, np.sqrt(3), np.sqrt(8 / 3)])
    half = np.array([(0, 0, 1 / 16), (0, 0, 7 / 16), (1 / 2, 1 / 6, 9 / 16), (1 / 2, 1 / 6, 15 / 16)])
    corners = np.stack(np.meshgrid(*map(np.arange, times), indexing="ij"), -1).reshape(-1, 1, 3)
    x = ((corners + np.concatenate([half, half + (1 / 2, 1 / 2, 0)])) % times * cell).reshape(-1, 3)
    apart = x[None] - x[:, None]
    apart -= times * cell * np.rint(apart / (times * cell))
    bonds, dipole = np.argwhere(np.triu(np.linalg.norm(apart, axis=2) < 3, 1)), 1
    while dipole > 1e-9:
        bonds = random.permuted(bonds, axis=1)                # the first oxygen of a bond has its proton
        protons = np.bincount(bonds[:, 0], minlength=len(x))
        while protons.max() > 2:
            at = random.choice(np.flatnonzero(protons > 2))
            while protons[at] > 2:                            # one too many moves until it meets one too few
                bond = random.choice(np.flatnonzero(bonds[:, 0] == at))
                bonds[bond] = bonds[bond, ::-1]
                protons[bonds[bond]] += 1, -1
                at = bonds[bond, 0]
        dipole = np.abs(apart[tuple(bonds.T)].sum(axis=0)).max()
    first, second = (apart[tuple(bonds[np.argsort(bonds[:, 0])][k::2].T)] for k in (0, 1))
    along, across = (sum_ / np.linalg.norm(sum_, axis=1)[:, None] for sum_ in (first + second, first - second))
    cosine, sine = 0.9572 * np.cos(np.radians(52.26)), 0.9572 * np.sin(np.radians(52.26))
    hydrogens = [x + cosine * along + sign * sine * across for sign in (1, -1)]
    return times * cell, np.stack([x, *hydrogens], 1)
