# SPDX-License-Identifier: BSD-3-Clause
"""Cases of tests in Python: a function with @case, or one for each row with @rows.

A test that ends with run() takes, after its arguments, `-l` to list its cases and `-k WORD` to run those with this word
in their name.  tests/lammps/run.py takes the same.
"""
import argparse
import sys
from functools import partial
from types import SimpleNamespace

CASES = []


def case(function):
    return rows("")(function)


def rows(table):
    """A case for each line of the table, `name | argument | ..`; or for each item of a list of such tuples."""
    if isinstance(table, str):
        table = [line.split("|") for line in table.strip().splitlines()] or [[""]]

    def register(function):
        group = function.__module__[2:]
        for number, (name, *arguments) in enumerate(table):
            words = (group if group.strip("_") != "main" else "", function.__name__, name)
            CASES.append(SimpleNamespace(group=group, name=".".join(filter(None, words)), row=number,
                                         call=partial(function, *arguments)))
        return function
    return register


def add_options(parser):
    parser.add_argument("-l", "--list", action="store_true", help="list the cases")
    parser.add_argument("-k", metavar="WORD", default="", help="only cases with this word in their name")


def with_word(word, cases=CASES):
    chosen = [one for one in cases if word in one.name]
    return chosen or sys.exit(f"no case has {word} in its name; -l lists them")


def run():
    """Runs the chosen cases of this program, in the order of the file, and says how many passed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("arguments", nargs="*", help="of the test")
    add_options(parser)
    given = parser.parse_args()
    for one in with_word(given.k):
        print(one.name, flush=True)
        if not given.list:
            one.call()
    print("" if given.list else f"ok: {len(with_word(given.k))} cases")
