# SPDX-License-Identifier: GPL-2.0-only
"""Rigid bodies from masses, coordinates, velocities and forces of their atoms alone, against what LAMMPS printed.

The dump: id mol mass xu yu zu vx vy vz fx fy fz, and, perhaps, six stresses of each atom, at full
precision.  The comparisons return the largest relative difference, and how many frames or values were compared.
"""
import math

import numpy as np

BOLTZ = 0.0019872067
FTM2V = 1 / 48.88821291 ** 2   # units real
NKTV2P = 68568.415
MVV2E = 48.88821291 ** 2
ROW, COLUMN = [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]   # of the six components of a stress


class Body:
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


def virials(atoms):
    """Of one body: six numbers of each atom."""
    b = Body(atoms)
    m, f, r = atoms[:, :1], atoms[:, 7:10], b.places
    alpha = b.inverse @ (b.torque * FTM2V - np.cross(b.w, b.spin))
    turning = np.cross(alpha, r) + np.cross(b.w, np.cross(b.w, r))
    g = m * (b.force / b.mass + turning / FTM2V) - f
    return r[:, ROW] * g[:, COLUMN]


def virial_apart(run):
    """Of a run that printed step press vol, six of the fixes' pressure, six of all but theirs and of motion, and,
    perhaps, nine sums of the atoms' centroid stress."""
    lines, worst, seen, done = printed(run), 0.0, 0, set()
    for step, bodies in frames(run.name + ".dump"):
        if step in done:
            continue
        done.add(step)
        atoms = np.concatenate(bodies)
        its = NKTV2P * np.concatenate([virials(body) for body in bodies])
        motion = atoms[:, 0] @ (atoms[:, 4:7] ** 2).sum(axis=1)
        dimensions = 3 if np.any(abs(atoms[:, 3]) > 1e-12) else 2
        if atoms.shape[1] > 10:
            worst = max(worst, np.max(abs(atoms[:, 10:16] + its)) / np.max(abs(its)))
        # a step that ended one run and began the next is there twice
        for row in lines[step]:
            press, vol = row[:2]
            wanted = its.sum(axis=0) / vol
            total = (wanted[:3].sum() + motion * MVV2E / vol * NKTV2P + sum(row[8:11])) / dimensions
            off = [*(row[2:8] - wanted), total - press]
            if len(row) > 14:
                off += list(-np.array(row[14:23]) / vol - wanted[[0, 1, 2, 3, 4, 5, 3, 4, 5]])
            worst = max(worst, np.max(np.abs(off)) / np.max(abs(wanted)))
            seen += 1
    return worst, seen


def sums(bodies, dt):
    """E_trans, E_rot, those refined, h^2/24 V, and degrees of freedom of rotation."""
    plain, squares, freedom = [0.0, 0.0], [0.0, 0.0], 0
    for atoms in bodies:
        b = Body(atoms)
        freedom += np.linalg.matrix_rank(b.inertia, 1e-9 * b.inertia.trace())
        plain[0] += b.mass * b.v @ b.v / 2 * MVV2E
        plain[1] += b.w @ b.spin / 2 * MVV2E
        squares[0] += b.force @ b.force / b.mass * FTM2V
        squares[1] += b.torque @ b.inverse @ b.torque * FTM2V
    refined = [e + dt * dt / 12 * s for e, s in zip(plain, squares)]
    return plain, refined, dt * dt / 24 * sum(squares), freedom


def outputs_apart(run, dt):
    """Of a run that dumped every step, and printed step pe ke, the scalar of the fix and its vector."""
    lines, states = printed(run), {}
    for step, bodies in frames(run.name + ".dump"):
        plain, refined, correction, freedom = sums(bodies, dt)
        scale = [2 / (3 * len(bodies) * BOLTZ), 2 / (freedom * BOLTZ)]
        both = 2 * sum(plain) / ((3 * len(bodies) + freedom) * BOLTZ)
        states[step] = (plain, refined, correction, scale, both)
    worst, compared, start = 0.0, 0, None
    for step, rows in sorted(lines.items()):
        pe, ke, scalar = rows[0][:3]
        vector = rows[0][3:]
        plain, refined, _, scale, both = states[step]
        start = pe + ke if start is None else start
        wanted = plain + [e * s for e, s in zip(plain, scale)]
        wanted += refined + [e * s for e, s in zip(refined, scale)] + [pe + ke, pe + ke - start]
        unknown = range(4, 8) if step == min(lines) else []
        for k, (value, want) in enumerate(zip(vector, wanted)):
            if k in unknown:
                assert math.isnan(value), "refined before the first step: %g" % value
            else:
                worst = max(worst, abs(value - want) / (abs(want) if k < 8 else abs(pe)))
        worst = max(worst, abs(scalar - both) / both)
        if step < min(lines) + 2:
            assert math.isnan(vector[10]), "refined energy at step %d: %g" % (step, vector[10])
            continue
        u = [lines[step - k][0][0] for k in (2, 1, 0)]
        before = states[step - 1]
        want = sum(before[0]) + (u[0] + 10 * u[1] + u[2]) / 12 + before[2]
        worst = max(worst, abs(vector[10] - want) / abs(pe))
        compared += 1
    return worst, compared
