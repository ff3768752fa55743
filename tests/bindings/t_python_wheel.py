# SPDX-License-Identifier: BSD-3-Clause
"""The archive of the sources, the wheel that is built from it in an empty folder, and the installed wheel;
by pip, or without it where there is none: t_python_wheel.py ROOT."""
import hashlib
import base64
import glob
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

root = sys.argv[1]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(root, "plugin-generic"))
import python_wheel

with tempfile.TemporaryDirectory() as folder:
    pip = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True)
    sources = os.path.join(folder, python_wheel.build_sdist(folder))
    if pip.returncode == 0:
        subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-deps", sources],
                       cwd=folder, check=True)
    else:
        with tarfile.open(sources) as archive:
            archive.extractall(folder)
        code = ("import sys; sys.path.insert(0, 'plugin-generic'); "
                "import python_wheel; python_wheel.build_wheel('..')")
        subprocess.run([sys.executable, "-B", "-c", code], cwd=sources[:-len(".tar.gz")], check=True)
    with tarfile.open(sources) as archive:
        names = [name.split("/", 1)[1] for name in archive.getnames() if "/" in name]
    assert {"PKG-INFO", "pyproject.toml", "core/CMakeLists.txt", "examples/problems"} <= set(names), names
    assert not [name for name in names if re.search("[.](o|so|pyc)$|^build|^tests", name)], names
    wheel, = glob.glob(os.path.join(folder, "*.whl"))
    size, weight, there = os.path.getsize(wheel), os.path.getsize(sources), os.path.join(folder, "there")
    with zipfile.ZipFile(wheel) as file, open(os.path.join(folder, "library.so"), "wb") as library:
        library.write(file.read("rigidstep/rigidstep_generic.so"))
    # What binutils reads from the library, where they are there, is what the name of the wheel says.
    if shutil.which("objdump"):
        needs = subprocess.run(["objdump", "-p", library.name], capture_output=True, text=True, check=True).stdout
        newest = max((int(minor) for minor in re.findall(r" GLIBC_2\.([0-9]+)", needs)), default=None)
        assert newest is None or f"-manylinux_2_{newest}_" in wheel, (wheel, newest)
    with zipfile.ZipFile(wheel) as file:
        record, = (name for name in file.namelist() if name.endswith("/RECORD"))
        rows = [row.split(",") for row in file.read(record).decode().splitlines()]
        assert sorted(row[0] for row in rows) == sorted(file.namelist())
        for name, digest, length in rows:
            if name != record:
                data = file.read(name)
                want = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                assert digest == "sha256=" + want and int(length) == len(data), name
        file.extractall(there)
    if pip.returncode == 0:                                   # it takes the wheel as it is
        there = os.path.join(folder, "by_pip")
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps",
                        "--target", there, wheel], check=True)
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PYTHONPATH", "RIGIDSTEP_MODULE", "LD_LIBRARY_PATH")}
    environment["PYTHONPATH"] = there
    assert os.path.exists(os.path.join(there, "rigidstep", "py.typed"))
    code = "import rigidstep; print(rigidstep.Library().path)"
    path = subprocess.run([sys.executable, "-c", code], env=environment, cwd=folder, check=True,
                          capture_output=True, text=True).stdout.strip()
    assert os.path.samefile(path, os.path.join(there, "rigidstep", "rigidstep_generic.so")), path
    # Folders named as packages; a LAMMPS that prints its release and can be run no more.
    lmp = os.path.join(folder, "jax", "lmp")
    for name in "jax", "torch":
        os.mkdir(os.path.join(folder, name))
    with open(lmp, "w") as program:
        program.write("#!/bin/sh\nprintf 'Simulator - 22 Jul 2025\nInstalled packages:\nRIGID PLUGIN\nList of'; rm \"$0\"\n")
    os.chmod(lmp, 0o755)
    with open(os.path.join(folder, "torch", "rigidstepplugin.so"), "w"):
        pass
    environment.update(PATH=os.path.dirname(lmp) + os.pathsep + environment["PATH"], LAMMPS_PLUGIN_PATH=os.path.join(folder, "torch"))
    told, lost = (subprocess.run([sys.executable, "-m", "rigidstep", "doctor"], env=dict(environment, **more), cwd=folder,
                                 check=True, capture_output=True, text=True).stdout
                  for more in ({}, dict(RIGIDSTEP_MODULE="/nosuch.so")))
    assert "its library cannot be opened: /nosuch.so" in lost and "LAMMPS" in lost, lost
    for word in (path, "ASE", "OpenMM", "LAMMPS", f"LAMMPS 22 Jul 2025: {lmp}; it does not say whether"):
        assert re.search(rf"(?m)^{re.escape(word)}|, {re.escape(word)}$", told), (word, told)
    example = os.path.join(root, "examples", "free_body.py")
    out = subprocess.run([sys.executable, example], env=environment, cwd=folder, check=True,
                         capture_output=True, text=True).stdout
    assert "z = -490.5" in out, out
print("pip" if pip.returncode == 0 else "unpacked", path,
      f"from a wheel of {size // 1024} KiB, built from sources of {weight // 1024} KiB")
