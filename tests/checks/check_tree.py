# SPDX-License-Identifier: BSD-3-Clause
"""The top of the tree holds what it is meant to hold, its version is the same everywhere, and every source says
under which licence it stands; or, with clang-format, every C and C++ file is formatted as .clang-format says.

    check_tree.py ROOT [CLANG_FORMAT]
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

from check_pages import read, tree_of

NEEDED = set("CMakeLists.txt README.md LICENSE LICENSE.GPL-2.0 CHANGELOG.md CITATION.cff .clang-format .gitignore .ci .github abi core "
             "plugin-generic plugin-lammps plugin-openmm examples tests".split())
ALLOWED = NEEDED | set(".git .editorconfig .clang-tidy .pre-commit-config.yaml CMakePresets.json CONTRIBUTING.md debian".split())
SOURCES = (".c", ".h", ".cpp", ".hpp", ".cmake", "CMakeLists.txt", ".sh", ".bash", ".py", ".awk", ".map", ".f90", ".gp", ".in")
# What is linked with LAMMPS stands under LAMMPS' licence; nothing else may.
OF_LAMMPS = re.compile("(plugin-lammps|tests/lammps|examples/lammps|examples/studies/(averages|inertia|particles|water|volumes))/|examples/studies/lammps_")
FORMATTED = (".c", ".h", ".cpp", ".hpp")


def top(root):
    here = {name for name in os.listdir(root) if not name.startswith("build")}
    yield from (f"does not belong at the top: {name}" for name in sorted(here - ALLOWED))
    yield from (f"missing at the top: {name}" for name in sorted(NEEDED - here))
    version = re.search(r"^project\(.*VERSION ([0-9.]+)", read(root, "CMakeLists.txt"), re.M)[1]
    date = re.search(f"^## {version} - (.*)", read(root, "CHANGELOG.md"), re.M)[1]
    for path, line in (("CITATION.cff", f"\nversion: {version}\ndate-released: {date}\n"), ("CHANGELOG.md", f"\n## {version}"),
                       ("plugin-generic/rigidstep/__init__.py", f'\n__version__ = "{version}"\n'),
                       ("debian/changelog", f"rigidstep ({version}-"),
                       ("plugin-generic/packaging/conda/meta.yaml", f'version = "{version}"'),
                       ("plugin-generic/packaging/spack/package.py", f'version("{version}"'),
                       *((page, f'"rigidstep {version[:version.rindex(".")]}"') for page in tree_of(root) if re.match("plugin-.*[.]1$", page))):
        if line not in read(root, path):
            yield f"{path} does not state version {version}"


def workflows(root):
    """What runs elsewhere names files that are here."""
    for file in sorted(os.listdir(f"{root}/.github/workflows")):
        text = re.sub("#.*", "", read(root, f".github/workflows/{file}"))
        for path in re.findall(r"(?<![\w/])(?:[.]ci|[.]github|tests|plugin-generic)/[\w./-]+", text):
            if not os.path.exists(os.path.join(root, path)):
                yield f".github/workflows/{file} names {path}, which is not there"


def licences(root):
    files = [file for file in tree_of(root) if file.endswith(SOURCES)] + [".ci/" + name for name in os.listdir(f"{root}/.ci")]
    assert len(files) > 400, f"only {len(files)} sources found"
    for file in files:
        with open(os.path.join(root, file), encoding="utf-8") as lines:
            said = re.findall(r"SPDX-License-Identifier: ([A-Za-z0-9.-]+)", "".join(line for line, _ in zip(lines, range(5))))
        if said != ["BSD-3-Clause"] and not (said == ["GPL-2.0-only"] and OF_LAMMPS.match(file)):
            yield f"{file}: licence {said}"
    for file, words in ("LICENSE", "BSD 3-Clause License\n"), ("LICENSE.GPL-2.0", r"\s*GNU GENERAL PUBLIC LICENSE\s+Version 2, June 1991"):
        if not re.match(words, read(root, file)):
            yield f"{file} is not that licence"


def unformatted(clang_format, root, files):
    said = subprocess.run([clang_format, "--style=file", "--dry-run", *files], cwd=root, stderr=subprocess.PIPE, text=True).stderr
    return sorted(set(re.findall(r"^(.*?):\d+:\d+: warning: code should be clang-formatted", said, re.M)))


def check_format(root, clang_format):
    # Versions differ in what they write, so only Debian 12's is asked.
    version = subprocess.run([clang_format, "--version"], stdout=subprocess.PIPE, text=True).stdout if shutil.which(clang_format) else "none"
    if "version 14." not in version:
        return print(f"skipped: needs clang-format 14 (Debian: clang-format-14), found: {version}")
    files = [file for file in tree_of(root) if file.endswith(FORMATTED)]
    with tempfile.TemporaryDirectory() as planted:            # the check must be able to fail
        for name, text in ((".clang-format", read(root, ".clang-format")), ("good.c", "int f(void) { return 0; }\n"),
                           ("bad.c", "int f( void ) {return 0 ;}\n")):
            with open(os.path.join(planted, name), "w", encoding="utf-8") as file:
                file.write(text)
        assert unformatted(clang_format, planted, ["good.c", "bad.c"]) == ["bad.c"]
    return [f"clang-format-14 -i would change {file}" for file in unformatted(clang_format, root, files)]


if __name__ == "__main__":
    root = sys.argv[1]
    wrong = check_format(root, sys.argv[2]) if len(sys.argv) > 2 else [*top(root), *workflows(root), *licences(root)]
    sys.exit("\n".join(wrong or []) or None)
