# SPDX-License-Identifier: GPL-2.0-only
"""An error within a step that a program catches: broken_step.py LIBLAMMPS PLUGIN FIX [STYLE] prints how far the run that
continues is from one without the error: potential and kinetic energy, relative.  STYLE: a run style.  Without FIX: how the potential energy changes if
a barostat takes the atoms of fix nve, an error stops it within a step, and fix nve goes on alone."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/lammps"))
from dipole_and_swimmer import Lammps

library, plugin = sys.argv[1:3]


def run_with(fixes, error_at):
    return Lammps(library, f"""plugin load {plugin}
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
{fixes}
variable push equal 0/(step-{error_at})
fix push all addforce v_push 0 0""")


def change_with_nve():
    run = run_with("""suffix rgs
group free id <= 30
group bodies subtract all free
fix 1 bodies rigid/npt/small molecule temp 1 1 0.5 iso 1 1 1
fix 2 free nve""", 7)
    try:
        run("run 40")
    except RuntimeError:
        run("unfix push\nunfix 1\nrun 0")
    before = run.thermo("pe")
    run("run 5")
    return run.thermo("pe") - before


def energies(error_at):
    run = run_with("fix 1 all " + sys.argv[3], error_at)
    run("run_style " + (sys.argv[4:] or ["verlet"])[0])
    for steps in 40, 33:
        try:
            run(f"run {steps}")
            break
        except RuntimeError as error:
            assert "Divide by 0" in str(error) and run.thermo("step") == 7
            run("variable push delete\nvariable push equal 0")
    assert run.thermo("step") == 40
    return run.thermo("pe"), run.thermo("ke")


if len(sys.argv) == 3:
    print("change", change_with_nve())
else:
    print("apart", *[abs(a / b - 1) for a, b in zip(energies(7), energies(-1))])
