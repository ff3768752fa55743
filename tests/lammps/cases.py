# SPDX-License-Identifier: GPL-2.0-only
"""What the cases in t_GROUP.py are made of: runs of LAMMPS, its inputs, and checks of what it printed.

A case is a function with @case, or one for each row with @rows; each has a folder of its own, in which water.data,
tilted.data and trimers.data lie, and the MOLECULES.
"""
import contextlib
import fcntl
import functools
import os
import re
import subprocess
import sys
import tempfile
from functools import partial
from types import SimpleNamespace

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(HERE + "/../shared")
from case_list import case, rows    # noqa: F401 (a group imports them from here)
ROOT = os.path.abspath(HERE + "/../..")
INPUTS, TOOLS = ROOT + "/examples/lammps", ROOT + "/plugin-lammps/tools"
RGS = "rigid/small/rgs molecule"
NVT, NPT, NPH = (f"rigid/{name}/small/rgs molecule" for name in ("nvt", "npt", "nph"))
DIGITS = "thermo_modify format float %.17g"

# What run.py sets: release, its lmp and plugin, all that were built, the folder of outputs, short; and the case's checks and runs.
this = SimpleNamespace(release="", lmp=[], plugin="", built={}, out="", short=False, checks=[], runs=[], row=0)


def any_ranks():
    return (1, 4) if this.short else (1, 2, 4)


def many_ranks():
    return any_ranks()[1:]


# ---- running LAMMPS ---------------------------------------------------------------------------

@contextlib.contextmanager
def turn():
    """Runs of one rank go on beside each other; one of several ranks has the processors for itself, which turns.c sees to.

    A rank that waits for another gives its processor away, and where a third process wants it, it comes back
    milliseconds later, at each of some thirty messages in a time step.  Who waits keeps `turn`, so that nobody waits for ever.
    """
    with open(this.out + "/turn", "a") as its, open(this.out + "/processors", "a") as processors:
        fcntl.flock(its, fcntl.LOCK_EX)
        fcntl.flock(processors, fcntl.LOCK_SH)
        its.close()
        yield


def command(deck, ranks=1, args=(), lmp=None, before=(), name=None, plugin=None, **variables):
    """The name of a run, and its words.  `deck` is in.DECK of this folder, or a file of the case; a list as a value is a file of
    commands that the input includes; @ in a value is the name of the run; the first of two words for a variable wins."""
    name = name or f"{len(this.runs):02}.{os.path.basename(deck)}"
    words = [*before, *(lmp or this.lmp), "-in", deck if os.path.exists(deck) else f"{HERE}/in.{deck}", *args]
    for key, value in variables.items():
        if isinstance(value, (list, tuple)):
            with open(f"{name}.{key}.in", "w") as file:
                file.write("\n".join(map(str, value)).replace("@", name) + "\n")
            value = f"include {name}.{key}.in"
        words += ["-var", key, str(value).replace("@", name)]
    words += ["-log", name + ".log" if ranks > 1 else "none", "-var", "plugin", plugin or this.plugin,
              "-var", "here", HERE]
    if ranks > 1:
        words = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", str(ranks), *words]
    return name, words


def lmp(deck, ranks=1, limit=300, env={}, **more):
    """Runs LAMMPS; status 124 is a hang."""
    name, words = command(deck, ranks, **more)
    # Open MPI keeps files under TMPDIR: runs of one process at the same time trip over each other's.  Ranks that wait should
    # let those work that they wait for.  And starting takes Open MPI longer than most of these runs take: half a second goes
    # to looking for networks that one machine does not have, and to a daemon that a run of one process does not need.
    with tempfile.TemporaryDirectory() as session, open(name + ".out", "wb") as out:
        env = dict(os.environ, TMPDIR=session, PMIX_MCA_gds="hash", OMPI_MCA_mpi_yield_when_idle="1", OMPI_MCA_pml="ob1",
                   OMPI_MCA_btl="self,vader", OMPI_MCA_ess_singleton_isolated="1", **env)
        if ranks > 1:    # (it waits for its turn while the clock runs, for another run at most)
            place = words.index(str(ranks)) + 1
            words[place:place] = ["env", f"LD_PRELOAD={this.out}/turns.so", f"RIGIDSTEP_TEST_TURNS={this.out}"]
            limit *= 2
        with turn() if ranks == 1 else contextlib.nullcontext():
            status = subprocess.run(["timeout", "-k", "5", str(limit), *words], env=env, stdin=subprocess.DEVNULL,
                                    stdout=out, stderr=subprocess.STDOUT).returncode
    # mpirun may end before it has passed on what a rank said last; LAMMPS' log has it.
    if status == 1 and "ERROR" not in text_of(out.name) and os.path.exists(name + ".log"):
        with open(out.name, "a") as out:
            said = text_of(name + ".log").splitlines()
            out.writelines(line + "\n" for line in said if line.startswith("ERROR"))
    this.runs.append(Run(name, ranks, status))
    return this.runs[-1]


