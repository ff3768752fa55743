# SPDX-License-Identifier: BSD-3-Clause
"""Pages name what is there and are narrow; sources are short and licensed; the top of the tree and its version are right.

    check_text.py ROOT               all of this
    check_text.py ROOT CLANG_FORMAT  C and C++ files are formatted as .clang-format says, and nothing else

Pages are all *.md, *.rst and man pages.  In `code`, in blocks of code and in links,
- a path exists, from the folder of the page, from the top, or from the folder that the heading names;
- a bare name of a source file exists somewhere in the tree;
- build/bin/NAME is a target of CMake;
and tests/README.md names every test by its file.  Of CHANGELOG.md only the newest version is read, for the older ones
name what was there then.  Lines of *.md and *.rst and cells without the targets of their links have at most 120
characters, lines of code 110: so wide is the manual from 1000 pixels on (abi/reference/style.css).

A file of the product that is longer than 400 lines, because it reads better whole, gives the reason at its top in a
line that begins with "size:".  A function is counted from the line of its name to its closing brace.
"""
import ast
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tempfile

NAMED = (".c", ".h", ".hpp", ".cpp", ".inc", ".py", ".f90", ".sh", ".bash", ".cmake", ".md", ".rst", ".rgs", ".awk")
OTHERS = ("my.c", "my.f90", "benzene.py", "swing.py", "_simd.c", "NewtonIntegrator.cpp", "openmm/Vec3.h")    # the reader's, other programs', endings
WIDEST = {"line": 120, "cell": 120, "line of code": 110}

TOP = set("CMakeLists.txt README.md LICENSE LICENSE.GPL-2.0 CHANGELOG.md CITATION.cff CMakePresets.json CONTRIBUTING.md "
          "abi core plugin-generic plugin-lammps plugin-openmm examples tests debian .git .gitignore .clang-format "
          ".clang-tidy .editorconfig .ci .github .pre-commit-config.yaml".split())
C_FILES = (".c", ".h", ".cpp", ".hpp")
SOURCES = C_FILES + (".cmake", "CMakeLists.txt", ".sh", ".bash", ".py", ".awk", ".map", ".f90", ".gp", ".in")
# What is linked with LAMMPS stands under LAMMPS' licence; nothing else may.
OF_LAMMPS = re.compile("(plugin-lammps|tests/lammps|examples/lammps|examples/studies/(averages|inertia|particles|water|volumes))/"
                       "|examples/studies/lammps_")

PRODUCT = ("abi/", "core/", "plugin-")
LONGEST_FILE, LONGEST_FUNCTION = 400, 60
REASON = re.compile(r"(?:.*\n){0,19}[ \t]*(?:\*|//|#|!|/\*)[ \t]*size:[ \t]*(?:\S+ ){3}")


def tree_of(root):
    """All files, relative to the root, without builds, virtual environments, packages and hidden folders."""
    files = []
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith((".", "build", "__pycache__", "debian"))
                      and not any(os.path.exists(os.path.join(folder, f, made)) for made in ("CMakeCache.txt", "pyvenv.cfg"))]
        files += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return files


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


# ---- pages

def pieces(page, text):
    """Yields (line, heading, word, is_link) for all words of code and all links of a page."""
    if page == "CHANGELOG.md":
        text = "\n## ".join(text.split("\n## ")[:2])
    heading, block = "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            block = not block
        elif block:
            yield from ((number, heading, word, False) for word in line.split())
        else:
            title = re.match(r"#+ .*?`([^`]*)/`", line)
            heading = title[1] if title else "" if line.startswith("# ") or line.startswith("## ") else heading
            for code in re.findall(r"``([^`]*)``|`([^`]*)`|\\f[BI](.*?)\\f[RP]", line):
                yield from ((number, heading, word, False) for part in code for word in part.replace("\\-", "-").split())
            for link in re.findall(r"\]\(([^)\s]+)\)", line):
                if not re.match(r"[a-z]+:|#", link):
                    yield number, heading, link.split("#")[0], True
            for doc in re.findall(r":doc:`[^`]*<([a-z_/]*rgs)>`", line):
                yield number, heading, doc + ".rst", True


