# SPDX-License-Identifier: BSD-3-Clause
#
# Energy drift of runs of in.water:  awk -f analyse.awk NAME ...
#
# Reads NAME.energy (time/ps, energy/(kcal/mol), temperature/K) and the LAMMPS logs NAME.cost1 to
# NAME.cost3.  Drift is the slope of a line through the means of 10 blocks of the run, its error what the blocks' scatter about the
# line gives for it; RMS is the energy's scatter about the line through all points.  Both are for
# each degree of freedom, in units of kT at the run's mean temperature.  The cost is the median of
# LAMMPS' section "Modify" (the fix and, a little, the writing of energies), less what the process had
# to wait.
BEGIN {
  K = 0.0019872067; molecules = 216; dof = 6 * molecules - 3; blocks = 10
  printf "%-22s %21s %10s %12s %8s\n", "", "drift +- block error", "RMS", "fix, ns per", "T mean"
  printf "%-22s %21s %10s %12s %8s\n", "fix", "kT/dof/ns", "kT/dof", "mol. x step", "K"
  for (a = 1; a < ARGC; a++) one(ARGV[a])
  exit bad
}

# slope, intercept and the slope's error, of y on x, points 1 .. n
function line(x, y, n,    i, mx, my, sxx, sxy, r, s) {
  for (i = 1; i <= n; i++) { mx += x[i] / n; my += y[i] / n }
  for (i = 1; i <= n; i++) { sxx += (x[i] - mx) ^ 2; sxy += (x[i] - mx) * (y[i] - my) }
  slope = sxy / sxx; intercept = my - slope * mx
  for (i = 1; i <= n; i++) { r = y[i] - slope * x[i] - intercept; s += r * r }
  slope_error = sqrt(s / (n - 2) / sxx); scatter = sqrt(s / n)
}

# nanoseconds a molecule and step, from the table at the end of a LAMMPS log
function cost_of(log_file,    text, f, steps, cpu, modify) {
  while ((getline text < log_file) > 0) {
    if (text ~ /^Loop time of/) { split(text, f); steps = f[9] }
    if (text ~ /% CPU use/) cpu = text / 100
    if (text ~ /^Modify/) { split(text, f, "|"); modify = f[3] }
  }
  close(log_file)
  return steps ? modify * cpu / steps / molecules * 1e9 : 0
}

function median(a, b, c) { return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b) }

function one(name,    n, b, i, len, text, f, x, y, bx, by, T, unit, drift, error, cost) {
  while ((getline text < (name ".energy")) > 0)
    if (text !~ /^#/ && split(text, f) == 3) { n++; x[n] = f[1] / 1000; y[n] = f[2]; T += f[3] }
  if (n < 10 * blocks) { print name ": " n + 0 " energies are too few" > "/dev/stderr"; bad = 1; return }
  T /= n; unit = K * T * dof
  len = int(n / blocks)
  for (b = 1; b <= blocks; b++)
    for (i = (b - 1) * len + 1; i <= b * len; i++) { bx[b] += x[i] / len; by[b] += y[i] / len }
  line(bx, by, blocks); drift = slope / unit; error = slope_error / unit
  line(x, y, n)
  cost = median(cost_of(name ".cost1"), cost_of(name ".cost2"), cost_of(name ".cost3"))
  printf "%-22s %10.5f +- %7.5f %10.2e %12.0f %8.1f\n", name, drift, error, scatter / unit, cost, T
  # for tests
  if (machine) printf "%s %.9g %.9g %.9g %.9g\n", name, drift, error, scatter / unit, cost > machine
}
