#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""gpu_tensors.py DEVICE    tensors on a device, batches of systems that come and go: the processor's bits.

With `cuda` the columns are torch's; on another device they are Device's own.  gpu.sh runs it.
"""
import ctypes as c
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(ROOT, "plugin-generic"))
try:
    import numpy as np
except ImportError:
    print("tensors: left out, needs NumPy")
    sys.exit()
from rigidstep import Device, Library, Refused
from rigidstep.batch.systems import Systems

WIDTHS = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3)
SYSTEMS, MOST, ROUNDS, STEPS = 60, 80, 3, 5
METHODS = {None: {}, "nhc": dict(relaxation=0.3, kt=1)}
METHODS.update({name: dict(relaxation=0.3, kt=1, seed=3) for name in ("langevin", "csvr")})


class Torch:
    """Columns of torch on the first GPU."""
    def __init__(self):
        import torch
        self.torch = torch
        self.device = Device("cuda", stream=torch.cuda.current_stream().cuda_stream or None)

    def array(self, values):
        return self.torch.from_numpy(np.array(values)).cuda()

    def set(self, array, values):
        array.copy_(self.array(values))

    def get(self, array):
        return array.cpu().numpy()

    def address(self, array):
        return array.data_ptr()


class Own:
    def __init__(self, name):
        self.device = Device(name)
        self.array = self.device.array

    def set(self, array, values):
        array.set(values)

    def get(self, array):
        return array.get()

    def address(self, array):
        return array.address


class Host:
    device = None
    array = staticmethod(np.array)

    def set(self, array, values):
        array[:] = values

    def get(self, array):
        return array

    def address(self, array):
        return array.ctypes.data


def pool_of(random):
    """The bodies of all systems, MOST each."""
    pool = {name: random.normal(size=(SYSTEMS, MOST, width)) for name, width in WIDTHS.items()}
    pool["q"] /= np.linalg.norm(pool["q"], axis=2)[:, :, None]
    pool["mass"][:], pool["inertia"][:] = 2, (1, 1.2, 1.5)
    return pool


def moved(where, thermostat, params):
    """What all systems are after some of them were in the batch, in turn; and outputs on the way."""
    random, told, columns = np.random.default_rng(5), [], {}
    pool, sizes = pool_of(random), random.integers(1, MOST + 1, SYSTEMS)

    def force(time):
        x, p = where.get(columns["x"]), where.get(columns["p"])
        where.set(columns["f"], -x)
        where.set(columns["tau"], 0.1 * p)

    def fill(there):
        columns.clear()
        for name in WIDTHS:
            values = np.concatenate([pool[name][s, :sizes[s]] for s in there])
            columns[name] = where.array(values if WIDTHS[name] > 1 else values[:, 0])
        return np.repeat(there.astype(np.int64), sizes[there])
    there = np.flatnonzero(random.random(SYSTEMS) < 0.5)
    fill(there)
    with Systems(None, "exact", "strang", columns, force, thermostat=thermostat, params=params,
                 device=where.device, rewinds=False) as stepper:
        for _ in range(ROUNDS):
            system = fill(there)
            stepper.bind(columns.copy(), system)
            if thermostat:
                kt = 1 + 0.01 * there
                stepper._do_alone("batch_set_param", "kt", kt, len(there))
            stepper.step(0.05, STEPS)
            stepper.wait()
            for name, values in columns.items():
                at = c.addressof(getattr(stepper._view, name).data.contents)
                assert at == where.address(values), f"{name} was copied"
            energies = np.zeros(len(there))
            stepper._do_alone("stepper_output", "kinetic_rotation", energies, len(there))
            told.append(energies)
            for name in WIDTHS:
                values = where.get(columns[name]).reshape(-1, WIDTHS[name])
                for s, part in zip(there, np.split(values, np.cumsum(sizes[there])[:-1])):
                    pool[name][s, :sizes[s]] = part
            there = np.flatnonzero(random.random(SYSTEMS) < 0.5)
    return b"".join(values.tobytes() for values in (*told, *pool.values()))


def main(name):
    Library()
    try:
        there = Torch() if name == "cuda" else Own(name)
    except ImportError:
        there = Own(name)
    differ = [str(thermostat) for thermostat, params in METHODS.items()
              if moved(Host(), thermostat, params) != moved(there, thermostat, params)]
    print(f"tensors: {len(METHODS)} methods with {SYSTEMS} systems that come and go on {there.device}, "
          f"{type(there).__name__}'s memory: {len(differ)} differ from the processor {' '.join(differ)}")
    return 1 if differ else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1]))
    except Refused as refused:
        sys.exit(f"tensors: {refused}")