class Run:
    """What a run left."""

    def __init__(self, name, ranks=1, status=0):
        self.name, self.ranks, self.status = name, ranks, status
        self.text = text_of(name + ".out")

    def __str__(self):
        return f"{self.name}: status {self.status}, {(self.says('^ERROR.*') or ['no error'])[0][:200]}"

    def says(self, pattern):
        """What matches a regular expression; ^ and $ are ends of lines."""
        return [found.group(0) for found in re.finditer(pattern, self.text, re.M)]

    def read(self, ending):
        return text_of(f"{self.name}.{ending}")

    @functools.cached_property
    def parts(self):
        """Thermodynamic output of each run command: the names of its columns, and its lines."""
        parts, on = [], False
        for words in map(str.split, self.text.splitlines()):
            if words[:1] == ["Step"] or words[:2] == ["Time", "Step"]:
                parts.append((words, []))
                on = True
            elif words[:2] == ["Loop", "time"] or words[:1] == ["ERROR"]:
                on = False
            elif on and words and (words[0].isdigit() or parts[-1][0][0] == "Time" and words[0][0].isdigit()):
                parts[-1][1].append(words)
        return parts

    @property
    def lines(self):
        return [words for _, lines in self.parts for words in lines]

    def after(self, step):
        """The lines from the last time on that this step was printed, as the begin of a run."""
        steps = [int(words[0]) for words in self.lines]
        return self.lines[len(steps) - 1 - steps[::-1].index(step):]

    def __getitem__(self, column):
        """The numbers of a column, by name or place, of a run that ended well."""
        assert self.status == 0, self
        return np.array([words[names.index(column) if isinstance(column, str) else column]
                         for names, lines in self.parts for words in lines], float)

    def end(self, column):
        return self[column][-1]


def text_of(path):
    with open(path, errors="replace") as file:
        return file.read()


def written(path, *lines):
    with open(path, "w") as file:
        file.write("\n".join(map(str, lines)) + "\n")
    return path


def sh(*words, **more):
    """What a program says."""
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more).stdout.strip()


