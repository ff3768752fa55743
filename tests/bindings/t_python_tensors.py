# SPDX-License-Identifier: BSD-3-Clause
"""Columns that are tensors of other packages: t_python_tensors.py MODULE [FOLDER of the emulated device].

With torch, if it is there, and with arrays that have no more than DLPack's call."""
import ctypes as c
import os
import shutil
import sys
import tempfile
from types import SimpleNamespace
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
from rigidstep import Bodies, Device, Refused, Stepper
from rigidstep.batch import Batch
from rigidstep.tensors import CUDA, ROCM, _Struct, array_of, placed

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
says(TypeError, "x is a tensor on CUDA device 0; |x.cpu(), or all|device='cuda'", with_x, Cuda(plain))
says(TypeError, "x is a tensor on CUDA device; |x.cpu()", with_x, OldCuda())
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


# ---- on a device, which shows what a GPU would not forgive
class Far:
    """A tensor on a device that shows no more than DLPack says, strided as `of` is."""
    def __init__(self, of, address, where=(12, 0), kind=(2, 64)):
        self.where = where
        self.lists = [(c.c_int64 * of.ndim)(*numbers)
                      for numbers in (of.shape, [stride // 8 for stride in of.strides])]
        self.struct = _Struct(address, *where, of.ndim, *kind, 1, *self.lists, 0)

    def __dlpack__(self):
        new = c.pythonapi.PyCapsule_New
        new.restype, new.argtypes = c.py_object, [c.c_void_p, c.c_char_p, c.c_void_p]
        return new(c.addressof(self.struct), b"dltensor", None)

    def __dlpack_device__(self):
        return self.where


class Streamed(Far):
    """And that notes for which stream it was asked."""
    def __dlpack__(self, stream):
        self.stream = stream
        return Far.__dlpack__(self)


class Shown:
    """A tensor that shows __cuda_array_interface__, some of it another, and where it is."""
    def __init__(self, array, **others):
        self.__cuda_array_interface__ = dict(array.__cuda_array_interface__, **others)
        self.__dlpack_device__ = array.__dlpack_device__


def steps(device, wrap, rewinds=None, spoils=-1, **method):
    """The bodies after ten steps; force writes into the device's memory.  spoils: the step with a NaN."""
    ours, calls = arrays(), []
    given = {name: device.zeros(values.size) if device else values for name, values in ours.items()}

    def put(name):                               # in the order in which the numbers lie
        given[name].set(ours[name].ravel("K"))

    def fetched(name):
        order = "F" if ours[name].flags.f_contiguous else "C"
        return given[name].get().reshape(ours[name].shape, order=order)

    def force(time):
        x, p = (fetched(name) if device else ours[name] for name in "xp")
        calls.append(time)
        ours["f"][:], ours["tau"][:] = -x, 0.1 * (x if trials else p)
        if len(calls) == spoils:
            ours["f"][2, 1] = np.nan
        if device:
            put("f"), put("tau")

    trials = method.get("thermostat") == "metropolis"

    def slow(time):                              # what it writes is not used, but its energy
        x = fetched("x") if device else ours["x"]
        ours["f"][:] = 7
        if device:
            put("f")
        return 0.5 * (x ** 2).sum()
    if trials:
        method["slow"] = slow
    if device:
        for name in ours:
            put(name)
    bound = {name: wrap(ours[name], given[name]) for name in ours} if device else ours
    with Stepper(None, "exact", "strang", bound, force, device=device, rewinds=rewinds, **method) as stepper:
        for _ in range(10):
            stepper.step(0.1)
        stepper.wait()
        energy, heat = stepper.energy(), stepper.output("heat") if method else 0
    ends = [given[name].get() if device else ours[name].ravel("K") for name in "xpql"]
    return [end.tobytes() for end in ends], energy, heat


if len(sys.argv) > 2:
    os.environ["RIGIDSTEP_DEVICES"] = sys.argv[2]
    device = Device("emulated", check_every=8)
    langevin = dict(thermostat="langevin", params=dict(kt=1, relaxation=0.5, seed=3))

    def far(values, array):
        return Far(values, array.address)

    def shown(values, array):
        return Shown(array, shape=values.shape, strides=values.strides)
    trials = dict(thermostat="metropolis", params=dict(kt=1, steps=3, seed=3))
    for method in ({}, langevin, dict(langevin, thermostat="csvr"), trials):
        for wrap in (far, shown):
            for rewinds in (None, True):
                results = []
                for where in (None, device):
                    rng = np.random.default_rng(1)
                    results.append(steps(where, wrap, rewinds, **method))
                assert results[0] == results[1], (method, wrap, results)
    fault = says(Refused, "body 2: f[1] was not finite|(step 4 on device", steps, device, far, spoils=5)
    assert fault.body == 2

    on = {name: device.array(np.ascontiguousarray(values)) for name, values in arrays().items()}

    def with_far(x, device=device, **others):
        return Stepper(None, "exact", "strang", dict(on, x=x, **others), lambda time: None, device=device)
    here, address = np.zeros((N, 3)), on["x"].address
    with with_far(on["x"], tag=device.array(np.arange(N))) as stepper:
        stepper.step(0.1)
        says(Refused, "check the forces with bodies on the host", stepper.check_forces)
    with Stepper(None, "exact", "strang", on, lambda time: stepper.energy(), device=device) as stepper:
        says(Refused, "a call of this stepper is running", stepper.step, 0.1)
    before = on["x"].get()
    says(TypeError, "x is a ndarray on the processor; must be on device 'emulated:0'|Device.array", with_far,
         here)
    says(TypeError, "x is a tensor on other device 1; must be on device 'emulated:0'", with_far,
         Far(here, address, (12, 1)))
    says(TypeError, "x is a tensor on CUDA device 0; must be on device", with_far, Far(here, address, (2, 0)))
    says(TypeError, "x is a tensor of float32; must be of float64", with_far,
         Far(here, address, kind=(2, 32)))
    says(TypeError, "tag is a tensor of float64; must be of int64", with_far, on["x"], tag=device.zeros(N))
    says(ValueError, "x is a tensor that was freed", with_far, Far(here, None))
    says(ValueError, "x holds 20 doubles in the shape (5, 4); 15 are needed", with_far, device.zeros((N, 4)))
    says(ValueError, "x has strides of (20, 8) bytes; must be whole doubles", with_far,
         (Shown(on["x"], strides=(20, 8))))
    for strange in (Far(here, here.ctypes.data), Far(np.zeros((N, 900))[:, :3], address)):
        says(Refused, "columns['x'] has addresses that are not on device 'emulated'", with_far, strange)
    says(ValueError, "x belongs to the stream 7, and device 'emulated:0' to the stream 1|stream=7", with_far,
         (Shown(on["x"], stream=7)))
    says(TypeError, "x is read-only", with_far, (Shown(on["x"], data=(address, True))))
    says(TypeError, "device is 3; must be the name of a device", with_far, on["x"], 3)
    says(Refused, "ordinal 1|it is one device, with ordinal 0", Device, "emulated:1")
    says(Refused, "no streams|a stream is given", Device, "emulated", stream=5)
    says(ValueError, "ordinal is -1; must be a whole number", Device, "emulated", -1)
    says(Refused, "device 'abacus' has no usable file", Device, "abacus")
    says(TypeError, "name is None; must be the name of a device", Device, None)
    says(ValueError, "ordinal is 4294967296; must be a whole number", Device, "emulated:4294967296")
    says(ValueError, "name is 'emulated:0', and ordinal is 1", Device, "emulated:0", 1)
    assert (device.zeros(np.int64(2)).get() == 0).all() and device.array(3.0).get() == 3
    says(ValueError, "dtype is 'float32'; must be 'float64' or 'int64'", device.zeros, 4, "float32")
    says(ValueError, "values has the shape (2,); must be (5, 3)", on["x"].set, [1, 2])
    with tempfile.TemporaryDirectory() as folder:    # of CUDA's file, for CUDA's tensors
        path = os.path.join(folder, "rigidstep_device_cuda.so")
        shutil.copy(os.path.join(sys.argv[2], "rigidstep_device_emulated.so"), path)
        assert Device(path).kind == CUDA
    for kind, default in ((CUDA, 1), (ROCM, 0)):     # DLPack's numbers of the default stream
        for stream in (None, 7):
            asked = Streamed(here, address, (kind, 0))
            placed(asked, "x", SimpleNamespace(kind=kind, ordinal=0, stream=stream))
            assert asked.stream == (stream or default), (kind, asked.stream)
    # A batch, whose positions and forces are the device's; systems come and go.
    pair = Bodies.from_atoms([[0., 0, 0], [1, 0, 0], [0, 3, 0], [1, 3, 0]], 4 * [1.0], [0, 0, 1, 1])
    other = Bodies.from_atoms([[0., 0, 0], [1, 0, 0], [0, 3, 0]], 3 * [1.0], [0, 0, 1])
    spoilt = []

    def near(positions, batch):
        return -1.0 * positions

    def there(positions, batch):
        forces = -1.0 * positions.get()
        forces[batch.offsets.get()[1], 2] += np.nan if spoilt else 0
        return device.array(forces)
    given = dict(thermostat="csvr", kt=[1, 2, 3], seed=4, params=dict(relaxation=0.5))
    batches = [Batch([pair, other, pair], force, device=where, **given)
               for force, where in ((near, None), (there, device))]
    for batch in batches:
        batch.step(0.1, 5)
        batch.take_out([0])
        batch.add([other, pair], kt=4)
        batch.step(0.1, 5)
    for name in "xpql":
        ends = [np.concatenate([batch.bodies(one).columns[name] for one in batch.names]) for batch in batches]
        assert (ends[0] == ends[1]).all(), name
    assert (batches[0].output("heat") == batches[1].output("heat")).all()
    # Trials, whose energies come from the device; the costly force may leave out its forces.
    def energies_of(x, batch):
        return [(0.5 * part ** 2).sum() for part in batch.split(x)]

    volumes = dict(barostat=2 * ["mc"], pressure=2 * [0.1], cells=2 * [4 * np.eye(3)])
    for more in {}, dict(fast=(lambda x, batch: -0.9 * x, lambda x, batch: device.array(-0.9 * x.get())), **volumes):
        costly = (lambda x, batch: (None if more else -1.0 * x, energies_of(x, batch)),
                  lambda x, batch: (None if more else device.array(-1.0 * x.get()), device.array(energies_of(x.get(), batch))))
        trials = [Batch([pair, other, pair], costly[k], device=where, thermostat="metropolis", kt=[0.1, 2, 3], seed=4,
                        params=dict(steps=3, **dict(volume_step=0.3) if more else {}), **{name: each[k] for name, each in more.items()})
                  for k, where in enumerate((None, device))]
        for batch in trials:
            batch.step(2.0, 15)
        assert (trials[0].output("accepted") == trials[1].output("accepted")).all()
        assert 0 < trials[0].output("accepted").sum() < 45
        for name in "xpql":
            ends = [np.concatenate([batch.bodies(one).columns[name] for one in batch.names]) for batch in trials]
            assert (ends[0] == ends[1]).all(), name
        assert (trials[1].positions.get() == trials[0].positions).all() and (trials[1].energies == trials[0].energies).all()
        assert not more or (trials[0].cells == trials[1].cells).all() and np.ptp(trials[0].cells) > 0
    trials[1].force = lambda x, batch: (None, [0, 0, 0])
    says(TypeError, "energies is a list on the processor; must be on device", trials[1].step, 0.1)
    says(TypeError, "exchanges with a device are not supported", trials[1].exchange)
    trials[1].reset()
    trials[1].fast = lambda x, batch: None
    says(TypeError, "fast returned None as forces", trials[1].step, 0.1)
    far = batches[1]
    far.force = lambda positions, batch: np.zeros((batch._bodies._atoms, 3))
    says(TypeError, "forces is a ndarray on the processor; must be on device", far.step, 0.1)
    far.force = lambda positions, batch: device.zeros((2, 3))
    says(ValueError, "forces has the shape (2, 3); must be (14, 3)", far.step, 0.1)
    names = far.names
    says(Refused, "called inside a step", far.take_out, names[:1])
    assert far.names == names                    # and step() finds all systems
    far.force = there
    far.reset()
    far.step(0.1)
    spoilt.append(True)
    fault = says(Refused, "system 2, body 0 of it, its step 13: body 2: f[2] is",
                 lambda: (far.step(0.1), far.wait()))
    assert fault.system == 2
    spoilt.clear()
    far.reset()
    far.take_out([fault.system])
    far.step(0.1)
    far.wait()
    assert (on["x"].get() == before).all()
    with with_far(on["x"]) as stepper:           # as if nothing had been asked
        stepper.step(0.1)
print("ok" if torch else "ok, without torch")
