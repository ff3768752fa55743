# SPDX-License-Identifier: GPL-2.0-only
#
# volumes.gp - variance of the volume against the relaxation time of the box, of `table`.  Points of one Pdamp are set apart.
picture = 'volumes.svg'
high = 360
load style
set datafile separator whitespace
set key above horizontal samplen 1.6 width -2 maxrows 2
set logscale xy
set xrange [0.4:10]
set yrange [80:1000]
set xtics (0.5, 1, 2, 4, 8)
set ytics (100, 200, 400, 800)
set xlabel 'Pdamp, units lj (steps 0.002, 0.004, 0.01 from left to right)'
set ylabel 'variance of the volume of 64 trimers, units lj'
of(fix) = sprintf("< awk '$1 == \"%s\"' table", fix)
apart(step, by) = by * (step < 0.003 ? 0.97 : step < 0.007 ? 1 : 1.03)
plot of('theirs') using ($2 * apart($3, 0.9)):6:7 with yerrorbars pt 7 ps 0.8 lc rgb red title 'rigid/npt/small of LAMMPS', \
  of('csvr') using ($2 * apart($3, 1)):6:7 with yerrorbars pt 5 ps 0.7 lc rgb blue title 'rigid/npt/small/rgs, csvr', \
  of('langevin') using ($2 * apart($3, 1.11)):6:7 with yerrorbars pt 9 ps 0.8 lc rgb green title 'rigid/npt/small/rgs, langevin', \
  113.1 with lines lw 1.5 lc rgb dark title 'Monte Carlo'