def looks_like_a_file(word, rooms):
    """A path from a folder of the top, or a name that ends as our files do; no placeholder, no option."""
    stem, extension = os.path.splitext(os.path.basename(word))
    if not re.fullmatch(r"[A-Za-z0-9_.*/+-]+", word) or word.startswith(("-", "/")) or word in OTHERS:
        return False
    if extension != ".md" and re.search(r"[A-Z]{4}", word.replace("CMakeLists", "")):
        return False
    if word.split("/")[0] in rooms and "/" in word:
        return True
    return bool(stem) and word.endswith(NAMED + ((".txt", ".svg") if "/" in word else ()))


def is_there(word, bases, files, folders):
    for base in bases:
        path = os.path.normpath(os.path.join(base, word))
        if path in files or path in folders or ("*" in path and fnmatch.filter(files, path)):
            return True
    if word.startswith("rigidstep/"):          # as installed
        word = os.path.basename(word)
    return "/" not in word and any(fnmatch.fnmatch(os.path.basename(file), word) for file in files)


def targets_of(root, files):
    """The programs that CMake builds."""
    cmake = "\n".join(re.sub(r"#.*", "", read(root, f)) for f in files if f.endswith(("CMakeLists.txt", ".cmake")))
    lists = re.findall(r"(?:add_executable|\w+_program|rgs_\w+|foreach|OUTPUT_NAME)[( ]+([^()]*)", cmake)
    return {word for words in lists for word in words.split()} | set(
        re.findall(r"CMAKE_RUNTIME_OUTPUT_DIRECTORY}/(\w+)", cmake))


def names_in_pages(root, files):
    folders = {"."} | {"/".join(f.split("/")[:n]) for f in files for n in range(1, f.count("/") + 1)}
    rooms = {f for f in folders if "/" not in f and f != "."}
    targets, every = targets_of(root, files), set(files)
    for page in files:
        if not page.endswith((".md", ".rst", ".1")):
            continue
        for number, heading, word, is_link in pieces(page, read(root, page)):
            word = word.strip("\"'(),;:").rstrip(".")
            program = re.match(r"(?:\./)?build/bin/([a-z_0-9/-]+)$", word)
            here = os.path.dirname(page)
            if program:
                if not set(program[1].rstrip("/").split("/")) <= targets:
                    yield f"{page}:{number}: {word} is not built"
            elif ((is_link or looks_like_a_file(word, rooms)) and
                  not is_there(word, [here, ""] + ([os.path.join(here, heading)] if heading else []), every, folders)):
                yield f"{page}:{number}: {word} does not exist"
    named = {os.path.basename(word) for _, _, word, _ in pieces("", read(root, "tests/README.md"))}
    yield from (f"tests/README.md does not name {file}" for file in files
                if re.match(r"tests/.*/t_[^/]*$", file) and not file.endswith(".h") and os.path.basename(file) not in named)


def wide_pages(root, files):
    for page in files:
        block = False
        for number, line in enumerate(read(root, page).splitlines() if page.endswith((".md", ".rst")) else (), 1):
            block ^= line.lstrip().startswith("```")
            what, parts = "line", [line]
            if block or line.startswith("    "):
                what = "line of code"
            elif line.startswith("|"):
                what, parts = "cell", re.sub(r"\]\([^)]*\)", "]", line).split("|")
            if max(len(part.strip() if what == "cell" else part) for part in parts) > WIDEST[what]:
                yield f"{page}:{number}: a {what} has more than {WIDEST[what]} characters"


# ---- sources

def functions_of_c(source):
    """Yields (name, lines) for every function with a body, members of classes included."""
    no_code = (r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
               r"|^[ \t]*#(?:\\\n|[^\n])*")     # comments, strings, and lines of the preprocessor
    text = re.sub(no_code, lambda found: "\n" * found[0].count("\n"), source, flags=re.S | re.M)
    depth, function_depth, begin, name, head = 0, None, 0, "", 0
    for found in re.finditer(r"[{};]", text):
        at, mark = found.start(), found[0]
        if mark == "{":
            before = text[head:at]
            names = re.findall(r"([~A-Za-z_][A-Za-z0-9_:~]*)\s*\(", before)
            if (function_depth is None and names and not re.search(r"=\s*$", before)
                    and not re.match(r"\s*(namespace|extern|typedef|struct|class|enum|union)\b[^()]*$", before)):
                function_depth, name = depth, names[0]
                begin = text.count("\n", 0, head + len(before) - len(before.lstrip()))
            depth += 1
        elif mark == "}":
            depth -= 1
            if function_depth == depth:
                yield name, text.count("\n", 0, at) - begin + 1
                function_depth = None
        head = at + 1


