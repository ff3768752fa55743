# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep for Python: the C ABI through ctypes; needs the standard library only.

    import rigidstep
    rgs = rigidstep.Library()                        # or Library("/path/to/librigidstep.so")
    rgs.free_flow("exact", 1, 0.1, inertia, l, q)    # rotates free bodies
    for method in rgs.methods(): print(method.kind, method.name, method.doc)

    with rigidstep.Stepper(rgs, "exact", "strang", columns, force) as stepper:
        stepper.step(0.01, 1000)

Arrays are array.array("d"), ctypes arrays of doubles or NumPy arrays of float64, which are read and
written in place; columns of a Stepper may be strided views.  Frames, units and the meaning of every
argument: rigidstep/bodies.h and rigidstep.h.  A call that is refused raises Refused.
"""
import collections
import contextlib
import ctypes as c
import os
import weakref

from rigidstep_abi import *
from rigidstep_abi import _ARRAYS, _T, _check_host, _memory, _number

__version__ = "1.2.0"

class Refused(Exception):
    """A call that the library refused: status, index of the body at fault (or -1), and text."""
    def __init__(self, call: str, status: int, body: int, text: str):
        where = f" (body {body})" if body >= 0 and not text.startswith("body ") else ""
        super().__init__(f"{call}: {text}{where}")
        self.status, self.body, self.text = status, body, text

Method = collections.namedtuple("Method", "kind name order claims needs params doc cite")
# ramps: Stepper.set may change it; above_min: min itself is refused
Parameter = collections.namedtuple(
    "Parameter", "key unit doc type min max default required ramps above_min")
Output = collections.namedtuple("Output", "key unit doc components per_body")

def _method(kind, about):
    size = about.param_info_size
    infos = [ParamInfo.from_address(about.params + i * size) for i in range(about.n_params)]
    # A library of version 1.0 tells a shorter struct.
    told = about.head.size > About.param_flags.offset and about.param_flags
    flags = (c.c_uint32 * about.n_params).from_address(told) if told else [0] * about.n_params
    params = [Parameter(i.key.decode(), i.unit.decode(), i.doc.decode(),
                        (float, int, bool)[i.type - 1], i.min, i.max, i.dflt,
                        *[bool(f >> bit & 1) for bit in (8, 9, 10)]) for i, f in zip(infos, flags)]
    words = [frozenset(name for bit, name in enumerate(names) if bits >> bit & 1)
             for bits, names in ((about.claims, CLAIMS), (about.needs, NEEDS))]
    return Method(KINDS[kind], about.name.decode(), about.order, *words, params, about.doc.decode(),
                  about.cite.decode())

def _default_path():
    """Where RIGIDSTEP_MODULE says, beside this file, built in the checkout, or installed."""
    here = os.path.dirname(os.path.abspath(__file__))
    beside = [os.path.join(here, place, "rigidstep_generic.so") for place in ("", "../build/lib")]
    return os.environ.get("RIGIDSTEP_MODULE") or next(filter(os.path.exists, beside),
                                                      "librigidstep.so.1")

class Library:
    """The calls of rigidstep.h without their prefix, and without the last argument of a call that
    can be refused (rgs_error; of free_flow: bad).  Texts are str, handles are c_void_p.

    path  of rigidstep_generic.so or librigidstep.so; None: where the environment variable
          RIGIDSTEP_MODULE says, else the library beside this file, or the installed one
    """
    def __init__(self, path: "str | os.PathLike | None" = None):
        self.path = os.fspath(path or _default_path())
        try:
            self._file = c.CDLL(self.path, mode=getattr(c, "DEFAULT_MODE", 0))
        except OSError as error:
            raise OSError(f"{error}; give Library the path of rigidstep_generic.so") from None
        try:
            head = Head.in_dll(self._file, "rgs_generic_v1")
        except ValueError:
            head = None
        if head is not None and head.abi >> 16 != ABI_MAJOR:
            raise Refused(self.path, E_ABI, -1, f"ABI major {head.abi >> 16}; must be {ABI_MAJOR}")
        for slot, (name, kinds) in enumerate(word.split(":") for word in CALLS.split()):
            prototype = c.CFUNCTYPE(*[_T[kind] for kind in kinds])
            if head is None:
                function = prototype(("rgs_" + name, self._file))
            else:
                at = c.sizeof(Head) + slot * c.sizeof(c.c_void_p)
                if head.size < at + c.sizeof(c.c_void_p):
                    break                        # an older module: the attribute is not there
                function = prototype(c.c_void_p.from_address(c.addressof(head) + at).value)
            setattr(self, name, self._wrap(name, function, kinds[0], kinds[1:]))

    @staticmethod
    def _argument(call, kind, value):
        if kind in "uiUzd":
            return _number(call, kind, value)
        if isinstance(value, str):
            return value.encode(errors="surrogateescape")
        if kind == "D" and value is not None and not hasattr(value, "_obj"):
            return doubles(value)
        return value

    def _wrap(self, name, function, result, kinds):
        n_at, first, widths = _ARRAYS.get(name.replace("_check", ""), (0, 0, {}))

        def call(*given):
            for (what, width), values in zip(widths.items(), given[first:]):
                if values is not None:
                    have, need = len(doubles(values, None, what, given[n_at])), given[n_at] * width
                    if have < need:
                        raise ValueError(f"{what} holds {have} doubles; {need} are needed")
            given = [self._argument(name, *pair) for pair in zip(kinds, given)]
            if result != "s":
                return function(*given)
            if "I" in kinds:                     # the calls whose error is an index only
                bad = c.c_int64(-1)
                status, body = function(*given, c.byref(bad)), bad.value
                text = self.status_text(status).decode()
                if status < 0 and hasattr(self, name + "_check"):
                    getattr(self, name + "_check")(*given)    # raises, with a text that says more
            else:
                error = Error(body=-1)
                status = function(*given, c.byref(error))
                body, text = error.body, error.text.decode(errors="replace")    # it may be cut
            if status < 0:
                raise Refused(name, status, body, text)
            return status
        return call

    def methods(self, *modules: str) -> "list[Method]":
        """All methods, built in or in the files `modules`.  Order EXACT: no time-step error."""
        context = c.c_void_p()
        self.context_create(None, c.byref(context))
        try:
            for path in modules:
                self.module_load(context, os.fspath(path))
            return [_method(kind, self.about_at(context, kind, i)[0]) for kind in KINDS
                    for i in range(self.about_count(context, kind))]
        finally:
            self.context_destroy(context)

# ---- stepper -------------------------------------------------------------------------------------
def _destroy(library, handles):
    for name, handle in zip(("stepper", "method", "bodies", "context"), handles):
        getattr(library, name + "_destroy")(handle)
        handle.value = None

class Stepper(contextlib.AbstractContextManager):
    """n bodies in the host's arrays, moved by rotor x scheme or by an integrator.

    library  a Library, or None for the default one
    columns  name -> array of doubles, body after body: x p q l mass inertia f tau, and gf and gtau
             where force writes the gradients too; carry is made here.  For baths also coupled (0:
             the bath leaves the body alone) and key (64-bit integers that name bodies for the noise)
    force    force(time) writes the columns f and tau and returns the potential energy or None.  With
             a piston it is force(time, lengths): it sets its box to these three lengths first, and
             returns the potential energy and the diagonal of the molecular virial, three numbers.
             An exception in it ends the step and is raised where the step was asked for.
    params   key -> number or text, the parameters of the method, of its bath and of its piston
    modules  files with methods of third parties
    flags    P_IS_VELOCITY, ANY_MOMENTS, PLANE
    bath, piston  names, such as "csvr" and "andersen".  A piston wants set_box before the first step.
    ranks    over how many ranks the bodies are distributed; 1: all are here
    sums     sums(values) replaces each of these doubles by its sum over the ranks; for ranks > 1
    copies   so many bodies, the last ones, belong to other ranks and are moved along
    threads  how many share the work of a step; the results have the same bits

    With a processed scheme (takahashi_imada4, rowlands4, pmlf6) the bodies show the physical state
    only within `shown()`.
    """
    def __init__(self, library: "Library | None" = None, rotor=None, scheme=None, columns=None,
                 force=None, *, integrator: "str | None" = None, params: "dict | None" = None,
                 modules=(), flags: int = 0, bath: "str | None" = None,
                 piston: "str | None" = None, ranks: int = 1, sums=None, copies: int = 0,
                 threads: int = 1):
        _check_host(columns, force, threads)
        self.library = library = library or Library()
        self.force, self.sums, self.columns = force, sums, dict(columns)
        self._raised, self._n, self._piston = None, len(columns["mass"]), piston
        self._view = View(n=self._n, flags=flags | (COPIES if copies else 0), n_copies=copies)
        for name in columns:
            self._set_column(name)
        gradients = EVAL_GRADIENT if "gf" in columns and "gtau" in columns else 0
        weak = weakref.ref(self)                 # no cycle: a stepper that is dropped goes at once
        self._host = Host(provides=EVAL_FORCE | EVAL_ENERGY | EVAL_VIRIAL | gradients |
                          (EVAL_SUM if sums else 0), ranks=ranks,
                          eval=EVAL_FUNCTION(lambda _self, request, _view: weak()._eval(request)))
        if threads > 1:
            self._host.parallel_for = executor_of(threads, lambda raised: weak()._note(raised))
        handles = [c.c_void_p() for _ in range(4)]
        self._stepper, self._method, self._bodies, self._context = handles
        self.close = weakref.finalize(self, _destroy, library, handles)
        try:
            library.context_create(None, c.byref(self._context))
            for path in modules:
                library.module_load(self._context, os.fspath(path))
            library.bodies_create(self._context, self._n, c.byref(self._bodies))
            self._method.value = self._make(rotor, scheme, integrator, params, bath, piston).value
            library.stepper_create(self._bodies, self._method, c.byref(self._host),
                                   c.byref(self._stepper))
            library.bodies_bind(self._bodies, c.byref(self._view))
            self._make_carry("carry" in columns)
        except BaseException:
            self.close()
            raise

    def __exit__(self, *raised):
        self.close()

    def __reduce__(self):
        raise TypeError("a Stepper cannot be copied; make another one with the same columns")

    def _set_column(self, name):
        values = self.columns[name]
        if name == "key":
            self._view.key = c.cast(integers(values, self._n, name), _T["I"])
            return
        if name not in COLUMNS:
            raise ValueError(f"no column is called '{name}'; known: {', '.join(COLUMNS)}, key")
        width = COLUMNS[name] or _memory(values, name).nbytes // 8 // max(self._n, 1)
        setattr(self._view, name, column(values, self._n, width, name))

    def _make_carry(self, given=False):
        """Room for what the method keeps with each body from step to step; all 0 after a swap."""
        need = self.describe().carry
        have = _memory(self.columns["carry"], "carry").nbytes // 8 if "carry" in self.columns else 0
        if have >= need * self._n:
            return
        if given:
            raise ValueError(f"carry holds {have} doubles; the method needs {need} a body")
        self.columns["carry"] = (c.c_double * (need * self._n))()
        self._set_column("carry")
        self.library.bodies_bind(self._bodies, c.byref(self._view))

    def _make(self, rotor, scheme, integrator, params, bath, piston):
        parts = dict(rotor=rotor, scheme=scheme, integrator=integrator)
        given = [Param(key.encode(), value.encode(), 0) if isinstance(value, str) else
                 Param(key.encode(), None, value) for key, value in (params or {}).items()]
        spec = MethodSpec(params=(Param * len(given))(*given) or None, n_params=len(given),
                          param_size=c.sizeof(Param),
                          **{part: name and name.encode() for part, name in parts.items()})
        method = c.c_void_p()
        if bath or piston:
            around = EnsembleSpec(bath=bath and bath.encode(), piston=piston and piston.encode())
            self.library.method_create_with(self._context, c.byref(spec), c.byref(around),
                                            c.byref(method))
        else:
            self.library.method_create(self._context, c.byref(spec), c.byref(method))
        return method

    def _eval(self, request):
        try:
            asked = request[0]
            if asked.what == EVAL_SUM:
                self.sums((c.c_double * asked.n_sum).from_address(c.addressof(asked.sum.contents)))
            elif self._piston:
                asked.energy, asked.virial[:] = self.force(asked.time, tuple(asked.lengths))
            else:
                asked.energy = self.force(asked.time) or 0.0
            return 0
        except BaseException as raised:          # must not unwind into C
            self._raised = raised
            return 1

    def _note(self, raised):
        self._raised = raised

    def _run(self, call, *arguments):
        try:
            call(self._stepper, *arguments)
        except Refused as refused:
            raised, self._raised = self._raised, None
            if refused.status in (E_HOST, E_EXECUTOR) and raised is not None:
                raise raised
            raise

    def step(self, h: float, n: int = 1) -> None:
        """n time steps of h."""
        self._run(self.library.step, h, n)

    @contextlib.contextmanager
    def shown(self):
        """with stepper.shown(): the bodies show the physical state; a swap continues from it."""
        try:
            self._run(self.library.stepper_process, None)
            yield self
        finally:
            self.library.stepper_unprocess(self._stepper)

    def swap(self, rotor=None, scheme=None, *, integrator=None, params=None, bath=None,
             piston=None) -> None:
        """Another method from the next step on."""
        method = self._make(rotor, scheme, integrator, params, bath, piston)
        try:
            self.library.stepper_swap(self._stepper, method)
            self._piston = piston
            self._method.value, method.value = method.value, self._method.value
        finally:
            self.library.method_destroy(method)
        self._make_carry()

    def set_param(self, key: str, value: float, kind: int = 0) -> None:
        """A parameter of the bath or the piston that ramps, from the next step on: "kt", 1.2.  kind:
        BATH, PISTON, or 0 for both."""
        self.library.stepper_set_param(self._stepper, kind, key, value)

    def param(self, key: str, kind: int = 0) -> float:
        """The value of a parameter of the bath or the piston as it is now."""
        value = c.c_double()
        self.library.stepper_param(self._stepper, kind, key, c.byref(value))
        return value.value

    def set_box(self, lengths, centre=(0, 0, 0), reference=(0, 0, 0)) -> None:
        """The box that the piston moves: before the first step, after a swap, and when the caller
        changed it.  reference: the lengths at which strains are 0; (0, 0, 0): what it was before."""
        box = Box(lengths=tuple(lengths), centre=tuple(centre), reference=tuple(reference))
        self.library.stepper_set_box(self._stepper, c.byref(box))

    def box(self) -> "tuple[tuple, tuple, tuple]":
        """Lengths, centre and reference of the box at the present configuration."""
        box = Box()
        self.library.stepper_box(self._stepper, c.byref(box))
        return tuple(box.lengths), tuple(box.centre), tuple(box.reference)

    @property
    def steps(self) -> int:
        """The number of steps that were begun, on which noise depends; it may be set."""
        return self.library.stepper_step(self._stepper)

    @steps.setter
    def steps(self, number: int) -> None:
        self.library.stepper_set_step(self._stepper, number)

    def describe(self) -> "MethodInfo":
        """The method as it runs here: order, evals, gradients, claims, needs, carry, ..."""
        info = MethodInfo()
        self.library.stepper_describe(self._stepper, c.byref(info))
        return info

    def outputs(self) -> "list[Output]":
        """What output() can compute for this method."""
        infos = [self.library.method_output_at(self._method, i)[0]
                 for i in range(self.library.method_output_count(self._method))]
        return [Output(info.key.decode(), info.unit.decode(), info.doc.decode(), info.components,
                       bool(info.flags & 1)) for info in infos]

    def output(self, key: str):
        """A number, a list of components, or a list of either, body after body."""
        info = next((o for o in self.outputs() if o.key == key), Output(key, "", "", 1, False))
        times, width = self._n if info.per_body else 1, info.components
        values = (c.c_double * max(width * times, 1))()
        self.library.stepper_output(self._stepper, key, values, width * times)
        each = [values[i * width:(i + 1) * width] if width > 1 else values[i] for i in range(times)]
        return each if info.per_body else each[0]

    def energy(self) -> "tuple[float, float]":
        """Kinetic energy of translation and of rotation."""
        energies = c.c_double(), c.c_double()
        self.library.bodies_energy(self._bodies, *map(c.byref, energies))
        return energies[0].value, energies[1].value

    def set_fresh(self, what: int) -> None:
        """The evaluations that hold at the current x and q: 0 after the host moved bodies."""
        self.library.stepper_set_fresh(self._stepper, what)

    def reset(self) -> None:
        """Abandons a step that failed; the bodies stay as they are."""
        self.library.stepper_reset(self._stepper)

    @property
    def time(self) -> float:
        return self.library.stepper_time(self._stepper)

    def set_time(self, time: float) -> None:
        self.library.stepper_set_time(self._stepper, time)

    def _block(self, call) -> bytes:
        size = c.c_size_t()
        try:
            call(self._stepper, None, c.byref(size))
        except Refused as refused:
            if refused.status != E_SPACE:
                raise
        block = c.create_string_buffer(size.value)
        call(self._stepper, block, c.byref(size))
        return block.raw

    def save(self) -> bytes:
        """The state of the bodies, and the place in the step."""
        return self._block(self.library.stepper_save)

    def load(self, block: bytes) -> None:
        self.library.stepper_load(self._stepper, block, len(block))

    def save_ensemble(self) -> bytes:
        """What bath, piston and noise keep, without the bodies: the same on all ranks."""
        return self._block(self.library.stepper_save_ensemble)

    def load_ensemble(self, block: bytes) -> None:
        self.library.stepper_load_ensemble(self._stepper, block, len(block))
