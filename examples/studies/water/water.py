#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Rigid water in LAMMPS, by its own fixes and by ours.  Each PART prints a table into PART.txt and most draw PART.png.

  box           drift, noise and cost of four integrators: 216 SPC/E molecules with a cutoff, steps of 2 fs (--steps, 10000)
  which_step    64 molecules with pppm: which step, and which scheme (--energy_ps, --every, --accuracy, --energy; --runs of --ps, 30, --sampling)
  pressure      SPC/E and TIP4P/2005 at 298 K and 1 atm: averages (--ps, 200, after --warm; --models, --methods, --dt, --molecules; a sample
                --every 20 fs)
  volume        the same at the density where `pressure` begins
  speed         nanoseconds per day of both models, on one and two ranks (--runs; --models, --molecules)
  ice           ice Ih of 96 TIP4P/2005 at 250 K and 1 bar in a box of any lengths and angles (--ps, 200, --dt)
  drift         does econserve drift at 298 K and 1 atm? (--ps, 1000; --methods, --dt, --every)

Runs that ended are not repeated, but for ours of `box`.  LMP is the LAMMPS to use, and LOAD a command with which it loads the plugin."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import numpy as np                                            # noqa: E402
from lammps_runs import Runs, answer, blocks, commands, digest, error_of, ice_data, mean_error, read, samples, seed_of   # noqa: E402
from study import Study, line, plt                            # noqa: E402

BOLTZMANN = 0.0019872067                                      # kcal/mol/K


def given(name, default):
    return getattr(study.options, name) or default


def equilibrated():
    runs.once("water.data", "in.water", steps=0)


# ---- box: drift and cost -----------------------------------------------------------------------------
BOX = {"rigid-small": ("rigid/small", "none"), "rigid-nve-small": ("rigid/nve/small", "none"),
       "rigid-small-rgs-exact": ("rigid/small/rgs", "exact"), "rigid-small-rgs-dmv2": ("rigid/small/rgs", "dmv2")}


def timing(log):
    """The steps of a log's last run, and the processor time in seconds of its loop and of its fixes; time in which a process waits is left out."""
    steps, loop, busy, modify = (float(re.findall(what, read(log), re.M)[-1]) for what in
                                 (r"^Loop time of .* for (\d+) steps", r"^Loop time of ([\d.]+)", r"^ *([\d.]+)% CPU use",
                                  r"^Modify *\|[^|]*\| *([\d.e+-]+)"))
    return steps, loop * busy / 100, modify * busy / 100


def cost(log):
    """Nanoseconds per molecule and step that the fix takes."""
    steps, _, modify = timing(log)
    return modify / steps / 216 * 1e9


