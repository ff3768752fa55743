# SPDX-License-Identifier: BSD-3-Clause
"""Tries what a newcomer tries and what a stranger attacks, on the installed library, and prints the
answers.

    try_all.py ROOT BUILD       ROOT: the checkout; BUILD: a folder where it is built

Each line that is awaited is a regular expression; the exit status is 1 if one is not in the answer.
It takes half a minute.  Left to others: packages (../run_package_test.sh), LAMMPS (../../lammps),
pip (../../bindings/t_python_wheel.py), the fuzzers (../../fuzz).
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
HERE = os.path.dirname(os.path.abspath(__file__))
CC, FC = shutil.which("cc"), shutil.which("gfortran")
work = tempfile.mkdtemp()
prefix = os.path.join(work, "rigidstep")
failed = []


def folder_of(name):
    """Where it was installed: Debian has folders of its own for libraries."""
    return next(folder for folder, _, files in os.walk(prefix) if name in files)


def run(title, command, *awaited, status=0, variables=(), limit=300):
    """Runs the command, prints what it says, and looks for the lines that are awaited."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PYTHONPATH", "RIGIDSTEP_MODULE", "LD_LIBRARY_PATH", "MAKEFLAGS")}
    environment.update(variables)
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    print(f"\n== {title}\n$ {' '.join(command)}".replace(work + os.sep, ""))
    try:
        done = subprocess.run(command, cwd=work, env=environment, text=True, timeout=limit,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        told, got = done.stdout, done.returncode
    except subprocess.TimeoutExpired:
        told, got = f"no end after {limit} s", None
    lines = told.replace(work + os.sep, "").replace(ROOT + os.sep, "").splitlines()
    for line in lines if len(lines) <= 24 else lines[:12] + ["..."] + lines[-10:]:
        print("  " + line)
    missing = [line for line in awaited if not re.search(line, told)]
    if got != status:
        missing.append(f"exit status {status}, not {got}")
    for line in missing:
        print(f"  FAILED: awaited {line}")
        failed.append(f"{title}: {line}")
    sys.stdout.flush()


def skip(title, why):
    print(f"\n== {title}\n  skipped: {why}")


def build():
    run("1. Without cmocka: the build is configured, without tests",
        ["cmake", "-S", ROOT, "-B", os.path.join(work, "bare"), "-DCMAKE_DISABLE_FIND_PACKAGE_cmocka=ON",
         "-DRIGIDSTEP_EXAMPLES=OFF"],
        "The tests are left out: they need cmocka", "libcmocka-dev")
    run("1. Without examples: the template of a module is installed all the same",
        ["grep", "-rhm", "1", "--include=cmake_install.cmake", "module_template", "bare"],
        "module_template")
    # A component has a list of its own; that of what the developer installed stays.
    run("1. The README's installation",
        ["cmake", "--install", BUILD, "--prefix", prefix, "--component", "Unspecified"],
        "rigidstep.h")
    os.remove(os.path.join(BUILD, "install_manifest_Unspecified.txt"))


def hosts():
    """The program in C, compiled as the README says."""
    host, lib = os.path.join(work, "host"), folder_of("librigidstep.a")
    run("1. The README's compile line",
        [CC, "-std=c11", os.path.join(HERE, "host.c"), f"-I{prefix}/include", f"-L{lib}",
         "-lrigidstep", "-lm", f"-Wl,-rpath,{lib}", "-o", host])
    run("2. A processed scheme in a plain loop; 3. a view without carry", [host, "processed"],
        "claims RGS_PROCESSED: yes; carries 19 doubles, view.carry is null",
        r"off by \de-03 in a plain loop, by \de-0[67] within")
    run("3. No columns for gradients: told before the first step", [host, "needs"],
        "needs gradients in view.gf and view.gtau: yes",
        "check: -5 .*view.gf is null; 'nystrom4' needs the columns gf and gtau")
    run("3. Bad bodies: told before the first step", [host, "bodies"],
        r"check: -7 .*body 1: inertia\[2\] is 9; .*RGS_VIEW_ANY_MOMENTS turns this check off",
        "check with RGS_VIEW_ANY_MOMENTS: 0", "swap to director_em: 0",
        r"director_em: check: -7 .*body 1")
    run("9. params without n_params", [host, "params"],
        "spec.n_params is 0 and spec.params is given; allowed 0 and null, or 1 to 1024")
    run("9. A table with 12 digits", [host, "suzuki"],
        "12 digits: .*one of order 3 .*off by .*; allowed .*17 digits", "16 digits: 0")
    run("exact on extreme bodies and on an attitude that is spoilt in place", [host, "extremes"],
        r"1e-4 rad: done, q = 1 5e-05 0 0, \|q\| - 1 = .?[0-9]e(\+00|-1[67])",
        r"a long turn: done, q = -?0\.\d+ .* \|q\| - 1 = .?[0-9]e(\+00|-1[67])",
        r"spoilt in place: -7 .*body 0: q is \(-?nan, 0, 0, 0\)", limit=20)
    run("Outputs after a bind of bad bodies", [host, "output"],
        r"output: -7 .*inertia\[1\] is inf; must be finite and >= 0")
    run("A struct's size that ends inside a field", [host, "heads"],
        "head.size is 20, which ends inside the field 'scheme'")
    run("Columns that overlap in part", [host, "overlap"],
        r"check: -1 .*view.x\[0\] lies where view.l has")


def bindings():
    there, lib = {"PYTHONPATH": folder_of("rigidstep_abi.py")}, folder_of("librigidstep.a")
    python = [sys.executable, os.path.join(HERE, "attempts.py")]
    run("6. Python finds the library", python + ["found"], r"^\d+\.\d+\.\d+ .*rigidstep_generic.so",
        variables=there)
    run("4. Names that are nearly right", python + ["names"],
        "exakt: Refused: .*nearest: exact", "nystrm4: Refused: .*nearest: nystrom4",
        "verlet: Refused: .*velocity Verlet is the scheme strang",
        "leap_frog: Refused: .*leapfrog is the scheme strang",
        "rk4: Refused: .*not symplectic", r"parameter S: .*they have: s \(rowlands4, 1e-06 to 1\)",
        "parameter s = 5: .*allowed 1e-06 to 1", "csvrr: .*nearest: csvr",
        "relaxation -1: .*allowed above 0", variables=there)
    run("Python's wrong arguments", python + ["arguments"], "copy: TypeError: .*cannot be copied",
        "steps: OverflowError: step: .*18446744073709551616; allowed 0 to 9223372036854775807",
        "steps = -1: OverflowError: .*-1; allowed 0 to", "text: TypeError: step: .*'0.1'; must be a number",
        "forgotten: ValueError: columns has no mass, inertia; give x, p, q", "force: TypeError: force is None",
        "output: Refused: .*'kinetik'; it has: kinetic_translation", "vel: ValueError: .*known: x, p, q",
        "J: ValueError: J holds 3 doubles; 4 are needed",
        "inertia: ValueError: inertia holds 3 doubles; 6 are needed", "with: closed",
        variables=there)
    if FC is None:
        return skip("7. Fortran", "no gfortran (Debian: gfortran)")
    program = os.path.join(work, "fortran")
    share = os.path.join(prefix, "share", "rigidstep")
    run("7. The README's compile line for Fortran",
        [FC, f"{share}/rigidstep.f90", f"{share}/rigidstep_stepper.f90",
         os.path.join(HERE, "host.f90"), "-o", program, f"-L{lib}", "-lrigidstep",
         f"-Wl,-rpath,{lib}"])
    run("7. Fortran: every second body, outputs, processed schemes", [program],
        r"x =  ?0\.5\d+, the bodies between are as they were: T, status 0",
        "pmlf6 is processed: T", "nearest: nystrom4")


def command():
    program = os.path.join(prefix, "bin", "rigidstep")
    problem = os.path.join(prefix, "share", "rigidstep", "problems", "thermostat.rgs")
    top = os.path.join(prefix, "share", "rigidstep", "problems", "heavy_top.rgs")
    contract, broken = os.path.join(prefix, "bin", "rigidstep-contract"), "tests/modules/broken.so"
    run("8. Evaluations a step", [program, "list", "schemes"], "order +forces +gradients",
        r"nystrom4 +4 +\d+ +1")
    run("2. What a processed scheme says of itself", [program, "describe", "rowlands4"],
        "Processed, so bodies are shown by rgs_stepper_process only")
    run("8. help of a command", [program, "help", "run"], "usage: rigidstep run")
    run("4. A name in the command", [program, "run", "--method", "exact/nystrm4", top],
        "nearest: nystrom4", status=2)
    run("A module that is not there", [contract, "acme.so"], "acme.so: cannot be opened: no such file", status=2)
    run("8. A bath in a file", [program, "run", "--steps", "100", problem],
        "time,kt_mid_translation")
    mine = shutil.copy(top, os.path.join(work, "mine.rgs"))
    run("--output on the file that is read", [program, "run", "--output", mine, mine],
        "mine.rgs", status=2)
    for fault, line in (("crashes", "runs to the end .*it crashed: signal"),
                        ("hangs", "runs to the end .*no end after 1 s"),
                        ("keeps_energy", "claims RGS_KEEPS_ENERGY +not so"),
                        ("prints", "prints nothing +not so: 'a step of length")):
        run(f"5. check: a module that has the fault {fault}",
            [contract, "--limit", "1" if fault == "hangs" else "60", "--only", f"broken.{fault}",
             os.path.join(BUILD, broken)], "FAIL .*" + line, status=1)


def pages():
    missing = [page for page in ("abi/FAQ.md", "abi/SUPPORT.md", "core/METHODS.md",
                                 "CONTRIBUTING.md", "examples/gallery.sh")
               if not os.path.exists(os.path.join(ROOT, page))]
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        readme = file.read()
    named = [word for word in ("RIGIDSTEP_TESTS", "RIGIDSTEP_EXAMPLES", "LAMMPS_SOURCE_DIR",
                               "examples/gallery.sh", "PKG_CONFIG_PATH", "-rpath", "gcc 12",
                               "pip install -v ./plugin-generic") if word not in readme]
    print(f"\n== 1, 7, 10. Pages\n  missing: {missing or 'none'}; not in the README: {named or 'none'}")
    failed.extend(f"pages: {name}" for name in missing + named)


try:
    for part in (build, hosts, bindings, command, pages):
        part()
finally:
    shutil.rmtree(work)
print("\n" + "\n".join(["FAILED " + line for line in failed] or ["All as it should be."]))
sys.exit(bool(failed))
