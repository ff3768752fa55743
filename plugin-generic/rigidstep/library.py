# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.library - opens the library, and makes its C calls functions of Python."""
from __future__ import annotations

import ctypes as c
import os
import re
import warnings
from typing import Any, Callable, FrozenSet, List, NamedTuple, Optional, Union

from .abi import (_T, ABI_MAJOR, ABI_MINOR, ARRAYS, CALLS, CLAIMS, DRAFT, DRAFTS, E_ABI, EXACT, KINDS, LOG_FUNCTION, NEEDS,
                  ContextSpec, Error, Head, ParamInfo)
from .columns import doubles, number

Path = Union[str, "os.PathLike[str]"]
LARGE = 1e150                                    # of limits: there is none

# What errors call the library's calls and fields, and what Python calls them.
IN_PYTHON = [(r"call rgs_stepper_unprocess\b", "leave Stepper.shown"), (r"\b(rgs_)?stepper_(un)?process\b", "Stepper.shown"),
             (r"\b(rgs_)?(stepper_create|method_create|bodies_bind)\b", "Stepper"),
             (r"\b(rgs_)?stepper_run\b", "Stepper.step"), (r"\b(rgs_)?stepper_\B", "Stepper."), (r"\brgs_host\.ranks\b", "ranks"),
             (r"\bview\.n_ghosts\b", "ghosts"), (r"^check_forces", "Stepper.check_forces"),
             (r"\bview\.(x|p|q|l|mass|inertia|f|tau|gf|gtau|thermostatted)\b", r"columns['\1']"),
             (r"\bhost\.ranks\b", "ranks"), (r"\bspec\.wants\b", "params"),
             (r"\bspec\.placement \('ends'\)", "'ends'"), (r"\b(rgs_)?method_output_(at|count)\b", "Stepper.outputs"),
             (r"^bodies_energy\b", "Stepper.energy"), (r"^sites_\w+", "Bodies"), (r"\brgs_about_at\b", "Library.methods")]

def _warn(_self: Any, text: bytes) -> None:
    warnings.warn(text.decode(errors="replace"), RuntimeWarning, stacklevel=2)

_LOG: Any = LOG_FUNCTION(_warn)

class Refused(Exception):
    """A call that the library refused.

    Parameters
    ----------
    call : str
        Its name.
    status : int
        E_*, below 0.
    body : int
        Index of the body at fault, or -1.
    text : str
        The library's words.
    """
    def __init__(self, call: str, status: int, body: int, text: str):
        where = f" (body {body})" if body >= 0 and not text.startswith(("body ", "system ")) else ""
        told = f"{call}: {text}{where}"
        for name, python in IN_PYTHON:
            told = re.sub(name, python, told)
        super().__init__(told)
        self.status, self.body, self.text = status, body, text

class Parameter(NamedTuple):
    """A parameter of a method; print shows a row.

    Parameters
    ----------
    key, unit, doc : str
        What it is called, its unit ("" for none), and one sentence.
    type : type
        float, int or bool.
    min, max, default : float
        The range, and the value if none is given.
    required : bool
        There is no default.
    ramps : bool
        Stepper.set_param may change it.
    above_min : bool
        min itself is refused.
    """
    key: str
    unit: str
    doc: str
    type: type
    min: float
    max: float
    default: float
    required: bool
    ramps: bool
    above_min: bool

    def __str__(self) -> str:
        """A row of a method's table."""
        least, most, default = [f"{value:.15g}" for value in (self.min, self.max, self.default)]
        allowed = "any" if self.min <= -LARGE else f"above {least}" if self.above_min else f"{least} and more"
        if self.max < LARGE:
            allowed = f"above {least} to {most}" if self.above_min else f"{least} to {most}"
        given = "required" if self.required else f"default {default}"
        return f"  {self.key:20}{self.unit or '1':15}{allowed}, {given}{', ramps' if self.ramps else ''}.  {self.doc}"

