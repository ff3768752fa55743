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
__version__ = "1.0.0"
ABI_MAJOR, ABI_MINOR, OK, NEED_EVAL, E_ABI, E_HOST = 1, 1, 0, 1, -2, -10
EVAL_FORCE, EVAL_ENERGY, EVAL_GRADIENT = 1, 2, 4
P_IS_VELOCITY, ANY_MOMENTS = 1, 2                    # flags of a view
ROTOR, SCHEME, INTEGRATOR, EXACT = 1, 2, 3, 0xFFFF   # EXACT: order without time-step error
KINDS = {ROTOR: "rotor", SCHEME: "scheme", INTEGRATOR: "integrator"}
CLAIMS = "symplectic symmetric keeps_energy keeps_momentum backward composed never_fails".split()
NEEDS = "force energy gradient sum virial".split()
COLUMNS = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3, gf=3, gtau=3, carry=0)

# ---- structs and calls, as in the headers; a letter for each type --------------------------------
_T = dict(u=c.c_uint32, i=c.c_int64, U=c.c_uint64, z=c.c_size_t, d=c.c_double, t=c.c_char_p,
          h=c.c_void_p, s=c.c_int32, n=None, D=c.POINTER(c.c_double), I=c.POINTER(c.c_int64),
          O=c.POINTER(c.c_void_p), Z=c.POINTER(c.c_size_t), p=c.c_ssize_t, T=c.c_char * 232)
_RANGES = dict(u=(0, 2**32 - 1), i=(-2**63, 2**63 - 1), z=(0, 2**64 - 1))

def _struct(name, text, letter=None, pointer=None, headed=True):
    """A struct, and letters for it and for a pointer to it.  Its head states its size here."""
    def init(self, **values):
        c.Structure.__init__(self, head=Head(c.sizeof(self), ABI_MAJOR << 16 | ABI_MINOR), **values)
    fields = [("head", Head)] if headed else []
    fields += [(field, _T[kind]) for field, kind in (word.split(":") for word in text.split())]
    made = type(name, (c.Structure,), dict(_fields_=fields, **{"__init__": init} if headed else {}))
    _T.update({letter: made, pointer: c.POINTER(made)})
    return made

Head = _struct("Head", "size:u abi:u", headed=False)
Column = _struct("Column", "data:D body:p comp:p", "C", headed=False)
Param = _struct("Param", "key:t text:t value:d", None, "P", headed=False)
Error = _struct("Error", "status:s reserved0:u body:i text:T", None, "e")
View = _struct("View", "n:i flags:u reserved0:u stamp:U " + ":C ".join(COLUMNS) + ":C", None, "v")
Eval = _struct("Eval", "what:u reserved0:u time:d energy:d", None, "E")
_T["f"] = EVAL_FUNCTION = c.CFUNCTYPE(c.c_int, c.c_void_p, _T["E"], _T["v"])
Host = _struct("Host", "self:h provides:u reserved0:u force_scale:d eval:f", None, "H")
_SPEC = "rotor:t scheme:t integrator:t params:P n_params:u param_size:u"
MethodSpec = _struct("MethodSpec", _SPEC, None, "M")
MethodInfo = _struct("MethodInfo", "order:u claims:u needs:u evals:u gradients:u ends_fresh:u "
                     "carry:u reserved0:u", None, "m")
_OUTPUT = "key:t unit:t doc:t components:u flags:u lag:u size:u"
OutputInfo = _struct("OutputInfo", _OUTPUT, None, "o", headed=False)
ParamInfo = _struct("ParamInfo", "key:t unit:t doc:t type:u offset:u min:d max:d dflt:d",
                    headed=False)
About = _struct("About", "name:t doc:t cite:t order:u claims:u needs:u n_params:u params:h "
                "param_info_size:u params_size:u", None, "a")

