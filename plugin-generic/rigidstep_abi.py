# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep_abi.py - the structs and calls of the C ABI for rigidstep.py, which is what to import."""
import concurrent.futures
import ctypes as c
import operator

ABI_MAJOR, ABI_MINOR, OK, NEED_EVAL, E_ABI, E_HOST, E_SPACE, E_EXECUTOR = 1, 2, 0, 1, -2, -10, -13, -16
EVAL_FORCE, EVAL_ENERGY, EVAL_GRADIENT, EVAL_SUM, EVAL_VIRIAL = 1, 2, 4, 8, 16
P_IS_VELOCITY, ANY_MOMENTS, PLANE, COPIES = 1, 2, 4, 8   # flags of a view
ROTOR, SCHEME, INTEGRATOR, BATH, PISTON = 1, 2, 3, 4, 5
EXACT = 0xFFFF                                           # order without time-step error
KINDS = dict(enumerate("rotor scheme integrator bath piston".split(), 1))
CLAIMS = ("symplectic symmetric keeps_energy keeps_momentum backward composed never_fails "
          "processed relaxes random places_bath").split()
NEEDS = "force energy gradient sum virial".split()
COLUMNS = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3, gf=3, gtau=3, carry=0, coupled=1)

# ---- structs and calls, as in the headers; a letter for each type --------------------------------
_T = dict(u=c.c_uint32, i=c.c_int64, U=c.c_uint64, z=c.c_size_t, d=c.c_double, t=c.c_char_p,
          h=c.c_void_p, s=c.c_int32, n=None, D=c.POINTER(c.c_double), I=c.POINTER(c.c_int64),
          O=c.POINTER(c.c_void_p), Z=c.POINTER(c.c_size_t), p=c.c_ssize_t, T=c.c_char * 232,
          V=c.c_double * 3)
_RANGES = dict(u=(0, 2**32 - 1), i=(-2**63, 2**63 - 1), U=(0, 2**64 - 1), z=(0, 2**64 - 1))

def _number(call, kind, value):
    """`value` as a number of this kind.  ctypes would cut what is out of range, and names no call."""
    value = getattr(value, "value", value)           # of ctypes, too
    try:
        value = float(value) if kind == "d" and not isinstance(value, str) else operator.index(value)
    except TypeError:
        what = "a number" if kind == "d" else "a whole number"
        raise TypeError(f"{call}: an argument is {value!r}; must be {what}") from None
    least, most = _RANGES.get(kind, (value, value))
    if not least <= value <= most and kind in _RANGES:
        # (The library itself refuses negative counts.)
        raise OverflowError(f"{call}: an argument is {value}; allowed 0 to {most}")
    return value

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
View = _struct("View", "n:i flags:u reserved0:u stamp:U " + ":C ".join([*COLUMNS][:-1]) +
               ":C key:I n_copies:i coupled:C", None, "v")
Eval = _struct("Eval", "what:u reserved0:u time:d energy:d sum:D n_sum:u reserved1:u virial:V lengths:V",
               None, "E")
_T["f"] = EVAL_FUNCTION = c.CFUNCTYPE(c.c_int, c.c_void_p, _T["E"], _T["v"])
RUN_FUNCTION = c.CFUNCTYPE(None, c.c_void_p, c.c_int64, c.c_int64)
_T["F"] = PARALLEL_FUNCTION = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64, RUN_FUNCTION, c.c_void_p)
Host = _struct("Host", "self:h provides:u reserved0:u force_scale:d eval:f ranks:u "
               "reserved1:u parallel_for:F pool:h", None, "H")
MethodSpec = _struct("MethodSpec", "rotor:t scheme:t integrator:t params:P n_params:u param_size:u",
                     None, "M")
EnsembleSpec = _struct("EnsembleSpec", "bath:t piston:t flags:u reserved0:u", None, "N")
Box = _struct("Box", "lengths:V centre:V reference:V flags:u reserved0:u", None, "b")
MethodInfo = _struct("MethodInfo", "order:u claims:u needs:u evals:u gradients:u ends_fresh:u "
                     "carry:u reserved0:u sums:u reductions:u", None, "m")