class Method(NamedTuple):
    """A method of the library; print shows its parameters.

    Parameters
    ----------
    kind : str
        rotor, scheme, integrator, thermostat or barostat.
    name : str
        As Stepper takes it.
    order : int
        EXACT: no time-step error.
    claims, needs : frozenset of str
        What it keeps, and what it asks the host for.
    params : list of Parameter
        In the order of its table.
    doc, cite : str
        A sentence, and where it is described.

    Examples
    --------
    >>> csvr, = [method for method in Library().methods() if method.name == "csvr"]
    >>> csvr
    <thermostat csvr: kt, relaxation, seed, together, momentum>
    >>> print(csvr.params[0])
      kt                  energy         above 0, required, ramps.  Boltzmann's constant times the temperature.
    """
    kind: str
    name: str
    order: int
    claims: FrozenSet[str]
    needs: FrozenSet[str]
    params: List[Parameter]
    doc: str
    cite: str

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name}: {', '.join(param.key for param in self.params) or 'no parameters'}>"

    def __str__(self) -> str:
        order = "" if self.order == EXACT else f", order {self.order}"
        return "\n".join([f"{self.kind} {self.name}{order}: {self.doc}", *map(str, self.params)])

class Output(NamedTuple):
    """What Stepper.output(key) computes.

    Parameters
    ----------
    key, unit, doc : str
        What it is called, its unit, and one sentence.
    components : int
        How many numbers.
    per_body : bool
        So many for each body.
    """
    key: str
    unit: str
    doc: str
    components: int
    per_body: bool

def _text(text: bytes) -> str:
    """What a module says of itself, which may be no UTF-8."""
    return text.decode(errors="backslashreplace")

def _method(kind: int, about: Any) -> Method:
    size = about.param_info_size
    infos = [ParamInfo.from_address(about.params + i * size) for i in range(about.n_params)]
    params = [Parameter(i.key.decode(), _text(i.unit), _text(i.doc),
                        (float, int, bool)[i.type - 1], i.min, i.max, i.dflt,
                        *[bool(i.flags >> bit & 1) for bit in range(3)]) for i in infos]
    words = [frozenset(name for bit, name in enumerate(names) if bits >> bit & 1)
             for bits, names in ((about.claims, CLAIMS), (about.needs, NEEDS))]
    return Method(KINDS[kind], about.name.decode(), about.order, words[0], words[1], params,
                  _text(about.doc), _text(about.cite))

def _default_path() -> str:
    """Where RIGIDSTEP_MODULE says, in the package or beside it, built in the checkout, or installed."""
    here = os.path.dirname(os.path.abspath(__file__))
    places = [os.path.join(here, place, "rigidstep_generic.so") for place in ("", "..", "../../build/lib")]
    found = [place for place in places if os.path.exists(place)]
    return os.environ.get("RIGIDSTEP_MODULE") or (found + ["librigidstep.so.2"])[0]

