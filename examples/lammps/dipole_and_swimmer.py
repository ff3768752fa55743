# SPDX-License-Identifier: GPL-2.0-only
"""Forces and torques on rigid bodies from Python, by LAMMPS' library:

    dipole_and_swimmer.py LIBLAMMPS.SO RIGIDSTEPPLUGIN.SO

A rigid dipole turns into a field, and a swimmer, which pushes itself along its axis while a torque turns it, goes round
in a circle.  Both feel friction.  The script prints what closed forms say, too.

`Lammps` needs NumPy only.  With LAMMPS' own Python module write
    bodies = lmp.numpy.extract_fix("1", lammps.LMP_STYLE_LOCAL, lammps.LMP_TYPE_ARRAY)
    lmp.set_fix_external_callback("caller", push)
"""
import ctypes as c
import sys

import numpy as np

MASS, MOMENTS, X, Q, P, L, FORCE, TORQUE = 1, 2, 5, 8, 12, 15, 24, 27      # columns; the last two are yours to write
LOCAL, ARRAY, ROWS = 2, 2, 4                                               # numbers of LAMMPS' library
CALLBACK = c.CFUNCTYPE(None, c.c_void_p, c.c_int64, c.c_int, c.c_void_p, c.c_void_p, c.c_void_p)


class Lammps:
    def __init__(self, library, commands):
        words = [b"lmp", b"-log", b"none", b"-screen", b"none"]
        self.library = c.CDLL(library, mode=c.RTLD_GLOBAL)
        self.library.lammps_open_no_mpi.restype = self.library.lammps_extract_fix.restype = c.c_void_p
        self.library.lammps_get_thermo.restype = c.c_double
        self.handle = c.c_void_p(self.library.lammps_open_no_mpi(len(words), (c.c_char_p * len(words))(*words), None))
        self(commands)

    def __call__(self, commands):
        for line in commands.strip().splitlines():
            self.library.lammps_command(self.handle, line.strip().encode())
            if self.library.lammps_has_error(self.handle):
                text = c.create_string_buffer(1000)
                self.library.lammps_get_last_error_message(self.handle, text, 1000)
                raise RuntimeError(text.value.decode())

    def bodies(self):
        """The local array of fix 1, without a copy: one row per body of this rank."""
        def of(kind, what):
            return c.cast(self.library.lammps_extract_fix(self.handle, b"1", LOCAL, kind, 0, 0), what)
        rows = of(ROWS, c.POINTER(c.c_int))[0]
        if not rows:
            return np.zeros((0, 30))
        return np.ctypeslib.as_array(of(ARRAY, c.POINTER(c.POINTER(c.c_double)))[0], (rows, 30))

    def call(self, function):
        """From now on at each evaluation of forces, by `fix caller all external pf/callback 1 1`."""
        self.called = CALLBACK(lambda *arguments: function())
        self.library.lammps_set_fix_external_callback(self.handle, b"caller", self.called, self.handle)

    def thermo(self, name):
        return self.library.lammps_get_thermo(self.handle, name.encode())


def axes(body):
    """The principal axes of a body in space, as columns."""
    w, x, y, z = body[Q:Q + 4]
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def axis(body):
    """The axis of the smallest moment: of the dipole, and of the swimmer, in its plane."""
    return axes(body)[:, np.argmin(body[MOMENTS:MOMENTS + 3])]


def main():
    field, moment = np.array([0, 0, 2.0]), 1.5
    thrust, torque, damp = 1.2, 0.5, 0.8
    lmp = Lammps(sys.argv[1], f"""
        plugin load {sys.argv[2]}
        units lj
        atom_style molecular
        atom_modify map array
        region box block -9 9 -9 9 -9 9
        create_box 1 box
        mass 1 1.0
        create_atoms 1 single 5 0 0
        create_atoms 1 single 5.8 0 0.6
        create_atoms 1 single 0 0 0
        create_atoms 1 single 1 0 0
        create_atoms 1 single 0.5 1 0
        set atom 1*2 mol 1
        set atom 3*5 mol 2
        pair_style zero 2.0
        pair_coeff * *
        timestep 0.005
        fix caller all external pf/callback 1 1
        fix 1 all rigid/small/rgs molecule langevin 0 0 {damp} 1 external 0 0 0 0 0 0""")

    def push():
        for body in lmp.bodies():
            along = axis(body)
            if body[MASS] == 2:
                body[TORQUE:] = np.cross(moment * along, field)
            else:
                body[FORCE:TORQUE], body[TORQUE:] = thrust * along, [0, 0, torque]

    lmp.call(push)
    path = []
    for _ in range(400):
        lmp("run 20 post no")
        path += [body[X:X + 3].copy() for body in lmp.bodies() if body[MASS] == 3]
    for body in lmp.bodies():
        if body[MASS] == 2:
            print(f"dipole: cosine to the field {abs(axis(body)[2]):.4f}; at rest: 1")
        else:
            rate = torque * damp / body[MOMENTS:MOMENTS + 3].max()
            radius = thrust * damp / 3 / rate / np.hypot(1, rate * damp)
    path = np.array(path)[-int(2 * np.pi / rate / 0.1):]           # the last turn
    print(f"swimmer: radius {np.linalg.norm(path - path.mean(axis=0), axis=1).mean():.4f}; closed form {radius:.4f}")


if __name__ == "__main__":
    main()
