# SPDX-License-Identifier: GPL-2.0-only
"""Inputs and checks that several groups use."""
import struct
import subprocess

import numpy as np

import rigid_dump
from cases import RGS, ROOT, between, check, equal, liquid, liquid_of_trimers, lmp, mixed, near_after, once, same, same_after, \
    skewed_trimers, slope, text_of, this, warned, written


# ---- inputs -----------------------------------------------------------------------------------

# Each second trimer becomes a single atom: groups bodies and single.
MIXTURE = ["variable gone atom (mol%2==0)&&(id%3!=1)", "group gone variable gone", "delete_atoms group gone compress no",
           "variable single atom mol%2==0", "group single variable single", "group bodies subtract all single",
           "group first molecule <= 16", "group others intersect first bodies", "group movers subtract bodies others",
           "group most subtract all others"]


def half(ranks=1, mix=(), skewed=False, **more):
    """Such a liquid; MIX: further commands before the fix."""
    return (skewed_trimers if skewed else liquid_of_trimers)(ranks, **dict(dict(group="bodies", before_fix=[*MIXTURE, *mix]), **more))


def particles_data(path, cells, spacing, box, points):
    """A crystal of ellipsoids with any orientation, of which a part POINTS are points, in a cube."""
    state, n, half = 4711, cells ** 3, (box or cells * spacing) / 2

    def draw():
        nonlocal state
        state = state * 16807 % 2147483647
        return state / 2147483647

    def normal():
        return sum(draw() for _ in range(12)) - 6
    types = [(draw(), 2 if draw() < points else 1)[1] for _ in range(n)]
    lines = ["ellipsoids and points\n", f"{n} atoms", f"{types.count(1)} ellipsoids", "2 atom types\n"]
    lines += [f"{-half:.6g} {half:.6g} {axis}lo {axis}hi" for axis in "xyz"] + ["\nAtoms # ellipsoid\n"]
    for i, kind in enumerate(types):
        at = [(k + 0.5) * spacing - cells * spacing / 2 for k in (i % cells, i // cells % cells, i // cells ** 2)]
        lines.append(f"{i + 1} {kind} {2 - kind} {0.9 if kind == 1 else 1} " + " ".join(f"{x:.6g}" for x in at))
    lines.append("\nVelocities\n")
    for i, kind in enumerate(types):
        lines.append(f"{i + 1} " + " ".join(f"{normal() * (k < 3 or kind == 1) + 0.0:.6g}" for k in range(6)))
    lines.append("\nEllipsoids\n")
    for i, kind in enumerate(types):
        if kind == 1:
            q = np.array([normal() for _ in range(4)])
            lines.append(f"{i + 1} 1 1.2 2 " + " ".join(f"{x:.6g}" for x in q / np.sqrt(q @ q)))
    return written(path, *lines)


def acme_module():
    """acme.so: the module of the template, with a scheme that is strang by another name, and a rotor."""
    subprocess.run(["cc", "-shared", "-fPIC", "-I", ROOT + "/abi", ROOT + "/examples/module_template/my_module.c", "-o", "acme.so", "-lm"], check=True)


# ---- checks -----------------------------------------------------------------------------------

def evaluations(run):
    """How often the forces of in.mixed were computed: random numbers drawn before the one it printed, less the region's."""
    once("draws.in", lambda path: written(path, "variable i loop 3000", "label next", 'print "draw $i $(random(0,1,4711):%.15g)"', "next i", "jump SELF next"))
    once("draws", lambda path: written(path, *lmp("draws.in").says("^draw .*")))
    drawn = run.says("^evaluations .*")[-1].split()[1]
    return next(int(line.split()[1]) - 2 for line in text_of("draws").splitlines() if line.split()[2] == drawn)


def rms(values, least=20):
    assert len(values) > least, len(values)
    return np.std(values)


def scheme_order(low, high, scheme, dt, kind=mixed, **more):
    """The slope of the energy's rms between steps of DT and 2 DT."""
    one, two = [rms(kind(fix=f"{RGS} scheme {scheme}", dt=h, every=1, steps=round(160 / h), **more)[4]) for h in (dt, 2 * dt)]
    between(low, high, slope(one, two), f"{scheme}: energy rms {one:.3g} at {dt} fs, {two:.3g} at {2 * dt} fs, slope")


def dumped(path):
    """The columns of a dump of one frame."""
    return np.loadtxt(path, skiprows=9).T


def with_virial(ranks, every, kind=None, centroid=True, **more):
    """A run that prints what rigid_dump.virial_apart() reads.  Older releases have no centroid stress of these fixes, fix rigid has none at all."""
    style = "step press vol c_fixv[*] c_pairv[*]"
    lines = ["compute fixv all pressure NULL fix", "compute pairv all pressure NULL pair", "compute stress all stress/atom NULL fix",
             f"dump v all custom {every} @.dump id mol mass xu yu zu vx vy vz fx fy fz c_stress[*]", "dump_modify v format float %.17g",
             f"thermo {every}"]
    if centroid and this.release != "29Sep2021":
        lines += ["compute centroid all centroid/stress/atom NULL fix", "compute nine all reduce sum c_centroid[*]"]
        style += " c_nine[*]"
    return kind(ranks, before_run=lines + ["thermo_style custom " + style, "thermo_modify norm no format float %.17g"], **more)


def exact(what, kind, ranks, every, frames, **more):
    """Pressure and stresses of our fix follow the formulas."""
    run = with_virial(ranks, every, kind, **more)
    assert run.status == 0, run
    worst, seen = rigid_dump.virial_apart(run)
    check(worst <= 1e-10 and seen == frames,
          f"{what}, {ranks} ranks: pressure and stress, relative error {worst:.2g}, must be below 1e-10, {seen} frames, must be {frames}")


def vector(what, kind, ranks, dt, values, **more):
    """The vector of the fix is what follows from the atoms, in every step."""
    run = kind(ranks, dt=dt, before_run=[
        "dump v all custom 1 @.dump id mol mass xu yu zu vx vy vz fx fy fz", "dump_modify v format float %.17g", "thermo 1",
        "thermo_style custom step pe ke f_move f_move[*]", "thermo_modify norm no format float %.17g"], **more)
    assert run.status == 0, run
    worst, seen = rigid_dump.outputs_apart(run, dt)
    check(worst <= 1e-11 and seen == values, f"{what}, {ranks} ranks: energies and temperatures, relative error {worst:.2g}, must be "
          f"below 1e-11, {seen} values, must be {values}")


PRINTING = ["atom_modify sort 0 0", "thermo 10", "thermo_style custom step temp pe ke etotal press pxy c_ke c_erot f_move f_move[*]",
            "thermo_modify norm no format float %.17g"]


def restart_continues(fix, kind=liquid):
    """Stopped and continued; from a file written inside a run that goes on; read by other numbers of ranks."""
    more = dict(fix=fix, dt=2.0, before_run=PRINTING)
    for n in 1, 2:
        whole = kind(n, steps=100, again=[f"write_restart whole.{n}", "run 50"], **more)
        rest = kind(n, steps=50, restart="yes", state=f"whole.{n}", **more)
        same_after(fix + ", restart file", 100, whole, rest, 6)
        inside = kind(n, steps=50, after_fix="restart 27 inside.*", again="run 50", **more)
        after = kind(n, steps=23, restart="yes", state="inside.27", **more)
        # (but for what counts from the begin of a run)
        lines = [{words[0]: words[:-3] for words in run.lines[::-1] if 27 < int(words[0]) <= 50} for run in (inside, after)]
        equal(f"{fix}, restart file of step 27 of a run that went on, {n} ranks", *map(list, map(dict.values, lines)), 3)
        if n == 1:    # (that this can fail: bodies made from atoms are other ones in the last bits)
            made = kind(fix=fix + " reinit yes", dt=2.0, steps=50, before_run=PRINTING, restart="yes", state="whole.1")
            check(made.status == 0 and len(made.after(100)) == 6 and made.after(100) != whole.after(100),
                  fix + ", with reinit yes the bodies are made from the atoms")
    for file, n in (1, 2), (2, 1), (2, 4):
        runs = [kind(ranks, steps=20, restart="yes", state=f"whole.{file}", **more) for ranks in (file, n)]
        near_after(f"{fix}, restart file of {file} ranks", 100, *runs, 3)


def damaged(mark, place, file):
    """damaged.restart, where the number of bodies in the record that begins with MARK is another."""
    with open(file, "rb") as whole:
        data = bytearray(whole.read())
    place += data.index(mark)
    data[place:place + 8] = struct.pack("<q", struct.unpack_from("<q", data, place)[0] + 1)
    with open("damaged.restart", "wb") as broken:
        broken.write(data)


def foreign(fix, what, ranks, text, **more):
    """A file that does not fit is told, and the bodies made from the atoms."""
    warned(f"{fix}, {what}", f"ID move.*bodies of the restart file are not used: .*{text}.*made from the atoms",
           lmp("again", ranks, fix=fix, **dict(dict(steps=10), **more)))


def swap_and_back(fix, kind, theirs):
    """There and back between two runs leaves no trace, and keywords of the base class go on working; the same with methods of a module."""
    acme_module()
    for n in 1, 2:
        nve = kind(n, fix=theirs, again="run 100")
        same(fix + ", swap there and back", nve, kind(n, fix=fix + " rotor nosquish scheme strang", again=[
            "fix_modify move rotor exact", "fix_modify move virial yes rotor dmv4 scheme strang bodyforces late rotor nosquish", "run 100"]), 32)
        same(fix + ", module in the fix command", nve, kind(n, fix=fix + " module ./acme.so rotor nosquish scheme acme.kdk", again="run 100"), 32)
