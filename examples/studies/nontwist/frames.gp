# SPDX-License-Identifier: BSD-3-Clause
#
# frames.gp - one body, free and bound not to twist: where d3 points, and what stays.
set terminal pngcairo size 1500,800 font "DejaVu Sans,12"
set output "frames.png"
file = "frames.txt"
set style line 1 lc rgb "#c0392b" lw 2
set style line 2 lc rgb "#1f4e9c" lw 2
set style line 3 lc rgb "#1e8449" lw 2
set style line 4 lc rgb "#888888" lw 1.2

set multiplot title "A body with J = 2, 3, 1.4 and W(0) = (0.7, -0.4, 0), no torque: free, and bound by w·d3 = 0" font ",15"

# ---- the sphere ----------------------------------------------------------------------------------
set origin 0,0.02
set size 0.5,0.92
unset border
unset tics
set view equal xyz
set view 66,118,1.5
set parametric
set urange [0:2*pi]; set vrange [-pi/2:pi/2]
set isosamples 37,19
set xrange [-1:1]; set yrange [-1:1]; set zrange [-1:1]
set key at screen 0.30,0.10 horizontal center
set title "where d3 points, t < 40"
R = 0.985
set hidden3d front offset 0
splot R*cos(u)*cos(v), R*sin(u)*cos(v), R*sin(v) w l lc rgb "#d5d8dc" lw 0.5 notitle, \
      file index 0 every ::0::400 u 2:3:4 w l ls 2 lw 1.3 title "free", \
      file index 1 every ::0::400 u 2:3:4 w l ls 1 lw 3 title "bound: a great circle"
unset parametric
unset hidden3d

# ---- over time -----------------------------------------------------------------------------------
set border
set tics
set key default
set key outside right center samplen 1.5 width 1
set xrange [0:60]
set autoscale y
set grid lc rgb "#e5e7e9"
set lmargin 9
set rmargin 18
set bmargin 2
set tmargin 2
set size 0.5,0.3
set origin 0.49,0.64
set title "material momenta: constant if bound"
plot file index 1 u 1:5 w l ls 1 title "Π1 bound", "" index 1 u 1:6 w l ls 3 title "Π2 bound", \
     "" index 0 u 1:5 w l ls 1 dt 2 lw 1.3 title "Π1 free", "" index 0 u 1:6 w l ls 3 dt 2 lw 1.3 title "Π2 free"
set origin 0.49,0.34
set title "momentum in space: constant if free"
plot file index 0 u 1:7 w l ls 1 title "π_x free", "" index 0 u 1:8 w l ls 3 title "π_y free", \
     "" index 0 u 1:9 w l ls 2 title "π_z free", \
     "" index 1 u 1:7 w l ls 1 dt 2 lw 1.3 title "π_x bound", "" index 1 u 1:8 w l ls 3 dt 2 lw 1.3 title "π_y bound", \
     "" index 1 u 1:9 w l ls 2 dt 2 lw 1.3 title "π_z bound"
set origin 0.49,0.0
set size 0.5,0.34
set bmargin 3.2
set key outside right center samplen 0.5
set title "what should stay is off by, relative, t < 400"
set xlabel "t"
set logscale y
set format y "10^{%L}"
set xrange [0:400]
set yrange [1e-17:1e-13]
shown(x) = x < 2e-17 ? 2e-17 : x
plot file index 1 u 1:(shown($11)) w p pt 7 ps 0.4 lc rgb "#c0392b" title "K bound", \
     "" index 1 u 1:(shown($12)) w p pt 7 ps 0.4 lc rgb "#1e8449" title "Π1, Π2 bound", \
     "" index 0 u 1:(shown($11)) w p pt 7 ps 0.4 lc rgb "#1f4e9c" title "K free", \
     "" index 0 u 1:(shown($13)) w p pt 7 ps 0.4 lc rgb "#888888" title "π free (0)"
unset multiplot
