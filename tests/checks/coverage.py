# SPDX-License-Identifier: BSD-3-Clause
"""Which lines and branches did the tests run?  coverage.py ROOT BUILD FOLDER...

BUILD was compiled with --coverage, and its tests were run; FOLDERs, relative to ROOT, are what is
counted.  Prints each file with the lines that no test ran, and two sums at the end.

A file may be compiled several times (each set of kernels, each program that includes it): a line or
branch counts as run if one of its compilations ran it.  gcov alone does not add these up.
"""
import collections
import concurrent.futures
import gzip
import json
import os
import subprocess
import sys

ROOT, BUILD = (os.path.realpath(path) for path in sys.argv[1:3])
FOLDERS = tuple(os.path.join(ROOT, folder, "") for folder in sys.argv[3:])


def compilations():
    for folder, _, files in os.walk(BUILD):
        for name in files:
            if name.endswith(".gcno"):
                yield os.path.join(folder, name)


def read(path):
    """What gcov says of one object file, of the files that are counted."""
    told = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", path],
                          cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.PIPE).stdout
    if told[:2] == b"\x1f\x8b":
        told = gzip.decompress(told)
    if not told.strip():
        raise RuntimeError(f"gcov says nothing of {path}")
    report = json.loads(told)
    for file in report["files"]:
        name = os.path.realpath(os.path.join(report["current_working_directory"], file["file"]))
        if name.startswith(FOLDERS):
            yield os.path.relpath(name, ROOT), file["lines"]


def ranges(numbers):
    """1, 2, 3, 7 as 1-3, 7."""
    found = []
    for n in sorted(numbers):
        if found and n == found[-1][1] + 1:
            found[-1][1] = n
        else:
            found.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)


def main():
    lines, branches = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for files in pool.map(lambda path: list(read(path)), compilations()):
            for name, told in files:
                for line in told:
                    place = name, line["line_number"]
                    lines[place] += line["count"]
                    for i, branch in enumerate(line["branches"]):
                        branches[place + (i,)] += branch["count"]
    if not lines:
        sys.exit(f"no counts under {BUILD}; compile with --coverage and run the tests first")
    missed = collections.defaultdict(list)
    for (name, number), count in lines.items():
        missed[name] += [] if count else [number]
    for name in sorted(missed):
        every = sum(1 for file, _ in lines if file == name)
        print(f"{name}: {every - len(missed[name])} of {every} lines"
              + (f"; not run: {ranges(missed[name])}" if missed[name] else ""))
    for what, counts in ("lines", lines), ("branches", branches):
        run = sum(1 for count in counts.values() if count)
        print(f"{what}: {100 * run / max(len(counts), 1):.1f}% ({run} of {len(counts)})")


main()
