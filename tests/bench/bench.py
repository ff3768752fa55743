#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a turn and a step cost, and how wrong a turn is: every rotor, with every set of kernels that the processor has,
steps with thermostats; atoms; threads; memory; and all that against copying memory.  README.md says how to read it.

Times are processor times.  In a round everything is measured once, and every ratio is the median of the rounds' ratios:
what slows the machine down for a while slows down both.  Nothing here passes or fails but --memory.
"""
import argparse
import ctypes
import functools
import hashlib
import os
import re
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
HW, COUNTS, MILLION = (0.01, 0.1, 0.5, 1.0, 5.0, 50.0), (1, 64, 4096, 1000000), 1000000
MODES = dict(scalar="baseline", avx2="avx2", avx512="avx512")
NAN = float("nan")

# What surrounds the bodies of a step, the doubles that the passes of a step read and write of each, besides the
# constants that `turns` rotations read, and these turns.  Each pass ends where a sum over all bodies, or the host, is
# needed:
#   6         f and tau are checked
#   20 + 13   one pass has the rest: x p l q f tau and mass are read, x p l q written; langevin and drag read the
#             inertia as well
#   csvr      kicks, and energies with q and the inertia; then rotations, and x p l that are scaled
#   andersen  kicks and energies; then rotations, and x p that move with the box
#   both      kicks and energies; rotations, x p, energies; what is scaled; rotations, x p; with langevin three of these
STEPS = {"": (39, 1), "+langevin": (42, 1), "+csvr": (6 + 26 + 27, 1), "+nhc": (6 + 26 + 27, 1), "+drag": (42, 1),
         "+andersen": (6 + 19 + 24, 1), "+csvr+andersen": (6 + 19 + 27 + 13 + 24, 2),
         "+langevin+andersen": (6 + 19 + 30 + 24, 2)}
# Bytes of a water: centres 24 or 0, orientations 32, sites 72 and which they are 12, atoms 72, f and tau 48.
# `intramolecular`: gather with the sums of arm times force; `create` copies nothing, with shapes that are
# found and that the host knows.
SITES = dict(place=212, gather=236, intramolecular=236, create=0, known=0)
THREADED = ("exact", None), ("dmv6", None), ("exact", "langevin"), ("exact", "csvr")


def middle(values):
    there = [value for value in values if value == value]
    return statistics.median(there) if there else NAN


def ratio(above, below):
    return middle([a / b for a, b in zip(above, below)])


# ---- through the Python package --------------------------------------------------------------------------------------
def free_bodies(n):
    """Columns of a Stepper, water at room temperature more or less; no two turn alike."""
    import numpy as np
    columns = {name: np.full((n, 3), 0.0) for name in ("x", "p", "l", "f", "tau")}
    columns.update(q=np.tile([1.0, 0, 0, 0], (n, 1)), mass=np.full(n, 18.0), inertia=np.tile([1, 2, 2.9], (n, 1)))
    for first in range(0, n, 100000):                          # or what is made on the way would take much memory
        some, axes = slice(first, first + 100000), np.arange(3)
        number = np.arange(first, min(n, first + 100000))[:, None]
        columns["x"][some] = 3.0 * (number >> 8 * axes & 255)
        columns["p"][some] = number * (axes + 3) % 101 - 50
        columns["l"][some] = 1 + number * (axes + 5) % 97 / 97
    return columns


def stepper(rotor, columns, thermostat=None, threads=1):
    from rigidstep import Stepper
    params = dict(kt=1, relaxation=1, seed=1) if thermostat else None
    return Stepper(None, rotor, "strang", columns, lambda time: None, thermostat=thermostat, params=params, threads=threads,
                   rewinds=False)


def show_memory(n, rotor, most=None):
    """Of a process of its own, as Linux tells it: what it has with the host's columns, and the most that it ever had."""
    def told(field):
        with open("/proc/self/status", encoding="ascii") as file:
            return 1024 * int(re.search(field + r":\s+(\d+) kB", file.read())[1])
    columns = free_bodies(n)
    momenta = hashlib.sha1(columns["l"]).digest()
    with stepper(rotor, free_bodies(1)) as first:              # so that the library is loaded
        first.step(0.01, 1)
    before = told("VmRSS")
    with stepper(rotor, columns) as moved:
        moved.step(0.01, 3)
        peak = told("VmHWM")
    library = (peak - before) / n
    print(f"  {rotor:12} {n} bodies: the host's arrays 184 bytes a body, the library {library:.1f}, peak of the process "
          f"{peak * 1e-6:.0f} MB")
    if hashlib.sha1(columns["l"]).digest() != momenta:
        sys.exit("bench: momenta changed")
    if most and library > most:
        sys.exit(f"bench: the library took more than {most:g} bytes a body")


