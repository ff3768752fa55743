#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One body twice, free and bound not to twist about its axis d3 (C. G. Gebhardt and I. Romero, J. Nonlinear Sci. 30
(2020) 3199): where d3 points, and what stays.  Both start with w . d3 = 0.

--bound: another integrator with the outputs of NAMES below

Exits with 1 unless the free body keeps K and pi, and the bound one K, Pi1, Pi2 and w . d3, each to 1e-13, while the rest
changes, as it must."""
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from study import Sphere, Study, columns, no_force, plt, rigidstep     # noqa: E402

STEP, STEPS, EVERY = 0.02, 20000, 5
KEPT, CHANGED = 1e-13, 0.1
NAMES = dict(energy="kinetic_energy", material="material_momentum", twist="twist_rate", spatial="spatial_momentum")


def follow(integrator):
    """Time, direction of d3, the four outputs, and by how much each is off its first value (the twist rate: off 0)."""
    body = columns(1, l=[2 * 0.7, -3 * 0.4, 0], inertia=[2, 3, 1.4])
    stepper = rigidstep.Stepper(None, columns=body, force=no_force, integrator=integrator)
    seen = {name: [] for name in ["d3", *NAMES]}
    for i in range(STEPS // EVERY + 1):
        if i:
            stepper.step(STEP, EVERY)
        seen["d3"].append(rigidstep.matrices(body["q"])[0, :, 2])
        for name, output in NAMES.items():
            seen[name].append(np.ravel(stepper.output(output)))
    seen = {name: np.array(values) for name, values in seen.items()}
    seen["t"] = STEP * EVERY * np.arange(len(seen["d3"]))
    off = {name: np.linalg.norm(seen[name] - seen[name][0], axis=1) / np.linalg.norm(seen[name][0])
           for name in ("energy", "material", "spatial")}
    return seen, dict(off, twist=np.abs(seen["twist"][:, 0]))


def picture(study, free, free_off, bound, bound_off):
    figure = plt.figure(figsize=(11, 6))
    figure.suptitle("A body with J = 2, 3, 1.4 and W(0) = (0.7, -0.4, 0), no torque: free, and bound by w·d3 = 0")
    left, right = figure.add_gridspec(1, 2), figure.add_gridspec(3, 2)
    sphere = Sphere(figure.add_subplot(left[0, 0]), 28, 24, "where d3 points, t < 40")
    sphere.draw(free["d3"][:401], "C0", "free", lw=1.2)
    sphere.draw(bound["d3"][:401], "C1", "bound: a great circle", lw=2.5)
    sphere.axes.legend(loc="lower center", ncols=2)
    material, spatial, off = (figure.add_subplot(right[row, 1]) for row in range(3))
    for k, colour in enumerate(("C1", "C2", "C0")):
        if k < 2:
            material.plot(bound["t"], bound["material"][:, k], colour, label=f"Π{k + 1} bound")
            material.plot(free["t"], free["material"][:, k], colour, ls=":", lw=1.2, label=f"Π{k + 1} free")
        spatial.plot(free["t"], free["spatial"][:, k], colour, label=f"π{'xyz'[k]} free")
        spatial.plot(bound["t"], bound["spatial"][:, k], colour, ls=":", lw=1.2, label=f"π{'xyz'[k]} bound")
    material.set(title="material momenta: constant if bound", xlim=(0, 60))
    spatial.set(title="momentum in space: constant if free", xlim=(0, 60))
    for label, values in (("K bound", bound_off["energy"]), ("Π bound", bound_off["material"]),
                          ("K free", free_off["energy"]), ("π free (0)", free_off["spatial"])):
        off.plot(bound["t"][::20], np.maximum(values[::20], 2e-17), ".", ms=3, label=label, rasterized=True)
    off.set(title="what should stay is off by, relative", xlabel="t", yscale="log", ylim=(1e-17, 1e-13), xlim=(0, 400))
    for axes in (material, spatial, off):
        axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    study.draw(figure, "frames.svg")


def main():
    study = Study(__doc__, "nontwist", bound="nontwist")
    integrators = "director_em", study.options.bound
    runs = [follow(integrator) for integrator in integrators]
    for name, (seen, _) in zip(("free", "bound"), runs):
        study.save(f"{name}.txt", "t, d3 (3 columns), K, Pi1, Pi2, w.d3, pi (3)", seen["t"], seen["d3"],
                   *(seen[key] for key in NAMES))
    for integrator, (_, off) in zip(integrators, runs):
        most = {name: values.max() for name, values in off.items()}
        study.say(f"{integrator}: off at most: K {most['energy']:.1e}, Pi {most['material']:.1e}, "
                  f"pi {most['spatial']:.1e}; |w.d3| at most {most['twist']:.1e}")
    free, bound = ({name: values.max() for name, values in off.items()} for _, off in runs)
    study.claim(free["energy"] < KEPT and free["spatial"] < KEPT, "the free body keeps K and pi")
    study.claim(free["material"] > CHANGED and free["twist"] > CHANGED, "the free body twists")
    study.claim(max(bound["energy"], bound["material"], bound["twist"]) < KEPT, "the bound body keeps K, Pi and w.d3")
    study.claim(bound["spatial"] > CHANGED, "the momentum of the bound body changes")
    picture(study, *runs[0], *runs[1])
    study.end()


main()
