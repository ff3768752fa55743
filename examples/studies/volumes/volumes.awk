# SPDX-License-Identifier: GPL-2.0-only
#
# volumes.awk - moments of the volume in the files of run_volumes.sh, with error bars from 20 blocks: a row of each
# file, whose name is FIX-PDAMP-STEP.volumes.
function moments(from, to,   i, n, v, p, vv, pv) {
  for (i = 1; i <= rows; i++) {
    if (i > from && i <= to) continue # the block that is left out
    n++; v += V[i]; p += P[i]; vv += V[i] * V[i]; pv += P[i] * V[i]
  }
  mean = v / n; variance = vv / n - mean * mean; covariance = pv / n - mean * p / n
}
function error_of(which,   b, x, s, ss) {
  for (b = 0; b < 20; b++) { x = left[which, b]; s += x; ss += x * x }
  return sqrt(19 * (ss / 20 - (s / 20) ^ 2))
}
function finish(   b, words) {
  if (rows < 100) { print FILE ": " rows + 0 " rows only" >"/dev/stderr"; bad = 1; return }
  for (b = 0; b < 20; b++) {
    moments(int(rows * b / 20), int(rows * (b + 1) / 20))
    left["v", b] = mean; left["s", b] = variance; left["c", b] = covariance
  }
  moments(0, 0)
  sub(/.*\//, "", FILE)
  sub(/\.volumes$/, "", FILE)
  split(FILE, words, "-")
  printf "%-10s %5s %6s %9.2f %5.2f %8.1f %5.1f %8.3f %6.3f\n", words[1], words[2], words[3], mean, error_of("v"), variance, error_of("s"), covariance, error_of("c")
}
FNR == 1 { if (FILE != "") finish(); FILE = FILENAME; rows = 0 }
/^[0-9]/ { rows++; V[rows] = $2; P[rows] = $3 }
END { finish(); exit bad }
