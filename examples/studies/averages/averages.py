#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Do averages of rigid water depend on the time step?  216 molecules in LAMMPS with pppm, at 298 K, or 288 of
ice at 250 K.

A row is MODEL:ENSEMBLE:METHOD:FS, and for ours FS may be followed by xFACTOR, the factor of keyword inertia,
by bTIME and by pTIME, the damping times of thermostat and barostat in fs where these are not 50 and 500:
  spce:nvt:ours:8x4b200 MODEL spce, tip4p (TIP4P/2005), ice (Ih, of TIP4P/2005), tip4p_277 and so on (TIP4P/2005
                        at so many K); ENSEMBLE nvt, npt (1 atm)
                        METHOD ours, theirs (rigid/nvt/small), shake, theirs3 and shake3 (with hydrogens of
                        3 g/mol, and oxygens that are lighter by as much); mesh2 and pairs2 (ours by rRESPA:
                        the mesh, or all but pairs below 4.5 to 6 A, in every second step of FS only)

  collect   makes --runs more runs of each row of --rows, each of --ps with a seed of its own, and adds them
            to FOLDER/runs.csv.  Runs of other days and machines are in runs.csv of this folder: copy lines
            there.
  table     what all runs of both files say: averages with errors by the spread of runs; with fewer than
            five runs, by the spread in all rows of its ensemble, of liquids or of ice.  Correlation times are
            given twice: within runs, which are too short for slow motions, and by the spread of runs.
            RT - U is the heat of vaporisation (of ice: sublimation) in kJ/mol, without the polarisation
            correction and without pV of the liquid, 0.002 kJ/mol
  maximum   of rows that differ in the temperature of tip4p_K alone: at which temperature the density is
            largest, by a polynomial of third order through five temperatures or more, with its error
  decay     correlation times up to 2, 4, 8 and 12 ps, of runs with samples in FOLDER
  speed     nanoseconds per day of 512 molecules on one and two ranks, in turns (--runs), and independent
            samples per day, by both correlation times
  limits    how long lists of neighbours last, and what the mesh adds to the error of the energy
  estimates whether averages and their errors are right for noise that is known

