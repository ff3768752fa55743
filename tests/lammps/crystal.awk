# SPDX-License-Identifier: GPL-2.0-only
#
# A crystal of 32 dimers as a data file, in a general triclinic box with -v what=turned; or, with -v what=table, the
# energy and force between its beads.  State and energy
# are from tests/baths/cell_monte_carlo.c, which is the answer that the runs are compared with.
BEGIN {
  if (what == "table") {
    # u^4 (72 u^2 - 32.67) with u = 1 - 0.45 r^2, where u > 0
    points = 4000; low = 0.4; high = sqrt(1 / 0.45)
    printf "# energy and force of two beads\n\nBEADS\nN %d R %.17g %.17g\n\n", points, low, high
    for (i = 1; i <= points; i++) {
      r = low + (high - low) * (i - 1) / (points - 1); u = 1 - 0.45 * r * r
      printf "%d %.17g %.17g %.17g\n", i, r, u ^ 4 * (72 * u * u - 32.67), 0.9 * r * u ^ 3 * (432 * u * u - 130.68)
    }
    exit
  }
  split("3.477 0 0", a, " "); split("1.173 3.273 0", b, " "); split("1.173 0.8258 3.167", c, " ")
  split("0.7472 0.5259 0.40635126430220436", bond, " ")
  print "32 dimers\n\n64 atoms\n1 atom types\n"
  if (what == "turned") print "0 3.477 0 avec\n0 1.173 3.273 bvec\n3.167 1.173 0.8258 cvec\n0 0 0 abc origin"
  else print "0 3.477 xlo xhi\n0 3.273 ylo yhi\n0 3.167 zlo zhi\n1.173 1.173 0.8258 xy xz yz"
  print "\nMasses\n\n1 0.5\n\nAtoms\n"
  for (i = 0; i < 32; i++) {
    corner = int(i / 8)
    for (v = 0; v < 3; v++) s[v] = 0.5 * (int(i / 2 ^ v) % 2) + (corner != 0 && corner != v + 1 ? 0.25 : 0)
    for (side = -1; side < 2; side += 2) {
      printf "%d %d 1", 2 * i + (side + 3) / 2, i + 1
      for (n = 0; n < 3; n++) {
        k = what == "turned" ? (n + 2) % 3 + 1 : n + 1
        printf " %.17g", s[0] * a[k] + s[1] * b[k] + s[2] * c[k] + side * 0.3 * bond[k]
      }
      print ""
    }
  }
}
