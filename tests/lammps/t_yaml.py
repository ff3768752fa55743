# SPDX-License-Identifier: GPL-2.0-only
"""LAMMPS' tests of fixes, unittest/force-styles/tests/fix-timestep-*.yaml, as they are and with `-sf rgs`.

4Jul2026 alone, in a LAMMPS with more packages (build_lammps.sh --particles).  The files come with LAMMPS'
sources (get_lammps_unittests.sh).
"""
import functools

import numpy as np

from cases import TOOLS, between, check, lmp, refused, rows, text_of, this, written
from shapes import answer, built_with

WHEN = ["full"]
OTHER = "of 4Jul2026 alone"
try:
    import yaml
except ImportError:
    yaml = None
STEPS = 4    # of each of the three runs, as in LAMMPS' test_fix_timestep.cpp
SUFFIX = ["-sf", "rgs"]


@functools.lru_cache(None)
def folder():
    return answer(TOOLS + "/get_lammps_unittests.sh", this.release)


def commands(its, key):
    return [line for line in (its.get(key) or "").splitlines() if line.strip()]


def state(path):
    """Positions and velocities by atom ID, and of ellipsoids the angular momentum and the orientation."""
    rows_of = text_of(path).split("ITEM: ATOMS")[1].splitlines()[1:]
    table = np.array([line.split() for line in rows_of], float)
    return table[np.argsort(table[:, 0]), 1:]


def wanted(its):
    tables = [np.array([line.split() for line in its[key].splitlines()], float)
              for key in ("run_pos", "run_vel")]
    return np.hstack([table[np.argsort(table[:, 0]), 1:] for table in tables])


def played(its, what, args=(), divide=1, keywords=""):
    """A run of a file, with steps of a fraction; it writes the state at its end, and at the end of the run
    from the restart file."""
    post = [f"{line} {keywords}" if line.startswith("fix test") else line
            for line in commands(its, "post_commands")]
    timestep, n = f"timestep {its.get('timestep', 0.25) / divide:.17g}", round(STEPS * divide)
    run, columns = f"run {n} post no start 0 stop {2 * n}", "id x y z vx vy vz"
    if "ellipsoid" in its["input_file"]:
        columns += " angmomx angmomy angmomz " + " ".join(f"c_turned[{k}]" for k in range(1, 5))
        post.append("compute turned all property/atom quatw quati quatj quatk")
    write = f"write_dump all custom {what}.%s {columns} modify format float %%.17g"
    deck = written(f"in.{what}", "plugin load ${plugin}", f"variable input_dir index {folder()}",
                   *commands(its, "pre_commands"),
                   *[f"include {folder()}/{its[key]}" for key in ("input_file", "input_coeffs")],
                   *post, timestep, "run 0 post no", "thermo 2", run, f"write_restart {what}.restart", run,
                   write % "plain", "clear", f"read_restart {what}.restart", *post, timestep, "thermo 2", run,
                   write % "again")
    return lmp(deck, name=what, lmp=built_with("--particles"), args=["-nocite", *args])


def far(one, other):
    return np.max(abs(one - other)) / np.max(abs(other))


def order(its, name):
    """Of the difference from LAMMPS' fix (ellipsoids turn by a radian in a step of their file)"""
    divisors = (64, 128) if "asphere" in name else (0.25, 0.5)
    for divide in divisors:
        played(its, f"theirs{divide}", divide=divide)
        played(its, f"ours{divide}", SUFFIX, divide)
    whole, half = [far(state(f"ours{d}.plain"), state(f"theirs{d}.plain")) for d in divisors]
    between(3.5, 4.6, whole / half,
            f"{name} -sf rgs: from LAMMPS' fix {whole:.3g}, in half the step {half:.3g}, quotient")


ALIKE = "rigid_nve_group rigid_nve_molecule rigid_nve_single rigid_nve_small"
SECOND = ("rigid_group rigid_molecule rigid_molecule_tri rigid_single rigid_small nve_sphere_dipole "
          "nve_sphere_dipole_dlm nve_asphere nve_asphere_noforce")
ENDS = ("rigid_nvt rigid_nvt_small rigid_npt rigid_npt_small rigid_nph rigid_nph_small nvt_asphere "
        "npt_asphere nph_asphere nvt_sphere npt_sphere_iso nph_sphere")


@rows([(name, name, kind, more) for names, kind, more in (
    (ALIKE, "nve", "rotor nosquish"), ("nve_sphere", "nve", ""), (SECOND, "order", ""), (ENDS, "ends", ""),
    ("npt_sphere_aniso", "drag 0.01", "keyword drag: drag is 0.01; must be 0; keyword barostat_friction"),
    ("npt_sphere_tri", "nreset 2", "keyword nreset: nreset is 2; must be 0")) for name in names.split()])
def file(name, kind, more):
    """LAMMPS' fix gives the numbers of the file.  Ours gives them with LAMMPS' rotor (nve), or differs by the
    square of the step (order), or has a thermostat or barostat of its own (ends), which refuse two keywords.
    A run from the restart file is the run that went on."""
    if this.release != "4Jul2026":
        return OTHER
    if yaml is None:
        return "python3-yaml is not installed"
    its = yaml.safe_load(text_of(f"{folder()}/fix-timestep-{name}.yaml"))
    theirs = played(its, "theirs")
    between(0, 1e-13, far(state("theirs.plain")[:, :6], wanted(its)),
            f"{name}, LAMMPS' fix ({theirs}): from the numbers of the file")
    if " " in kind:
        refused(name, more, played(its, "refused", SUFFIX))
        its["post_commands"] = its["post_commands"].replace(kind, "")
    elif kind == "ends":
        run = played(its, "as_written", SUFFIX)
        check(run.status == 0, f"{name} -sf rgs, as written: {run}")
    run = played(its, "ours", SUFFIX, keywords=more if kind == "nve" else "")
    said = run.says(r"^Suffix rgs: fix .*\(ID test\) is replaced by .*/rgs$")
    check(run.status == 0 and len(said) == 2, f"{name} -sf rgs: {run}, {said}")
    between(0, 1e-12, far(state("ours.again"), state("ours.plain")),
            f"{name} -sf rgs: the run from the restart file from the run that went on")
    if kind == "nve":
        between(0, 1e-13, far(state("ours.plain")[:, :6], wanted(its)),
                f"{name} -sf rgs {more}: from the numbers of the file")
    if kind == "order":
        order(its, name)
