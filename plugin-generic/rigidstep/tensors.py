# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.tensors - the memory of tensors of other packages, without a copy and without those packages.

A tensor says where its memory is by DLPack's one struct (https://dmlc.github.io/dlpack).
"""
from __future__ import annotations

import ctypes as c
from typing import Any, List, Mapping, Optional, Tuple

CPU = (1, 3)                                     # processor; memory that a GPU reads, too (pinned)
DEVICES = {2: "a CUDA device", 4: "an OpenCL device", 8: "a Metal device", 10: "a ROCm device"}
KINDS = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 5: "complex", 6: "bool"}
NO_DEVICE = "a Stepper on a device is not there yet; give tensors on the processor: {name}.cpu()"

class _Struct(c.Structure):
    _fields_ = [("data", c.c_void_p), ("device", c.c_int32), ("device_id", c.c_int32), ("ndim", c.c_int32),
                ("kind", c.c_uint8), ("bits", c.c_uint8), ("lanes", c.c_uint16),
                ("shape", c.POINTER(c.c_int64)), ("strides", c.POINTER(c.c_int64)), ("offset", c.c_uint64)]

class _Memory:
    """Memory as NumPy takes it; it lasts as long as the capsule does."""
    def __init__(self, capsule: Any, interface: Any):
        self.capsule, self.__array_interface__ = capsule, interface

def _interface(name: str, told: Any, wanted: Optional[str]) -> Any:
    """What NumPy reads of a tensor's struct."""
    dtype = f"{KINDS.get(told.kind, 'kind')}{told.bits}"
    if dtype not in ((wanted,) if wanted else ("float64", "float32")) or told.lanes != 1:
        wanted = wanted or "float64"
        raise TypeError(f"{name} is a tensor of {dtype}; must be of {wanted}: {name}.to(torch.{wanted})")
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
    if getattr(values, "requires_grad", False) is True:
        raise TypeError(f"{name} is a tensor that requires grad, which steps would not follow; give "
                        f"{name}.detach(), which has the same memory")
    if not is_tensor(values):
        return values
    device = values.__dlpack_device__()[0] if hasattr(values, "__dlpack_device__") else \
        2 if hasattr(values, "__cuda_array_interface__") else 1
    if device not in CPU:
        what = DEVICES.get(device, f"device {device}")
        raise TypeError(f"{name} is a tensor on {what}; " + NO_DEVICE.format(name=name))
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
    at = c.pythonapi.PyCapsule_GetPointer
    at.restype, at.argtypes = c.c_void_p, [c.py_object, c.c_char_p]
    told = _Struct.from_address(at(capsule, b"dltensor"))
    return np.asarray(_Memory(capsule, _interface(name, told, wanted)))

def arrays_of(columns: Any) -> Any:
    """columns as a dict, and with arrays in place of tensors."""
    if not hasattr(columns, "keys"):
        return columns, columns
    held = dict(columns)
    return held, {name: array_of(values, name, "int64" if name == "tag" else "float64")
                  for name, values in held.items()}

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
