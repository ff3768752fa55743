# SPDX-License-Identifier: BSD-3-Clause
#
# temperatures.gp - rotation less translation over the step, and each principal axis.
set terminal pngcairo size 1500,650 font "DejaVu Sans,13"
set output "temperatures.png"
set multiplot layout 1,2 title "Temperatures of 27 rigid SPC/E waters at constant energy: mean and standard error of 50 blocks" font ",16"
set grid
set xrange [0.5:5.5]
set xtics 1
set xlabel "step, fs"; set ylabel "T_{rotation} - T_{translation}, K"
set key left bottom
data = "<awk '$1 == \"strang\"' temperatures.txt"
f(x) = a*x**2
g(x) = b*x**2
a = -0.5; b = 0.2
set fit quiet logfile "/dev/null"
fit f(x) data u 2:8:9 yerrors via a
fit g(x) data u 2:10:11 yerrors via b
plot 0 w l lc rgb "#555555" notitle, \
     data u ($2-0.05):8:9 w yerrorbars pt 7 ps 1.2 lw 1.5 lc rgb "#c0392b" title "plain (kt\\_rotation, kt\\_translation)", \
     f(x) w l dt 2 lc rgb "#c0392b" title sprintf("%.2f K (h/fs)^2", a), \
     data u ($2+0.05):10:11 w yerrorbars pt 9 ps 1.2 lw 1.5 lc rgb "#e08e0b" title "half step", \
     g(x) w l dt 2 lc rgb "#e08e0b" title sprintf("%.2f K (h/fs)^2", b), \
     data u 2:16:17 w yerrorbars pt 5 ps 1.2 lw 1.5 lc rgb "#1f4e9c" title "refined", \
     "<awk '$1 == \"nystrom4\"' temperatures.txt" u ($2+0.1):8:9 w yerrorbars pt 11 ps 1.2 lw 1.5 lc rgb "#1e8449" title "nystrom4, plain"
set ylabel "T_{axis} - T_{translation}, K"
e(x,y) = sqrt(x**2 + y**2)
plot 0 w l lc rgb "#555555" notitle, \
     for [k=0:2] data u ($2-0.06+0.06*k):(column(18+2*k)-$4):(e(column(19+2*k),$5)) w yerrorbars pt (4+2*k) ps 1.2 lw 1.5 lc rgb "#c0392b" title sprintf("axis %d, plain", k+1), \
     for [k=0:2] data u ($2-0.06+0.06*k):(column(24+2*k)-$12):(e(column(25+2*k),$13)) w yerrorbars pt (5+2*k) ps 1.2 lw 1.5 lc rgb "#1f4e9c" title sprintf("axis %d, refined", k+1)
unset multiplot
