# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.batch - many systems of rigid bodies in one Stepper."""
from __future__ import annotations

import ctypes as c
import re
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Union

import numpy as np

from ..abi import E_SPACE
from ..bodies import Bodies
from ..device import Device, device_of
from ..library import Library, Refused
from ..method_spec import Params, mapping
from .on_device import FarBodies
from .parameters import Parameters
from .systems import Numbers, Systems, checked, each, or_as_before, parameters, states_of

class Batch(Parameters):
    """Systems of rigid bodies that share a method and a time step, and do not know of each other.

    Each system moves bit for bit as it does alone, whatever other systems are in the batch: its sums are its
    own, and its noise depends on its seed and its number of steps.  Systems may be added and taken out
    between steps.

    Parameters
    ----------
    systems : iterable of Bodies
        They are copied; `bodies(name)` returns them as they are now.
    force : callable
        force(positions, batch) returns the forces on all atoms (N, 3), or these and the potential energy of each
        system; with a barostat but mc these two and the virials (n, 3, 3) of the atoms of each system, -dU/de with e
        a strain of batch.cells: minus volume times stress.  positions (N, 3) has the atoms of system after system;
        batch.system (N) is the place of each atom's system in the batch, and batch.offsets (n + 1) says where the
        atoms of each system begin.  Forces may be a tensor; None beside energies, without fast and virials: it
        wrote the columns f and tau.
    rotor, scheme : str, default 'exact', 'strang', with fast 'respa'
        Names of the method.
    thermostat, barostat : str, optional
        langevin, csvr, nhc, drag or metropolis (a draft: each step is a trial, and each system decides for itself by its
        energy); andersen, flexible, crescale, crescale_flexible or, with metropolis, mc.
    kt : float or list of float, optional
        The temperature times Boltzmann's constant, of each system.
    pressure : float or list of float, optional
        Of each system.
    cells : array_like, optional
        With a barostat (n, 3, 3), the vectors (ax, 0, 0), (bx, by, 0), (cx, cy, cz) of each system's cell, or
        (3, 3) for all.
    seed : int or list of int, default 0
        Of the noise of each system; one number stands for itself plus 0, 1, .. in the order in which systems
        come.
    params : mapping, optional
        The other parameters of method, thermostat and barostat.
    wrap : callable, optional
        What makes tensors of the arrays that force is given, such as torch.from_numpy.  It is called when
        systems come or go; tensors that share the memory of the arrays show the positions of each step.
    inertia, library, threads, rewinds, device : optional, default as of a Stepper
        As a Stepper takes them.  On a device, without a barostat but mc, positions and forces are tensors there,
        energies stay there, and after a step that failed call reset().
    fast : callable, optional
        A cheap approximation of force, called as force is.  force is then called once a step, and fast
        params["inner"] times (4; a draft).  What moves the systems is force: fast only saves calls of it.
        With metropolis fast moves the systems alone, unless scheme is 'respa': force is called once a trial, and may
        return (None, energies).

    Attributes
    ----------
    names : list of int
        Of the systems, ascending: 0, 1, .. in the order in which they came.
    positions, system, offsets : array or tensor
        As force is given them; after trials as the systems are.
    cells : array or tensor
        (n, 3, 3) with a barostat: in force as they are at these positions, and afterwards as they are now.
    energies : ndarray
        (n) the potential energies that force returned last; of trials those of the systems as they are, on the host.
    kt : ndarray
        (n) the temperature of each system.
    exchanged : dict
        The counts of exchange(): calls, and of each pair of neighbours in temperature tried, accepted, probability.
    columns : dict of ndarray
        The bodies of all systems; after you wrote there, call set_valid(0).

    Examples
    --------
    >>> pair = Bodies.from_atoms([[0, 0, 0], [1, 0, 0], [0, 3, 0], [1, 3, 0]], 4 * [1.0], [[0, 1], [2, 3]])
    >>> def springs(positions, batch):
    ...     return -positions, [0.5 * (x ** 2).sum() for x in batch.split(positions)]
    >>> batch = Batch([pair, pair], springs, thermostat="langevin", kt=[1, 2], seed=7,
    ...               params=dict(relaxation=5))
    >>> batch.step(0.1, 10)
    >>> batch
    <Batch: 2 systems, 4 bodies, exact x strang, thermostat langevin>
    >>> new, = batch.add([pair], kt=3)
    >>> gone, = batch.take_out([0])
    >>> batch.names
    [1, 2]
    """
    def __init__(self, systems: Iterable[Bodies], force: Callable[[Any, "Batch"], Any],
                 rotor: str = "exact", scheme: Optional[str] = None, *, thermostat: Optional[str] = None,
                 barostat: Optional[str] = None, kt: Optional[Numbers] = None,
                 pressure: Optional[Numbers] = None, cells: Any = None, seed: Union[int, Sequence[int]] = 0,
                 params: Optional[Params] = None, wrap: Optional[Callable[[Any], Any]] = None, inertia: float = 1.0,
                 library: Optional[Library] = None, threads: int = 1, rewinds: Optional[bool] = None,
                 device: Union[None, str, Device] = None, fast: Optional[Callable[[Any, "Batch"], Any]] = None):
        for name, function in dict(force=force, fast=fast).items():
            if not callable(function) and (name == "force" or function is not None):
                raise TypeError(f"{name} is {function!r}; must be a function {name}(positions, batch) of forces")
        self.force, self.fast, self.wrap, self._barostat = force, fast, wrap, barostat
        self._virial = barostat not in (None, "mc")
        self.names: List[int] = []
        self._trials = thermostat == "metropolis"
        self.exchanged = dict(calls=0, tried=np.zeros(0), accepted=np.zeros(0), probability=np.zeros(0))
        self._next = 0
        self._own: Dict[str, Any] = {}           # parameters of each system
        parts = checked(systems)
        self._device = device_of(device, library)
        self._library = self._device.library if self._device else library or Library()
        if self._virial and self._device:
            raise TypeError("device is given with a barostat, but virials are summed on the host; leave one out, or take "
                            "the barostat mc")
        known, told, seed = parameters(self._library, dict(thermostat=thermostat, barostat=barostat),
                                       mapping(params), dict(kt=kt, pressure=pressure), seed, len(parts))
        self._seed: Any = seed
        self._keys = known & {"kt", "seed", "pressure"} & {*told}
        self._take_cells(cells, len(parts))
        self._take(parts, kt, seed, pressure)
        self._join(*states_of(parts))
        scheme = scheme or ("respa" if fast and not self._trials else "strang")
        self._stepper = Systems(library, rotor, scheme, self.columns,
                                self._fast if fast else self._force, slow=self._slow if fast else None,
                                thermostat=thermostat, barostat=barostat, params=told, inertia=inertia,
                                threads=threads, rewinds=rewinds, device=self._device)
        self._stepper._caller.energy = self._energy_of_trial
        self._bind()

    def __repr__(self) -> str:
        return f"<Batch: {len(self.names)} systems, {len(self._bodies)} bodies, {self._stepper.method}>"

    def __reduce__(self) -> Any:
        raise TypeError("a Batch cannot be pickled or copied; keep bodies(name) and save(name) of its systems")

    def __len__(self) -> int:
        return len(self.names)

    # ---- systems come and go ---------------------------------------------------------------------------
    def _take(self, parts: List[Bodies], kt: Any, seed: Any, pressure: Any = None) -> List[int]:
        """Names of new systems, and their parameters."""
        n = len(parts)
        for key, value, what in ("kt", kt, "thermostat"), ("pressure", pressure, "barostat"):
            if value is not None and self.names and key not in self._keys:
                raise TypeError(f"{key} is given, but no {what} of this batch uses it; leave it out")
        names = [*range(self._next, self._next + n)]
        told = dict(kt=kt, pressure=pressure, seed=each("seed", seed, n) + (names if np.ndim(seed) == 0 else 0))
        new = {key: each(key, told[key], n) for key in self._keys}
        self._own = {key: np.append(self._own.get(key, []), new[key]) for key in self._keys}
        self._next += n
        self.names = [*self.names, *names]
        return names

    def _join(self, states: List[Dict[str, Any]], sizes: Any) -> None:
        """Joins the bodies of all systems in one.  states: of one or several systems; sizes: of each."""
        lengths = [(s["_atoms"], len(s["_first"]) - 1, len(s["order"])) for s in states]
        atoms, bodies, sites = np.cumsum([(0, 0, 0), *lengths], axis=0).T
        joined: Dict[str, Any] = {key: np.concatenate([s[key] for s in states])
                                  for key in ("masses", "sites", "_mobility")}
        joined.update({key: np.concatenate([s[key] + start for s, start in zip(states, shift)])
                       for key, shift in (("order", atoms), ("body", bodies))})
        firsts = [s["_first"][:-1] + start for s, start in zip(states, sites)]
        joined.update(_first=np.concatenate([*firsts, sites[-1:]]), _atoms=int(atoms[-1]), columns={
            name: np.concatenate([s["columns"][name] for s in states]) for name in states[0]["columns"]})
        self._bodies = Bodies.__new__(Bodies)
        self._bodies.__setstate__(joined)
        self._at = dict(zip(("atoms", "bodies", "sites"), np.cumsum([[0, 0, 0], *sizes], axis=0).T))
        device, wrap = self._device, self.wrap or (lambda array: array)
        far = self._far = FarBodies(device, self._bodies) if device else None
        self.columns = far.columns if far else self._bodies.columns
        self._positions: Any = far.positions if far else np.zeros((joined["_atoms"], 3))
        offsets = self._at["atoms"].astype(np.int64)
        numbers = offsets, np.repeat(np.arange(len(sizes)), np.diff(offsets))
        self.offsets, self.system = (wrap(device.array(one) if device else one) for one in numbers)
        self.positions = wrap(self._positions)
        self.energies: Any = np.full(len(sizes), np.nan)
        self._asked, self._known = self.energies.copy(), False
        self._join_cells()

    def _pull(self) -> None:
        if self._far:                            # the bodies become as they are on the device
            self._stepper.wait()
            self._far.pull(self._bodies)

    def _sizes(self) -> Any:
        """(n, 3) atoms, bodies and sites of each system."""
        return np.diff(np.array([*self._at.values()])).T

    def _bind(self) -> None:
        names = np.array(self.names, np.int64)
        told = (self._cells, self._virials) if self._barostat else (None, None)
        self._stepper.bind(self.columns, np.repeat(names, np.diff(self._at["bodies"])), *told, self._asked)
        self._tell_cells()
        for key in self._own:
            self.set_param(key, self._own[key])

    def _place(self, name: int) -> int:
        if name not in self.names:
            more = " .." * (len(self) > 8)
            raise ValueError(f"no system is called {name!r}; there are {self.names[:8]}{more}")
        return self.names.index(name)

    def _state(self, first: int, end: int) -> Dict[str, Any]:
        """A copy of the state of the bodies of the systems at the places first .. end - 1."""
        (a, atoms), (b, bodies), (s, sites) = ((at[first], at[end]) for at in self._at.values())
        all_, here, moved = self._bodies.__getstate__(), slice(s, sites), slice(b, bodies)
        return dict(_atoms=int(atoms - a), order=all_["order"][here] - a, body=all_["body"][here] - b,
                    masses=all_["masses"][here].copy(), sites=all_["sites"][here].copy(),
                    _first=all_["_first"][b:bodies + 1] - s, _mobility=all_["_mobility"][moved].copy(),
                    columns={name: values[moved].copy() for name, values in all_["columns"].items()})

    def _part(self, k: int) -> Bodies:
        one = Bodies.__new__(Bodies)
        one.__setstate__(self._state(k, k + 1))
        return one

    def bodies(self, name: int) -> Bodies:
        """A copy of the bodies of a system, as they are now.

        Parameters
        ----------
        name : int
            Of the system.
        """
        self._pull()
        return self._part(self._place(name))

    def add(self, systems: Iterable[Bodies], kt: Optional[Numbers] = None,
            seed: Union[None, int, Sequence[int]] = None,
            saved: Optional[Sequence[bytes]] = None, *, pressure: Optional[Numbers] = None,
            cells: Any = None) -> List[int]:
        """Adds systems, between steps.

        Parameters
        ----------
        systems : iterable of Bodies
            They are copied.
        kt, seed : optional
            As the Batch takes them, of the new systems; seed None: the Batch's, if that was one number.
        saved : list of bytes, optional
            What save() returned of each, to continue its thermostat, its noise and its cell.
        pressure, cells : optional
            As the Batch takes them.

        Returns
        -------
        list of int
            The names of the new systems.
        """
        self._stepper.refuse_running("Batch.add")
        parts = checked(systems)
        self._pull()
        if seed is None and np.ndim(self._seed):
            raise TypeError("seed is None; give a seed for each new system, as the Batch was given")
        if saved is not None and len(saved) != len(parts):
            raise ValueError(f"saved has {len(saved)} elements; must have {len(parts)}, one for each system")
        with or_as_before(self) as (state, of_each):
            self._take_cells(cells, len(parts))
            names = self._take(parts, kt, self._seed if seed is None else seed, pressure)
            states, sizes = states_of(parts)
            self._join([state, *states], [*of_each, *sizes])
            self._bind()
            for name, block in zip(names, saved or ()):
                self._stepper._do_alone("batch_load", name, block, len(block))
            self._read_cells()
        return names

    def take_out(self, names: Iterable[int]) -> List[Bodies]:
        """Takes systems out, between steps; the others move on as if they had been alone.

        Parameters
        ----------
        names : iterable of int
            Of the systems; at least one must stay.

        Returns
        -------
        list of Bodies
            The systems that were taken out.
        """
        self._stepper.refuse_running("Batch.take_out")
        out = [self._place(name) for name in names]
        if len({*out}) < len(out):
            raise ValueError("names has a system twice; give each once")
        stay = [k for k in range(len(self)) if k not in {*out}]
        if not stay:
            raise ValueError("names has all systems of the batch; at least one must stay")
        self._pull()
        gone = [self._part(k) for k in out]
        runs = np.split(stay, np.flatnonzero(np.diff(stay) > 1) + 1)
        parts, sizes = [self._state(run[0], run[-1] + 1) for run in runs], self._sizes()[stay]
        with or_as_before(self):
            self._own = {key: values[stay] for key, values in self._own.items()}
            self.names = [self.names[k] for k in stay]
            self._cells = self._cells[stay] if self._barostat else None
            self._join(parts, sizes)
            self._bind()
        return gone

    def save(self, name: int) -> bytes:
        """What thermostat, barostat and noise of a system keep: add(.., saved=..) continues from it.

        Parameters
        ----------
        name : int
            Of the system.
        """
        size = c.c_size_t()
        try:
            self._stepper._do_alone("batch_save", self.names[self._place(name)], None, c.byref(size))
        except Refused as refused:
            if refused.status != E_SPACE:
                raise
        block = c.create_string_buffer(size.value)
        self._stepper._do_alone("batch_save", name, block, c.byref(size))
        return block.raw

    # ---- steps -----------------------------------------------------------------------------------------
    def step(self, h: float, n: int = 1) -> None:
        """Does n steps of h.  If a step fails, all systems are as they were before it, and the error's
        attribute `system` names the system at fault: take it out, and continue.

        Parameters
        ----------
        h : float
            The time step of all systems.
        n : int, default 1
            Number of steps.
        """
        self._kept = None
        try:
            self._told(self._stepper.step, h, n)
            self._note_trials()
        except BaseException:
            if not self._far:                    # where a step that failed is still under way
                self._note_trials()
            raise
        finally:
            self._read_cells()

    @staticmethod
    def _told(call: Callable[..., None], *arguments: Any) -> None:
        try:
            call(*arguments)
        except Refused as refused:
            named = re.match(r"system (-?\d+)", refused.text)
            refused.system = int(named[1]) if named else None       # type: ignore[attr-defined]
            raise

    def set_valid(self, what: int = 0) -> None:
        """States that forces have to be evaluated anew, after columns were written.

        Parameters
        ----------
        what : int, default 0
            As Stepper.set_valid takes it.
        """
        self._stepper.set_valid(what)

    def split(self, values: Any) -> Iterator[Any]:
        """The parts of an array or a tensor of all atoms that belong to each system.

        Parameters
        ----------
        values : array or tensor
            (N, ..).
        """
        return (values[first:end] for first, end in zip(self._at["atoms"][:-1], self._at["atoms"][1:]))

    # ---- what is known ---------------------------------------------------------------------------------
    def wait(self) -> None:
        """Waits for the device, and raises a fault of the steps since.  Without a device nothing happens."""
        self._told(self._stepper.wait)

    def reset(self) -> None:
        """Abandons a step that failed on a device, where systems stay in it; take out the one at fault."""
        self._stepper.reset()

    def close(self) -> None:
        """Gives back what the library holds."""
        self._stepper.close()
