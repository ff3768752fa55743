# SPDX-License-Identifier: GPL-2.0-only
"""The styles rigid/nvt, rigid/npt and rigid/nph."""
import ctypes
import multiprocessing
import os

import numpy as np

from cases import DIGITS, HERE, NPH, NPT, NVT, PLANE, RGS, Run, any_ranks, apart, between, case, check, \
    command, equal, liquid, liquid_of_trimers, on_ranks, refused, rows, same, same_after, skewed_trimers, \
    text_of, this, trimers, warned

kinds = {"cube": liquid_of_trimers, "skewed": skewed_trimers}


@rows(f"""
npt_csvr|cube|{NPT} temp 1 1.5 1 iso 1 2 1
npt_langevin|cube|{NPT} temp 1 1 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy thermostat langevin
nvt_nhc|cube|{NVT} temp 1 1 1 thermostat nhc tparam 3 1 5
npt_of_all|cube|rigid/npt/rgs molecule temp 1 1 1 iso 1 1 1 thermostat langevin
npt_skewed|skewed|{NPT} temp 1 1.5 1 iso 1 2 1
npt_skewed_axes|skewed|rigid/npt/rgs molecule temp 1 1 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy thermostat langevin
npt_crescale|cube|{NPT} temp 1 1.5 1 iso 1 2 1 barostat crescale
""")
def ranks(kind, fix):
    """The same on any number of ranks, to rounding, targets that change included."""
    on_ranks(fix, [kinds[kind](n, fix=fix, steps=100) for n in any_ranks()])


def opened(library, runs):
    lib = ctypes.CDLL(library, ctypes.RTLD_GLOBAL)
    lib.lammps_open_no_mpi.restype = ctypes.c_void_p
    for words in runs:    # (two at a time cannot load one plugin)
        given = (ctypes.c_char_p * len(words))(*map(str.encode, words))
        its = ctypes.c_void_p(lib.lammps_open_no_mpi(len(words), given, None))
        lib.lammps_file(its, words[words.index("-in") + 1].encode())
        lib.lammps_close(its)


def instances(library, *inputs):
    """Runs of one process, each in a LAMMPS of its own."""
    names, runs = zip(*[command("trimers", name=f"one.{k}", args=["-screen", f"one.{k}.out"], **more)
                        for k, more in enumerate(inputs)])
    its = multiprocessing.Process(target=opened, args=(library, runs))
    its.start()
    its.join(60)
    return [Run(name, status=its.exitcode) for name in names]


def ratios(what, low, high, kind, steps, **more):
    """The ranges of econserve with these steps, each over the one with half of it."""
    ranges = [np.ptp(kind(dt=dt, steps=round(2 / dt), every=1, **more)["Econserve"]) for dt in steps]
    for k in range(1, len(steps)):
        between(low, high, ranges[k - 1] / ranges[k], f"econserve, {what}, dt {steps[k - 1]} against {steps[k]}: ratio of ranges")


@rows(f"""
nph|cube|{NPH} iso 1 1 1
npt|cube|{NPT} temp 1 1 1 iso 1 1 1
nvt|cube|{NVT} temp 1 1 1 thermostat nhc
all|cube|rigid/nph/rgs molecule iso 1 1 1
skewed|skewed|{NPH} aniso 1 1 1
crescale|cube|{NPT} temp 1 1 1 iso 1 1 1 thermostat nhc barostat crescale seed 1
""")
def energy(kind, fix):
    """The energy, with thermostat and barostat, is constant up to h^2 (crescale: from 2 to 6 with other seeds)."""
    ratios(fix, 3, 5.5, kinds[kind], (0.004, 0.002, 0.001), fix=fix, columns="econserve press f_move[*]")


@rows("strang|3|5.5\nstrang_dkd|3|5.5\nsrkn6b|12|32")
def order(low, high):
    """Schemes of run_style rgs, whose box changes at each of their evaluations, with smooth forces."""
    scheme = ("strang", "strang_dkd", "srkn6b")[this.row]
    ratios("run_style rgs, scheme " + scheme, float(low), float(high), liquid_of_trimers, (0.005, 0.0025), before_fix="run_style rgs",
           fix=f"{NPH} iso 1 1 1 scheme {scheme}", columns="econserve", pair="lj/gromacs 0.9 3.0", pairs="shift no")


