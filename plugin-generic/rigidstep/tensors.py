# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.tensors - the memory of tensors of other packages, without a copy and without those packages.

A tensor says where its memory is by DLPack's one struct (https://dmlc.github.io/dlpack).
"""
from __future__ import annotations

import ctypes as c
from typing import Any, List, Mapping, NamedTuple, Optional, Tuple

CPU = (1, 3)                                     # processor; memory that a GPU reads, too (pinned)
CUDA, ROCM, OTHER = 2, 10, 12                    # of DLPack's kinds of devices
DEVICES = {CUDA: "CUDA", 4: "OpenCL", 8: "Metal", ROCM: "ROCm"}
KINDS = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 5: "complex", 6: "bool"}
TO_CPU = "give tensors on the processor, {name}.cpu(), or all columns on one device, with device='cuda'"

class _Struct(c.Structure):
    _fields_ = [("data", c.c_void_p), ("device", c.c_int32), ("device_id", c.c_int32), ("ndim", c.c_int32),
                ("kind", c.c_uint8), ("bits", c.c_uint8), ("lanes", c.c_uint16),
                ("shape", c.POINTER(c.c_int64)), ("strides", c.POINTER(c.c_int64)), ("offset", c.c_uint64)]

class _Memory:
    """Memory as NumPy takes it; it lasts as long as the capsule does."""
    def __init__(self, capsule: Any, interface: Any):
        self.capsule, self.__array_interface__ = capsule, interface

def _check_type(name: str, dtype: str, wanted: Optional[str]) -> None:
    if dtype not in ((wanted,) if wanted else ("float64", "float32")):
        wanted = wanted or "float64"
        raise TypeError(f"{name} is a tensor of {dtype}; must be of {wanted}: {name}.to(torch.{wanted})")

def _interface(name: str, told: Any, wanted: Optional[str]) -> Any:
    """What NumPy reads of a tensor's struct."""
    dtype = f"{KINDS.get(told.kind, 'kind')}{told.bits}"
    _check_type(name, dtype if told.lanes == 1 else "vectors", wanted)
    size, shape = told.bits // 8, tuple(told.shape[:told.ndim])
    if not told.data and 0 not in shape:
        raise ValueError(f"{name} is a tensor that was freed; give one that has memory")
    strides = tuple(size * step for step in told.strides[:told.ndim]) if told.strides and told.data else None
    return dict(version=3, typestr=f"<{dtype[0]}{size}", shape=shape, strides=strides,
                data=(told.data + told.offset, False) if told.data else bytearray())

def is_tensor(values: Any) -> bool:
    """Is it an array of another kind than memoryview takes?"""
    try:
        memoryview(values)
        return False
    except TypeError:
        hows = "dlpack", "array_interface", "cuda_array_interface"
        return any(hasattr(values, f"__{how}__") for how in hows)

def _refuse_grad(values: Any, name: str) -> None:
    if getattr(values, "requires_grad", False) is True:
        raise TypeError(f"{name} is a tensor that requires grad, which steps would not follow; give "
                        f"{name}.detach(), which has the same memory")

def _struct_of(capsule: Any) -> Any:
    at = c.pythonapi.PyCapsule_GetPointer
    at.restype, at.argtypes = c.c_void_p, [c.py_object, c.c_char_p]
    return _Struct.from_address(at(capsule, b"dltensor"))

def array_of(values: Any, name: str, wanted: Optional[str] = "float64") -> Any:
    """An array over the memory of a tensor; anything else is returned as it is.

    Parameters
    ----------
    values : tensor
        Of torch or any other package with DLPack, on the processor.
    name : str
        What errors call it.
    wanted : str, default 'float64'
        Or int64; None: float64 or float32.
    """
    _refuse_grad(values, name)
    if not is_tensor(values):
        return values
    where = _where(values)
    if where is not None:
        raise TypeError(f"{name} is a tensor on {place_name(*where)}; " + TO_CPU.format(name=name))
    if type(values).__module__.startswith("jax"):
        raise TypeError(f"{name} is an array of JAX, which must not be written; give numpy.array({name})")
    try:
        import numpy as np
    except ImportError:
        raise TypeError(f"{name} is a {type(values).__name__}, which needs NumPy here; install it, or give "
                        "an array.array('d', ..)") from None
    if not hasattr(values, "__dlpack__"):
        return np.asarray(values)
    capsule = values.__dlpack__()
    return np.asarray(_Memory(capsule, _interface(name, _struct_of(capsule), wanted)))

