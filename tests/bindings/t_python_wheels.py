# SPDX-License-Identifier: BSD-3-Clause
"""Bodies with wheels (gyrostats) beside Runge-Kutta steps on Euler's equations with wheels, which are extrapolated and
share no formula with the library: free flight, orders under torques, motors, saves, and what is refused."""
import re, sys
import numpy as np
from rigidstep import PLANAR, Library, Refused, Stepper

rgs = Library(sys.argv[1])
SHAPES = {"asymmetric": [1.0, 1.6, 2.2], "prolate": [2.0, 2.0, 0.6], "sphere": [1.2, 1.2, 1.2]}
Q, L, WHEELS = np.array([0.5, 0.5, -0.5, 0.5]), np.array([1.0, 0.4, -1.3]), np.array([0.7, -0.4, 1.1])

def axes(q):                                        # columns: the body's axes in space
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])

# ---- the reference: l' = torque, q' = q omega/2 with omega = J^-1 (Q^T l - w) ------------------------
def slope(t, s, inertia, wheels, torque):
    q, l = s[:4] / np.linalg.norm(s[:4]), s[4:]
    w = (axes(q).T @ l - wheels(t)) / inertia       # in the body
    turn = np.array([-w @ s[1:4], *(s[0] * w + np.cross(s[1:4], w))]) / 2
    return np.concatenate([turn, torque(t, q, l, w)])

def runge_kutta(time, n, *model):
    s, h = np.concatenate([Q, L]), time / n
    for k in range(n):
        a = slope(k * h, s, *model)
        b = slope(k * h + h / 2, s + h / 2 * a, *model)
        c = slope(k * h + h / 2, s + h / 2 * b, *model)
        d = slope(k * h + h, s + h * c, *model)
        s = s + h / 6 * (a + 2 * b + 2 * c + d)
    return s

def reference(time, inertia, wheels, torque, n=400):
    rows = [runge_kutta(time, n * m, inertia, wheels, torque) for m in (1, 2, 4)]
    once = [rows[k + 1] + (rows[k + 1] - rows[k]) / 15 for k in (0, 1)]
    return once[1] + (once[1] - once[0]) / 31

# ---- the library ------------------------------------------------------------------------------------
def at_rest(t):
    return WHEELS
def none(t, q, l, w):
    return 0 * l
def weight(t, q, l, w):                             # of a top
    return np.cross(axes(q)[:, 2], [0, 0.3 * np.sin(t), -1.5])
def friction(t, q, l, w):                           # and a torque that depends on the body's rate
    return weight(t, q, l, w) - axes(q) @ (np.array([0.9, 0.5, 0.3]) * w)

def stepper_of(moments, torque, rotor="exact", scheme="strang", wheels=at_rest, half=0.0, n=1, **more):
    """half: half a step, by which the wheels of the next flight lie behind the evaluation."""
    body = {k: np.tile(v, (n, 1)) for k, v in dict(x=[0.0] * 3, p=[0.0] * 3, q=Q, l=L, inertia=np.array(moments, float),
                                                   f=[0.0] * 3, tau=[0.0] * 3).items()}
    body.update(mass=np.ones(n), wheels=np.tile(wheels(half), (n, 1)))
    def force(time):
        body["f"][:] = 0
        for k in range(n):
            q, l = body["q"][k], body["l"][k]
            body["tau"][k] = torque(time, q, l, (axes(q).T @ l - wheels(time)) / body["inertia"][k])
        if half:
            body["wheels"][:] = wheels(time + half)
        return 0.0
    columns = {k: v for k, v in body.items() if k != "wheels"}
    stepper = Stepper(rgs, rotor, scheme, columns, force, **more)
    stepper.set_wheels(body["wheels"])
    return body, stepper

def end(body):
    return np.concatenate([body["q"][0], body["l"][0]])

