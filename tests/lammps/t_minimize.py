# SPDX-License-Identifier: GPL-2.0-only
"""minimize/rgs."""
import subprocess
from functools import partial
from math import erf

import numpy as np

from cases import PLANE, RGS, TOOLS, any_ranks, between, case, check, colliding, free, in_plane, liquid, liquid_of_trimers, lmp, refused, rows, same, says_once, this, trimers, warned, written
from kinds import dumped, exact
from shapes import chain, chain_data, particles, relaxes, summary

tip4p = partial(lmp, "tip4p")


def distances(dump):
    """Within molecules."""
    _, molecule, *x = dumped(dump)
    x = np.array(x)
    molecules = [x[:, molecule == m] for m in np.unique(molecule[molecule > 0])]
    return np.concatenate([np.linalg.norm(x[:, :, None] - x[:, None], axis=0)[np.triu_indices(x.shape[1], 1)] for x in molecules])


def relaxed(what, ranks, force, most, kind, **more):
    """It ends at forces below FORCE with all molecules rigid, in MOST evaluations at most.  From rest at the minimum nothing moves."""
    dump = "write_dump all custom @.{} id mol xu yu zu modify sort id format float %.17g"
    run = kind(ranks, again=[dump.format("start"), f"minimize/rgs 0 {force} {most} {most}", dump.format("end"), "velocity all set 0 0 0", "run 20"], **more)
    assert run.says("Stopping criterion = force tolerance"), (run, run.says("Stopping.*"))
    relaxes(what, force, run)
    between(0, 1e-12, np.max(abs(distances(run.name + ".end") / distances(run.name + ".start") - 1)), f"{what}, {ranks} ranks: distances within molecules")
    between(0, 1e-3, run.end("Temp"), f"{what}, {ranks} ranks: temperature after 20 steps more")
    return run


@case
def tip4p_water():
    """Forces of TIP4P water go down to 1e-6 where they are smooth.  Those from tables do not, and a warning says why."""
    run = relaxed("TIP4P water", 1, 1e-6, 4000, tip4p, cells=4 if this.short else 6)
    says_once("minimize/rgs with smooth forces, warnings that they are not", ".*force norm has stayed", run, 0)
    warned("forces from tables", "force norm has stayed above.*pair_modify table 0", tip4p(state="relaxed.data", table=12, again="minimize/rgs 0 1e-6 600 600"))


@case
def minima():
    """The path is the same to rounding, whatever the number of ranks."""
    chain_data("chain.data", 6)
    energies = []
    for n in 1, 4:
        energies.append(summary(relaxed("a chain", n, 1e-5, 8000, chain, pieces=6))[1])
        relaxed("two molecules in the same place", n, 1e-6, 6000, colliding, fix=RGS, steps=0, before_run=[
            "group one molecule 1", "displace_atoms one move 4.2 0 0 units box", "velocity all set 0 0 0", "thermo_modify format float %.15g"])
        relaxed("water", n, 1e-1, 2000, liquid, fix=RGS, dt=2, steps=0, before_run="thermo_modify format float %.15g")
    between(0, 1e-9, abs(1 - energies[1] / energies[0]), "minimize/rgs on 1 and 4 ranks: energies at the end")


@case
def words():
    warned("minimize", "minimize moves the atoms of a body one by one.*minimize/rgs", free(fix=RGS, steps=0, again="minimize 0 0 2 2"))
    for text, *again in (("ID box. has dilate partial.*leave dilate out", "fix box all box/relax iso 0 dilate partial"),
                         ("fix_modify virial no takes this fix out.*virial yes", "fix box all box/relax iso 0", "fix_modify move virial no")):
        refused(again[-1], text, free(2, fix=RGS, steps=0, again=[*again, "minimize/rgs 0 1e-4 5 5"]))
    refused("minimize/rgs 0 0 2", "expected etol ftol maxiter maxeval, but found 3 words", free(2, fix=RGS, steps=0, again="minimize/rgs 0 0 2"))


