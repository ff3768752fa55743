# SPDX-License-Identifier: GPL-2.0-only
#
# which_step.awk - rows of the tables of run_which_step.sh from files of samples, whose names are KIND.METHOD.STEP[.RUN].samples with
# the log of each beside it.  Runs that differ in RUN are taken together.  `kind` says which rows:
#
#   energy    method, step, evaluations per fs; rms of the total energy about its mean and its standard error from quarters of the run,
#             J/mol a molecule; the rms in per cent of that of the potential energy, which is the mean of all runs; the difference of the
#             means of the last and of the first quarter, J/mol a molecule
#   sampling  method, step, evaluations per fs; time in ps; potential energy, kJ/mol a molecule; T_rot - T_trans at the ends of steps and
#             in the middle (the same where there is none), T_trans and T_rot in the middle; each with its standard error from blocks
#             of 5 ps; the time over which the potential energy is correlated, in ps (the integral of its autocorrelation).  Blocks of one
#             row are few: the spread of the potential energy from block to block, which no method changes much, is that of all rows

function finish_file() {
  if (FILE == "" || !rows) return
  plain = FILE
  sub(/.*\//, "", plain)
  split(plain, w, ".")
  key = w[2] " " w[3]
  if (!(key in seen)) { seen[key] = 1; order[++keys] = key; each[key] = evaluations(FILE) / w[3] }
  if (kind == "energy") energy_file()
  else sampling_file()
}
# (two runs without output differ by ten steps)
function evaluations(file,   log_file, line, words, found, n) {
  log_file = file
  sub(/samples$/, "log", log_file)
  while ((getline line <log_file) > 0)
    if (line ~ /^run_style rgs: [0-9]+ force evaluations/) { split(line, words, " "); found[++n] = words[3] }
  close(log_file)
  return n < 2 ? 1 : (found[n] - found[n - 1]) / 10
}
function rms(column, from, to,   i, s, q) {
  for (i = from; i <= to; i++) { s += X[i, column] - X[1, column]; q += (X[i, column] - X[1, column]) ^ 2 }
  n = to - from + 1
  return sqrt(q / n - (s / n) ^ 2) * 4184 / molecules
}
function energy_file(   k, part, s, q) {
  value[key] = rms(3, 1, rows)
  for (k = 0; k < 4; k++) {
    part = rms(3, int(k * rows / 4) + 1, int((k + 1) * rows / 4))
    s += part / 4; q += part * part / 4
  }
  error[key] = sqrt((q > s * s ? q - s * s : 0) / 3)
  potential += rms(2, 1, rows); runs++
  for (k = 1; k <= int(rows / 4); k++) gained[key] += (X[rows + 1 - k, 3] - X[k, 3]) * 4184 / molecules / int(rows / 4)
}
function sampling_file(   size, b, i, k, sum, blocks_here) {
  size = int(5000 / 12 + 0.5) # of 12 fs each
  blocks_here = int(rows / size)
  for (b = 0; b < blocks_here; b++) {
    for (k = 1; k <= 6; k++) sum[k] = 0
    for (i = b * size + 1; i <= (b + 1) * size; i++) {
      sum[1] += 4.184 * X[i, 2] / molecules / size
      sum[2] += (X[i, 5] - X[i, 4]) / size
      sum[3] += (X[i, 7] - X[i, 6]) / size
      sum[4] += X[i, 6] / size
      sum[5] += X[i, 7] / size
      all[key, 1] += 4.184 * X[i, 2] / molecules
      all[key, 2] += (4.184 * X[i, 2] / molecules) ^ 2
      all[key, 0]++
    }
    count[key]++
    for (k = 1; k <= 5; k++) { mean[key, k] += sum[k]; square[key, k] += sum[k] ^ 2 }
  }
}
BEGIN { molecules = 64 }
FNR == 1 { finish_file(); FILE = FILENAME; rows = 0 }
/^[0-9]/ && !/nan/ { rows++; for (k = 2; k <= 7; k++) X[rows, k] = $k }
END {
  finish_file()
  for (r = 1; r <= keys; r++) {
    key = order[r]
    if (count[key]) within += square[key, 1] - mean[key, 1] ^ 2 / count[key]
    if (count[key]) free += count[key] - 1
  }
  for (r = 1; r <= keys; r++) {
    key = order[r]
    split(key, w, " ")
    printf "%-24s %4s %8.3f", w[1], w[2], each[key]
    if (kind == "energy") { printf " %9.3f %7.3f %9.3f %9.3f\n", value[key], error[key], 100 * value[key] * runs / potential, gained[key]; continue }
    printf " %6.0f", 5 * count[key]
    for (k = 1; k <= 5; k++) {
      m = mean[key, k] / count[key]
      e = count[key] > 1 ? sqrt((square[key, k] / count[key] - m * m) / (count[key] - 1)) : 0
      if (k == 1 && free) e = sqrt(within / free / count[key])
      printf k == 1 ? " %9.3f %6.3f" : " %7.1f %5.1f", m, e
      if (k == 1) of_u = e
    }
    variance = all[key, 2] / all[key, 0] - (all[key, 1] / all[key, 0]) ^ 2
    printf " %6.1f\n", of_u ^ 2 * 5 * count[key] / variance / 2
  }
}
