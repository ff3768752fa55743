# SPDX-License-Identifier: BSD-3-Clause
picture = 'polhodes.svg'
wide = 620; high = 620
load style
# Seen from a point in front of all three axes; what lies behind the sphere is pale.
a = 34 * pi / 180; e = 22 * pi / 180
right(x, y) = -sin(a) * x + cos(a) * y
up(x, y, z) = -sin(e) * (cos(a) * x + sin(a) * y) + cos(e) * z
near(x, y, z) = cos(e) * (cos(a) * x + sin(a) * y) + sin(e) * z
unset border; unset tics; unset grid; unset key
set size ratio -1
set xrange [-1.3:1.3]; set yrange [-1.15:1.3]
set margins 0, 0, 0, 0
set object 1 circle at 0, 0 size 1 fc rgb '#f6f8fa' fs solid border lc rgb '#c3c9d0'
set for [i = 1:3] arrow i from 0, 0 to 1.15 * (i == 1 ? right(1, 0) : i == 2 ? right(0, 1) : 0), \
  1.15 * (i == 1 ? up(1, 0, 0) : i == 2 ? up(0, 1, 0) : up(0, 0, 1)) lc rgb grey lw 1
set label 1 "axis 1: least inertia" at 1.2 * right(1, 0), 1.2 * up(1, 0, 0) - 0.05 center tc rgb blue
set label 2 "axis 2" at 1.2 * right(0, 1) + 0.03, 1.2 * up(0, 1, 0) left tc rgb dark
set label 3 "axis 3: greatest inertia" at 0, 1.2 * up(0, 0, 1) + 0.06 center tc rgb red
colour(i) = i <= 10 ? blue : i <= 18 ? red : dark
pale(i) = i <= 10 ? '#c9dcec' : i <= 18 ? '#efd0ca' : '#c9ccd0'
x(i) = column(3 * i - 1); y(i) = column(3 * i); z(i) = column(3 * i + 1)
seen(i, front) = (near(x(i), y(i), z(i)) > 0) == front
plot for [i = 1:22] 'polhodes.csv' skip 1 using (seen(i, 0) ? right(x(i), y(i)) : NaN):(up(x(i), y(i), z(i))) with lines lc rgb pale(i) lw 1, \
     for [i = 1:22] 'polhodes.csv' skip 1 using (seen(i, 1) ? right(x(i), y(i)) : NaN):(up(x(i), y(i), z(i))) with lines lc rgb colour(i) lw (i > 18 ? 2.4 : 1.6)
