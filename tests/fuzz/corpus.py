#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The stored inputs of the fuzz targets, one file a target: corpus/TARGET.txt.

    corpus.py add TARGET FILE...              add found inputs to the corpus
    corpus.py unpack TARGET FOLDER            write every input to a file of its own, as libFuzzer wants
    corpus.py run TARGET PROGRAM ARGUMENT...  unpack, then run PROGRAM FOLDER ARGUMENT...
    corpus.py check                           is every file in the form that `add` writes?

Of stored inputs those are kept that reach an edge of the program which no other reaches (-merge=1 -use_counters=0).
A line of the file is an input, with escapes as in Python's literals of text. Lines that begin with # are comments.
"""
import os
import subprocess
import sys
import tempfile

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")
HEAD = ("# SPDX-License-Identifier: BSD-3-Clause\n"
        "# Stored inputs of {}, one a line; see ../corpus.py.\n")


def path_of(target):
    return os.path.join(FOLDER, target + ".txt")


def escape(data):
    text = data.decode("latin-1").encode("unicode_escape").decode("ascii")
    if text[:1] == "#":
        text = "\\x23" + text[1:]
    # An editor must be able to keep a space at the end of a line.
    return text[:-1] + "\\x20" if text[-1:] == " " else text


def unescape(line):
    return line.encode("ascii").decode("unicode_escape").encode("latin-1")


def read(target):
    with open(path_of(target), encoding="ascii", newline="\n") as file:
        return [unescape(line) for line in file.read().splitlines() if not line.startswith("#")]


def text_of(target, inputs):
    ordered = sorted(set(inputs), key=lambda data: (len(data), data))
    return HEAD.format(target) + "".join(escape(data) + "\n" for data in ordered)


def unpack(target, folder):
    os.makedirs(folder, exist_ok=True)
    for number, data in enumerate(read(target)):
        with open(os.path.join(folder, f"{number:04}"), "wb") as file:
            file.write(data)


def add(target, paths):
    inputs = read(target) if os.path.exists(path_of(target)) else []
    before = len(inputs)
    for path in paths:
        with open(path, "rb") as file:
            inputs.append(file.read())
    text = text_of(target, inputs)
    with open(path_of(target), "w", encoding="ascii", newline="\n") as file:
        file.write(text)
    print(f"{target}: {len(read(target)) - before} new inputs, {len(read(target))} in all")


def check():
    every = bytes(range(256)) + b"# \\x41\\n "
    if unescape(escape(every)) != every or unescape(escape(b"#")) != b"#":
        return "an input does not come back as it was"
    targets = [name[:-4] for name in sorted(os.listdir(FOLDER)) if name.endswith(".txt")]
    for target in targets:
        with open(path_of(target), encoding="ascii", newline="\n") as file:
            text = file.read()
        if text != text_of(target, read(target)):
            return f"{path_of(target)} is not in order; 'corpus.py add {target}' puts it in order"
        print(f"{target}: {len(read(target))} inputs")
    return None if targets else f"no corpus in {FOLDER}"


def main(arguments):
    if len(arguments) >= 2 and arguments[0] == "add":
        return add(arguments[1], arguments[2:])
    if len(arguments) == 3 and arguments[0] == "unpack":
        return unpack(*arguments[1:])
    if len(arguments) >= 3 and arguments[0] == "run":
        with tempfile.TemporaryDirectory() as folder:
            unpack(arguments[1], folder)
            return subprocess.run([arguments[2], folder] + arguments[3:], check=False).returncode
    if arguments == ["check"]:
        return check()
    return __doc__


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
