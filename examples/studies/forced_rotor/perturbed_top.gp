# SPDX-License-Identifier: BSD-3-Clause
#
# perturbed_top.gp - Figure 7 of E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23: the
# angular momentum of a body under a small torque, all of it and a close-up; and the energy's error.
set terminal pngcairo size 1800,700 font "DejaVu Sans,13"
set output "perturbed_top.png"
set multiplot layout 1,3 title \
  "Celledoni and Zanna 4.3: exact/srkn14a, h = 0.5, 0 <= t <= 5e4, a dot for every step" font ",16"
set grid
unset colorbox

set title "angular momentum m in the body"
set view 120,30,1.35 # from below, where m is
set view equal xyz
set xyplane at -1
unset border
unset tics
set xrange [-1:1]; set yrange [-1:1]; set zrange [-1:1]
set arrow 1 from 0,0,0 to 1.5,0,0
set arrow 2 from 0,0,0 to 0,1.5,0
set arrow 3 from 0,0,0 to 0,0,-1.4 front
set label 1 "m_1" at 1.6,0,0
set label 2 "m_2" at 0,1.6,0
set label 3 "-m_3" at 0,0,-1.5 front
set parametric
set urange [0:2*pi]; set vrange [-pi/2:pi/2]
set isosamples 37,19
set hidden3d front offset 0
R = 0.985
splot R*cos(u)*cos(v), R*sin(u)*cos(v), R*sin(v) w l lc rgb "#d5d8dc" lw 0.5 notitle, \
      "perturbed_top.txt" u 2:3:4 w dots lc rgb "#1f4e9c" notitle
unset parametric
unset hidden3d
unset arrow
unset label
set border
set tics

# Round the start: the angle about the third axis, against what the torque does to the length.
set title "close-up"
set xlabel "angle of m about axis 3 / rad"
set ylabel "(|m| - 1) / |u_0|"
set xrange [-2.70:-2.56]; set yrange [*:*]
plot "perturbed_top.txt" u (atan2($3,$2)):((sqrt($2**2+$3**2+$4**2)-1)*1e3) w p pt 7 ps 0.25 lc rgb "#1f4e9c" notitle

set title "relative error of the energy"
set xlabel "t"; set ylabel ""
set format x "%.0e"
set xrange [0:*] noextend
set xtics 2e4
set format y "%.1e"
plot "perturbed_top.txt" u 1:5 every 20 w dots lc rgb "#1f4e9c" notitle, 0 w l lc rgb "#555555" notitle
unset multiplot
