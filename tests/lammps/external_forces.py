# SPDX-License-Identifier: GPL-2.0-only
"""Another program reads and pushes bodies: external_forces.py LIBLAMMPS PLUGIN STYLE, on any number of ranks.

A gyroscope of points, held by no force, whose torque z x u this program writes into the fix's local array, goes round z
as its closed form says; and the work of forces and torques on tumbling bodies is what their energy gains.  On several
ranks, where bodies change theirs, the last number of the line `work` is as on one.
"""
import ctypes as c
import os
import sys

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "../../examples/lammps"))
from dipole_and_swimmer import FORCE as PUSH, L, P, Lammps, axes

library, plugin, style = sys.argv[1:4]
ranks = int(os.environ.get("OMPI_COMM_WORLD_SIZE", "1"))


def begun(commands):
    return Lammps(library, f"plugin load {plugin}\n" + commands)


BEGIN = """units lj
atom_style molecular
atom_modify map array sort 0 0
"""
EMPTY = """region b block -9 9 -9 9 -9 9
create_box 1 b
mass 1 1.0
"""
THEN = """pair_style zero 2.0
pair_coeff * *
comm_modify cutoff 4
neigh_modify exclude molecule/intra all
thermo_modify norm no
"""


def axis(bodies):
    return axes(bodies[0]), bodies[0, 2:5]


def gyroscope(dt, time):
    tilt, rate, pull = 0.6, 0.3, 0.5
    angle = 2 * np.pi * np.arange(4) / 4
    places = np.vstack([np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1), [[0, 0, 1.0]]])
    places -= places.mean(axis=0)
    moment1, moment3 = (places[:, 1:] ** 2).sum(), (places[:, :2] ** 2).sum()
    spin3 = (pull / rate + moment1 * rate * np.cos(tilt)) / moment3
    turn = np.array([[np.cos(tilt), 0, np.sin(tilt)], [0, 1, 0], [-np.sin(tilt), 0, np.cos(tilt)]])
    u = turn @ [0, 0, 1]
    here = places @ turn.T
    v = np.cross(spin3 * u + rate * (np.array([0, 0, 1]) - np.cos(tilt) * u), here)
    run = begun(BEGIN + EMPTY + THEN + "\n".join(f"create_atoms 1 single {p[0]!r} {p[1]!r} {p[2]!r}" for p in here.tolist()))
    run("set group all mol 1\n" + "\n".join(f"set atom {n + 1} vx {w[0]!r} vy {w[1]!r} vz {w[2]!r}" for n, w in enumerate(v.tolist())))
    run(f"timestep {dt}\nfix caller all external pf/callback 1 1\nfix 1 all {style} molecule external 0 0 0 0 0 0")
    run.call(lambda: None)
    run("run 0")
    turned, moments = axis(run.bodies())
    which = int(np.argmax(abs(u @ turned)))          # the principal axis that is the gyroscope's
    sign = np.sign(u @ turned[:, which])

    def push():
        """Called at each evaluation, when the bodies are where the forces belong."""
        bodies = run.bodies()
        bodies[0, PUSH + 3:] = pull * np.cross([0, 0, 1], axis(bodies)[0][:, which] * sign)
    run.call(push)
    run(f"run {round(time / dt)}")
    now = axis(run.bodies())[0][:, which] * sign
    wanted = [np.sin(tilt) * np.cos(rate * time), np.sin(tilt) * np.sin(rate * time), np.cos(tilt)]
    return np.linalg.norm(now - wanted)


if ranks == 1:
    off = [gyroscope(dt, 2.0) for dt in (0.02, 0.01)]
    print("gyroscope", *off)


def pushed(dt):
    """Work of a force and a torque on each body, of variables and of the array, and what the bodies' energy gains."""
    run = begun(BEGIN + "read_data trimers.data\n" + THEN + f"""timestep {dt}
variable f equal 0.3*cos(time)
fix 1 all {style} molecule external v_f 0 0 0 0 0.4
run 0""")
    def given(bodies):
        return np.array([0.2 * np.random.default_rng(int(number)).normal(size=6) for number in bodies[:, 0]]).reshape(-1, 6)
    run.bodies()[:, PUSH:] = given(run.bodies())
    run("run 0")
    work, energy = 0.0, run.thermo("ke")

    def power():
        b, push = run.bodies(), run.bodies()[:, PUSH:].copy()
        push[:, 0] += 0.3 * np.cos(run.thermo("time"))
        push[:, 5] += 0.4
        total = 0.0
        for row, its in zip(b, push):
            turn, moments = axis(row[None])
            total += its[:3] @ row[P:P + 3] / row[1] + its[3:] @ (turn @ ((turn.T @ row[L:L + 3]) / moments))
        return total
    before = power()
    for _ in range(round(2 / dt)):
        run("run 1 post no")
        now = power()
        work, before = work + 0.5 * dt * (before + now), now
    assert np.array_equal(run.bodies()[:, PUSH:], given(run.bodies()))
    return abs(run.thermo("ke") - energy - work), work, run.thermo("ke")


def value(run, text):
    run(f"variable now equal {text}")
    run.library.lammps_extract_variable.restype = c.POINTER(c.c_double)
    return run.library.lammps_extract_variable(run.handle, b"now", None)[0]


def counted(dt):
    """With external_counts: energy gained less work (element 10), that without it, and what is missing in the pressures."""
    virial, drift, force = [], [], np.array([0.3, 0.1, -0.2])
    for words in "no", "yes":
        run = begun(BEGIN + "read_data trimers.data\n" + THEN + f"""timestep {dt}
fix 1 all {style} molecule external 0.3 0.1 -0.2 0 0.2 0 external_counts {words}
thermo_style custom step pxx pyy pxy f_1[10]
run {round(2 / dt)}""")
        virial.append([run.thermo(name) * run.thermo("vol") for name in ("pxx", "pyy", "pxy")])
        drift.append(abs(value(run, "f_1[10]")))
    along = [force[0] * value(run, "xcm(all,x)"), force[1] * value(run, "xcm(all,y)"), force[1] * value(run, "xcm(all,x)")]
    wanted = run.thermo("atoms") / 3 * np.array(along)
    return drift[1], drift[0], abs(np.subtract(virial[1], virial[0]) - wanted).max() / abs(wanted).max()


off = [pushed(dt) for dt in (0.02, 0.01)]
missed = [counted(dt) for dt in (0.02, 0.01)]
if os.environ.get("OMPI_COMM_WORLD_RANK", "0") == "0":
    print("work", off[0][0], off[1][0], off[1][1], repr(off[1][2]))
    print("counted", missed[0][0], missed[1][0], missed[1][1], missed[1][2])

if ranks > 1:
    sys.exit()
run = begun(BEGIN + EMPTY + THEN + "create_atoms 1 single 0 0 0\ncreate_atoms 1 single 1 0 0\nset group all mol 1\n"
             f"fix 1 all {style} molecule external 0 0 0 0 0 0\nrun 1")
run.bodies()[0, PUSH + 1] = np.nan
try:
    run("run 1")
    print("nan taken")
except RuntimeError as error:
    print(error)
