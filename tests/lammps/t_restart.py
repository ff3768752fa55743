# SPDX-License-Identifier: GPL-2.0-only
"""Bodies in restart files."""
import struct

from cases import RGS, case, check, clumps, colliding, ended, liquid, lmp, near_after, equal, rods, rows, same, same_after, this, trimers, \
    warned
from kinds import PRINTING, damaged, foreign, half, restart_continues
from shapes import particles
from t_rigid import KEPT, water

WHEN = ["each"]


@rows("""
npt|1|rigid/small/rgs molecule|fix other single npt temp 1 1 1 iso 1 1 1
npt_of_all|4|rigid/rgs molecule|fix other single npt temp 1 1 1 iso 1 1 1
nph|4|rigid/small/rgs molecule|fix other single nph iso 1 1 1
berendsen|1|rigid/nvt/small/rgs molecule temp 1 1 1|fix other all press/berendsen iso 1 1 1 modulus 1
deform|1|rigid/small/rgs molecule|fix other all deform 1 x erate 0.1 remap x
deform_of_all|4|rigid/rgs molecule|fix other all deform 10 x erate 0.1 remap x
skewed|1|rigid/small/rgs molecule|fix other all deform 1 xy erate 0.1 remap x
""")
def within_run(ranks, style, fix):
    """A file written within a run beside a fix that changes the box, which strains the atoms of bodies like all others: the bodies are the
    same, also where atoms are folded, and the run that wrote it goes on as without the file."""
    n, more = int(ranks), dict(fix=style, skewed=" xy " in fix, every=20, columns="f_move[1] f_move[2] vol")
    without, within = [half(n, steps=60, before_run=[fix, "restart " + restart], **more) for restart in ("0", "40 within")]
    near_after(f"a restart file within a run beside {fix} changes nothing", 0, without, within, 4)
    del more["skewed"]
    rest = trimers(n, group="bodies", steps=20, made="no", start="read_restart within.40", before_run=fix, **more)
    # (sums over bodies are rounded in the order of the file's atoms, which 29Sep2021 sorts in another way)
    equal(f"a run beside {fix} that continues from it begins with the same bodies (13 digits), {n} ranks", *[
        [[f"{float(word):.13g}" for word in words] for words in run.lines if words[0] == "40"] for run in (within, rest)], 1)


@rows("small|rigid/small/rgs\nall|rigid/rgs")
def every(style):
    """The command write_restart sends atoms to other ranks."""
    ended(f"{style}, run .. every 'write_restart' beside fix deform", 24, half(
        4, fix=style + " molecule", steps=300, before_run="fix other all deform 1 x erate 0.1 remap x", columns="vol", every=40,
        again="run 200 every 40 'write_restart every.restart'"))


@rows("""
nvt_small|rigid/nvt/small molecule temp 1 1 1
npt_small|rigid/npt/small molecule temp 1 1 1 iso 1 1 1
nph_small|rigid/nph/small molecule aniso 1 1 1
nvt|rigid/nvt molecule temp 1 1 1
npt|rigid/npt molecule temp 1 1 1 iso 1 1 1
nph|rigid/nph molecule iso 1 1 1
nvt_asphere|nvt/asphere temp 1.5 1.5 0.5
npt_asphere|npt/asphere temp 1.5 1.5 0.5 iso 0.2 0.2 1
nph_asphere|nph/asphere iso 0.2 0.2 1
""")
def without_suffix(fix):
    """LAMMPS' own fix takes nothing of a file that ours wrote under its name (-sf rgs): it goes on as from a file of the same atoms
    without a fix.  A warning of ours says that LAMMPS' fix wrote what we read."""
    kind, more = trimers, dict(columns="pe ke press f_move")
    if "asphere" in fix:
        kind, more = particles, dict(columns="f_move", of="ellipsoids")
    more.update(fix=fix, steps=40)
    for name, args in ("ours", ["-sf", "rgs"]), ("its", []):
        kind(args=args, again=[f"write_restart {name}.restart", "thermo_style one", "unfix move", f"write_restart none.{name}.restart"], **more)

    def continued(name, *args):
        return kind(args=args, state=name, made="no", restart="yes", start="read_restart " + name, **more)
    same(f"file of {fix} -sf rgs continued without", continued("ours.restart"), continued("none.ours.restart"), 3)
    if this.release != "29Sep2021":    # (it keeps the suffix, so that fixes do not meet)
        warned(f"file of {fix} continued with -sf rgs", "not used: LAMMPS' own fix wrote them, in a run without /rgs", continued("its.restart", "-sf", "rgs"))


@rows([("small", RGS, liquid), ("all", KEPT, water)])
def continues(fix, kind):
    restart_continues(fix, kind)


