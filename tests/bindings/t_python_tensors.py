# SPDX-License-Identifier: BSD-3-Clause
"""Columns that are tensors of other packages: t_python_tensors.py MODULE.

With torch, if it is there, and with arrays that have no more than DLPack's call."""
import ctypes as c
import os
import sys
try:
    import numpy as np
except ImportError:
    print("skipped: needs NumPy (Debian: python3-numpy)")
    sys.exit()
try:
    import torch
except ImportError:
    torch = None

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from refused import says
from rigidstep import Bodies, Stepper
from rigidstep.batch import Batch
from rigidstep.tensors import array_of

N = 5
rng = np.random.default_rng(1)
WIDTHS = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3)


class Tensor:
    """An array that shows only what DLPack says."""
    device = 1, 0

    def __init__(self, values):
        self.values = values

    def __dlpack__(self):
        return self.values.__dlpack__()

    def __dlpack_device__(self):
        return self.device


class Interface:
    def __init__(self, values):
        self.values, self.__array_interface__ = values, values.__array_interface__


def arrays():
    columns = {name: np.zeros((N, width) if width > 1 else N) for name, width in WIDTHS.items()}
    columns.update(x=rng.normal(size=(N, 3)), l=np.asfortranarray(rng.normal(size=(N, 3))))
    columns["mass"][:] = 2
    columns["q"][:, 0] = columns["inertia"][:] = 1
    return columns


def stepped(wrap):
    """The bits of ten steps, and whether the library has the addresses of what was given."""
    ours = arrays()
    given = {name: wrap(values) for name, values in ours.items()}

    def force(time):
        ours["f"][:], ours["tau"][:] = -ours["x"], 0.1 * ours["p"]
    with Stepper(None, "exact", "strang", given, force) as stepper:
        for name, values in ours.items():
            assert c.addressof(getattr(stepper._view, name).data.contents) == values.ctypes.data, name
        stepper.step(0.1, 10)
    return [ours[name].tobytes() for name in "xpql"]


kinds = [lambda values: values, Tensor, Interface] + ([torch.from_numpy] if torch else [])
states = []
for kind in kinds:
    rng = np.random.default_rng(1)
    states.append(stepped(kind))
assert all(state == states[0] for state in states)


# ---- what is refused
# ---------------------------------------------------------------------------------------------------
def with_x(x, **others):
    given = dict({name: values for name, values in arrays().items()}, x=x, **others)
    return Stepper(None, "exact", "strang", given, lambda time: None)


class Cuda(Tensor):
    device = 2, 0
    __cuda_array_interface__ = dict(version=3)


class OldCuda:
    __cuda_array_interface__ = dict(version=3)


plain = np.zeros((N, 3))
single = Tensor(plain.astype("f"))
says(TypeError, "x is a tensor of float32; must be of float64: x.to(torch.float64)", with_x, single)
says(TypeError, "tag is a tensor of float64; must be of int64", with_x, plain, tag=Tensor(np.zeros(N)))
says(TypeError, "x is a tensor on a CUDA device; |x.cpu()", with_x, Cuda(plain))
says(TypeError, "x is a tensor on a CUDA device; |x.cpu()", with_x, OldCuda())
says(ValueError, "x holds 20 doubles in the shape (5, 4); 15 are needed", with_x, Tensor(np.zeros((N, 4))))
says(TypeError, "x is <class 'list'>; must be an array of doubles", with_x, [0.0])
assert array_of(Tensor(np.zeros((0, 3))), "x").shape == (0, 3)
if torch:
    x = torch.zeros(N, 3, dtype=torch.float64)
    says(TypeError, "x is a tensor that requires grad|x.detach()", with_x, x.clone().requires_grad_())
    says(TypeError, "x is a tensor of bfloat16; must be of float64", with_x, x.to(torch.bfloat16))
    for spoil, words in [(lambda: setattr(x, "data", torch.zeros_like(x)), "has other memory"),
                         (x.set_, "was freed")]:
        stepper = with_x(x)
        stepper.step(0.1)
        spoil()
        says(ValueError, f"columns['x'] {words}", stepper.step, 0.1)

# ---- a batch under a force of torch
# -----------------------------------------------------------------------------------
if torch:
    seen = set()

    def springs(positions, batch):
        seen.add(positions.data_ptr())
        here = positions.detach().requires_grad_()
        energies = torch.zeros(len(batch), dtype=here.dtype)
        energies = energies.index_add(0, batch.system, 0.5 * (here ** 2).sum(1))
        return -torch.autograd.grad(energies.sum(), here)[0], energies.detach()
    places = torch.tensor([[0., 0, 0], [1, 0, 0], [0, 3, 0], [1, 3, 0]])
    pair = Bodies.from_atoms(places, 4 * [1.0], [0, 0, 1, 1])
    other = Bodies.from_atoms([[0., 0, 0], [1, 0, 0], [0, 3, 0]], 3 * [1.0], [0, 0, 1])
    batch = Batch([pair, other], springs, wrap=torch.from_numpy)
    batch.step(0.1, 20)
    assert seen == {batch._positions.ctypes.data}
    plain = Batch([pair, other], lambda x, b: (-1.0 * x, [0.5 * (part ** 2).sum() for part in b.split(x)]))
    plain.step(0.1, 20)
    assert all((batch.columns[name] == plain.columns[name]).all() for name in "xpql")
    assert np.allclose(batch.energies, plain.energies, rtol=1e-14)
    grad = Batch([pair], lambda x, b: (-1.0 * x).requires_grad_(), wrap=torch.from_numpy)
    says(TypeError, "forces is a tensor that requires grad|forces.detach()", grad.step, 0.1)
print("ok" if torch else "ok, without torch")
