# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.abi - the constants, structs and calls of the C ABI.  `import rigidstep` is what to use."""
from __future__ import annotations

import ctypes as c
from typing import Any, Dict

ABI_MAJOR, ABI_MINOR, OK, NEED_EVAL = 2, 0, 0, 1
E_ARG, E_ABI, E_NAME, E_PARAM, E_NEEDS, E_ORDER, E_HOST, E_SPACE, E_EXECUTOR = -1, -2, -3, -4, -5, -6, -10, -13, -16
EVAL_FORCE, EVAL_ENERGY, EVAL_GRADIENT, EVAL_REDUCTION, EVAL_VIRIAL = 1, 2, 4, 8, 16
EVAL_SLOW, EVAL_MOMENTUM = 32, 1 << 17                   # drafts
P_IS_VELOCITY, ANY_MOMENTS, PLANAR = 1, 2, 4              # flags of a view
REWINDS = 1                                              # of a host
ROTOR, SCHEME, INTEGRATOR, THERMOSTAT, BAROSTAT = 1, 2, 3, 4, 5
EXACT = 0xFFFF                                           # order without time-step error
KINDS = dict(enumerate("rotor scheme integrator thermostat barostat".split(), 1))
CLAIMS = ("symplectic symmetric keeps_energy keeps_momentum backward composed never_fails "
          "processed relaxes random places_thermostat").split()
NEEDS = "force energy gradient sum virial slow_force".split()
# Numbers of each body; aux stays with the library.
COLUMNS = dict(x=3, p=3, q=4, l=3, mass=1, inertia=3, f=3, tau=3, gf=3, gtau=3, aux=0, thermostatted=1)

# ---- structs and calls, as in the headers; a letter for each type --------------------------------
_T: Dict[Any, Any] = dict(
    u=c.c_uint32, i=c.c_int64, U=c.c_uint64, z=c.c_size_t, d=c.c_double, t=c.c_char_p,
    h=c.c_void_p, s=c.c_int32, n=None, D=c.POINTER(c.c_double), I=c.POINTER(c.c_int64),
    O=c.POINTER(c.c_void_p), Z=c.POINTER(c.c_size_t), p=c.c_ssize_t, T=c.c_char * 232,
    V=c.c_double * 3, W=c.c_double * 9)

def _fields(self: Any) -> str:
    """Of a struct: its type, and the values of what a reader wants."""
    told = ", ".join(f"{name}={tuple(value) if isinstance(value, c.Array) else value!r}"
                     for name, value in ((name, getattr(self, name)) for name, _ in self._fields_)
                     if name != "head" and not name.startswith("reserved"))
    return f"{type(self).__name__}({told})"

def _struct(name: str, text: str, letter: Any = None, pointer: Any = None, headed: bool = True,
            abi: int = ABI_MAJOR << 16 | ABI_MINOR) -> Any:
    """A struct, and letters for it and for a pointer to it.  Its head states its size here."""
    def init(self: Any, **values: Any) -> None:
        c.Structure.__init__(self, head=Head(c.sizeof(self), abi), **values)
    fields = [("head", Head)] if headed else []
    fields += [(field, _T[kind]) for field, kind in (word.split(":") for word in text.split())]
    made = type(name, (c.Structure,), dict(_fields_=fields, __repr__=_fields, __module__=__name__,
                                           **{"__init__": init} if headed else {}))
    _T.update({letter: made, pointer: c.POINTER(made)})
    return made

Head = _struct("Head", "size:u abi:u", headed=False)
Column = _struct("Column", "data:D body:p comp:p", "C", "x", headed=False)
Param = _struct("Param", "key:t text:t value:d kind:u reserved0:u", None, "P", headed=False)
Error = _struct("Error", "status:s reserved0:u body:i text:T", None, "e")
View = _struct("View", "flags:u reserved0:u n:i n_ghosts:i revision:U " + ":C ".join([*COLUMNS][:-1]) +
               ":C tag:I thermostatted:C", None, "v")
