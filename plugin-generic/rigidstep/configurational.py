# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.configurational - the temperature of positions and orientations.  It needs NumPy."""
from __future__ import annotations

import ctypes as c
from typing import Any, Dict

import numpy as np

from .abi import E_HOST, E_NEEDS, EVAL_FORCE, EVAL_MOMENTUM, EVAL_SLOW, PLANAR, Eval
from .columns import real
from .library import Refused
from .orientations import matrices

def sample(stepper: Any, random: np.random.Generator, length: float) -> Any:
    """What Stepper.configurational returns."""
    if stepper.device is not None:
        raise _refused("bodies are on a device")
    here = {name: np.asarray(memoryview(stepper._arrays[name])) for name in ("x", "q", "f", "tau", "mass", "inertia")}
    here.update((name, here[name].reshape(-1, 4 if name == "q" else 3)) for name in ("x", "q", "f", "tau", "inertia"))
    for lacks, true in (("other ranks have bodies, too", stepper._host.ranks > 1 or stepper._view.n_ghosts),
                        ("bodies are in a plane", stepper._view.flags & PLANAR),
                        ("forces depend on momenta", stepper._host.provides & EVAL_MOMENTUM),
                        ("no body has a moment of inertia", not here["inertia"].any())):
        if true:
            raise _refused(lacks)
    if not hasattr(random, "choice"):
        raise TypeError(f"random is {random!r:.60}; must be a generator, such as numpy.random.default_rng(1)")
    if not 0 < real("length", length) < 1:
        raise ValueError(f"length is {length!r}; must be between 0 and 1, for example 1e-3")
    turns = here["inertia"] > 1e-10 * here["inertia"].max()
    by = np.zeros((2, *here["x"].shape))                    # of translation and of rotation, for each body and axis
    by[0] = 1 / np.sqrt(here["mass"].reshape(-1, 1))
    by[1][turns] = 1 / np.sqrt(here["inertia"][turns])
    reach = length * np.sqrt([here["inertia"].max(), here["inertia"][turns].min()])[:, None, None]
    way = by * random.choice([-1.0, 1.0], by.shape)
    kept = {name: here[name].copy() for name in ("x", "q", "f", "tau")}
    sides = []
    try:
        for moved, turned in (reach * way, -reach * way):
            here["x"][:] = kept["x"] + moved
            here["q"][:] = _turned(kept["q"], turned)
            sides.append(_forces(stepper, here))
    finally:
        for name, values in kept.items():
            here[name][:] = values
    squares = ((sides[0] + sides[1]) / 2 * by) ** 2
    curvatures = (sides[1] - sides[0]) * way / (2 * reach)
    return np.stack([squares.sum(axis=(1, 2)), curvatures.sum(axis=(1, 2))], axis=1)

def _refused(lacks: str) -> Refused:
    return Refused("Stepper.configurational", E_NEEDS, -1, f"{lacks}, which this call does not support")

def _turned(q: Any, by: Any) -> Any:
    """q after small rotations about axes of the body."""
    half = np.linalg.norm(by, axis=1)[:, None] / 2
    w, e = q[:, :1], q[:, 1:]
    s = by * np.sinc(half / np.pi) / 2
    return np.hstack([w * np.cos(half) - (e * s).sum(axis=1)[:, None], w * s + e * np.cos(half) + np.cross(e, s)])

def _forces(stepper: Any, here: Dict[str, Any]) -> Any:
    """Forces in space and torques in the bodies' frames, those of a slow force included."""
    total = np.zeros((2, *here["x"].shape))
    for what in (EVAL_FORCE,) if stepper._caller.slow is None else (EVAL_SLOW, EVAL_FORCE):
        request = Eval(what=what, time=stepper.time)
        if stepper._caller.barostat:
            request.cell[:] = [number for row in stepper.cell()[0] for number in row]
        if stepper._caller.slow is not None:
            here["f"][:] = np.nan
            here["tau"][here["inertia"].any(axis=1)] = np.nan
        if stepper._caller.answer(None, c.pointer(request), None):
            raise stepper._caller.taken()
        total += here["f"], np.einsum("nji,nj->ni", matrices(here["q"]), here["tau"])
        if not np.isfinite(total).all():
            body = int(np.argwhere(~np.isfinite(total))[0][1])
            name = "slow" if what == EVAL_SLOW else "force"
            raise Refused("Stepper.configurational", E_HOST, body, f"{name} did not write finite numbers into f and tau of body "
                          f"{body}, which has moved by a small part of its size; here it must write both")
    return total
