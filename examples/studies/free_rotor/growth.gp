# SPDX-License-Identifier: BSD-3-Clause
#
# growth.gp - error of the energy over the steps, h |w| = 0.1.
set terminal pngcairo size 1000,700 font "DejaVu Sans,13"
set output "growth.png"
set title "Relative error of the energy of 16 free bodies, h |w| = 0.1"
set logscale xy
set format x "10^{%L}"
set format y "10^{%L}"
set xlabel "steps"
set ylabel "root mean square"
set grid
set key left top
plot "growth.txt" u 1:2 w lp pt 7 ps 0.6 lw 2 lc rgb "#1f4e9c" title "exact", \
     "" u 1:4 w lp pt 5 ps 0.6 lw 2 lc rgb "#c0392b" title "dmv10", \
     2e-17*sqrt(x) w l dt 2 lc rgb "#555555" title "random walk, steps^{1/2}", \
     2e-18*x w l dt 3 lc rgb "#555555" title "drift, steps"