OutputInfo = _struct("OutputInfo", "key:t unit:t doc:t components:u flags:u lag:u size:u", None,
                     "o", headed=False)
ParamInfo = _struct("ParamInfo", "key:t unit:t doc:t type:u offset:u min:d max:d dflt:d",
                    headed=False)
About = _struct("About", "name:t doc:t cite:t order:u claims:u needs:u n_params:u params:h "
                "param_info_size:u params_size:u param_flags:h", None, "a")

# Every call in the order of the module's table, as in rigidstep_load.h: name:result and arguments.
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
method_create_with:shMNOe stepper_set_param:shutde stepper_param:shutDe stepper_set_box:shbe
stepper_box:shbe stepper_set_step:shUe stepper_step:Uh
stepper_save_ensemble:shhZe stepper_load_ensemble:shhze
"""
# Of calls with arrays of n bodies: which argument is n, where the arrays begin, and their widths.
_ARRAYS = dict(
    free_flow=(1, 3, dict(inertia=3, l=3, q=4)), to_principal=(0, 1, dict(J=4, inertia=3, q=4)),
    free_flow_matrix=(1, 3, dict(inertia=3, l=3, Q=9)), from_principal=(0, 1, dict(J=4, q=4)))

def _memory(values, name):
    """The memory of `values`, which must be doubles that may be written."""
    try:
        view = memoryview(values)
    except TypeError:
        raise TypeError(f"{name} is {type(values)}; must be an array of doubles, of NumPy or "
                        "array.array('d', ..)") from None
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

def integers(values, length, name):
    """A ctypes array over the memory of `values`, which must be `length` 64-bit integers."""
    try:
        view = memoryview(values)
    except TypeError:
        raise TypeError(f"{name} is {type(values)}; must be an array of 64-bit integers") from None
    if view.itemsize != 8 or view.format.lstrip("<@=") not in ("q", "l"):
        raise TypeError(f"{name} has the type code '{view.format}'; must be 'q'")
    if view.nbytes != 8 * length or not view.c_contiguous:
        raise ValueError(f"{name} must hold {length} integers without gaps between them")
    return (c.c_int64 * length).from_buffer(values)

def _check_host(columns, force, threads):
    """What a Stepper was given: are its parts there?"""
    missing = [name for name in [*COLUMNS][:8] if name not in (columns or {})]
    if missing:
        raise ValueError(f"columns has no {', '.join(missing)}; give {', '.join([*COLUMNS][:8])}, "
                         "each an array of doubles")
    for one, other in (("gf", "gtau"), ("gtau", "gf")):
        if one in columns and other not in columns:
            raise ValueError(f"columns has {one} but no {other}; give both, or neither")
    if not callable(force):
        raise TypeError(f"force is {force!r}; must be a function that writes f and tau")
    if operator.index(threads) < 1:
        raise ValueError(f"threads is {threads}; allowed 1 and more")

def executor_of(threads, told):
    """A function for Host.parallel_for: `threads` threads, among them the calling one.  They do not wait
    for each other's Python code, because ctypes lets go of its lock while the library works.  An
    exception, such as that of the interrupt key, is given to told() and ends the step."""
    others = concurrent.futures.ThreadPoolExecutor(threads - 1, "rigidstep") if threads > 1 else None

    def parallel_for(_pool, n, run, work):
        ends = [n * (k + 1) // threads for k in range(threads)]
        begun, first = [], None
        try:
            for some in zip(ends, ends[1:]):
                begun.append(others.submit(run, work, *some))
            run(work, 0, ends[0])
        except BaseException as raised:          # must not unwind into C
            first = raised
        for future in begun:
            while not future.done():             # an interrupt must not leave a part under way
                try:
                    concurrent.futures.wait([future])
                except BaseException as raised:
                    first = first or raised
            first = first or future.exception()
        if first is not None:
            told(first)
        return int(first is not None)
    return PARALLEL_FUNCTION(parallel_for)
