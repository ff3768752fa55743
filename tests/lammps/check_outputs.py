# SPDX-License-Identifier: GPL-2.0-only
"""The global vector of the fix, from masses, coordinates, velocities and forces of the atoms alone, against what LAMMPS printed.

DUMP: as for check_virial.py, every step.  OUTPUT: the log with step pe ke scalar and the vector.  Returns the largest
relative difference and the number of values of refined energy compared."""
import math

import numpy as np

from rigid_dump import FTM2V, MVV2E, Body, frames, printed

BOLTZ = 0.0019872067


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


def compare(run, dt):
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
