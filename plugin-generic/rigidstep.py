# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep for Python: the C ABI through ctypes, standard library only.

    rgs = Library("rigidstep_generic.so")      # or librigidstep.so
    rgs.free_flow("exact", 1, 0.1, inertia, l, q)
    for method in rgs.methods(): print(method.kind, method.name, method.doc)

Arrays are array.array("d"), ctypes arrays of doubles or NumPy's of float64; the library reads and
writes them in place.  A Stepper's columns may also be strided views, such as fields of a structured
NumPy array.
Frames, units and the meaning of every argument: rigidstep/bodies.h and rigidstep/rigidstep.h.
A call that is refused raises Refused, with the status, the body at fault and the text.
"""
import collections
import contextlib
import ctypes as c

ABI_MAJOR, ABI_MINOR = 1, 0
OK, NEED_EVAL, E_ABI, E_HOST = 0, 1, -2, -10
EVAL_FORCE, EVAL_ENERGY, EVAL_GRADIENT = 1, 2, 4
ROTOR, SCHEME, INTEGRATOR = 1, 2, 3
EXACT = 0xFFFF
KINDS = {ROTOR: "rotor", SCHEME: "scheme", INTEGRATOR: "integrator"}
CLAIMS = ("symplectic", "symmetric", "keeps_energy", "keeps_momentum", "backward", "composed",
          "never_fails")
NEEDS = ("force", "energy", "gradient")


class Head(c.Structure):
    _fields_ = [("size", c.c_uint32), ("abi", c.c_uint32)]


class _Headed(c.Structure):
    """A struct that crosses the boundary: states the size it was declared with."""
    def __init__(self, **fields):
        super().__init__(head=Head(c.sizeof(self), ABI_MAJOR << 16 | ABI_MINOR), **fields)


class Error(_Headed):
    _fields_ = [("head", Head), ("status", c.c_int32), ("reserved0", c.c_uint32),
                ("body", c.c_int64), ("text", c.c_char * 232)]


class Column(c.Structure):
    _fields_ = [("data", c.POINTER(c.c_double)), ("body", c.c_ssize_t), ("comp", c.c_ssize_t)]


COLUMNS = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3, gf=3, gtau=3, carry=0)


class View(_Headed):
    _fields_ = [("head", Head), ("n", c.c_int64), ("flags", c.c_uint32), ("reserved0", c.c_uint32),
                ("stamp", c.c_uint64)] + [(name, Column) for name in COLUMNS]


class Eval(_Headed):
    _fields_ = [("head", Head), ("what", c.c_uint32), ("reserved0", c.c_uint32),
                ("time", c.c_double), ("energy", c.c_double)]


EVAL_FUNCTION = c.CFUNCTYPE(c.c_int, c.c_void_p, c.POINTER(Eval), c.POINTER(View))


class Host(_Headed):
    _fields_ = [("head", Head), ("self", c.c_void_p), ("provides", c.c_uint32),
                ("reserved0", c.c_uint32), ("force_scale", c.c_double), ("eval", EVAL_FUNCTION)]


class Param(c.Structure):
    _fields_ = [("key", c.c_char_p), ("text", c.c_char_p), ("value", c.c_double)]


class MethodSpec(_Headed):
    _fields_ = [("head", Head), ("rotor", c.c_char_p), ("scheme", c.c_char_p),
                ("integrator", c.c_char_p), ("params", c.POINTER(Param)),
                ("n_params", c.c_uint32), ("param_size", c.c_uint32)]


class MethodInfo(_Headed):
    _fields_ = [("head", Head)] + [(name, c.c_uint32) for name in (
        "order", "claims", "needs", "evals", "gradients", "ends_fresh", "carry", "reserved0")]


class OutputInfo(c.Structure):
    _fields_ = [("key", c.c_char_p), ("unit", c.c_char_p), ("doc", c.c_char_p)] + [
        (name, c.c_uint32) for name in ("components", "flags", "lag", "size")]


class ParamInfo(c.Structure):
    _fields_ = [(name, c.c_char_p) for name in ("key", "unit", "doc")] + [
        ("type", c.c_uint32), ("offset", c.c_uint32)] + [
        (name, c.c_double) for name in ("min", "max", "dflt")]


class About(_Headed):
    _fields_ = [("head", Head), ("name", c.c_char_p), ("doc", c.c_char_p), ("cite", c.c_char_p),
                ("order", c.c_uint32), ("claims", c.c_uint32), ("needs", c.c_uint32),
                ("n_params", c.c_uint32), ("params", c.c_void_p), ("param_info_size", c.c_uint32),
                ("params_size", c.c_uint32)]


_double, _i64, _u32, _size = c.c_double, c.c_int64, c.c_uint32, c.c_size_t
_text, _handle, _doubles, _status = c.c_char_p, c.c_void_p, c.POINTER(c.c_double), c.c_int32
_out, _error, _ints = c.POINTER(c.c_void_p), c.POINTER(Error), c.POINTER(c.c_int64)

# Every call in the order of the module's table, as in rigidstep_load.h: result, name, arguments.
CALLS = [
    (_u32, "abi"),
    (_text, "status_text", _status),
    (_status, "free_flow", _text, _i64, _double, _doubles, _doubles, _doubles, _ints),
    (_status, "free_flow_check", _text, _i64, _double, _doubles, _doubles, _doubles, _error),
    (_status, "context_create", c.c_void_p, _out, _error),
    (None, "context_destroy", _handle),
    (_status, "module_load", _handle, _text, _error),
    (_status, "module_add", _handle, c.c_void_p, _error),
    (_i64, "about_count", _handle, _u32),
    (c.POINTER(About), "about_at", _handle, _u32, _i64),
    (c.POINTER(About), "about_find", _handle, _u32, _text),
    (_status, "bodies_create", _handle, _i64, _out, _error),
    (_status, "bodies_reserve", _handle, _i64, _error),
    (_status, "bodies_bind", _handle, c.POINTER(View), _error),
    (_status, "bodies_check", _handle, _error),
    (_status, "bodies_energy", _handle, _doubles, _doubles, _error),
    (None, "bodies_destroy", _handle),
    (_status, "method_create", _handle, c.POINTER(MethodSpec), _out, _error),
    (_status, "method_describe", _handle, c.POINTER(MethodInfo), _error),
    (None, "method_destroy", _handle),
    (_status, "stepper_create", _handle, _handle, c.POINTER(Host), _out, _error),
    (_status, "stepper_swap", _handle, _handle, _error),
    (_status, "advance", _handle, _double, c.POINTER(Eval), _error),
    (_status, "step", _handle, _double, _i64, _error),
    (_status, "stepper_set_fresh", _handle, _u32, _error),
    (_status, "stepper_set_time", _handle, _double, _error),
    (_double, "stepper_time", _handle),
    (_status, "stepper_reset", _handle, _error),
    (_status, "stepper_save", _handle, c.c_void_p, c.POINTER(_size), _error),
    (_status, "stepper_load", _handle, c.c_void_p, _size, _error),
    (None, "stepper_destroy", _handle),
    (_status, "free_flow_matrix", _text, _i64, _double, _doubles, _doubles, _doubles, _ints),
    (_status, "free_flow_matrix_check", _text, _i64, _double, _doubles, _doubles, _doubles,
     _error),
    (_i64, "method_output_count", _handle),
    (c.POINTER(OutputInfo), "method_output_at", _handle, _i64),
    (_status, "stepper_describe", _handle, c.POINTER(MethodInfo), _error),
    (_status, "stepper_output", _handle, _text, _doubles, _i64, _error),
    (_status, "stepper_project", _handle, _doubles, _error),
    (_status, "stepper_process", _handle, c.POINTER(Eval), _error),
    (_status, "stepper_unprocess", _handle, _error),
    (_status, "to_principal", _i64, _doubles, _doubles, _doubles, _error),
    (_status, "from_principal", _i64, _doubles, _doubles, _error),
]


class Refused(Exception):
    def __init__(self, call, status, body, text):
        where = f" (body {body})" if body >= 0 and not text.startswith("body ") else ""
        super().__init__(f"{call}: {text}{where}")
        self.status, self.body, self.text = status, body, text


def _memory(values, name):
    """The memory of `values`, which must be doubles that may be written."""
    try:
        view = memoryview(values)
    except TypeError:
        raise TypeError(f"{name} is a {type(values).__name__}; must be an array of doubles") from None
    if view.format not in ("d", "<d", "@d", "=d"):
        raise TypeError(f"{name} has the type code '{view.format}'; must be 'd'")
    if view.readonly:
        raise TypeError(f"{name} is read-only")
    return view


def doubles(values, length=None, name="array"):
    """A ctypes array over the memory of `values`, which must hold doubles, `length` of them."""
    view = _memory(values, name)
    if length is not None and view.nbytes != 8 * length:
        raise ValueError(f"{name} holds {view.nbytes // 8} doubles; {length} are needed")
    if isinstance(values, c.Array):
        return values
    if not view.c_contiguous:
        raise ValueError(f"{name} is strided; must be contiguous here")
    return (c.c_double * (view.nbytes // 8)).from_buffer(values)


def column(values, n, width, name):
    """Where the library finds `width` doubles of each of n bodies: in a row, or in a NumPy view of
    any strides whose first index counts bodies."""
    view = _memory(values, name)
    if view.c_contiguous:
        return Column(c.cast(doubles(values, n * width, name), _doubles), width, 1)
    shape = (n, width) if view.ndim == 2 else (n,)
    if view.shape != shape or (view.ndim == 1 and width != 1):
        raise ValueError(f"{name} has the shape {view.shape}; must be {(n, width)}")
    if any(stride % 8 for stride in view.strides):
        raise ValueError(f"{name} has strides of {view.strides} bytes; must be whole doubles")
    data = c.cast(c.c_void_p(values.__array_interface__["data"][0]), _doubles)
    return Column(data, *[stride // 8 for stride in (*view.strides, 8)[:2]])


Method = collections.namedtuple("Method", "kind name order claims needs params doc cite")
Parameter = collections.namedtuple("Parameter", "key unit doc type min max default")


def _bits(word, names):
    return frozenset(name for bit, name in enumerate(names) if word >> bit & 1)


def _method(kind, about):
    size = about.param_info_size
    infos = [ParamInfo.from_address(about.params + i * size) for i in range(about.n_params)]
    params = [Parameter(i.key.decode(), i.unit.decode(), i.doc.decode(),
                        (float, int, bool)[i.type - 1], i.min, i.max, i.dflt) for i in infos]
    return Method(KINDS[kind], about.name.decode(), about.order, _bits(about.claims, CLAIMS),
                  _bits(about.needs, NEEDS), params, about.doc.decode(), about.cite.decode())


class Library:
    """The calls of rigidstep.h without their prefix.  The last argument of a call that can be
    refused, rgs_error (of free_flow and free_flow_matrix: bad), is left out; texts are str; handles
    are c_void_p."""

    def __init__(self, path):
        self._file = c.CDLL(path, mode=getattr(c, "DEFAULT_MODE", 0))
        try:
            head = Head.in_dll(self._file, "rgs_generic_v1")
        except ValueError:
            head = None
        if head is not None and head.abi >> 16 != ABI_MAJOR:
            raise Refused(path, E_ABI, -1, f"ABI major {head.abi >> 16}, not {ABI_MAJOR}")
        for slot, (result, name, *arguments) in enumerate(CALLS):
            prototype = c.CFUNCTYPE(result, *arguments)
            if head is None:
                function = prototype(("rgs_" + name, self._file))
            else:
                at = c.sizeof(Head) + slot * c.sizeof(c.c_void_p)
                if head.size < at + c.sizeof(c.c_void_p):
                    break                        # an older module: the attribute is not there
                pointer = c.c_void_p.from_address(c.addressof(head) + at).value
                function = prototype(pointer)
            setattr(self, name, self._wrap(name, function, result, arguments))

    def _wrap(self, name, function, result, arguments):
        def call(*given):
            given = [g.encode() if isinstance(g, str) else
                     doubles(g) if kind is _doubles and g is not None and not hasattr(g, "_obj")
                     else g for g, kind in zip(given, arguments)] + list(given[len(arguments):])
            if result is not _status:
                return function(*given)
            if name.startswith("free_flow"):       # n bodies: 3n, 3n and 4n or 9n doubles
                for values, what, each in zip(given[3:6], ("inertia", "l", "attitudes"),
                                              (3, 3, 9 if "matrix" in name else 4)):
                    if isinstance(values, c.Array) and len(values) < given[1] * each:
                        raise ValueError(f"{what} holds {len(values)} doubles; {given[1]} bodies "
                                         f"need {given[1] * each}")
            if _ints in arguments:                 # the calls whose error is an index only
                bad = c.c_int64(-1)
                status, body = function(*given, c.byref(bad)), bad.value
                text = self.status_text(status).decode()
                if status < 0 and hasattr(self, name + "_check"):
                    getattr(self, name + "_check")(*given)    # raises, with a text that says more
            else:
                error = Error(body=-1)
                status = function(*given, c.byref(error))
                body, text = error.body, error.text.decode()
            if status < 0:
                raise Refused(name, status, body, text)
            return status
        return call


    def methods(self, *modules):
        """All there is, built in or in the files `modules`: kind, name, order (EXACT: no error),
        claims and needs (sets of words), params (key, unit, doc, type, min, max, default), doc, cite.
        """
        context = c.c_void_p()
        self.context_create(None, c.byref(context))
        try:
            for path in modules:
                self.module_load(context, path)
            return [_method(kind, self.about_at(context, kind, i)[0]) for kind in KINDS
                    for i in range(self.about_count(context, kind))]
        finally:
            self.context_destroy(context)


Output = collections.namedtuple("Output", "key unit doc components per_body")
PER_BODY = 1


class Stepper:
    """n bodies in the host's arrays, stepped by rotor x scheme, or by an integrator.

    columns  name -> array of doubles, body after body (x p q l mass inertia f tau; gf and gtau where
             force writes the gradients too; carry is made here)
    force    force(time) writes columns f and tau and returns the potential energy or None; called
             wherever the method wants it.  An exception in it ends the step and is raised there.
    params   key -> number or text
    """

    def __init__(self, library, rotor=None, scheme=None, columns=None, force=None, *,
                 integrator=None, params=None):
        self.library, self.force, self.columns = library, force, dict(columns)
        self._raised, self._n = None, len(columns["mass"])
        self._view = View(n=self._n)
        for name in columns:
            self._set_column(name)
        provides = EVAL_FORCE | EVAL_ENERGY
        if "gf" in columns and "gtau" in columns:
            provides |= EVAL_GRADIENT
        self._host = Host(provides=provides, eval=EVAL_FUNCTION(self._eval))
        self._context, self._bodies, self._method, self._stepper = (c.c_void_p() for _ in range(4))
        try:
            library.context_create(None, c.byref(self._context))
            library.bodies_create(self._context, self._n, c.byref(self._bodies))
            self._method = self._make(rotor, scheme, integrator, params)
            library.stepper_create(self._bodies, self._method, c.byref(self._host),
                                   c.byref(self._stepper))
            library.bodies_bind(self._bodies, c.byref(self._view))
            self._make_carry("carry" in columns)
        except BaseException:
            self.close()
            raise

    def _set_column(self, name):
        if name not in COLUMNS:
            raise ValueError(f"no column is called '{name}'; known: {', '.join(COLUMNS)}")
        values = self.columns[name]
        width = COLUMNS[name] or _memory(values, name).nbytes // 8 // max(self._n, 1)
        setattr(self._view, name, column(values, self._n, width, name))

    def _make_carry(self, given=False):
        """What the method carries from step to step.  A swap leaves nothing in it."""
        info = MethodInfo()
        self.library.stepper_describe(self._stepper, c.byref(info))
        have = _memory(self.columns["carry"], "carry").nbytes // 8 if "carry" in self.columns else 0
        if have >= info.carry * self._n:
            return
        if given:
            raise ValueError(f"carry holds {have} doubles; the method needs {info.carry} a body")
        self.columns["carry"] = (c.c_double * (info.carry * self._n))()
        self._set_column("carry")
        self.library.bodies_bind(self._bodies, c.byref(self._view))

    def _make(self, rotor, scheme, integrator, params):
        texts = [name and name.encode() for name in (rotor, scheme, integrator)]
        given = [Param(key.encode(), value.encode(), 0) if isinstance(value, str) else
                 Param(key.encode(), None, value) for key, value in (params or {}).items()]
        spec = MethodSpec(rotor=texts[0], scheme=texts[1], integrator=texts[2],
                          params=(Param * len(given))(*given) if given else None,
                          n_params=len(given), param_size=c.sizeof(Param))
        method = c.c_void_p()
        self.library.method_create(self._context, c.byref(spec), c.byref(method))
        return method

    def _eval(self, _self, request, _bodies):
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

    def step(self, h, n=1):
        self._run(self.library.step, h, n)

    @contextlib.contextmanager
    def shown(self):
        """with stepper.shown(): the bodies are those that output wants, not those propagated.  A
        swap in there goes on from them."""
        try:
            self._run(self.library.stepper_process, None)
            yield self
        finally:
            self.library.stepper_unprocess(self._stepper)

    def swap(self, rotor=None, scheme=None, *, integrator=None, params=None):
        method = self._make(rotor, scheme, integrator, params)
        try:
            self.library.stepper_swap(self._stepper, method)
        except Refused:
            self.library.method_destroy(method)
            raise
        self.library.method_destroy(self._method)
        self._method = method
        self._make_carry()

    def outputs(self):
        """What output() tells of this method: key, unit, doc, components, per_body."""
        infos = [self.library.method_output_at(self._method, i)[0]
                 for i in range(self.library.method_output_count(self._method))]
        return [Output(info.key.decode(), info.unit.decode(), info.doc.decode(), info.components,
                       bool(info.flags & PER_BODY)) for info in infos]

    def output(self, key):
        """A number, a list of components, or a list of either, body after body."""
        info = next((o for o in self.outputs() if o.key == key), Output(key, "", "", 1, False))
        times = self._n if info.per_body else 1
        values = (c.c_double * max(info.components * times, 1))()
        self.library.stepper_output(self._stepper, key, values, info.components * times)
        each = [list(values[i * info.components:(i + 1) * info.components]) for i in range(times)]
        if info.components == 1:
            each = [value for value, in each]
        return each if info.per_body else each[0]

    def energy(self):
        """Kinetic energy of translation and of rotation."""
        translation, rotation = c.c_double(), c.c_double()
        self.library.bodies_energy(self._bodies, c.byref(translation), c.byref(rotation))
        return translation.value, rotation.value

    @property
    def time(self):
        return self.library.stepper_time(self._stepper)

    def close(self):
        self.library.stepper_destroy(self._stepper)
        self.library.method_destroy(self._method)
        self.library.bodies_destroy(self._bodies)
        self.library.context_destroy(self._context)
        self._stepper = self._method = self._bodies = self._context = None