# Every call as in rigidstep_load.h, in the same order: name:result and arguments.
CALLS = """
abi:u status_text:ts free_flow:stidDDDI free_flow_check:stidDDDe context_create:shOe
context_destroy:nh module_load:shte module_add:shhe about_count:ihu about_at:ahui about_find:ahut
bodies_create:shiOe bodies_reserve:shie bodies_bind:shve bodies_check:she bodies_energy:shDDe
bodies_destroy:nh method_create:shMOe method_describe:shme method_destroy:nh stepper_create:shhHOe
stepper_swap:shhe advance:shdEe step:shdie stepper_set_fresh:shue stepper_set_time:shde
stepper_time:dh stepper_reset:she stepper_save:shhZe stepper_load:shhze stepper_destroy:nh
free_flow_matrix:stidDDDI free_flow_matrix_check:stidDDDe method_output_count:ih
method_output_at:ohi stepper_describe:shme stepper_output:shtDie stepper_project:shDe
stepper_process:shEe stepper_unprocess:she to_principal:siDDDe from_principal:siDDe
method_create_with:shMhOe stepper_set:shtde stepper_set_box:shDDe
"""
# Of calls with arrays of n bodies: which argument is n, where the arrays begin, and their widths.
_ARRAYS = dict(
    free_flow=(1, 3, dict(inertia=3, l=3, q=4)), to_principal=(0, 1, dict(J=4, inertia=3, q=4)),
    free_flow_matrix=(1, 3, dict(inertia=3, l=3, Q=9)), from_principal=(0, 1, dict(J=4, q=4)))

class Refused(Exception):
    """A call that the library refused: status, index of the body at fault (or -1), and text."""
    def __init__(self, call: str, status: int, body: int, text: str):
        where = f" (body {body})" if body >= 0 and not text.startswith("body ") else ""
        super().__init__(f"{call}: {text}{where}")
        self.status, self.body, self.text = status, body, text

def _memory(values, name):
    """The memory of `values`, which must be doubles that may be written."""
    try:
        view = memoryview(values)
    except TypeError:
        raise TypeError(f"{name} is {type(values)}; must be an array of doubles") from None
    if view.format not in ("d", "<d", "@d", "=d"):
        raise TypeError(f"{name} has the type code '{view.format}'; must be 'd'")
    if view.readonly:
        raise TypeError(f"{name} is read-only; must be writable")
    return view