@case
def pressure():
    same("strang at constant pressure, run_style verlet and rgs", *[liquid_of_trimers(
        2, before_fix="run_style " + style, fix=NPT + " temp 1 1 1 iso 1 1 1", steps=100, columns="pe ke vol press") for style in ("verlet", "rgs")], 11)
    # the trace of the molecular pressure is the trace of the atoms' pressure at every instant
    for kind, n in ("cube", 1), ("cube", 2), ("skewed", 1):
        run = kinds[kind](n, fix=NPT + " temp 1 1 1 aniso 1 1 1", steps=20, every=1, columns="press f_move[16] f_move[17] f_move[18]",
                          pair="lj/cut 2.5", pairs="tail yes shift no")
        between(0, 1e-10, np.max(abs((run[3] + run[4] + run[5]) / 3 - run[2])),
                f"molecular pressure with tail correction, {kind}, {n} ranks: trace minus the one of compute pressure")


@case
def compressibility():
    """The default of crescale is an ideal gas's; a param has LAMMPS' units."""
    def run(param):
        return liquid(fix=f"{NPT} temp 300 300 100 iso 1 1 100 barostat crescale {param}", steps=20, before_run=["thermo_style custom step vol", DIGITS])
    gas = run("")
    volume, freedom = gas["Volume"][0], float(gas.says("[0-9]*(?= degrees of freedom)")[0])
    beta = 3 * volume / (freedom + 3) / (0.0019872067 * 300) / 68568.415
    between(0, 1e-8, apart(gas, run(f"param compressibility {beta:.17g}")), f"crescale, water, compressibility {beta:.6g}/atm, and the default")
    between(1e-4, 1, apart(gas, run(f"param compressibility {beta / 9:.17g}")), "a ninth of it")


@rows([
    ("z", "stays stays moves", NPT + " temp 1 1 1 z 1 1 1", {}),
    ("crescale_z", "stays stays moves", NPT + " temp 1 1 1 z 1 1 1 barostat crescale", {}),
    ("crescale_xy", "moves moves stays", NPT + " temp 1 1 1 x 1 1 1 y 1.2 1.2 1 barostat crescale", {}),
    ("crescale_plane", "moves moves stays", NPT + " temp 1 1 1 iso 1 1 1 barostat crescale", PLANE),
    ("xy", "moves moves stays", NPT + " temp 1 1 1 x 1 1 1 y 1 1 1 couple xy", dict(boundary="p p f", box="0 4 0 4 -1.5 5", steps=20, every=2)),
    ("plane", "moves moves stays", NPT + " temp 1 1 1 iso 1 1 1 thermostat langevin", PLANE),
    ("plane_x", "moves stays stays", NPH + " x 1 1 1", PLANE),
    ("plane_skewed", "moves moves stays", NPH + " aniso 1 1 1", dict(PLANE, shape="prism", box="0 8 0 8 -0.1 0.1 3 0 0")),
    ("skewed", "moves stays moves", NPT + " temp 1 1 1 x 1 1 1 z 1 1 1", dict(shape="prism", box="0 4 0 4 0 4 2 1 -1", columns="lx ly lz xy xz yz")),
])
def box(wanted, fix, more):
    run = trimers(fix=fix, **dict(dict(steps=100), **more))
    moves = " ".join("moves" if np.ptp(run[k]) else "stays" for k in ("Lx", "Ly", "Lz"))
    check(moves == wanted, f"box of {fix}: {moves}, must be {wanted}")
    if "couple xy" in fix:
        between(0, 1e-12, np.max(abs(run["Lx"] - run["Ly"])), "couple xy: largest difference of the two lengths")
    if "columns" in more:
        between(0, 1e-13, np.max(abs(run["Xy"] / run["Lx"] - 0.5)), "a skewed box: change of xy/lx")
        between(0, 1e-13, np.max(abs(run["Xz"] / run["Lx"] - 0.25)), "a skewed box: change of xz/lx")
        between(0, 0, np.ptp(run["Yz"]), "a skewed box, y stays: change of yz")


