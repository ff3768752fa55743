#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a turn costs, and how wrong it is: every rotor, with every set of kernels that the processor has, beside other
people's codes; whole steps; and all that against copying memory.  README.md says how to read it.

Times are processor times.  One round measures everything once, with what is compared next to each other, and every
ratio is the median of the rounds' ratios: what slows the machine down for a while slows down both.  Nothing here
passes or fails.
"""
import argparse
import os
import statistics
import subprocess
import sys

HW, COUNTS, MILLION = (0.01, 0.1, 0.5, 1.0, 5.0, 50.0), (1, 64, 4096, 1000000), 1000000
MODES = (("scalar", "baseline"), ("avx2", "avx2"), ("avx512", "avx512"))
PEERS = ("gsl", "boost", "toms903", "hairer_dmv6", "openmm")
NAN = float("nan")


class Worker:
    """A process that measures with one set of kernels: the library decides once in a process."""
    def __init__(self, program, kernels):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "RIGIDSTEP_KERNELS": kernels})

    def ask(self, question):
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            sys.exit(f"bench: the worker ended at the question '{question}'")
        return answer.rstrip("\n")

    def table(self, question):
        row, rows = self.ask(question), []
        while row != ".":
            rows.append(row)
            row = self.process.stdout.readline().rstrip("\n")
        return rows


def middle(values):
    there = [value for value in values if value == value]
    return statistics.median(there) if there else NAN


def ratio(above, below):
    return middle([a / b for a, b in zip(above, below)])


class Bench:
    def __init__(self, program, options):
        self.options, self.times, self.errors, self.said = options, {}, {}, None
        self.workers = {}
        for mode, kernels in MODES:
            worker = Worker(program, kernels)
            if worker.ask("kernels") == kernels:
                self.workers[mode] = worker
        first = self.workers["scalar"]
        rows = [row.split() for row in first.table("subjects")]
        self.bytes = {name: float(size) for name, _, size in rows}
        self.rotors = [name for name, kind, _ in rows if kind == "r" and options.wants(name)]
        self.peers = [name for name, kind, _ in rows if kind == "p" and options.wants(name)]
        self.ensembles = [(float(row.split(" ", 1)[0]), row.split(" ", 1)[1]) for row in first.table("ensembles")]

    # ---- measuring -----------------------------------------------------------------------------------------
    def say(self, what):
        if what != self.said:
            print(what, file=sys.stderr)
        self.said = what

    def measure(self, key, mode, question):
        """Adds a round to times[mode, key], which comes back."""
        rounds = self.times.setdefault((mode, *key), [])
        rounds.append(float(self.workers[mode].ask(question)))
        return rounds

    def subjects(self, count=None):
        """Rotors in every mode; peers, which know no modes and one body at a time, once."""
        pairs = [(name, mode) for name in self.rotors for mode in self.workers]
        return pairs + [(name, "scalar") for name in self.peers if count != MILLION]

    def measure_errors(self):
        self.say("errors, against a Taylor series in higher precision")
        for hw in self.options.hw:
            for name, mode in self.subjects():
                self.errors[name, mode, hw] = float(self.workers[mode].ask(f"error {name} {hw}"))

    def measure_flows(self, count, rounds):
        """Constants of a million bodies are made anew for another rotor, so there one rotor has all its angles."""
        self.say(f"{count} bodies a call, {rounds} rounds")
        for _ in range(rounds):
            pairs = [(hw, *subject) for hw in self.options.hw for subject in self.subjects(count)]
            for hw, name, mode in sorted(pairs, key=lambda row: row[1]) if count == MILLION else pairs:
                self.measure(("flow", name, hw, count), mode, f"flow {name} {hw} {count}")

    def measure_steps(self, rounds, million):
        self.say(f"whole steps, {rounds} rounds")
        for turn in range(rounds):
            if million and turn < 3:
                self.measure(("copy",), "scalar", "copy")
            for mode in self.workers:
                for e in range(len(self.ensembles)):
                    if million and turn < 3:
                        self.measure(("million", e), mode, f"step exact 0.01 {MILLION} 0 {e}")
                    self.measure(("step", e), mode, f"step exact 0.01 4096 0 {e}")
                for what in "place", "gather":
                    for count in (4096, MILLION) if million and turn < 3 else (4096,):
                        self.measure((what, count), mode, f"sites {what} 0 {count}")
                self.measure(("structs",), mode, "step exact 0.01 4096 1 0")
                self.measure(("one",), mode, "step exact 0.01 1 0 0")
                self.measure(("one turn",), mode, "flow exact 0.01 1")

    def run(self):
        self.measure_errors()
        for count in self.options.counts:
            self.measure_flows(count, min(3, self.options.rounds) if count == MILLION else self.options.rounds)
        if "exact" in self.rotors:
            self.measure_steps(self.options.rounds, MILLION in self.options.counts)

    # ---- tables --------------------------------------------------------------------------------------------
    def of(self, mode, *key):
        return self.times.get((mode, *key), [])

    def show_flows(self, count):
        copied = middle(self.of("scalar", "copy"))
        print(f"\n{count} bodies a call: CPU ns of a body and turn, and the largest error (rad)\n{'h |w|':21}" +
              "".join(f"{hw:9g}        " for hw in self.options.hw))
        for name, mode in self.subjects(count):
            times = [middle(self.of(mode, "flow", name, hw, count)) for hw in self.options.hw]
            cells = "".join(f"{ns:9.1f} {self.errors[name, mode, hw]:7.0e}" if ns == ns else f"{'-':>9}        "
                            for ns, hw in zip(times, self.options.hw))
            speed = f"  {100 * self.bytes[name] * copied / times[0]:3.0f} % of copying {self.bytes[name]:.0f} bytes"
            print(f"{name:13} {mode if name in self.rotors else '':7}{cells}{speed if count == MILLION else ''}")

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

    def flow_ratio(self, above, above_mode, below, below_mode, count):
        return lambda hw: (ratio(self.of(above_mode, "flow", above, hw, count),
                                 self.of(below_mode, "flow", below, hw, count)), "")

    def cheapest(self, mode, count):
        def value(hw):
            others = {name: middle(self.of(mode, "flow", name, hw, count)) for name in self.rotors if name != "exact"}
            least = min((name for name in others if others[name] == others[name]), key=others.get, default="")
            return self.flow_ratio("exact", mode, least, mode, count)(hw)[0], least
        return value

    def show_all_ratios(self):
        print("\nRatios: medians over rounds of two times that were measured side by side.  A star: the bar is missed.")
        wide, counts = [mode for mode in self.workers if mode != "scalar"], self.options.counts
        self.show_ratios("exact over dmv6, h |w|; bars: at most 0.9 up to 1 (0.75 at 0.01 in wide kernels)",
                         [(f"exact {mode} / dmv6 {mode}", count, self.flow_ratio("exact", mode, "dmv6", mode, count),
                           lambda hw, mode=mode: 0.75 if hw == 0.01 and mode != "scalar" else 0.9)
                          for count in counts for mode in self.workers], True)
        self.show_ratios("exact over the cheapest other rotor of any order; bar: at most 1 in batches up to 1",
                         [(f"exact / the cheapest other, {mode}", count, self.cheapest(mode, count),
                           (lambda hw: 1.0) if mode != "scalar" and count > 1 else None)
                          for count in counts for mode in self.workers], True)
        self.show_ratios("over exact; bars: jacobi at least 10 up to 1, gsl at least 25 up to 0.1 and 15 up to 1",
                         [(f"{name} / exact {mode}", count, self.flow_ratio(name, "scalar", "exact", mode, count),
                           dict(jacobi=lambda hw: 10, gsl=lambda hw: 25 if hw <= 0.1 else 15).get(name))
                          for count in counts if 1 < count < MILLION for mode in self.workers
                          for name in ("jacobi", *PEERS) if name in self.rotors + self.peers], False)
        self.show_ratios("what wider lanes gain beside two; bar: at least 1.75 up to 1 (exact with AVX2)",
                         [(f"{name}, {mode}", count, self.flow_ratio(name, "scalar", name, mode, count),
                           (lambda hw: 1.75) if name == "exact" else None)
                          for mode in wide for count in counts for name in self.rotors
                          if name == "exact" or count == 4096], False)

    def show_steps(self):
        copied = self.of("scalar", "copy")
        print("\nWhole steps, strang with exact, h |w| = 0.01, CPU ns of a body"
              + (f"; copying memory: {1 / middle(copied):.1f} GB/s, half of it read" if copied else ""))
        print(f"{'':24} {'bytes':>6}" + "".join(f" {mode + what:>18}" for mode in self.workers
                                                for what in (" 4096", " 1000000")))
        for e, (size, name) in enumerate(self.ensembles):
            cells = ""
            for mode in self.workers:
                cells += f" {middle(self.of(mode, 'step', e)):18.1f}"
                many = self.of(mode, "million", e)
                cells += f" {middle(many):9.1f}, {100 * size * ratio(copied, many):4.0f} %" + "  " if many else f" {'-':>18}"
            print(f"  {name:22} {size:6.0f}{cells}")
        print("(per cent: of the speed of copying the bytes that all passes of a step move; aim 70)")
        print("\nAdded to a step of 4096 bodies (aim with avx2: langevin and csvr with andersen at most 15; csvr, nhc and "
              "andersen at most 5)")
        for e, (_, name) in list(enumerate(self.ensembles))[1:]:
            print(f"  {name:22}" + "".join(f" {mode} {self.added(mode, ('step', e), ('step', 0)):6.1f}" for mode in self.workers))
        for mode in self.workers:
            print(f"  {mode}: in structs {ratio(self.of(mode, 'structs'), self.of(mode, 'step', 0)):.2f} times as in columns "
                  f"(bar: at most 1.5); one body {middle(self.of(mode, 'one')):.0f} ns, "
                  f"{self.added(mode, ('one',), ('one turn',)):.0f} more than its turn (aim: at most 100)")

    def show_sites(self):
        """Of 24 or 0 bytes of centres, 32 of attitudes, 72 of sites, and 72 of positions or forces are touched; f and tau
        are 48."""
        copied = self.of("scalar", "copy")
        print("\nAtoms of water, CPU ns of a molecule; of the speed of copying the bytes that are touched (aim: 70 %)")
        for what, size in ("place", 200), ("gather", 224):
            for count in 4096, MILLION:
                cells = [f"{mode} {middle(self.of(mode, what, count)):6.1f}" +
                         (f" {100 * size * ratio(copied, self.of(mode, what, count)):3.0f} %" if count == MILLION else "")
                         for mode in self.workers if self.of(mode, what, count)]
                print(f"  {what} {count:7}  {'  '.join(cells)}" if cells else "", end="\n" if cells else "")

    def added(self, mode, more, less):
        return middle([a - b for a, b in zip(self.of(mode, *more), self.of(mode, *less))])

    def show(self):
        for count in self.options.counts:
            self.show_flows(count)
        self.show_all_ratios()
        if self.of("scalar", "step", 0):
            self.show_steps()
            self.show_sites()

    def write_rows(self, path):
        with open(path, "w", encoding="utf-8") as file:
            print("method,mode,hw,n,ns,error", file=file)
            for (mode, what, *key), rounds in self.times.items():
                if what == "flow":
                    name, hw, count = key
                    print(f"{name},{mode},{hw:g},{count},{middle(rounds):.2f},{self.errors[name, mode, hw]:.2e}", file=file)
                elif what == "step" and key[0] > 0:
                    print(f"{self.ensembles[key[0]][1]} (added to a step),{mode},0.01,4096,"
                          f"{self.added(mode, ('step', key[0]), ('step', 0)):.2f},", file=file)

    def draw(self, path):
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
        style = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/studies/style.mplstyle")
        pyplot.style.use(style)
        modes = ["scalar", list(self.workers)[-1]]
        figure, panels = pyplot.subplots(1, 2, figsize=(13, 5.5), sharey=True)
        for panel, mode in zip(panels, modes):
            for name in self.rotors + (self.peers if mode == "scalar" else []):
                times = [middle(self.of(mode, "flow", name, hw, 4096)) for hw in self.options.hw]
                panel.loglog(self.options.hw, times, "--" if name in self.peers else "-", marker="o", label=name,
                             linewidth=3 if name == "exact" else 1)
            panel.set(title=f"{mode} kernels, 4096 bodies per call", xlabel="h |w|", ylabel="CPU ns per body per turn")
        panels[0].legend(fontsize="small", ncol=2)
        figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("worker", help="build/bin/bench_worker")
    parser.add_argument("--quick", action="store_true", help="fewer rounds of fewer cases: seconds, to see that it works")
    parser.add_argument("--rounds", type=int, help="of which medians are taken; default 11, quick 3")
    for name, allowed in ("counts", COUNTS), ("hw", HW):
        parser.add_argument("--" + name, type=lambda text, t=type(allowed[0]): tuple(t(float(part)) for part in text.split(",")),
                            help=f"some of {', '.join(f'{value:g}' for value in allowed)}")
    parser.add_argument("--methods", type=lambda text: text.split(","), help="only these rotors and peers")
    parser.add_argument("--csv", help="write rows there: method, mode, hw, n, ns, error")
    parser.add_argument("--picture", help="draw times over angles there; needs matplotlib")
    options = parser.parse_args()
    options.wants = lambda name: options.methods is None or name in options.methods
    options.rounds = options.rounds or (3 if options.quick else 11)
    options.counts = options.counts or ((64, 4096) if options.quick else COUNTS)
    options.hw = options.hw or ((0.01, 1.0) if options.quick else HW)
    if options.rounds < 1 or set(options.counts) - set(COUNTS) or set(options.hw) - set(HW):
        parser.error(f"rounds must be above 0, counts some of {COUNTS}, and hw some of {HW}")
    bench = Bench(options.worker, options)
    unknown = set(options.methods or ()) - set(bench.rotors + bench.peers)
    if unknown:
        parser.error(f"no method is called {', '.join(sorted(unknown))}")
    bench.run()
    bench.show()
    if options.csv:
        bench.write_rows(options.csv)
    if options.picture:
        bench.draw(options.picture)


main()
