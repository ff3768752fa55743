# SPDX-License-Identifier: GPL-2.0-only
#
# What groups share that minimise: sourced by run_lammps_tests.sh.

# chain_data PIECES: a chain that is coiled, with bonds of 2 Angstrom, and four atoms beside it
chain_data() {
  awk -v pieces="$1" 'BEGIN {
    print "a chain\n\n" 3 * pieces + 4, "atoms\n3 atom types\n" pieces - 1, "bonds\n1 bond types"
    print "-20 20 xlo xhi\n-20 20 ylo yhi\n-20 20 zlo zhi\n\nMasses\n\n1 16\n2 3\n3 1\n\nAtoms\n"
    for (m = 0; m < pieces; m++) {
      x = 9 * cos(0.4 * m); y = 9 * sin(0.4 * m); z = 1.1 * m - 6
      print ++id, m + 1, 1, x, y, z
      print ++id, m + 1, 2, x + 0.7, y - 1.1, z + 0.3
      print ++id, m + 1, 3, x - 1.3, y + 0.4, z + 0.5
    }
    for (k = 0; k < 4; k++) print ++id, 0, 1, 3 * k - 4, 2 * k - 3, 11 - k
    print "\nBonds\n"
    for (m = 1; m < pieces; m++) print m, 1, 3 * m, 3 * m + 1
  }'
}

# The number NAME of the closing summary: first, last or evaluations
summary() {
  awk -v what="$2" '/Energy initial/ { getline; e = $0 } /Force two-norm/ { f = $NF } /Iterations, force eval/ { n = $NF }
    END { split(e, w, " "); print what == "initial" ? w[1] : what == "final" ? w[3] : what == "force" ? f : n }' "$1.out"
}
