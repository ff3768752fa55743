# SPDX-License-Identifier: GPL-2.0-only
"""An error within a step that a program catches: broken_step.py LIBLAMMPS PLUGIN FIX prints how far the run that continues
is from one without the error: potential and kinetic energy, relative."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/lammps"))
from dipole_and_swimmer import Lammps

library, plugin, fix = sys.argv[1:4]


def energies(error_at):
    run = Lammps(library, f"""plugin load {plugin}
units lj
atom_style molecular
atom_modify map array sort 0 0
read_data trimers.data
pair_style lj/cut 2.5
pair_coeff * * 1 1
comm_modify cutoff 4
neigh_modify exclude molecule/intra all
thermo_modify norm no
timestep 0.005
fix 1 all {fix}
variable push equal 0/(step-{error_at})
fix push all addforce v_push 0 0""")
    for steps in 40, 33:
        try:
            run(f"run {steps}")
            break
        except RuntimeError as error:
            assert "Divide by 0" in str(error) and run.thermo("step") == 7
            run("variable push delete\nvariable push equal 0")
    assert run.thermo("step") == 40
    return run.thermo("pe"), run.thermo("ke")


print("apart", *[abs(a / b - 1) for a, b in zip(energies(7), energies(-1))])
