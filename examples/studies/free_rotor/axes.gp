# SPDX-License-Identifier: BSD-3-Clause
#
# axes.gp - Figure 1 of G. Vilmart, Rigid body dynamics: the book, and where its axes point.
set terminal pngcairo size 1500,750 font "DejaVu Sans,13"
set output "axes.png"
set multiplot layout 1,2 title "Free rotation of a book by dmv10: h = 0.01, 0 <= t <= 40" font ",16"
set style line 1 lc rgb "#c0392b" lw 2
set style line 2 lc rgb "#1e8449" lw 2
set style line 3 lc rgb "#1f4e9c" lw 2
unset border
unset tics
unset colorbox
set view equal xyz
set view 65,115,1.5

# Edges from the second moments of mass, d = (0.6255, 0.3745, 0.0015): a uniform block's are
# proportional to their square roots.
a = 0.62; b = 0.48; c = 0.035
set title "I = 0.376, 0.627, 1.0"
set xrange [-1:1]; set yrange [-1:1]; set zrange [-1:1]
set arrow 1 from a,0,0 to 1.05,0,0 ls 1 lw 4 front
set arrow 2 from 0,b,0 to 0,0.95,0 ls 2 lw 4 front
set arrow 3 from 0,0,c to 0,0,0.75 ls 3 lw 4 front
set label 1 "axis 1" at 1.15,0,0 tc ls 1 front
set label 2 "axis 2" at 0,1.02,0 tc ls 2 front
set label 3 "axis 3" at 0,0,0.85 tc ls 3 front
set object 1 polygon from a,-b,-c to a,b,-c to a,b,c to a,-b,c to a,-b,-c fs solid 1 border lc rgb "#555555" fc rgb "#e8d9b5"
set object 2 polygon from -a,b,-c to a,b,-c to a,b,c to -a,b,c to -a,b,-c fs solid 1 border lc rgb "#555555" fc rgb "#d9c597"
set object 3 polygon from -a,-b,c to a,-b,c to a,b,c to -a,b,c to -a,-b,c fs solid 1 border lc rgb "#555555" fc rgb "#8c4a3c"
splot NaN notitle
unset object
unset arrow
unset label

set title "its principal axes in space: the columns of Q"
set parametric
set urange [0:2*pi]; set vrange [-pi/2:pi/2]
set isosamples 37,19
set key at screen 0.98,0.92
set hidden3d front offset 0
R = 0.985
splot R*cos(u)*cos(v), R*sin(u)*cos(v), R*sin(v) w l lc rgb "#d5d8dc" lw 0.5 notitle, \
      "axes.txt" u 2:3:4 w l ls 1 title "axis 1", \
      "" u 5:6:7 w l ls 2 title "axis 2", \
      "" u 8:9:10 w l ls 3 title "axis 3"
unset multiplot
