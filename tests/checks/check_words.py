# SPDX-License-Identifier: BSD-3-Clause
"""The words that CONTRIBUTING.md replaces become fewer, and so do lines above 110 columns.

    check_words.py ROOT

All text counts: pages, comments, errors, docstrings. MOST holds each number as it was last. A number that grows is
refused; write down one that fell.
"""
import re
import sys

from check_pages import SOURCES, read, tree_of

COLUMNS = "lines above 110 columns"
MOST = {
    COLUMNS: 3404,
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


def main(root):
    texts = [(path, read(root, path)) for path in sorted(tree_of(root))
             if path.endswith(SOURCES) and path not in LEFT_OUT and not LEFT_OUT_TOO.search(path)]
    assert len(texts) > 400, len(texts)
    planted = counts([("planted", "its forces are those\n * of others, and " + 110 * "x")])
    assert {phrase for phrase in ("those of", COLUMNS)} <= set(planted), planted
    found, wrong = counts(texts), 0
    for phrase, most in MOST.items():
        where = found.get(phrase, [])
        number = sum(n for n, _ in where)
        if number > most:
            wrong += 1
            print("'%s': %d, may be %d; most in %s" % (phrase, number, most, ", ".join(
                "%s (%d)" % (path, n) for n, path in sorted(where)[:-9:-1])))
        elif number < most:
            print("'%s': %d, fewer than %d: please write the new number into check_words.py" % (phrase, number, most))
    print("%d files, %d words and lines to be replaced, %d complaints" % (len(texts), sum(MOST.values()), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
