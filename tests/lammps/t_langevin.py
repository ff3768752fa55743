# SPDX-License-Identifier: GPL-2.0-only
"""Keyword langevin."""
import struct
from functools import partial

import numpy as np

from cases import RGS, any_ranks, between, case, check, energies_apart, equal, free, in_plane, liquid, lmp, mixed, near_after, refused, \
    rods, rows, same_after

NOISE = "langevin 300 300 50 4711"
EXACT = "thermo_modify norm no format float %.17g"
DIGITS = ["thermo_style custom step temp pe ke etotal f_move f_move[9] f_move[10] f_move[12]", EXACT]
UNSORTED = "atom_modify sort 0 0"


@case
def thermostat():
    """Friction and noise are as in thermostat langevin (each step makes the momenta anew, and is so short that nothing moves)."""
    keyword, thermostat = [free(fix=fix, dt=1e-8, steps=10, every=1, before_run=["thermo_style custom step f_move[3] f_move[4]", "thermo_modify format float %.17g"])
                     for fix in (RGS + " langevin 300 300 1e-10 4711", "rigid/nvt/small/rgs molecule temp 300 300 1e-10 thermostat langevin seed 4711")]
    for column, most, what in (1, 1e-13, "translation"), (2, 1e-6, "rotation"):
        assert len(keyword[column]) == 11
        between(0, most, np.max(abs(keyword[column] / thermostat[column] - 1)[1:]), f"langevin, temperature of {what}, relative to thermostat langevin's")


@rows("strang|strang\nstrang_dkd|strang_dkd\nnystrom4|nystrom4")
def ranks(scheme):
    """Noise by body: the same trajectory on any number of ranks, under any scheme."""
    one, *others = [mixed(n, fix=f"{RGS} scheme {scheme} {NOISE}", steps=100, every=10) for n in any_ranks()]
    for run in others:
        between(0, 1e-11, energies_apart(one, run, 11), f"{scheme}, rigid, flexible and free atoms: energies, 1 and {run.ranks} ranks")


@rows([("rods", rods), ("plane", in_plane)])
def ranks_of_kinds(kind):
    # (which atom has which number depends on the ranks that make them)
    kind(fix=RGS, steps=10, again="write_restart its.restart")
    one, *others = [lmp("again", n, state="its.restart", fix=f"{RGS} {NOISE}", steps=100, before_run=[
        "thermo 10", "thermo_style custom step temp pe ke etotal", "thermo_modify norm no format float %.15g"]) for n in any_ranks()]
    for run in others:
        between(0, 1e-11, energies_apart(one, run, 11), f"langevin: energies, 1 and {run.ranks} ranks")


@case
def seeds():
    one, two, seed = [liquid(n, fix=f"{RGS} langevin 300 300 50 {seed}", steps=50, before_run=DIGITS) for n, seed in ((1, 4711), (2, 4711), (1, 4712))]
    between(0, 1e-11, energies_apart(one, two, 6), "langevin, water: energies, 1 and 2 ranks")
    between(1e-4, 1, energies_apart(one, seed, 6), "langevin, water: energies, two seeds")
    # what it gives is told: drift is what the scheme does
    run = free(2, fix=f"{RGS} {NOISE}", box="0 4 0 4 0 4", dt=5, steps=400, before_run=DIGITS)
    assert len(run.lines) == 41
    between(0, 1e-9, np.max(abs(run[7][1:] / run[8][1:])), "langevin, free bodies: change of energy less what langevin gave, relative")


@rows("bent|bent|10|3\nlong_steps|bent|100|3\nlinear|linear|10|3\nplane|bent|10|2")
def temperature(molecule, dt, dimension):
    """Free bodies have the temperature asked for at any step, about every axis with spin."""
    place = dict(dimension=2, box="0 8 0 8 -0.1 0.1", lattice="sq") if dimension == "2" else dict(box="0 4 0 4 0 4")
    run = free(molecule=molecule + ".mol", fix=RGS + " langevin 300 300 20 91", dt=dt, steps=20000, before_run=[
        "fix means all ave/time 5 800 4000 f_move[3] f_move[4] file @.means", "thermo 4000"], **place)
    means = np.loadtxt(run.name + ".means").mean(axis=0)
    between(297, 303, means[1], f"langevin, free bodies, {molecule}, {dt} fs: temperature of translation")
    between(296, 304, means[2], f"langevin, free bodies, {molecule}, {dt} fs: temperature of rotation")


@case
def ramp():
    """A ramp goes by the steps of the run, or of all runs it belongs to."""
    for n in 1, 2:
        two, one = [next(line for line in liquid(n, fix=RGS + " langevin 100 500 20 4711", dt=2, steps=1, before_run=[UNSORTED, *DIGITS, *runs]).lines
                         if line[0] == "60") for runs in (2 * ["run 30 start 0 stop 60"], ["run 60"])]
        between(0, 1e-11, abs(1 - float(two[4]) / float(one[4])), f"ramp in two runs and in one, {n} ranks: energy")
        between(300, 600, float(two[1]), f"ramp from 100 to 500, {n} ranks: temperature at its end")


