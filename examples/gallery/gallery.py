#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of what the integrators do, on one page that needs no other file, with the data of each picture beside it.

gallery.sh installs what this needs and calls it.  Studies and hosts draw their own pictures; what belongs to none of them
is drawn here.  A picture that cannot be made or read is left out of the page, and the exit status is 1."""
import argparse
import base64
import csv
import os
import pathlib
import subprocess
import sys
import traceback
import typing
import xml.etree.ElementTree

import numpy as np

EXAMPLES = pathlib.Path(__file__).resolve().parents[1]
ROOT = EXAMPLES.parent
sys.path.insert(0, str(EXAMPLES / "studies"))
from study import PALE, Sphere, plt, save                     # noqa: E402
import dna_ring                                               # noqa: E402

BUILD = pathlib.Path(os.environ.get("RIGIDSTEP_BUILT", ROOT / "build"))
RIGIDSTEP = BUILD / "bin/rigidstep"
log = sys.stderr                                              # of the part that runs


# ---- tools -------------------------------------------------------------------------------------------
def call(*command, **environment):
    """Runs a command; what it prints goes into the log."""
    log.flush()
    subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL, stdout=log,
                   stderr=subprocess.STDOUT, env={**os.environ, **environment})


def host(name):
    call(EXAMPLES / "hosts" / name / "run.sh", pathlib.Path(name).absolute())


def study(name, *options, folder=None):
    call(EXAMPLES / "studies/run.sh", name, *options, "--out", pathlib.Path(folder or name).absolute())


def problem(name, table, *options):
    """The table that `rigidstep run` writes."""
    call(RIGIDSTEP, "run", "--output", table, *options, EXAMPLES / f"problems/{name}.rgs")
    return np.loadtxt(table, delimiter=",", skiprows=1)


# ---- runs and drawings -------------------------------------------------------------------------------
def polhodes():
    momenta = problem("polhodes", "polhodes.csv")[:, 1:].reshape(-1, 22, 3)
    figure, axes = plt.subplots(figsize=(8, 6.5))
    sphere = Sphere(axes, 34, 22, None)
    for body in range(22):
        colour = "C0" if body < 10 else "C1" if body < 18 else "C6"
        sphere.draw(momenta[:, body], colour, lw=2.2 if colour == "C6" else 1.4)
    # Labels stand outside the sphere, where no polhode is.
    for axis, text, colour, side in (0, "axis 1:\nleast inertia", "C0", "right"), (1, "axis 2", "C6", "left"), \
                                    (2, "axis 3: greatest inertia", "C1", "center"):
        pole = sphere.view[:2, axis]
        axes.annotate(text, 1.15 * pole / np.linalg.norm(pole), color=colour, ha=side, va="bottom" if side == "center" else "center")
        axes.annotate("", 1.14 * pole / np.linalg.norm(pole), pole, arrowprops=dict(arrowstyle="->", color="C7"))
    axes.set(xlim=(-1.7, 1.5), ylim=(-1.1, 1.3))
    save(figure, "polhodes.png")


def racket():
    fine = problem("racket", "racket.csv")
    coarse = {rotor: problem("racket", f"racket_{rotor}.csv", "--method", f"{rotor}/strang", "--step", 0.5, "--steps", 240)
              for rotor in ("exact", "dmv2", "richardson")}

    def compare(axes, names):
        axes.plot(fine[::4, 0], fine[::4, 2], PALE, lw=6, label="exact, step 0.05")
        for (rotor, table), look, label in zip(coarse.items(), ("C6.", "C3", "C2"), names):
            axes.plot(table[:, 0], table[:, 2], look, ms=3.5, label=label)
        axes.set(xlabel="time", xlim=(0, 120), ylim=(-1.2, 1.2))
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4)
    figure, (above, below) = plt.subplots(2, figsize=(9, 6.5), sharex=True)
    for column, label, colour in (2, "about the middle axis", "C6"), (1, "about the first", "C0"), (3, "about the third", "C1"):
        above.plot(fine[:, 0], fine[:, column], colour, label=label)
    above.set(ylabel="angular velocity")
    above.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=3)
    compare(below, ("exact, step 0.5", "dmv2, step 0.5", "richardson, step 0.5"))
    below.set(ylabel="about the middle axis")
    save(figure, "racket.png")
    # README.md begins with this one; the committed front.svg is a copy of it.
    figure, axes = plt.subplots(figsize=(9, 3.4))
    compare(axes, ("exact, step 0.5", "dmv2 (RATTLE)", "richardson (fix rigid)"))
    axes.set(ylabel="spin, middle axis")
    save(figure, "front.svg")


def heavy_top():
    figure, (path, error) = plt.subplots(1, 2, figsize=(11, 5))
    best = problem("heavy_top", "heavy_top.csv")
    path.add_patch(plt.Circle((0, 0), 1, facecolor="#f6f8fa", edgecolor=PALE))
    path.plot(best[:, 1], best[:, 2])
    path.set(aspect="equal", xlim=(-1.05, 1.05), ylim=(-1.05, 1.05), xlabel="axis of the top, from above")
    runs = {name: problem("heavy_top", f"heavy_top_{name}.csv", "--method", f"exact/{name}") for name in ("strang", "blanes_moan4")}
    for (name, run), colour in zip({**runs, "srkn11b": best}.items(), ("C3", "C2", "C0")):
        error.semilogy(run[:, 0], abs(run[:, 4] / run[0, 4] - 1) + 1e-17, colour, label=name)
    error.set(ylim=(1e-17, 10), xlabel="time", ylabel="relative error of the energy")
    error.legend(ncols=3)
    save(figure, "heavy_top.png")


def vilmart_top():
    runs = {name: problem("vilmart_top", f"vilmart_top_{name}.csv", "--method", f"exact/{name}")
            for name in ("strang", "nystrom4", "srkn11b")}
    figure, (path, error) = plt.subplots(1, 2, figsize=(9, 4.2))
    Sphere(path, 25, 25, "axis 3 of the top, t ≤ 40").draw(runs["srkn11b"][::2, 1:4], "C0", lw=1.2)
    for (name, run), colour in zip(runs.items(), ("C3", "C2", "C0")):
        blocks = abs(run[1:, 4] / run[0, 4] - 1).reshape(100, -1).max(axis=1)
        error.semilogy(run[20::20, 0], blocks, colour, label=name)
    error.set(ylim=(1e-16, 1), xlabel="t", title="relative error of the energy, h = 0.02")
    error.minorticks_off()
    error.legend(ncols=3)
    save(figure, "vilmart_top.svg")


def satellite():
    time, *rest = problem("satellite", "satellite.csv").T
    rate = np.sqrt(398600441800000 / 6878137**3)              # of the orbit; the vertical goes round with it
    tilt = np.degrees(np.arccos(rest[7] * np.cos(rate * time) + rest[8] * np.sin(rate * time)))
    figure, axes = plt.subplots()
    axes.plot(time * rate / (2 * np.pi), tilt)
    axes.set(xlim=(0, 6), ylim=(0, 60), yticks=range(0, 61, 15), xlabel="orbits", ylabel="long axis against the vertical, degrees")
    save(figure, "satellite.png")


def engines():
    host("mujoco")
    with open("mujoco/engines.csv", encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table) if row["scene"] == "brick"]
    figure, axes = plt.subplots()
    for engine, colour, marker, label in (("MuJoCo", "C1", "s", "MuJoCo's integrators"),
                                          ("rigidstep", "C0", "o", "rigidstep's, with MuJoCo's forces")):
        found = [row for row in rows if row["engine"] == engine and row["orientation"] != "-"]
        cost = [float(row["ns"]) * 30 / float(row["h"]) * 1e-6 for row in found]
        error = [float(row["orientation"]) for row in found]
        axes.loglog(cost, error, colour + marker, label=label)
        for row, *point in zip(found, cost, error):
            axes.annotate(f"{row['method']}, {row['h']} s", point, (3, 3), textcoords="offset points", rotation=20,
                          rotation_mode="anchor", color=colour, fontsize=9)
    axes.set(xlabel="processor time for 30 s of motion / ms", ylabel="orientation off after 30 s / rad", xlim=(0.01, 3000), ylim=(1e-13, 1e2))
    axes.legend(loc="lower right")
    save(figure, "engines.png")


def openmm():
    """How well a drop of 27 SPC/E waters keeps its energy in half a picosecond, by RigidIntegrator of the plugin with schemes
    of several orders and by OpenMM's VerletIntegrator with SETTLE."""
    import openmm as mm
    from openmm import unit
    from rigidstep.openmm import RigidIntegrator
    system, places = mm.System(), []
    forces = mm.NonbondedForce()                              # without a cutoff the energy is smooth
    half = np.radians(109.47 / 2)
    sites = 0.1 * np.array([[0, 0, 0], [np.sin(half), np.cos(half), 0], [-np.sin(half), np.cos(half), 0]])
    for m in range(27):
        places.extend(0.31 * np.array([m % 3, m // 3 % 3, m // 9]) + sites)
        for s in range(3):
            system.addParticle(1.008 if s else 15.9994)
            forces.addParticle(0.4238 if s else -0.8476, 0.3166, 0 if s else 0.65)
            forces.addException(3 * m + s, 3 * m + (s + 1) % 3, 0, 1, 0)
        for s in range(3):
            system.addConstraint(3 * m + s, 3 * m + (s + 1) % 3, np.linalg.norm(sites[s] - sites[(s + 1) % 3]))
    system.addForce(forces)
    reference = mm.Platform.getPlatformByName("Reference")
    settling = RigidIntegrator(0.001, system, temperature=200, friction=20)
    context = mm.Context(system, settling, reference)
    context.setPositions(places)
    context.setVelocitiesToTemperature(200, 1)
    settling.step(1000)
    start = context.getState(getPositions=True, getVelocities=True)

    def energy(context):
        state = context.getState(getEnergy=True)
        return (state.getPotentialEnergy() + state.getKineticEnergy()).value_in_unit(unit.kilojoule_per_mole) / 27

    def deviation(scheme, step):
        if scheme == "VerletIntegrator":
            integrator = mm.VerletIntegrator(step)
            integrator.setConstraintTolerance(1e-12)
        else:
            integrator = RigidIntegrator(step, system, scheme=scheme)
        context = mm.Context(system, integrator, reference)
        context.setPositions(start.getPositions())
        context.setVelocities(start.getVelocities())
        before, seen = energy(context), []
        for _ in range(round(0.5 / step)):
            integrator.step(1)
            seen.append(energy(context) - before)
        return np.sqrt(np.mean(np.square(seen)))
    figure, axes = plt.subplots()
    times = np.array([0.25, 0.5, 1, 2])
    with open("openmm.csv", "w", encoding="utf-8") as table:
        table.write("integrator,fs for each evaluation,deviation\n")
        for scheme, evaluations, look in (("VerletIntegrator", 1, dict(color="C1", marker="s", ms=10, mfc="none", ls="none")),
                                          ("strang", 1, dict(color="C0", marker="o")),
                                          ("blanes_moan4", 6, dict(color="C2", marker="o")),
                                          ("srkn6b", 6, dict(color="C3", marker="o"))):
            errors = [deviation(scheme, 1e-3 * fs * evaluations) for fs in times]
            table.writelines(f"{scheme},{fs:g},{error:.4g}\n" for fs, error in zip(times, errors))
            axes.loglog(times, errors, label=scheme.replace("Integrator", "Integrator with SETTLE"), **look)
    axes.set(xlabel="time for each force evaluation / fs", ylabel="deviation of the energy / (kJ/mol for each molecule)")
    axes.set_xticks(times, [f"{fs:g}" for fs in times])
    axes.minorticks_off()
    axes.legend()
    save(figure, "openmm.png")


def dna():
    """In a LAMMPS with oxDNA, which Debian's lacks."""
    def answer(*command, **environment):
        return subprocess.run([str(word) for word in command], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=log, text=True, env={**os.environ, **environment}).stdout
    tools, inputs = ROOT / "plugin-lammps/tools", EXAMPLES / "lammps"
    lammps = answer(tools / "build_lammps.sh", "--particles", "4Jul2026").strip()
    plugin = answer(tools / "build_plugin.sh", "4Jul2026").strip()
    pathlib.Path("dna_ring.data").write_text(answer("awk", *"-v pairs=100 -v turns=10 -v kt=0.1 -f".split(), inputs / "dna.awk"))
    before_run = (inputs / "in.dna").read_text(encoding="utf-8").split("\nrun ")[0]
    pathlib.Path("dna_ring.in").write_text(before_run + """
compute     quat all property/atom quatw quati quatj quatk
dump        places all custom 2000 dna_ring.txt id type x y z c_quat[*]
dump_modify places sort id format float %.5f
run         2000
""", encoding="utf-8")
    call(f"{lammps}/lmp", *"-in dna_ring.in -var data dna_ring.data -log none".split(), OMP_NUM_THREADS="1", LD_LIBRARY_PATH=plugin)
    dna_ring.draw("dna_ring.txt", "dna_ring.svg")


# ---- what there is -----------------------------------------------------------------------------------
def parts(options):
    """Names and functions of what makes the pictures, in their order."""
    def pick(short, full):
        return full if options.full else short
    yield from dict(polhodes=polhodes, racket=racket, heavy_top=heavy_top, vilmart_top=vilmart_top,
                    satellite=satellite).items()
    yield "temperatures", lambda: study("refined_values", "temperatures", "--ns", "1", folder="temperatures")
    yield "free_rotor", lambda: study("free_rotor", "--steps", pick("1e5", "1e6"))
    yield "rotors", lambda: study("rotors")
    yield "nontwist", lambda: study("nontwist")
    yield "forced_rotor", lambda: study("forced_rotor", "--time", pick("5e3", "5e4"), "--molecules", pick("6", "27"))
    yield "descent", lambda: study("descent")
    yield "ase", lambda: host("ase")
    if not options.no_mujoco:
        yield "engines", engines
    if not options.no_openmm:
        yield "openmm", openmm
    if not options.no_lammps:
        yield "dna_ring", dna
        yield "volumes", lambda: study("volumes", "volumes", "--steps", "0.01", "--time", pick("400", "2000"),
                                       "--fixes", "theirs", "csvr", *pick([], ["langevin"]))
    if not options.no_lammps and options.full:
        yield "which_step", lambda: study("water", "which_step", folder="which_step")


class Picture(typing.NamedTuple):
    file: str
    title: str
    command: str
    data: str
    caption: str


PAGE = {
    "Free rotation": [
        Picture("polhodes.png", "Polhodes on the momentum sphere", "rigidstep run examples/problems/polhodes.rgs", "polhodes.csv", """
Seen from the body, the momentum of a free body stays on a sphere and on an ellipsoid of equal energy: it goes round the axis of
least inertia (blue) or of greatest (red). Through the middle axis run the four branches of the separatrix (black): rotation
about that axis is not stable."""),
        Picture("racket.png", "The tennis racket turns over", """rigidstep run examples/problems/racket.rgs
rigidstep run --method dmv2/strang --step 0.5 --steps 240 examples/problems/racket.rgs""",
                "racket.csv racket_exact.csv racket_dmv2.csv racket_richardson.csv", """
Thrown with spin about its middle axis, a racket flips again and again. Next to the separatrix small errors decide when. With
steps of 0.5 the rotor <code>exact</code> lies on the curve of small steps, because it has no time-step error; second-order
rotors flip at other times."""),
        Picture("free_rotor/axes.svg", "The axes of a thrown book", "examples/studies/run.sh free_rotor axes",
                "free_rotor/axes.txt", """
Figure 1 of Vilmart's <i>Rigid body dynamics</i> drawn anew: where the axes of a free asymmetric body point."""),
        Picture("free_rotor/triangle.svg", "Accuracy over all shapes", "examples/studies/run.sh free_rotor triangle",
                "free_rotor/triangle.txt", """
Every body has a place in this triangle of moments of inertia (Figure 5 of Celledoni and Zanna, ACM TOMS 37, 2010). The colour
is the error of one step."""),
        Picture("free_rotor/growth.svg", "Rounding over many steps", "examples/studies/run.sh free_rotor growth",
                "free_rotor/growth.txt", """
The error of the energy of free bodies over the steps. It is rounding alone, and grows as a random walk does."""),
        Picture("rotors/cost.svg", "What a step of a rotor costs", "examples/studies/run.sh rotors cost",
                "rotors/cost.txt", """
Figure 6 of Celledoni and Zanna: the time of a step over its length, against the cheapest of <code>dmv6</code>
to <code>dmv10</code>."""),
        Picture("rotors/splittings.svg", "Which splitting for which body?",
                "examples/studies/run.sh rotors splittings",
                "rotors/splittings.txt rotors/splittings_map.txt", """
The error of the energy of three splittings over all shapes, after Fassò (J. Comput. Phys. 189, 2003). The dot is
his flat body with the moments 1, 0.75 and 0.25, for which <code>threerot</code> has order 4."""),
        Picture("nontwist/frames.svg", "A body that cannot twist", "examples/studies/run.sh nontwist",
                "nontwist/free.txt nontwist/bound.txt", """
One body, free and bound by a nonholonomic constraint not to turn about its third axis: where that axis points, and what stays."""),
    ],
    "Under forces": [
        Picture("heavy_top.png", "The heavy top", """rigidstep run examples/problems/heavy_top.rgs
rigidstep run --method exact/strang examples/problems/heavy_top.rgs""",
                "heavy_top.csv heavy_top_strang.csv heavy_top_blanes_moan4.csv", """
A spinning top precesses and nods: the path of its axis from above. The error of its energy does not grow with time. With the
same step of 0.02 it depends on the order of the scheme, down to rounding."""),
        Picture("vilmart_top.svg", "The heavy top of Vilmart", """rigidstep run examples/problems/vilmart_top.rgs
rigidstep run --method exact/strang examples/problems/vilmart_top.rgs""",
                "vilmart_top_strang.csv vilmart_top_nystrom4.csv vilmart_top_srkn11b.csv", """
Example 1 of <i>Rigid body dynamics</i>, U = Q<sub>33</sub>, with the moments of the book. It begins upright and
turns over."""),
        Picture("forced_rotor/perturbed_top.svg", "Braids on a torus",
                "examples/studies/run.sh forced_rotor perturbed_top",
                "forced_rotor/perturbed_top.txt forced_rotor/perturbed_top_motion.txt", """
Section 4.3 and Figure 7 of Celledoni and Zanna: the momentum of a body under a small torque stays on a
torus."""),
        Picture("satellite.png", "A satellite in the gravity gradient", "rigidstep run examples/problems/satellite.rgs", "satellite.csv", """
Let go without spin on a low orbit, a long body swings about the vertical. The torque depends on time, and the scheme asks for
it at the right moments."""),
        Picture("forced_rotor/top_energy.png", "What accuracy costs: heavy top", "examples/studies/run.sh forced_rotor top",
                "forced_rotor/top.txt forced_rotor/top_curves.csv", """
The error of the energy against the number of force evaluations and against time: five schemes with their names, all others in
grey. Down and left is better; the slope is the order."""),
        Picture("forced_rotor/water_energy.png", "What accuracy costs: water", "examples/studies/run.sh forced_rotor water",
                "forced_rotor/water.txt forced_rotor/water_curves.csv", """
The same for a cluster of rigid water. For a few per cent of the energy's fluctuation nothing beats the Verlet step,
<code>strang</code>; below that processed schemes with gradients do."""),
        Picture("temperatures/temperatures.png", "Temperatures of rotation and translation", "examples/studies/run.sh refined_values temperatures",
                "temperatures/temperatures.txt", """
27 rigid waters at constant energy, against the time step. By the plain kinetic energies rotation is the colder the longer the
step. It is not: the refined ones, which the library reports beside them, agree within their errors."""),
        Picture("descent/descent.png", "To a minimum of the energy", "examples/studies/run.sh descent", "descent/fire.txt descent/steepest.txt", """
64 rigid waters from a random start. The integrator <code>fire</code> reaches forces of 10<sup>-6</sup> kcal/mol/Å in an eighth of the
evaluations that steepest descent, by the same rotations, needs for 10<sup>-2</sup>."""),
        Picture("ase/slab.png", "Molecules on a metal", "examples/hosts/ase/run.sh", "ase/slab.txt ase/water.txt", """
A rigid benzene and a rigid CO<sub>2</sub> on copper at 150 K in ASE, under its calculator EMT. The upper layer moves as points beside them,
and <code>FixAtoms</code> holds the layers below. A run that continues from a file in the middle ends with the same bits."""),
    ],
    "In LAMMPS": [
        Picture("dna_ring.svg", "A ring of DNA", "lmp -in dna_ring.in -var data dna_ring.data", "dna_ring.data dna_ring.in dna_ring.txt", """
A hundred base pairs by oxDNA at 300 K. Each of the 200 nucleotides is a rigid body, moved by <code>nve/dotc/langevin/rgs</code>. The
colour of a nucleotide says where in space its base points."""),
        Picture("volumes/volumes.svg", "Variance of the volume at constant pressure", "examples/studies/run.sh volumes volumes", "volumes/volumes.txt", """
64 repelling trimers: the variance of the volume is a property of the fluid, its compressibility. With
<code>rigid/npt/small</code> of LAMMPS it grows with the relaxation time <code>Pdamp</code> of the box; with <code>rigid/npt/small/rgs</code>
it agrees with Monte Carlo at any <code>Pdamp</code>."""),
        Picture("which_step/which_step.svg", "Which step, and which scheme?", "examples/studies/run.sh water which_step", "which_step/which_step.txt", """
64 waters with pppm: the error of the energy at constant energy, and of temperatures and of the potential energy at 298 K, against
force evaluations, with the fixes of LAMMPS and with ours."""),
    ],
    "In OpenMM": [
        Picture("openmm.png", "Water under the forces of OpenMM", "examples/gallery.sh --no-lammps --no-mujoco", "openmm.csv", """
Half a picosecond of 27 rigid waters, moved by <code>RigidIntegrator</code> of the plugin with schemes of order 2 and 4, and by OpenMM's
<code>VerletIntegrator</code> with SETTLE. All points above one time take as many force evaluations."""),
    ],
    "Beside an engine": [
        Picture("engines.png", "A tumbling brick", "examples/hosts/mujoco/run.sh", "mujoco/engines.csv", """
A free brick for 30 s in MuJoCo, by its integrators, and by ours under its forces. The exact rotor needs thirty steps of one second
for what the others do not reach with thirty thousand."""),
    ],
}

HEAD = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>rigidstep: gallery</title>
<style>
  :root { color-scheme: light; }
  body { margin: 0; background: #f3f4f6; color: #22262b; font: 17px/1.55 Georgia, "DejaVu Serif", serif; }
  main { max-width: 1000px; margin: 0 auto; padding: 48px 24px 96px; }
  h1 { font-size: 40px; font-weight: 500; margin: 0 0 8px; }
  h2 { font-size: 26px; font-weight: 500; margin: 56px 0 16px; }
  h3 { font-size: 20px; font-weight: 500; margin: 0 0 12px; }
  .lead { font-size: 20px; color: #4a5058; max-width: 44em; margin: 0; }
  figure { background: #fff; margin: 0 0 28px; padding: 26px 30px 18px; border: 1px solid #e1e4e8; border-radius: 6px; }
  img { display: block; max-width: 100%; height: auto; margin: 0 auto 14px; }
  figcaption p { margin: 0 0 10px; max-width: 46em; }
  pre { background: #f3f4f6; border-radius: 4px; padding: 9px 12px; margin: 0 0 10px; overflow-x: auto;
        font: 13px/1.5 "DejaVu Sans Mono", Menlo, Consolas, monospace; color: #1d4f7c; }
  .data, footer { font: 13px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #6a7179; }
  a { color: #1f6fb4; text-decoration: none; border-bottom: 1px solid #c9dcec; }
</style>
</head>
<body>
<main>
<h1>rigidstep</h1>
<p class="lead">Structure-preserving integrators for rigid bodies, and what that means in pictures. Each was computed when this page
was made, by the command below it; its data lie beside the page.</p>
"""


def figure(picture):
    path = pathlib.Path(picture.file)
    kind = "svg+xml" if path.suffix == ".svg" else "png"
    links = " ".join(f'<a href="{data}">{data}</a>' for data in picture.data.split())
    return f"""<figure id="{path.stem}">
<h3>{picture.title}</h3>
<img alt="{picture.title}" src="data:image/{kind};base64,{base64.b64encode(path.read_bytes()).decode()}">
<figcaption><p>{picture.caption.strip()}</p>
<pre>{picture.command}</pre>
<p class="data">Data: {links}</p></figcaption>
</figure>
"""


def fault_of(picture):
    """Why it cannot be shown, or its data cannot be read."""
    for file in (picture.file, *picture.data.split()):
        if not pathlib.Path(file).is_file() or not pathlib.Path(file).stat().st_size:
            return f"{file}: missing or empty"
    try:
        (xml.etree.ElementTree.parse if picture.file.endswith(".svg") else plt.imread)(picture.file)
    except Exception as error:                                # whatever the reader found
        return f"{picture.file}: {error}"


def page(options, made, missing):
    """made: the parts that this run has made; a picture of an earlier run is not shown.  Adds faults to `missing`."""
    text = HEAD
    for section, pictures in PAGE.items():
        there = [picture for picture in pictures if pathlib.Path(pathlib.Path(picture.file).parts[0]).stem in made]
        missing += filter(None, map(fault_of, there))
        there = [picture for picture in there if not fault_of(picture)]
        text += f"<h2>{section}</h2>\n" * bool(there) + "".join(map(figure, there))
    lengths = "lengths of the papers" if options.full else "short runs; gallery.sh --full takes the papers' lengths"
    version = subprocess.run([RIGIDSTEP, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()[0]
    return text + f"<footer>Made by examples/gallery.sh, {lengths}, with {version}.</footer>\n</main>\n</body>\n</html>\n"


def main():
    global log
    parser = argparse.ArgumentParser(prog="gallery.sh", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="runs as long as the papers', an hour of processor time in place of six minutes")
    for program in ("LAMMPS", "MuJoCo", "OpenMM"):
        parser.add_argument(f"--no-{program.lower()}", action="store_true", help=f"without pictures that need {program}")
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=ROOT / "build/gallery", help="default: build/gallery")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    os.chdir(options.folder)
    made, missing = [], []
    for name, make in parts(options):
        print(name, file=sys.stderr, flush=True)
        with open(f"{name}.log", "w", encoding="utf-8") as log:
            try:
                make()
                made.append(name)
            except Exception:                                 # the other pictures can still be made
                traceback.print_exc(file=log)
                missing.append(f"not made: {name} (see {pathlib.Path.cwd()}/{name}.log)")
    # Not in its place until it is whole.
    index = pathlib.Path("index.html")
    index.with_suffix(".new").write_text(page(options, made, missing), encoding="utf-8")
    index.with_suffix(".new").rename(index)
    print(f"{index.absolute()}: {index.read_text(encoding='utf-8').count('<img ')} pictures")
    sys.exit("\n".join(missing) or None)


main()
