# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.columns - the arrays that a program gives, as the library reads and writes them."""
from __future__ import annotations

import collections
import ctypes as c
import math
import operator
from typing import Any, Dict, Mapping, Optional

from .abi import _T, ARGUMENTS, COLUMNS, Column
from .tensors import Placed

RANGES = dict(u=(0, 2**32 - 1), i=(-2**63, 2**63 - 1), U=(0, 2**64 - 1), z=(0, 2**64 - 1))
KNOWN = dict(f="32-bit floats (float32)", e="16-bit floats", g="long doubles", i="32-bit integers",
             l="integers", q="64-bit integers")

def number(call: str, place: int, kind: str, value: Any) -> Any:
    """`value` as a number of this kind.  ctypes would cut what is out of range, and names no argument."""
    names = ARGUMENTS.get(call, ())
    what = names[place] if place < len(names) else "an argument"
    value = getattr(value, "value", value)           # of ctypes, too
    try:
        value = float(value) if kind == "d" and not isinstance(value, str) else operator.index(value)
    except TypeError:
        must = "a number" if kind == "d" else "a whole number"
        raise TypeError(f"{call}: {what} is {value!r}; must be {must}") from None
    least, most = RANGES.get(kind, (value, value))
    if not least <= value <= most and kind in RANGES:
        # (The library itself refuses negative counts.)
        raise OverflowError(f"{call}: {what} is {value}; allowed 0 to {most}")
    return value

