# SPDX-License-Identifier: BSD-3-Clause
"""What the fixes cost in LAMMPS, for bench.py --lammps: the section Modify of LAMMPS' table of timings, in ns of a molecule
or particle and a step.  Runs take turns.  Nothing passes or fails: ratios stand beside what the project means to reach.

modify     rigid water, 512 and 4096 molecules on 1 and 2 ranks, processor time: medians, with the lowest and highest.  At
           constant pressure LAMMPS books the setup of the long-range solver for each new box under Modify, in its own styles
           and in ours; so 512 molecules are also run with forces cut off.  4096 always have forces cut off.  With --quick one
           rank and few steps: about a minute.
particles  4096 and 32768 ellipsoids that do not interact, nve/asphere and nve/asphere/rgs
"""
import os
import re
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TESTS, TOOLS = os.path.join(HERE, "../lammps"), os.path.join(HERE, "../../plugin-lammps/tools")
NVT, NPT = "molecule temp 298 298 500", "molecule temp 298 298 500 iso 1 1 500"
# The commands that move the molecules; a style that this LAMMPS or plugin has not is left out.
STYLES = {
    "rigid/nve/small": "fix move all rigid/nve/small molecule",
    "rigid/nve": "fix move all rigid/nve molecule",
    "shake + nve": "fix hold all shake 1e-6 20 0 b 1 a 1\nfix move all nve",
    "rigid/small/rgs": "fix move all rigid/small/rgs molecule rotor exact scheme strang",
    "rigid/rgs": "fix move all rigid/rgs molecule rotor exact scheme strang",
    **{f"rigid/{kind}/small{ours}{cut}": f"fix move all rigid/{kind}/small{ours} {words}" for kind, words, cut in
       (("nvt", NVT, ""), ("npt", NPT, ""), ("npt", NPT, ", cut off")) for ours in ("", "/rgs")}}
# Ours, theirs, the ratio to reach, and where another one is wanted of so many molecules on so many ranks.
BARS = (("rigid/small/rgs", "rigid/nve/small", 0.25, {}), ("rigid/small/rgs", "rigid/nve", 0.5, {(512, 2): 0.7}),
        ("rigid/small/rgs", "shake + nve", 0.9, {}), ("rigid/rgs", "rigid/nve", 0.6, {}),
        ("rigid/rgs", "rigid/small/rgs", 2, {(512, 1): 1.1, (4096, 1): 1.1}), ("rigid/nvt/small/rgs", "rigid/nvt/small", 0.25, {}),
        ("rigid/npt/small/rgs, cut off", "rigid/npt/small, cut off", 0.25, {}), ("rigid/npt/small/rgs", "rigid/npt/small", 1, {}))


class Lammps:
    """A release of LAMMPS with the plugin, in a folder; 29Sep2021 through its launcher."""
    def __init__(self, release, folder):
        def built(script):
            return subprocess.run([f"{TOOLS}/{script}.sh", release], check=True, text=True, stdout=subprocess.PIPE).stdout.strip()
        plugin = built("build_plugin")
        self.program = f"{plugin}/lmp_rgs" if release == "29Sep2021" else built("build_lammps") + "/lmp"
        self.plugin, self.folder = f"{plugin}/rigidstepplugin.so", folder
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", f"{folder}/process_clock.so", f"{HERE}/process_clock.c"], check=True)

    def run(self, deck, ranks=1, processor_time=False, here=HERE, **variables):
        """Seconds in Modify; None where LAMMPS does not know the style."""
        start = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-np", str(ranks)] if ranks > 1 else []
        clock = ["env", f"LD_PRELOAD={self.folder}/process_clock.so"] if processor_time else []
        variables = dict(dict(here=here, plugin=self.plugin, load="plugin load " + self.plugin), **variables)
        words = [word for name, value in variables.items() for word in ("-var", name, str(value))]
        with tempfile.TemporaryDirectory() as session:
            said = subprocess.run([*start, *clock, self.program, "-in", deck, "-log", "none", *words], cwd=self.folder, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  env=dict(os.environ, TMPDIR=session, OMP_NUM_THREADS="1", PMIX_MCA_gds="hash",
                                           OMPI_MCA_mpi_yield_when_idle="1")).stdout
        times = re.findall(r"^Modify *\|[^|]*\|([^|]*)\|", said, re.M)
        if not times and "Unrecognized fix style" not in said and variables.get("moved") != "quit":
            sys.exit("bench: " + (re.search("^ERROR.*", said, re.M) or [said[-500:]])[0])
        return float(times[-1]) if times else None


def modify(lammps, rounds, steps, quick):
    lammps.run(f"{HERE}/in.modify", moved="quit")        # equilibrates, and writes water.data
    places, ns = [(molecules, ranks) for molecules in (512, 4096) for ranks in ((1,) if quick else (1, 2))], {}
    for molecules, ranks in places:
        for _ in range(rounds):
            for style, commands in STYLES.items():
                with open(f"{lammps.folder}/moved.in", "w", encoding="ascii") as file:
                    file.write(commands + "\n")
                took = lammps.run(f"{HERE}/in.modify", ranks, processor_time=True, moved="include moved.in", steps=steps,
                                  copies=molecules // 512, mesh="no" if "cut off" in style else "yes")
                if took is not None:
                    ns.setdefault((style, molecules, ranks), []).append(took / steps / molecules * 1e9)
    print(f"{'':42}" + "".join(f"{molecules:14}, {ranks} ranks" for molecules, ranks in places))
    for style in STYLES:
        if (style, *places[0]) in ns:
            cells = [f"{statistics.median(t):.0f} ({min(t):.0f} to {max(t):.0f})" for t in (ns[style, *place] for place in places)]
            print(f"{style:42}" + "".join(f"{cell:>22}" for cell in cells))
    print("ratio, and what to reach")
    for ours, theirs, goal, others in BARS:
        if (ours, *places[0]) in ns and (theirs, *places[0]) in ns:
            cells = []
            for place in places:
                reached, wanted = statistics.median(ns[ours, *place]) / statistics.median(ns[theirs, *place]), others.get(place, goal)
                cells.append(f"{reached:.2f} ({'above ' if reached > wanted else ''}{wanted})")
            print(f"{ours + ' / ' + theirs:42}" + "".join(f"{cell:>22}" for cell in cells))


def particles(lammps, rounds, steps, quick):
    with open(f"{lammps.folder}/ideal.in", "w", encoding="ascii") as file:
        file.write("pair_style zero 0.5\npair_coeff * *\n")
    for cells, times in (16, 10), (32, 1.5):
        subprocess.run(["/usr/bin/python3", "-c", f"import kinds; kinds.particles_data('particles.data', {cells}, 2.1, 0, 0)"], cwd=lammps.folder,
                       env=dict(os.environ, PYTHONPATH=TESTS), check=True)
        for fix in ["nve/asphere", "nve/asphere/rgs"] * min(rounds, 2):
            took = lammps.run(f"{TESTS}/in.particles", here=TESTS, state="particles.data", fix=fix, before_fix="include ideal.in",
                              columns="ke ke ke", steps=int(times * steps), every=int(times * steps))
            print(f"{cells ** 3} particles, {fix}: {took / cells ** 3 / int(times * steps) * 1e9:.0f} ns")


def show(what, release="4Jul2026", rounds=5, steps=200, quick=False):
    with tempfile.TemporaryDirectory() as folder:
        print(f"LAMMPS {release}: Modify, ns of a molecule or particle and a step; {rounds} runs of {steps} steps", flush=True)
        dict(modify=modify, particles=particles)[what](Lammps(release, folder), rounds, steps, quick)