def box():
    steps = given("steps", 10000)
    # What does not depend on rigidstep is kept while LAMMPS and the input are the same, to the last bit.
    engine = re.search(r"liblammps\S* => (\S+)", answer("ldd", runs.command.split()[0]))
    same = digest(runs.here / "in.water", runs.here.parent.parent / "lammps/spce.mol", *engine.groups() if engine else ())
    if read("water.of") != same:
        for kept in pathlib.Path().glob("*.d*"):
            kept.unlink()
    equilibrated()
    pathlib.Path("water.of").write_text(same, encoding="ascii")
    for name in list(BOX)[2:]:
        pathlib.Path(f"{name}.done").unlink(missing_ok=True)
    if not all(runs.each(lambda name: runs.run(name, "in.water", steps, fixstyle=BOX[name][0], rotor=BOX[name][1], steps=steps), zip(BOX))):
        sys.exit("a run failed")
    # Short runs, one at a time and in turns, so that a noisy machine is noisy for all of them.
    for turn in range(3):
        for name, (fix, rotor) in BOX.items():
            if not runs.lammps("in.water", f"{name}.cost{turn}", name="cost", fixstyle=fix, rotor=rotor, steps=120):
                sys.exit(f"{name} failed: {runs.complaint(f'{name}.cost{turn}')}")
    say("216 SPC/E molecules, lj/gromacs/coul/gromacs 8 A, steps of 2 fs:")
    say(f"{'':22} {'drift +- block error':>21} {'RMS':>10} {'fix, ns per':>12} {'T mean':>8}")
    say(f"{'fix':22} {'kT/dof/ns':>21} {'kT/dof':>10} {'mol. x step':>12} {'K':>8}")
    figure, axes = plt.subplots(figsize=(7.6, 4.2))
    drift = {}
    for (name, (fix, rotor)), colour in zip(BOX.items(), ("C1", "C3", "C0", "C2")):
        rows = samples(f"{name}.energy")
        unit = BOLTZMANN * rows[:, 2].mean() * (6 * 216 - 3)
        ten = blocks(rows, 10)
        rate, error, _ = line(ten[:, 0] / 1000, ten[:, 1])
        drift[name] = rate / unit, error / unit
        scatter = line(rows[:, 0] / 1000, rows[:, 1])[2] / unit
        each = np.median([cost(f"{name}.cost{turn}") for turn in range(3)])
        say(f"{name:22} {rate / unit:10.5f} +- {error / unit:7.5f} {scatter:10.2e} {each:12.0f} {rows[:, 2].mean():8.1f}")
        axes.plot(rows[:, 0], rows[:, 1] - rows[rows[:, 0] <= 1, 1].mean(), color=colour, label=fix + f", {rotor}" * (rotor != "none"))
    axes.set(title="216 SPC/E molecules, steps of 2 fs", xlabel="time / ps", ylabel="energy, from its first ps on / (kcal/mol)")
    axes.legend(ncols=2)
    study.draw(figure, "energy.svg")
    if study.options.check:
        for name in ("rigid-small-rgs-exact", "rigid-small-rgs-dmv2"):
            rate, error = drift[name]
            study.claim(abs(rate) < 3 * error and abs(rate) < 0.02, f"{name}: the drift is below 3 errors and 0.02 kT/dof/ns")
        rate, error = drift["rigid-small"]
        study.claim(rate > 0.05 and rate > 5 * error, "the run is long enough to see the drift of rigid-small, about 0.13 kT/dof/ns")


# ---- with a mesh -------------------------------------------------------------------------------------
def mesh_data(state, first, thermostat, steps, *end, seed=20081, settings=(), **more):
    """Equilibrated molecules: `first` steps of 1 fs by keyword langevin, and `steps` of 2 fs with the thermostat."""
    lines = [*settings, f"velocity all create 298.0 {seed} mom yes rot no dist gaussian", "timestep 1.0",
             "fix move all rigid/small/rgs molecule langevin 298.0 298.0 50.0 90711", f"run {first}", "unfix move", "timestep 2.0",
             f"fix move all rigid/{thermostat} thermostat langevin", f"run {steps}", "unfix move", *end, "reset_timestep 0", f"write_data {state} nocoeff"]
    runs.once(state, "in.mesh", state=state, commands=commands(state, *lines), **more)


def samples_of(name, fix, every, steps, *columns, warm, before=(), after=()):
    """The commands of a run that writes columns to NAME.samples."""
    return commands(name, *before, *fix, *([] if warm is None else [f"run {warm}"]),
                    f'fix out all ave/time {every} 1 {every} {" ".join("v_" + word.split()[0] for word in columns)} format " %.12g" file {name}.samples',
                    f"run {steps}", *after)


# ---- which_step --------------------------------------------------------------------------------------
ENERGY = dict(nve=("rigid/nve/small of LAMMPS", "C1", "o"), shake_nve=("shake, nve", "C3", "s"), ilves_nve=("ilves, nve", "C7", "^"),
              strang=("strang", "C0", "o-"), nystrom4=("nystrom4", "C2", "s-"), srkn6b=("srkn6b", "C6", "^-"),
              takahashi_imada4=("takahashi_imada4", "C4", "v-"), rowlands4=("rowlands4", "C5", "D-"), pmlf6=("pmlf6", "#1a9aa8", "P-"))
