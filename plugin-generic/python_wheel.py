# SPDX-License-Identifier: BSD-3-Clause
"""Builds the wheel that `pip install ./plugin-generic` installs: the package rigidstep with
rigidstep_generic.so in it, compiled by CMake.  pip calls build_wheel (PEP 517), `python -m build` also
build_sdist: an archive of the sources from which the wheel is built elsewhere.  No other tool is needed,
so nothing is downloaded.

With --config-settings openmm=FOLDER the wheel also has the plugin for the OpenMM whose include/ and lib/ are in
FOLDER, such as OpenMM.libs of pip's OpenMM."""
import base64
import glob
import hashlib
import io
import os
import re
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)


def _read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def _version():
    init = _read(HERE, "rigidstep", "__init__.py").decode()
    return re.search('\n__version__ = "([0-9.]+)"\n', init).group(1)


def _metadata():
    return (f"Metadata-Version: 2.1\nName: rigidstep\nVersion: {_version()}\n"
            "Summary: Structure-preserving integrators for rigid bodies\n"
            "License: BSD-3-Clause\nRequires-Python: >=3.7\n").encode()


def _package():
    """The files of the package, by their names in the wheel."""
    paths = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(HERE, "rigidstep"))
             for name in names if name.endswith(".py") or name == "py.typed"]
    return {os.path.relpath(path, HERE).replace(os.sep, "/"): _read(path) for path in sorted(paths)}


def _compile(folder, openmm):
    """The compiled files, by their names in the wheel."""
    if not os.path.exists(os.path.join(ROOT, "core", "CMakeLists.txt")):
        raise SystemExit(f"{ROOT} is not a checkout of rigidstep; the folder core/ must lie beside "
                         "plugin-generic/ (pip before 21.3 copies plugin-generic/ alone)")
    options = ["-D", f"CMAKE_PREFIX_PATH={openmm}", "-D", "CMAKE_BUILD_WITH_INSTALL_RPATH=ON"] if openmm else []
    for command in (["-S", ROOT, "-B", folder, "-D", "CMAKE_BUILD_TYPE=Release",
                     "-D", "RIGIDSTEP_TESTS=OFF", "-D", "RIGIDSTEP_EXAMPLES=OFF", *options],
                    ["--build", folder, "--parallel", str(os.cpu_count() or 1),
                     "--target", "rigidstep_generic", *(["openmm_plugin"] if openmm else [])]):
        subprocess.run(["cmake", *command], check=True)
    compiled = {"rigidstep/rigidstep_generic.so": _read(folder, "lib", "rigidstep_generic.so")}
    if openmm:
        # In one folder, because each finds the others beside itself.
        for path in sorted(glob.glob(f"{folder}/lib/openmm/*.so") + glob.glob(f"{folder}/lib/libOpenMMRigidstep.so")
                           + glob.glob(f"{folder}/lib/librigidstep.so.?")):
            compiled["rigidstep/openmm_plugins/" + os.path.basename(path)] = _read(path)
        if len(compiled) < 4:
            raise SystemExit(f"openmm is {openmm}, but CMake found no OpenMM there; give the folder whose include/ has "
                             "OpenMM.h")
    return compiled


def _write(path, files, record):
    """A wheel with these files, and the list of their hashes."""
    rows = [f"{name},sha256={_hash(data)},{len(data)}\n" for name, data in files.items()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in files.items():
            wheel.writestr(name, data)
        wheel.writestr(record, "".join(rows) + f"{record},,\n")


def _hash(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def _platform(compiled):
    """The platforms that the compiled files run on.  With glibc it asks for its functions by the release that
    brought them, and runs wherever that release or a later one is (PEP 600)."""
    platform = sysconfig.get_platform()
    releases = [int(minor) for file in compiled.values()
                for minor in re.findall(rb"\0GLIBC_2\.([0-9]+)(?=[.\0])", file)]
    if platform.startswith("linux-") and releases:
        platform = f"manylinux_2_{max(releases)}_{platform[len('linux-'):]}"
    return re.sub("[-.]", "_", platform)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _package()
    version = _version()
    info = f"rigidstep-{version}.dist-info/"
    with tempfile.TemporaryDirectory() as folder:
        compiled = _compile(folder, (config_settings or {}).get("openmm"))
    tag = f"py3-none-{_platform(compiled)}"
    name = f"rigidstep-{version}-{tag}.whl"
    _write(os.path.join(wheel_directory, name), {
        **package,
        **compiled,
        info + "METADATA": _metadata(),
        info + "WHEEL": (f"Wheel-Version: 1.0\nGenerator: rigidstep\nRoot-Is-Purelib: false\n"
                         f"Tag: {tag}\n").encode(),
        info + "LICENSE": _read(ROOT, "LICENSE"),
    }, info + "RECORD")
    return name


def _kept(entry):
    """What is no source stays behind; nobody's name goes along."""
    name = os.path.basename(entry.name)
    if name.endswith((".pyc", ".so", ".whl")) or entry.isdir() and name.startswith(("__pycache__", ".", "build")):
        return None
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


def build_sdist(sdist_directory, config_settings=None):
    """All that CMake reads and installs without tests; pyproject.toml stands at the top, as pip expects."""
    top = f"rigidstep-{_version()}"
    project = _read(HERE, "pyproject.toml").replace(b'path = ["."]', b'path = ["plugin-generic"]')
    with tarfile.open(os.path.join(sdist_directory, top + ".tar.gz"), "w:gz") as archive:
        for name, data in ("pyproject.toml", project), ("PKG-INFO", _metadata()):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime = len(data), os.path.getmtime(os.path.join(HERE, "pyproject.toml"))
            archive.addfile(entry, io.BytesIO(data))
        for name in ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "abi", "core", "plugin-generic",
                     "plugin-openmm", "examples/problems", "examples/module_template"):
            archive.add(os.path.join(ROOT, name), f"{top}/{name}", filter=_kept)
    return top + ".tar.gz"