def doubles(values, length=None, name="array", bodies=None):
    """A ctypes array over the memory of `values`: `length` doubles, those of `bodies` bodies."""
    view = _memory(values, name)
    if length is not None and view.nbytes != 8 * length:
        raise ValueError(f"{name} holds {view.nbytes // 8} doubles; {length} are needed")
    if bodies is not None and view.ndim > 1 and view.shape[0] != bodies:
        raise ValueError(f"{name} has the shape {view.shape}; must begin with {bodies}")
    if isinstance(values, c.Array):
        return values
    if not view.c_contiguous:
        raise ValueError(f"{name} is strided; must be contiguous here")
    return (c.c_double * (view.nbytes // 8)).from_buffer(values)

def column(values, n, width, name):
    """Where the library finds `width` doubles of each of n bodies: body after body, or in a NumPy
    view of any strides whose first index counts bodies."""
    view = _memory(values, name)
    if view.c_contiguous:
        return Column(c.cast(doubles(values, n * width, name, n), _T["D"]), width, 1)
    shape = (n, width) if view.ndim == 2 else (n,)
    if view.shape != shape or (view.ndim == 1 and width != 1):
        raise ValueError(f"{name} has the shape {view.shape}; must be {(n, width)}")
    if any(stride % 8 for stride in view.strides):
        raise ValueError(f"{name} has strides of {view.strides} bytes; must be whole doubles")
    data = c.cast(c.c_void_p(values.__array_interface__["data"][0]), _T["D"])
    return Column(data, *[stride // 8 for stride in (*view.strides, 8)[:2]])

Method = collections.namedtuple("Method", "kind name order claims needs params doc cite")
Parameter = collections.namedtuple("Parameter", "key unit doc type min max default")
Output = collections.namedtuple("Output", "key unit doc components per_body")

def _method(kind, about):
    size = about.param_info_size
    infos = [ParamInfo.from_address(about.params + i * size) for i in range(about.n_params)]
    params = [Parameter(i.key.decode(), i.unit.decode(), i.doc.decode(),
                        (float, int, bool)[i.type - 1], i.min, i.max, i.dflt) for i in infos]
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
        if isinstance(value, str):
            return value.encode(errors="surrogateescape")
        if kind in _RANGES and isinstance(value, int):
            least, most = _RANGES[kind]
            if not least <= value <= most:
                raise OverflowError(f"{call}: an argument is {value}; allowed {least} to {most}")
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
             where force writes the gradients too; carry is made here
    force    force(time) writes the columns f and tau and returns the potential energy or None.  An
             exception in it ends the step and is raised where the step was asked for.
    params   key -> number or text, the parameters of the method
    modules  files with methods of third parties
    flags    P_IS_VELOCITY, ANY_MOMENTS

    With a processed scheme (takahashi_imada4, rowlands4, pmlf6) the bodies show the physical state
    only within `shown()`.
    """
    def __init__(self, library: "Library | None" = None, rotor=None, scheme=None, columns=None,
                 force=None, *, integrator: "str | None" = None, params: "dict | None" = None,
                 modules=(), flags: int = 0):
        self.library = library = library or Library()
        self.force, self.columns = force, dict(columns)
        self._raised, self._n = None, len(columns["mass"])
        self._view = View(n=self._n, flags=flags)
        for name in columns:
            self._set_column(name)
        gradients = EVAL_GRADIENT if "gf" in columns and "gtau" in columns else 0
        weak = weakref.ref(self)                 # no cycle: a stepper that is dropped goes at once
        self._host = Host(provides=EVAL_FORCE | EVAL_ENERGY | gradients,
                          eval=EVAL_FUNCTION(lambda _self, request, _view: weak()._eval(request)))
        handles = [c.c_void_p() for _ in range(4)]
        self._stepper, self._method, self._bodies, self._context = handles
        self.close = weakref.finalize(self, _destroy, library, handles)
        try:
            library.context_create(None, c.byref(self._context))
            for path in modules:
                library.module_load(self._context, os.fspath(path))
            library.bodies_create(self._context, self._n, c.byref(self._bodies))
            self._method.value = self._make(rotor, scheme, integrator, params).value
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
        if name not in COLUMNS:
            raise ValueError(f"no column is called '{name}'; known: {', '.join(COLUMNS)}")
        values = self.columns[name]
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

    def _make(self, rotor, scheme, integrator, params):
        parts = dict(rotor=rotor, scheme=scheme, integrator=integrator)
        given = [Param(key.encode(), value.encode(), 0) if isinstance(value, str) else
                 Param(key.encode(), None, value) for key, value in (params or {}).items()]
        spec = MethodSpec(params=(Param * len(given))(*given) or None, n_params=len(given),
                          param_size=c.sizeof(Param),
                          **{part: name and name.encode() for part, name in parts.items()})
        method = c.c_void_p()
        self.library.method_create(self._context, c.byref(spec), c.byref(method))
        return method

    def _eval(self, request):
        try:
            request[0].energy = self.force(request[0].time) or 0.0
            return 0
        except BaseException as raised:          # must not unwind into C
            self._raised = raised
            return 1

    def _run(self, call, *arguments):
        try:
            call(self._stepper, *arguments)
        except Refused as refused:
            raised, self._raised = self._raised, None
            if refused.status == E_HOST and raised is not None:
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

    def swap(self, rotor=None, scheme=None, *, integrator=None, params=None) -> None:
        """Another method from the next step on."""
        method = self._make(rotor, scheme, integrator, params)
        try:
            self.library.stepper_swap(self._stepper, method)
            self._method.value, method.value = method.value, self._method.value
        finally:
            self.library.method_destroy(method)
        self._make_carry()

    def describe(self) -> "MethodInfo":
        """The method as it runs here: order, evals, gradients, claims, needs, carry."""
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
