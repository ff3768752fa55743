# SPDX-License-Identifier: GPL-2.0-only
"""LAMMPS' own inputs with particles that have a shape, as they are and with `-sf rgs`.

Both are right to second order in the time step, so what they print differs four times less in half the step.  That is looked for, in
short runs; where all is equal to 1e-9, it need not be.  With noise or with a thermostat, which are others
here, a run must end well. 4Jul2026 alone, in a LAMMPS of its own (build_lammps.sh --particles).
"""
import glob
import os
import re
import shutil

import numpy as np

from cases import INPUTS, apart, between, case, check, lmp, rows, text_of, this, written
from kinds import rms
from shapes import alike, answer, begin, built_with, off, own_inputs, relaxes

WHEN = ["full"]
OTHER = "of 4Jul2026 alone"


def shortened(text, steps, times, divide):
    """With a first run of STEPS steps that are TIMES/DIVIDE times its own, ten lines of output, and no files.  Whatever follows that
    run is left out."""
    lines, step = ["plugin load ${plugin}"], "$(dt)"
    for command in re.findall(r"(?:.*&[ \t]*\n)*.*\n", text):
        words = command.split() + 4 * [""]
        if words[0] == "timestep":
            step = words[1]
        elif words[0] == "run" and words[1] != "0":
            return lines + [f"thermo {steps * divide // 10}", "thermo_modify format float %.12g", f"variable own_step equal {step}",
                            f"timestep $(v_own_step*{times}/{divide})", f"run {steps * divide}"]
        elif not re.match("(dump|dump_modify|undump|write_data|write_restart|write_dump|restart|thermo|balance)$", words[0]) and not (
                words[0] == "fix" and words[3] in ("balance", "print")):
            lines.append(command.rstrip("\n"))
    return lines


def compared(name, text, potentials):
    """Whether an input could be compared."""
    steps, times = 20, 1
    if "/cgdna/" in name and "/unique_bp/" not in name:
        steps, times = 100, 200    # (the others begin at rest, and their steps of 1e-5 are a five-hundredth of what is usual)
    elif "superellipsoid_gran/" in name or name.startswith("body/"):
        steps = 100    # particles that fall upon each other
    far = []
    for divide in 1, 2:
        deck = written("in.short", *shortened(text, steps, times, divide))
        theirs, ours = [lmp(deck, lmp=built_with("--particles"), env=potentials, args=args) for args in ([], ["-sf", "rgs"])]
        if theirs.status:    # says nothing about ours
            return print(f"          {name} is left out: {theirs}", flush=True)
        if ours.status:
            return check(False, f"{name} -sf rgs: {ours}")
        try:
            far.append(apart(*map(begin, (theirs, ours)), skip="^CPU$") if len(begin(theirs).lines) >= 11 else np.nan)
        except (AssertionError, ValueError):
            far.append(np.nan)
    fixes = " ".join(sorted({line.split()[-1] for line in ours.says("^Suffix rgs: fix .* is replaced by .*$")}))
    if not fixes:
        return print(f"          {name} is left out: no fix of ours moves its particles", flush=True)
    if re.search(r"^[^#\n]*fix.*(langevin|brownian|n[pv]t/|nph/)", text_of(deck), re.M):
        return check(True, f"{name} with {fixes}: ends well, with a thermostat of its own")
    check(far[0] < 1e-9 or far[1] < far[0] / 3, f"{name} with {fixes}: apart by {far[0]:.3g}, in half the step by {far[1]:.3g}")
    return this.checks[-1][0]


@rows("one|0\nother|1")
def half_of_the_inputs(half):
    if this.release != "4Jul2026":
        return OTHER
    examples, inputs = own_inputs("n(ve|vt|pt|ph)/(asphere|body|tri|line|dot|sphere)", "ASPHERE PACKAGES/cgdna body dipole ellipse")
    # (two inputs of oxDNA3 ask for a potential file that lies in a folder of oxDNA2)
    potentials = dict(LAMMPS_POTENTIALS=":".join(glob.glob(f"{examples}/PACKAGES/cgdna/**/*oxDNA2/potential_file", recursive=True)))
    number = 0
    for name, text in inputs[int(half)::2]:
        shutil.copytree(f"{examples}/{os.path.dirname(name)}", name.replace("/", "_"))
        os.chdir(name.replace("/", "_"))
        number += bool(compared(name, text, potentials))
        os.chdir("..")
    between(10, 50, number, "inputs of LAMMPS compared")


