# SPDX-License-Identifier: GPL-2.0-only
"""What the checks of the LAMMPS fix share: dumps and logs read, and a rigid body made of its atoms."""

FTM2V = 1 / 48.88821291 ** 2   # units real
NKTV2P = 68568.415
MVV2E = 48.88821291 ** 2


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(u * v for u, v in zip(a, b))


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


class Body:
    """From masses, coordinates, velocities and forces of its atoms alone."""

    def __init__(self, atoms):
        self.mass = sum(a[0] for a in atoms)
        centre = [sum(a[0] * a[1][k] for a in atoms) / self.mass for k in range(3)]
        self.v = [sum(a[0] * a[2][k] for a in atoms) / self.mass for k in range(3)]
        self.force = [sum(a[3][k] for a in atoms) for k in range(3)]
        self.inertia = [[0.0] * 3 for _ in range(3)]
        self.torque, self.spin = [0.0] * 3, [0.0] * 3
        self.places = []
        for m, x, v, f, _ in atoms:
            r = [x[k] - centre[k] for k in range(3)]
            self.places.append(r)
            rr = dot(r, r)
            rf, rp = cross(r, f), cross(r, [v[k] - self.v[k] for k in range(3)])
            for i in range(3):
                self.torque[i] += rf[i]
                self.spin[i] += m * rp[i]
                for j in range(3):
                    self.inertia[i][j] += m * ((i == j) * rr - r[i] * r[j])
        self.w = solve(self.inertia, self.spin)


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
