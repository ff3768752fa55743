# SPDX-License-Identifier: BSD-3-Clause
"""The comments of a header of abi/ in the form that Doxygen reads: header_comments.py HEADER

A comment before a declaration becomes its description: the first sentence as the summary, then the
whole text, line by line as it stands in the header.  A comment after code, on the same line,
describes the member or constant there.  Doxygen gets no text that it could take for a command.
"""
import html
import re
import sys

RULE = re.compile(r"/\* -{4,}")


def plain(text):
    """The text without what Doxygen or HTML would interpret."""
    return re.sub(r"([@\\#%])", r"\\\1", html.escape(text, quote=False))


def lines_of(comment):
    """The lines inside the marks, without the stars before them."""
    inside = comment[2:-2].strip("\n")
    lines = [re.sub(r"^ *\*(?: |$)", "", line).rstrip() for line in inside.split("\n")]
    lines[0] = lines[0].strip()
    return lines


def before(comment, skipped=0):
    """`skipped` lines tell the licence of a file; its name stands before the text."""
    lines = lines_of(comment)[skipped:]
    if skipped:
        lines[0] = lines[0].split(" - ", 1)[-1]
    text = " ".join(line.strip() for line in lines)
    summary = re.match(r".*?[^ ]\.(?= |$)|.*", text).group(0)
    return f"/** \\brief {plain(summary)}\n\\verbatim\n" + "\n".join(lines) + "\n\\endverbatim\n*/"


def after(comment):
    text = " ".join(line.strip() for line in lines_of(comment))
    return f"/**< {plain(text)} */"


def described(source, name):
    out, at = [], 0
    for comment in re.finditer(r"/\*.*?\*/", source, re.S):
        out.append(source[at:comment.start()])
        at = comment.end()
        line_before = source[source.rfind("\n", 0, comment.start()) + 1:comment.start()]
        in_macro = source[at:source.find("\n", at)].rstrip().endswith("\\")
        if comment.start() == 0:                                  # the head of the file
            out.append(f"/** \\file {name}\n" + before(comment.group(), 2)[4:])
        elif RULE.match(comment.group()) or in_macro or "clang-format" in comment.group():
            out.append(comment.group())
        elif line_before.strip():
            out.append(after(comment.group()))
        else:
            out.append(before(comment.group()))
    return "".join(out) + source[at:]


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(described(file.read(), sys.argv[1].rsplit("/", 1)[-1]), end="")
