# SPDX-License-Identifier: GPL-2.0-only
"""What the checks of the LAMMPS fix share: dumps and logs read, and a rigid body made of its atoms."""
import numpy as np

FTM2V = 1 / 48.88821291 ** 2   # units real
NKTV2P = 68568.415
MVV2E = 48.88821291 ** 2


class Body:
    """From masses, coordinates, velocities and forces of its atoms alone."""

    def __init__(self, atoms):
        m, x, v, f = atoms[:, 0], atoms[:, 1:4], atoms[:, 4:7], atoms[:, 7:10]
        self.mass, self.force = m.sum(), f.sum(axis=0)
        self.v = m @ v / self.mass
        self.places = r = x - m @ x / self.mass
        self.torque, self.spin = np.cross(r, f).sum(axis=0), m @ np.cross(r, v - self.v)
        self.inertia = m @ (r * r).sum(axis=1) * np.eye(3) - (m * r.T) @ r
        # no spin about an axis without a moment
        self.inverse = np.linalg.pinv(self.inertia, rcond=1e-10, hermitian=True)
        self.w = self.inverse @ self.spin


def frames(path):
    """The step, and the atoms of each body: mass, x, v, f and what else the dump has."""
    with open(path) as lines:
        for line in lines:
            assert line.startswith("ITEM: TIMESTEP")
            step = int(next(lines))
            next(lines)
            count = int(next(lines))
            for _ in range(5):
                next(lines)
            atoms = np.array([next(lines).split() for _ in range(count)], float)
            yield step, [atoms[atoms[:, 1] == body, 2:] for body in np.unique(atoms[:, 1])]


def printed(run):
    """Of each step the lines that a run printed, as numbers."""
    table = {}
    for words in run.lines:
        table.setdefault(int(words[0]), []).append([float(word) for word in words[1:]])
    return table
