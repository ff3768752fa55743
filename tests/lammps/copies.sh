# SPDX-License-Identifier: GPL-2.0-only
#
# Bodies with atoms on several ranks, of which each moves a copy: sourced by run_lammps_tests.sh.

# apart RUN: by how much the atoms of a molecule in its dump are not where they were to each other
apart() {
  awk '$1 == "ITEM:" { on = $2 == "ATOMS"; next } !on { next }
    { m = $2; n[m]++; for (k = 0; k < 3; k++) x[m, n[m], k] = $(3 + k) }
    n[m] == 3 {
      for (a = 1; a <= 3; a++) {
        b = a % 3 + 1; d = 0
        for (k = 0; k < 3; k++) d += (x[m, a, k] - x[m, b, k]) ^ 2
        d = sqrt(d)
        if (m in seen) { e = d - first[m, a]; if (e < 0) e = -e; if (e > most) most = e } else first[m, a] = d
      }
      seen[m]; n[m] = 0; lines++
    }
    END { if (lines > 400) print most + 0 }' "$1.dump"
}

# cut RUN: molecules of the dump with atoms on more than one rank, at its end
cut_bodies() { awk '$1 == "ITEM:" { if ($2 == "ATOMS") { delete rank; delete cut } next } NF == 6 { if (($2 in rank) && rank[$2] != $6) cut[$2]; rank[$2] = $6 }
  END { n = 0; for (m in cut) n++; print n }' "$1.dump"; }

