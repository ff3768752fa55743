# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.host - the functions of a program that the library calls while a Stepper steps."""
from __future__ import annotations

import ctypes as c
import inspect
import itertools
import warnings
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from .abi import COLUMNS, EVAL_ENERGY, EVAL_REDUCTION, EVAL_SLOW, EVAL_VIRIAL
from .cells import Vectors, rows
from .columns import Kept
from .tensors import Watched

Force = Union[Callable[[float], Optional[float]],
              Callable[[float, Vectors], Tuple[Optional[float], Iterable[Iterable[float]]]]]
Sums = Callable[[Any], None]

MARK = 2.0**-1070                                 # no torque, and lost where one is added to it

def flat(view: memoryview) -> Any:
    """The numbers of the first thousand rows: a list of all would take more memory than the columns."""
    return (value for row in view[:1000].tolist() for value in (row if isinstance(row, list) else (row,)))

def put_back(view: Any, kept: bytes) -> None:
    """Doubles that view.tobytes() has told."""
    if view.c_contiguous:
        view.cast("B")[:] = kept
        return
    numbers = memoryview(kept).cast("d")
    for i, at in enumerate(itertools.product(*map(range, view.shape))):
        view[at] = numbers[i]

def _energy_of(told: Any) -> Any:
    """Of what a function of time and cell returned: with the barostat mc a virial beside the energy is not used."""
    return told[0] if isinstance(told, tuple) else told