def functions_of(file, source):
    if file.endswith(C_FILES):
        yield from functions_of_c(source)
    elif file.endswith(".py"):
        yield from ((node.name, node.end_lineno - node.lineno + 1) for node in ast.walk(ast.parse(source))
                    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))
    elif file.endswith(".f90"):
        for found in re.finditer(r"^ *(?:[\w()=,* ]+ )?(subroutine|function) +(\w+) *\([\s\S]*?^ *end *\1",
                                 source.lower(), re.M):
            yield found[2], found[0].count("\n") + 1


def long_sources(root, files):
    for file in files:
        if file.startswith(PRODUCT) and file.endswith(SOURCES):
            source = read(root, file)
            if source.count("\n") > LONGEST_FILE and not REASON.match(source):
                yield f"{file} has {source.count(chr(10))} lines; at most {LONGEST_FILE} are allowed"
            yield from (f"{file}: {name} has {lines} lines; at most {LONGEST_FUNCTION} are allowed"
                        for name, lines in functions_of(file, source) if lines > LONGEST_FUNCTION)


def licences(root, files):
    for file in [file for file in files if file.endswith(SOURCES)] + [".ci/" + name for name in os.listdir(f"{root}/.ci")]:
        said = re.findall(r"SPDX-License-Identifier: ([A-Za-z0-9.-]+)", "\n".join(read(root, file).split("\n", 5)[:5]))
        if said != ["BSD-3-Clause"] and not (said == ["GPL-2.0-only"] and OF_LAMMPS.match(file)):
            yield f"{file}: licence {said}"
    for file, words in ("LICENSE", "BSD 3-Clause License\n"), ("LICENSE.GPL-2.0", r"\s*GNU GENERAL PUBLIC LICENSE\s+Version 2, June 1991"):
        if not re.match(words, read(root, file)):
            yield f"{file} is not that licence"


# ---- the tree

def top(root, files):
    yield from (f"not of the top: {name}" for name in sorted(os.listdir(root))
                if name not in TOP and not name.startswith("build"))
    version = re.search(r"^project\(.*VERSION ([0-9.]+)", read(root, "CMakeLists.txt"), re.M)[1]
    date = re.search(f"^## {version} - (.*)", read(root, "CHANGELOG.md"), re.M)[1]
    for path, line in (("CITATION.cff", f"\nversion: {version}\ndate-released: {date}\n"), ("CHANGELOG.md", f"\n## {version}"),
                       ("plugin-generic/rigidstep/__init__.py", f'\n__version__ = "{version}"\n'),
                       ("debian/changelog", f"rigidstep ({version}-"),
                       *((page, f'"rigidstep {version[:version.rindex(".")]}"') for page in files if re.match("plugin-.*[.]1$", page))):
        if line not in read(root, path):
            yield f"{path} does not state version {version}"
    for file in sorted(os.listdir(f"{root}/.github/workflows")):     # what runs elsewhere names files that are here
        text = re.sub("#.*", "", read(root, f".github/workflows/{file}"))
        for path in re.findall(r"(?<![\w/])(?:[.]ci|[.]github|tests|plugin-generic)/[\w./-]+", text):
            if not os.path.exists(os.path.join(root, path)):
                yield f".github/workflows/{file} names {path}, which is not there"


def complaints(root):
    files = sorted(tree_of(root))
    return [text for check in (names_in_pages, wide_pages, long_sources, licences, top) for text in check(root, files)]


def unformatted(clang_format, root, files):
    said = subprocess.run([clang_format, "--style=file", "--dry-run", *files], cwd=root, stderr=subprocess.PIPE, text=True).stderr
    return sorted(set(re.findall(r"^(.*?):\d+:\d+: warning: code should be clang-formatted", said, re.M)))


