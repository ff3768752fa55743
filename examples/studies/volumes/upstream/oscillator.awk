# SPDX-License-Identifier: GPL-2.0-only
#
# A harmonic oscillator of mass 1 and frequency 1 with the chain of five thermostats that LAMMPS' rigid/npt gives its barostat, at kT = 1:
# prints the mean of its kinetic energy and of each thermostat's, times two, which should all be 1.  `damp` is the number in
# s = exp(-damp * tmp) of nhc_press_integrate().
#   awk -v damp=0.5 -f oscillator.awk
function chain(  j, k, half, s) {
  force[0] = (v * v - 1) / mass[0]
  for (j = 1; j <= 3; j++) {
    half = weight[j] * dt / 2
    rate[4] += half * force[4]
    for (k = 3; k >= 0; k--) damped(k, half)
    for (k = 1; k < 5; k++) force[k] = (mass[k - 1] * rate[k - 1] ^ 2 - 1) / mass[k]
    for (k = 0; k < 4; k++) {
      damped(k, half)
      force[k + 1] = (mass[k] * rate[k] ^ 2 - 1) / mass[k + 1]
    }
    rate[4] += half * force[4]
  }
}
# Half a step of the rate of a thermostat, which the next one damps
function damped(k, half,   s) {
  s = exp(-damp * half / 2 * rate[k + 1])
  rate[k] = rate[k] * s * s + half * force[k] * s
}
BEGIN {
  dt = 0.05; steps = 500000; x = 1
  weight[1] = weight[3] = 1 / (2 - 2 ^ (1 / 3)); weight[2] = 1 - 2 * weight[1]
  mass[0] = 9; for (k = 1; k < 5; k++) mass[k] = 1
  for (k = 1; k < 5; k++) force[k] = -1
  for (n = 0; n < steps; n++) {
    v = (v - dt / 2 * x) * exp(-dt / 2 * rate[0])
    x += dt * v
    chain()
    v = (v - dt / 2 * x) * exp(-dt / 2 * rate[0])
    kinetic += v * v; potential += x * x
    for (k = 0; k < 5; k++) of[k] += mass[k] * rate[k] ^ 2
  }
  printf "damp %g: kinetic %.3f, potential %.3f, thermostats", damp, kinetic / steps, potential / steps
  for (k = 0; k < 5; k++) printf " %.3f", of[k] / steps
  print ""
}
