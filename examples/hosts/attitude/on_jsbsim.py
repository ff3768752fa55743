# SPDX-License-Identifier: BSD-3-Clause
"""The top of JSBSim's pull request 1453, without a torque and with an aerodynamic moment that slows it."""
import os
import tempfile

import jsbsim

from attitude import Table, angle, free, move, np, quaternion

MOMENTS, RATE, DAMPING = (10.0, 20.0, 26.0), (1.0, 15.0, 1.0), 0.1
# A planet that neither turns nor attracts, and a moment -damping I w.
TOP = """<?xml version="1.0"?>
<fdm_config name="top" version="2.0">
 <property value="0.0">damping</property>
 <planet>
  <semimajor_axis unit="M">6378137</semimajor_axis> <semiminor_axis unit="M">6378137</semiminor_axis>
  <rotation_rate unit="RAD/SEC">0</rotation_rate> <GM unit="M3/SEC2">1</GM> <J2>0</J2>
 </planet>
 <metrics><wingarea unit="FT2">1</wingarea> <wingspan unit="FT">1</wingspan> <chord unit="FT">1</chord></metrics>
 <mass_balance>
  <ixx unit="SLUG*FT2">10</ixx> <iyy unit="SLUG*FT2">20</iyy> <izz unit="SLUG*FT2">26</izz>
  <emptywt unit="LBS">100</emptywt> <location name="CG" unit="IN"><x>0</x> <y>0</y> <z>0</z></location>
 </mass_balance>
 <ground_reactions/> <propulsion/> <flight_control name="none"/>
 <aerodynamics>AXES</aerodynamics>
</fdm_config>
"""
AXIS = """<axis name="{}"><function name="aero/{}"><product><property>damping</property><value>{}</value>
 <property>velocities/{}-rad_sec</property></product></function></axis>"""
METHODS = (("Euler, Euler", 1, 1), ("Adams-Bashforth 4, 4", 5, 5), ("Buss 1, Adams-Bashforth 4", 6, 5),
           ("Buss 2, Adams-Bashforth 4", 7, 5), ("local linearization, Adams-Bashforth 4", 8, 5))


def load(folder, damping):
    os.makedirs(f"{folder}/top", exist_ok=True)
    axes = [AXIS.format(*each) for each in zip(("ROLL", "PITCH", "YAW"), "lmn", (-i for i in MOMENTS), "pqr")]
    with open(f"{folder}/top/top.xml", "w", encoding="utf-8") as file:
        file.write(TOP.replace("AXES", "".join(axes)))
    program = jsbsim.FGFDMExec(folder)
    program.set_aircraft_path(folder)
    program.load_model("top")
    program["damping"] = damping
    return program


def begin(program, w, angles=(0.0, 0.0, 0.0)):
    for name, value in zip(("phi", "theta", "psi-true"), angles):
        program[f"ic/{name}-rad"] = value
    for name, value in zip("pqr", w):
        program[f"ic/{name}-rad_sec"] = value
    program["ic/h-sl-ft"] = 1e5
    program.run_ic()


def turned(program):
    return quaternion(program.get_propagate().get_Tl2b().T)


def own(program, attitude, rates, hertz, seconds):
    program.set_dt(1 / hertz)
    program["simulation/integrator/position/rotational"] = attitude
    program["simulation/integrator/rate/rotational"] = rates
    begin(program, RATE)
    for _ in range(hertz * seconds):
        program.run()
    return turned(program)


def main():
    table = Table("JSBSim")
    jsbsim.FGJSBBase().debug_lvl = 0
    jsbsim.get_logger().set_min_level(jsbsim.LogLevel.FATAL)
    with tempfile.TemporaryDirectory() as folder:
        begun = [1.0, 0, 0, 0]
        for damping in (0.0, DAMPING):
            program = load(folder, damping)
            slowed = (1 - np.exp(-damping * 10)) / damping if damping else 10.0
            known = free(MOMENTS, begun, RATE, slowed)[0]
            table.part(f"10 s, moment -{damping:g} I w; JSBSim's methods for attitude and rates")

            def moment(_, __, w):                              # what JSBSim says at this rate
                begin(program, w)
                return [program[f"moments/{axis}-total-lbsft"] for axis in "lmn"]
            ours = {table.options.damped: 0.25, "suzuki4_momentum": 1e-6} if damping else {"strang": 1e-10}
            for hertz in (1, 15, 120):
                for name, attitude, rates in METHODS:
                    table.row(f"JSBSim: {name}, {hertz} Hz", 1 / hertz, 10 * hertz,
                              angle(own(program, attitude, rates, hertz, 10), known))
                for scheme, most in ours.items():
                    found, _, calls = move(MOMENTS, begun, RATE, moment, 1 / hertz, 10 * hertz, scheme, True)
                    order = 4 if scheme.startswith("suzuki4") else 2
                    table.row(f"exact x {scheme}, {hertz} Hz", 1 / hertz, calls, angle(found, known),
                              max(most / hertz**order, 1e-10) if damping else most)
    table.end()


main()
