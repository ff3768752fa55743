# SPDX-License-Identifier: BSD-3-Clause
"""Runs the blocks of plugin-generic/PYTHON.md one after the other: t_python_page.py MODULE ROOT."""
import os
import re
import sys
import tempfile

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
try:
    import ase
    import matplotlib
except ImportError:
    print("skipped: needs ASE (Debian: python3-ase)")
    sys.exit()

with open(os.path.join(sys.argv[2], "plugin-generic", "PYTHON.md"), encoding="utf-8") as file:
    blocks = re.findall(r"^```python\n(.*?)^```", file.read(), re.M | re.S)
assert len(blocks) == 4, len(blocks)
names = {}
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for block in blocks:
        exec(block, names)
        if "relax" in names and "nvt" not in names:   # later blocks move the same atoms
            assert names["relax"].largest() < 0.005 and names["relax"].nsteps > 5
    assert {"nvt.log", "npt.state", "volumes.png"} <= set(os.listdir(folder)), os.listdir(folder)
    os.chdir("/")
# With room for chance: the temperature of 132 freedoms is within 12 % two times in three.
assert 120 < names["nvt"].temperature().total < 450 and len(names["volumes"]) == 1001
assert 40 < names["volumes"][-1] < 200, names["volumes"][-1]
bodies, force = names["bodies"], names["force"]
assert abs(sum(e.sum() for e in bodies.energies()) + force(0) - names["start"]) < 1e-2 * names["start"]
print("ok")
