# SPDX-License-Identifier: GPL-2.0-only
"""Defects that were found by trial, each with the run that showed it."""
import ctypes
import multiprocessing
import os

import numpy as np

from cases import RGS, between, case, check, colliding, free, liquid, liquid_of_trimers, refused, rows, same, sh, this, trimers, written
from t_minimize import chain, chain_data, distances


@rows([(f"{style}_{name}", f"rigid/{style}", change) for style in ("small/rgs", "rgs") for name, change in (
    ("deform", "deform 1 x erate 1e-3"), ("press", "press/berendsen iso 1000 1000 1000 modulus 10000"))])
def remap(style, change):
    """The last remap of a box is no change of the bodies."""
    dump = "write_dump all custom @.{} id mol xu yu zu modify sort id format float %.17g"
    run = colliding(2, fix=style + " molecule", pair="lj/cut 4.0", steps=0, every=1000, before_run="fix box all " + change,
                    again=[dump.format("start"), *20 * ["run 10"], dump.format("end")])
    between(0, 1e-12, np.max(abs(distances(run.name + ".end") / distances(run.name + ".start") - 1)), f"{style}, 20 runs with fix {change}: distances within molecules")


@case
def log():
    """The log says what moves; LAMMPS' reminder of what to cite names each source once."""
    run = liquid(fix=RGS, steps=10, again=["fix_modify move rotor semiexact param nodes 3", "run 10"])
    exact = run.says(r"^Fix rigid/small/rgs \(ID move\): 216 bodies with 1296 degrees of freedom, rotor exact scheme strang, rigidstep [0-9.]*$")
    check(exact and len(run.says("degrees of freedom, rotor")) == 2, f"the log says once for each method what moves: {run.says('.*degrees of freedom.*')[:3]}")
    cited = run.says("^- (rigidstep [0-9.]*, which|rotor exact of rigidstep: series|scheme strang of rigidstep: doi:10.1137/0705041)")
    check(len(cited) == 3, f"the reminder of what to cite names rigidstep, the rotor and the scheme: {cited}")


@rows("""
nvt_small|nvt/small/rgs molecule temp 1 1 1
npt_small|npt/small/rgs molecule temp 1 1 1 iso 1 1 1
nvt|nvt/rgs molecule temp 1 1 1
npt|npt/rgs molecule temp 1 1 1 iso 1 1 1
nph|nph/rgs molecule iso 1 1 1
nph_small|nph/small/rgs molecule iso 1 1 1
""")
def early(fix):
    """A restart file can be written before the first run, with a thermostat and a barostat too."""
    more = dict(fix="rigid/" + fix, steps=10, every=2, columns="pe ke vol econserve")
    run = trimers(before_run="write_restart early.restart", **more)
    same(f"rigid/{fix}: run from a restart file that was written before the first run", run, trimers(made="no", start="read_restart early.restart", **more), 6)


@case
def lost():
    """A restart file whose fix has another ID or another style: what is lost is told once, and nothing where it is not lost."""
    npt = "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1"
    trimers(fix=npt, steps=2, columns="pe vol", again=[
        "write_restart lost.restart", "unfix move", "fix water all rigid/small/rgs molecule", "run 2", "write_restart water.restart"])
    for number, file, fix, text in [
        (0, "lost", npt, "^Loop"),
        (1, "lost", "rigid/small/rgs molecule", r"has fix rigid/npt/small/rgs \(ID move\), its bodies and its count of steps, and its thermostat and its barostat"),
        (1, "lost", "rigid/rgs molecule", r"Fix rigid/rgs \(ID move\): .* define a fix move of style rigid/npt/small/rgs"),
        (1, "water", "rigid/small/rgs molecule", r"has fix rigid/small/rgs \(ID water\), its bodies and its count of steps, and no"),
    ]:
        run = trimers(made="no", start=f"read_restart {file}.restart", fix=fix, steps=2, again="run 2")
        told = run.says("WARNING: .*and no fix has that ID and that style")
        check(run.status == 0 and len(told) == number and run.says(text), f"restart file {file}, read by {fix}: told {len(told)} of {number} times what is lost, {run}")