@rows([
    ("small", liquid, RGS, dict(local="print ''")),
    ("all", liquid, "rigid/rgs molecule", dict(local="print ''")),
    ("plane", in_plane, RGS, {}),
    ("particles", particles, "nve/asphere/rgs", dict(of="some_points")),
])
def momenta(kind, fix, more):
    """After minimize/rgs bodies move and turn as before: each kind of kinetic energy, with bodies that changed their ranks."""
    for n in any_ranks():
        run = kind(n, fix=fix, steps=20, before_run=["thermo_style custom step f_move[1] f_move[2] ke", "thermo_modify norm no format float %.17g"],
                   again=["minimize/rgs 0 1e-4 60 60", "run 0"], **more)
        energies = np.array([run[k] for k in (1, 2, 3)])
        before = energies[:, list(run["Step"]).index(20)]
        assert len(run.lines) > 4, run.lines
        between(0, 1e-11, np.max(abs(energies[:, -1] / before - 1)), f"{fix}, {n} ranks: kinetic energies after minimize/rgs, relative to before")


@rows("small|rigid/small/rgs molecule\nall|rigid/rgs molecule")
def pressure(fix):
    """The last pressure that minimize/rgs prints, and the last one of all that `run 0` prints after it (where minimisation has
    stopped by itself, and where it has come to the last of its steps), are the same; and one in the middle follows the formulas."""
    for ends in "40 400 400", "0 40 40":
        run = liquid(2, fix=fix, local="print ''", steps=0, before_run=["thermo_style custom step press pxx pxy", "thermo_modify norm no format float %.17g"],
                     again=["minimize/rgs 0 " + ends, "run 0"])
        pressures = np.array([run[k] for k in (1, 2, 3)])
        assert pressures.shape[1] > 3, pressures
        between(0, 1e-9, np.max(abs(pressures[:, -1] - pressures[:, -2])) / abs(pressures[0, -1]),
                f"{fix}, minimize/rgs 0 {ends}: last pressure, relative to what run 0 prints ({pressures[0, -2:]})")
    if fix == RGS:
        exact("minimized", liquid, 2, 20, 4, fix=RGS, steps=0, again="minimize/rgs 0 0 40 100")


