# SPDX-License-Identifier: GPL-2.0-only
#
# volumes.gp - variance of the volume against the relaxation time of the box, of `table`.
set terminal svg size 760, 470 enhanced font 'DejaVu Sans,13' background '#ffffff'
set output 'volumes.svg'
set border 3 lc rgb '#7a8088'
set tics nomirror textcolor rgb '#3c4148'
set grid lc rgb '#e4e7eb' lt 1
set key top left textcolor rgb '#3c4148'
set title 'Volume of 64 rigid trimers at constant pressure in LAMMPS'
set logscale xy
set xrange [0.4:11]
set yrange [80:1500]
set xtics (0.5, 1, 2, 4, 8)
set ytics (100, 200, 400, 800)
set xlabel 'Pdamp'
set ylabel 'variance of the volume'
of(fix) = sprintf("< awk '$1 == \"%s\"' table", fix)
plot 113.1 with lines lw 2 lc rgb '#22262b' title 'Monte Carlo', \
  of('theirs') using ($2 * 0.95):6:7 with yerrorbars pt 7 lc rgb '#c8452f' title 'rigid/npt/small', \
  of('csvr') using 2:6:7 with yerrorbars pt 5 lc rgb '#1f6fb4' title 'rigid/npt/small/rgs, csvr', \
  of('langevin') using ($2 * 1.05):6:7 with yerrorbars pt 9 lc rgb '#2c8c57' title 'rigid/npt/small/rgs, langevin'
