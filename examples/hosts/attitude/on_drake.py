# SPDX-License-Identifier: BSD-3-Clause
"""Drake: a free cylinder, and a top that Drake's gravity turns, by Drake's integrators and by rigidstep."""
from pydrake.math import RollPitchYaw, RotationMatrix
from pydrake.multibody.math import SpatialVelocity
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import BallRpyJoint, RotationalInertia, SpatialInertia
from pydrake.systems.analysis import ResetIntegratorFromFlags, Simulator

from attitude import (ARM, CENTRAL, MASS, SECONDS, SPIN, TILTED, TOP, WEIGHT, Table, angle, free, move, np, quaternion,
                      rigidstep, rows, to_body, top_known)

METHODS = "runge_kutta2", "runge_kutta3", "runge_kutta5", "implicit_euler", "radau3"


class Body:
    def __init__(self, moments, arm=0.0, joint=False):
        self.plant = plant = MultibodyPlant(0.0)
        inertia = SpatialInertia.MakeFromCentralInertia(MASS, [0, 0, arm], RotationalInertia(*moments))
        self.body = plant.AddRigidBody("body", inertia)
        self.joint = joint and plant.AddJoint(BallRpyJoint("point", plant.world_frame(), self.body.body_frame()))
        plant.mutable_gravity_field().set_gravity_vector([0, 0, -WEIGHT if arm else 0])
        plant.Finalize()
        self.context = plant.CreateDefaultContext()

    def own(self, scheme, q, w, h, seconds):
        simulator = Simulator(self.plant)
        context = simulator.get_mutable_context()
        turn = rigidstep.matrices(np.array([q]))[0]
        if self.joint:
            self.joint.set_angles(context, RollPitchYaw(RotationMatrix(turn)).vector())
            self.joint.set_angular_velocity(context, turn @ w)
        else:
            self.plant.SetPositions(context, [*q, 0, 0, 0])
            self.plant.SetFreeBodySpatialVelocity(context=context, body=self.body,
                                                  V_JpJc=SpatialVelocity(turn @ w, [0, 0, 0]))
        integrator = ResetIntegratorFromFlags(simulator, scheme, h)
        integrator.set_fixed_step_mode(True)
        simulator.AdvanceTo(seconds)
        found = self.plant.EvalBodyPoseInWorld(simulator.get_context(), self.body).rotation().matrix()
        return quaternion(found), integrator.get_num_derivative_evaluations()

    def torque(self, _, q, __):
        """What Drake says of the weight about the body's origin, at this attitude."""
        self.plant.SetPositions(self.context, [*q, 0, 0, 0])
        return to_body(rows(q), self.plant.CalcGravityGeneralizedForces(self.context)[:3])


table = Table("Drake")
CYLINDER, RATE = [0.04, 0.04, 0.02], [2.0, 4.0, 6.0]           # of Drake's test of free bodies
table.part("a free cylinder, 100 s")
known = free(CYLINDER, TILTED, RATE, 100.0)[0]
for h in (0.02,) if table.options.short else (0.02, 0.002):
    for scheme in METHODS:
        found, calls = Body(CYLINDER).own(scheme, TILTED, RATE, h, 100.0)
        table.row(f"Drake: {scheme}", h, calls, angle(found, known))
found, _, _ = move(CYLINDER, TILTED, RATE, lambda *_: (0, 0, 0), 0.02, 5000, "strang")
table.row("exact", 0.02, 0, angle(found, known), 1e-11)

table.part("a top, 2 s (extrapolated midpoint rule); Drake's has a joint by roll, pitch and yaw")
known = top_known()[0]
for scheme, h in zip(METHODS, (0.0008, 0.0012, 0.0028)):
    h = SECONDS / round(SECONDS / h)
    found, calls = Body(CENTRAL, ARM, True).own(scheme, TILTED, SPIN, h, SECONDS)
    table.row(f"Drake: {scheme}", h, calls, angle(found, known))
for scheme, n, most in ("strang", 5000, 5e-6), ("blanes_moan4", 833, 2e-9), (table.options.scheme, 454, 1e-9):
    found, _, calls = move(TOP, TILTED, SPIN, Body(CENTRAL, ARM).torque, SECONDS / n, n, scheme)
    table.row(f"exact x {scheme}", SECONDS / n, calls, angle(found, known), most)
table.end()
