#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a step of each rotor costs, and which splitting keeps the energy of a body best.

cost        Figure 6 of E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23: the time of a step over
            its length, against the cheapest of dmv6, dmv8 and dmv10; with the fastest kernels of this
            processor, and with those that every processor has; and splittings into rotations, of J. Laskar, T.
            Vaillant, Celest. Mech. Dyn. Astron. 131 (2019) 10, up to rounding
splittings  after F. Fasso, J. Comput. Phys. 189 (2003) 527: the error of the energy over all shapes, and his
            body for which one splitting has order 4.  --cells: along I1/I3

Exits with 1 if a number is not what it should be."""
import concurrent.futures
import itertools
import multiprocessing
import os
import pathlib
import sys
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from study import Study, angles, columns, no_force, plt, random_numbers, rigidstep, take     # noqa: E402

# ---- cost --------------------------------------------------------------------------------------------
DMV = ["dmv6", "dmv8", "dmv10"]
NODES = [f"semiexact, {nodes}" for nodes in range(1, 11)]
ROTORS = ["jacobi", "exact", *NODES, "dmv2", "dmv4", *DMV, "threerot"]
LENGTHS = [0.02, 0.05, 0.1, 0.2, 0.5, 1.0]


def crowd(n):
    """Asymmetric bodies with |w| = 1."""
    numbers = take(random_numbers(1), n, 10)
    d = 0.1 + numbers[:, :3]
    inertia = d[:, [1, 2, 0]] + d[:, [2, 0, 1]]
    w, q = numbers[:, 3:6] - 0.5, numbers[:, 6:] - 0.5
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    y = inertia * w / np.linalg.norm(w, axis=1, keepdims=True)
    return dict(inertia=inertia, l=(rigidstep.matrices(q) @ y[:, :, None])[:, :, 0], q=q)


def times(kernels, bodies=2000, rounds=7, seconds=0.01):
    """Nanoseconds a body and a step of each rotor and length: the median of rounds."""
    if kernels:
        os.environ["RIGIDSTEP_KERNELS"] = kernels
    start, found = crowd(bodies), np.full((rounds, len(ROTORS), len(LENGTHS)), np.nan)
    for turn, (r, rotor), (k, h) in itertools.product(range(rounds), enumerate(ROTORS), enumerate(LENGTHS)):
        name, _, nodes = rotor.partition(", ")
        moved = columns(bodies, **start)
        params = dict(nodes=int(nodes)) if nodes else {}
        with rigidstep.Stepper(None, name, "strang", moved, no_force, params=params) as stepper:
            try:
                stepper.step(h, 1)
                begun, steps = time.thread_time(), 0
                while time.thread_time() - begun < seconds:
                    stepper.step(h, 4)
                    steps += 4
                found[turn, r, k] = (time.thread_time() - begun) / steps / bodies * 1e9
            except rigidstep.Refused:                         # dmv at a long step
                pass
    return np.median(found, axis=0)


SPLITTINGS = dict(mclachlan4=5, suzuki4=5, kahan_li6=9, kahan_li8=17, sofroniou_spaletta10=35)


def steps_to_rounding(h, bodies=200):
    """By scheme: the steps of threerot, five rotations each, by which a composition is within 1e-13 rad of exact."""
    def moved(rotor, scheme, parts):
        there = columns(bodies, **crowd(bodies))
        with rigidstep.Stepper(None, rotor, scheme, there, no_force) as stepper:
            stepper.step(h / parts, parts)
        return there["q"]
    known = moved("exact", "strang", 1)
    return {scheme: next((stages * parts for parts in range(1, 400)
                          if angles(moved("threerot", scheme, parts), known).max() <= 1e-13), np.inf)
            for scheme, stages in SPLITTINGS.items()}


def cost(study):
    study.write_to("cost.txt")
    figure, panels = plt.subplots(1, 2, figsize=(9.5, 4.4), sharey=True)
    for panel, (kernels, title) in zip(panels, (("baseline", "kernels that every processor has"),
                                                ("", "the fastest kernels of this one"))):
        with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            ns = pool.submit(times, kernels).result()
        cheapest = np.nanmin(ns[[ROTORS.index(name) for name in DMV]], axis=0)
        ratio = dict(zip(ROTORS, ns / cheapest))
        study.say(f"{title}: nanoseconds a body and a step\n{'h |w|':14}"
                  + "".join(f"{h:8g}" for h in LENGTHS))
        for name, row in zip(ROTORS, ns):
            study.say(f"{name:14}" + "".join(f"{value:8.1f}" for value in row))
        semi = np.array([ratio[name] for name in NODES]) / ratio["jacobi"]
        study.say(f"over the cheapest of dmv6, dmv8 and dmv10: jacobi {np.nanmin(ratio['jacobi']):.1f} to "
                  f"{np.nanmax(ratio['jacobi']):.1f}, exact {np.nanmin(ratio['exact']):.2f} to "
                  f"{np.nanmax(ratio['exact']):.2f}\nsemiexact over jacobi: {semi[0].min():.2f} with 1 node, "
                  f"{semi[4].min():.2f} with 5, {semi[9].min():.2f} with 10")
        for h in 0.1, 0.5:
            steps, column = steps_to_rounding(h), LENGTHS.index(h)
            times_exact = ns[ROTORS.index("threerot"), column] / ns[ROTORS.index("exact"), column]
            few = min(steps, key=steps.get)
            study.say(f"splittings to 1e-13 at h |w| = {h}: {steps[few]} steps of threerot by {few}, "
                      f"{steps[few] * times_exact:.0f} times the time of exact; {steps['suzuki4']} of order 4, "
                      f"{steps['suzuki4'] * times_exact:.0f} times")
            study.claim(steps[few] * times_exact > 2, "exact is cheaper than splittings to rounding")
        study.say()
        study.claim(np.nanmax(ratio["exact"]) < 1.5, "exact costs about as much as the cheapest dmv at most")
        panel.axhspan(8, 20, color="#f4e3df", zorder=0, label="theirs, from the paper")
        for name, look in (("jacobi", "C1-"), ("semiexact, 10", "C4--"), ("semiexact, 5", "C4-."),
                           ("semiexact, 1", "C4:"), ("dmv10", "C2--"), ("dmv6", "C2-"), ("exact", "C0-")):
            panel.plot(LENGTHS, ratio[name], look, label=name.replace(",", ", nodes:"))
        panel.set(xscale="log", yscale="log", xlabel="length of a step, h |w|", title=title)
        panel.set_xticks(LENGTHS, [f"{h:g}" for h in LENGTHS])
        panel.set_yticks([0.5, 1, 2, 5, 10, 20], ["0.5", "1", "2", "5", "10", "20"])
        panel.minorticks_off()
    panels[0].set(ylabel="time of a step / the cheapest of dmv6 to dmv10")
    panels[1].legend(loc="center left", bbox_to_anchor=(1, 0.5))
    study.draw(figure, "cost.svg")


# ---- splittings --------------------------------------------------------------------------------------
def energy_error(rotor, inertia, l, h=0.1, time=5.0):
    """Of each body: the root mean square over the steps of the relative error of the energy."""
    steps, q, library, square = \
        round(time / h), np.tile([1.0, 0, 0, 0], (len(l), 1)), rigidstep.Library(), 0
    begun = (l**2 / inertia).sum(axis=1)
    for _ in range(steps):
        library.free_flow(rotor, len(l), h, inertia.copy(), l.copy(), q)
        m = (l[:, None, :] @ rigidstep.matrices(q))[:, 0]
        square = square + ((m**2 / inertia).sum(axis=1) / begun - 1)**2 / steps
    return np.sqrt(square)


def octant(states):
    numbers = take(random_numbers(20080908), states, 2) + 2.0**-53
    z, angle = numbers[:, 0], numbers[:, 1] * np.pi / 2
    return np.stack([np.sqrt(1 - z * z) * np.cos(angle), np.sqrt(1 - z * z) * np.sin(angle), z], axis=1)


def splittings(study, states=20):
    study.write_to("splittings.txt")
    special = np.tile([0.25, 0.75, 1.0], (200, 1))
    orders = {}
    for rotor in ("threerot", "symrot", "nosquish"):
        coarse, fine = (np.linalg.norm(energy_error(rotor, special, octant(200), h)) for h in (0.05, 0.025))
        orders[rotor] = np.log2(coarse / fine)
        study.say(f"the flat body with moments 0.25, 0.75, 1: error of the energy by {rotor:8} "
                  f"{coarse / np.sqrt(200):.1e} at h = 0.05, order {orders[rotor]:.2f}")
    study.claim(abs(orders["threerot"] - 4) < 0.05 and abs(orders["symrot"] - 2) < 0.05,
                "on Fasso's body threerot has order 4 and symrot order 2")
    n = study.options.cells
    x, y = np.meshgrid((np.arange(n) + 0.5) / n, 0.5 + (np.arange(n // 2) + 0.5) / (n // 2 * 2))
    inside = (1 - y <= x) & (x < y)
    inertia = np.repeat(np.stack([x[inside], y[inside], np.ones(inside.sum())], axis=1), states, axis=0)
    l = np.tile(octant(states), (inside.sum(), 1))
    figure, panels = plt.subplots(1, 3, figsize=(10.5, 3.1), sharey=True)
    errors, maps = {}, {}
    for rotor in ("threerot", "symrot", "nosquish"):
        squares = (energy_error(rotor, inertia, l)**2).reshape(-1, states).mean(axis=1)
        errors[rotor], maps[rotor] = np.sqrt(squares), np.full(x.shape, np.nan)
        maps[rotor][inside] = np.log10(errors[rotor])
    for panel, rotor in zip(panels, maps):
        shown = panel.imshow(np.floor(4 * maps[rotor]) / 4, origin="lower", extent=(0, 1, 0.5, 1),
                             aspect="auto", vmin=-7, vmax=-2, interpolation="none")
        best = 100 * (errors[rotor] == np.min(list(errors.values()), axis=0)).mean()
        study.say(f"{rotor:8} median error {np.median(errors[rotor]):.1e}, smallest "
                  f"{errors[rotor].min():.0e}, the best of the three for {best:.0f} % of the shapes")
        panel.plot(0.25, 0.75, "wo", mec="C6", ms=6)
        panel.set(title=rotor, xlabel="I₁/I₃")
        panel.grid(False)
    panels[0].set(ylabel="I₂/I₃")
    figure.colorbar(shown, ax=panels, label="log10 of the energy's error")
    study.save("splittings_map.txt", "I1/I3, I2/I3, error by threerot, symrot, nosquish", x[inside],
               y[inside], *errors.values())
    study.draw(figure, "splittings.svg")


if __name__ == "__main__":                                    # times() runs in other processes
    Study(__doc__, "rotors", dict(cost=cost, splittings=splittings), cells=60).run()
