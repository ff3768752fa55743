# SPDX-License-Identifier: BSD-3-Clause
"""What tests in Python ask of a refusal."""


def says(kind, words, call, *arguments, **named):
    """The call is refused, and the error has these words, which | divides."""
    try:
        call(*arguments, **named)
    except kind as error:
        for word in words.split("|"):
            assert word in str(error), f"'{word}' is not in: {error}"
    else:
        raise AssertionError(f"{words}: not refused")