class Library:
    """The calls of rigidstep.h without their prefix, and without the last argument of a call that can be refused
    (rgs_error).  Texts are str, handles are c_void_p.  Drafts, which
    may change, are among them: free_flow_jacobian(n, h, inertia, l, q, jacobian).

    Parameters
    ----------
    path : path-like, optional
        Of rigidstep_generic.so or librigidstep.so; None: what the environment variable RIGIDSTEP_MODULE says,
        else the library of the package, or the installed one.

    Examples
    --------
    >>> from array import array
    >>> q = array("d", [1, 0, 0, 0])
    >>> inertia, l = array("d", [1, 2, 2.5]), array("d", [0, 0, 2.5])
    >>> Library().free_flow("exact", 1, 3.141592653589793, inertia, l, q)      # half a turn about axis 3
    0
    >>> [abs(round(value, 12)) for value in q]
    [0.0, 0.0, 0.0, 1.0]
    """
    def __init__(self, path: Optional[Path] = None):
        self.path: str = os.fspath(path or _default_path())
        try:
            self._file = c.CDLL(self.path, mode=getattr(c, "DEFAULT_MODE", 0))
        except OSError as error:
            raise OSError(f"{error}; give Library the path of rigidstep_generic.so") from None
        head = None
        for major in (ABI_MAJOR, *range(10)):    # one of another major has another symbol, with a head as well
            try:
                head = head or Head.in_dll(self._file, f"rgs_generic_v{major}")
            except ValueError:
                pass
        abi = head.abi if head else self._file.rgs_abi()
        if abi >> 16 != ABI_MAJOR:
            raise Refused(self.path, E_ABI, -1, f"made for ABI {abi >> 16}.{abi & 0xffff}; this package was made for "
                          f"ABI {ABI_MAJOR}.{ABI_MINOR}")
        for slot, (name, kinds) in enumerate(word.split(":") for word in CALLS.split()):
            prototype = c.CFUNCTYPE(*[_T[kind] for kind in kinds])
            if head is None:
                function = prototype(("rgs_" + name, self._file))
            else:
                at = c.sizeof(Head) + slot * c.sizeof(c.c_void_p)
                if head.size < at + c.sizeof(c.c_void_p):
                    break                        # an older module: the attribute is not there
                function = prototype(c.c_size_t.from_address(c.addressof(head) + at).value)
            setattr(self, name, self._wrap(name, function, kinds[0], kinds[1:]))

    def __getattr__(self, call: str) -> Callable[..., Any]:
        """A draft (rigidstep/draft.h), which is looked for when it is called first."""
        if call not in DRAFTS:
            raise AttributeError(f"a {type(self).__name__} has no attribute {call!r}")
        function = c.CFUNCTYPE(*[_T[kind] for kind in DRAFTS[call]])(("rgs_draft_" + call, self._file))
        setattr(self, call, self._wrap(call, function, DRAFTS[call][0], DRAFTS[call][1:]))
        return vars(self)[call]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"Library({self.path!r})"

    @staticmethod
    def _argument(call: str, place: int, kind: str, value: Any) -> Any:
        if kind in "uiUzd":
            return number(call, place, kind, value)
        if isinstance(value, str):
            return value.encode(errors="surrogateescape")
        if kind == "D" and value is not None and not hasattr(value, "_obj"):
            return doubles(value)
        return value

    def _wrap(self, name: str, function: Any, result: str, kinds: str) -> Callable[..., Any]:
        n_at, first, widths = ARRAYS.get(name, (0, 0, {}))

        def call(*given: Any) -> Any:
            for (what, width), values in zip(widths.items(), given[first:]):
                if values is not None:
                    have, need = len(doubles(values, None, what, given[n_at])), given[n_at] * width
                    if have < need:
                        raise ValueError(f"{what} holds {have} doubles; {need} are needed")
            given = tuple([self._argument(name, i, *pair) for i, pair in enumerate(zip(kinds, given))])
            if result != "s":
                return function(*given)
            error = Error(body=-1)
            status = function(*given, c.byref(error))
            if status < 0:
                raise Refused(name, status, error.body, error.text.decode(errors="replace"))    # it may be cut
            return status
        call.__name__, call.__doc__ = name, f"rgs_{name} of rigidstep.h"
        return call

    def open_context(self, context: Any) -> None:
        """Creates a context, whose remarks become warnings.

        Parameters
        ----------
        context : c_void_p
            Gets the handle.
        """
        self.context_create(c.byref(ContextSpec(log=_LOG)), c.byref(context))

    def methods(self, *modules: Path, drafts: bool = False) -> List[Method]:
        """All methods that a context knows.

        Parameters
        ----------
        *modules : path-like
            Files of modules, whose methods are listed too.
        drafts : bool, default False
            Also those that may change with any version.

        Returns
        -------
        list of Method
            By kind, in the order in which they were added.

        Examples
        --------
        >>> [method.name for method in Library().methods() if method.kind == "thermostat"]
        ['langevin', 'csvr', 'nhc', 'drag']
        """
        context = c.c_void_p()
        self.open_context(context)
        try:
            if drafts:
                self.allow(context, DRAFT)
            for path in modules:
                self.module_load(context, os.fspath(path))
            return [_method(kind, self.about_at(context, kind, i)[0]) for kind in KINDS
                    for i in range(self.about_count(context, kind))]
        finally:
            self.context_destroy(context)
