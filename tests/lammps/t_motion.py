# SPDX-License-Identifier: GPL-2.0-only
"""The motion of rigid/small/rgs beside LAMMPS' own fixes."""
import os
import re
import sys

import numpy as np

from cases import DIGITS, HERE, INPUTS, RGS, any_ranks, apart, between, case, clumps, colliding, energy_change, free, in_plane, \
    like_upstream, liquid, liquid_of_trimers, many_ranks, molecule, on_ranks, refused, rods, rows, same, says_once, sh, this
from t_rigid import like_rigid

NOSQUISH = RGS + " rotor nosquish"


# The liquid's chaos shows the last bits of any two runs, upstream's own on 2 and on 4 ranks included: after 0.8 to
# 1.1 ps; with rigid/rgs, which sums in another order, in the ninth digit between 300 and 400 steps (bodies are
# compared every 100).  In these 250 steps 26 atoms go to another of 2 ranks, 56 to another of 4: four molecules are
# enough to see that they arrive.
@rows([("small", like_upstream, 15, 700, 30), ("all", like_rigid, 6, 250, 12)])
def water(like, lines, steps, least):
    """The same trajectory as upstream, to all digits printed."""
    for n in any_ranks():
        like("liquid", liquid, n, 21)
    for n in many_ranks():
        run = like("migration", liquid, n, lines, steps=steps, every=50)
        between(least, 1000, run.end("c_away"), f"migration, {n} ranks: atoms on another rank than at the start")
    for n in 1, 4:
        like("triclinic", liquid, n, 21, state="tilted.data")
    like("bodyforces early", liquid, 2, 21, after_fix="fix_modify move bodyforces early")
    like("fix deform", liquid, 2, 21, before_run="fix shear all deform 10 x erate 1e-5 remap none")


@case
def digits():
    """And beyond them: the rotors differ by rounding alone, which another rotor does not."""
    nve, nosquish, exact, small, richardson = [liquid(fix=fix, steps=200, before_run=DIGITS) for fix in (
        "rigid/nve/small molecule", NOSQUISH, RGS + " rotor exact", "rigid/small molecule", RGS + " rotor richardson")]
    what, some = "200 steps: temperature, energies and pressure, relative to fix", dict(columns=slice(1, 6))
    between(0, 1e-13, apart(nve, nosquish, **some), f"rotor nosquish, {what} rigid/nve/small's")
    between(1e-9, 1, apart(nve, exact, **some), f"rotor exact, {what} rigid/nve/small's")
    between(0, 1e-13, apart(small, richardson, **some), f"rotor richardson, {what} rigid/small's")


@case
def continued():
    runs = []
    for fix in "rigid/nve/small molecule", NOSQUISH:
        liquid(2, fix=fix, steps=100, again="write_restart its.restart")
        runs.append(liquid(2, fix=fix, restart="yes", state="its.restart", steps=100))
    same("continued from a restart file", *runs, 11)


@case
def names():
    """The name of LAMMPS' fix with /rgs behind it."""
    small, nve_small, rigid, nve = [liquid(local="print ''", fix=f"rigid/{name} molecule") for name in ("small/rgs", "nve/small/rgs", "rgs", "nve/rgs")]
    same("rigid/nve/small/rgs is rigid/small/rgs", small, nve_small, 11)
    same("rigid/nve/rgs is rigid/rgs", rigid, nve, 11)
    suffix = liquid(local="print ''", fix="rigid/small molecule", args=["-sf", "rgs"])
    same("rigid/small with -sf rgs is rigid/small/rgs", small, suffix, 11)
    says_once("-sf rgs: the fix that was replaced", r"Suffix rgs: fix rigid/small \(ID move\) is replaced by rigid/small/rgs$", suffix)


@case
def kinds_of_bodies():
    for n in any_ranks():
        like_upstream("bodies", colliding, n, 21)
        like_upstream("spheres", clumps, n, 21, before_fix="compute all all temp/sphere", before_run="thermo_modify temp all")
        like_upstream("plane", in_plane, n, 21)
        like_upstream("gravity", free, n, 21, "gravity down", before_fix="fix down all gravity 0.001 vector 0 0 -1")
        run = like_upstream("inserted", free, n, 21, "mol m", box="0 4 0 4 0 4", spacing=9.0,
                            before_run="fix insert all deposit 5 0 20 9907 region box mol m rigid move near 0.3 vz -0.01 -0.01")
        between(207, 207, run.end("Atoms"), f"inserted, {n} ranks: atoms at the end, from 192")


@case
def free_bodies():
    """The exact rotor keeps the energy of free bodies; what keeps it less well shows that this can fail."""
    for rotor, low, high in ("exact", 0, 1e-13), ("nosquish", 1e-9, 1):
        between(low, high, energy_change(free(2, fix=f"{RGS} rotor {rotor}", dt=20, steps=2000, every=100, before_run=DIGITS)),
                f"free bodies, 2000 steps, rotor {rotor}: relative change of energy")
    # LAMMPS takes a body whose moments have the ratio 2.5e-8 for a line, whose other two moments it leaves apart
    molecule("nearly.mol", Coords="1.2 0.0002 0, 0 0 0, -1.2 0.0002 0", Types="2, 1, 2")    # bent by 0.02 degrees
    between(0, 1e-13, energy_change(free(molecule="nearly.mol", fix=RGS, dt=10, steps=2000, every=100, before_run=DIGITS)),
            "nearly linear bodies, 2000 steps, rotor exact: relative change of energy")