@rows([
    # eight bodies: N + 1 where the thermostat acts on the total momentum, N where that stays zero
    ("langevin", 9, NPT + " temp 1 1 1 iso 0.01 0.01 1 thermostat langevin", dict(box="0 2 0 2 0 2")),
    ("csvr", 8, NPT + " temp 1 1 1 iso 0.01 0.01 1", dict(shape="prism", box="0 2 0 2 0 2 1 0.5 -0.7")),
])
def gas(n, fix, more):
    """The volume of an ideal gas is a Gamma variate."""
    run = trimers(fix=fix, pair="zero 1.0", coeff="* *", pairs="shift no", spacing=4.5, dt=0.02, steps=100000, every=20, columns="vol", **more)
    volumes = run["Volume"][250:]
    between(94 * n, 106 * n, np.mean(volumes), f"ideal gas, {fix}: mean volume, {n} kT/P exact")
    between(8000 * n, 12000 * n, np.var(volumes), f"ideal gas, {fix}: variance, {n} (kT/P)^2 exact")
    if n == 8:
        found = run.says(r"^Fix rigid/npt/small/rgs \(ID move\): .* thermostat csvr, Tdamp 1, Pdamp 1, friction of the box 2, seed [0-9]*, rigidstep")
        between(1, 1, len(found), "lines of the log with the times of thermostat and barostat")


@rows("cube|1|csvr\nthinner|4|langevin\nskewed|2|langevin")
def volume(damp, thermostat):
    """The volume of the liquid was found by Monte Carlo."""
    kind = "skewed" if this.row == 2 else "cube"
    run = kinds[kind](fix=f"{NPT} temp 1 1 1 iso 1 1 {damp} thermostat {thermostat}", steps=150000, every=10, columns="vol f_move[16] f_move[17] f_move[18]")
    volumes, press = run["Volume"][750:], (run[3] + run[4] + run[5])[750:] / 3
    what = f"64 trimers, {kind}, Pdamp {damp}, thermostat {thermostat}: "
    between(301, 306, np.mean(volumes), what + "mean volume, 303.4 to 303.8 exact")
    between(96, 130, np.var(volumes), what + "variance of the volume, 113 exact")
    between(-1.25, -0.75, np.mean(volumes * press) - np.mean(volumes) * np.mean(press), what + "covariance of volume and molecular pressure, -kT exact")


@case
def changes():
    """From one ensemble to the next, and back to constant energy."""
    fixes = NPT + " temp 1 1 1 iso 1 1 1", RGS, "rigid/nph/rgs molecule aniso 1 1 1"
    run = liquid_of_trimers(fix=NVT + " temp 1 1 1", steps=50, every=50, columns="etotal",
                            again=[line for fix in fixes for line in ("unfix move", "fix move all " + fix, "run 50")])
    energies = run["TotEng"].reshape(4, 2)
    between(0, 1e-9, np.max(abs(energies[1:, 0] - energies[:-1, 1])), "four ensembles, one after the other: largest change of the energy between runs")


@rows(f"""
still|a thermostat that never acts|{RGS}|{NVT} temp 1 1 1e30 place ends|rigid/nvt/rgs molecule temp 1 1 1e30 place ends
middle|langevin in the middle, and scheme baoab|{NVT} temp 1 1 1 thermostat langevin place middle scheme strang|{NVT} temp 1 1 1 thermostat langevin scheme baoab
ends|langevin at the ends, and scheme obabo|{NVT} temp 1 1 1 thermostat langevin place ends scheme strang|{NVT} temp 1 1 1 thermostat langevin scheme obabo
""")
def place(what, *fixes):
    one, *others = [liquid_of_trimers(fix=fix, steps=100, columns="pe ke press") for fix in fixes]
    for other in others:
        if "rigid/nvt/rgs" in other.says("^Fix .*")[0]:    # (which sums its bodies' energies in another order)
            between(0, 1e-9, apart(one, other), what + ", rigid/nvt/rgs: largest difference")
        else:
            same(what, one, other, 11)


