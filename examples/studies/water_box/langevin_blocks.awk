# SPDX-License-Identifier: BSD-3-Clause
#
# langevin_blocks.awk - mean and standard error of each column of a file of fix ave/time, "nan" where a column
# is not known.
/^#/ { next }
{
  n++
  for (k = 2; k <= NF; k++) {
    if (tolower($k) ~ /nan/) unknown[k] = 1
    sum[k] += $k
    squares[k] += $k * $k
  }
  columns = NF
}
END {
  for (k = 2; k <= columns; k++) {
    if (unknown[k] || n < 2) { printf "nan nan "; continue }
    mean = sum[k] / n
    spread = squares[k] / n - mean * mean
    printf "%.7g %.3g ", mean, sqrt((spread > 0 ? spread : 0) / (n - 1))
  }
  print ""
}