@case
def after_a_swap():
    nodes = " rotor semiexact param nodes 3"
    run = liquid(2, fix=RGS, dt=2.0, steps=50, before_run=PRINTING, again=["fix_modify move" + nodes, "run 50", "write_restart swap.restart", "run 50"])
    rest = liquid(2, fix=RGS + nodes, dt=2.0, steps=50, before_run=PRINTING, restart="yes", state="swap.restart")
    same_after("restart file after a swap", 100, run, rest, 6)
    check(not rest.says("WARNING.*continues with"), "restart file after a swap: no warning of another method")
    warned("restart file after a swap: another method is told", "ID move.*continues with rotor dmv4 scheme strang; .*" + nodes.replace(" param", " scheme strang param"),
           liquid(2, fix=RGS + " rotor dmv4", dt=2.0, steps=10, restart="yes", state="swap.restart"))


@rows([("rods", rods, "temp"), ("clumps", clumps, "temp/sphere")])
def other_bodies(kind, temperature):
    """And another fix with data of its own before ours."""
    first = ["fix first all store/state 0 x y z", f"compute all all {temperature}", "compute all_p all pressure all"]
    extra = ["atom_modify sort 0 0", "thermo 10", "thermo_style custom step temp pe ke etotal c_all_p c_all_p[4] c_ke c_erot f_move",
             "thermo_modify norm no format float %.17g temp all"]
    for n in 1, 2:
        run = kind(n, fix=RGS, steps=100, before_fix=first, before_run=extra, again=["write_restart its.restart", "run 50"])
        rest = lmp("again", n, state="its.restart", fix=RGS, before_fix=first, before_run=extra)
        same_after(f"restart file, {temperature}", 100, run, rest, 6)


@rows([("small", RGS, b"RGSBODY3", 16), ("all", KEPT, b"RGSRIGD2", 8)])
def does_not_fit(fix, mark, place):
    """Told, and the bodies made from the atoms."""
    colliding(fix=fix, steps=20, again="write_restart base.restart", before_run="write_restart early.restart")
    damaged(mark, place, "base.restart")
    with open("base.restart", "rb") as whole, open("other.restart", "wb") as other:
        other.write(whole.read().replace(mark, mark[:-1] + b"9"))
    for n in 1, 4:
        foreign(fix, "renumbered", n, "in bodies there and not here", state="base.restart", before_fix="set atom 1*3 mol 999")
        foreign(fix, "damaged", n, "they are damaged", state="damaged.restart")
        foreign(fix, "version", n, "version of the plugin that this one cannot read", state="other.restart")
        if fix != RGS:
            continue
        foreign(RGS, "early", n, "before the first run", state="early.restart")
        foreign(RGS, "deleted", n, "atoms", state="base.restart", before_fix=["group gone molecule 3", "delete_atoms group gone mol no compress no"])
        # a fix for fewer atoms than the file's
        warned("a fix for fewer atoms", "6 atoms are in bodies there and not here", lmp(
            "again", n, fix=RGS, steps=10, state="base.restart", before_fix=[
                "group some molecule > 2", "fix still all setforce 0 0 0", "fix move some " + RGS, "run 5", "unfix move"]))


@rows("small|rigid/nvt/small/rgs molecule temp 300 300 100\nall|rigid/nvt/rgs molecule temp 300 300 100")
def forged(fix):
    """What thermostat and barostat keep has another length; in the library's block, which states it too, as well."""
    colliding(fix=fix, steps=20, again="write_restart thermostat.restart")
    with open("thermostat.restart", "rb") as whole:
        data = whole.read()
    place = data.index(b"RGSE") - 24          # before it: the length, two sums
    length, = struct.unpack_from("<q", data, place)
    with open("older.restart", "wb") as file:
        file.write(data[:place + 32] + b"\2\0\1\0" + data[place + 36:])
    warned(f"{fix}, a file of 1.2", "thermostat and barostat .* are not used: saved data: made for ABI 1.2; this library has ABI 2.0.*begin "
           "as in a new run", lmp("again", fix=fix, steps=10, state="older.restart"))
    for other, both in [(n, False) for n in (10 ** 9, -length, length - 1, length + 1, 0, 16, 2 ** 62)] + \
                       [(n, True) for n in (length + 8, length - 8, 60000)]:
        changed = bytearray(data)
        struct.pack_into("<q", changed, place, other)
        if both:
            struct.pack_into("<q", changed, place + 40, other - 16)
        with open("damaged.restart", "wb") as file:
            file.write(changed)
        foreign(fix, f"length {other} of {length}, both {both}", 1, "damaged", state="damaged.restart")