Eval = _struct("Eval", "what:u n_sum:u time:d energy:d sum:D virial:W cell:W", None, "E")
_T["f"] = EVAL_FUNCTION = c.CFUNCTYPE(c.c_int, c.c_void_p, _T["E"], _T["v"])
RUN_FUNCTION = c.CFUNCTYPE(None, c.c_void_p, c.c_int64, c.c_int64)
_T["F"] = PARALLEL_FUNCTION = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64, RUN_FUNCTION, c.c_void_p)
Executor = _struct("Executor", "self:h parallel_for:F", None, "X")
Host = _struct("Host", "self:h provides:u ranks:u force_scale:d eval:f executor:X flags:u reserved0:u", None, "H")
_T["G"] = LOG_FUNCTION = c.CFUNCTYPE(None, c.c_void_p, c.c_char_p)
ContextSpec = _struct("ContextSpec", "flags:u reserved0:u allocator:h executor:X kernels:t module_path:t log:G "
                      "self:h")
MethodSpec = _struct("MethodSpec", "rotor:t scheme:t integrator:t thermostat:t barostat:t params:P n_params:u "
                     "param_size:u inertia:d placement:u wants:u", None, "M")
Cell = _struct("Cell", "vectors:W origin:V reference:W flags:u reserved0:u", None, "b")
SitesSpec = _struct("SitesSpec", "n_sites:i n_bodies:i first:I site:I mass:C x:C cell:D periodic:u "
                    "flags:u linear_tolerance:d rounding:d executor:X", None, "S")
SitesInfo = _struct("SitesInfo", "n_bodies:i n_sites:i kinds:i points:i linear:i planar:i freedom:i "
                    "worst:i misfit:d", None, "k")
MethodInfo = _struct("MethodInfo", "order:u claims:u needs:u evals:u gradients:u ends_valid:u "
                     "aux:u sums:u reductions:u", None, "m")
OutputInfo = _struct("OutputInfo", "key:t unit:t doc:t components:u flags:u lag:u reserved0:u", None,
                     "o")
ParamInfo = _struct("ParamInfo", "key:t unit:t doc:t type:u offset:u min:d max:d dflt:d flags:u "
                    "reserved0:u",
                    headed=False)
About = _struct("About", "name:t doc:t cite:t order:u claims:u needs:u n_params:u params:h "
                "param_info_size:u params_size:u", None, "a")

# Drafts (rigidstep/draft.h), which may change with any version: the library refuses another number in their heads.
_draft_abi = 0xd4af << 16 | 13              # of draft_device.h
FORCE_FOUND = ("wrong_force wrong_torque wrong_virial sign factor body_frame rotated_twice quaternion_order "
               "quaternion_inverse about_origin missing stale varying unwritten added one_sided jump "
               "no_images no_long_range with_kinetic fixed_cell field noise for_lengths for_one_factor "
               "atomic distance unturned").split()
FORCE_REMARKS = {"field", "noise", "unwritten", "for_lengths", "for_one_factor"}
_T["6"] = c.c_double * 6
ForceRow = _struct("ForceRow", "body:i given:6 energy:6 error:6 off:d", None, "r", headed=False)
ForceCheck = _struct("ForceCheck", "sample:i tolerance:d length:d stir:d time:d cell:W origin:V rows:r "
                     "n_rows:i row_size:z text:h text_size:z found:u reserved0:u evaluations:i energy:d noise:d "
                     "virial:W by_cell:W virial_off:d",
                     None, "l", abi=_draft_abi + 1)
