# SPDX-License-Identifier: BSD-3-Clause
"""Every public header compiles alone and twice, in every language version a host may use, with all compilers there are,
without a warning; in C also without padding, whose bytes nobody would set.

    check_headers.py ROOT WORK
"""
import glob
import os
import shutil
import subprocess
import sys

ROOT, WORK = sys.argv[1:]
WARNINGS = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-Wshadow", "-fsyntax-only", f"-I{ROOT}/abi",
            f"-I{ROOT}/plugin-generic/bindings", "-DRGS_LOAD_DEFINE_CALLS"]
# A short run leaves out the versions between the oldest and the newest.
C, CXX = (versions[::len(versions) - 1] if "RIGIDSTEP_TEST_SHORT" in os.environ else versions
          for versions in (["c99", "c11", "c17"], ["c++11", "c++14", "c++17", "c++20"]))
OF_CXX = ("rigidstep.hpp", "rigidstep_handles.hpp", "rigidstep_sites.hpp", "rigidstep_threads.hpp",
          "rigidstep_forces.hpp", "rigidstep_threads.h")


def compiles(text, *command):
    source = os.path.join(WORK, "header.c" if "-Wpadded" in command else "header.cpp")
    with open(source, "w", encoding="ascii") as file:
        file.write(text + "int main(void) { return 0; }\n")
    return subprocess.run([*command, *WARNINGS, source]).returncode == 0


os.makedirs(WORK, exist_ok=True)
headers = ["rigidstep/" + os.path.basename(path) for path in glob.glob(f"{ROOT}/abi/rigidstep/*.h")] + ["rigidstep_load.h"]
padded = ["-Wpadded", "-Wstrict-prototypes"]
cases = [([name, "-std=" + version, *padded], headers) for name in ("gcc", "clang") for version in C if shutil.which(name)]
cases += [([name, "-std=" + version], [*headers, *OF_CXX])
          for name in ("g++", "clang++") for version in CXX if shutil.which(name)]
assert len(headers) >= 6 and len(cases) >= 3, (headers, "neither gcc nor clang?")
wrong = [f"{' '.join(command)}: {header}" for command, of in cases for header in of
         if not compiles(f"#include <{header}>\n#include <{header}>\n", *command)]
# The check must be able to fail.  (clang lays out only structs that are used, gcc all.)
if shutil.which("gcc") and compiles("struct s { char c; double d; };\n", "gcc", *padded):
    wrong.append("gcc does not see padding")
print(f"{len(headers)} headers with {len(cases)} compilers and language versions")
sys.exit("\n".join(wrong) or None)
