# SPDX-License-Identifier: BSD-3-Clause
#
# langevin.gp - temperatures of translation and rotation, and potential energy, against the step.
set terminal pngcairo size 1500,600 font "DejaVu Sans,13"
set output "temperatures.png"
set multiplot layout 1,2 title "216 SPC/E molecules, langevin 300 K" font ",16"
set grid
set xrange [0:7.5]
set xlabel "step, fs"
set ylabel "temperature, K"
set key left top
set datafile missing "nan"
of(name) = "< awk '$1 == \"".name."\"' results"
plot 300 with lines lc rgb "#555555" notitle, \
     of("strang") using ($2-0.10):5:6 with yerrorbars pt 7 lc rgb "#1f4e9c" title "strang, rotation", \
     of("strang") using ($2-0.06):3:4 with yerrorbars pt 6 lc rgb "#1f4e9c" title "strang, translation", \
     of("strang_dkd") using ($2-0.02):5:6 with yerrorbars pt 5 lc rgb "#1e8449" title "strang\\_dkd, rotation", \
     of("strang_dkd") using ($2+0.02):3:4 with yerrorbars pt 4 lc rgb "#1e8449" title "strang\\_dkd, translation", \
     of("nystrom4") using ($2+0.06):5:6 with yerrorbars pt 9 lc rgb "#c0392b" title "nystrom4, rotation", \
     of("nystrom4") using ($2+0.10):3:4 with yerrorbars pt 8 lc rgb "#c0392b" title "nystrom4, translation", \
     of("strang") using ($2-0.14):9:10 with yerrorbars pt 2 lc rgb "#e08e0b" title "strang, rotation refined (for constant energy)"
set ylabel "potential energy, kcal/mol a molecule"
plot of("strang") using 2:($11/216):($12/216) with yerrorlines pt 7 lc rgb "#1f4e9c" title "strang", \
     of("strang_dkd") using 2:($11/216):($12/216) with yerrorlines pt 5 lc rgb "#1e8449" title "strang\\_dkd, at the step's end", \
     of("nystrom4") using 2:($11/216):($12/216) with yerrorlines pt 9 lc rgb "#c0392b" title "nystrom4"
unset multiplot