@case
def place_of_high_order():
    """With schemes above order 2 the thermostat is at the ends, and the middle gets a warning."""
    default, ends, middle = [liquid_of_trimers(before_fix="run_style rgs", fix=f"{NVT} temp 1 1 1 scheme yoshida4 {place}", steps=100, columns="pe ke press")
                             for place in ("", "place ends", "place middle")]
    warned("yoshida4 with place middle", "place middle with scheme yoshida4 samples positions to order 2 only", middle)
    same("yoshida4 without place, and with place ends", default, ends, 11)


@rows(f"""
npt_csvr|cube|{NPT} temp 1 2 1 iso 1 2 1
npt_langevin|cube|{NPT} temp 1 2 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy thermostat langevin
nvt_nhc|cube|{NVT} temp 1 2 1 thermostat nhc
nph|cube|{NPH} iso 1 2 1
npt_of_all|cube|rigid/npt/rgs molecule temp 1 2 1 iso 1 2 1 thermostat langevin
skewed|skewed|{NPT} temp 1 2 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy thermostat langevin
skewed_of_all|skewed|rigid/npt/rgs molecule temp 1 2 1 aniso 1 2 1 thermostat nhc
crescale|cube|{NPT} temp 1 2 1 iso 0.1 0.2 1 barostat crescale param compressibility 0.1
""")
def restart(kind, fix):
    """A restart file in the middle of ramps; heat is added up in another order, so its last digits differ."""
    ramp, columns = "50 start 0 stop 100", "pe ke press vol lx lz xy yz f_move[1] f_move[2] f_move[15] f_move[16] ecouple"
    for n in 1, 2:
        more = dict(processors="* 1 1", steps=ramp, columns=columns)
        run = kinds[kind](n, fix=fix, again=["write_restart mid.restart", "run " + ramp], **more)
        rest = trimers(n, made="no", start="read_restart mid.restart", fix=fix, **more)
        equal(f"restart in mid-ramp, {fix}, {n} ranks", *[[line[:-1] for line in one.after(50)] for one in (run, rest)], 6)
        heat = [np.array([float(line[-1]) for line in one.after(50)]) for one in (run, rest)]
        between(0, 1e-9, np.max(abs(heat[0] - heat[1])), f"restart in mid-ramp, {fix}, {n} ranks: ecouple")
    if this.row == 0:
        other = trimers(2, made="no", start="read_restart mid.restart", steps=10,
                        fix=NPT + " temp 1 2 1 iso 1 2 1 thermostat langevin")
        warned("another thermostat", "thermostat and barostat of the restart file are not used: ", other)
        between(0, 1e-12, abs(other["Ecouple"][0] / other["Volume"][0] - 1),
                "restart with another thermostat, P = 1: ecouple over PV, as in a new run")


