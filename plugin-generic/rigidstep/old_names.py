# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.old_names - keywords that have another name now."""
from __future__ import annotations

import functools
import warnings
from typing import Any, Callable, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

def renamed(**names: str) -> Callable[[Function], Function]:
    """A decorator, renamed(old="new"): the function takes the old keyword too, with a warning, but not both."""
    def decorated(function: Function) -> Function:
        @functools.wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            for old, new in names.items():
                if old not in named:
                    continue
                if new in named:
                    raise TypeError(f"{old} and {new} are given; {old} is the old name of {new}, so give {new} only")
                warnings.warn(f"the keyword {old} is called {new} now", DeprecationWarning, stacklevel=2)
                named[new] = named.pop(old)
            return function(*arguments, **named)
        return cast(Function, call)
    return decorated

METHODS = renamed(bath="thermostat", piston="barostat")
