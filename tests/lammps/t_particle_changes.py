# SPDX-License-Identifier: GPL-2.0-only
"""Single particles that change while they are moved: groups, shapes, masses, orientations and the particles themselves; and keywords that are misspelt."""
import numpy as np

from cases import any_ranks, between, case, refused, rows, says_once
from shapes import alike, beside, on_any_ranks, particles, spheres


@case
def groups():
    """A dynamic group: those in a part of the box, from step to step; those that leave it stay where they are."""
    half = ["region half block 3.1 INF INF INF INF INF", "group some dynamic all region half every 1"]
    more = dict(of="ellipsoids", group="some")
    beside(1.8, 2.2, "a dynamic group, ", particles, "nve/asphere", 0.001, 0.04, "PotEng", columns="ke", before_fix=half, **more)
    runs = on_any_ranks("a dynamic group", 11, particles, columns="ke c_there", steps=100, every=10, **more,
                        before_fix=half + ["variable there atom gmask(some)", "compute there all reduce sum v_there"])
    between(3, 200, np.count_nonzero(np.diff(runs[0]["c_there"])), "a dynamic group: times that its number changed")


@case
def properties():
    """Shapes, masses, orientations and momenta that commands and fixes set."""
    beside(1.8, 2.2, "set between two runs, ", particles, "nve/asphere", 0.001, 0.04, "PotEng", of="ellipsoids", columns="ke", again=[
        "set type 1 shape 1 1.3 1.8", "set type 1 quat 0 0 1 20", "set atom 1*100 mass 2", "set atom 50*150 angmom 0.3 0.2 -0.1", "run ${steps}"])
    # diameters, and masses with them, that grow in every step
    alike("fix adapt, nve/sphere/rgs beside nve/sphere", 11, [spheres(style="sphere 1", fix=fix, before_run=[
        "variable d equal ramp(1.2,1.5)", "fix grow all adapt 1 atom diameter v_d mass yes"]) for fix in ("nve/sphere", "nve/sphere/rgs")])


@case
def come_and_go():
    """Particles that fix deposit makes in a run and that get a shape between two; and particles that fix evaporate takes away."""
    come = on_any_ranks("fix deposit, and set shape", 22, particles, 1e-10, of="thin", columns="ke", steps=100, every=10,
                        before_run=["region top block -7 7 -7 7 2 7", "fix come all deposit 12 2 8 771 region top near 1.7 attempt 500"],
                        again=["unfix come", "set type 2 type 1", "set type 1 shape 1 1.2 2", "set atom 126*137 quat/random 99", "run 100"])
    for n, run in zip(any_ranks(), come):
        between(137, 137, run.end("Atoms"), f"fix deposit, {n} ranks: particles at the end, of 125")
        run = particles(n, columns="ke", steps=100, before_run="fix go all evaporate 10 3 box 991", before_fix="region box block INF INF INF INF INF INF")
        between(183, 186, run.end("Atoms"), f"fix evaporate, {n} ranks: particles at the end, of 216")


NVE, NPT = [(1, particles, f"{style}/asphere/rgs {words}") for style, words in (("nve", ""), ("npt", "temp 1 1 1 iso 1 1 1 "))]


@rows([(word, word, known, *fix) for misspelt, known, fix in (
    ("rotr exact|shceme exact|parm exact|modul exact|langevn exact", "keywords are rotor", NVE),
    ("tmp 1|bth 1|sed 1|plce 1|iso2 1|anis 1|cuple 1|pistn 1|atms 1|tchan 1|dilat 1|ptmp 1", "keywords are", NPT),
    ("upate dipole", "keywords are", (4, spheres, "nve/sphere/rgs ")),
    ("bat nhc", "keywords are", (4, particles, "nve/dotc/langevin/rgs 1 1 1 4711 angmom 10 "))) for word in misspelt.split("|")])
def keywords(word, known, ranks, kind, fix):
    """Each misspelt keyword is named."""
    refused(fix + word, rf"{fix.split()[0]} .ID move.: unknown keyword {word.split()[0]}; {known}", kind(ranks, fix=fix + word))


@case
def units():
    """What LAMMPS' styles nve/dot leave out is said."""
    says_once("nve/dot/rgs in units real", ".*nve/dot/rgs .ID move.: in units real it multiplies forces.*which LAMMPS. style leaves out",
              particles(units="real", fix="nve/dot/rgs", steps=0))