# Points at one number of evaluations stand side by side.
SAMPLING = dict(nvt=("rigid/nvt/small", "C1", "o", 0.97), shake_nvt=("shake, nvt", "C3", "s", 1), ilves_nvt=("ilves, nvt", "C7", "^", 1.03),
                thermostat_strang=("langevin, strang", "C0", "o", 1.06), thermostat_nystrom4=("langevin, nystrom4", "C2", "s", 1))
DEFAULT_ENERGY = [f"{method}:{dt}" for methods, steps in (("nve shake_nve ilves_nve strang", "12346"), ("nystrom4 takahashi_imada4 rowlands4", "2346"),
                                                          ("srkn6b pmlf6", "346")) for method in methods.split() for dt in steps]
DEFAULT_SAMPLING = ("thermostat_strang:6 nvt:6 shake_nvt:6 thermostat_strang:4 nvt:4 shake_nvt:4 thermostat_strang:2 nvt:2 shake_nvt:2 ilves_nvt:4 thermostat_nystrom4:6 "
                    "thermostat_strang:1").split()


def which_run(name, method, dt, warm, ps, accuracy, every):
    """Steps are whole fs that divide `every`."""
    scheme, thermostat, seed = method.removeprefix("thermostat_"), method.startswith("thermostat_"), seed_of(name)
    outside = re.fullmatch("(?:(shake|ilves)_)?(nve|nvt)", method)
    style = "verlet" if outside or scheme == "strang" else "rgs"
    heat = " temp 298.0 298.0 200.0" if method.endswith("nvt") else ""
    if outside and outside[1]:
        fix = [f"fix move all {outside[2]}{heat}", f"fix hold all {outside[1]} 1e-8 200 0 b 1 a 1"]
    elif outside:
        fix = [f"fix move all rigid/{method}/small molecule{heat}"]
    elif thermostat:
        fix = [f"fix move all rigid/nvt/small/rgs molecule temp 298.0 298.0 200.0 thermostat langevin seed {seed} scheme {scheme}"]
    else:
        fix = [f"fix move all rigid/small/rgs molecule scheme {scheme}"]
    # Runs at constant temperature that differ in the seed are independent.  Only langevin moves the total momentum.
    velocities = [f"velocity all create 298.0 {seed} mom yes rot no dist gaussian"] if thermostat or heat else []
    columns = ("pe equal pe", "e equal etotal", f"t equal 2*sum(c_centres[1])/(3*64-{0 if thermostat else 3})/{BOLTZMANN}",
               f"r equal 2*(ke-sum(c_centres[1]))/(3*64)/{BOLTZMANN}", "mt equal " + ("f_move[13]" if thermostat else "v_t"), "mr equal " + ("f_move[14]" if thermostat else "v_r"))
    # The force evaluations of a step without output: the last two runs differ by ten of them.  (The first has the output that was due.)
    end = ("unfix out", "run 2", "run 12", "run 22") if style == "rgs" else ()
    lines = samples_of(name, [*fix, "compute molecules all chunk/atom molecule", "compute centres all temp/chunk molecules kecom",
                              *("variable " + column for column in columns)], every // int(dt), ps * 1000 // int(dt), *columns,
                       warm=warm * 1000 // int(dt), before=[*velocities, f"run_style {style}"], after=end)
    if not runs.run(name, "in.mesh", ps, commands=lines, dt=dt, kspace=f"pppm {accuracy}"):
        return None
    evaluations = re.findall(r"^run_style rgs: (\d+) force evaluations", read(f"{name}.log"), re.M)
    return (int(evaluations[-1]) - int(evaluations[-2])) / 10 / int(dt) if evaluations else 1 / int(dt)


def energy_rows(found):
    """Method, step, evaluations per fs; rms of the total energy about its mean and its error by quarters of the run, J/mol a molecule; the rms in
    per cent of the potential energy's rms, the mean of all runs; and what the mean gains from the first quarter to the last."""
    table = {name: samples(f"{name}.samples") for name in found}
    potential = np.mean([rows[:, 1].std() for rows in table.values()])
    for name, rows in table.items():
        energy = rows[:, 2] * 4184 / 64
        n = len(energy)
        _, error = mean_error(np.array([energy[k * n // 4:(k + 1) * n // 4].std() for k in range(4)]))
        yield *name.split(".")[1:], found[name], energy.std(), error, 100 * rows[:, 2].std() / potential, energy[-(n // 4):].mean() - energy[:n // 4].mean()


def sampling_rows(found):
    """Method, step, evaluations per fs; time in ps; potential energy, kJ/mol a molecule; T_rot - T_trans at the ends of steps and in the middle (the
    same where there is none), T_trans and T_rot in the middle, each with its error from blocks of 5 ps of all runs; the time over which the
    potential energy is correlated.  Blocks of one row are few: the spread of the potential energy, which no method changes much, is taken of all."""
    parts, everything = {}, {}
    for name in found:
        key, rows = tuple(name.split(".")[1:3]), samples(f"{name}.samples")
        size = int(5000 / 12 + 0.5)                           # of 12 fs each
        values = np.column_stack((4.184 * rows[:, 1] / 64, rows[:, 4] - rows[:, 3], rows[:, 6] - rows[:, 5], rows[:, 5:7]))[:len(rows) // size * size]
        parts.setdefault(key, []).append(blocks(values, len(values) // size))
        everything.setdefault(key, []).append(values[:, 0])
    parts = {key: np.concatenate(those) for key, those in parts.items()}
    within = sum(((those[:, 0] - those[:, 0].mean())**2).sum() for those in parts.values()) / sum(len(those) - 1 for those in parts.values())
    for key, those in parts.items():
        means, errors = mean_error(those)
        errors[0] = np.sqrt(within / len(those))
        tau = errors[0]**2 * 5 * len(those) / np.concatenate(everything[key]).var() / 2
        yield *key, found[next(name for name in found if tuple(name.split(".")[1:3]) == key)], 5 * len(those), *np.ravel(np.c_[means, errors]), tau


def draw_which(energy, sampling):
    figure = plt.figure(figsize=(11.5, 7))
    grid = figure.add_gridspec(2, 2, height_ratios=(5, 4))
    left, upper, lower = figure.add_subplot(grid[:, 0]), figure.add_subplot(grid[0, 1]), figure.add_subplot(grid[1, 1])
    energy, sampling = ({method: np.array(sorted([[float(value) for value in row[1:]] for row in rows if row[0] == method], key=lambda row: row[1]))
                         for method in {row[0] for row in rows}} for rows in (energy, sampling))
    for method, (label, colour, look) in ENERGY.items():
        if method in energy:
            left.plot(*energy[method].T[[1, 4]], look, color=colour, label=label, ms=5, mfc=colour if "-" in look else "none")
    left.set(xscale="log", yscale="log", xlim=(0.15, 2.5), ylim=(0.007, 15),
             title="constant energy: rms of the total energy,\n% of the fluctuation of the potential energy")
    short = sampling["thermostat_strang"][sampling["thermostat_strang"][:, 0] <= 2]
    weights = short[:, 2] / short[:, 2].sum()                 # lengths; our short steps together are the reference
    reference, spread = weights @ short[:, 3], np.sqrt((weights * short[:, 4])**2 @ np.ones(len(short)))
    for method, (label, colour, look, aside) in SAMPLING.items():
        if method not in sampling:
            continue
        _, calls, _, potential, error, ends, ends_error, middle, middle_error = sampling[method].T[:9]
        ours = method.startswith("thermostat")
        if method != "thermostat_nystrom4":
            upper.errorbar(aside * calls, ends, ends_error, fmt=look, color=colour, mfc="none", lw=1.2, label=label + ": end of step" * ours)
        if ours:
            upper.errorbar(aside * calls, middle, middle_error, fmt=look, color=colour, lw=1.2, label=label + ": middle")
        lower.errorbar(aside * calls, potential - reference, error, fmt=look, color=colour, mfc=colour if ours else "none", lw=1.2)
    upper.set(ylim=(-45, 20), title="298 K: T$_{rot}$ - T$_{trans}$, K")
    lower.set(ylim=(-0.6, 1.6), title=f"298 K: potential energy less {reference:.2f}({100 * spread:.0f}), kJ/mol per molecule")
    for axes in (upper, lower):
        axes.set(xscale="log", xlim=(0.15, 1.15))
        axes.axhline(0, color="C6", lw=1)
    ticks = {"1/6": 1 / 6, "1/4": 1 / 4, "1/3": 1 / 3, "1/2": 1 / 2, "1": 1, "2": 2}
    for axes in (left, upper, lower):
        axes.set_xticks(list(ticks.values())[:6 if axes is left else 5], list(ticks)[:6 if axes is left else 5])
        axes.minorticks_off()
    for axes in (left, lower):
        axes.set_xlabel("force evaluations per fs")
    left.legend(loc="upper right")
    upper.legend(loc="lower right", fontsize=8.5, ncols=2)
    study.draw(figure, "which_step.svg")


def which_step():
    options = study.options
    mesh_data("mesh.data", 2000, "nvt/small/rgs molecule temp 298.0 298.0 200.0", 10000, "velocity all zero linear")
    wanted = [(f"energy.{what.replace(':', '.')}", *what.split(":"), 0, options.energy_ps, options.accuracy, given("every", 12))
              for what in options.energy or DEFAULT_ENERGY]
    wanted += [(f"sampling.{what.replace(':', '.')}.{run}", *what.split(":"), 3, int(given("ps", 30)), "1e-5", 12)
               for run in range(1, options.runs + 1) for what in options.sampling or DEFAULT_SAMPLING]
    calls = {words[0]: value for words, value in zip(wanted, runs.each(which_run, wanted)) if value}
    energy = list(energy_rows({name: value for name, value in calls.items() if name.startswith("energy")}))
    say("At constant energy: rms of the total energy (J/mol a molecule, and in per cent of the rms of the potential energy), what it gains")
    say("%-24s %4s %8s %9s %7s %9s %9s" % ("method", "fs", "calls/fs", "J/mol", "+-", "%", "gained"))
    for row in energy:
        say("%-24s %4s %8.3f %9.3f %7.3f %9.3f %9.3f" % row)
    if options.runs:
        sampling = list(sampling_rows({name: value for name, value in calls.items() if name.startswith("sampling")}))
        say("\nAt 298 K: potential energy (kJ/mol a molecule), T_rot - T_trans at the ends of steps and in the middle, and both temperatures in the middle (K)")
        say("%-24s %4s %8s %6s %9s %6s %7s %5s %7s %5s %7s %5s %7s %5s %6s" % ("method", "fs", "calls/fs", "ps", "U", "+-", "ends", "+-", "middle", "+-",
                                                                           "T_trans", "+-", "T_rot", "+-", "tau/ps"))
        for row in sampling:
            say("%-24s %4s %8.3f %6.0f %9.3f %6.3f %7.1f %5.1f %7.1f %5.1f %7.1f %5.1f %7.1f %5.1f %6.1f" % row)
        draw_which(energy, sampling)


# ---- pressure ----------------------------------------------------------------------------------------
def shown(value, error):
    digits = 0 if error >= 1 else 1 if error >= 0.1 else 2 if error >= 0.01 else 4
    return f"{value:.{digits}f}({error:.{digits}f})"


def state_row(molecules, dt, rows):
    """Time in ps; density, potential energy, compressibility and the temperatures with the larger of the errors from 10 blocks and from
    correlations; of the compressibility from blocks."""
    size, columns = len(rows) // 10, np.column_stack((molecules * 18.0154 / 0.602214076 / rows[:, 1], 4.184 * rows[:, 2] / molecules, rows[:, 3:5]))
    means, errors = mean_error(blocks(columns, 10))
    with np.errstate(invalid="ignore"):                       # a density that is constant has no correlations
        errors = np.fmax(errors, [error_of(column)[0] for column in columns.T])

    def compressibility(volumes):
        """The variance over the mean of volumes in A^3, in 1e-6/bar at 298 K."""
        return 24.306 * volumes.var() / volumes.mean()
    ten = rows[:10 * size, 1].reshape(10, size)
    everything = compressibility(ten)
    spread = sum((compressibility(np.delete(ten, b, axis=0)) - everything)**2 for b in range(10)) * 9 / 10
    density, energy, trans, turn = (shown(*pair) for pair in zip(means, errors))
    return f"{(rows[-1, 0] - rows[0, 0]) * dt / 1000:.0f}", density, energy, shown(everything, np.sqrt(spread)), trans, turn


def pressure():
    states("npt")


def volume():
    states("nvt")


MODELS = dict(spce=("lj/cut/coul/long 9.0", "pppm 1e-4"), tip4p=("lj/cut/tip4p/long 1 2 1 1 0.1546 9.0 8.5", "pppm/tip4p 1e-4"))


def models():
    """Of each model that is asked for, what in.mesh takes to begin with its equilibrated molecules."""
    molecules, barostat = study.options.molecules, "iso 1.0 1.0"
    if molecules not in (64, 512):
        sys.exit(f"molecules is {molecules}; it must be 64 or 512")
    repeats = round((molecules / 64)**(1 / 3))
    for model, (pair, kspace) in MODELS.items():
        if model in study.options.models:
            about = dict(model=model, pair=pair, kspace=kspace)
            mesh_data(f"{model}.data", 1000, f"npt/small/rgs molecule temp 298.0 298.0 200.0 {barostat} 300.0", 1000, "reset_timestep 0",
                      f"replicate {repeats} {repeats} {repeats}", "timestep 4.0", f"fix move all rigid/npt/small/rgs molecule temp 298.0 298.0 500.0 {barostat} "
                      "500.0 thermostat langevin", "run 5000", "unfix move", settings=["pair_modify tail yes"], **about)
            yield dict(about, state=f"{model}.data")


def mover(ensemble, method, step):
    """The commands that move molecules by a method, and the variables with temperatures of translation and rotation.  Lists of neighbours
    have the skin that is fastest for the step."""
    heat = f"temp 298.0 298.0 {50.0 if method == 'strong' else 500.0}" + " iso 1.0 1.0 500.0" * (ensemble == "npt")
    lists = ["pair_modify tail yes", f"neighbor {2.0 if step <= 2 else 2.5} bin", "neigh_modify binsize 2.75"]
    # Ours tell the temperatures where the thermostat has acted; LAMMPS' fixes tell them at the end of a step.
    if method == "theirs":
        fix = [f"fix move all rigid/{ensemble}/small molecule {heat}", "compute trans all ke/rigid move", "compute turn all erotate/rigid move"]
        return lists + fix, (f"t equal 2*c_trans/(3*{BOLTZMANN}*(count(all)/3-1))", f"r equal 2*c_turn/(count(all)*{BOLTZMANN})")
    if method == "shake":
        return [*lists, "fix hold all shake 1e-6 100 0 b 1 a 1", f"fix move all {ensemble} {heat}"], ("t equal temp", "r equal temp")
    thermostat = "langevin" if method == "strong" else method
    return [*lists, f"fix move all rigid/{ensemble}/small/rgs molecule {heat} thermostat {thermostat} seed {int(1000 * step + 11)}"], ("t equal f_move[13]", "r equal f_move[14]")


def states(ensemble):
    ps = given("ps", 200.0)
    row_of = "%-7s %-9s %4s %6s  %-15s %-15s %-12s %-12s %-12s"
    say(row_of % ("model", "method", "fs", "ps", "density/(g/cm3)", "energy/(kJ/mol)", "1e-6/bar", "T_trans/K", "T_rot/K"))
    for about in models():
        def one(dt, method):
            name, step = f"{about['model']}.{method}.{dt}" + ".nvt" * (ensemble == "nvt"), float(dt)
            fix, columns = mover(ensemble, method, step)
            columns = "vol equal vol", "pe equal pe", *columns
            lines = samples_of(name, [*fix, *("variable " + column for column in columns)], int(given("every", 20) / step), int(1000 * ps / step),
                               *columns, warm=int(1000 * study.options.warm / step))
            if runs.run(name, "in.mesh", ps, commands=lines, dt=dt, **about):
                return about["model"], method, dt, *state_row(study.options.molecules, step, samples(f"{name}.samples"))
            return None
        for row in runs.each(one, [(dt, method) for dt in given("dt", "1245") for method in given("methods", "langevin csvr theirs shake".split())]):
            if row:
                say(row_of % row)


# ---- speed -------------------------------------------------------------------------------------------
def speed_of(log, step):
    """Nanoseconds per day, and the share of the fixes in per cent, by processor time."""
    steps, loop, modify = timing(log)
    return 8.64e-2 * steps * step / loop, 100 * modify / loop


def speed():
    """Runs of 1 ps, one at a time and in turns, so that a noisy machine is noisy for all of them."""
    row_of = "%-7s %-4s %5s %-8s %3s %8s %12s %9s"
    say(row_of % ("model", "", "ranks", "method", "fs", "ns/day", "over shake", "Modify/%"))
    rows = ("shake", 2), ("theirs", 2), ("strong", 2), ("strong", 4)
    for about in models():
        for ensemble, ranks in (("nvt", 1), ("nvt", 2), ("npt", 1), ("npt", 2)):
            found = []
            for turn in range(study.options.runs):
                print(f"  {about['model']} {ensemble}, {ranks} ranks: turn {turn + 1} of {study.options.runs}", file=sys.stderr, flush=True)
                for method, step in rows:
                    lines = commands("speed", *mover(ensemble, method, step)[0], f"run {200 // step}", f"run {1000 // step}")
                    if not runs.lammps("in.mesh", "speed.log", ranks, commands=lines, dt=step, **about):
                        sys.exit(f"{method} failed: {runs.complaint('speed.log')}")
                    found.append(speed_of("speed.log", step))
            values = np.reshape(found, (-1, len(rows), 2))
            ratios = np.median(values[:, :, 0] / values[:, :1, 0], axis=0)
            for row, (per_day, share), ratio in zip(rows, np.median(values, axis=0), ratios):
                say(row_of % (about["model"], ensemble, ranks, *row, f"{per_day:.1f}", f"{ratio:.2f}", f"{share:.1f}"))


# ---- ice ---------------------------------------------------------------------------------------------
def ice():
    ps = given("ps", 200.0)
    names = "lx", "ly", "lz", "alpha", "beta", "gamma", "g/cm3", "T_trans", "T_rot"
    columns = [f"c{k} equal {word}" for k, word in enumerate("cella cellb cellc cellalpha cellbeta cellgamma density f_move[13] f_move[14]".split())]
    ice_data("ice.data", 4.5, 3, 2, 2)

    def one(dt):
        name, steps = f"ice.{dt}", int(1000 * ps / float(dt))
        fix = f"fix move all rigid/npt/small/rgs molecule temp 250 250 100 tri 0.98692 0.98692 1000 thermostat langevin seed {seed_of(name)}"
        lines = samples_of(name, [fix, *("variable " + column for column in columns)], 10, steps, *columns, warm=steps // 10,
                           before=["change_box all triclinic", "kspace_style pppm/tip4p 1e-5", "pair_modify tail yes",
                                   f"velocity all create 250 {seed_of(name)} mom yes rot no dist gaussian"])
        if runs.run(name, "in.mesh", ps, state="ice.data", model="tip4p", pair="lj/cut/tip4p/long 1 2 1 1 0.1546 8.5 8.5", kspace="pppm/tip4p 1e-5",
                    commands=lines, dt=dt):
            return dt, *(shown(column.mean(), error_of(column)[0]) for column in samples(f"{name}.samples").T[1:])
    say(("%-4s" + " %15s" * 9) % ("fs", *names))
    for row in filter(None, runs.each(one, given("dt", "24"))):
        say(("%-4s" + " %15s" * 9) % row)


# ---- drift -------------------------------------------------------------------------------------------
def drift():
    """64 molecules.  Forces go to zero smoothly and the mesh stays the same, so that the energy is one function of positions and box."""
    ps, every = int(given("ps", 1000)), given("every", 50)
    smooth = ["pair_modify table 0", "kspace_modify mesh 16 16 16 gewald 0.5 order 5 diff ad", "neighbor 1.5 bin"]
    pair = "lj/charmm/coul/long 4.5 6.0 6.0"
    thermostat, barostat = "temp 298.0 298.0 500.0", "iso 1.0 1.0 500.0"
    known = dict(csvr=f"rigid/npt/small/rgs molecule {thermostat} {barostat}", langevin=f"rigid/npt/small/rgs molecule {thermostat} {barostat} thermostat langevin",
                 nph=f"rigid/nph/small/rgs molecule {barostat}", nve="rigid/small/rgs molecule", theirs=f"rigid/npt/small molecule {thermostat} {barostat}")
    mesh_data("drift.data", 2000, "npt/small/rgs molecule temp 298.0 298.0 200.0 iso 1.0 1.0 300.0", 10000, seed=4190, settings=smooth, pair=pair)
    columns = "e equal econserve", "u equal pe", "v equal vol"

    def one(dt, method):
        name = re.sub(r"\W+", "_", method) + f".{ps}" + f".{dt}" * (dt != "2")
        lines = samples_of(name, [f"fix move all {known.get(method, method)}", *("variable " + column for column in columns),
                                  "thermo_style custom step temp pe econserve"], every, int(1000 * ps / float(dt)), *columns, warm=None, before=smooth)
        if not runs.run(name, "in.mesh", ps, state="drift.data", pair=pair, commands=lines, dt=dt):
            return None
        rows = samples(f"{name}.samples")
        changes = np.diff(rows[::(len(rows) - 1) // 20, 1][:21])
        ns = (rows[(len(rows) - 1) // 20 * 20, 0] - rows[0, 0]) * float(dt) * 1e-6
        return method, 1000 * ns, changes.sum() / ns, np.sqrt(20) * changes.std(ddof=1) / ns, rows[:, 2].std()
    say("econserve of 64 molecules, kcal/mol: its drift, and the standard error from the changes in 20 parts of the run")
    for row in runs.each(one, [(dt, method) for dt in given("dt", ["2"]) for method in given("methods", list(known))]):
        if row:
            say("%-9s %6.0f ps  drift %8.3f +- %.3f a ns   (the potential energy fluctuates by %.1f)" % row)


parts = dict(box=box, which_step=which_step, pressure=pressure, volume=volume, speed=speed, ice=ice, drift=drift)
study = Study(__doc__, "water", parts, steps=0, ps=0.0, dt=[], methods=[], models=["spce", "tip4p"], warm=5.0, molecules=512,
              energy_ps=2, every=0, accuracy="1e-6", runs=4, energy=[], sampling=[], check=False)
say = study.say
runs = Runs(study, __file__, *["4Jul2026"] * bool({"which_step", "speed", "ice"} & set(study.parts)))   # the pages' numbers are of this one
for chosen in study.parts:
    study.write_to(f"{chosen}.txt")
    parts[chosen]()
study.end()