def real(name: str, value: Any, above: Optional[float] = None) -> float:
    """`value` as a number that is finite, and above a bound if one is given; what a user called `name`."""
    must = "must be a number" if above is None else f"must be a number above {above:g}"
    try:
        told = float("" if isinstance(value, str) else value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {value!r}; {must}") from None
    if not math.isfinite(told) or (above is not None and told <= above):
        raise ValueError(f"{name} is {value!r}; {must}")
    return told

def whole(name: str, value: Any, least: int) -> int:
    """`value` as a whole number from `least` on; what a user called `name`."""
    if not hasattr(value, "__index__") or value < least:
        raise ValueError(f"{name} is {value!r}; must be a whole number, {least} or more")
    return operator.index(value)

def memory(values: Any, name: str) -> Any:
    """The memory of `values`, which must be doubles that may be written; of a device it stays as it is."""
    if isinstance(values, Placed):
        return values
    try:
        view = memoryview(values)
    except TypeError:
        raise TypeError(f"{name} is {type(values)}; must be an array of doubles, of NumPy (float64) or "
                        "array.array('d', ..)") from None
    if view.format not in ("d", "<d", "@d", "=d"):
        what = KNOWN.get(view.format.lstrip("<@="), "something else")
        raise TypeError(f"{name} has the type code '{view.format}', {what}; must be 'd', 64-bit floats "
                        "(NumPy's float64)")
    if view.readonly:
        raise TypeError(f"{name} is read-only; must be writable")
    return view

def doubles(values: Any, length: Optional[int] = None, name: str = "array",
            bodies: Optional[int] = None) -> Any:
    """A ctypes array over the memory of doubles.

    Parameters
    ----------
    values : array of doubles
        Contiguous; array.array("d"), NumPy's float64 or ctypes.
    length : int, optional
        How many doubles it must have.
    name : str, default 'array'
        What errors call it.
    bodies : int, optional
        What the first index must count.
    """
    view = memory(values, name)
    if length is not None and view.nbytes != 8 * length:
        raise ValueError(f"{name} holds {view.nbytes // 8} doubles; {length} are needed")
    if bodies is not None and view.ndim > 1 and (view.shape or (0,))[0] != bodies:
        raise ValueError(f"{name} has the shape {view.shape}; must begin with {bodies}")
    if isinstance(values, c.Array):
        return values
    if not view.c_contiguous:
        raise ValueError(f"{name} is strided; must be contiguous here")
    return (c.c_double * (view.nbytes // 8)).from_buffer(values)

def column(values: Any, n: int, width: int, name: str) -> Any:
    """Where the library finds the doubles of each body: an rgs_column.

    Parameters
    ----------
    values : array of doubles
        Body after body, or a NumPy view of any strides whose first index counts bodies.
    n, width : int
        Number of bodies, and of doubles for each.
    name : str
        What errors call it.
    """
    view, there = memory(values, name), isinstance(values, Placed)
    whole = view.c_contiguous and not there
    if whole and view.ndim == 1:
        return Column(c.cast(doubles(values, n * width, name), _T["D"]), width, 1)
    shape = (n, width) if view.ndim == 2 else (n,)
    if view.shape != shape or (view.ndim == 1 and width != 1):
        raise ValueError(f"{name} has the shape {view.shape}; must be {(n, width) if width > 1 else (n,)}")
    if whole:
        return Column(c.cast(doubles(values, n * width, name), _T["D"]), width, 1)
    if not there and not hasattr(values, "__array_interface__"):
        raise TypeError(f"{name} is a strided {type(values).__name__}, which does not tell where it "
                        f"begins; give "
                        f"numpy.asarray({name}), or one that is contiguous")
    strides = view.strides or ()
    if any(stride % 8 for stride in strides):
        raise ValueError(f"{name} has strides of {strides} bytes; must be whole doubles")
    at = view.address if there else values.__array_interface__["data"][0]
    data = c.cast(c.c_void_p(at), _T["D"])
    return Column(data, *[stride // 8 for stride in (*strides, 8)[:2]])

class Kept:
    """What the first 64 KiB of a column held, to see whether somebody wrote to it: little time, and little memory."""
    def __init__(self, values: Any):
        view = memoryview(values)
        self._view = view[:max(1, 65536 * len(view) // max(view.nbytes, 1))]
        self.keep()

    def keep(self) -> None:
        self._then = self._view.tobytes()

    def same(self) -> bool:
        return self._view.tobytes() == self._then

    def first(self) -> int:
        """The first byte that was written."""
        return next(i for i, (one, other) in enumerate(zip(self._then, self._view.tobytes())) if one != other)

def integers(values: Any, length: int, name: str) -> Any:
    """A ctypes array over the memory of 64-bit integers.

    Parameters
    ----------
    values : array of int
        Contiguous; array.array("q") or NumPy's int64.
    length : int
        How many it must have.
    name : str
        What errors call it.
    """
    there = isinstance(values, Placed)               # whose type is known
    try:
        view = values if there else memoryview(values)
    except TypeError:
        raise TypeError(f"{name} is {type(values)}; must be an array of 64-bit integers") from None
    if not there and (view.itemsize != 8 or view.format.lstrip("<@=") not in ("q", "l")):
        raise TypeError(f"{name} has the type code '{view.format}'; must be 'q'")
    if view.shape != (length,) or not view.c_contiguous:
        raise ValueError(f"{name} must hold {length} integers, one after the other in memory")
    if isinstance(values, Placed):
        return c.c_void_p(values.address)
    return (c.c_int64 * length).from_buffer(values)

def count(columns: Optional[Mapping[str, Any]]) -> int:
    """The number of bodies, as most of the columns have it.  Complains of what is missing, of names
    that are not known, and of the column whose length differs."""
    must = [*COLUMNS][:8]
    if columns is not None and not hasattr(columns, "keys"):
        raise TypeError(f"columns is a {type(columns).__name__}; must be a dict of arrays, such as the columns of a Bodies")
    missing = [name for name in must if name not in (columns or {})]
    if missing or columns is None:
        raise ValueError(f"columns has no {', '.join(missing)}; give {', '.join(must)}, "
                         "each an array of doubles")
    for name in columns:
        if not COLUMNS.get(name) and name != "tag":
            raise ValueError(f"no column is called '{name}'; known: {', '.join(filter(COLUMNS.get, COLUMNS))}, tag")
    for one, other in (("gf", "gtau"), ("gtau", "gf")):
        if one in columns and other not in columns:
            raise ValueError(f"columns has {one} but no {other}; give both, or neither")
    held: Dict[str, int] = {name: memory(columns[name], name).nbytes // 8 for name in must}
    votes = collections.Counter(-(-held[name] // COLUMNS[name]) for name in must)
    n = votes.most_common(1)[0][0]
    for name in must:
        if held[name] != n * COLUMNS[name]:
            view = memory(columns[name], name)
            shape = f" in the shape {view.shape}" if view.ndim > 1 else ""
            raise ValueError(f"{name} holds {held[name]} doubles{shape}; {n * COLUMNS[name]} are needed for "
                             f"{n} bodies, which the other columns have")
    return n
