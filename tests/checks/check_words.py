# SPDX-License-Identifier: BSD-3-Clause
"""The words that CONTRIBUTING.md replaces become fewer, and so do lines above 110 columns.

    check_words.py ROOT

All text counts: pages, comments, errors, docstrings. MOST holds each number as it was last. A number that grows is
refused, with the files in which there are more than in the last commit or, if there are none, than when this file
changed last; write down one that fell.
"""
import re
import subprocess
import sys

from check_pages import SOURCES, read, tree_of

COLUMNS = "lines above 110 columns"
MOST = {
    COLUMNS: 3401,
    "those of": 4,
    "that of": 4,
    "is told": 22,
    "are told": 3,
    "tells": 30,
    "in words": 16,
    "no number": 3,
    "no numbers": 3,
    "is not a number": 3,
    "a molecule and step": 1,
    "digit for digit": 0,
    "the same digits": 5,
    "with the bits of": 0,
    "at the ends": 19,
    "in the middle": 47,
    "of which": 41,
    "with which": 20,
    "for ever": 3,
    "goes on": 48,
    "is made": 29,
    "was made": 11,
    "that is what": 2,
    "nothing is lost": 5,
    "besides the forces": 0,
    "of order 2 in averages": 0,
    "lammps' own": 51,
}
LEFT_OUT = ("CONTRIBUTING.md", "tests/checks/check_words.py")
LEFT_OUT_TOO = re.compile(r"\.svg$|^tests/(data|fuzz|abi/2_0)/")


def counts(texts):
    found = {}
    for path, text in texts:
        plain = re.sub(r"\s*\n[\s*/#!;.\"']*", " ", text).lower()    # a phrase may go on in the next line of a comment
        for phrase in MOST:
            n = sum(len(line) > 110 for line in text.splitlines()) if phrase == COLUMNS else \
                len(re.findall(r"(?<!for word )\b%s\b" % re.escape(phrase), plain))
            if n:
                found.setdefault(phrase, []).append((n, path))
    return found


def git(root, *words):
    return subprocess.run(["git", "-C", root, *words], capture_output=True, text=True, check=False).stdout


def since(root, base, phrase, where):
    """grown() since a commit."""
    changed = set(git(root, "diff", "--name-only", base).split("\n"))
    return grown(phrase, where, counts([(path, git(root, "show", f"{base}:{path}")) for path in changed if path]), changed)


def grown(phrase, where, old, changed):
    """The files with more of a phrase than before, as text."""
    were = {path: n for n, path in old.get(phrase, [])}
    return ", ".join("%s (%d more)" % (path, n - were.get(path, 0))
                     for n, path in where if path in changed and n > were.get(path, 0))


def main(root):
    texts = [(path, read(root, path)) for path in sorted(tree_of(root))
             if path.endswith(SOURCES) and path not in LEFT_OUT and not LEFT_OUT_TOO.search(path)]
    assert len(texts) > 400, len(texts)
    planted = counts([("planted", "its forces are those\n * of others, and " + 110 * "x")])
    assert {phrase for phrase in ("those of", COLUMNS)} <= set(planted), planted
    more = grown("tells", [(3, "a"), (1, "b"), (2, "c")], {"tells": [(2, "a"), (1, "b")]}, {"a", "b"})
    assert more == "a (1 more)", more
    found, wrong = counts(texts), 0
    for phrase, most in MOST.items():
        where = found.get(phrase, [])
        number = sum(n for n, _ in where)
        if number > most:
            wrong += 1
            last = git(root, "log", "-1", "--format=%H", "--", "tests/checks/check_words.py").strip()
            print("'%s': %d, may be %d; in %s" % (
                phrase, number, most, since(root, "HEAD", phrase, where) or since(root, last, phrase, where) or
                ", ".join("%s (%d)" % (path, n) for n, path in sorted(where)[:-9:-1])))
        elif number < most:
            print("'%s': %d, fewer than %d: please write the new number into check_words.py" % (phrase, number, most))
    print("%d files, %d words and lines to be replaced, %d complaints" % (len(texts), sum(MOST.values()), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