@rows([("strang", 1, "strang"), ("strang_ranks", 2, "strang"), ("srkn6b", 1, "srkn6b"), ("strang_dkd", 2, "strang_dkd")])
def restart(n, scheme):
    """Nothing to restore but the step."""
    more = dict(fix=f"{RGS} scheme {scheme} {NOISE}", dt=2, before_run=[UNSORTED, *DIGITS, "run_style rgs"])
    whole = liquid(n, steps=40, after_fix="restart 23 its.restart", **more)
    rest = liquid(n, steps=17, restart="yes", state="its.restart.23", **more)
    equal(f"{scheme}, restart inside a run, {n} ranks", *[[line[:7] for line in run.lines if int(line[0]) > 23] for run in (whole, rest)], 2)


def as_the_version_before(file, other):
    """A restart file whose part of our fix is of the version before: that has no zeros in front; its header
    ends before the number of steps, and its check is over what it has."""
    def check_of(header):
        total = 14695981039346656037
        for byte in header[16:]:
            for value in (byte, 0, 0, 0, 0, 0, 0, 0):
                total = ((total ^ value) * 1099511628211) % 2 ** 64
        return total
    with open(file, "rb") as new, open(other, "wb") as old:
        data, versions = new.read(), {b"RGSBODY3": b"RGSBODY2", b"RGSRIGD2": b"RGSRIGD1"}
        newer = next(v for v in versions if v in data)
        place, size = data.index(newer), 80    # of the newer header; the last eight bytes are the number of steps
        header = data[place:place + size - 8]
        assert check_of(data[place:place + size]) == struct.unpack_from("<Q", header, 8)[0]
        header = versions[newer] + struct.pack("<Q", check_of(header)) + header[16:]
        length, = struct.unpack_from("<i", data, place - 20)
        old.write(data[:place - 20] + struct.pack("<i", length - 24) + header + data[place + size:])


@rows("small|rigid/small/rgs molecule\nall|rigid/rgs molecule")
def goes_on(style):
    """Noise goes on where a script sets the time step back, also through a restart file and with bodies that every run makes anew."""
    water = partial(liquid, local="print ''", dt=2, before_run=[UNSORTED, "thermo 10", "thermo_style custom step temp pe ke etotal", EXACT])
    fix = f"{style} {NOISE}"
    for n in 1, 2:
        on = water(n, fix=fix, steps=20, again="run 20")
        back = water(n, fix=fix, steps=20, again=["reset_timestep 0", "run 10", "write_restart back.restart", "run 10"])
        rest = water(n, fix=fix, steps=10, restart="yes", state="back.restart")
        between(0, 1e-11, abs(back.end(4) / on.end(4) - 1), f"{style}, {n} ranks: energy after 40 steps, the time step set back or not")
        same_after(f"{style}, restart file after the time step was set back", 10, back, rest, 2)
    anew = water(fix=fix + " reinit yes", steps=10, again=["reset_timestep 0", "write_restart anew.restart", "run 10"])
    near_after(f"{style}, reinit yes, restart file after the time step was set back", 0, anew,
               water(fix=fix + " reinit yes", steps=10, restart="yes", state="anew.restart"), 2)
    # a file of the version before, which has no count: noise goes on from the time step
    new = water(2, fix=fix, steps=20, again=["write_restart new.restart", "run 20"])
    as_the_version_before("new.restart", "old.restart")
    rest = water(2, fix=fix, steps=20, restart="yes", state="old.restart")
    check(not rest.says("WARNING.*restart file"), f"{style}: the older restart file is used")
    same_after(f"{style}, restart file of the version before", 20, new, rest, 3)
    # 30 runs that begin at time step 0
    run = liquid(local="print ''", fix=style + " langevin 300 300 20 91", dt=2, steps=1, before_run=[
        "thermo_style custom step f_move[3] f_move[4]", "thermo 40", "variable i loop 30", "label loop", "reset_timestep 0", "run 40", "next i",
        "jump @.before_run.in loop"])
    ends = np.array([line[1:] for line in run.lines if line[0] == "40"], float)
    assert len(ends) >= 30
    between(290, 310, np.mean(ends[5:]), f"{style}, 30 runs that begin at time step 0: temperature")


@rows("""
few|langevin needs Tstart Tstop damp seed.*3 of the 4|300 300 50
start|langevin: Tstart is warm; must be a number >= 0|warm 300 50 4711
stop|langevin: Tstop is -1; must be a number >= 0|300 -1 50 4711
damp|langevin: damp is 0; must be a time > 0|300 300 0 4711
infinite|langevin: damp is inf; must be a time > 0|300 300 inf 4711
seed|langevin: seed is 0; must be a whole number from 1 to 2147483647|300 300 50 0
half|langevin: seed is 4711.5; must be a whole number|300 300 50 4711.5
after|langevin: seed is rotor; must|300 300 50 rotor exact
""")
def refusals(text, words):
    for n in 1, 4:
        refused("langevin " + words, text, free(n, fix=f"{RGS} langevin {words}"))
