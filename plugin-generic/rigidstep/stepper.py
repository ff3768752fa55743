# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.stepper - bodies in a program's arrays, moved by one method."""
from __future__ import annotations

import contextlib
import ctypes as c
import os
import threading
import weakref
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Union

from .abi import (_T, COLUMNS, DRAFT, E_ARG, E_EXECUTOR, E_HOST, E_ORDER, EVAL_ENERGY, EVAL_FORCE, EVAL_FUNCTION,
                  EVAL_GRADIENT, EVAL_MOMENTUM, EVAL_REDUCTION, EVAL_SLOW, EVAL_VIRIAL, REWINDS, Executor, Host,
                  MethodInfo, View)
from .cells import Cells
from .columns import column, count, integers, whole
from .device import Device, OnDevice, device_of
from .forces import Forces
from .host import Caller, DeviceCaller, Force, Sums
from .library import Library, Output, Path, Refused
from .method_spec import Params, method_spec
from .outputs import Outputs
from .progress import parts_shown
from .saves import Saves
from .tensors import arrays_of
from .threads import executor_of

def _destroy(library: Library, handles: List[Any], _device: Optional[Device]) -> None:
    for name, handle in zip(("stepper", "method", "bodies", "context"), handles):
        getattr(library, name + "_destroy")(handle)
        handle.value = None