def free_flight():
    for shape, inertia in SHAPES.items():
        want = reference(4.0, np.array(inertia), at_rest, none)
        for rotor, n, bar in (("exact", 1, 2e-13), ("exact", 40, 2e-13), ("jacobi", 4, 1e-11), ("dmv2", 40, 2e-12)):
            body, stepper = stepper_of(inertia, none, rotor)
            with stepper:
                before = stepper.energy()[1]
                stepper.step(4.0 / n, n)
                energy = abs(stepper.energy()[1] / before - 1)
                off = min(abs(sign * body["q"][0] - want[:4]).max() for sign in (1, -1))    # the same rotation
                print(f"{shape:10s} {rotor:6s} {n:3d} steps: off by {off:.1e}, energy {energy:.1e}")
                assert off < bar and energy < bar
                assert (body["l"][0] == L).all()    # bit for bit
                stepper.step(-4.0 / n, n)
                assert min(abs(sign * body["q"][0] - Q).max() for sign in (1, -1)) < bar
    body, stepper = stepper_of([1.0, 1.6, 2.2], none)
    with stepper:                                   # w = 0: the body alone, bit for bit
        body["wheels"][:] = 0
        stepper.step(0.1, 10)
        with_none = end(body)
    other, stepper = stepper_of([1.0, 1.6, 2.2], none)
    with stepper:
        stepper.set_wheels(None)
        stepper.step(0.1, 10)
        assert (end(other) == with_none).all()

def order_of(scheme, torque, steps, want, **more):
    inertia = [1.0, 1.6, 2.2]
    exact = reference(2.0, np.array(inertia), more.get("wheels", at_rest), torque)
    errors = []
    for n in (steps, 2 * steps):
        half = 1.0 / n if "wheels" in more else 0.0
        body, stepper = stepper_of(inertia, torque, scheme=scheme, half=half, **more)
        with stepper:
            stepper.step(2.0 / n, n)
        errors.append(abs(end(body) - exact).max())
    order = np.log2(errors[0] / errors[1])
    print(f"{scheme:16s} {torque.__name__:8s} order {order:.2f}, error {errors[1]:.1e}")
    assert abs(order - want) < 0.2

def orders():
    order_of("strang", weight, 40, 2)
    order_of("yoshida4", weight, 40, 4)
    order_of("srkn11b", weight, 8, 6)
    order_of("strang_momentum", friction, 40, 2, momenta=True)
    order_of("suzuki4_momentum", friction, 20, 4, momenta=True)
    def commanded(t):                               # a motor speeds one wheel up
        return WHEELS + np.array([0, 0.4 * t, 0.3 * np.sin(2 * t)])
    order_of("strang", weight, 40, 2, wheels=commanded)

def saves():
    for scheme, more in ("srkn11b", {}), ("strang_momentum", {"momenta": True}):
        torque = friction if more else weight
        body, stepper = stepper_of([1.0, 1.6, 2.2], torque, scheme=scheme, n=3, **more)
        with stepper:
            stepper.step(0.05, 7)
            block, columns = stepper.save(), {k: v.copy() for k, v in body.items()}
            stepper.step(0.05, 9)
        again, stepper = stepper_of([1.0, 1.6, 2.2], torque, scheme=scheme, n=3, **more)
        with stepper:
            for k, v in columns.items():
                again[k][:] = v
            stepper.load(block)
            stepper.step(0.05, 9)
        assert all((again[k] == body[k]).all() for k in "xpql"), scheme

def refused():
    def says(words, moments=(1.0, 1.6, 2.2), **more):
        try:
            body, stepper = stepper_of(moments, none, **more)
            with stepper:
                stepper.step(0.1)
        except Refused as error:
            assert re.search(words, str(error)), error
        else:
            raise AssertionError(words)
    says("thermostat 'drag'", thermostat="drag")
    says("'refined' or 'shadow' of params", params={"refined": 1})
    says("spec.inertia", inertia=2.0)
    says("out of the plane", flags=PLANAR)
    says(r"body 0: wheels\[2\] is 1.1, and inertia\[2\] is 0", moments=(1.0, 1.0, 0.0))
    says("integrator 'rattle'", rotor=None, scheme=None, integrator="rattle")
    body, stepper = stepper_of([1.0, 1.6, 2.2], none)
    with stepper:
        for wrong in body["wheels"][:, :2].copy(), [1.0, 2.0, 3.0], "wheels":
            try:
                stepper.set_wheels(wrong)
            except (TypeError, ValueError) as error:
                assert "wheels" in str(error)
            else:
                raise AssertionError(wrong)
        try:
            stepper.output("kt_rotation")
        except Refused as error:
            assert "wheels" in str(error)
        else:
            raise AssertionError("output")

for part in free_flight, orders, saves, refused:
    part()
print("ok")
