# SPDX-License-Identifier: BSD-3-Clause
"""Every fact about a method of 2.0 (order, parameters, outputs) is one that the host prints now.

    facts.py HOST FILE [--write]     a line of the file: fact <tab> fact .. <tab> kind:name kind:name ..
"""
import subprocess
import sys

host, path = sys.argv[1:3]
now = [tuple(line.split("\t")) for line in subprocess.run([host], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()]
if "--write" in sys.argv:
    methods = {fact: " ".join(name for other, name in now if other == fact) for fact, _ in now}
    with open(path, "w", encoding="ascii") as file:
        for names in dict.fromkeys(methods.values()):
            file.write("\t".join([*(fact for fact in methods if methods[fact] == names), names]) + "\n")
with open(path, encoding="ascii") as file:
    then = [(fact, name) for *facts, names in (line.rstrip("\n").split("\t") for line in file)
            for fact in facts for name in names.split()]
gone = sorted(set(then) - set(now))
print(f"{len(then)} facts, {len(gone)} of them gone", *(f"gone: {name}: {fact}" for fact, name in gone), sep="\n")
sys.exit(len(then) < 600 or bool(gone))