class Stepper(Cells, Saves, Forces, Outputs, OnDevice):
    """n bodies in the caller's arrays, moved by rotor x scheme or by an integrator.

    Parameters
    ----------
    library : Library, optional
        None: the default one.
    rotor, scheme : str
        Names of the method, or give an integrator.
    columns : mapping of str to array of doubles
        Body after body; any units that belong together: x (n, 3) centres of mass; p (n, 3) momenta; q (n, 4)
        unit quaternions, scalar first, that turn the body's principal frame into space; l (n, 3) angular
        momenta in space; mass (n); inertia (n, 3) principal moments; f (n, 3) forces; tau (n, 3) torques in
        space; and gf, gtau (n, 3) if force writes the gradients too.  For thermostats also thermostatted (n) (0: it
        leaves the body alone) and tag (64-bit integers that name bodies for the noise).  Arrays are
        array.array("d"), NumPy's float64, ctypes, or tensors of float64 on the processor with __dlpack__;
        NumPy's and tensors may be strided.  With device all are tensors there.
    force : callable
        force(time) writes the columns f and tau and returns the potential energy or None.  With a barostat it
        is force(time, cell): it sets its cell to these three vectors first, and returns the potential energy
        and the molecular virial (3, 3): row a, column b is the sum over pairs of F_a (X_i - X_j)_b
        (rgs_eval.virial).  With the barostat mc the energy alone will do.
    integrator : str, optional
        In place of rotor and scheme.
    params : mapping of str to float or str, optional
        The parameters of the method, of its thermostat and of its barostat.  Also: ends=1, the thermostat acts for
        half a step at both ends (the default with schemes above order 2), 0: in the middle; and outputs for which
        each step has more to do: conserved=1, conserved_energy of thermostats and barostats; refined=1 or
        shadow=1, refined_energy or also shadow_energy of strang.
    modules : path or iterable of paths, default ()
        Files with methods of third parties.
    flags : int, default 0
        P_IS_VELOCITY, ANY_MOMENTS, PLANAR.
    thermostat, barostat : str, optional
        Names, such as "csvr" and "andersen".  A barostat needs set_cell before the first step.  With "metropolis"
        "mc" tries volumes (drafts): bodies and cell() are as before where a trial was refused.
    inertia : float, default 1.0
        By what moments of inertia are multiplied in the motion.  Averages of positions stay, librations become
        slower, and l, energies and temperatures are of the bodies without the factor.
    ranks : int, default 1
        Number of ranks over which the bodies are distributed; 1: all are here.
    sums : callable, optional
        sums(values) replaces each of these doubles by its sum over the ranks; for ranks > 1.
    ghosts : int, default 0
        Number of bodies, the last ones, that belong to other ranks and are moved, too.
    threads : int, default 1
        Number of threads that share a step; results do not depend on it.
    rewinds : bool, optional
        Each step begins with a copy of the state, to go back to it; None: yes, but not on a device.  False
        saves its time and memory; after an exception the next step() then completes the step.
    device : str or Device, optional
        Where the columns lie, such as "cuda" or "cuda:1" (a draft); None: on the processor.  force then puts
        its work into the device's queue, and step() does not wait for it: see wait().
    slow : callable, optional
        For a scheme with a fast and a slow force, such as respa (a draft): slow(time) writes the slow force into
        f and tau, and force(time) the fast one.  slow is called once a step, and returns the potential energy of
        the sum, with a barostat also its virial; what force returns is not used.  With the thermostat metropolis (a
        draft) and another scheme only this energy is used, once a step, which is a trial.
    momenta : bool, default False
        force depends on p or l (a draft).  Take the scheme "strang_momentum" or "suzuki4_momentum", which force
        sees with momenta of its time: read the columns in force.  With others a warning says that the order is 1.

    Notes
    -----
    If force raises an exception, or a step fails, bodies and stepper are as they were before this step, and
    step() raises it; the next step() repeats the step, bitwise identical to a run without the exception.
    With several ranks call rewind() on all of them.
    Masses and moments stay as they were in the first step.  After you wrote orientations, the next step evaluates the
    forces anew (it looks at the first 2048 bodies).  After you moved bodies, or turned later ones, call set_valid(0).
    While a step runs (in force, or in another thread) calls that would change the stepper are refused.
    With a processed scheme (takahashi_imada4, rowlands4, pmlf6) the bodies show the physical state only
    within `shown()`.

    Examples
    --------
    >>> from array import array
    >>> def zeros(n): return array("d", n * [0.0])
    >>> body = dict(x=zeros(3), p=zeros(3), q=array("d", [1, 0, 0, 0]), l=zeros(3), mass=array("d", [2]),
    ...             inertia=array("d", [1, 2, 2.5]), f=zeros(3), tau=zeros(3))
    >>> def weight(time): body["f"][:], body["tau"][:] = array("d", [0, 0, -9.81 * 2]), zeros(3)
    >>> with Stepper(None, "exact", "strang", body, weight) as stepper:
    ...     stepper.step(0.01, 100)
    ...     stepper
    <Stepper exact x strang: 1 body, step 100, time 1>
    >>> round(body["x"][2], 12)
    -4.905
    """
    def __init__(self, library: Optional[Library] = None, rotor: Optional[str] = None,
                 scheme: Optional[str] = None, columns: Optional[Mapping[str, Any]] = None,
                 force: Optional[Force] = None, *, integrator: Optional[str] = None,
                 params: Optional[Params] = None, modules: Union[Path, Iterable[Path]] = (),
                 flags: int = 0, thermostat: Optional[str] = None, barostat: Optional[str] = None,
                 inertia: float = 1.0, ranks: int = 1, sums: Optional[Sums] = None, ghosts: int = 0, threads: int = 1,
                 rewinds: Optional[bool] = None, device: Union[None, str, Device] = None, slow: Optional[Force] = None,
                 momenta: bool = False):
        if not isinstance(library, (Library, type(None))):
            raise TypeError(f"library is {library!r}; must be a Library, or None for the default one: "
                            "Stepper(None, rotor, scheme, columns, force)")
        threads = whole("threads", threads, 1)
        self.device = device = device_of(device, library)
        self.columns, self._arrays = arrays_of(columns, device)  # and with arrays in place of tensors
        self._n = count(self._arrays)
        assert columns is not None
        self.library = library = device.library if device else library or Library()
        calls = DeviceCaller if device else Caller
        self._caller = caller = calls(force, slow, sums, columns, self.columns, self._arrays)
        self._running = threading.Lock()
        self._reading = threading.RLock()        # held while a call reads what close or swap would give back
        self._view = View(n=self._n, flags=flags, n_ghosts=ghosts)
        for name in columns:
            self._set_column(name)
        gradients = EVAL_GRADIENT if "gf" in columns else 0
        self._host = Host(provides=EVAL_FORCE | EVAL_ENERGY | EVAL_VIRIAL | gradients |
                          (EVAL_REDUCTION if sums else 0) | (EVAL_SLOW if slow else 0) | (EVAL_MOMENTUM if momenta else 0),
                          ranks=ranks, eval=EVAL_FUNCTION(caller.answer),
                          flags=REWINDS if rewinds or (rewinds is None and not device) else 0)
        if threads > 1:
            self._executor = Executor(parallel_for=executor_of(threads, caller.note))
            self._host.executor = c.pointer(self._executor)
        handles = [c.c_void_p() for _ in range(4)]
        self._stepper, self._method, self._bodies, self._context = handles
        self._destroy = weakref.finalize(self, _destroy, library, handles, device)
        self._destroy.atexit = False             # another thread may step until the process ends
        try:
            context = device._context if device else self._context
            if not device:
                library.open_context(context)
            for path in (modules,) if isinstance(modules, (str, os.PathLike)) else modules:
                library.module_load(context, os.fspath(path))
            library.bodies_create(context, self._n, c.byref(self._bodies))
            if device:
                library.bodies_on(self._bodies, device._device)
            self._make(self._method, rotor, scheme, integrator, params, thermostat, barostat, inertia)
            library.stepper_create(self._bodies, self._method, c.byref(self._host),
                                   c.byref(self._stepper))
            library.bodies_bind(self._bodies, c.byref(self._view))
            self._use(rotor, scheme, integrator, thermostat, barostat)
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        bodies = f"{self._n} {'body' if self._n == 1 else 'bodies'}"
        if not self._stepper:
            return f"<Stepper {self.method}: {bodies}, closed>"
        return f"<Stepper {self.method}: {bodies}, step {self.steps}, time {self.time:g}>"

    def __enter__(self) -> Stepper:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a Stepper cannot be copied or pickled; keep save(), make another one with the "
                        "same arguments, and "
                        "call its load(..)")

    def close(self) -> None:
        """Gives back what the library holds for this stepper; the columns stay.  A second call does
        nothing."""
        with self._alone("close"), self._reading:
            self._destroy()

    # ---- who may call when ---------------------------------------------------------------------------
    @contextlib.contextmanager
    def _alone(self, call: str) -> Iterator[None]:
        """A call that nothing else may run beside."""
        if not self._running.acquire(blocking=False):
            raise Refused(call, E_ORDER, -1, "a call of this stepper is running (this one comes from its "
                          "force function or from another thread); call when that has returned")
        try:
            yield
        finally:
            self._running.release()

    def _call(self, call: str, handle: Any, *arguments: Any) -> Any:
        if not self._stepper:
            raise Refused(call, E_ARG, -1, "the stepper is closed; make another one")
        return getattr(self.library, call)(handle, *arguments)

    def _do(self, call: str, *arguments: Any, handle: Any = None) -> Any:
        """A call that reads: it may be made in force and in other threads."""
        with self._reading:
            return self._call(call, handle or self._stepper, *arguments)

    def _do_alone(self, call: str, *arguments: Any, handle: Any = None) -> None:
        """A call that changes the stepper or calls force."""
        with self._alone(call):
            self._caller.settled &= call.endswith(("output", "save", "save_ensemble"))
            try:
                self._call(call, handle or self._stepper, *arguments)
            except Refused as refused:
                raised = self._caller.taken()
                if call == "stepper_run" and self._host.ranks == 1 and self._host.flags:
                    self._call("stepper_rewind", self._stepper)
                    self._caller.note_bodies()
                if refused.status in (E_HOST, E_EXECUTOR) and raised is not None:
                    raise raised from None
                raise

    # ---- columns and methods -------------------------------------------------------------------------
    def _set_column(self, name: str) -> None:
        values = self._arrays[name]
        if name == "tag":
            self._view.tag = c.cast(integers(values, self._n, name), _T["I"])
            return
        setattr(self._view, name, column(values, self._n, COLUMNS[name], name))

    def set_wheels(self, wheels: Any) -> None:
        """Wheels, gyroscopes or rotors inside the bodies (a draft, rgs_draft_bodies_wheels).

        l is then the angular momentum of a body with its wheels, and energy() counts the rotation of the body alone.

        Parameters
        ----------
        wheels : array (n, 3) of doubles, or None
            Angular momenta of the wheels relative to their bodies, along the principal axes.  It is read in each
            step: for order 2 a motor's command writes the mean over the next flight.  None: there are no wheels.
        """
        rows = None if wheels is None else column(wheels, self._n, 3, "wheels")
        self._do_alone("bodies_wheels", self._n, rows and c.byref(rows), handle=self._bodies)
        self._wheels = wheels

    def _make(self, method: Any, rotor: Optional[str], scheme: Optional[str], integrator: Optional[str],
              params: Optional[Params], thermostat: Optional[str], barostat: Optional[str],
              inertia: float) -> None:
        self._caller.expect(bool(barostat))
        names: Dict[str, Any] = dict(rotor=rotor, scheme=scheme, integrator=integrator, thermostat=thermostat,
                                     barostat=barostat)
        if scheme == "respa" and self._caller.slow is None:
            raise TypeError("scheme 'respa' has two forces; give the other one, too: slow= of a Stepper, fast= of a batch and "
                            "in ASE")
        spec = method_spec(names, params, inertia)
        context = self.device._context if self.device else self._context
        if self._host.provides & (EVAL_SLOW | EVAL_MOMENTUM) or thermostat == "metropolis" or barostat == "mc" \
                or (scheme or "").endswith("_momentum"):
            self.library.allow(context, DRAFT)
        self.library.method_create(context, c.byref(spec), c.byref(method))
        info = MethodInfo()
        self.library.method_describe(method, c.byref(info))
        self._caller.virial = bool(info.needs & EVAL_VIRIAL)
        self._caller.apart = thermostat == "metropolis" and not info.needs & EVAL_SLOW
        if self._caller.slow is not None and not (info.needs & EVAL_SLOW or self._caller.apart):
            raise TypeError(f"slow is given, but {integrator or scheme!r} has one force; take scheme='respa', or another "
                            "Stepper without slow whose force writes both")

    def _use(self, rotor: Optional[str], scheme: Optional[str], integrator: Optional[str],
             thermostat: Optional[str], barostat: Optional[str]) -> None:
        self._caller.barostat = bool(barostat)
        self._outputs: Dict[str, Output] = {}
        self.method = (integrator or f"{rotor} x {scheme}") + (f", thermostat {thermostat}" if thermostat else "") + \
            (f", barostat {barostat}" if barostat else "")

    def swap(self, rotor: Optional[str] = None, scheme: Optional[str] = None, *,
             integrator: Optional[str] = None, params: Optional[Params] = None,
             thermostat: Optional[str] = None, barostat: Optional[str] = None, inertia: float = 1.0) -> None:
        """Another method from the next step on.  With the same thermostat and barostat, and the same
        parameters of them but for seed and ramps, heat, state and cell stay; otherwise they begin anew.

        Parameters
        ----------
        rotor, scheme, integrator, params, thermostat, barostat : optional
            As the Stepper takes them.
        inertia : float, default 1.0
            As the Stepper takes it.
        """
        with self._alone("stepper_swap"):
            method = c.c_void_p()
            try:
                self._do("stepper_describe", c.byref(MethodInfo()))     # not of a closed stepper
                self._make(method, rotor, scheme, integrator, params, thermostat, barostat, inertia)
                with self._reading:
                    self._call("stepper_swap", self._stepper, method)
                    self._method.value, method.value = method.value, self._method.value
                    self._use(rotor, scheme, integrator, thermostat, barostat)
            finally:
                self.library.method_destroy(method)

    # ---- moving --------------------------------------------------------------------------------------
    def step(self, h: float, n: int = 1, progress: bool = False) -> None:
        """Makes n time steps of h.

        Parameters
        ----------
        h : float
            The time step, in the unit of time of the columns.
        n : int, default 1
            Number of steps.
        progress : bool, default False
            Shows on stderr how far it is, by tqdm where that is installed.

        Raises
        ------
        Refused
            The library refused or could not do a step; also whatever force raises.
        """
        self._caller.check_columns()
        if self._caller.check_bodies():
            self.set_valid(0)
        for part in parts_shown(n) if progress else (n,):
            self._do_alone("stepper_run", h, part)
        self._caller.note_bodies()

    @contextlib.contextmanager
    def shown(self) -> Iterator[Stepper]:
        """with stepper.shown(): the bodies show the physical state; a swap continues from it."""
        try:
            self._do_alone("stepper_process", None)
            yield self
        finally:
            if self._stepper:
                self._do_alone("stepper_unprocess")

    def rewind(self) -> None:
        """Takes the bodies and the stepper back to where the step that was begun last began, done or not, if nothing
        else was begun since.  After an exception step() has done so already, unless there are several ranks."""
        self._do_alone("stepper_rewind")

    def reset(self) -> None:
        """Abandons a step that failed; the bodies stay as they are."""
        self._do_alone("stepper_reset")

    def set_valid(self, what: int) -> None:
        """States which evaluations hold at the current x and q.

        Parameters
        ----------
        what : int
            0 after the caller moved bodies; else EVAL_FORCE, EVAL_GRADIENT.
        """
        self._do_alone("stepper_set_valid", what)

    force = property(lambda self: self._caller.force)
    sums = property(lambda self: self._caller.sums)

    @property
    def time(self) -> float:
        """The time that the bodies have reached."""
        return float(self._do("stepper_time"))

    def set_time(self, time: float) -> None:
        """Sets the time from which the next steps count.

        Parameters
        ----------
        time : float
            In the unit of time of the columns.
        """
        self._do_alone("stepper_set_time", time)

    @property
    def steps(self) -> int:
        """The number of steps that were begun, on which noise depends; it may be set."""
        return int(self._do("stepper_step_count"))

    @steps.setter
    def steps(self, number: int) -> None:
        self._do_alone("stepper_set_step_count", number)