def check_format(root, clang_format):
    # Versions differ in what they write, so only Debian 12's is asked.
    version = subprocess.run([clang_format, "--version"], stdout=subprocess.PIPE, text=True).stdout if shutil.which(clang_format) else "none"
    if "version 14." not in version:
        return print(f"skipped: needs clang-format 14 (Debian: clang-format-14), found: {version}")
    with tempfile.TemporaryDirectory() as planted:
        plant(planted, {".clang-format": read(root, ".clang-format"), "good.c": "int f(void) { return 0; }\n",
                        "bad.c": "int f( void ) {return 0 ;}\n"})
        assert unformatted(clang_format, planted, ["good.c", "bad.c"]) == ["bad.c"]
    files = [file for file in tree_of(root) if file.endswith(C_FILES)]
    return [f"clang-format-14 -i would change {file}" for file in unformatted(clang_format, root, files)]


# ---- the check must be able to fail

def plant(root, files):
    for path, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write(text)


def self_test():
    """A small tree in which everything is wrong once, beside what is right."""
    spdx, page = "// SPDX-License-Identifier: BSD-3-Clause\n", "plugin-generic/rgs.1"
    with tempfile.TemporaryDirectory() as root:
        plant(root, {
            "core/a.c": spdx, "core/b.cpp": "// SPDX-License-Identifier: GPL-2.0-only\n", ".ci/no_licence": "",
            "plugin-lammps/c.cpp": "// SPDX-License-Identifier: GPL-2.0-only\n",
            "tests/abi/t_named.c": spdx, "tests/abi/t_other.c": spdx, "tests/README.md": "## `abi/`\n`t_named.c`\n",
            "CMakeLists.txt": spdx + "project(x VERSION 1.2.3)\nadd_executable(good a.c)  # bad\n",
            "core/README.md":
                "`a.c` `core/a.c` [x](a.c) `build/bin/good` `t_NAME.c` `core/*.c`\n"
                "`gone.c`, `core/gone.c` [y](gone.md) `build/bin/bad` `core/*.h`\n```sh\ncore/gone.sh --help\n```\n",
            "core/wide.md": 121 * "x" + "\n|" + 121 * "y" + "|z|\n|[y](https:" + 121 * "z" + ")|\n```\n" + 111 * "v" + "\n```\n",
            "core/long.c": spdx + "/*\n * size: one table of all keywords\n */\n" + 401 * "\n",
            "core/too_long.c": spdx + "/*\n * size: long\n */\n" + 401 * "\n",
            "core/f.c": spdx + "static int f(int a) {\n" + 60 * "  a++; // }\n" + "  return a;\n}\n"
                        "struct s {\n  int a;\n};\nstatic const struct s t[] = {\n" + 90 * "  { 1 },\n" + "};\n",
            "core/m.cpp": spdx + "class c {\n  void m()\n  {\n" + 58 * "    if (1) { n(); }\n" + "  }\n};\n",
            "core/g.py": "# " + spdx + "def g():\n" + 60 * "    pass\n",
            "core/h.f90": "! " + spdx + "pure function h(x) result(y)\n" + 59 * "  y = x\n" + "end function\n",
            "LICENSE": "MIT\n", "LICENSE.GPL-2.0": "GNU GENERAL PUBLIC LICENSE\n Version 2, June 1991",
            ".github/workflows/w.yml": "run: tests/gone.sh tests/README.md\n", "left.log": "",
            "CITATION.cff": "\nversion: 1.2.3\ndate-released: today\n", "CHANGELOG.md": "\n## 1.2.3 - today\n",
            "plugin-generic/rigidstep/__init__.py": "#" + spdx + '\n__version__ = "1.2.3"\n',
            "debian/changelog": "rigidstep (1.2.2-1)", page: '"rigidstep 1.1"'})
        said = complaints(root)
    wanted = ["gone.c does", "core/gone.c does", "build/bin/bad is", "core/*.h does", "gone.md does", "core/gone.sh does",
              "tests/abi/t_other.c", "a line has", "a cell has", "a line of code has", "f.c: f has 63", "g.py: g has 61",
              "h.f90: h has 61", "m.cpp: m has 61", "core/too_long.c has", "core/b.cpp: licence", ".ci/no_licence: licence",
              "LICENSE is not", "top: left.log", "debian/changelog does", page + " does", "names tests/gone.sh,"]
    assert len(said) == len(wanted) and all(w in s for w, s in zip(wanted, said)), "\n".join(said)


if __name__ == "__main__":
    self_test()
    wrong = check_format(*sys.argv[1:]) if len(sys.argv) > 2 else complaints(sys.argv[1])
    print(len(tree_of(sys.argv[1])), "files")
    sys.exit("\n".join(wrong or []) or None)
