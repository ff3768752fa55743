# SPDX-License-Identifier: GPL-2.0-only
"""Every output of the fixes before, in and after runs, under valgrind, which finds numbers that nobody computed.  What libc's loader and
Open MPI do is suppressed by name."""
import subprocess

from cases import HERE, TOOLS, check, lmp, rows, this, trimers
from kinds import particles_data

WHEN = ["full", "first"]
# the bodies of one octant stay: of two ranks one has none
OCTANT = "region others block INF $(xlo+0.45*lx) INF $(ylo+0.45*ly) INF $(zlo+0.45*lz) units box side out"


@rows("""
nve|12|rigid/small/rgs molecule langevin 1 1 1 4711
all|12|rigid/rgs molecule
csvr|18|rigid/nvt/small/rgs molecule temp 1 1 1
npt|18|rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1 thermostat langevin
chains|18|rigid/npt/rgs molecule temp 1 1 1 aniso 1 1 1 thermostat nhc
nph|18|rigid/nph/small/rgs molecule iso 1 1 1
asphere|12|nve/asphere/rgs
npt_asphere|18|npt/asphere/rgs temp 1 1 1 iso 1 1 1
""")
def outputs(number, fix):
    subprocess.run(["sh", "-c", f". {TOOLS}/lib.sh; need_packages valgrind libc6-dbg"], check=True)
    particles = "asphere" in fix
    if particles:
        particles_data("fluid.data", 4, 2.1, 0, 0.4)
    scalar = "f_move" if fix != "nve/asphere/rgs" else ""    # (which has none)
    shown = "print 'outputs " + " ".join(f"$({name})" for name in [scalar] * bool(scalar) + [f"f_move[{k + 1}]" for k in range(int(number))]) + "'"
    for n in 1, 2:
        run = (lmp if particles else trimers)(
            *["particles"] * particles, n, limit=900, fix=fix, columns=f"ecouple econserve press pxx {scalar} f_move[*]", steps=3, every=1,
            before_fix=[OCTANT, "delete_atoms region others" + " mol yes" * (not particles)], before_run=[shown],
            again=[shown, "run 0", "write_restart its.restart", "fix_modify move rotor nosquish", "run 2 post no", shown, "minimize/rgs 0 1e-3 2 2", shown],
            lmp=["valgrind", "--quiet", "--error-exitcode=9", f"--suppressions={HERE}/../checks/valgrind.supp",
                 f"--suppressions={HERE}/watched.supp", *this.lmp], **(dict(state="fluid.data") if particles else {}))
        lines = len(run.says("^outputs "))
        check(run.status == 0 and lines == 4, f"{fix}, {n} ranks: no output before, in and after runs was left without a value: {lines} of 4 lines, "
              f"{run.says('^==.*(ninitialised|Invalid)')[:1]} {run}")
