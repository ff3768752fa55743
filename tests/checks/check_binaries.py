# SPDX-License-Identifier: BSD-3-Clause
"""How the core compiles, and what is built.

    check_binaries.py hardening NM READELF LIBRARY PROGRAM...
        Tables of addresses are bound and read-only once a file is loaded, no stack can be executed, and the library has
        canaries on the stack and checked calls of the C library.
    check_binaries.py fma ROOT WORK OBJDUMP COMPILER OPTION...
        Compiled for a processor that has them, the core contains no fused multiply-add but those that its source asks
        for: the same bits with and without -march, at every level of optimisation.  Files in lanes ask for them where
        they are compiled for AVX2 and AVX-512 (simd/lanes.h); here they are compiled as the baseline.
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys

SHORT = "RIGIDSTEP_TEST_SHORT" in os.environ


def told(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def hardening(nm, readelf, library, *programs):
    for file in library, *programs:
        dynamic, segments = told(readelf, "-dW", file), told(readelf, "-lW", file)
        if not re.search(r"\(FLAGS_1\).*NOW", dynamic):
            yield f"{file}: addresses are not bound when it is loaded (-z now)"
        if "GNU_RELRO" not in segments:
            yield f"{file}: tables of addresses stay writable (-z relro)"
        if not re.search("GNU_STACK.*RW ", segments):
            yield f"{file}: the stack can be executed"
    for symbol in "__stack_chk_fail", r"__[a-z]+_chk":
        if not re.search(f" U {symbol}@", told(nm, "-D", "--undefined-only", library)):
            yield f"{library} calls no {symbol}"


def fma(root, work, objdump, *compiler):
    os.makedirs(work, exist_ok=True)
    compiler = [word for words in compiler for word in words.split("|") if word]

    def fused(source, *more):
        made = os.path.join(work, source.replace("/", "_") + "".join(more) + ".o")
        subprocess.run([*compiler, *more, "-c", "-o", made, source], check=True)
        return len(re.findall("vfn?m(?:add|sub)", told(objdump, "-d", "--no-show-raw-insn", made)))

    # The check must be able to fail: with contraction allowed this is one, at the lowest level that is looked at.
    probe = os.path.join(work, "probe.c")
    with open(probe, "w", encoding="ascii") as file:
        file.write("double f(double a, double b, double c) { return a * b + c; }\n")
    assert fused(probe, "-O2", "-ffp-contract=fast") and not fused(probe, "-O3")
    sources = [path for path in glob.glob(f"{root}/core/*/*.c") if not path.endswith("_windows.c")]     # only MinGW compiles them
    assert len(sources) > 50, sources
    cases = [(source, level) for level in ("-O2", "-O3")[:1 if SHORT else 2] for source in sources]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for case, n in zip(cases, pool.map(lambda case: fused(*case), cases)):
            with open(case[0], encoding="utf-8") as file:
                asked = len(re.findall(r"\bfma\(", file.read()))
            if n > asked:
                yield f"{' '.join(case)}: {n} fused multiply-adds, of which its source asks for {asked}"


sys.exit("\n".join(dict(hardening=hardening, fma=fma)[sys.argv[1]](*sys.argv[2:])) or None)