def show_threads(rounds, counts):
    """The quickest round counts.  Where the processor time stays, the gain of an idle machine is the number of threads."""
    print(f"\nThreads of the host, by the clock of the wall: a body and step of strang, ns\n"
          f"{'':18} {'bodies':>8} {'threads':>8} {'wall':>10} {'gain':>8} {'CPU':>10}")
    for rotor, thermostat in THREADED:
        for n in counts:
            columns = [free_bodies(n), free_bodies(n)]
            pair = [stepper(rotor, some, thermostat, threads) for some, threads in zip(columns, (1, 2))]
            wall, cpu = [[], []], [[], []]
            for turn in range(rounds + 1):                      # the first one prepares constants
                for k, moved in enumerate(pair):
                    begun, used = time.perf_counter(), time.process_time()
                    moved.step(0.01, 3)
                    if turn:
                        wall[k].append((time.perf_counter() - begun) / 3 / n * 1e9)
                        cpu[k].append((time.process_time() - used) / 3 / n * 1e9)
            for k, threads in enumerate((1, 2)):
                print(f"  {', '.join(filter(None, (rotor, thermostat))):16} {n:8} {threads:8} {min(wall[k]):10.1f} "
                      f"{min(wall[0]) / min(wall[k]):8.2f} {min(cpu[k]):10.1f}")
            if any((columns[0][name] != columns[1][name]).any() for name in columns[0]):
                sys.exit("bench: states differ between numbers of threads")