LMP is the LAMMPS to use, and LOAD a command that loads the plugin."""
import csv
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import numpy as np                                            # noqa: E402
from lammps_runs import Runs, commands, error_of, ice_data, read, samples        # noqa: E402
from study import Study                                       # noqa: E402

BOLTZMANN, KJ = 0.0019872067, 4.184                           # kcal/mol/K, kJ/kcal
TIP4P = "lj/cut/tip4p/long 1 2 1 1 0.1546 9.0 8.5", "pppm/tip4p 1e-5"
MODELS = dict(spce=("lj/cut/coul/long 9.0", "pppm 1e-5"), tip4p=TIP4P, ice=TIP4P)
KELVIN, MOLECULES = dict(spce=298.0, tip4p=298.0, ice=250.0), dict(spce=216, tip4p=216, ice=288)
COLD = re.compile(r"tip4p_(\d+)")                             # TIP4P/2005 at other temperatures
ICE = {6: (4, 3, 3), 8: (4, 4, 4)}                            # cells where water has 6 and 8 along each axis
FEW = 5                                                       # runs whose spread says little
KNOWN = dict(nvt=("u",), npt=("u", "density"))                # what fluctuates
NAMES = "row seed ps u var_u tau_u density var_volume tau_density t_trans t_rot dipole2 r1 g1 r2 g2 atm".split()
# Of the dipole moment that the charges on atoms have: the site of TIP4P lies 0.1546 A from the oxygen.
DIPOLE = dict.fromkeys(MODELS, 1 - 0.1546 / (0.9572 * np.cos(np.radians(52.26)))) | dict(spce=1)
FRONT = ["shake:2", "theirs:2", "theirs:4", "ours:2", "ours:4", "ours:8x4"]
HEAVY = ["shake3:4", "shake3:6", "theirs3:4", "theirs3:6"]
REST = [*HEAVY, "shake:1", "theirs:1", "ours:0.5", "ours:1", "ours:6", "ours:6x2", "ours:8x6", "ours:10x9"]


def all_rows(ends):
    return [f"{model}:{ensemble}:{end}" for model in MODELS for ensemble in ("nvt", "npt") for end in ends]


def parsed(row):
    model, ensemble, method, step = row.split(":")
    step, _, piston = step.partition("p")
    step, _, bath = step.partition("b")
    step, _, factor = step.partition("x")
    bath = bath or (500 if method.startswith(("theirs", "shake")) else 50)
    every = levels(method)[1]
    return model, ensemble, method, every * float(step), float(factor or 1), (float(bath), float(piston or 500))


def levels(method):
    """What is in the inner level of run_style respa, and how often the outer one comes."""
    name, every = re.fullmatch(r"([a-z]+)(\d?)", method).groups()
    of = dict(mesh="pair 1", pairs="inner 1 4.5 6.0 outer 2").get(name)
    return of, int(every) if of else 1


# ---- runs --------------------------------------------------------------------------------------------
def at_kelvin(model):
    """tip4p_K is TIP4P/2005 at so many kelvin: an entry of its own in the tables."""
    if COLD.fullmatch(model):
        for its in MODELS, MOLECULES, DIPOLE:
            its.setdefault(model, its["tip4p"])
        KELVIN.setdefault(model, float(COLD.fullmatch(model)[1]))
    return model


def about(model):
    pair, kspace = MODELS[model]
    return dict(model=COLD.sub("tip4p", model), pair=pair, kspace=kspace)


def state(model, cells):
    """Molecules that were at their temperature for 20 ps.  Ice begins with its density at 1 atm."""
    file, kelvin = f"{model}.{cells}.data", KELVIN[model]
    begin = f"{model}.{cells}.begin" if model == "ice" else file
    if model == "ice" and not pathlib.Path(begin).exists():
        ice_data(begin, 4.512, *ICE[cells])
    lines = ["pair_modify tail yes", f"velocity all create {kelvin} 20081 mom yes rot no dist gaussian",
             "timestep 1.0", f"fix move all rigid/small/rgs molecule langevin {kelvin} {kelvin} 50.0 90711",
             "run 2000", "unfix move", "timestep 4.0",
             f"fix move all rigid/nvt/small/rgs molecule temp {kelvin} {kelvin} 100.0 thermostat langevin",
             "run 4500", "unfix move",
             "reset_timestep 0", f"write_data {file} nocoeff"]
    runs.once(file, "in.mesh", state=begin, cells=cells, commands=commands(file, *lines), **about(model))
    return file


def mover(model, ensemble, method, step, factor, damping, seed):
    """The commands that move molecules, and the variables with the temperatures of translation and rotation: of
    ours where the thermostat has acted, of the others after whole steps.  Lists of neighbours have the skin that
    is fastest for the step.  A crystal has lengths of its own, so that its three edges move on their own."""
    shape = "aniso" if model == "ice" else "iso"
    kelvin, piston = KELVIN[model], f" {shape} 1.0 1.0 {damping[1]}"
    heat = f"temp {kelvin} {kelvin} {damping[0]}" + piston * (ensemble == "npt")
    inner, every = levels(method)
    skin = 2.0 if step <= 2 else 2.5 if step <= 4 else 3.0
    skin += every - 1                                # lists have to hold for a whole outer step
    lists = ["pair_modify tail yes", f"neighbor {skin} bin", "neigh_modify binsize 2.75"]
    lists += [f"run_style respa 2 {every} {inner} kspace 2"] if inner else []
    lists += ["mass 1 11.9674", "mass 2 3.024"] * method.endswith("3") * (not inner)
    if method.startswith("theirs"):
        fix = [f"fix move all rigid/{ensemble}/small molecule {heat}", "compute trans all ke/rigid move",
               "compute turn all erotate/rigid move"]
        return lists + fix, (f"t equal 2*c_trans/(3*{BOLTZMANN}*(count(all)/3-1))",
                             f"r equal 2*c_turn/(count(all)*{BOLTZMANN})")
    if method.startswith("shake"):
        fix = ["fix hold all shake 1e-6 100 0 b 1 a 1", f"fix move all {ensemble} {heat}"]
        return [*lists, *fix], ("t equal temp", "r equal temp")
    more = f" inertia {factor:g}" * (factor != 1)
    fix = f"fix move all rigid/{ensemble}/small/rgs molecule {heat} thermostat langevin seed {seed}{more}"
    return [*lists, fix], ("t equal f_move[13]", "r equal f_move[14]")


def pressure(kelvin, method):
    """Commands for v_atm, the pressure by positions alone: momenta count as in the ideal gas of molecules.  Its
    average is -dF/dV at constant volume, and the given pressure at constant pressure, so that it shows what
    long steps do to positions.  Forces are kept before constraints act; by rRESPA, where that sees those of the
    outer level alone, there are none."""
    given = "c_forces" if levels(method)[0] else "f_given"
    inner = " + ".join(f"{given}[{k}]*(c_atoms[{k}]-c_centre[{k}])" for k in (1, 2, 3))
    return ["compute atoms all property/atom xu yu zu", "compute forces all property/atom fx fy fz", "compute centres all com/chunk molecules",
            "compute centre all chunk/spread/atom molecules c_centres[*]", f'variable inner atom "{inner}"',
            "compute inner all reduce sum v_inner", "compute virial all pressure NULL pair kspace",
            "variable atm equal c_virial+68568.415*(count(all)/3*"
            f"{BOLTZMANN * kelvin}-c_inner/3)/vol"]


def peaks(file):
    """Places and heights of the first two maxima of g_OO, by parabolas over 0.06 and 0.6 A."""
    r, g = np.loadtxt(file, skiprows=4, usecols=(1, 2)).T
    for low, high, reach in ((2.3, 3.3, 2), (3.9, 5.2, 20)):
        inside = np.flatnonzero((r > low) & (r < high))
        top = inside[g[inside].argmax()]
        near = slice(top - reach, top + reach + 1)
        a, b, c = np.polyfit(r[near] - r[top], g[near], 2)
        yield from (r[top] - b / (2 * a), c - b * b / (4 * a))


def one_run(row, seed):
    """The line of a run in the table of runs, as NAMES."""
    model, ensemble, method, step, factor, damping = parsed(row)
    name, ps, warm = f"{row.replace(':', '.')}.{seed}", study.options.ps, study.options.warm
    fix, temperatures = mover(model, ensemble, method, step, factor, damping, seed)
    columns = ("pe equal pe", "vol equal vol", *temperatures, *(f"m{k} equal sum(c_dipoles[{k}])" for k in (1, 2, 3)))
    every = max(1, round(20 / step))
    names = " ".join("v_" + column.split()[0] for column in columns) + " v_atm"
    lines = [f"velocity all create {KELVIN[model]} {seed} mom yes rot no dist gaussian",
             "fix given all store/force", *fix, "compute molecules all chunk/atom molecule",
             "compute dipoles all dipole/chunk molecules", *pressure(KELVIN[model], method),
             *("variable " + column for column in columns), f"run {round(1000 * warm / step)}",
             "compute pairs all rdf 400 1 1 cutoff 6.0", "comm_modify cutoff 11.0",
             f'fix out all ave/time {every} 1 {every} {names} format " %.12g" file {name}.samples',
             f"fix shells all ave/time {5 * every} 1 {5 * every} c_pairs[*] mode vector ave running overwrite "
             f"file {name}.rdf",
             f"run {round(1000 * ps / step)}"]
    done = runs.run(name, "in.mesh", ps, state=state(model, 6), commands=commands(name, *lines), dt=step,
                    **about(model))
    if not done:
        return None
    rows = samples(f"{name}.samples")
    energy, volume = KJ * rows[:, 1] / MOLECULES[model], rows[:, 2]
    density = MOLECULES[model] * 18.0154 / 0.602214076 / volume
    dipole2 = (rows[:, 5:8]**2).sum(axis=1).mean() * DIPOLE[model]**2
    taus = [error_of(values)[1] * every * step / 1000 if np.ptp(values) > 1e-9 * abs(values[0]) else 0
            for values in (energy, density)]
    return [row, seed, ps, energy.mean(), energy.var(), taus[0], density.mean(), volume.var(), taus[1],
            rows[:, 3].mean(), rows[:, 4].mean(), dipole2, *peaks(f"{name}.rdf"), rows[:, 8].mean()]


def known():
    """All lines of both tables, by row and seed."""
    lines = {}
    for file in HERE / "runs.csv", study.out / "runs.csv":
        if file.exists():
            with open(file, encoding="ascii", newline="") as text:
                for line in csv.reader(text):
                    if line[0] not in ("row", "") and not line[0].startswith("#"):
                        at_kelvin(line[0].split(":")[0])
                        lines[line[0], line[1]] = line
    return lines


def collect():
    old = known()
    if not (study.out / "runs.csv").exists():
        (study.out / "runs.csv").write_text(",".join(NAMES) + "\n", encoding="ascii")
    wanted = []
    for run in range(study.options.runs):
        for row in study.options.rows or all_rows(FRONT + REST):
            taken = [int(seed) for its, seed in old if its == row]
            wanted.append((row, max(taken, default=0) + 1 + run))

    def add(row, seed):
        line = one_run(row, seed)
        if line:
            with open(study.out / "runs.csv", "a", encoding="ascii") as text:
                cells = (f"{value:.8g}" if isinstance(value, float) else str(value) for value in line)
                text.write(",".join(cells) + "\n")
            print(f"  {row}, seed {seed}: {line[3]:.3f} kJ/mol", file=sys.stderr, flush=True)
    for model in {row.split(":")[0] for row, _ in wanted}:
        state(at_kelvin(model), 6)
    runs.each(add, wanted, study.options.at_once)


# ---- the table ---------------------------------------------------------------------------------------
def shown(value, error):
    if np.isnan(value):
        return "-"
    digits = 0 if error >= 10 else max(0, 1 - int(np.floor(np.log10(error)))) if error > 0 else 4
    return f"{value:.{digits}f}({error * 10**digits:.0f})" if 0 < digits else f"{value:.0f}({error:.0f})"


def collected():
    """Of each row the columns of all its runs, by NAMES."""
    groups = {}
    for (row, _), line in known().items():
        values = [float(value) for value in line[2:]]
        groups.setdefault(row, []).append(values + [np.nan] * (len(NAMES) - len(line)))
    return {row: dict(zip(NAMES[2:], np.array(lines).T)) for row, lines in groups.items()}


def average(ps, values):
    """The mean over runs of so many ps, and its error by their spread.  Older runs have no pressure."""
    ps, values = ps[~np.isnan(values)], values[~np.isnan(values)]
    if len(ps) < 2:
        return np.nan, np.nan
    weights, n = ps / ps.sum(), len(ps)
    mean = weights @ values
    return mean, np.sqrt(weights**2 @ (values - mean)**2 * n / (n - 1))


def scatter(runs_of_rows):
    """The variance of a run of 1 ps about the mean of its row, from (ps, values) of many rows."""
    found = [(ps @ (values - average(ps, values)[0])**2, len(ps) - 1) for ps, values in runs_of_rows]
    return sum(square for square, _ in found) / sum(free for _, free in found)


def estimate(groups, row, of):
    """The mean of of(model, run) over a row's runs, and its error.  By the spread of two runs one mean of
    five is off by more than three errors.  With fewer than FEW runs the error is by the spread in all rows of
    the ensemble, of liquids at 298 K, of ice, or of all tip4p_K; it is relative if all values are positive."""
    def kind(row):
        model, ensemble = row.split(":")[:2]
        return model == "ice", bool(COLD.fullmatch(model)), ensemble
    known_of = {}
    for other, run in groups.items():
        values = of(other.split(":")[0], run)
        there = ~np.isnan(values)
        if kind(other) == kind(row) and there.sum() > 1:
            known_of[other] = run["ps"][there], values[there]
    if row not in known_of:
        return np.nan, np.nan
    ps, values = known_of[row]
    mean, error = average(ps, values)
    if len(ps) >= FEW:
        return mean, error
    positive = all((v > 0).all() for _, v in known_of.values())
    sizes = {other: average(*its)[0] if positive else 1 for other, its in known_of.items()}
    each = scatter([(p, v / sizes[other]) for other, (p, v) in known_of.items()])
    return mean, np.sqrt(each / ps.sum()) * sizes[row]


def fluctuating(ps, means, variances):
    """Variances of runs.  Means of runs differ, too: without that they would be too small."""
    n = len(ps)
    return variances + (means - average(ps, means)[0])**2 * n / max(1, n - 1)


def fluctuation(ps, means, variances):
    """The variance and its error."""
    return average(ps, fluctuating(ps, means, variances))


def densities(model, run):
    """Means and variances of the volume, and of the density."""
    volume = MOLECULES[model] * 18.0154 / 0.602214076 / run["density"]
    return volume, run["var_volume"], run["density"], run["var_volume"] * (run["density"] / volume)**2


def correlation(groups, row, what):
    """Two correlation times in ps with their errors, of u or density: within runs, which are too short for
    slow motions, and by the spread of runs."""
    model, run = row.split(":")[0], groups[row]
    ps, n = run["ps"], len(run["ps"])
    means, variances = (run["u"], run["var_u"]) if what == "u" else densities(model, run)[2:]
    spread = ps @ (means - average(ps, means)[0])**2 / (n - 1)
    slow = spread / (2 * fluctuation(ps, means, variances)[0])
    within, error = estimate(groups, row, lambda _, run: run["tau_" + what])
    # A run's own mean takes 2 tau / ps off each autocorrelation, and error_of() adds them up to 6 tau.
    short = 1 - 10 * within / ps.mean()
    short = short if short > 0.2 else np.nan
    return (within / short, error / short**2), (slow, slow * np.sqrt(2 / (n - 1)))


def table():
    groups = collected()
    row_of = "%-22s %6s %-12s %-10s %-12s %-11s %-11s %-17s %-17s %-21s %-19s %-9s %-9s %s"
    say(row_of % ("row", "ns", "U, kJ/mol", "RT - U", "g/cm3", "T_trans", "T_rot", "tau_U/ps", "tau_density",
                  "peak 1", "peak 2", "eps", "atm", "1e-6/bar"))
    for row in sorted(groups.keys() & set(study.options.rows or groups), key=lambda row: (*parsed(row)[:2], parsed(row)[2], parsed(row)[3:])):
        run, (model, ensemble) = groups[row], row.split(":")[:2]
        ps, kelvin = run["ps"], KELVIN[model]
        if len(ps) < 2:
            say(f"{row:22} one run: no error is known")
            continue
        mean = {name: estimate(groups, row, lambda _, run, name=name: run[name]) for name in run}
        cell = {name: shown(*pair) for name, pair in mean.items()}
        taus = [" ".join(shown(*tau) for tau in correlation(groups, row, what)) for what in KNOWN[ensemble]]
        volume = average(ps, densities(model, run)[0])[0]
        # 4 pi <M^2> / 3 V kT in Gaussian units, with e^2/A in K; protons of ice do not change places in such runs
        unit = 4 * np.pi / 3 * 167101.0 / (volume * kelvin)
        dielectric = "" if model == "ice" else shown(1 + unit * mean["dipole2"][0], unit * mean["dipole2"][1])
        moves = estimate(groups, row, lambda model, run: fluctuating(run["ps"], *densities(model, run)[:2]))
        stiff = 24.306 * 298 / kelvin / volume * np.array(moves)
        of_npt = [cell["density"], taus[1], shown(*stiff)] if ensemble == "npt" else 3 * [""]
        say(row_of % (row, f"{ps.sum() / 1000:.2f}", cell["u"],
                      shown(BOLTZMANN * KJ * kelvin - mean["u"][0], mean["u"][1]), of_npt[0], cell["t_trans"],
                      cell["t_rot"], taus[0], of_npt[1], f"{cell['r1']} {cell['g1']}",
                      f"{cell['r2']} {cell['g2']}", dielectric, cell["atm"], of_npt[2]))


def maximum():
    """The temperature of the largest density, by methods.  Errors of densities go through the fit."""
    groups, found = collected(), {}
    for row in groups:
        model, ensemble, end = row.split(":", 2)
        if COLD.fullmatch(model) and ensemble == "npt" and row in (study.options.rows or groups):
            mean, error = estimate(groups, row, lambda _, run: run["density"])
            found.setdefault(end, []).append((KELVIN[model], mean, error, groups[row]["ps"].sum()))
    say("%-14s %-22s %-10s %s" % ("row", "density maximum, K", "chi2/free", "g/cm3 at K"))
    for end, its in found.items():
        kelvin, density, error, ps = np.array(sorted(its)).T
        cells = " ".join(f"{shown(*pair)} at {t:.0f}" for t, *pair in zip(kelvin, density, error))
        if len(kelvin) < 5 or not (error > 0).all():
            say(f"{end:14} five temperatures are needed, with two runs each: {cells}")
            continue
        x = (kelvin - 277) / 20
        fit, cov = np.polyfit(x, density, 3, w=1 / error, cov="unscaled")
        slope = np.polyder(fit)
        tops = [root.real for root in np.roots(slope) if abs(root.imag) < 1e-9 and np.polyval(np.polyder(slope), root.real) < 0]
        chi2 = (((np.polyval(fit, x) - density) / error)**2).sum() / (len(x) - 4)
        at = tops[0] if tops and x.min() < tops[0] < x.max() else np.nan
        by = np.array([3 * at**2, 2 * at, 1, 0])
        wide = np.sqrt(by @ cov @ by) / -np.polyval(np.polyder(slope), at)
        say(f"{end:14} {shown(277 + 20 * at, 20 * wide):22} {chi2:<10.1f} {cells}; {ps.sum() / 1000:.1f} ns")


def decay():
    """Correlation times up to some lags, of runs with samples in FOLDER.  Autocorrelations are about the mean
    of all runs of a row, which does not make them too small; errors are from the spread of runs."""
    lags, found = (2, 4, 8, 12), {}
    for file in sorted(study.out.glob("*.samples")):
        model, ensemble, method, end = file.name[:-len(".samples")].split(".", 3)
        found.setdefault(f"{model}:{ensemble}:{method}:{end.rpartition('.')[0]}", []).append(samples(file))
    head = f"tau_U/ps, up to {', '.join(map(str, lags))} ps"
    say("%-22s %5s %-34s %s" % ("row", "runs", head, "tau_density"))
    for row, its in found.items():
        step, shortest = (its[0][1, 0] - its[0][0, 0]) * parsed(row)[3] / 1000, min(map(len, its))
        if len(its) < 4 or shortest * step < 2 * lags[-1]:
            continue
        cells = []
        for column in (1, 2)[:len(KNOWN[row.split(":")[1]])]:
            values = np.array([one[:shortest, column] for one in its])
            values -= values.mean()
            at = [[(x[:shortest - k] * x[k:]).mean() for k in range(round(lags[-1] / step))] for x in values]
            taus = (np.cumsum(at, axis=1) - np.array(at)[:, :1] / 2) * step / values.var()
            ends = [taus[:, round(lag / step) - 1] for lag in lags]
            cells.append(" ".join(shown(tau.mean(), tau.std(ddof=1) / len(its)**0.5) for tau in ends))
        say("%-22s %5d %-34s %s" % (row, len(its), *(cells + [""])[:2]))


# ---- speed -------------------------------------------------------------------------------------------
def per_day(log, step):
    """Nanoseconds per day by the processor time of the last run."""
    steps, loop, busy = (float(re.findall(what, read(log), re.M)[-1]) for what in
                         (r"^Loop time of .* for (\d+) steps", r"^Loop time of ([\d.]+)", r"^ *([\d.]+)% CPU use"))
    return 8.64e-2 * steps * step / (loop * busy / 100)


def runs_of(step, *lengths):
    return [f"run {round(length / step)}" for length in lengths]


def once_more(name, row, cells, lines, ranks=1, **more):
    """A run that leaves nothing but NAME.log."""
    model = row.split(":")[0]
    words = {**about(model), **more, "state": state(model, cells), "commands": commands(name, *lines)}
    if not runs.lammps("in.mesh", f"{name}.log", ranks, **words):
        sys.exit(f"{row} failed: {runs.complaint(f'{name}.log')}")


def speed():
    """Runs of 1.2 ps, one at a time and in turns, so that a noisy machine is noisy for all of them."""
    old = collected()
    row_of = "%-22s %5s %8s %10s %-28s %s"
    say(row_of % ("row", "ranks", "ns/day", "over first", "samples of U/day", "of density/day"))
    for model in MODELS:
        for ensemble in "nvt", "npt":
            rows = [row for row in study.options.rows or all_rows(FRONT) if row.startswith(f"{model}:{ensemble}:")]
            for ranks in (1, 2) if rows else ():
                found = []
                for turn in range(study.options.runs):
                    print(f"  {model} {ensemble}, {ranks} ranks: turn {turn + 1} of {study.options.runs}",
                          file=sys.stderr, flush=True)
                    for row in rows:
                        _, _, method, step, factor, damping = parsed(row)
                        fix = mover(model, ensemble, method, step, factor, damping, 1)[0]
                        once_more("speed", row, 8, [*fix, *runs_of(step, 240, 1200)], ranks, dt=step)
                        found.append(per_day("speed.log", step))
                values = np.reshape(found, (-1, len(rows)))
                for k, row in enumerate(rows):
                    fast, many = np.median(values[:, k]), ["two runs are needed", ""]
                    if row in old and len(old[row]["ps"]) > 1:
                        both = (correlation(old, row, what) for what in KNOWN[ensemble])
                        many = [" ".join(shown(500 * fast / tau, 500 * fast * error / tau**2) for tau, error in taus)
                                for taus in both] + [""]
                    over = np.median(values[:, k] / values[:, 0])
                    say(row_of % (row, ranks, f"{fast:.1f}", f"{over:.2f}", *many[:2]))


# ---- what limits the step ----------------------------------------------------------------------------
def limits():
    """How many steps a list of neighbours lasts, and what error the total energy has with a coarse mesh or,
    by rRESPA, with the mesh in every second step only."""
    say("%-18s %-26s %s" % ("row", "", "a list lasts steps; rebuilds per ps, of them dangerous"))
    ways = [(f"pppm {mesh}", f"pppm {mesh}", 1) for mesh in ("1e-3", "1e-4", "1e-5", "1e-6")]
    ways.append(("pppm 1e-5 every second step", "pppm 1e-5", 2))
    for row in study.options.rows or ["spce:nvt:ours:4", "spce:nvt:ours:8x4"]:
        model, ensemble, method, step, factor, damping = parsed(row)
        fix = mover(model, ensemble, method, step, factor, damping, 1)[0]
        for skin in 2, 2.5, 3, 4:
            once_more("limits", row, 6, [*fix, f"neighbor {skin} bin", *runs_of(step, 400, 8000)], dt=step)
            builds, dangerous = (int(re.findall(what + r" builds = (\d+)", read("limits.log"))[-1])
                                 for what in ("Neighbor list", "Dangerous"))
            last = 8000 / step / builds
            say(f"{row:18} {f'skin {skin} A':26} {last:.0f}; {builds / 8:.1f}, {dangerous / 8:.1f}")
        for what, kspace, every in ways:
            lines = [*fix[:3], "run_style respa 2 2 pair 1 kspace 2" if every == 2 else "run_style verlet",
                     f"fix move all rigid/small/rgs molecule inertia {factor:g}", "variable e equal etotal",
                     'fix out all ave/time 1 1 1 v_e format " %.12g" file limits.samples',
                     *runs_of(every * step, 3200)]
            once_more("limits", row, 6, lines, dt=every * step, kspace=kspace)
            error = 1000 * KJ / MOLECULES[model] * samples("limits.samples")[:, 1].std()
            say(f"{row:18} {what:26} total energy: {error:.1f} J/mol per molecule, rms")


# ---- are the estimates right? ------------------------------------------------------------------------
def estimates():
    """400 short runs of noise with the variance 1 and a correlation time of 2 ps."""
    random, ps, step, tau = np.random.default_rng(5), 50.0, 0.1, 2.0
    keep, samples_each = (2 * tau - step) / (2 * tau + step), round(ps / step)
    values = random.normal(size=(400, samples_each))
    for k in range(1, samples_each):
        values[:, k] = keep * values[:, k - 1] + np.sqrt(1 - keep**2) * values[:, k]
    run = dict(ps=np.full(400, ps), u=values.mean(axis=1), var_u=values.var(axis=1),
               tau_u=np.array([step * error_of(its)[1] for its in values]))
    within, slow = correlation({"spce:nvt:noise:1": run}, "spce:nvt:noise:1", "u")
    say(f"correlation time 2, within runs: {shown(*within)}")
    study.claim(abs(within[0] / tau - 1) < 0.15, "within runs the correlation time is right to 15 %")
    variance = fluctuation(run["ps"], run["u"], run["var_u"])
    for what, value, (found, error) in (("mean", 0, average(run["ps"], run["u"])), ("variance", 1, variance),
                                        ("time by the spread", tau, slow)):
        say(f"{what} {value}: {shown(found, error)}")
        study.claim(abs(found - value) < 3 * error, f"the {what} is {value}, with its error")
    rows = {f"spce:nvt:noise:{k}": dict(ps=run["ps"][:2], u=run["u"][2 * k:2 * k + 2]) for k in range(100)}
    rows["spce:nvt:noise:long"] = dict(ps=run["ps"][200:], u=run["u"][200:])
    short = list(rows)[:100]
    two = [estimate(rows, row, lambda _, run: run["u"]) for row in short]
    for what, pairs in ("in all rows", two), ("of the two", [average(*rows[row].values()) for row in short]):
        away = np.array([abs(found) / error for found, error in pairs])
        say(f"means of two runs, errors by the spread {what}: {np.mean(away > 1):.0%} are off by more than "
            f"one, {np.mean(away > 3):.0%} by more than three")
    off = np.mean([abs(found) > error for found, error in two])
    study.claim(abs(off - 0.32) < 0.14, "the errors of means of two runs are right")


parts = dict(collect=collect, table=table, maximum=maximum, decay=decay, speed=speed, limits=limits, estimates=estimates)
study = Study(__doc__, "averages", parts, rows=[], runs=2, ps=50.0, warm=10.0, at_once=2)
say = study.say
runs = Runs(study, HERE.parent / "water/water.py", "4Jul2026") \
    if set(study.parts) - {"table", "decay", "estimates"} else None
for chosen in study.parts:
    study.write_to(f"{chosen}.txt")
    parts[chosen]()
study.end()
