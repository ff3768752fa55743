# SPDX-License-Identifier: BSD-3-Clause
picture = 'satellite.svg'
load style
# The long axis against the vertical, which goes round with the orbit.
mu = 398600441800000.; r = 6878137.
rate = sqrt(mu / r ** 3)
orbits(t) = t * rate / (2 * pi)
tilt(t, x, y) = 180 / pi * acos(x * cos(rate * t) + y * sin(rate * t))
set xlabel 'orbits'
set ylabel 'long axis against the vertical, degrees'
set yrange [0:60]; set ytics 15
set xrange [0:6]
unset key
plot 'satellite.csv' skip 1 using (orbits($1)):(tilt($1, $9, $10)) with lines lc rgb blue lw 2
