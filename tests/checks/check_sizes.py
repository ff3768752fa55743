# SPDX-License-Identifier: BSD-3-Clause
"""No file of the product is longer than 400 lines, and no function longer than 60.

A longer file that reads better whole gives the reason, in one line of the comment at its top that
begins with "size:".

    check_sizes.py ROOT

Prints the longest of each for every part of the product.  A function is counted from the line of
its name to its closing brace.
"""
import ast
import os
import re
import sys
import tempfile

PARTS = ("abi", "core", "plugin-generic", "plugin-lammps", "plugin-openmm")
LONGEST_FILE, LONGEST_FUNCTION = 400, 60
HEAD = 20  # the lines in which a reason is looked for
REASON = re.compile(r"^[ \t]*(?:\*|//|#|!|/\*)[ \t]*size:[ \t]*(\w.*\w.*)$", re.M)
C_FILES = (".c", ".h", ".cpp", ".hpp")
OTHER_FILES = (".py", ".f90", ".sh", ".bash", ".cmake", "CMakeLists.txt")


def reason_of(source):
    """Why a file is long, as its head says; None if it does not."""
    found = REASON.search("\n".join(source.split("\n")[:HEAD]))
    return found[1].strip() if found and len(found[1].split()) >= 4 else None


def without_text(source):
    """The source with comments, strings and preprocessor lines blanked; line breaks stay."""
    pattern = (r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
               r"|^[ \t]*#(?:\\\n|[^\n])*")
    return re.sub(pattern, lambda found: "\n" * found[0].count("\n"), source, flags=re.S | re.M)


def functions_of_c(source):
    """Yields (name, lines) for every function with a body, members of classes included."""
    text = without_text(source)
    depth, function_depth, begin, name, head = 0, None, 0, "", 0
    for found in re.finditer(r"[{};]", text):
        at, mark = found.start(), found[0]
        if mark == "{":
            before = text[head:at]
            names = re.findall(r"([~A-Za-z_][A-Za-z0-9_:~]*)\s*\(", before)
            is_function = (function_depth is None and names and not re.search(r"=\s*$", before)
                           and not re.match(r"\s*(namespace|extern|typedef|struct|class|enum|union)\b"
                                            r"[^()]*$", before))
            if is_function:
                function_depth, name = depth, names[0]
                begin = text.count("\n", 0, head + len(before) - len(before.lstrip()))
            depth += 1
        elif mark == "}":
            depth -= 1
            if function_depth == depth:
                yield name, text.count("\n", 0, at) - begin + 1
                function_depth = None
        head = at + 1


def functions_of_python(source):
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.end_lineno - node.lineno + 1


def functions_of_fortran(source):
    open_names = []
    for number, line in enumerate(source.splitlines()):
        words = line.split("!")[0].lower()
        if re.match(r"\s*end\s*(subroutine|function)\b", words):
            if open_names:
                name, begin = open_names.pop()
                yield name, number - begin + 1
        else:
            found = re.match(r"\s*(?:[a-z0-9_()=,* ]+\s)?(?:subroutine|function)\s+([a-z0-9_]+)\s*\(",
                             words)
            if found:
                open_names.append((found[1], number))


def measure(root, part):
    """Two lists of (lines, where), of files and of functions, and the reasons of long files."""
    files, functions, reasons = [], [], {}
    for folder, _, names in os.walk(os.path.join(root, part)):
        for name in names:
            if not name.endswith(C_FILES + OTHER_FILES):
                continue
            path = os.path.join(folder, name)
            shown = os.path.relpath(path, root)
            with open(path, encoding="utf-8") as file:
                source = file.read()
            files.append((source.count("\n"), shown))
            if files[-1][0] > LONGEST_FILE and reason_of(source):
                reasons[shown] = reason_of(source)
            found = (functions_of_c(source) if name.endswith(C_FILES)
                     else functions_of_python(source) if name.endswith(".py")
                     else functions_of_fortran(source) if name.endswith(".f90") else ())
            functions += [(lines, f"{shown}: {function}") for function, lines in found]
    return files, functions, reasons


def too_long(files, functions, reasons):
    """Yields (lines, where, limit) of what is too long and gives no reason."""
    for limit, every in ((LONGEST_FILE, files), (LONGEST_FUNCTION, functions)):
        for lines, where in sorted(every, reverse=True):
            if lines > limit and where not in reasons:
                yield lines, where, limit


def self_test():
    long_c = "static int f(int a) {\n" + "  a++; // }\n" * 60 + "  return a;\n}\n"
    short_c = "struct s {\n  int a;\n};\nstatic const struct s t[] = {\n" + "  { 1 },\n" * 90 + "};\n"
    method = "class c {\n  void m()\n  {\n" + "    if (1) { n(); }\n" * 58 + "  }\n};\n"
    assert list(functions_of_c(long_c + short_c)) == [("f", 63)], list(functions_of_c(long_c + short_c))
    assert list(functions_of_c(method)) == [("m", 61)], list(functions_of_c(method))
    assert list(functions_of_python("def g():\n" + "    pass\n" * 3)) == [("g", 4)]
    fortran = "pure function h(x) result(y)\n  y = x\nend function\n"
    assert list(functions_of_fortran(fortran)) == [("h", 3)]
    assert reason_of("/* a.c\n *\n * size: one table of all keywords\n */\n") == "one table of all keywords"
    for no_reason in ("/* a.c */\n", " * size:\n", " * size: long\n", "int a; size: one table of all keywords\n",
                      "\n" * HEAD + " * size: one table of all keywords\n"):
        assert reason_of(no_reason) is None, no_reason
    with tempfile.TemporaryDirectory() as root:
        os.mkdir(os.path.join(root, "core"))
        for name, head in (("long.c", " * size: one table of all keywords\n"), ("wrong.c", "")):
            with open(os.path.join(root, "core", name), "w", encoding="utf-8") as file:
                file.write(head + "\n" * (LONGEST_FILE + 1))
        assert list(too_long(*measure(root, "core"))) == [(LONGEST_FILE + 1, "core/wrong.c", LONGEST_FILE)]


def main():
    self_test()
    wrong = 0
    for part in PARTS:
        files, functions, reasons = measure(sys.argv[1], part)
        assert files, f"no files in {part}"
        print(f"{part}: {len(files)} files, {len(functions)} functions; longest "
              + "; ".join("%d lines, %s" % max(every) for every in (files, functions) if every))
        for where, reason in sorted(reasons.items()):
            print(f"  {where} is longer than {LONGEST_FILE} lines: {reason}")
        for lines, where, limit in too_long(files, functions, reasons):
            print(f"  too long: {where} has {lines} lines; at most {limit} are allowed")
            wrong += 1
    print(f"{wrong} too long")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