@case
def lines():
    """Steps so small that the rotors agree: bodies without spin about an axis."""
    one, other = [rods(2, fix=fix, dt=0.05, steps=1000, every=50)["Temp"] for fix in ("rigid/nve/small molecule", RGS + " rotor exact")]
    assert len(one) == len(other) == 21
    between(0, 1e-6, np.max(abs(one / other - 1)), "linear bodies, 2 ranks: temperature, relative to fix rigid/nve/small's")
    between(0, 0.1, energy_change(rods(2, fix=RGS, steps=20000, every=1000)), "linear bodies, 20000 steps: relative change of energy")
    # in two dimensions the momentum of a dumbbell has rounding errors out of the plane
    for style in "rigid/nvt", "rigid/nvt/small":
        run = free(dimension=2, lattice="sq", box="0 4 0 2 -0.1 0.1", molecule="linear.mol", spacing=5, fix=f"{style}/rgs molecule temp 300 300 100")
        between(8, 8, run.end("Atoms") / 2, f"{style}/rgs in two dimensions: dumbbells after 200 steps")


def python(ranks, program, *words):
    """The numbers and the text that a program prints: Debian's 29Sep2021 has no command `plugin`, and lmp_rgs alone loads ours there."""
    library = re.findall(r"liblammps\S* => (\S+)", sh("ldd", this.lmp[0]))[0]
    ranked = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", str(ranks)] * (ranks > 1)
    text = sh(*ranked, sys.executable, program, library, this.plugin, *words, env=dict(os.environ, PYTHONDONTWRITEBYTECODE="1"))
    found = {name: [float(x) for x in line.split() if re.fullmatch("[-+.e0-9]+", x)] for name, line in re.findall("^([a-z]+) (.*)", text, re.M)}
    return found, text


@rows("small|rigid/small/rgs\nall|rigid/rgs")
def external_program(style):
    """Bodies that another program reads and pushes through LAMMPS' library (keyword external)."""
    if this.release == "29Sep2021":
        return "no plugins"
    found, text = python(1, HERE + "/external_forces.py", style)
    (off, half), work, counted = found["gyroscope"], found["work"], found["counted"]
    between(0, 0.02, off, style + ", a gyroscope's axis beside its closed form")
    between(3, 5, off / half, style + ", dt 0.02 against 0.01: ratio of its errors")
    between(3, 5, work[0] / work[1], f"{style}, work {work[2]} of forces and torques less the gain of energy, dt 0.02 against 0.01: ratio")
    between(3, 5, counted[0] / counted[1], f"{style}, external_counts: energy gained less work, {counted[1]} of {counted[2]}, dt 0.02 against 0.01: ratio")
    between(0, 1e-9, counted[3], style + ", external_counts: virial of the forces beside theory")
    between(1, 1, text.count("column 26 of its local array is nan for body 1; forces and torques must be finite"), style + ", NaN: messages")
    more, _ = python(3, HERE + "/external_forces.py", style)
    between(0, 1e-10, abs(work[3] - more["work"][3]), style + ", kinetic energy of pushed bodies on 1 and 3 ranks: difference")
    between(0, 1e-9, more["counted"][3], style + ", external_counts, the same on 3 ranks")


@rows("small|rigid/small/rgs molecule\nall|rigid/rgs molecule langevin 1 1 0.5 123\nnpt|rigid/npt/small/rgs molecule temp 1 1 0.5 iso 1 1 1 seed 5\nlevels|rigid/npt/small/rgs molecule temp 1 1 0.5 iso 1 1 1 seed 5")
def broken_step(style):
    if this.release == "29Sep2021":
        return "no plugins"
    levels = ["respa 2 3 pair 2"] * (this.row == 3)
    for value in python(1, HERE + "/broken_step.py", style, *levels)[0]["apart"]:
        between(0, 1e-11, value, f"{style} {levels}, an error within a step is caught: relative difference of energies later")
    if this.row == 0:
        between(1e-3, 1e3, abs(python(1, HERE + "/broken_step.py")[0]["change"][0]),
                "fix nve goes on after an error and unfix of the fix that had its atoms: change of the energy")
        found, text = python(1, INPUTS + "/dipole_and_swimmer.py")
        between(0.9999, 1.0001, float(re.findall("^dipole.*", text, re.M)[0].split()[5].strip(",;")), "dipole_and_swimmer.py: cosine of the dipole to its field")
        words = re.findall("^swimmer.*", text, re.M)[0].split()
        between(0.99, 1.01, float(words[2].strip(",;")) / float(words[5].strip(",;")), "dipole_and_swimmer.py: radius of the swimmer's circle, over its closed form")


@case
def external_variable():
    fix = "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1 external v_f 0 0 0 0.5 0"
    on_ranks("rigid/npt with a force from a variable", [
        liquid_of_trimers(n, fix=fix, before_fix="variable f equal 2*sin(time)", steps=100) for n in any_ranks()])
    other = ["variable f delete", "variable g equal 0", "run 20 pre no"]
    refused("a force from a variable whose place another one has", "names v_f, and there is no such variable",
            liquid_of_trimers(fix=fix, before_fix="variable f equal 2", steps=20, again=other))


@rows("""
word|0 fast 0 0 0 0|keyword external: value 2 is fast; must be a finite number, or v_NAME of an equal-style variable
variable|0 0 0 0 0 v_gone|keyword external names v_gone, and there is no such variable; define it by .variable gone equal
few|0 0 0|keyword external needs six values
counts|0 0 0 0 0 0 external_counts maybe|keyword external_counts has the value maybe; must be yes or no
""")
def external_words(words, text):
    for n in 1, 3:
        refused("external " + words, text, liquid(n, fix=f"{RGS} external {words}"))