def once(name, make):
    """A file that the first case that needs it makes in the release's folder, by make(PATH)."""
    path = f"{this.out}/{this.release}/{name}"
    with open(path + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(path):
            make(path)
    if not os.path.exists(name):
        os.symlink(path, name)
    return name


# ---- inputs -----------------------------------------------------------------------------------

def liquid(ranks=1, **more):
    """Water; a short run has as many lines of output, in half of the steps."""
    if this.short and not {"steps", "every"} & set(more):
        more.update(steps=100, every=5)
    return lmp("liquid", ranks, **dict(dict(state="water.data", restart="no"), **more))


# An asymmetric body, two without spin about their axes, particles with a size, which turn with their body, and two
# atoms on a spring
MOLECULES = dict(
    bent=dict(Coords="0 0 0, 1.1 0.3 0, -0.4 1.3 0", Types="1, 2, 3"),
    linear=dict(Coords="0 0 0, 1.2 0 0", Types="1, 2"),
    line=dict(Coords="0 0 0, 0.45 0 0, -0.45 0 0", Types="1, 1, 1"),
    spheres=dict(Coords="0 0 0, 1.1 0.3 0, -0.4 1.3 0.2", Types="1, 2, 3", Diameters="1, 0.8, 0.6", Masses="3, 2, 1"),
    dimer=dict(Coords="-0.6 0 0, 0.6 0 0", Types="3, 3", Charges="0.2, -0.2", Bonds="1 1 2"))


def molecule(path, Coords, **more):
    """A molecule file, as create_atoms reads it."""
    sections = {name: [f"{k} {row}" for k, row in enumerate(table.split(","), 1)]
                for name, table in dict(Coords=Coords, **more).items()}
    return written(path, "# a body", f"{len(sections['Coords'])} atoms", f"{len(sections.get('Bonds', ()))} bonds",
                   *["\n".join(["", name, "", *table]) for name, table in sections.items()])


free = partial(lmp, "free")
# The same bodies when they collide: bent molecules, rods, clumps of spheres, and bent molecules in a plane
colliding = partial(free, pair="lj/cut 8.0", coeff="* * 0.2 3.0", spacing=4.5)
rods = partial(colliding, molecule="linear.mol")
clumps = partial(colliding, molecule="spheres.mol", style="hybrid molecular sphere", masses="no")
in_plane = partial(colliding, dimension=2, lattice="sq", box="0 4 0 2 -0.1 0.1", spacing=5.0)
# Bent molecules of three beads; as a liquid, and that in a cell with three tilt factors
trimers = partial(lmp, "trimers")
liquid_of_trimers = partial(trimers, made="no", start="read_data trimers.data")
PLANE = dict(dimension=2, lattice="sq", box="0 8 0 8 -0.1 0.1")
COOL = 40 * ["velocity all scale 1.0", "run 50"]


def skewed_trimers(ranks=1, **more):
    once("skewed.data", lambda path: trimers(
        1, shape="prism", box="0 4 0 4 0 4 2 1 -1", fix="rigid/nve/small molecule", steps=0, columns="pe",
        again=COOL + [f"write_data {path} nocoeff"]))
    return trimers(ranks, **dict(dict(made="no", start="read_data skewed.data"), **more))


def mixed(ranks=1, **more):
    """A drop of rigid water, flexible dimers and ions."""
    once("drop.data", lambda path: lmp("drop", 1, inputs=INPUTS, state=path))
    return lmp("mixed", ranks, state="drop.data", **more)


# ---- checks -----------------------------------------------------------------------------------

def check(good, what):
    this.checks.append((bool(good), what))


def between(low, high, value, what):
    check(low <= float(value) <= high, f"{what}: {value:.6g}; must be from {low} to {high}")


def same(what, one, other, least):
    """Two runs ended well and printed the same digits, in at least so many lines, and the same lines of bodies."""
    what += f", {one.ranks} ranks" * (one.ranks > 1)
    differ = [" ".join(a) + " | " + " ".join(b) for a, b in zip(one.lines, other.lines) if a != b]
    bodies = [run.read("bodies") for run in (one, other) if os.path.exists(run.name + ".bodies")]
    check(one.status == other.status == 0 and len(one.lines) == len(other.lines) >= least and not differ
          and bodies[:1] == bodies[1:],
          f"{what}: {len(one.lines)} lines equal" if one.status == other.status == 0 and not differ
          else f"{what}: {one}; {other}; {len(differ)} of {len(one.lines)} and {len(other.lines)} lines differ: {differ[:1]}")


def equal(what, one, other, lines=None):
    """Lists of lines, as many as there should be."""
    differ = [f"{a} | {b}"[:300] for a, b in zip(one, other) if a != b]
    check(len(one) == len(other) == (lines or len(one) or 1) and not differ,
          f"{what}: {len(one)} and {len(other)} lines, {len(differ)} differ {differ[:1]}")


def same_after(what, step, one, other, lines):
    """From this step on the same digits."""
    assert one.status == other.status == 0, f"{what}: {one}, {other}"
    equal(f"{what}, {other.ranks} ranks", one.after(step), other.after(step), lines)


def near_after(what, step, one, other, lines):
    """The same to rounding."""
    assert one.status == other.status == 0, f"{what}: {one}, {other}"
    a, b = (np.array(run.after(step), float)[:, :9] for run in (one, other))
    assert len(a) == len(b) == lines, f"{what}: {len(a)} and {len(b)} lines, must be {lines}"
    between(0, 1e-9, np.max(abs(a - b) / (abs(a) + 1)), f"{what}, {other.ranks} ranks: relative difference")


def apart(one, other, skip="^$", columns=slice(None), first=None):
    """The largest difference in any column, relative to the largest magnitude in that column of that run command, as
    examples/lammps/compare_thermo.awk has it; a word differs from every number."""
    assert one.status == other.status == 0 and one.lines, f"{one}; {other}"
    assert [a[0] for a in one.parts] == [a[0] for a in other.parts], "columns differ"
    worst = 0.0
    for (names, a), (_, b) in zip(one.parts, other.parts):
        assert len(a) == len(b), f"{len(a)} and {len(b)} lines"
        a, b = (np.array(lines[:first], float).reshape(-1, len(names)) for lines in (a, b))
        for name, x, y in list(zip(names, a.T, b.T))[columns]:
            most = np.nanmax(abs(np.append(x, y)), initial=0)
            if not re.search(skip, name) and most >= 1e-20:
                differ = np.where(np.isnan(x) & np.isnan(y), 0, abs(x - y))
                worst = max(worst, np.nan_to_num(np.max(differ), nan=np.inf) / most)
    return worst


def on_ranks(what, runs, most=1e-9, **how):
    """The first run and each of the others printed the same but for rounding."""
    for run in runs[1:]:
        between(0, most, apart(runs[0], run, **how),
                f"{what}, on {runs[0].ranks} and {run.ranks} ranks, {len(run.lines)} lines: largest difference")


def energies_apart(one, other, lines):
    """The largest difference of temperature and energies, relative to the total energy."""
    a, b = (np.array([run[k] for k in range(1, 5)]) for run in (one, other))
    assert a.shape == b.shape == (4, lines), (a.shape, b.shape)
    return np.max(abs((a - b) / a[3]))


def energy_change(run):
    """The largest of 21 lines, relative."""
    energy = run[4]
    assert len(energy) == 21
    return np.max(abs(energy / energy[0] - 1))


def slope(one, two):
    """The order of an error that doubling the step takes from `one` to `two`."""
    return np.log(two / one) / np.log(2)


def like_upstream(what, kind, ranks, least, keywords="", **more):
    """With the NO_SQUISH rotor our fix is fix rigid/nve/small in other words.  Returns our run."""
    runs = [kind(ranks, dump="dump bodies all local 100 @.bodies index c_local[*]", fix=f"{fix} molecule {keywords} {method}", **more)
            for fix, method in (("rigid/nve/small", ""), ("rigid/small/rgs", "rotor nosquish scheme strang"))]
    same(what, *runs, least)
    assert kind is not liquid or runs[0].read("bodies"), "no bodies"    # (in.free has no dump)
    return runs[1]


def refused(what, text, run):
    """It stopped in time, with a status, and says TEXT (a regular expression) once, on one line, for all ranks."""
    said = run.says("^ERROR: .*")
    check(run.status not in (0, 124, 137) and len(said) == 1 and re.search(text, said[0]),
          f"{what}, {run.ranks} ranks: status {run.status}, {[line[7:157] for line in said[:2]]}")


def ended(what, lines, run):
    """It ended well and printed so many lines."""
    check(run.status == 0 and len(run.lines) == lines, f"{what}, {run.ranks} ranks: {len(run.lines)} lines, {run}")


def warned(what, text, run):
    """It ended well, with a warning TEXT."""
    said = run.says(f"^WARNING: .*(?:{text}).*")
    check(run.status == 0 and said, f"{what}, {run.ranks} ranks: {said[0][9:170] if said else run.says('^WARNING.*')[:2]}, {run}")


def stopped(what, text, run):
    """It stopped by itself, with an error TEXT on some rank."""
    check(0 < run.status < 124 and run.says("^ERROR.*: " + text), f"{what}, {run.ranks} ranks: {run}")


def says_once(what, text, run, times=1):
    """So many lines begin with what matches TEXT."""
    found = len(run.says("^" + text))
    check(found == times, f"{what}: {found} lines, must be {times}; {run}")