@case
def launcher():
    """`clear` forgets the styles of plugins; lmp_rgs promises to know ours."""
    written("clear.in", "clear", "region box block 0 1 0 1 0 1", "create_box 1 box", "fix one all rigid/small/rgs")
    said = sh(os.path.dirname(this.plugin) + "/lmp_rgs", "-log", "none", "-in", "clear.in")
    check("Illegal fix rigid/small" in said or "missing argument" in said, f"lmp_rgs knows its styles after clear: {said[-200:]}")


def styles(library, plugin, answer):
    lib = ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
    lib.lammps_open_no_mpi.restype = ctypes.c_void_p
    words = [b"test", b"-log", b"none", b"-screen", b"none"]
    its = ctypes.c_void_p(lib.lammps_open_no_mpi(len(words), (ctypes.c_char_p * len(words))(*words), None))
    lib.lammps_command(its, b"plugin load " + plugin.encode())
    answer.put([lib.lammps_has_style(its, b"fix", b"rigid/small/rgs"), lib.lammps_has_style(its, b"command", b"minimize/rgs")])


@case
def library():
    """A program that opens LAMMPS' library with global symbols, as the README says."""
    path = os.path.dirname(this.lmp[0]) + "/liblammps.so"
    if not os.path.exists(path) or "plugin_load" not in sh("nm", "-D", "--defined-only", path):
        return "no library that loads plugins"
    answer = multiprocessing.Queue()
    its = multiprocessing.Process(target=styles, args=(path, this.plugin, answer))
    its.start()
    its.join(60)
    check(its.exitcode == 0 and answer.get(timeout=5) == [1, 1], f"the plugin loads into LAMMPS' library opened by Python: {its.exitcode}")


@rows("small|rigid/small/rgs\nall|rigid/rgs")
def images(style):
    """Image flags run over when a body has crossed the box 512 times (here after 2900 steps)."""
    run = liquid_of_trimers(fix=style + " molecule", steps=3500, every=500, columns="f_move[10] atoms", before_fix="velocity all set 300 300 300 sum yes units box")
    assert len(run.lines) == 8
    between(0, 1, np.max(abs(run[2])), f"{style}, bodies that cross the box 600 times: change of energy")
    # `set` of 4Jul2026 asks every rigid fix for its bodies before it has chosen atoms, and crashes
    run = liquid_of_trimers(fix=style + " molecule", steps=10, columns="f_move[10] atoms", again=["set atom 1*3 mol 500", "run 10"])
    assert len(run.lines) == 4
    between(0, 1, np.max(abs(run[2])), f"{style}, set .. mol between two runs: change of energy")
    # bodies across a side of the box are torn by this
    refused("set image", f"{style} .*changed the shape of bodies.* or set do so", liquid_of_trimers(
        fix=style + " molecule", steps=10, again=["set group all image 0 0 0", "run 10"]))


@rows("small|rigid/small\nall|rigid")
def memory(style):
    """LAMMPS' line about memory counts what the fix keeps: 23 numbers a body, and 3.5 numbers an atom or so."""
    theirs, ours = [float(liquid(local="print ''", fix=f"{style}{ending} molecule", steps=0).says("^Per MPI rank memory allocation.*= [0-9.]*")[0].split()[-1])
                    for ending in ("", "/rgs")]
    between(250, 400, (ours - theirs) * 1048576 / 216, f"{style}/rgs: bytes a molecule of memory that LAMMPS counts beyond {style}'s")


@case
def messages():
    refused("param", "unknown param nodes; rotor exact has none; scheme strang has", free(fix=RGS + " param nodes 3"))
    refused("timestep", "ID move.*timestep is -1.0*; a thermostat .* above 0", free(2, fix=RGS + " langevin 300 300 100 4711", before_run="timestep -1"))
    chain_data("chain.data", 6)
    # (the bonds of the chain join two bodies each)
    refused("shake", "ID (one|two).*atom [0-9]* has bonds or angles that fix shake .ID hold. holds", chain(
        2, pieces=6, again=["fix hold all shake 1e-4 20 0 b 1", "run 1"]))