class Caller:
    """force, slow and sums, the columns that they write, and the exception that one of them raised."""
    def __init__(self, force: Optional[Force], slow: Optional[Force], sums: Optional[Sums], given: Mapping[str, Any],
                 columns: Mapping[str, Any], bound: Mapping[str, Any]):
        for name, function in dict(force=force, slow=slow).items():
            if not callable(function) and (name == "force" or function is not None):
                raise TypeError(f"{name} is {function!r}; must be a function that writes f and tau")
        self.force: Any = force
        self.slow: Any = slow
        self._of_columns = getattr(force, "of_columns", None)        # as rigidstep.torch.forces has it
        self.sums, self.barostat = sums, False
        self.virial = True                           # with a barostat: is it asked?
        self.apart = False                           # trials: slow is called for its energy alone,
        self.energy: Optional[Callable[[float], Optional[float]]] = None     # or this is
        self.raised: Optional[BaseException] = None
        self._wrote_torques = False                  # or a warning has said that it did not
        self.watch(given, columns, bound)

    def watch(self, given: Mapping[str, Any], columns: Mapping[str, Any], bound: Mapping[str, Any]) -> None:
        """What the library reads and writes from now on; bound: with arrays in place of tensors."""
        self._given = given
        self._bound = bound
        if self._of_columns:
            self.force = self._of_columns(columns)
        self._constant: Dict[str, Kept] = {}         # masses and moments of the first step
        self.settled = False                         # a step has ended, and no other call came since
        # A mapping that makes its arrays when it is asked cannot be watched.
        self._watched: List[Tuple[str, Any]] = [(name, values) for name, values in columns.items()
                                                if given.get(name) is values]
        self._tensors = Watched(columns)

    def expect(self, barostat: bool) -> None:
        """force, and slow, must be a function that can be called as a method with a barostat, or without one, calls it."""
        for name, function in (("force", self.force), ("slow", self.slow)):
            try:
                if function is not None:
                    inspect.signature(function).bind(*(0.0, rows(9 * [1.0]))[:1 + barostat])
            except TypeError as error:
                raise TypeError(f"{name}{inspect.signature(function)}: {error}; "
                                + (f"with a barostat it must be {name}(time, cell), which sets its cell to the three vectors, "
                                   "and returns the potential energy and, but for mc, the molecular virial" if barostat else
                                   f"without a barostat it must be {name}(time), which returns the potential energy or "
                                   "None")) from None
            except ValueError:                       # some functions of C have no signature
                pass

    def check_columns(self) -> None:
        """`columns["f"] = ...` puts another array into the dict; the library still reads the first."""
        if self._tensors.at:
            self._tensors.check()
        for name, values in self._watched:
            if self._given.get(name) is not values:
                raise ValueError(f"columns['{name}'] is another array than the stepper was given; write into "
                                 f"that one: columns['{name}'][:] = ...")

    def check_bodies(self) -> bool:
        """Refuses masses and moments that were written since the first step, and returns whether orientations were written
        since the last one.  Of many bodies the first 64 KiB of a column are looked at."""
        for name, kept in self._constant.items():
            if not kept.same():
                body = kept.first() // (8 * COLUMNS[name])
                raise ValueError(f"columns['{name}'] of body {body} was written since the first step, but masses and "
                                 "moments of a Stepper stay; make another Stepper for other ones")
        return self.settled and not self._orientations.same()

    def note_bodies(self) -> None:
        if not self._constant:
            self._constant = {name: Kept(self._bound[name]) for name in ("mass", "inertia")}
            self._orientations = Kept(self._bound["q"])
        self._orientations.keep()
        self.settled = True

    def _first(self, time: float) -> Any:
        """force(time), with a mark in the torque of a body that can turn: a warning says if only forces are written."""
        self._wrote_torques = True
        views: Any = [memoryview(self._bound[name]) for name in ("inertia", "tau", "f")]
        inertia, tau, f = views
        if {"d"} != {view.format for view in (inertia, tau, f)}:
            return self.force(time)
        turns = next((i for i, moment in enumerate(flat(inertia)) if moment > 0), -1) // 3
        at = (turns, 0) if tau.ndim > 1 else 3 * turns
        if turns < 0 or tau[at] != 0:
            return self.force(time)
        tau[at] = MARK
        try:
            energy = self.force(time)
            if tau[at] == MARK and any(flat(f)):
                warnings.warn("force wrote columns['f'], but not columns['tau'], so no torque acts on bodies; if this is "
                              "meant, write 0 there")
        finally:
            tau[at] = 0.0 if tau[at] == MARK else tau[at]
        return energy

    def note(self, raised: BaseException) -> None:
        self.raised = raised

    def taken(self) -> Optional[BaseException]:
        """What was raised since the last time, if anything."""
        raised, self.raised = self.raised, None
        return raised

    def answer(self, _self: Any, request: Any, _view: Any) -> int:
        """rgs_host.eval: answers a request of the library; 0, or 1 if something was raised."""
        try:
            asked = request[0]
            if asked.what == EVAL_REDUCTION:
                assert self.sums is not None
                self.sums((c.c_double * asked.n_sum).from_address(c.addressof(asked.sum.contents)))
                return 0
            cell = [rows(asked.cell)][:self.barostat]
            if self.slow is not None and self.apart and asked.what == EVAL_ENERGY:
                if self.energy is None:
                    self._energy_alone(asked, *cell)
                else:
                    self._write_energy(asked, self.energy(asked.time))
            elif self.slow is not None and not asked.what & EVAL_SLOW:
                self.force(asked.time, *cell)        # energy and virial come with slow
            elif self.barostat:
                self._write_energy(asked, self._write_virial(asked))
            elif self.slow is not None:
                self._write_energy(asked, self.slow(asked.time))
            else:
                self._write_energy(asked, self.force(asked.time) if self._wrote_torques else self._first(asked.time))
            self.check_columns()
            return 0
        except BaseException as raised:              # must not unwind into C
            self.raised = raised
            return 1

    def _energy_alone(self, asked: Any, *cell: Any) -> None:
        """What slow writes into f and tau is not used: the forces of force stay."""
        views = [memoryview(self._bound[name]) for name in ("f", "tau")]
        kept = [view.tobytes() for view in views]
        try:
            self._write_energy(asked, _energy_of(self.slow(asked.time, *cell)))
        finally:
            for view, numbers in zip(views, kept):
                put_back(view, numbers)

    def _write_virial(self, asked: Any) -> Any:
        name = "force" if self.slow is None else "slow"
        told = getattr(self, name)(asked.time, rows(asked.cell))
        if not asked.what & EVAL_VIRIAL:
            return _energy_of(told)
        try:
            energy, virial = told
            asked.virial[:] = [number for row in virial for number in row]
        except (TypeError, ValueError):
            raise TypeError(f"{name} returned {told!r}; with a barostat it must return the potential energy and the molecular "
                            "virial, three rows of three numbers") from None
        return energy

    def _write_energy(self, asked: Any, energy: Any) -> None:
        name = "force" if self.slow is None else "slow"
        if energy is None and asked.what & EVAL_ENERGY:
            raise TypeError(f"{name} returned None; must return the potential energy, because check_forces, a "
                            "trial, or the conserved or refined energy of this method needs it")
        try:
            asked.energy = 0.0 if energy is None else energy
        except TypeError:
            raise TypeError(f"{name} returned {energy!r}; must be the potential energy, a number, or None") \
                from None

class DeviceCaller(Caller):
    """Of bodies on a device, whose columns nobody reads here."""
    def _first(self, time: float) -> Any:
        self._wrote_torques = True
        return self.force(time)

    def _energy_alone(self, asked: Any, *cell: Any) -> None:
        self._write_energy(asked, _energy_of(self.slow(asked.time, *cell)))
        self.force(asked.time, *cell)                # slow has written f and tau

    def check_bodies(self) -> bool:
        return False

    def note_bodies(self) -> None:
        self.settled = True