@rows(f"""
nph|{NPH} iso 1 2 1
nhc|{NVT} temp 1 2 1 thermostat nhc
csvr|{NPT} temp 1 2 1 iso 1 2 1
langevin|{NPT} temp 1 2 1 iso 1 2 1 thermostat langevin
""")
def same_process(fix):
    """Who reads a file in the process that wrote it, after `clear` or as another LAMMPS, continues it, once:
    a second run from it has noise of its own, and so have worlds that read one file."""
    noisy, ramp = this.row > 1, "20 start 0 stop 40"
    more = dict(fix=fix, steps=ramp, columns="pe ke econserve vol f_move[1] f_move[2] f_move[15]")
    anew = ["variable again delete", "clear", f"include {HERE}/in.trimers"]
    run = liquid_of_trimers(**more, twice=[anew[0], 'variable again index "clear"', *anew[1:]], again=[
        "write_restart mid", "run " + ramp,
        "variable start delete", 'variable start index "read_restart mid"',
        anew[0], 'variable again index "include @.twice.in"', *anew[1:]])
    on, *after = [np.array(lines, float) for _, lines in run.parts[1:]]
    rest = dict(more, made="no", start="read_restart mid")
    library = os.path.dirname(this.lmp[0]) + "/liblammps.so"
    if os.path.exists(library):
        first = dict(rest, start="read_data trimers.data", again="write_restart mid")
        after += [np.array(one.lines, float) for one in instances(library, first, rest, rest)[1:]]
    for k, lines in enumerate(after):
        what = ("after clear", "after clear, again", "another LAMMPS", "another LAMMPS, again")[k]
        between(*(1e-9, 1e9) if noisy and "again" in what else (0, 1e-12),
                np.nanmax(abs(lines - on) / (1 + abs(on))), f"{fix}, {what}: difference from the run")
    worlds = ["-partition", "2x1", "-pscreen", "none", "-plog", "none"]
    for own in "", "${w}":
        world, told = "variable w world 0 1", "print '$(pe:%.15g)' append "
        if own:
            liquid_of_trimers(2, args=worlds, before_fix=world, **more, again=[
                "write_restart mid${w}", "run " + ramp, told + "on${w}"])
        start = [world, "read_restart mid" + own]
        trimers(2, args=worlds, **dict(rest, start=start, again=[told + "@.${w}"]))
        for w in "01":
            there = float(text_of("on" + w)) if own else on[-1][2]
            between(*(1e-9, 1e9) if noisy and not own and w == "1" else (0, 1e-12),
                    abs(there - float(this.runs[-1].read(w))), f"{fix}, world {w}, file mid{own}: difference")


@case
def changing_pressure():
    """econserve has the target, so it rises by V dP; the range of the rest falls with the steps' squares."""
    ranges = []
    for dt in 0.004, 0.002:
        run = liquid_of_trimers(fix=NPH + " iso 1 2 1", dt=dt, steps=round(2 / dt), every=1,
                                columns="econserve vol")
        work = np.append(0, np.cumsum(run["Volume"][:-1] * dt / 2))
        ranges.append(np.ptp(run["Econserve"] - work))
        between(0, 1e-3, ranges[-1] / work[-1], f"P from 1 to 2, dt {dt}: econserve less V dP, over V dP")
    between(3, 5.5, ranges[0] / ranges[1], "P from 1 to 2, dt 0.004 against 0.002: ratio of ranges")


@rows([("nvt", NVT + " temp 1 1 0.1 "), ("npt", NPT + " temp 1 1 0.1 iso 1 1 1 thermostat nhc ")])
def noise(fix):
    """Worlds, and what follows a `clear`, have noise of their own, the same in the next run; a seed that is given is taken; a
    restart file continues the noise of the run that wrote it."""
    values = []
    for seed in "", "", "seed 7":
        worlds = liquid_of_trimers(2, args=["-partition", "2x1", "-pscreen", "none"], fix=fix + seed, steps=20, again="print '$(pe:%.15g)' append @.worlds")
        run = liquid_of_trimers(fix=fix + seed, steps=20, columns="pe", noise=["write_restart @.restart", "run 20"], again=[
            "variable again delete", 'variable again index "include @.noise.in"', "clear", f"include {HERE}/in.trimers"])
        values.append(sorted(worlds.read("worlds").split()) + [line[2] for line in run.lines if line[0] == "20"])
        if not seed:
            first = run
    check(len(values[0]) > 4 and values[0] == values[1], f"{fix}: noise of worlds and after clear in two runs, the same: {values[:2]}")
    between(3, 3, len(set(values[0])), f"{fix}: different energies of two worlds, and before and after clear; the first world and the first fix are alike")
    between(1, 1, len(set(values[2])), f"{fix}, seed given: different energies")
    between(2, 2, len(set(first.says("ID move.*, seed [0-9]*, rigidstep"))), f"{fix}: seeds in the log before and after clear")
    rest = trimers(made="no", start=f"read_restart {first.name}.restart", steps=20, columns="pe", fix=fix)
    same_after(fix + ", restart file of the second fix of a process", 20, first, rest, 3)


