# SPDX-License-Identifier: GPL-2.0-only
"""Constant pressure with long-range electrostatics."""
import os

import numpy as np

from cases import HERE, NPH, NPT, any_ranks, between, case, lmp, on_ranks, refused, rows, same_after, text_of, written
from t_free_atoms import estimate, sigmas

STATE = HERE + "/small_water.data"
ATMOSPHERES = 68568.415    # in a kcal/mol/A^3
TIP4P = dict(pair="hybrid/overlay lj/gromacs 4.5 6.0 tip4p/long 1 2 1 1 0.1546 6.0", coul="tip4p/long")


def water(ranks=1, **more):
    return lmp("water_pressure", ranks, **dict(dict(state=STATE, restart="no"), **more))


def scaled(path, factors=(1, 1, 1), margin=0, xz=None):
    """The state with box and centres of molecules scaled, and MARGIN more room at both ends of z; in a monoclinic box with the tilt
    factor XZ, which is scaled as x."""
    lines = text_of(STATE).splitlines()
    words = [line.split() for line in lines]
    edges = [k for k, line in enumerate(words) if line[-1:] and line[-1].endswith("hi")]
    ends = np.array([words[k][:2] for k in edges], float)
    atoms = [k for k, line in enumerate(words) if len(line) == 10 and line[0].isdigit()]
    x = np.array([words[k][4:7] for k in atoms], float) + np.array([words[k][7:] for k in atoms], float) * np.diff(ends).T
    mass, molecule = np.array([15.9994 if words[k][2] == "1" else 1.008 for k in atoms]), np.array([int(words[k][1]) - 1 for k in atoms])
    centre = np.array([np.bincount(molecule, mass * x[:, axis]) for axis in range(3)]) / np.bincount(molecule, mass)
    x += ((np.array(factors) - 1)[:, None] * centre)[:, molecule].T
    for k, line, factor, more in zip(edges, ends, factors, (0, 0, margin)):
        lines[k] = f"{line[0] * factor - more:.16g} {line[1] * factor + more:.16g} {words[k][2]} {words[k][3]}"
    if xz is not None:
        lines[edges[2]] += f"\n0 {xz * factors[0]:.16g} 0 xy xz yz"
    for k, at in zip(atoms, x):
        lines[k] = " ".join(words[k][:4] + [f"{value:.16g}" for value in at])
    return written(path, *lines)


@rows([
    ("pppm", "xyz", {}, {}),
    ("monoclinic", "xyz", dict(xz=4.9), {}),
    ("tip4p", "xz", {}, dict(TIP4P, kspace="pppm/tip4p 1e-6")),
    ("slab", "xy", dict(margin=3), dict(boundary="p p f", modify="mesh 24 24 96 gewald 0.62 order 7 slab 3.0")),
])
def virial(axes, box, more):
    """The molecular pressure of molecules at rest is the change of the energy with the box, along each axis."""
    def at_rest(*factors, n=1):
        return water(n, state=scaled("_".join(map(str, factors)) + ".data", factors, **box), start="print ''", steps=0,
                     fix=NPH + "".join(f" {axis} 1 1 1000" for axis in axes), columns="pe vol f_move[16] f_move[17] f_move[18]", **more)
    base, on_four = at_rest(1, 1, 1), at_rest(1, 1, 1, n=4)
    for element in 16, 17, 18:
        pressure, other = [run.end(f"f_move[{element}]") for run in (base, on_four)]
        between(0, 1e-9, abs(pressure / other - 1), f"molecular pressure of element {element}, {pressure:.6g} atm, on 1 and 4 ranks: relative difference")
    for axis in axes:
        k = "xyz".index(axis)
        pressure = base.end(f"f_move[{16 + k}]")
        longer, shorter = [at_rest(*[factor if j == k else 1 for j in range(3)]).end("PotEng") for factor in (1.0002, 0.9998)]
        between(-0.5, 0.5, pressure + (longer - shorter) / 0.0004 / base.end("Volume") * ATMOSPHERES,
                f"molecular pressure along {axis}, {pressure:.6g} atm, less the slope of the energy in boxes longer and shorter")


@case
def words():
    """What is not known is refused."""
    state = scaled("box.data", margin=3)
    for n in 1, 2:
        refused("slab", "kspace_modify slab is not known with kspace_style pppm/tip4p, and the barostat needs it; use pppm or ewald", water(
            n, boundary="p p f", state=state, kspace="pppm/tip4p 1e-4", modify="slab 3.0", fix=NPH + " x 1 1 1000 y 1 1 1000 couple xy", **TIP4P))