# ---- on a device -----------------------------------------------------------------------------------------
class Placed(NamedTuple):
    """Where a tensor lies on a device, in the words of memoryview."""
    address: int
    shape: Tuple[int, ...]
    strides: Tuple[int, ...]                     # bytes
    nbytes: int
    c_contiguous: bool
    hold: Any                                    # what keeps the memory

    @property
    def ndim(self) -> int:
        return len(self.shape)

def place_name(kind: int, ordinal: Optional[int]) -> str:
    return f"{DEVICES.get(kind, 'other')} device" + (f" {ordinal}" if ordinal is not None else "")

def _where(values: Any) -> Optional[Tuple[int, Optional[int]]]:
    """DLPack's kind and number of the device on which a tensor lies; None: on the processor."""
    if hasattr(values, "__dlpack_device__"):
        kind, ordinal = (int(number) for number in values.__dlpack_device__())
        return None if kind in CPU else (kind, ordinal)
    return (CUDA, None) if hasattr(values, "__cuda_array_interface__") else None

def _told_of(values: Any, name: str, device: Any, wanted: str) -> Tuple[Any, Any]:
    """The interface of a tensor on the device, and what keeps its memory."""
    if hasattr(values, "__dlpack__"):            # which waits for the producer's stream, if that is another
        first = dict([(CUDA, 1), (ROCM, 0)]).get(device.kind)   # DLPack's names of the default stream
        capsule = values.__dlpack__() if first is None else values.__dlpack__(stream=device.stream or first)
        return _interface(name, _struct_of(capsule), wanted), capsule
    told = values.__cuda_array_interface__
    typestr = told["typestr"]
    kind = dict(f="float", i="int", u="uint").get(typestr[1], typestr[1])
    _check_type(name, f"{kind}{8 * int(typestr[2:])}", wanted)
    stream = told.get("stream") or 1
    if stream != (device.stream or 1):
        raise ValueError(f"{name} belongs to the stream {stream}, and {device} to the stream "
                         f"{device.stream or 1}; make the Device with stream={stream}")
    if told.get("mask") is not None or told["data"][1]:
        raise TypeError(f"{name} is {'read-only' if told['data'][1] else 'masked'}; must be writable numbers")
    if not told["data"][0] and 0 not in told["shape"]:
        raise ValueError(f"{name} is a tensor that was freed; give one that has memory")
    return told, values

def placed(values: Any, name: str, device: Any, wanted: str = "float64") -> Placed:
    """Where a tensor is on the device.

    Parameters
    ----------
    values : tensor
        With __dlpack__ or __cuda_array_interface__.
    name : str
        What errors call it.
    device : Device
        On which it must be.
    wanted : str, default 'float64'
        Or int64.
    """
    _refuse_grad(values, name)
    where = _where(values)
    if where is None:
        raise TypeError(f"{name} is a {type(values).__name__} on the processor; must be on {device}, as all "
                        f"columns with device= are: a tensor {name}.to('cuda'), or Device.array({name})")
    if where[0] != device.kind or where[1] not in (None, device.ordinal):
        raise TypeError(f"{name} is a tensor on {place_name(*where)}; must be on {device}, as all columns: "
                        "move the tensor, or give the Stepper the device of the tensors")
    told, hold = _told_of(values, name, device, wanted)
    shape = tuple(told["shape"])
    packed, size = [], 8
    for length in reversed(shape):
        packed.append(size)
        size *= length
    strides = tuple(told.get("strides") or packed[::-1])
    whole = all(length < 2 or one == other for length, one, other in zip(shape, strides, packed[::-1]))
    at = told["data"][0] if isinstance(told["data"], tuple) else 0
    return Placed(at, shape, strides, size, whole, hold)

def arrays_of(columns: Any, device: Any = None) -> Any:
    """columns as a dict, and with arrays in place of tensors; on a device, with their places."""
    if not hasattr(columns, "keys"):
        return columns, columns
    held = dict(columns)
    types = {name: "int64" if name == "tag" else "float64" for name in held}
    if device is None:
        return held, {name: array_of(values, name, types[name]) for name, values in held.items()}
    return held, {name: placed(values, name, device, types[name]) for name, values in held.items()}

class Watched:
    """Where the tensors among the columns lie: steps write there, whatever becomes of a tensor."""
    def __init__(self, columns: Mapping[str, Any]):
        self.at: List[Tuple[str, Any, int]] = [
            (name, values, values.data_ptr()) for name, values in columns.items()
            if hasattr(values, "data_ptr")]

    def check(self) -> None:
        for name, values, at in self.at:
            if values.data_ptr() != at:
                what = "has other memory now" if values.data_ptr() else "was freed"
                raise ValueError(f"columns['{name}'] {what}, and the stepper has its first memory; write "
                                 f"into that, columns['{name}'][:] = .., or make another Stepper")