DraftBatch = _struct("DraftBatch", "n:i system:I cell:h virial:h energy:h", abi=_draft_abi + 3)
DeviceSpec = _struct("DeviceSpec", "ordinal:u check_every:u stream:h", abi=_draft_abi)
FROM_DEVICE, TO_DEVICE = 0, 1
DRAFT = _draft_abi + 2                      # of draft.h: for allow
DRAFTS = dict(word.split(":") for word in """allow:shue batch_set:shhe batch_set_param:shtDie
batch_save:shihZe batch_load:shihze batch_set_cell:shibe batch_cell:shibe check_forces:shHle free_flow_jacobian:sidDDDDe
device_open:shthOe device_close:nh bodies_on:shhe bodies_wheels:shihe device_wait:she sites_on:shhe device_allocate:hhz
device_release:nhh device_copy:shhhzse""".split())

# Every call in the order of the module's table, as in rigidstep_load.h: name:result and arguments.
CALLS = """
abi:u version:t status_text:ts free_flow:stidDDDe context_create:shOe
context_destroy:nh module_load:shte module_add:shhe about_count:ihu about_at:ahui about_find:ahut
bodies_create:shiOe bodies_reserve:shie bodies_bind:shve bodies_check:she bodies_energy:shDDe
bodies_destroy:nh method_create:shMOe method_describe:shme method_destroy:nh stepper_create:shhHOe
stepper_swap:shhe stepper_advance:shdEe stepper_run:shdie stepper_set_valid:shue stepper_set_time:shde
stepper_time:dh stepper_reset:she stepper_save:shhZe stepper_load:shhze stepper_check:she stepper_destroy:nh
free_flow_matrix:stidDDDe method_output_count:ih
method_output_at:ohi stepper_describe:shme stepper_output:shtDie stepper_project:shDe
stepper_process:shEe stepper_unprocess:she stepper_set_param:shPze
stepper_param:shutDe stepper_set_cell:shbe stepper_cell:shbe stepper_set_step_count:shUe stepper_step_count:Uh
stepper_save_ensemble:shhZe stepper_load_ensemble:shhze sites_create:shSOe sites_destroy:nh
sites_describe:shke sites_shape:shvxe sites_kinds:shIe sites_set_shape:shvxe sites_place:shvxxe
sites_gather:shvxDe sites_momenta:shvxDe sites_fit:shvxDe principal:siDDDe
stepper_rewind:she
"""
# What the arguments of calls that a program may call by itself are called.
ARGUMENTS = {name: words.split() for name, words in dict(
    free_flow="rotor n h inertia l q", free_flow_matrix="rotor n h inertia l Q",
    free_flow_jacobian="n h inertia l q jacobian", principal="n J inertia q", stepper_run="stepper h n",
    stepper_set_time="stepper time", stepper_set_step_count="stepper steps", stepper_set_valid="stepper what",
    stepper_param="stepper kind key").items()}
# Of calls with arrays of n bodies: which argument is n, where the arrays begin, and their widths.
ARRAYS: Dict[str, Any] = dict(
    free_flow=(1, 3, dict(inertia=3, l=3, q=4)), principal=(0, 1, dict(J=6, inertia=3, q=4)),
    free_flow_matrix=(1, 3, dict(inertia=3, l=3, Q=9)),
    free_flow_jacobian=(0, 2, dict(inertia=3, l=3, q=4, jacobian=44)))

def _words(bits: int, names: "list[str]") -> "list[str]":
    return [name for bit, name in enumerate(names) if bits >> bit & 1]

def _table(info: Any) -> str:
    """What a method is as it runs: a line for each property."""
    order = "exact" if info.order == EXACT else info.order
    rows = dict(order=order, claims=" ".join(_words(info.claims, CLAIMS)) or "none",
                needs=" ".join(_words(info.needs, NEEDS)) or "nothing",
                evals=f"{info.evals} a step", gradients=f"{info.gradients} a step",
                ends_valid="yes" if info.ends_valid else "no", aux=f"{info.aux} doubles a body",
                sums=f"{info.sums} doubles", reductions=f"{info.reductions} a step")
    return "\n".join(f"{name:11} {value}" for name, value in rows.items())

MethodInfo.__repr__ = _table