def duplex(ranks=1, **more):
    return lmp("duplex.in", ranks, lmp=built_with("--particles"), **dict(dict(
        data="data.dna", fix="nve/dot/rgs", dt=0.01, style="verlet", steps=100, first="print ''"), **more))


@case
def dna():
    """A piece of DNA: fix oxdna/lrf sees every force evaluation of schemes and of minimize/rgs; noise is the same on all ranks, and LAMMPS' is not."""
    if this.release != "4Jul2026":
        return OTHER
    written("data.dna", answer("awk", "-f", INPUTS + "/dna.awk"))
    head = [line for line in text_of(INPUTS + "/in.dna").split("\nfix ")[0].splitlines() if not line.startswith("plugin ")]
    written("duplex.in", "plugin load ${plugin}", *head, "fix move all ${fix}", "timestep ${dt}", "run_style ${style}", "compute turns all erotate/asphere", "${first}",
            "variable every equal ${steps}/50", "variable e equal pe+ke+c_turns", "thermo ${every}", "thermo_style custom step pe ke c_turns v_e",
            "thermo_modify norm no format float %.17g", "run ${steps}")
    # (the second derivatives of oxDNA jump, which limits the order; frames of another evaluation would leave the error of strang)
    strang, srkn6b = [rms(duplex(fix="nve/dot/rgs scheme " + scheme, style="rgs", dt=0.02, steps=200)["v_e"], 50) for scheme in ("strang", "srkn6b")]
    between(0, 0.02, srkn6b / strang, f"DNA, steps of 0.02: rms of the energy {strang:.3g} with strang, {srkn6b:.3g} with srkn6b, quotient")
    ours, theirs = [[duplex(n, fix=f"nve/dotc/langevin{rgs} 0.1 0.1 0.5 4711 angmom 10") for n in (1, 4)] for rgs in ("/rgs", "")]
    for n in 1, 4:
        relaxes("DNA, minimize/rgs, forces and torques", 1e-4, duplex(n, first="minimize/rgs 0 1e-4 2000 20000"))
    alike("DNA, nve/dotc/langevin/rgs", 51, ours, 1e-10)
    between(1e-3, 1e9, apart(*theirs), "DNA, LAMMPS' nve/dotc/langevin on 1 and 4 ranks: largest difference, relative")


@case
def bodies():
    """Temperatures of LAMMPS' computes and of the fix: body particles in a plane, 100 with three degrees of freedom each, less the common motion."""
    if this.release != "4Jul2026":
        return OTHER
    examples, _ = own_inputs("nve/body", "body")
    written("bodies.in", "plugin load ${plugin}", "dimension 2", "atom_style body nparticle 2 6", f"read_data {examples}/body/data.body", "velocity all create 1.44 87287 loop geom",
            "pair_style body/nparticle 5.0", "pair_coeff * * 1.0 1.0", "neigh_modify every 1 delay 0 check yes", "fix move all nvt/body/rgs temp 1.44 1.44 1.0",
            "compute all all temp/body", "timestep 0.002", "thermo 20", "thermo_style custom step c_all c_move_temp f_move[1] f_move[2]",
            "thermo_modify norm no format float %.17g", "run 200")
    for n in 1, 4:
        run = lmp("bodies.in", n, lmp=built_with("--particles"))
        temperature = 2 * (run["f_move[1]"] + run["f_move[2]"]) / 298
        assert sum(run["f_move[2]"]) > 100
        between(0, 1e-12, max(off(run[k], temperature) for k in (1, 2)), f"nvt/body/rgs, {n} ranks: computes temp/body and ID_temp, relative to the energies of the fix")


@case
def clumps():
    """Of in.clumps the energy that contacts take is right to first order, and the same on 4 ranks."""
    if this.release != "4Jul2026":
        return OTHER
    os.symlink(INPUTS + "/clump.mol", "clump.mol")

    def run(dt, ranks=1):
        return lmp(INPUTS + "/in.clumps", ranks, lmp=built_with("--particles"), time=1.4, friction=0, dt=dt,
                   env=dict(LD_LIBRARY_PATH=os.path.dirname(this.plugin)))
    runs = [run(dt) for dt in (2.5e-4, 1.25e-4, 6.25e-5)]
    lost = [114.31259 - one.end("v_e") for one in runs]
    between(1.6, 2.4, (lost[0] - lost[1]) / (lost[1] - lost[2]),
            f"clumps, energy lost {lost}: quotient of differences")
    between(0, 1e-6, apart(runs[0], run(2.5e-4, 4)), "clumps, 1 and 4 ranks")
