# SPDX-License-Identifier: BSD-3-Clause
"""Times of steps in batches, beside one system of all bodies, and systems alone.

Prints a table: nanoseconds of CPU time per body and step, without forces; the least of seven.
"""
import time

import numpy as np
from rigidstep import COLUMNS, Stepper
from rigidstep.batch.batch import _Many

N = 27000


def columns(n):
    rng = np.random.default_rng(1)
    made = {name: np.zeros((n, width) if width > 1 else n) for name, width in [*COLUMNS.items()][:8]}
    made["q"][:, 0], made["mass"][:], made["inertia"][:] = 1, 18, (0.6, 1.1, 1.6)
    made.update(p=4 * rng.normal(size=(n, 3)), l=rng.normal(size=(n, 3)))
    return made


def nanoseconds(stepper, bodies, steps):
    each = []
    for _ in range(7):
        start = time.process_time()
        stepper.step(0.01, steps)
        each.append(time.process_time() - start)
    return 1e9 * min(each) / steps / bodies


def row(thermostat):
    params = dict(relaxation=10.0, kt=1.0)
    if thermostat in ("langevin", "csvr"):
        params["seed"] = 1
    given = dict(thermostat=thermostat, params=params if thermostat else None, rewinds=False)
    told = [nanoseconds(Stepper(None, "exact", "strang", columns(N), lambda time: None, **given), N, 10)]
    for size in 2700, 27, 3:
        batch = _Many(None, "exact", "strang", columns(N), lambda time: None, **given)
        batch.bind(batch.columns, np.arange(N) // size)
        told.append(nanoseconds(batch, N, 10))
    for size in 27, 3:
        alone = Stepper(None, "exact", "strang", columns(size), lambda time: None, **given)
        told.append(nanoseconds(alone, size, 5000))
    return told


if __name__ == "__main__":
    print("| thermostat | one system | batch of 2700 | of 27 | of 3 | alone, 27 | alone, 3 |\n|" + 7 * "---|")
    for kind in None, "langevin", "csvr", "nhc":
        print(f"| `{kind}` |" if kind else "| none |", *[f"{value:.0f} |" for value in row(kind)], flush=True)
