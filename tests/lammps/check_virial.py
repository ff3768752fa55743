# SPDX-License-Identifier: GPL-2.0-only
"""check_virial.py DUMP OUTPUT TOLERANCE: the constraint virial of rigid bodies, from masses,
coordinates, velocities and forces of their atoms alone, against what LAMMPS printed.

DUMP: id mol mass xu yu zu vx vy vz fx fy fz and, perhaps, six stresses of each atom, at full
precision.  OUTPUT: the log with step press vol, six of the fixes' pressure, six of all but theirs
and of motion, and, perhaps, nine sums of the atoms' centroid stress.  Prints the largest relative
difference and the number of frames; a difference above TOLERANCE is the exit status 1."""
import numpy as np

from rigid_dump import FTM2V, MVV2E, NKTV2P, Body, frames, printed

ROW, COLUMN = [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]   # of the six components of a stress


def virials(atoms):
    """Of one body: six numbers of each atom."""
    b = Body(atoms)
    m, f, r = atoms[:, :1], atoms[:, 7:10], b.places
    alpha = b.inverse @ (b.torque * FTM2V - np.cross(b.w, b.spin))
    turning = np.cross(alpha, r) + np.cross(b.w, np.cross(b.w, r))
    g = m * (b.force / b.mass + turning / FTM2V) - f
    return r[:, ROW] * g[:, COLUMN]


def compare(run):
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