def carbon_dioxide(path, strain=np.zeros((3, 3)), stirred=0.0, edge=5.6):
    """27 cells of the crystal Pa-3, of which each molecule keeps its shape."""
    noise, strained, atoms = np.random.default_rng(1), (np.eye(3) + strain).T, []
    cell = 3 * edge * strained
    for n in range(4 * 27):
        site, axis = [((0, 0, 0), (1, 1, 1)), ((3, 3, 0), (1, -1, -1)), ((0, 3, 3), (-1, 1, -1)), ((3, 0, 3), (-1, -1, 1))][n % 4]
        centre = (edge * (np.array(site) / 6 + (n // 4 % 3, n // 12 % 3, n // 36)) + stirred * noise.normal(size=3)) @ strained
        axis = axis / np.sqrt(3) + stirred * noise.normal(size=3)
        atoms += [(n + 1, 1 + (k != 0), 0.6512 if k == 0 else -0.3256, *(centre + 1.149 * k * axis / np.linalg.norm(axis))) for k in (0, 1, -1)]
    return written(path, "CO2\n", f"{len(atoms)} atoms", "2 atom types", *[f"0 {cell[k, k]:.12g} {x}lo {x}hi" for k, x in enumerate("xyz")],
                   f"{cell[1, 0]} {cell[2, 0]} {cell[2, 1]} xy xz yz", "\nMasses\n\n1 12.011\n2 15.999\n\nAtoms\n",
                   *["%d %d %d %g %.12g %.12g %.12g" % (i + 1, *atom) for i, atom in enumerate(atoms)])


def crystal(box, ranks=1, fix=RGS, state="co2.data", force=1e-4, pair=("lj/cut/coul/long 12.0 9.0", "pair_modify tail yes table 0"), **more):
    """The force field EPM2."""
    return liquid(ranks, fix=fix, state=state, steps=0, local="print ''", before_run=[
        "pair_style " + pair[0], *pair[1:], "pair_coeff 1 1 0.0558981 2.757", "pair_coeff 2 2 0.159984 3.033",
        "pair_coeff 1 2 0.0945659 2.895", "kspace_style ewald 1e-6", "kspace_modify gewald 0.35", "neighbor 1 bin", "velocity all set 0 0 0",
        "thermo_style custom step pe pxx pyy pzz vol", "thermo_modify norm no format float %.15g"], again=[
            f"fix box all box/relax {box} vmax 0.001" if box else "print none", f"minimize/rgs 0 {force} 2000 2000"], **more)


def lattice_energy(run):
    """In kcal/mol.  The mesh counts the charges of a molecule among each other."""
    within = sum(n * q * r for n, q, r in ((2, -0.6512 * 0.3256, 1.149), (1, 0.3256 ** 2, 2.298)) for r in [erf(0.35 * r) / r])
    return run.end("PotEng") / 108 - 332.06371 * within


@rows("""
iso|iso 0|5.5222|-6.5657|0 0 0
aniso|aniso 10000|5.3938|-6.3793|10000 10000 10000
tri|tri 0|5.5222|-6.5657|0 0 0
couple|x 9000 y 9000 z 12000 couple xy nreset 20|||9000 9000 12000
""")
def boxes(box, edge, energy, pressures):
    """Crystals have the cells and energies that ASE finds by rigidstep.ase.RigidFilter, and the pressures that were asked for."""
    carbon_dioxide("co2.data", stirred=0.05)
    runs = [crystal(box, n, fix) for n, fix in ((1, RGS), (4, RGS), (2, "rigid/rgs molecule"))]
    for run in runs:
        relaxes(box, 1e-4, run)
        ends = np.array([run.end(f"P{x}{x}") for x in "xyz"])
        if not edge:
            ends[:2] = ends[:2].mean()                                       # which are coupled
        between(0, 1, np.max(abs(ends - np.array(pressures.split(), float))), box + ": pressures less those of the fix")
        between(0, 1e-7, abs(summary(run)[1] / summary(runs[0])[1] - 1), f"{box}, {run.ranks} ranks: relative difference of the energy")
        for value, wanted in ((run.end("Volume") ** (1 / 3) / 3, edge), (lattice_energy(run), energy)) if edge else ():
            between(-5e-4, 5e-4, value / float(wanted) - 1, f"{box}: {value:.6g} relative to ASE's {wanted}")


def dumbbells(path, strain, stirred):
    """Eight bodies of two ellipsoids, each in a direction of its own."""
    noise, cell, atoms, turns = np.random.default_rng(8), 8 * (np.eye(3) + strain).T, [], []
    for n in range(8):
        centre = (np.array([n // 4, n // 2 % 2, n % 2]) / 2 + stirred * noise.normal(size=3)) @ cell
        arm, *quaternions = [row / np.linalg.norm(row) for row in (noise.normal(size=k) for k in (3, 4, 4))]
        atoms += [(*(centre + side * arm), n + 1) for side in (-0.9, 0.9)]
        turns += quaternions
    return written(path, "dumbbells\n", "16 atoms", "16 ellipsoids", "1 atom types", *[f"0 {cell[k, k]:.12g} {x}lo {x}hi" for k, x in enumerate("xyz")],
                   f"{cell[1, 0]} {cell[2, 0]} {cell[2, 1]} xy xz yz", "\nAtoms # hybrid\n", *["%d 1 %.14g %.14g %.14g %d 1 1" % (i + 1, *atom) for i, atom in enumerate(atoms)],
                   "\nEllipsoids\n", *["%d 1 1 2 %.14g %.14g %.14g %.14g" % (i + 1, *turn) for i, turn in enumerate(turns)])


def with_torques(box, state):
    begin = ["clear", "units lj", "atom_style hybrid molecular ellipsoid", "read_data " + state, "pair_style gayberne 1 1 1 9",
             "pair_coeff 1 1 1 1 1 1 0.5 1 1 0.5", "neigh_modify exclude molecule/intra all", "compute_modify thermo_temp extra/dof -100"]
    relax = [f"fix box all box/relax {box} vmax 0.001", "fix_modify box temp thermo_temp"] if box else []
    return free(fix=RGS, steps=0, before_fix=begin, before_run="thermo_modify format float %.15g", again=[*relax, "minimize/rgs 0 1e9 9 9"])


@rows("CO2 x|CO2|x|0 0\nCO2 z|CO2|z|2 2\nCO2 xz|CO2|xz|0 2\nCO2 yz|CO2|yz|1 2\nellipsoids xy|ellipsoids|xy|0 1\nellipsoids xz|ellipsoids|xz|0 2\nellipsoids yz|ellipsoids|yz|1 2")
def slopes(bodies, name, place):
    """The force by which a strain is moved is the derivative of the energy, at fixed places of the centres in the box."""
    smooth = dict(pair=["lj/charmm/coul/long 10.0 12.0 12.0", "pair_modify table 0"], force=1e9)
    made, kind, length = (carbon_dioxide, partial(crystal, **smooth), 16.8) if bodies == "CO2" else (dumbbells, with_torques, 8)
    strain, energies, squares = np.zeros((3, 3)), [], []
    for size in -1e-4, 1e-4:
        strain[tuple(map(int, place.split()))] = size
        energies.append(kind("", state=made(f"{size}.data", strain, 0.02))["PotEng"][0])
    for box in f"{name} 0", "":
        run = kind(box, state=made("unstrained.data", 0 * strain, 0.02))
        squares.append(float(run.says("Force two-norm.*")[0].split()[-2]) ** 2)
    between(0, 1e-3, abs(np.ptp(energies) / 2e-4 / length / np.sqrt(squares[0] - squares[1]) - 1), "difference of energies, relative to the force")


@rows([("free", liquid_of_trimers, dict(group="some", before_fix="group some id 1:150")), ("plane", trimers, PLANE)])
def mixed_boxes(kind, more):
    """Free atoms beside molecules, and two dimensions, reach a pressure as atoms of fix box/relax do; a run goes on."""
    for n in any_ranks():
        run = kind(n, pair="lj/cut 2.5", steps=0, before_run="change_box all triclinic", again=[
            "velocity all set 0 0 0", "fix box all box/relax tri 0.5 vmax 0.002", "thermo_style custom step pe pxx pyy pxy lx xy", "thermo 500", "minimize/rgs 0 1e-6 9000 9000", "run 10"], **more)
        relaxes(f"{more}"[:40], 1e-6, run)
        end = run.parts[1][1][-1]
        for column, wanted in (2, 0.5), (3, 0.5), (4, 0):
            between(-1e-5, 1e-5, float(end[column]) - wanted, f"{run.parts[1][0][column]}, {n} ranks, less that of the fix")


def script(rgs):
    """With minimize before, between and after its fixes."""
    return ["uncompute ke", "uncompute erot", "thermo_style one", "thermo_modify norm no format float %.15g", "thermo 2", "unfix move",
            "group one molecule 1:4", "group other subtract all one", "minimize 0 1e-9 6 60", f"fix one one rigid/small{rgs} molecule", f"minimize{rgs} 0 1e-9 6 60",
            f"fix other other rigid/nvt/small{rgs} molecule temp 300 300 100", f"minimize{rgs} 0 1e-9 6 60", "run 6", "unfix one", "unfix other", "minimize 0 1e-9 6 60"]


@case
def unchanged_script():
    """A script that names LAMMPS' own styles: with -sf rgs it has the digits of our names, and of minimize where there is no fix of ours."""
    for n in 4, 1:
        suffix = colliding(n, fix=RGS, steps=0, args=["-sf", "rgs"], again=script(""))
        same("a script with minimize before, between and after its fixes, with -sf rgs", suffix, colliding(n, fix=RGS, steps=0, again=script("/rgs")), 20)
    says_once("minimize/rgs without a fix of ours", ".*there is no fix rigid/small/rgs, rigid/rgs or nve/asphere/rgs, nor one like them, so this is minimize, "
              "with min_style cg.  It moves atoms one by one", suffix, 2)
    # molecules that minimize has bent before the fix
    for n in 1, 2:
        for times, before in (1, "minimize 0 1e-3 20 60"), (0, "print none"):
            says_once(f"{before} before the fix, {n} ranks, warnings of shapes", "WARNING: .*bodies with atoms of the same types differ in shape", trimers(
                n, fix="rigid/nvt/small/rgs molecule temp 1 1 1", steps=1, before_fix=before), times)
    # a script says whether a log is of a run with our fixes
    own = colliding(fix="rigid/nve/small molecule", steps=0)
    ours, theirs = [subprocess.run([TOOLS + "/check_log.sh", run.name + ".out"], stdout=subprocess.PIPE, text=True) for run in (suffix, own)]
    check(ours.returncode == 0 and "Fix rigid/nvt/small/rgs (ID other)" in ours.stdout and theirs.returncode,
          f"check_log.sh, with -sf rgs and without: {ours}, {theirs}")
