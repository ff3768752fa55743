# SPDX-License-Identifier: BSD-3-Clause
#
# base_pairs.awk - mean number of base pairs of a hairpin and its standard error, from 20 blocks of a dump of LAMMPS (id xu yu zu quatw quati quatj
# quatk, sorted by id).  The bases of a pair are the first and the last nucleotide, the second and the last but one, and so on; oxDNA's site of a
# base lies 0.4 along the nucleotide's first axis, and a pair counts where its sites are less than 0.6 apart.
#
#   awk -v pairs=6 -f base_pairs.awk hairpin.places

/^ITEM: NUMBER/ { getline; n = $1 }
/^ITEM: ATOMS/ {
  for (i = 1; i <= n; i++) {
    getline
    x[i] = $2 + 0.4 * (1 - 2 * ($7 * $7 + $8 * $8))
    y[i] = $3 + 0.4 * 2 * ($6 * $7 + $5 * $8)
    z[i] = $4 + 0.4 * 2 * ($6 * $8 - $5 * $7)
  }
  frames++
  for (i = 1; i <= pairs; i++) {
    k = n + 1 - i
    near[frames] += (x[i] - x[k]) ^ 2 + (y[i] - y[k]) ^ 2 + (z[i] - z[k]) ^ 2 < 0.6 ^ 2
  }
}
END {
  size = int(frames / 20)
  if (size == 0) { print frames + 0 " frames; must be at least 20"; exit 1 }
  for (b = 0; b < 20; b++) {
    mean = 0
    for (i = 1; i <= size; i++) mean += near[b * size + i] / size
    sum += mean / 20
    square += mean * mean / 20
  }
  printf "%.4g(%.1g)\n", sum, sqrt((square - sum * sum > 1e-12 ? square - sum * sum : 0) / 19)
}
