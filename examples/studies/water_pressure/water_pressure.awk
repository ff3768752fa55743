# SPDX-License-Identifier: BSD-3-Clause
#
# water_pressure.awk - one line of the table of run_water_pressure.sh from a file of samples (step, volume, potential energy and two
# temperatures), with standard errors from 10 blocks.  The error of the compressibility comes from leaving out one block after the other.
/^#/ || /nan/ { next } # a run begins where the bath has not acted yet: its first sample has no temperatures of the middle of a step
{
  n++
  step[n] = $1
  for (k = 2; k <= 5; k++) x[n, k] = $k
}
function show(value, error) { return sprintf(error >= 1 ? "%.0f(%.0f)" : error >= 0.1 ? "%.1f(%.1f)" : error >= 0.01 ? "%.2f(%.2f)" : "%.4f(%.4f)", value, error) }
# the variance over the mean of volumes in A^3, in 1e-6/bar at 298 K
function compressibility(sum, squares, count) { return 24.306 * (squares / count - (sum / count) ^ 2) / (sum / count + x[1, 2]) }
function error(mean, squares) { return sqrt((squares > mean ^ 2 ? squares - mean ^ 2 : 0) / (blocks - 1)) }
END {
  blocks = 10
  size = int(n / blocks)
  if (size < 2) exit
  for (b = 0; b < blocks; b++) {
    for (i = b * size + 1; i <= (b + 1) * size; i++) {
      v = x[i, 2] - x[1, 2] # near zero, for the digits of its square
      sum[b] += v
      squares[b] += v * v
      part[b, 2] += molecules * 18.0154 / 0.602214076 / x[i, 2] / size
      part[b, 3] += 4.184 * x[i, 3] / molecules / size
      for (k = 4; k <= 5; k++) part[b, k] += x[i, k] / size
    }
    s += sum[b]
    q += squares[b]
    for (k = 2; k <= 5; k++) {
      m[k] += part[b, k] / blocks
      mm[k] += part[b, k] ^ 2 / blocks
    }
  }
  all = compressibility(s, q, blocks * size)
  for (b = 0; b < blocks; b++) {
    d = compressibility(s - sum[b], q - squares[b], (blocks - 1) * size) - all
    spread += d * d * (blocks - 1) / blocks
  }
  split(name, w, ".")
  dt = substr(name, length(w[1] w[2]) + 3)
  printf "%-7s %-9s %4s %6.0f  %-15s %-15s %-12s %-12s %-12s\n", w[1], w[2], dt, (step[n] - step[1]) * dt / 1000, show(m[2], error(m[2], mm[2])),
    show(m[3], error(m[3], mm[3])), show(all, sqrt(spread)), show(m[4], error(m[4], mm[4])), show(m[5], error(m[5], mm[5]))
}
