# SPDX-License-Identifier: BSD-3-Clause
"""What tests in Python ask of a refusal, and bodies for them."""
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


def columns(n=2):
    return dict(x=array("d", [0.1 * i for i in range(3 * n)]), p=array("d", 3 * n * [0.2]),
                q=array("d", n * [0.6, 0.0, 0.8, 0.0]), l=array("d", n * [0.3, -0.2, 0.5]),
                mass=array("d", n * [2.0]), inertia=array("d", n * [1.0, 1.5, 2.0]),
                f=array("d", 3 * n * [0.0]), tau=array("d", 3 * n * [0.0]))
