# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.systems - the Stepper of many systems, and numbers of each."""
from __future__ import annotations

import contextlib
import ctypes as c
from typing import Any, Dict, Iterator, List, Sequence, Tuple, Union

import numpy as np

from ..abi import _T, DraftBatch
from ..bodies import Bodies
from ..columns import count, integers
from ..stepper import Stepper
from ..tensors import arrays_of

Numbers = Union[float, Sequence[float]]

class Systems(Stepper):
    """A Stepper of many systems, whose bodies may be others between steps."""
    def _use(self, *names: Any) -> None:
        super()._use(*names)
        self._caller.barostat = False            # cells and virials lie in arrays of all systems

    def refuse_running(self, call: str) -> None:
        """What a call writes before the library could refuse it would change the step that runs."""
        with self._alone(call):
            pass

    def bind(self, columns: Dict[str, Any], system: Any, cells: Any = None, virials: Any = None,
             energies: Any = None) -> None:
        self.wait()                              # the device still works with what was bound before
        self.columns, self._arrays = arrays_of(columns, self.device)
        self._n = self._view.n = count(self._arrays)
        for name in columns:
            self._set_column(name)
        self._caller.watch(columns, self.columns, self._arrays)
        self._do_alone("bodies_reserve", self._n, handle=self._bodies)
        self._do_alone("bodies_bind", c.byref(self._view), handle=self._bodies)
        cell, virial, energy = (None if one is None else one.ctypes.data for one in (cells, virials, energies))
        batch = DraftBatch(n=self._n, system=c.cast(integers(system, self._n, "system"), _T["I"]), cell=cell,
                           virial=virial, energy=energy)
        self._do_alone("batch_set", c.byref(batch))

@contextlib.contextmanager
def or_as_before(batch: Any) -> Iterator[Tuple[Dict[str, Any], Any]]:
    """Systems come or go meanwhile; if that fails, all is as before.  Gives states and sizes of before."""
    before = batch._own, batch._next, batch.names, batch._cells
    state, sizes = batch._bodies.__getstate__(), batch._sizes()
    try:
        yield state, sizes
    except BaseException:
        batch._own, batch._next, batch.names, batch._cells = before
        batch._join([state], sizes)
        batch._bind()
        raise

def checked(systems: Any) -> List[Bodies]:
    """A list of Bodies."""
    parts = [systems] if isinstance(systems, Bodies) else list(systems)
    wrong = [i for i, part in enumerate(parts) if not isinstance(part, Bodies)]
    if wrong or not parts:
        what = f"systems[{wrong[0]}] is {parts[wrong[0]]!r:.60}" if wrong else "systems is empty"
        raise TypeError(f"{what}; must be a Bodies, such as Bodies.from_atoms returns")
    return parts

def states_of(parts: List[Bodies]) -> Any:
    """The states of bodies, and how many atoms, bodies and sites each has."""
    states = [part.__getstate__() for part in parts]
    return states, [(s["_atoms"], len(s["_first"]) - 1, len(s["order"])) for s in states]

def each(name: str, values: Any, n: int) -> Any:
    """One number for each of n systems, from one for all or a list."""
    try:
        numbers = np.asarray(values, float)
    except (TypeError, ValueError):
        numbers = np.array(np.nan)
    if numbers.shape not in ((), (n,)) or not np.isfinite(numbers).all():
        raise ValueError(f"{name} is {values!r:.80}; must be a number, or a list of {n}, one for each system")
    return np.array(np.broadcast_to(numbers, (n,)))

def parameters(library: Any, names: Dict[str, Any], params: Dict[str, Any], given: Dict[str, Any], seed: Any,
               n: int) -> Any:
    """The keys of the tables of thermostat and barostat; the parameters to create them with; and the seed."""
    found = [(method.kind, param) for method in library.methods(drafts=True) if names.get(method.kind) == method.name
             for param in method.params]
    known, missing = {param.key for _, param in found}, not found and any(names.values())    # the library refuses it
    for (key, values), (what, name) in zip(given.items(), dict(thermostat="csvr", barostat="andersen").items()):
        if values is None:
            continue
        params[key] = float(each(key, values, n)[0])
        if key not in known and not missing:
            raise TypeError(f"{key} is given, but no {what} that uses it; give one: {what}={name!r}")
    if any(param.key == "seed" and (kind == "thermostat" or param.required) for kind, param in found):
        params["seed"] = 0
    elif "seed" in params:                       # of a barostat's own noise
        seed, params["seed"] = params["seed"], 0
    return known, params, seed
