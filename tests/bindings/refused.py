# SPDX-License-Identifier: BSD-3-Clause
"""What tests in Python ask of a refusal, and bodies for them."""
import inspect
from array import array


def says(kind, words, call, *arguments, **named):
    """The call is refused, and the error, which is returned, has these words, which | divides."""
    try:
        call(*arguments, **named)
    except kind as error:
        for word in words.split("|"):
            assert word in str(error), f"'{word}' is not in: {error}"
        return error
    raise AssertionError(f"{words}: not refused")


def refused(status, body, words, call, *arguments, **named):
    """The library refuses the call, with this status and for this body."""
    from rigidstep import Refused          # here, since some tests first say where the library is
    error = says(Refused, words, call, *arguments, **named)
    assert (error.status, error.body) == (status, body), repr(error)


def methods_of(kind):
    """Its public methods that neither ASE nor the language has begun."""
    ours, others = [[base for base in kind.__mro__ if base.__module__.startswith("rigidstep") == own] for own in (True, False)]
    return [name for base in ours for name in vars(base) if not name.startswith("_") and callable(getattr(kind, name))
            and not any(hasattr(other, name) for other in others)]


def is_documented(module):
    """How many public classes, functions and methods it has; each lists exactly its parameters, in NumPy's form.  (The methods
    of Molecules are RigidDynamics' own.)"""
    named = {name: getattr(module, name) for name in module.__all__ if callable(getattr(module, name))}
    for name, thing in [*named.items()]:
        if inspect.isclass(thing) and name != "Molecules":
            named.update({f"{name}.{one}": getattr(thing, one) for one in methods_of(thing)})
    for name, call in named.items():
        given = {{2: "*", 4: "**"}.get(value.kind, "") + key: value.default
                 for key, value in inspect.signature(call).parameters.items() if key != "self"}
        section = (inspect.getdoc(call) or "").partition("Parameters\n")[2].partition("\n\n")[0].splitlines()[1:]
        rows = [line.split(" : ") for line in section if not line.startswith(" ")]
        listed = {key: kind for keys, kind in rows for key in keys.split(", ")}
        assert list(listed) == list(given), (name, list(listed), list(given))
        for key, default in given.items():
            tells = "default" in listed[key] or repr(default) in listed[key]
            assert tells or default in (None, inspect.Parameter.empty), (name, key)
    return len(named)


def columns(n=2):
    return dict(x=array("d", [0.1 * i for i in range(3 * n)]), p=array("d", 3 * n * [0.2]),
                q=array("d", n * [0.6, 0.0, 0.8, 0.0]), l=array("d", n * [0.3, -0.2, 0.5]),
                mass=array("d", n * [2.0]), inertia=array("d", n * [1.0, 1.5, 2.0]),
                f=array("d", 3 * n * [0.0]), tau=array("d", 3 * n * [0.0]))
