# SPDX-License-Identifier: BSD-3-Clause
"""Forces and torques by PyTorch's autograd: t_python_autograd.py MODULE."""
import os
import sys
from array import array
try:
    import numpy as np
    import torch
except ImportError:
    print("skipped: needs NumPy and PyTorch")
    sys.exit()

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from refused import is_documented, says
import rigidstep.torch
from rigidstep import Bodies, Stepper
from rigidstep.batch import Batch
from rigidstep.torch import forces

SITES = torch.tensor([[0.3, 0, 0.1], [-0.2, 0.4, 0], [0, -0.3, 0.2]], dtype=torch.float64)
WIDTHS = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3)


def matrix(q):
    w, x, y, z = q.unbind(-1)
    rows = ((w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z))
    return torch.stack([torch.stack(row, -1) for row in rows], -2)


def pairs(x, q, cell=None):
    """Sites repel sites of other bodies; in a cell their nearest images."""
    sites = (x[..., None, :] + torch.einsum("...nij,sj->...nsi", matrix(q), SITES)).flatten(-3, -2)
    apart = sites[..., :, None, :] - sites[..., None, :, :]
    if cell is not None:
        apart = apart - torch.round(apart.detach() @ torch.linalg.inv(cell.detach())) @ cell
    other = ~torch.kron(torch.eye(x.shape[-2]), torch.ones(len(SITES), len(SITES))).bool()
    return (torch.exp(-(apart ** 2).sum(-1)) * other).sum((-2, -1))


def U(x, q):
    """Also springs, and a term that is no function of the rotation matrix, nor homogeneous in q."""
    return 0.5 * (x ** 2).sum((-2, -1)) + 0.4 * pairs(x, q) + (q ** 4 + q[..., :1] ** 3 * q[..., 1:2] ** 2).sum((-2, -1))


def columns(n=4, kind=np.array, seed=1):
    rng = np.random.default_rng(seed)
    told = {name: rng.normal(size=(n, width) if width > 1 else n) for name, width in WIDTHS.items()}
    told["q"] /= np.linalg.norm(told["q"], axis=1)[:, None]
    told["mass"][:], told["inertia"][:] = 2, (1, 1.5, 2)
    return {name: kind(values) for name, values in told.items()}


def energy(stepper, given):
    return sum(stepper.energy()) + float(U(*(torch.as_tensor(np.reshape(given[name], (-1, width)))
                                             for name, width in (("x", 3), ("q", 4)))))


# ---- a Stepper, with columns of each kind
ends = []
for kind in np.array, torch.from_numpy, np.asfortranarray, lambda values: array("d", values.ravel()):
    given = columns(kind=kind)
    with Stepper(None, "exact", "strang", given, forces(U)) as stepper:
        report = stepper.check_forces(None)
        assert report.right and max(row.off for row in report.rows) < 0.01, report
        before = energy(stepper, given)
        with torch.no_grad():
            stepper.step(0.01, 100)
        assert abs(energy(stepper, given) - before) < 1e-3 * abs(before)
    ends.append(np.asarray(given["x"]).reshape(-1, 3).tobytes())
assert len({*ends}) == 1

# ---- with a barostat the virial is right, too
given, cell = columns(6), [[4, 0, 0], [0.3, 4.2, 0], [0.2, -0.4, 4.5]]
given["x"] *= 1.5
with Stepper(None, "exact", "strang", given, forces(pairs), barostat="flexible",
             params=dict(kt=1, pressure=0.1, barostat_relaxation=5)) as stepper:
    stepper.set_cell(cell)
    report = stepper.check_forces(None)
    assert report.right and abs(np.array(report.by_cell)).max() > 0.1, report
    stepper.step(0.01, 5)

# ---- one function for two Steppers and a Batch, whose systems move as alone
one = forces(U)
bodies = [Bodies.from_atoms(np.random.default_rng(i).normal(size=(6, 3)), [1, 2, 3, 1, 2, 3], [[0, 1, 2], [3, 4, 5]]) for i in range(3)]
batch = Batch(bodies, one)
alone = [Stepper(None, "exact", "strang", one_of.columns, one) for one_of in bodies]
for stepper in alone:
    stepper.step(0.02, 10)
batch.step(0.02, 10)
for name, one_of in enumerate(bodies):
    apart = abs(batch.bodies(name).columns["q"] - one_of.columns["q"]).max()
    assert apart < 1e-12 and abs(one_of.columns["tau"]).max() > 0.01, apart
    x, q = (torch.from_numpy(one_of.columns[key]) for key in "xq")
    assert abs(batch.energies[name] - float(U(x, q))) < 1e-12
batch.add([bodies[0]])
batch.step(0.02, 1)
assert len(batch.energies) == 4

# ---- mistakes
def made(what, **more):
    return Stepper(None, "exact", "strang", dict(columns(), **more), forces(what)).step


says(TypeError, "U is 3; must be a function", forces, 3)
says(TypeError, "returned a float; must be a tensor", made(lambda x, q: U(x, q).item()), 0.1)
says(TypeError, "returned a tensor of the shape (4,); must be (), one energy", made(lambda x, q: (x ** 2).sum(-1)), 0.1)
says(TypeError, "cannot differentiate by positions or orientations|detach()", made(lambda x, q: U(x.detach(), q.detach())), 0.1)
says(TypeError, "gf, but forces(U) writes no gradients", lambda: made(U, gf=np.zeros((4, 3)), gtau=np.zeros((4, 3))))
says(TypeError, "must be (3,), one energy for each system", Batch(bodies, forces(lambda x, q: U(x, q).sum())).step, 0.1)
more = Bodies.from_atoms(np.eye(3), [1, 1, 1], [[0, 1, 2]])
says(TypeError, "systems of equally many bodies, and these have 1, 2", Batch([*bodies, more], one).step, 0.1)
still = columns()
with Stepper(None, "exact", "strang", still, forces(lambda x, q: (x ** 2).sum())) as stepper:      # no orientations
    stepper.step(0.01)
assert not still["tau"].any() and still["f"].any()
assert is_documented(rigidstep.torch) == 1
print("ok")