def energies(**more):
    """econserve with steps of 4, 2 and 1 fs."""
    return [water(dt=dt, steps=80 // dt, every=1, columns="econserve", **more)["Econserve"] for dt in (4, 2, 1)]


@rows("verlet|run_style verlet\nrespa|run_style respa 2 2 pair 1 kspace 2")
def energy(style):
    """With the barostat the energy is constant up to h^2: the ratios of the ranges for steps h and h/2, their geometric mean."""
    ranges = [np.ptp(values) for values in energies(fix=NPH + " iso 1 1 300 scheme strang", before_run=style)]
    between(3.3, 4.7, np.sqrt(ranges[0] / ranges[2]), f"econserve, {style}, dt 4/2 2/1: ratio of ranges")


@rows([("pppm", {}), ("ewald", dict(kspace="ewald 1e-10", modify="gewald 0.62"))])
def fourth_order(more):
    """And up to h^4 with srkn6b.  Along a path econserve changes by 1e-4 kcal/mol at any step, probably because LAMMPS computes erfc
    to 1.5e-7 and the force is not the slope of that; the error of steps below 6 fs is smaller.  So econserve is compared with that
    along the same path with a smaller step.  Pairs that cross the cutoff at another instant would show in it, hence 8 A, where erfc
    is 2e-12.  Against a step of h/4 in place of 0 a scheme of order 4 has a ratio of (4^4 - 1) / (2^4 - 1) = 17; order 2 would have
    5, and steps of 8 fs and more do not have their order yet."""
    coarse, half, fine = energies(before_fix="run_style rgs", fix=NPH + " iso 1 1 300 scheme srkn6b", pair="hybrid/overlay lj/gromacs 4.5 6.0 coul/long 8.0", **more)
    largest = [np.max(abs(values - fine[::times])) for values, times in ((coarse, 4), (half, 2))]
    between(11, 30, largest[0] / largest[1], "econserve, run_style rgs, scheme srkn6b, dt 4 and 2 against 1: ratio of largest differences")
    between(1e-9, 5e-4, np.ptp(fine), "econserve, run_style rgs, scheme srkn6b, dt 1: range")


@rows([
    ("langevin", None, "verlet", "temp 298 298 200 iso 1 1000 200 thermostat langevin"),
    ("csvr", None, "rgs", "temp 298 298 200 aniso 1 1 200 scheme strang_dkd"),
    ("monoclinic", 4.9, "verlet", "temp 298 298 200 iso 1 1000 200 thermostat langevin"),
])
def ranks(xz, style, fix):
    """The same on any number of ranks, to rounding."""
    state = scaled("state.data", xz=xz)
    on_ranks(f"water at constant pressure, {fix}, run_style {style}", [water(
        n, state=state, before_fix="run_style " + style, fix=f"{NPT} {fix}", steps=100, modify="mesh 15 15 15 gewald 0.62") for n in any_ranks()])


@case
def cells():
    """The cube, a monoclinic box of the same lattice, which has the same volumes, and one of another lattice; cov(V, P) is -kT in
    all.  Volumes are correlated over picoseconds, so they are compared if water_steps asks for long runs: 50000."""
    steps, volumes = os.environ.get("water_steps"), []
    for xz in 0, 9.9, 4.9:
        run = water(state=scaled("cell.data", xz=xz), fix=f"{NPT} temp 300 300 50 iso 1000 1000 300 thermostat langevin seed 1{int(xz)}", dt=4, steps=steps or 8000, every=5,
                    modify="mesh 12 12 12 gewald 0.55 order 6", columns="vol f_move[16] f_move[17] f_move[18]")
        volume, pressure = run["Volume"][100:], (run["f_move[16]"] + run["f_move[17]"] + run["f_move[18]"])[100:] / 3
        volumes.append(estimate(volume))
        # in kT, of atmospheres and A^3
        covariance = estimate((volume - volumes[-1][0]) * (pressure - 1000) / 40878)
        sigmas(*covariance[:2], -1, 0, f"27 SPC/E, xz {xz}, covariance of volume and pressure over kT")
    for k, what in ((0, "mean volume"), (2, "variance")) if steps else ():
        sigmas(*volumes[0][k:k + 2], *volumes[1][k:k + 2], "27 SPC/E in the cube, and in a monoclinic box of the same lattice: " + what)


@case
def restart():
    """A restart file in mid-ramp."""
    ramp = "50 start 0 stop 100"
    for n in 1, 2:
        more = dict(processors=f"{n} 1 1", columns="pe ke press vol lx f_move[1] f_move[2] f_move[15] f_move[16]", modify="mesh 15 15 15 gewald 0.62", steps=ramp,
                    fix=NPT + " temp 298 350 200 iso 1 1000 200 thermostat langevin")
        run = water(n, again=["write_restart @.restart", "run " + ramp], **more)
        same_after("water, restart in mid-ramp", 50, run, water(n, restart="yes", **dict(more, state=run.name + ".restart")), 6)


@case
def tail():
    """The tail correction is in the pressure of the barostat: 16/3 pi rho^2 eps sigma^3 (2/3 (sigma/r)^9 - (sigma/r)^3)."""
    without, corrected = [water(fix=NPH + " iso 1 1 300", steps=0, pair="hybrid/overlay lj/cut 6.0 coul/long 6.0", lj="lj/cut", before_run="pair_modify tail " + tail)
                          for tail in ("no", "yes")]
    s = 3.166 / 6
    wanted = 16 / 3 * np.pi * (27 / without.end("Volume")) ** 2 * 0.15535 * 3.166 ** 3 * (2 / 3 * s ** 9 - s ** 3) * ATMOSPHERES
    between(0.9999, 1.0001, (corrected.end("f_move[16]") - without.end("f_move[16]")) / wanted,
            "pair_modify tail yes: what it adds to the molecular pressure, of what it should")
