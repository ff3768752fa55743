# SPDX-License-Identifier: BSD-3-Clause
#
# dna.awk - double-stranded DNA as a data file of LAMMPS, for oxDNA: a ring of `pairs` base pairs in `turns` turns, or a
# straight piece where `open` is 1.  A base pair is 0.39 thick, and the centres of its nucleotides lie 0.6 beside the
# axis (T. E. Ouldridge, A. A. Louis and J. P. K. Doye, J. Chem. Phys. 134, 085101 (2011), DOI 10.1063/1.3552946).
#
#   awk -v pairs=100 -v turns=10 -v kt=0.1 -f dna.awk
#   awk -f dna.awk >data.dna                                             a straight piece of eight pairs, for in.dna

function draw() { s = s * 16807 % 2147483647; return s / 2147483647 }
function normal(   k, sum) { for (k = 0; k < 12; k++) sum += draw(); return sum - 6 }
# the unit quaternion whose frame has the first axis a and the third axis c
function quaternion(ax, ay, az, cx, cy, cz,   bx, by, bz, m) {
  bx = cy * az - cz * ay; by = cz * ax - cx * az; bz = cx * ay - cy * ax
  w[0] = 1 + ax + by + cz; w[1] = 1 + ax - by - cz; w[2] = 1 - ax + by - cz; w[3] = 1 - ax - by + cz
  m = 0
  for (k = 1; k < 4; k++) if (w[k] > w[m]) m = k
  d = 2 * sqrt(w[m])
  if (m == 0) return d / 4 " " (by_z(bz, cy)) / d " " (cx - az) / d " " (ay - bx) / d
  if (m == 1) return (bz - cy) / d " " d / 4 " " (ay + bx) / d " " (az + cx) / d
  if (m == 2) return (cx - az) / d " " (ay + bx) / d " " d / 4 " " (bz + cy) / d
  return (ay - bx) / d " " (az + cx) / d " " (bz + cy) / d " " d / 4
}
function by_z(bz, cy) { return bz - cy }
BEGIN {
  if (pairs == "") { open = 1; pairs = 8; turns = 0.797; kt = 0.1 }
  pi = atan2(0, -1); s = 4711; rise = 0.3897628551303122; n = 2 * pairs
  radius = pairs * rise / (2 * pi); half = (open ? pairs * rise / 2 : radius) + 6
  print "double-stranded DNA\n\n" n, "atoms\n" n, "ellipsoids\n" (open ? n - 2 : n), "bonds\n4 atom types\n1 bond types\n"
  for (k = 1; k <= 3; k++) print -half, half, substr("xyz", k, 1) "lo", substr("xyz", k, 1) "hi"
  print "\nMasses\n"
  for (k = 1; k <= 4; k++) print k, 3.1575
  for (i = 0; i < pairs; i++) {
    along = 2 * pi * (i + 0.5) / pairs; twist = 2 * pi * turns * (i + 0.5) / pairs
    if (open) { x = y = 0; z = (i + 0.5 - pairs / 2) * rise; tx = ty = 0; tz = 1; ox = 1; oy = 0 }
    else { x = radius * cos(along); y = radius * sin(along); z = 0; tx = -sin(along); ty = cos(along); tz = 0; ox = cos(along); oy = sin(along) }
    # across the axis: o, and t x o
    px = ty * 0 - tz * oy; py = tz * ox - tx * 0; pz = tx * oy - ty * ox
    ax = ox * cos(twist) + px * sin(twist); ay = oy * cos(twist) + py * sin(twist); az = pz * sin(twist)
    base = 1 + int(4 * draw())
    for (side = 0; side < 2; side++) {
      id = side ? n - i : i + 1
      sign = side ? -1 : 1
      type[id] = side ? 5 - base : base
      place[id] = sprintf("%.10g %.10g %.10g", x - sign * 0.6 * ax, y - sign * 0.6 * ay, z - sign * 0.6 * az)
      orientation[id] = quaternion(sign * ax, sign * ay, sign * az, sign * tx, sign * ty, sign * tz)
    }
  }
  print "\nAtoms # hybrid\n"
  for (id = 1; id <= n; id++) print id, type[id], place[id], (id <= pairs ? 1 : 2), 1, 3.7269849963023267
  print "\nVelocities\n"
  for (id = 1; id <= n; id++) {
    v = sqrt(kt / 3.1575); l = sqrt(kt * 0.43506725)
    print id, v * normal(), v * normal(), v * normal(), l * normal(), l * normal(), l * normal()
  }
  print "\nEllipsoids\n"
  for (id = 1; id <= n; id++) print id, 1.1739845031423408, 1.1739845031423408, 1.1739845031423408, orientation[id]
  print "\nBonds\n"
  for (id = 1; id <= n; id++) {
    last = id == pairs || id == n
    if (!last || !open) print ++bonds, 1, id, (last ? id - pairs + 1 : id + 1)
  }
}
