# SPDX-License-Identifier: BSD-3-Clause
"""MuJoCo: a free brick, and a top that MuJoCo's gravity turns, by MuJoCo's integrators and by rigidstep."""
import mujoco

from attitude import (ARM, CENTRAL, SECONDS, SPIN, TILTED, TOP, WEIGHT, Table, angle, energy, free, move, np, rows,
                      to_space, top_known)

BODY = """<mujoco><option gravity="0 0 {}" integrator="{}" timestep="{}"/><worldbody><body><joint type="{}"/>
 <inertial pos="0 0 {}" mass="1" diaginertia="{} {} {}"/></body></worldbody></mujoco>"""
METHODS = (("Euler", 1), ("implicit", 1), ("implicitfast", 1), ("RK4", 4))


def own(integrator, moments, q, w, h, n, arm=0.0):
    """With a ball joint, at the centre of mass or an arm from it."""
    model = mujoco.MjModel.from_xml_string(BODY.format(-WEIGHT if arm else 0, integrator, h, "ball", arm, *moments))
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = q, w
    for _ in range(n):
        mujoco.mj_step(model, data)
    return np.array(data.qpos), np.array(data.qvel)


def weight_of():
    model = mujoco.MjModel.from_xml_string(BODY.format(-WEIGHT, "Euler", 1, "ball", ARM, *CENTRAL))
    data = mujoco.MjData(model)

    def torque(_, q, __):                                     # at rest MuJoCo's bias is the weight's torque alone
        data.qpos[:] = q
        mujoco.mj_fwdPosition(model, data)
        mujoco.mj_fwdVelocity(model, data)
        return [-bias for bias in data.qfrc_bias]
    return torque


mujoco.set_mju_user_warning(lambda text: None)                # that Euler's method is unstable shows
table = Table("MuJoCo")
BRICK, RATE = [0.0025, 0.0085, 0.0110], np.radians([100.0, 200.0, 300.0])
table.part("a free brick, 60 s")
known, begun = free(BRICK, TILTED, RATE, 60.0)[0], energy(BRICK, RATE)
momentum = np.array(to_space(rows(TILTED), BRICK * RATE))


def drifts(q, w):
    off = np.linalg.norm(to_space(rows(q), BRICK * w) - momentum) / np.linalg.norm(momentum)
    return f"energy off by {abs(energy(BRICK, w) / begun - 1):.0e}, momentum by {off:.0e}"


for h in (0.01, 0.002):
    n = round(60 / h)
    for name, stages in METHODS:
        q, w = own(name, BRICK, TILTED, RATE, h, n)
        table.row(f"MuJoCo: {name}", h, stages * n, angle(q, known), more=drifts(q, w))
q, w, _ = move(BRICK, TILTED, RATE, lambda *_: (0, 0, 0), 0.01, 6000, "strang")
table.row("exact", 0.01, 0, angle(q, known), 1e-11, more=drifts(q, w))

table.part("a top, 2 s (extrapolated midpoint rule)")
known = top_known()[0]
for name, stages in METHODS:
    n = round(SECONDS / 0.0004) // stages
    found = own(name, CENTRAL, TILTED, SPIN, SECONDS / n, n, ARM)[0]
    table.row(f"MuJoCo: {name}", SECONDS / n, n * stages, angle(found, known))
for scheme, n, most in ("strang", 5000, 5e-6), ("blanes_moan4", 833, 2e-9), (table.options.scheme, 454, 1e-9):
    found, _, calls = move(TOP, TILTED, SPIN, weight_of(), SECONDS / n, n, scheme)
    table.row(f"exact x {scheme}", SECONDS / n, calls, angle(found, known), most)
table.end()
