# SPDX-License-Identifier: GPL-2.0-only
"""The virial of the constraint forces."""
import numpy as np

from cases import RGS, any_ranks, between, case, colliding, in_plane, liquid, rods, rows
from kinds import exact, with_virial


@rows([
    ("triclinic", liquid, 50, 3, dict(state="tilted.data", fix=RGS, steps=100)),
    ("early", liquid, 50, 3, dict(fix=RGS + " rotor nosquish", steps=100, after_fix="fix_modify move bodyforces early")),
    ("langevin", liquid, 20, 4, dict(fix=RGS + " langevin 298 298 50 8831", dt=0.05, steps=40, again="run 0")),
    ("linear", rods, 50, 3, dict(fix=RGS, steps=100)),
    ("plane", in_plane, 50, 3, dict(fix=RGS, steps=100)),
    ("gravity", colliding, 50, 3, dict(fix=RGS + " gravity down", steps=100, before_fix="fix down all gravity 1.0 vector 0 0 -1")),
])
def formulas(kind, every, frames, more):
    exact(f"{more['fix']}", kind, 2, every, frames, **more)


@case
def water():
    for n in any_ranks():
        exact("water", liquid, n, 25, 7, fix=RGS, steps=100, again="run 25")
    run = with_virial(2, 10, liquid, fix=RGS, after_fix="fix_modify move virial no", steps=10)
    own = np.array([run[f"c_fixv[{k}]"] for k in range(1, 7)])
    between(0, 0, np.sum(own ** 2) if own.shape == (6, 2) else np.nan, "fix_modify virial no, 2 ranks: sum of the squares of the fix's pressure")


@case
def upstream():
    """Upstream's finite difference comes to it with the first order of the step."""
    far = []
    for dt in 0.1, 0.01, 0.001:
        theirs, ours = [with_virial(2, 1, liquid, fix=fix, dt=dt, steps=1).end("Press") for fix in ("rigid/nve/small molecule", RGS + " rotor nosquish")]
        far.append(abs(theirs - ours))
    between(8, 12, far[0] / far[1], f"pressure, rigid/nve/small's from ours at 0.1 fs: {far[0]} atm, ratio to 0.01 fs")
    between(9, 11, far[1] / far[2], f"pressure, rigid/nve/small's from ours at 0.01 fs: {far[1]} atm, ratio to 0.001 fs")
