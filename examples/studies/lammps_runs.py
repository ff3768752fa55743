# SPDX-License-Identifier: GPL-2.0-only
"""What the studies that run LAMMPS have in common: runs that a folder keeps, two at a time, ice, and
estimates with error bars."""
import concurrent.futures
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np
from ice import ice_ih
from study import ROOT

TOOLS = ROOT / "plugin-lammps/tools"


def answer(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True, **more).stdout.strip()


def seed_of(*words):
    """Of a run with noise of its own: with the same noise the errors of two runs would be the same."""
    return 1 + int(answer("cksum", input=" ".join(words) + "\n").split()[0]) % 1000000


def digest(*files):
    return hashlib.sha256(b"".join(pathlib.Path(file).read_bytes() for file in files)).hexdigest()


class Runs:
    """LMP in the environment is the LAMMPS to use, and LOAD a command with which it loads the plugin.  Without them it is lmp_rgs, which
    needs none, and is built where it is missing: for Debian 12's LAMMPS, or for `release`."""

    def __init__(self, study, script, *release):
        self.here, self.study = pathlib.Path(script).resolve().parent, study
        self.command = os.environ.get("LMP") or answer(TOOLS / "build_plugin.sh", *release) + "/lmp_rgs"
        os.environ["OMP_NUM_THREADS"] = "1"                   # a second thread would only disturb the other run
        os.chdir(study.out)

    def lammps(self, deck, log, ranks=1, **variables):
        """Whether a run ends.  Each process has a folder of its own for its MPI session: two that start at once would race."""
        if "LOAD" in os.environ:
            variables["load"] = os.environ["LOAD"]
        variables.setdefault("here", self.here)
        several = f"mpirun --oversubscribe --allow-run-as-root -np {ranks} " if ranks > 1 else ""
        words = [*(several + self.command).split(), "-screen", "none", "-in", self.here / deck, "-log", log]
        for name, value in variables.items():
            words += ["-var", name, str(value)]
        with tempfile.TemporaryDirectory() as session:
            own = dict(TMPDIR=session, PMIX_MCA_gds="hash", OMPI_MCA_ess_singleton_isolated="1")
            return subprocess.run(words, env={**os.environ, **own}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, check=False).returncode == 0

    @staticmethod
    def complaint(log):
        return (re.findall("^ERROR.*", read(log), re.M) or [f"no ERROR in {pathlib.Path.cwd() / log}"])[0]

    def once(self, file, deck, **variables):
        """Makes the file, with which other runs begin, where it is not there."""
        if not pathlib.Path(file).exists():
            print(f"  making {file}", file=sys.stderr, flush=True)
            log = f"{pathlib.Path(file).stem}.made.log"
            if not self.lammps(deck, log, **variables):
                sys.exit(f"{file} was not made: {self.complaint(log)}")

    def run(self, name, deck, length, **variables):
        """A run that leaves files of this name, unless there are files of a run of the same length.  Whether it ended."""
        done = pathlib.Path(f"{name}.done")
        if read(done) != str(length):
            print(f"  {name}", file=sys.stderr, flush=True)
            done.unlink(missing_ok=True)
            if not self.lammps(deck, f"{name}.log", name=name, **variables):
                print(f"  {name} failed: {self.complaint(f'{name}.log')}", file=sys.stderr, flush=True)
                return False
            done.write_text(str(length), encoding="ascii")
        return True

    @staticmethod
    def each(function, words, at_once=2):
        """What the function makes of each tuple of words, on two processors."""
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            return list(pool.map(lambda these: function(*these), words))


# ---- files -------------------------------------------------------------------------------------------
def read(file):
    return pathlib.Path(file).read_text(encoding="utf-8") if pathlib.Path(file).exists() else ""


def commands(name, *lines):
    """A command of LAMMPS that runs these."""
    pathlib.Path(f"{name}.commands").write_text("\n".join(lines) + "\n", encoding="ascii")
    return f"include {name}.commands"


def samples(file):
    """The rows of a file of samples.  What a step does not know is nan, and such rows are left out."""
    rows = np.loadtxt(file, ndmin=2)
    return rows[np.isfinite(rows).all(axis=1)]


# ---- ice ---------------------------------------------------------------------------------------------
def ice_data(file, edge, *times):
    """Ice Ih of so many orthogonal cells of 8 TIP4P/2005, whose first edge is given."""
    lengths, molecules = ice_ih(edge, *times)
    n = len(molecules)
    atoms = "".join("%d %d %d %.4f %.10f %.10f %.10f\n" %
                    (i + 1, i // 3 + 1, 1 + (i % 3 > 0), 0.5564 if i % 3 else -1.1128, *at)
                    for i, at in enumerate(molecules.reshape(-1, 3)))
    bonds = "".join(f"{2 * i + k} 1 {3 * i + 1} {3 * i + 1 + k}\n" for i in range(n) for k in (1, 2))
    angles = "".join(f"{i + 1} 1 {3 * i + 2} {3 * i + 1} {3 * i + 3}\n" for i in range(n))
    box = "".join(f"0 {length:.10f} {axis}lo {axis}hi\n" for length, axis in zip(lengths, "xyz"))
    numbers = f"{3 * n} atoms\n{2 * n} bonds\n1 bond types\n{n} angles\n1 angle types\n2 atom types\n{box}"
    pathlib.Path(file).write_text(f"ice\n\n{numbers}\nMasses\n\n1 15.9994\n2 1.008\n\nAtoms\n\n{atoms}\n"
                                  f"Bonds\n\n{bonds}\nAngles\n\n{angles}", encoding="ascii")


# ---- estimates ---------------------------------------------------------------------------------------
def blocks(values, count):
    """Means over so many equal blocks."""
    size = len(values) // count
    return values[:size * count].reshape(count, size, -1).mean(axis=1)


def mean_error(parts):
    return parts.mean(axis=0), parts.std(axis=0, ddof=1) / np.sqrt(len(parts))


def error_of(values):
    """Of the mean, and the number of samples over which they are correlated, by the sum of autocorrelations up to 6 correlation times."""
    each = len(values) // 4000 + 1                            # are averaged first: a sum over all pairs of rows would take long
    means = values[:len(values) // each * each].reshape(-1, each).mean(axis=1)
    means = means - means.mean()
    variance, correlated = means @ means / len(means), 0.5
    for k in range(1, len(means)):
        if k >= len(means) / 4 or k >= 6 * correlated:
            break
        correlated += means[:-k] @ means[k:] / (len(means) - k) / variance
    correlated = max(correlated, 0.5)
    return np.sqrt(2 * correlated * variance / len(means)), correlated * each


VOLUMES_HEAD = "fix        Pdamp   step    mean V         var V          cov(P,V)     correlated"


def volumes_row(label, volumes, pressures):
    """A line of the table of volumes and its six numbers, from samples of every tenth step.  label: fix, Pdamp, step."""
    off, other = volumes - volumes.mean(), pressures - pressures.mean()
    (of_v, _), (of_c, _), (of_s, correlated) = error_of(volumes), error_of(off * other), error_of(off**2)
    row = volumes.mean(), of_v, np.mean(off**2), of_s, np.mean(off * other), of_c
    return "%-10s %5s %6s %9.2f %5.2f %8.1f %5.1f %8.3f %6.3f %7.1f" % (*label, *row, correlated * 10 * float(label[2])), row
