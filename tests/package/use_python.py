# SPDX-License-Identifier: BSD-3-Clause
"""Python with the installed package: half a turn about the third axis."""
import math
from array import array
import rigidstep

rgs = rigidstep.Library()                  # finds the library of the package by itself
q = array("d", [1, 0, 0, 0])
rgs.free_flow("exact", 1, math.pi, array("d", [1, 2, 2.5]), array("d", [0, 0, 2.5]), q)
assert abs(abs(q[3]) - 1) < 1e-15 and abs(q[0]) < 1e-15, q
print(rigidstep.__file__, list(q))
