# SPDX-License-Identifier: GPL-2.0-only
"""A hundred thousand bodies."""
from cases import RGS, between, case, energies_apart, liquid

WHEN = ["full"]


@case
def boxes():
    """512 boxes side by side, each with velocities of its own; forces of short reach, for the time they take."""
    runs = [liquid(n, limit=900, fix=RGS, steps=100, every=20, before_run="thermo_modify format float %.15g", before_fix=[
        "replicate 8 8 8", "pair_style lj/gromacs/coul/gromacs 4.0 5.0 0.0 5.0", "pair_coeff 1 1 0.15535 3.166", "pair_coeff 1 2 0.0 1.0",
        "pair_coeff 2 2 0.0 1.0", "velocity all create 298.15 41907 mom yes rot no dist gaussian"]) for n in (1, 2, 4)]
    for run in runs:
        between(110592, 110592, int(run.says("^ *[0-9]* rigid bodies with ")[0].split()[0]), f"{run.ranks} ranks: bodies")
    for run in runs[1:]:
        between(0, 1e-11, energies_apart(runs[0], run, 6), f"110592 molecules, 100 steps: energies, 1 and {run.ranks} ranks")
