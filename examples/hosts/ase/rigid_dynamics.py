# SPDX-License-Identifier: BSD-3-Clause
"""Rigid groups of atoms for ASE, under the forces of any of its calculators.

    dynamics = RigidDynamics(atoms, 2 * units.fs, groups, library)
    dynamics.run(1000)                  # trajectories, loggers: as with ASE's own dynamics

ASE's units (eV, Angstrom, amu) belong together: force = mass * length / time^2, so nothing is
converted.
"""
import numpy as np
from ase import units
from ase.geometry import find_mic
from ase.md.md import MolecularDynamics
from rigidstep import Stepper


def quaternion(turn):
    """Of a rotation matrix: the row of the outer product q q^T with the largest diagonal."""
    (a, b, c), (d, e, f), (g, h, i) = turn
    outer = np.array([[1 + a + e + i, h - f, c - g, d - b], [h - f, 1 + a - e - i, b + d, c + g],
                      [c - g, b + d, 1 - a + e - i, f + h], [d - b, c + g, f + h, 1 - a - e + i]])
    row = outer[outer.diagonal().argmax()]
    return row / np.linalg.norm(row)


def matrices(q):
    """Of n quaternions: n rotations from body to space."""
    w, x, y, z = q.T
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]
                     ]).transpose(2, 0, 1)


class RigidDynamics(MolecularDynamics):
    """groups: lists of indices; every atom belongs to one.  A group may be one atom, or a line of
    them.  rotor and scheme, or integrator, and params: as library.methods() lists them."""

    def __init__(self, atoms, timestep, groups, library, rotor="exact", scheme="strang", *,
                 integrator=None, params=None, trajectory=None, **ase):
        MolecularDynamics.__init__(self, atoms, timestep, trajectory, **ase)
        order = np.concatenate([np.asarray(group, int) for group in groups])
        if not np.array_equal(np.sort(order), np.arange(len(atoms))):
            raise ValueError(f"groups must name each of the atoms 0 to {len(atoms) - 1} once")
        if atoms.constraints:
            raise ValueError("the atoms have constraints; rigid groups need none")
        self.order = order
        self.body = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
        n = len(groups)
        self.arrays = dict(x=np.zeros((n, 3)), p=np.zeros((n, 3)), q=np.zeros((n, 4)),
                           l=np.zeros((n, 3)), mass=np.zeros(n), inertia=np.zeros((n, 3)),
                           f=np.zeros((n, 3)), tau=np.zeros((n, 3)))
        self.site = np.zeros((len(atoms), 3))            # in the body frame, body after body
        for i, group in enumerate(groups):
            self._measure(i, np.asarray(group, int))
        names = (None, None) if integrator else (rotor, scheme)
        self.stepper = Stepper(library, *names, self.arrays, self._force, integrator=integrator,
                               params=params)

    def _measure(self, i, group):
        """Mass, moments, place, attitude and momenta of body i from those of its atoms."""
        a, body = self.atoms, self.arrays
        mass, momenta = a.get_masses()[group][:, None], a.get_momenta()[group]
        from_first, _ = find_mic(a.positions[group] - a.positions[group[0]], a.cell, a.pbc)
        body["mass"][i] = mass.sum()
        centre = (mass * from_first).sum(0) / mass.sum()
        arm = from_first - centre
        tensor = (mass * arm).T @ arm
        moments, axes = np.linalg.eigh(tensor.trace() * np.eye(3) - tensor)
        moments[moments < 1e-12 * moments.max()] = 0     # atoms in a line, or one alone
        axes[:, 2] *= np.linalg.det(axes)
        spin = axes.T @ np.cross(arm, momenta).sum(0)
        body["x"][i] = a.positions[group[0]] + centre
        body["p"][i] = momenta.sum(0)
        body["q"][i] = quaternion(axes)
        body["l"][i] = axes @ np.where(moments > 0, spin, 0)
        body["inertia"][i] = moments
        self.site[self.body == i] = arm @ axes

    def _place(self):
        """Puts the atoms where the bodies are; returns their arms."""
        self.turn = matrices(self.arrays["q"])
        arm = np.einsum("aij,aj->ai", self.turn[self.body], self.site)
        self.atoms.positions[self.order] = self.arrays["x"][self.body] + arm
        return arm

    def _force(self, time):
        arm = self._place()
        force = self.atoms.get_forces()[self.order]
        for column, each in ("f", force), ("tau", np.cross(arm, force)):
            self.arrays[column][...] = 0
            np.add.at(self.arrays[column], self.body, each)
        return self.atoms.get_potential_energy()

    def _momenta(self):
        arm, body = self._place(), self.arrays
        moments = np.where(body["inertia"] > 0, body["inertia"], np.inf)
        rate = np.einsum("nij,nj,nkj,nk->ni", self.turn, 1 / moments, self.turn, body["l"])
        velocity = (body["p"] / body["mass"][:, None])[self.body] + np.cross(rate[self.body], arm)
        momenta = np.empty_like(velocity)
        momenta[self.order] = velocity * self.atoms.get_masses()[self.order][:, None]
        self.atoms.set_momenta(momenta)

    def step(self):
        self.stepper.step(self.dt)
        with self.stepper.shown():
            self._momenta()

    def freedom(self):
        return 3 * len(self.arrays["mass"]) + np.count_nonzero(self.arrays["inertia"])

    def scale_to(self, kelvin):
        """Scales all momenta to this temperature."""
        factor = np.sqrt(self.freedom() * units.kB * kelvin / 2 / sum(self.stepper.energy()))
        self.arrays["p"] *= factor
        self.arrays["l"] *= factor
        self._momenta()
