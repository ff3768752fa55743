# SPDX-License-Identifier: BSD-3-Clause
#
# descent.gp - 64 waters from a random start: largest force and energy against evaluations.
set terminal pngcairo size 1200,500 font "DejaVu Sans,12"
set output "descent.png"
file = "descent.txt"
set style line 1 lc rgb "#c0392b" lw 2
set style line 2 lc rgb "#1f4e9c" lw 2
set grid lc rgb "#e5e7e9"
set logscale xy
set format y "10^{%L}"
set xlabel "evaluations of forces"
set multiplot layout 1,2 title "64 SPC/E waters from a random start" font ",15"
set title "largest force, kcal/mol/Å"
plot file index 0 u 1:3 w l ls 1 title "fire", file index 1 u 1:3 w l ls 2 title "steepest descent"
unset logscale y
set format y "%g"
set yrange [-50:-20]
set title "energy a molecule, kJ/mol"
plot file index 0 u 1:2 w l ls 1 title "fire", file index 1 u 1:2 w l ls 2 title "steepest descent"
unset multiplot
