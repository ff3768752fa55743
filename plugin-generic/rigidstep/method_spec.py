# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.method_spec - the names and parameters that a caller gives, as rgs_method_spec."""
import ctypes as c
from typing import Any, Dict, Mapping, Optional, Union

from .abi import E_PARAM, MethodSpec, Param
from .columns import real
from .library import Refused

Params = Mapping[str, Union[float, str]]

def mapping(params: Optional[Params]) -> Dict[str, Any]:
    """A copy of the parameters that a user gave."""
    if params is not None and not hasattr(params, "items"):
        raise TypeError(f"params is {params!r}; must be a dict of the method's parameters")
    for key in params or ():
        if not isinstance(key, str):
            raise TypeError(f"params has the key {key!r}; must be the name of a parameter")
    return dict(params or {})

def _param(key: str, value: Union[float, str]) -> Any:
    if isinstance(value, str):
        return Param(key.encode(), value.encode(), 0)
    try:
        return Param(key.encode(), None, value)
    except TypeError:
        raise TypeError(f"params['{key}'] is {value!r}; must be a number or text") from None

# Keys that are no parameters of a part: where the thermostat acts, and bits of rgs_method_spec.wants.
_WISHES = dict(ends=0, conserved=1, refined=2, shadow=4)
_WORDS = dict(no=0, off=0, false=0, yes=1, on=1, true=1)

def _wishes(params: Dict[str, Any]) -> Dict[str, int]:
    """Takes them out of params; placement and wants."""
    told = dict(placement=0, wants=0)
    for key in [key for key in params if key in _WISHES]:
        value = params.pop(key)
        on = _WORDS.get(value, value) if isinstance(value, str) else value
        if on not in (0, 1, "0", "1"):
            raise Refused("method_create", E_PARAM, -1, f"parameter '{key}' is {value}; allowed 0 or 1")
        if key == "ends":
            told["placement"] = 1 + int(on)
        told["wants"] |= _WISHES[key] * int(on)
    return told

def method_spec(names: Dict[str, Any], params: Optional[Params], inertia: float) -> Any:
    """names: of rotor, scheme, integrator, thermostat and barostat."""
    told = mapping(params)
    wishes = _wishes(told)
    given = [_param(key, value) for key, value in told.items()]
    for what, name in names.items():
        if not isinstance(name, (str, type(None))):
            raise TypeError(f"{what} is {name!r}; must be the name of a method")
        if name is None and names["integrator"] is None and what in ("rotor", "scheme"):
            raise TypeError(f"{what} is None; must be the name of a method, unless an integrator is given")
    encoded = {what: name and name.encode() for what, name in names.items()}
    return MethodSpec(params=(Param * len(given))(*given) or None, n_params=len(given), param_size=c.sizeof(Param),
                      inertia=real("inertia", inertia, 0), **wishes, **encoded)
