# SPDX-License-Identifier: BSD-3-Clause
"""What the pages name is there, and pages are narrow.

    check_pages.py ROOT

Pages are all *.md, *.rst and man pages.  In `code`, in blocks of code and in links,
- a path exists, from the folder of the page, from the top, or from the folder that the heading names;
- a bare name of a source file exists somewhere in the tree;
- build/bin/NAME is a target of CMake;
and tests/README.md names every test by its file.  Of CHANGELOG.md only the newest version is read, for
the older ones name what was there then.  Lines of *.md and *.rst that are no row of a table, and cells
without the targets of their links, have at most 120 characters.  Lines of blocks of code have at most 110: so wide is
the manual from 1000 pixels on (abi/reference/style.css), and no block there is cut.
"""
import fnmatch
import os
import re
import sys
import tempfile

SOURCES = (".c", ".h", ".hpp", ".cpp", ".inc", ".py", ".f90", ".sh", ".bash", ".cmake", ".md", ".rst", ".rgs", ".awk")
FILES = SOURCES + (".txt", ".svg")
WIDEST = {"a line": 120, "a cell": 120, "a line of code": 110}
OTHERS = ("my.c", "my.f90", "benzene.py", "swing.py", "_simd.c", "NewtonIntegrator.cpp", "openmm/Vec3.h")    # of the reader, of other programs, endings


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
    return bool(stem) and word.endswith(FILES if "/" in word else SOURCES)


def is_there(word, bases, files, folders):
    for base in bases:
        path = os.path.normpath(os.path.join(base, word))
        if path in files or path in folders or ("*" in path and fnmatch.filter(files, path)):
            return True
    if word.startswith("rigidstep/"):          # as installed
        word = os.path.basename(word)
    return "/" not in word and any(fnmatch.fnmatch(os.path.basename(file), word) for file in files)


def missing_in_pages(root):
    """A list of complaints, and how many words were looked at."""
    listed = tree_of(root)
    files = set(listed)
    folders = {"."} | {"/".join(f.split("/")[:n]) for f in listed for n in range(1, f.count("/") + 1)}
    rooms = {f for f in folders if "/" not in f and f != "."}
    cmake = "\n".join(re.sub(r"#.*", "", read(root, f)) for f in listed
                      if f.endswith("CMakeLists.txt") or f.endswith(".cmake"))
    targets = {word for words in re.findall(r"(?:add_executable|\w+_program|rgs_\w+|foreach|OUTPUT_NAME)[( ]+([^()]*)", cmake)
               for word in words.split()}
    targets |= set(re.findall(r"CMAKE_RUNTIME_OUTPUT_DIRECTORY}/(\w+)", cmake))
    complaints, looked = [], 0
    for page in sorted(files):
        if not re.search(r"\.(md|rst|1)$", page):
            continue
        for number, heading, word, is_link in pieces(page, read(root, page)):
            word = word.strip("\"'(),;:").rstrip(".")
            program = re.match(r"(?:\./)?build/bin/([a-z_0-9/-]+)$", word)
            here = os.path.dirname(page)
            if program:
                looked += 1
                if not set(program[1].rstrip("/").split("/")) <= targets:
                    complaints.append(f"{page}:{number}: {word} is not built")
            elif is_link or looks_like_a_file(word, rooms):
                looked += 1
                if not is_there(word, [here, ""] + ([os.path.join(here, heading)] if heading else []), files, folders):
                    complaints.append(f"{page}:{number}: {word} does not exist")
    return complaints, looked


def unnamed_tests(root):
    page = "tests/README.md"
    named = {word for _, _, word, _ in pieces(page, read(root, page))}
    named |= {os.path.basename(word) for word in named}
    return [f"{page}: {file} is not named" for file in sorted(tree_of(root))
            if re.match(r"tests/.*/t_[^/]*$", file) and not file.endswith(".h")
            and os.path.basename(file) not in named]


def widths(text):
    """Yields (line, "a cell", "a line" or "a line of code", its characters)."""
    block = False
    for number, line in enumerate(text.splitlines(), 1):
        block ^= line.lstrip().startswith("```")
        if block or line.startswith("    "):
            yield number, "a line of code", len(line)
        elif line.startswith("|"):
            yield from ((number, "a cell", len(cell.strip())) for cell in re.sub(r"\]\([^)]*\)", "]", line).split("|"))
        else:
            yield number, "a line", len(line)


def too_wide(page, text):
    return [f"{page}:{number}: {what} has more than {WIDEST[what]} characters" for number, what, width in widths(text)
            if width > WIDEST[what]]


def pages_of(root):
    return {page: read(root, page) for page in sorted(tree_of(root)) if page.endswith((".md", ".rst"))}


def numbers_of(pages):
    text = "\n".join(pages.values())
    widest = {what: max(width for _, its, width in widths(text) if its == what) for what in WIDEST}
    return (f"{len(pages)} pages of {text.count(chr(10)) + 1} lines; the widest line has {widest['a line']} characters, the "
            f"longest cell {widest['a cell']}, code {widest['a line of code']}; {len(re.findall('(?:those|that) of', text))} times 'those of' or 'that of'")


def self_test():
    """A small tree in which everything is wrong once."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in (
                ("core/a.c", ""), ("tests/abi/t_named.c", ""), ("tests/abi/t_other.c", ""),
                ("CMakeLists.txt", "add_executable(good a.c)  # bad\n"),
                ("core/README.md", "`a.c` `core/a.c` [x](a.c) `build/bin/good` `t_NAME.c` `core/*.c`\n"
                 "`b.c`, `core/gone.c` [y](gone.md) `build/bin/bad` `core/*.h`\n```sh\ncore/gone.sh --help\n```\n"),
                ("tests/README.md", "## `abi/`\n`t_named.c`\n")):
            os.makedirs(os.path.dirname(os.path.join(root, path)) or ".", exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        complaints, looked = missing_in_pages(root)
        words = [complaint.split()[1] for complaint in complaints]
        assert words == ["b.c", "core/gone.c", "build/bin/bad", "core/*.h", "gone.md", "core/gone.sh"], words
        assert looked == 12, looked
        wide = "x" * 121 + "\n|" + "y" * 121 + "|z|\n" + "|[y](" + "z" * 121 + ")|\n```\n" + "v" * 111 + "\n```\n"
        assert [c.split()[:4] for c in too_wide("p", wide)] == [
            ["p:1:", "a", "line", "has"], ["p:2:", "a", "cell", "has"], ["p:5:", "a", "line", "of"]]
        assert [c.split()[1] for c in unnamed_tests(root)] == ["tests/abi/t_other.c"]


def main():
    self_test()
    complaints, looked = missing_in_pages(sys.argv[1])
    pages = pages_of(sys.argv[1])
    complaints += unnamed_tests(sys.argv[1]) + [wide for page, text in pages.items() for wide in too_wide(page, text)]
    assert looked > 300, f"only {looked} names found in the pages"
    print("\n".join(complaints + [numbers_of(pages), f"{looked} names in pages, {len(complaints)} complaints"]))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
