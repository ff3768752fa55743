# SPDX-License-Identifier: BSD-3-Clause
"""Installed, rigidstep is all that others need: hosts and a module build outside this tree, the installed contract program
passes the module and catches one that claims too much, and what was installed can be taken away again.

    check_install.py ROOT WORK BUILD CC GENERATOR CMAKE [CONFIG]
"""
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT, WORK, BUILD, CC, GENERATOR, CMAKE, *CONFIG = sys.argv[1:]
PREFIX = f"{WORK}/moved"                       # installed elsewhere first: nothing may remember the place
CTEST = os.path.join(os.path.dirname(CMAKE), "ctest")
wrong = []


def run(*command, status=0, want=(), never=None, **variables):
    """What the command prints, which must match the expressions wanted."""
    env = {name: value for name, value in {**os.environ, **variables}.items() if not name.startswith("RIGIDSTEP_")}
    done = subprocess.run(command, cwd=WORK, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    missing = [words for words in want if not re.search(words, done.stdout)]
    if done.returncode != status or missing or (never and re.search(never, done.stdout)):
        wrong.append(f"{' '.join(command)}: exit status {done.returncode}, want {status}; no {missing} in\n{done.stdout}")
    return done.stdout


def configure(source, folder, *options):
    return run(CMAKE, "-S", source, "-B", f"{WORK}/{folder}", "-G", GENERATOR, f"-DCMAKE_C_COMPILER={CC}", *options)


def build(source, folder, *options):
    configure(source, folder, *options or ("-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_PREFIX_PATH={PREFIX}"))
    run(CMAKE, "--build", f"{WORK}/{folder}")
    run(CTEST, "--test-dir", f"{WORK}/{folder}", "--output-on-failure", "--no-tests=error")


def installed(name):
    """Debian has folders of its own for libraries and Python."""
    return next(iter(glob.glob(f"{PREFIX}/**/{name}", recursive=True)), f"{PREFIX}/{name}, which is not there")


def scripts(folder, *names):
    paths = [path for name in names for path in glob.glob(f"{WORK}/{folder}/**/{name}", recursive=True)]
    return "".join(open(path, encoding="utf-8").read() for path in paths)


# ---- install: the list of what the developer himself installed last is put back ---------------------------------------
shutil.rmtree(WORK, ignore_errors=True)
os.makedirs(WORK)
manifest, kept = f"{BUILD}/install_manifest.txt", f"{WORK}/developers_manifest.txt"
if os.path.exists(manifest):
    shutil.move(manifest, kept)
run(CMAKE, "--install", BUILD, "--prefix", f"{WORK}/prefix", *(["--config", *CONFIG] if CONFIG else []))
shutil.move(manifest, f"{WORK}/install_manifest.txt")
if os.path.exists(kept):
    shutil.move(kept, manifest)
os.rename(f"{WORK}/prefix", PREFIX)
for name in ("librigidstep.so", "librigidstep.so.2", "librigidstep.a", "include/rigidstep/rigidstep.h", "include/rigidstep/rigidstep_load.h",
             "include/rigidstep/draft_device.h", "share/doc/rigidstep/LICENSE", "bin/rigidstep", "bin/rigidstep-contract",
             "share/man/man1/rigidstep.1", "share/man/man1/rigidstep-contract.1", "share/rigidstep/problems/thermostat.rgs",
             "share/rigidstep/module_template/CMakeLists.txt"):
    if not os.path.exists(installed(name)):
        wrong.append(f"not installed: {name}")
wrong += [f"a path of this machine is installed: {found}" for found in re.findall(f"{ROOT}|{BUILD}|{WORK}", scripts("moved", "*.cmake", "*.pc"))]

# Python finds the library in the same prefix, and OpenMM's plugin.
python = dict(PYTHONPATH=os.path.dirname(os.path.dirname(installed("rigidstep/stepper.py"))), PYTHONDONTWRITEBYTECODE="1")
run(sys.executable, f"{ROOT}/tests/package/use_python.py", **python)
if os.path.isdir(f"{BUILD}/lib/openmm") and os.path.isdir("/usr/lib/python3/dist-packages/openmm"):
    run("/usr/bin/python3", "-c", f"from rigidstep.openmm import _plugin\nassert '{PREFIX}' in open('/proc/self/maps').read()", **python)

# Without tests and examples the contract program and the template of a module are there all the same; without cmocka the
# tests are left out, with a notice.
configure(ROOT, "no_tests", "-DRIGIDSTEP_TESTS=OFF", "-DRIGIDSTEP_EXAMPLES=OFF")
made = scripts("no_tests", "cmake_install.cmake", "Export/**/*.cmake")
wrong += [f"built without tests and examples, {name} is not installed" for name in
          ("rigidstepTargets", "rigidstep-contract", "rigidstep::contract", "module_template") if name not in made]
said = configure(ROOT, "no_cmocka", "-DCMOCKA_INCLUDE:PATH=", "-DRIGIDSTEP_EXAMPLES=OFF")
made = scripts("no_cmocka", "cmake_install.cmake", "CTestTestfile.cmake")
if "tests are left out: they need cmocka" not in said or "rigidstep-contract" not in made or "add_test" in made:
    wrong.append(f"without cmocka the contract program is not installed, or there are tests, or configuring says\n{said}")

# ---- hosts ------------------------------------------------------------------------------------------------------------
build(f"{ROOT}/tests/package/outside", "hosts")
# As a part of their project, it is the library alone, and the build type is theirs.
build(f"{ROOT}/tests/package/outside", "part", f"-DRIGIDSTEP_SOURCE={ROOT}")
made = {re.sub("[.0-9]*$", "", path[len(f"{WORK}/part/rigidstep/"):]) for path in glob.glob(f"{WORK}/part/rigidstep/[bl]i[bn]/*")}
if made != {"lib/librigidstep.a", "lib/librigidstep.so", "lib/rigidstep_generic.so"} or \
        "CMAKE_BUILD_TYPE:STRING=\n" not in scripts("part", "CMakeCache.txt"):
    wrong.append(f"as a part of another project there is a build type, or the library is not alone: {made}")
pc = os.path.dirname(installed("rigidstep.pc"))
libraries = os.path.dirname(pc)
pkg_config = shutil.which("pkg-config") or shutil.which("pkgconf")
if pkg_config:
    flags = run(pkg_config, "--cflags", "--libs", "rigidstep", PKG_CONFIG_PATH=pc).split()
    run(CC, "-std=c11", f"{ROOT}/tests/package/outside/host.c", *flags, "-o", "host_pc")
    run("./host_pc", LD_LIBRARY_PATH=libraries)
if shutil.which("gfortran"):                   # as the README says
    run("gfortran", *sorted(glob.glob(f"{PREFIX}/share/rigidstep/*.f90")), f"{ROOT}/tests/bindings/t_fortran_sites.f90",
        f"-L{libraries}", "-lrigidstep", f"-Wl,-rpath,{libraries}", "-o", "from_fortran")
    run("./from_fortran")

# ---- a module, and modules that claim what they do not keep, or cannot run --------------------------------------------
template = shutil.copytree(f"{PREFIX}/share/rigidstep/module_template", f"{WORK}/elsewhere/module_template")
build(template, "module")
module, contract, command = f"{WORK}/module/my_module.so", f"{PREFIX}/bin/rigidstep-contract", f"{PREFIX}/bin/rigidstep"
run(contract, module, want=["PASS +acme.midpoint +order", "PASS +acme.midpoint x acme.kdk", "PASS +acme.collisions ",
                            r"\n3 methods: \d+ passed, 0 failed\n$"])
run(contract, "--only", "acme.kdk", module, want=["acme.kdk +sum of momentum"], never="acme.midpoint +order")
# The command line finds what was installed beside it, wherever that is now.
run(command, "list", "--module", module, want=[r"\n  exact +exact ", r"\n  acme.kdk +2 "])
run(command, "check", "--only", "acme.kdk", module, want=["acme.kdk +sum of momentum"])
with open(f"{template}/my_module.c", encoding="utf-8") as file:
    good = file.read()
options = re.search(r"cc (-std.*) my_module\.c .* -lm\n", good)[1].split()
for name, status, line, what, by in (
        ("unchanged", 0, "PASS +acme.midpoint +order", "CHANGE", "CHANGED"),
        ("order", 1, "FAIL +acme.midpoint +order", ".order = 2,                   /*", ".order = 3, /*"),
        ("symmetric", 1, "FAIL +acme.midpoint +symmetric", "RGS_KEEPS_MOMENTUM, /*", "RGS_KEEPS_MOMENTUM | RGS_SYMMETRIC, /*"),
        ("symplectic", 1, "FAIL +acme.midpoint +symplectic", "RGS_KEEPS_MOMENTUM, /*", "RGS_KEEPS_MOMENTUM | RGS_SYMPLECTIC, /*"),
        ("neighbours", 1, "FAIL +acme.midpoint +order of bodies", "part < params->parts", "part < params->parts + (i > 0)"),
        ("no_steps", 1, "FAIL +acme.midpoint +runs to the end", "!isfinite(q[0] + q[1] + q[2] + q[3])", "call->h != 0"),
        ("table", 2, "acme.kdk", ".a = 1 }", ".a = 0.9 }"),
        ("no_module", 2, "not a rigidstep module", "RGS_MODULE =", "const rgs_module mine =")):
    assert what in good, f"the template has no '{what}'"
    with open(f"{WORK}/{name}.c", "w", encoding="utf-8") as file:
        file.write(good.replace(what, by))
    run(CC, *options, f"{name}.c", "-o", f"{name}.so", f"-I{PREFIX}/include", "-lm")
    run(contract, f"./{name}.so", status=status, want=[line])
run(contract, "--help", want=["usage: rigidstep-contract"])
for words in ["--nosuch"], ["--only"], ["--only", "nosuch"], ["./nosuch.so"]:
    run(contract, *words, status=2)

# ---- and away -----------------------------------------------------------------------------------------------------------
os.rename(PREFIX, f"{WORK}/prefix")
open(f"{WORK}/prefix/include/somebody_elses.h", "w").close()
run(CMAKE, "-D", f"MANIFEST={WORK}/install_manifest.txt", "-P", f"{ROOT}/core/package/uninstall.cmake")
rest = [path for path in glob.glob(f"{WORK}/prefix/**", recursive=True) if os.path.isfile(path) or "rigidstep" in path[len(WORK) + 7:]]
if rest != [f"{WORK}/prefix/include/somebody_elses.h"]:
    wrong.append(f"after uninstalling, want include/somebody_elses.h alone, got: {rest}")
sys.exit("\n".join(wrong) or None)
