# SPDX-License-Identifier: GPL-2.0-only
#
# volumes.awk - mean and variance of the volume and its covariance with the pressure, of the files of run_volumes.sh, whose
# names are FIX-PDAMP-STEP.volumes: a row of each file.  Error bars count correlations; the last column is the time over
# which the square of the volume's fluctuation is correlated.

# error_of(X): of the mean of X[1..rows], by the sum of its autocorrelations up to 6 correlation times
function error_of(x,   each, bins, b, i, k, s, mean, zero, sum, c) {
  each = int(rows / 4000) + 1 # rows that are averaged first: a sum over all pairs of rows would take long
  bins = int(rows / each)
  mean = 0
  for (b = 0; b < bins; b++) {
    s = 0
    for (i = 1; i <= each; i++) s += x[b * each + i]
    z[b] = s / each
    mean += z[b] / bins
  }
  zero = 0
  for (b = 0; b < bins; b++) { z[b] -= mean; zero += z[b] * z[b] / bins }
  sum = 0.5
  for (k = 1; k < bins / 4 && k < 6 * sum; k++) {
    c = 0
    for (b = 0; b + k < bins; b++) c += z[b] * z[b + k]
    sum += c / (bins - k) / zero
  }
  if (sum < 0.5) sum = 0.5
  correlated = sum * each # in rows
  return sqrt(2 * sum * zero / bins)
}
function finish(   i, v, p, variance, covariance, of_v, of_s, of_c, words) {
  if (rows < 100) { print FILE ": " rows + 0 " rows only" >"/dev/stderr"; bad = 1; return }
  v = p = variance = covariance = 0
  for (i = 1; i <= rows; i++) { v += V[i] / rows; p += P[i] / rows }
  for (i = 1; i <= rows; i++) {
    C[i] = (V[i] - v) * (P[i] - p); S[i] = (V[i] - v) ^ 2
    covariance += C[i] / rows; variance += S[i] / rows
  }
  sub(/.*\//, "", FILE)
  sub(/\.volumes$/, "", FILE)
  split(FILE, words, "-")
  of_v = error_of(V); of_c = error_of(C); of_s = error_of(S)
  printf "%-10s %5s %6s %9.2f %5.2f %8.1f %5.1f %8.3f %6.3f %7.1f\n", words[1], words[2], words[3], v, of_v, variance, of_s, covariance, of_c,
    correlated * 10 * words[3]
}
FNR == 1 { if (FILE != "") finish(); FILE = FILENAME; rows = 0 }
/^[0-9]/ { rows++; V[rows] = $2; P[rows] = $3 }
END { finish(); exit bad }
