#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_virial.py DUMP OUTPUT TOLERANCE: the constraint virial of rigid bodies, from masses,
coordinates, velocities and forces of their atoms alone, against what LAMMPS printed.

DUMP: id mol mass xu yu zu vx vy vz fx fy fz and, perhaps, six stresses of each atom, at full
precision.  OUTPUT: the log with step press vol, six of the fixes' pressure, six of all but theirs
and of motion, and, perhaps, nine sums of the atoms' centroid stress.  Prints the largest relative
difference and the number of frames; a difference above TOLERANCE is the exit status 1."""
import sys

from rigid_dump import FTM2V, MVV2E, NKTV2P, Body, cross, frames, solve, thermo

PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def constraint_forces(atoms):
    """Of one body: (r, g) of each atom."""
    body = Body(atoms)
    turning = cross(body.w, body.spin)
    alpha = solve(body.inertia, [body.torque[k] * FTM2V - turning[k] for k in range(3)])
    result = []
    for (m, _, _, f, _), r in zip(atoms, body.places):
        tangential, inward = cross(alpha, r), cross(body.w, cross(body.w, r))
        result.append((r, [m * (body.force[k] / body.mass + (tangential[k] + inward[k]) / FTM2V) - f[k]
                           for k in range(3)]))
    return result


def main(dump, output, tolerance):
    printed, worst, seen, done = thermo(output), 0.0, 0, set()
    for step, bodies in frames(dump):
        if step in done:
            continue
        done.add(step)
        virial, motion, stress_error, stress_size = [0.0] * 6, 0.0, 0.0, 0.0
        dimensions = 3 if any(abs(a[1][2]) > 1e-12 for atoms in bodies for a in atoms) else 2
        for atoms in bodies:
            for (r, g), (m, _, v, _, stress) in zip(constraint_forces(atoms), atoms):
                motion += m * sum(c * c for c in v)
                for n, (i, j) in enumerate(PAIRS):
                    virial[n] += r[i] * g[j]
                    stress_size = max(stress_size, abs(r[i] * g[j] * NKTV2P))
                    if stress:
                        stress_error = max(stress_error, abs(stress[n] + r[i] * g[j] * NKTV2P))
        # a step that ended one run and began the next is there twice
        for row in printed[step]:
            press, vol = row[:2]
            wanted = [v / vol * NKTV2P for v in virial]
            size = max(abs(v) for v in wanted)
            worst = max([worst, stress_error / stress_size] +
                        [abs(a - b) / size for a, b in zip(row[2:8], wanted)])
            total = (sum(wanted[:3]) + motion * MVV2E / vol * NKTV2P + sum(row[8:11])) / dimensions
            worst = max(worst, abs(total - press) / size)
            if len(row) > 14:
                sums = [-s / vol for s in row[14:23]]
                for n, where in enumerate(((0,), (1,), (2,), (3, 6), (4, 7), (5, 8))):
                    for k in where:
                        worst = max(worst, abs(sums[k] - wanted[n]) / size)
            seen += 1
    print("%.2g %d" % (worst, seen))
    return seen == 0 or not worst <= tolerance


sys.exit(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
