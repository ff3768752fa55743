#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check_virial.py DUMP OUTPUT TOLERANCE: the constraint virial of rigid bodies, from masses,
coordinates, velocities and forces of their atoms alone, against what LAMMPS printed.

DUMP: id mol mass xu yu zu vx vy vz fx fy fz and, perhaps, six stresses of each atom, at full
precision.  OUTPUT: the log with step press vol, six of the fixes' pressure, six of all but theirs
and of motion, and, perhaps, nine sums of the atoms' centroid stress.  Prints the largest relative
difference and the number of frames; a difference above TOLERANCE is the exit status 1."""
import sys

FTM2V = 1 / 48.88821291 ** 2   # units real
NKTV2P = 68568.415
MVV2E = 48.88821291 ** 2


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def solve(matrix, right):
    """A symmetric 3 x 3 system by elimination; a body without spin about an axis leaves a pivot
    of zero, and no right-hand side along it."""
    a = [matrix[i][:] + [right[i]] for i in range(3)]
    size = max(abs(matrix[i][i]) for i in range(3))
    order = []
    for _ in range(3):
        pivot = max((i for i in range(3) if i not in order), key=lambda i: abs(a[i][i]))
        order.append(pivot)
        if abs(a[pivot][pivot]) < 1e-10 * size:
            a[pivot] = [float(i == pivot) for i in range(3)] + [0.0]
        for i in range(3):
            if i not in order:
                factor = a[i][pivot] / a[pivot][pivot]
                a[i] = [u - factor * v for u, v in zip(a[i], a[pivot])]
    x = [0.0] * 3
    for p in reversed(order):
        x[p] = (a[p][3] - sum(a[p][k] * x[k] for k in range(3) if k != p)) / a[p][p]
    return x


def constraint_forces(atoms):
    """Of one body: (r, g) of each atom."""
    mass = sum(a[0] for a in atoms)
    centre = [sum(a[0] * a[1][k] for a in atoms) / mass for k in range(3)]
    drift = [sum(a[0] * a[2][k] for a in atoms) / mass for k in range(3)]
    force = [sum(a[3][k] for a in atoms) for k in range(3)]
    inertia = [[0.0] * 3 for _ in range(3)]
    torque, spin = [0.0] * 3, [0.0] * 3
    places = []
    for m, x, v, f in atoms:
        r = [x[k] - centre[k] for k in range(3)]
        places.append(r)
        rr = sum(c * c for c in r)
        rf, rp = cross(r, f), cross(r, [v[k] - drift[k] for k in range(3)])
        for i in range(3):
            torque[i] += rf[i]
            spin[i] += m * rp[i]
            for j in range(3):
                inertia[i][j] += m * ((i == j) * rr - r[i] * r[j])
    w = solve(inertia, spin)
    turning = cross(w, spin)
    alpha = solve(inertia, [torque[k] * FTM2V - turning[k] for k in range(3)])
    result = []
    for (m, _, _, f), r in zip(atoms, places):
        tangential, inward = cross(alpha, r), cross(w, cross(w, r))
        result.append((r, [m * (force[k] / mass + (tangential[k] + inward[k]) / FTM2V) - f[k] for k in range(3)]))
    return result


PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def frames(path):
    with open(path) as lines:
        for line in lines:
            assert line.startswith("ITEM: TIMESTEP")
            step = int(next(lines))
            next(lines)
            count = int(next(lines))
            for _ in range(4):
                next(lines)
            atoms = {}
            columns = len(next(lines).split()) - 2
            for _ in range(count):
                w = next(lines).split()
                assert len(w) == columns
                n = [float(c) for c in w]
                atoms.setdefault(int(w[1]), []).append((n[2], n[3:6], n[6:9], n[9:12], n[12:]))
            yield step, list(atoms.values())


def thermo(path):
    table, on = {}, False
    with open(path) as lines:
        for line in lines:
            w = line.split()
            if w[:1] == ["Step"]:
                on = True
            elif w[:2] == ["Loop", "time"]:
                on = False
            elif on and w and w[0].isdigit():
                table.setdefault(int(w[0]), []).append([float(c) for c in w[1:]])
    return table


def main(dump, output, tolerance):
    printed, worst, seen, done = thermo(output), 0.0, 0, set()
    for step, bodies in frames(dump):
        if step in done:
            continue
        done.add(step)
        virial, motion, stress_error, stress_size = [0.0] * 6, 0.0, 0.0, 0.0
        dimensions = 3 if any(abs(a[2][2]) > 1e-12 for atoms in bodies for a in atoms) else 2
        for atoms in bodies:
            for (r, g), (m, _, v, _, stress) in zip(constraint_forces([a[:4] for a in atoms]), atoms):
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
