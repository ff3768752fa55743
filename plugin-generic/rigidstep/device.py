# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.device - columns on a device, such as a GPU.  A draft: rigidstep/draft_device.h."""
from __future__ import annotations

import ctypes as c
import weakref
from typing import Any, Optional, Tuple, Union

from .abi import E_ABI, FROM_DEVICE, TO_DEVICE, DeviceSpec
from .library import Library, Refused
from .tensors import CUDA, OTHER, ROCM, place_name

TYPES = dict(float64="<f8", int64="<i8")

def _close(library: Library, context: Any, device: Any) -> None:
    library.device_close(device)
    library.context_destroy(context)

class Device:
    """A device on which the columns of Steppers lie: Stepper(.., device=Device("cuda")), or device="cuda".

    No GPU has run it: it is compiled, and tested on an emulated device.

    Parameters
    ----------
    name : str, default 'cuda'
        cuda or hip, cuda:1 for the device with ordinal 1, or the path of a device's file.
    ordinal : int, default 0
        Number of the device.
    stream : int, optional
        Address of the queue in which your kernels run: torch.cuda.current_stream().cuda_stream; None: the
        default stream.
    check_every : int, default 64
        After so many steps the stepper waits and looks for faults.
    library : Library, optional
        None: the default one.
    """
    def __init__(self, name: str = "cuda", ordinal: int = 0, stream: Optional[int] = None,
                 check_every: int = 64, library: Optional[Library] = None):
        if not isinstance(name, str):
            raise TypeError(f"name is {name!r}; must be the name of a device, such as 'cuda'")
        base, _, number = name.rpartition(":") if name.rpartition(":")[2].isdecimal() else (name, "", "")
        if number and ordinal:
            raise ValueError(f"name is {name!r}, and ordinal is {ordinal!r}; give the ordinal in one of them")
        ordinal = int(number or 0) or ordinal
        for what, value in (("ordinal", ordinal), ("check_every", check_every), ("stream", stream or 0)):
            most = 2**(64 if what == "stream" else 32) - 1
            if not hasattr(value, "__index__") or not 0 <= value <= most:
                raise ValueError(f"{what} is {value!r}; must be a whole number, 0 to {most}")
        self.name, self.ordinal, self.stream = base, int(ordinal), stream
        file = base.rpartition("/")[2].replace("rigidstep_device_", "").replace(".so", "")
        self.kind = dict(cuda=CUDA, hip=ROCM).get(file, OTHER)
        self.library = library = library or Library()
        if not hasattr(library, "device_open"):
            raise Refused("device_open", E_ABI, -1, f"{library.path} does not have devices; use a later one")
        self._context, self._device = c.c_void_p(), c.c_void_p()
        library.open_context(self._context)
        self._close = weakref.finalize(self, _close, library, self._context, self._device)
        self._close.atexit = False               # a Stepper may still be there
        spec = DeviceSpec(ordinal=self.ordinal, check_every=check_every, stream=stream or None)
        library.device_open(self._context, base, c.byref(spec), c.byref(self._device))

    def __repr__(self) -> str:
        return f"<Device {self.name}:{self.ordinal}>"

    def __str__(self) -> str:
        return f"device '{self.name}:{self.ordinal}'"

    def zeros(self, shape: Union[int, Tuple[int, ...]], dtype: str = "float64") -> DeviceArray:
        """Memory on the device, for programs without another package for it.

        Parameters
        ----------
        shape : int or tuple of int
            Of the array.
        dtype : str, default 'float64'
            Or int64.
        """
        return DeviceArray(self, shape, dtype)

    def array(self, values: Any) -> DeviceArray:
        """A copy of values on the device; needs NumPy.

        Parameters
        ----------
        values : array_like
            Doubles, or 64-bit integers.
        """
        import numpy as np
        given = np.asarray(values)
        dtype = "int64" if given.dtype.kind == "i" else "float64"
        made = DeviceArray(self, given.shape, dtype)
        made.set(given)
        return made

def _release(device: Device, address: int) -> None:
    device.library.device_release(device._device, address)

class DeviceArray:
    """An array on a device: Device.zeros and Device.array make them.

    Parameters
    ----------
    device : Device
        Where it lies.
    shape : int or tuple of int
        Body after body.
    dtype : str, default 'float64'
        Or int64.
    """
    def __init__(self, device: Device, shape: Union[int, Tuple[int, ...]], dtype: str = "float64"):
        if dtype not in TYPES:
            raise ValueError(f"dtype is {dtype!r}; must be {' or '.join(map(repr, TYPES))}")
        self.device, self.dtype = device, dtype
        self.shape: Tuple[int, ...] = (int(shape),) if hasattr(shape, "__index__") else tuple(shape)
        self._size = 8
        for length in self.shape:
            self._size *= length
        self.address = device.library.device_allocate(device._device, self._size)
        if not self.address:
            raise MemoryError(f"{device} has no memory for {self._size} bytes")
        weakref.finalize(self, _release, device, self.address).atexit = False

    @property
    def __cuda_array_interface__(self) -> Any:
        return dict(version=3, shape=self.shape, typestr=TYPES[self.dtype], data=(self.address, False),
                    strides=None, stream=self.device.stream)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return self.device.kind, self.device.ordinal

    def __repr__(self) -> str:
        return f"<DeviceArray {self.shape} of {self.dtype} on {place_name(*self.__dlpack_device__())}>"

    def _copy(self, to: int, origin: int, way: int) -> None:
        if self._size:
            self.device.library.device_copy(self.device._device, to, origin, self._size, way)

    def set(self, values: Any) -> None:
        """Copies values of this shape to the device, in the order of its queue.

        Parameters
        ----------
        values : array_like
            Numbers.
        """
        import numpy as np
        given = np.asarray(values, self.dtype, order="C")
        if given.shape != self.shape:
            raise ValueError(f"values has the shape {given.shape}; must be {self.shape}")
        self._copy(self.address, given.ctypes.data, TO_DEVICE)

    def get(self) -> Any:
        """Waits for the device, and returns a copy of the numbers for NumPy."""
        import numpy as np
        here = np.empty(self.shape, self.dtype)
        self._copy(here.ctypes.data, self.address, FROM_DEVICE)
        return here

def device_of(device: Any, library: Optional[Library]) -> Optional[Device]:
    """The argument `device` of a Stepper or a Batch, opened if it is a name."""
    if isinstance(device, str):
        return Device(device, library=library)
    if device is not None and not isinstance(device, Device):
        raise TypeError(f"device is {device!r}; must be the name of a device, such as 'cuda', or a Device")
    if device is not None and library not in (None, device.library):
        raise ValueError(f"library is {library!r}, and {device} has another one; leave library out")
    return device

class OnDevice:
    """What a Stepper on a device has."""
    def wait(self: Any) -> None:
        """Waits until the device has done all steps; raises the fault of one of them, if there was one.
        Without a device nothing happens."""
        if self.device is not None:
            self._do_alone("device_wait")
