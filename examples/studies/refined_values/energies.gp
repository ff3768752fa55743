# SPDX-License-Identifier: BSD-3-Clause
#
# energies.gp - fluctuation of three energies over the step, and the energies themselves.
set terminal pngcairo size 1500,650 font "DejaVu Sans,13"
set output "energies.png"
set multiplot layout 1,2 title "27 rigid SPC/E waters, strang with exact: energies with refined = 1, shadow = 1" font ",16"
set grid
set logscale xy
set xrange [0.4:6.5]; set yrange [1e-8:20]
set xtics (0.5, 1, 2, 3, 4, 5)
set format y "10^{%L}"
set xlabel "step, fs"; set ylabel "rms within 4 ps, kJ/mol"
set key right bottom
a = system("awk '$1 == 1 { print $2 }' energies.txt") + 0
b = system("awk '$1 == 1 { print $3 }' energies.txt") + 0
c = system("awk '$1 == 1 { print $4 }' energies.txt") + 0
plot "energies.txt" u 1:2 w p pt 7 ps 1.3 lc rgb "#c0392b" title "total\\_energy", \
     "" u 1:3 w p pt 5 ps 1.3 lc rgb "#1f4e9c" title "refined\\_energy", \
     "" u 1:4 w p pt 9 ps 1.5 lc rgb "#1e8449" title "shadow\\_energy", \
     a*x**2 w l dt 2 lc rgb "#c0392b" title "h^2", \
     b*x**4 w l dt 2 lc rgb "#1f4e9c" title "h^4", \
     (x < 3 ? c*x**8 : NaN) w l dt 2 lc rgb "#1e8449" title "h^8"
unset logscale
set xtics auto
set format y "%g"
set xrange [0:1]; set yrange [-3:3]
set key right top
set xlabel "time, ps"; set ylabel "E less its mean, kJ/mol, step 4 fs"
plot "energy_record.txt" u ($1/1000):2 w l lw 1.5 lc rgb "#c0392b" title "total\\_energy", \
     "" u ($1/1000):3 w l lw 2 lc rgb "#1f4e9c" title "refined\\_energy", \
     "" u ($1/1000):4 w l lw 1.5 lc rgb "#1e8449" title "shadow\\_energy"
unset multiplot
