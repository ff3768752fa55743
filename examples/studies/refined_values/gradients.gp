# SPDX-License-Identifier: BSD-3-Clause
#
# gradients.gp - nystrom4 with the exact gradient and with gradients by displacement.
set terminal pngcairo size 1800,650 font "DejaVu Sans,13"
set output "gradients.png"
set multiplot layout 1,3 title "nystrom4: the exact gradient of the force, and gradients by displacement" font ",16"
set grid
set style line 1 lc rgb "#c0392b" lw 2 pt 7 ps 1.2
set style line 2 lc rgb "#222222" lw 2 pt 5 ps 1.2
set style line 3 lc rgb "#e08e0b" lw 2 pt 9 ps 1.4
set style line 4 lc rgb "#1f4e9c" lw 2 pt 11 ps 1.4
set logscale xy
set xrange [0.4:5]; set yrange [1e-9:100]
set format y "10^{%L}"
set title "two waters, error after 100 fs"
set xtics (0.5, 1, 2, 4)
set xlabel "step, fs"; unset ylabel
set key left top
plot "orders.txt" index 0 u 1:2 w lp ls 1 title "strang", \
     "" index 0 u 1:3 w lp ls 2 title "exact gradient", \
     "" index 0 u 1:4 w lp ls 3 title "displaced, s = 1", \
     "" index 0 u 1:5 w lp ls 4 title "displaced, s = 1/16", \
     5e-7*x**4 w l dt 2 lc rgb "#555555" title "h^4"
unset logscale
set format y "%g"
unset key
set xrange [0:1]; set yrange [*:*]
set xtics auto
set title "bound pair, step 4 fs: E - E(0), means of 50 ps"
set xlabel "time, ns"; set ylabel "1e-3 kJ/mol"
plot "records.txt" index 0 u ($1/1e6):($3*1e3) w lp ls 2 title "exact gradient", \
     "" index 0 u ($1/1e6):($4*1e3) w lp ls 3 title "displaced, s = 1", \
     "" index 0 u ($1/1e6):($5*1e3) w lp ls 4 title "displaced, s = 1/16"
set xrange [0:1e5]
set xtics ("0" 0, "5 10^4" 5e4, "10^5" 1e5)
set title "heavy top, step 1/4: E - E(0), means of 5000"
set xlabel "time"; set ylabel "1e-5"
plot "records.txt" index 1 u 1:($3*1e5) w lp ls 2 title "exact gradient", \
     "" index 1 u 1:($4*1e5) w lp ls 3 title "displaced, s = 1", \
     "" index 1 u 1:($5*1e5) w lp ls 4 title "displaced, s = 1/16"
unset multiplot
