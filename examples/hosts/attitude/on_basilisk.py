# SPDX-License-Identifier: BSD-3-Clause
"""Basilisk's gravity gradient on a satellite that librates and on one that tumbles, and a brake as of a flight
computer, by Basilisk's Runge-Kutta method and by rigidstep."""
from Basilisk.architecture import messaging, sysModel
from Basilisk.simulation import GravityGradientEffector, extForceTorque, spacecraft
from Basilisk.utilities import SimulationBaseClass, macros, simIncludeGravBody

from attitude import (DAY, EARTH, RADIUS, TURN, Table, angle, extrapolated, free, from_mrp, gradient, move, np, pitch,
                      place, rows, to_body, to_mrp)

CYLINDER = [500.0, 12250.0, 12250.0]                          # of NASA's JEOD, SIM_dyncomp, RUN_10A
BRAKE = 1e-3


class Brake(sysModel.SysModel):
    """A torque -BRAKE I w, commanded once a step."""
    def __init__(self, inertia, craft):
        super().__init__()
        self.inertia, self.state, self.command = inertia, craft.scStateOutMsg, messaging.CmdTorqueBodyMsg()
        self.payload = messaging.CmdTorqueBodyMsgPayload()

    def UpdateState(self, now):
        self.payload.torqueRequestBody = (-BRAKE * np.multiply(self.inertia, self.state.read().omega_BN_B)).tolist()
        self.command.write(self.payload, now, self.moduleID)


class Satellite:
    """Basilisk's clock counts nanoseconds, up to 2^53: 104 days."""
    def __init__(self, inertia, q, w, h, brakes=False):
        self.simulation = simulation = SimulationBaseClass.SimBaseClass()
        simulation.CreateNewProcess("all").addTask(simulation.CreateNewTask("all", macros.sec2nano(h)))
        self.craft = craft = spacecraft.Spacecraft()
        craft.hub.mHub, craft.hub.IHubPntBc_B = 1000.0, np.diag(inertia).tolist()
        craft.hub.sigma_BNInit, craft.hub.omega_BN_BInit = [[s] for s in to_mrp(q)], [[float(r)] for r in w]
        if brakes:
            self.brake, self.motor = Brake(inertia, craft), extForceTorque.ExtForceTorque()
            self.motor.cmdTorqueInMsg.subscribeTo(self.brake.command)
            for model in (self.brake, self.motor):
                simulation.AddModelToTask("all", model)
            craft.addDynamicEffector(self.motor)
        else:
            self.bodies = simIncludeGravBody.gravBodyFactory()
            earth = self.bodies.createEarth()
            earth.isCentralBody, earth.mu = True, EARTH
            self.bodies.addBodiesTo(craft)
            craft.hub.r_CN_NInit, craft.hub.v_CN_NInit = [[RADIUS], [0.0], [0.0]], [[0.0], [RADIUS * TURN], [0.0]]
            self.effector = GravityGradientEffector.GravityGradientEffector()
            self.effector.addPlanetName(earth.planetName)
            craft.addDynamicEffector(self.effector)
            simulation.AddModelToTask("all", self.effector)
        simulation.AddModelToTask("all", craft)
        simulation.InitializeSimulation()
        self.state = [craft.dynManager.getStateObject(name) for name in (craft.hub.nameOfHubSigma,
                                                                         craft.hub.nameOfHubPosition)]

    def run(self, seconds):
        self.simulation.ConfigureStopTime(macros.sec2nano(seconds))
        self.simulation.ExecuteSimulation()
        there = self.craft.scStateOutMsg.read()
        return from_mrp(there.sigma_BN), np.linalg.norm(np.subtract(there.r_BN_N, place(seconds)))

    def torque(self, time, q, _):
        """What Basilisk's effector says of an attitude that it is told."""
        for state, values in zip(self.state, (to_mrp(q), place(time))):
            state.setState([[value] for value in values])
        self.effector.computeForceTorque(time, 0.0)
        return [row[0] for row in self.effector.torqueExternalPntB_B]


table = Table("Basilisk")
start = np.radians(30)
librating = CYLINDER, [np.cos(start / 2), 0, 0, np.sin(start / 2)], [0, 0, TURN]
tumbling = [1200.0, 2300.0, 2750.0], np.array([0.9, 0.1, -0.3, 0.2]) / 0.95**0.5, np.radians([0.03, -0.1, 0.2])


def compare(case, times, known, steps, bounds):
    """Basilisk's method and three of ours, about as many torques each; bounds of ours after a day."""
    for t, when in times:
        then = known(t)
        n = round(t / steps[0])
        found, off = Satellite(*case, t / n).run(t)
        table.row(f"Basilisk: RK4, {when}", steps[0], 4 * n, angle(found, then), more=f"orbit off by {off:.1g} m")
        for scheme, h, most in zip(("strang", "blanes_moan4", table.options.scheme), steps[1:], bounds):
            n = round(t / h)
            found, _, calls = move(*case, Satellite(*case, h).torque, t / n, n, scheme)
            table.row(f"exact x {scheme}, {when}", h, calls, angle(found, then), most if t == DAY else None)


table.part("a satellite librates by 30 degrees in its circular orbit (a pendulum)")
compare(librating, ((DAY, "a day"),) if table.options.short else ((DAY, "a day"), (100 * DAY, "100 days")),
        lambda t: pitch(librating[0], TURN, start, t), (120.0, 30.0, 180.0, 330.0), (1e-2, 3e-5, 1e-6))
table.part("a satellite tumbles about all axes (extrapolated midpoint rule)")
compare(tumbling, ((DAY, "a day"),), lambda t: extrapolated(
    *tumbling, lambda t, q, _: gradient(tumbling[0], to_body(rows(q), place(t)), EARTH), 90.0, round(t / 90))[0],
        (40.0, 10.0, 60.0, 110.0), (5e-4, 1e-6, 1e-7))

table.part("a brake of 1e-3/s, that a flight computer commands once a step, an hour")
slowed = (1 - np.exp(-3600 * BRAKE)) / BRAKE
then = free(*tumbling, slowed)[0]
for h in (20.0, 10.0, 5.0):
    n = round(3600 / h)
    table.row("Basilisk: RK4", h, n, angle(Satellite(*tumbling, h, True).run(3600.0)[0], then))
    found, _, calls = move(*tumbling, lambda _, __, w: [-BRAKE * i * r for i, r in zip(tumbling[0], w)], h, n,
                           table.options.damped, True)
    table.row(f"exact x {table.options.damped}", h, calls, angle(found, then), 1e-3 * (h / 20)**2)
table.end()
