# SPDX-License-Identifier: BSD-3-Clause
#
# positions.gp - positions.txt of positions.sh: errors of langevin against the time step.
set terminal pngcairo size 1500,600 font "DejaVu Sans,13"
set output "positions.png"
set multiplot layout 1,2 title "langevin on bodies held by springs of frequency w" font ",16"
set grid
set xlabel "w h"
set key left top
set xrange [0:2]

set title "spread of positions, k<x^2>/kT"
set logscale y
set yrange [0.8:20]
plot "positions.txt" u 1:4:5 w yerrorbars pt 7 lc rgb "#c0392b" t "at the ends of the step", \
  1/(1 - x*x/4) lc rgb "#e6b0aa" t "1/(1 - (wh)^2/4)", \
  "" u 1:2:3 w yerrorbars pt 7 lc rgb "#1f618d" t "in the middle", 1 lc rgb "#a9cce3" t "exact"

set title "in the middle, enlarged: bars are one sigma"
unset logscale y
set yrange [0.98:1.02]
plot "positions.txt" u ($1 - 0.01):2:3 w yerrorbars pt 7 lc rgb "#1f618d" t "k<x^2>/kT", \
  "" u 1:7:8 w yerrorbars pt 5 lc rgb "#117a65" t "free rotors: 2K_r/(3kT)", \
  "" u ($1 + 0.01):9:10 w yerrorbars pt 9 lc rgb "#b7950b" t "free rotors: 3<Q_{33}^2>", 1 lc rgb "#888888" t "exact"