@rows(f"""
no_temp|a temperature is missing; give temp|{NVT}
no_pressure|a pressure is missing; give iso|{NPT} temp 1 1 1
temp_short|keyword temp needs Tstart Tstop Tdamp after it|{NVT} temp 1 1
temp_zero|Tstop is 0; must be a temperature > 0|{NVT} temp 1 0 1
temp_word|Tdamp is fast; must be a time > 0|{NVT} temp 1 1 fast
damp_zero|Pdamp is 0; must be a time > 0|{NPT} temp 1 1 1 iso 1 1 0
wrong_style|keyword iso is for rigid/npt and rigid/nph only|{NVT} temp 1 1 1 iso 1 1 1
temp_in_nph|keyword temp is for rigid/nvt and rigid/npt only|{NPH} temp 1 1 1 iso 1 1 1
langevin|temp and langevin both set a temperature|{NVT} temp 1 1 1 langevin 1 1 1 1
couple|couple has the value zz; must be none, xyz|{NPT} temp 1 1 1 aniso 1 1 1 couple zz
couple_misses|couple joins xyz, but z has no pressure|{NPT} temp 1 1 1 x 1 1 1 y 1 1 1 couple xyz
couple_differs|of y and of x differ|{NPT} temp 1 1 1 x 1 1 1 y 1 2 1 couple xy
dilate|keyword dilate names the group nobody, which does not exist|{NPT} temp 1 1 1 iso 1 1 1 dilate nobody
chain_zero|chain is 0; must be a whole number from 1|{NVT} temp 1 1 1 tparam 0 1 3
chain_order|order is 4; must be 1, 3, 5 or 7|{NVT} temp 1 1 1 tparam 3 1 4
pchain_zero|chain is 0; must be a whole number from 1|{NPT} temp 1 1 1 iso 1 1 1 pchain 0
thermostat|unknown thermostat nohoover; known: .*csvr|{NVT} temp 1 1 1 thermostat nohoover
thermostat_without|thermostat drag has no parameter kt,.*use csvr|{NVT} temp 1 1 1 thermostat drag
place|place has the value left; must be middle or ends|{NVT} temp 1 1 1 place left
place_twice|scheme baoab places the thermostat itself; leave place out|{NVT} temp 1 1 1 thermostat langevin scheme baoab place middle
seed|seed is -1; must be a whole number from 0|{NVT} temp 1 1 1 seed -1
barostat|rate is -2; must be a number >= 0|{NPT} temp 1 1 1 iso 1 1 1 barostat_friction -2
barostat_cold|need a temperature; use rigid/npt|{NPH} iso 1 1 1 barostat_friction 1
switched_off|keyword force or torque switches components of bodies off.*use rigid/nvt/rgs|rigid/npt/rgs molecule force 3 off on on temp 1 1 1 iso 1 1 1
nve_temp|keyword temp is for rigid/nvt and rigid/npt only|rigid/small/rgs molecule temp 1 1 1
nve_atoms|keyword atoms is for rigid/nvt and rigid/npt and rigid/nph only|rigid/rgs molecule atoms all
no_thermostat|scheme baoab needs a thermostat; use rigid/nvt/rgs|rigid/small/rgs molecule scheme baoab
no_thermostat_nph|scheme obabo needs a thermostat; use rigid/nvt/rgs|{NPH} iso 1 1 1 scheme obabo
temp_missing|keyword temp needs Tstart Tstop Tdamp after it|{NVT} temp
iso_missing|keyword iso needs Pstart Pstop Pdamp after it|{NPT} temp 1 1 1 iso
aniso_short|keyword aniso needs Pstart Pstop Pdamp after it|{NPT} temp 1 1 1 aniso 1 1
x_word|keyword x: Pstart is much; must be a pressure|{NPT} temp 1 1 1 x much 1 1
y_damp|keyword y: Pdamp is -1; must be a time > 0|{NPT} temp 1 1 1 y 1 1 -1
z_nan|keyword z: Pstop is nan; must be a pressure|{NPT} temp 1 1 1 z 1 nan 1
couple_missing|keyword couple needs none, xyz, xy, yz or xz after it|{NPT} temp 1 1 1 aniso 1 1 1 couple
tparam_short|keyword tparam needs chain iter order after it|{NVT} temp 1 1 1 tparam 3 1
pchain_missing|keyword pchain needs a number after it|{NPT} temp 1 1 1 iso 1 1 1 pchain
dilate_missing|keyword dilate needs the ID of a group after it|{NPT} temp 1 1 1 iso 1 1 1 dilate
thermostat_missing|keyword thermostat needs csvr, nhc or langevin after it|{NVT} temp 1 1 1 thermostat
place_missing|keyword place needs middle or ends after it|{NVT} temp 1 1 1 place
seed_missing|keyword seed needs a number after it|{NVT} temp 1 1 1 seed
barostat_missing|keyword barostat_friction needs a rate after it|{NPT} temp 1 1 1 iso 1 1 1 barostat_friction
thermostat_in_nve|keyword thermostat is for rigid/nvt and rigid/npt only|rigid/small/rgs molecule thermostat csvr
law|unknown barostat nose; known: andersen flexible crescale|{NPT} temp 1 1 1 iso 1 1 1 barostat nose
law_of_lengths|barostat flexible changes angles of the box; use tri|{NPT} temp 1 1 1 iso 1 1 1 barostat flexible
law_cold|barostat crescale draws noise and needs a thermostat; use rigid/npt|{NPH} iso 1 1 1 barostat crescale
law_friction|barostat crescale sets its friction itself; leave barostat_friction out|{NPT} temp 1 1 1 iso 1 1 1 barostat crescale barostat_friction 1
law_param|unknown param compressible; .*barostat crescale has: .*compressibility|{NPT} temp 1 1 1 iso 1 1 1 barostat crescale param compressible 1
langevin_short|keyword langevin needs Tstart Tstop damp seed after it|{NPH} iso 1 1 1 langevin 1 1 1
langevin_seed|seed is 1.5; must be a whole number|{NPH} iso 1 1 1 langevin 1 1 1 1.5
misspelt|unknown keyword tmep; keywords are rotor, .*temp|{NVT} tmep 1 1 1
misspelt_later|unknown keyword isotropic; keywords are rotor, .*iso|{NPT} temp 1 1 1 isotropic 1 1 1
param_twice|param kt is set by a keyword|{NVT} temp 1 1 1 param kt 2
""")
def words(text, fix):
    """Every keyword: missing its values, out of range, where it does not belong; each eighth on several ranks, too."""
    for n in (1, 4) if this.row % 8 == 0 else (1,):
        refused(fix, text, liquid_of_trimers(n, fix=fix))