def time_sites(n):
    """Prints ns of a water, by the C calls, since what Python does around them would count, and of copying as many bytes.
    They take turns."""
    import numpy as np
    from rigidstep import Bodies, sites
    x = np.tile([[0, 0, 0], [0.8165, 0.5774, 0], [-0.8165, 0.5774, 0]], (n, 1)) + np.repeat(3.0 * (np.arange(n) % 100), 3)[:, None]
    mass, first, index = np.tile([16.0, 1, 1], n), 3 * np.arange(n + 1), np.arange(3 * n)
    bodies = Bodies(x, mass, np.repeat(np.arange(n), 3))
    made, atoms, calls = bodies._sites, sites._triples(x, 3 * n, "x"), sites._opened()[0]
    called = {what: functools.partial(getattr(calls, "sites_" + call), made._handle, ctypes.byref(made._view), atoms, last, None) for what, call, last
              in (("place", "place", None), ("gather", "gather", None), ("intramolecular", "gather", np.zeros((3, 3))))}
    for what, flags in ("create", 0), ("known", 2):
        called[what] = functools.partial(sites.Sites, x, mass, first, index, bodies.columns, flags=flags)
    to, source = np.ones((2, max(SITES.values()) * n // 16))
    for what, call in called.items():
        ns = []
        for _ in range(3 if what == "create" else max(7, 1000000 // n)):
            times = [time.process_time()]
            for do in call, lambda: ctypes.memmove(to.ctypes.data, source.ctypes.data, SITES[what] * n // 2):
                kept = do()
                times.append(time.process_time())
            del kept
            ns.append(np.diff(times) / n * 1e9)
        print(what, *np.median(ns[1:], axis=0))


# ---- measuring -------------------------------------------------------------------------------------------------------
class Bench:
    def __init__(self, build, options):
        self.build, self.options, self.times, self.said = build, options, {}, None
        self.copied = ctypes.create_string_buffer(132000000), ctypes.create_string_buffer(b"\1" * 132000000)
        self.errors, self.bytes, self.modes = {}, {}, list(MODES)
        self.say("errors, against a Taylor series in higher precision")
        for mode in MODES:
            for name, size, *errors in self.turns(mode, "errors"):
                self.bytes[name] = float(size)
                self.errors.update({(name, mode, hw): float(error) for hw, error in zip(options.hw, errors)})

    def say(self, what):
        if what != self.said:
            print(what, file=sys.stderr)
        self.said = what

    def call(self, mode, *command):
        """The lines that a process prints with one set of kernels: the library decides once in a process."""
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "RIGIDSTEP_KERNELS": MODES[mode]}).stdout.splitlines()

    def turns(self, mode, what):
        """Rows of bench_turns; none where the processor lacks these kernels."""
        kernels, *rows = self.call(mode, f"{self.build}/bin/bench_turns", str(what), *map(str, self.options.hw))
        if kernels != MODES[mode]:
            self.modes.remove(mode)
            return []
        return [row.split() for row in rows]

    def keep(self, mode, key, ns):
        self.times.setdefault((mode, *key), []).append(float(ns))

    def measure_turns(self, count):
        self.say(f"{count} bodies a call")
        for mode in list(self.modes):
            for name, _, *times in self.turns(mode, count):
                for hw, ns in zip(self.options.hw, times):
                    self.keep(mode, ("turn", name, hw, count), ns)

    def measure_steps(self, mode, count, around, layout="columns"):
        """`rigidstep bench`, whose bodies rotate by about the step."""
        for row in self.call(mode, f"{self.build}/bin/rigidstep", "bench", "--bodies", str(count), "--step", "0.01", "--layout",
                             layout, "--seconds", "0.02", *("exact/strang" + words for words in around)):
            found = re.fullmatch(r"exact/strang(\S*) +([\d.]+)  \S+", row)
            if found:
                self.keep(mode, ("step", found[1], count, layout), found[2])

    def measure_copy(self):
        to, source = self.copied
        before = time.process_time()
        ctypes.memmove(to, source, len(to))
        self.keep("scalar", ("copy",), (time.process_time() - before) / (2 * len(to)) * 1e9)

    def measure_sites(self, mode, count):
        for row in self.call(mode, sys.executable, "-B", __file__, self.build, "--sites", str(count)):
            what, ns, copied = row.split()
            self.keep(mode, (what, count), ns)
            self.keep(mode, (what, count, "copied"), copied)

    def run(self):
        for turn in range(self.options.rounds):
            million = MILLION in self.options.counts and turn < 3
            for count in self.options.counts:
                if count < MILLION or million:
                    self.measure_turns(count)
            self.say("whole steps and atoms")
            if million:
                self.measure_copy()
            for mode in self.modes:
                self.measure_steps(mode, 4096, STEPS)
                self.measure_steps(mode, 4096, [""], "structs")
                self.measure_steps(mode, 1, [""])
                for around in STEPS if million else ():               # of one million at a time is there memory
                    self.measure_steps(mode, MILLION, [around])
                for count in (4096, MILLION) if million else (4096,):
                    self.measure_sites(mode, count)

    # ---- tables ------------------------------------------------------------------------------------------------------
    def of(self, mode, *key):
        return self.times.get((mode, *key), [])

    def show_turns(self, count):
        copied = middle(self.of("scalar", "copy"))
        print(f"\n{count} bodies a call: CPU ns of a body and turn, and the largest error (rad)\n{'h |w|':21}" +
              "".join(f"{hw:9g}        " for hw in self.options.hw))
        for name, mode in [(name, mode) for name in self.bytes for mode in self.modes]:
            if not self.of(mode, "turn", name, self.options.hw[0], count):
                continue
            times = [middle(self.of(mode, "turn", name, hw, count)) for hw in self.options.hw]
            cells = "".join(f"{ns:9.1f} {self.errors[name, mode, hw]:7.0e}" if ns == ns else f"{'-':>9}        "
                            for ns, hw in zip(times, self.options.hw))
            speed = f"  {100 * self.bytes[name] * copied / times[0]:3.0f} % of copying {self.bytes[name]:.0f} bytes"
            print(f"{name:13} {mode:7}{cells}{speed if count == MILLION else ''}")

    def show_ratios(self, title, rows, at_most):
        """rows: (text, count, function of the angle -> (ratio, what stands beside it), bar up to the angle 1 or None)."""
        print(f"\n{title}\n{'':44}" + "".join(f"{hw:9g}      " for hw in self.options.hw))
        for text, count, value, bar in rows:
            cells = ""
            for hw in self.options.hw:
                told, beside = value(hw)
                missed = bar and hw <= 1 and (told > bar(hw) if at_most else told < bar(hw))
                cells += f"{told:9.2f}{'*' if missed else ' '}{beside[:5]:5}" if told == told else f"{'-':>9}      "
            print(f"  {text:32} {count:8} {cells}")

    def turn_ratio(self, above, above_mode, below, below_mode, count):
        return lambda hw: (ratio(self.of(above_mode, "turn", above, hw, count),
                                 self.of(below_mode, "turn", below, hw, count)), "")

    def cheapest(self, mode, count):
        def value(hw):
            others = {name: middle(self.of(mode, "turn", name, hw, count)) for name in self.bytes if name != "exact"}
            least = min((name for name in others if others[name] == others[name]), key=others.get, default="")
            return self.turn_ratio("exact", mode, least, mode, count)(hw)[0], least
        return value

    def show_all_ratios(self):
        print("\nRatios: medians over rounds of two times of the same round.  A star: the bar is missed.")
        wide, counts = [mode for mode in self.modes if mode != "scalar"], self.options.counts
        self.show_ratios("exact over dmv6, h |w|; bars: at most 0.9 up to 1 (0.75 at 0.01 in wide kernels)",
                         [(f"exact {mode} / dmv6 {mode}", count, self.turn_ratio("exact", mode, "dmv6", mode, count),
                           lambda hw, mode=mode: 0.75 if hw == 0.01 and mode != "scalar" else 0.9)
                          for count in counts for mode in self.modes], True)
        self.show_ratios("exact over the cheapest other rotor of any order; bar: at most 1 in batches up to 1",
                         [(f"exact / the cheapest other, {mode}", count, self.cheapest(mode, count),
                           (lambda hw: 1.0) if mode != "scalar" and count > 1 else None)
                          for count in counts for mode in self.modes], True)
        self.show_ratios("over exact; bar: jacobi at least 10 up to 1",
                         [(f"jacobi / exact {mode}", count, self.turn_ratio("jacobi", "scalar", "exact", mode, count), lambda hw: 10)
                          for count in counts if 1 < count < MILLION for mode in self.modes], False)
        self.show_ratios("what wider lanes gain beside two; bar: at least 1.75 up to 1 (exact with AVX2)",
                         [(f"{name}, {mode}", count, self.turn_ratio(name, "scalar", name, mode, count),
                           (lambda hw: 1.75) if name == "exact" else None)
                          for mode in wide for count in counts for name in self.bytes
                          if name == "exact" or count == 4096], False)

    def step(self, mode, around="", count=4096, layout="columns"):
        return self.of(mode, "step", around, count, layout)

    def added(self, mode, around):
        return middle([a - b for a, b in zip(self.step(mode, around), self.step(mode))])

    def show_steps(self):
        copied = self.of("scalar", "copy")
        print("\nWhole steps, strang with exact, h |w| = 0.01, CPU ns of a body"
              + (f"; copying memory: {1 / middle(copied):.1f} GB/s, half of it read" if copied else ""))
        print(f"{'':24} {'bytes':>6}" + "".join(f" {mode + what:>18}" for mode in self.modes
                                                for what in (" 4096", " 1000000")))
        for around, (doubles, turns) in STEPS.items():
            size, cells = 8 * doubles + turns * (self.bytes["exact"] - 8 * (3 + 2 * 4)), ""
            for mode in self.modes:
                cells += f" {middle(self.step(mode, around)):18.1f}"
                many = self.step(mode, around, MILLION)
                cells += f" {middle(many):9.1f}, {100 * size * ratio(copied, many):4.0f} %" + "  " if many else f" {'-':>18}"
            print(f"  {around or 'nothing':22} {size:6.0f}{cells}")
        print("(per cent: of the speed of copying the bytes that all passes of a step move; aim 70)")
        print("\nAdded to a step of 4096 bodies (aim with avx2: langevin and csvr with andersen at most 15; csvr, nhc and "
              "andersen at most 5)")
        for around in filter(None, STEPS):
            print(f"  {around:22}" + "".join(f" {mode} {self.added(mode, around):6.1f}" for mode in self.modes))
        for mode in self.modes:
            one, turn = middle(self.step(mode, count=1)), middle(self.of(mode, "turn", "exact", 0.01, 1))
            beside = f", {one - turn:.0f} more than its turn (aim: at most 100)" if turn == turn else ""
            print(f"  {mode}: in structs {ratio(self.step(mode, layout='structs'), self.step(mode)):.2f} times as in columns "
                  f"(bar: at most 1.5); one body {one:.0f} ns{beside}")

    def show_sites(self, counts=(4096, MILLION)):
        print("\nAtoms of water, CPU ns of a molecule; of the speed of copying the bytes that are touched (aim: 70 %), and how many "
              "times as long scalar kernels take (aim: at most 3)")
        for what, count in ((what, count) for what in SITES for count in counts if self.of("scalar", what, count)):
            cells = f"  {what:7} {count:7}"
            for mode in self.modes:
                ns, copied = self.of(mode, what, count), self.of(mode, what, count, "copied")
                cells += f"  {mode} {middle(ns):.1f}"
                if SITES[what]:
                    cells += f", copying {middle(copied):.1f}: {100 * ratio(copied, ns):.0f} %"
                    cells += f", scalar {ratio(self.of('scalar', what, count), ns):.2f}" if mode != "scalar" else ""
            print(cells)

    def show(self):
        for count in self.options.counts:
            self.show_turns(count)
        self.show_all_ratios()
        self.show_steps()
        self.show_sites()
        sys.stdout.flush()
        show_threads(self.options.rounds, [10000] if self.options.quick else [100000, MILLION])
        print("\nMemory", flush=True)
        subprocess.run([sys.executable, "-B", __file__, self.build, "--memory", "100000" if self.options.quick else "10000000",
                        "exact"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("build", help="the folder of a build")
    parser.add_argument("--quick", action="store_true", help="fewer rounds of fewer cases: to see that it works")
    parser.add_argument("--rounds", type=int, help="of which medians are taken; default 11, quick 3")
    parser.add_argument("--counts", type=lambda text: tuple(map(int, text.split(","))), help=f"some of {COUNTS}")
    parser.add_argument("--memory", nargs="+", metavar="WORD", help="BODIES ROTOR [MOST]: only the memory; 1 above MOST bytes a body")
    parser.add_argument("--sites", type=int, help="only the atoms of so many waters")
    parser.add_argument("--lammps", nargs="+", metavar="WORD", help="modify or particles, and [RELEASE [STEPS]]: the fixes in LAMMPS")
    options = parser.parse_args()
    if options.lammps:
        import lammps_times
        what, release, steps = (options.lammps + ["4Jul2026", "50" if options.quick else "200"][len(options.lammps) - 1:])[:3]
        return lammps_times.show(what, release, options.rounds or (1 if options.quick else 5), int(steps), options.quick)
    sys.path.insert(0, os.path.join(HERE, "../../plugin-generic"))
    os.environ.setdefault("RIGIDSTEP_MODULE", os.path.join(options.build, "lib/rigidstep_generic.so"))
    try:
        __import__("numpy")
    except ImportError:
        return print("skipped: needs NumPy")
    if options.memory:
        return show_memory(int(options.memory[0]), options.memory[1], *map(float, options.memory[2:]))
    if options.sites and "RIGIDSTEP_KERNELS" in os.environ:
        return time_sites(options.sites)
    options.rounds = options.rounds or (3 if options.quick or options.sites else 11)
    options.counts = options.counts or ((64, 4096) if options.quick else COUNTS)
    options.hw = (0.01, 1.0) if options.quick else HW[:1] if options.sites else HW
    if options.rounds < 1 or set(options.counts) - set(COUNTS):
        parser.error(f"rounds must be above 0, and counts some of {COUNTS}")
    bench = Bench(options.build, options)
    if options.sites:
        for mode in [*bench.modes] * options.rounds:
            bench.measure_sites(mode, options.sites)
        return bench.show_sites([options.sites])
    bench.run()
    bench.show()


main()