burst = "would collapse or burst in one step, at timestep [0-9]*: "


@rows([
    ("free", (1, 3), "3 atoms would be left behind.*rigid/nvt", liquid_of_trimers, dict(fix=NPT + " temp 1 1 1 iso 1 1 1", before_run=[
        "unfix move", "group most id > 3", f"fix move most {NPT} temp 1 1 1 iso 1 1 1"])),
    ("walls", (1, 3), "not periodic along z", trimers, dict(boundary="p p f", fix=NPT + " temp 1 1 1 iso 1 1 1")),
    ("overlap", (2,), burst + "the molecular pressure is [0-9].*use minimize/rgs before; otherwise a shorter timestep than 0.004, or a "
     "longer Pdamp than 2", trimers, dict(spacing=0.9, fix=NPT + " temp 1 1 1 iso 1 1 2")),
    # (steps that are short enough for the motion of the barostat, and too long for the neighbor bins of
    # LAMMPS)
    ("bins", (1, 2), burst + ".*use minimize/rgs before", trimers, dict(spacing=1.05, box="0 5 0 5 0 5", dt=0.001, fix=NPT + " temp 1 1 1 iso 1 1 200")),
    ("bins_skewed", (1, 2), burst + ".*use minimize/rgs before", trimers, dict(
        spacing=1.05, shape="prism", box="0 5 0 5 0 5 1 0 0", dt=0.001, fix=NPT + " temp 1 1 1 tri 1 1 200")),
    ("plane", (1,), "in two dimensions", trimers, dict(PLANE, fix=NPT + " temp 1 1 1 z 1 1 1")),
])
def bodies_and_boxes(numbers, text, kind, more):
    for n in numbers:
        refused("bodies or boxes", text, kind(n, **more))
