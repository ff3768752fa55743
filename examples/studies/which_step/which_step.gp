# SPDX-License-Identifier: GPL-2.0-only
#
# which_step.gp - the tables `energy` and `sampling` as a picture: errors against force evaluations per femtosecond.
picture = 'which_step.svg'
wide = 1000
high = 640
load style
set datafile separator whitespace
of(table, method) = sprintf("< awk '$1 == \"%s\"' %s | sort -k3,3g", method, table)
violet = '#7b4ea3'; teal = '#1a9aa8'; pink = '#cf6aa5'
set multiplot
set xlabel 'force evaluations per fs'

set origin 0, 0
set size 0.5, 1
set lmargin 9
set logscale xy
set xrange [0.15:5]
set yrange [0.007:15]
set xtics ('1/6' 1.0/6, '1/4' 0.25, '1/3' 1.0/3, '1/2' 0.5, '1' 1, '2' 2)
set ytics ('0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10)
# (keys below the plots: no point is covered)
set key below left Left reverse vertical maxrows 5 samplen 1.2 spacing 1.05 width -6
set title "constant energy: rms of the total energy,\n% of the fluctuation of the potential energy"
plot of('energy', 'nve') using 3:6 with points pt 6 ps 1.0 lc rgb red title 'rigid/nve/small of LAMMPS', \
  of('energy', 'shake_nve') using 3:6 with points pt 4 ps 0.9 lc rgb gold title 'shake, nve', \
  of('energy', 'ilves_nve') using 3:6 with points pt 8 ps 1.0 lc rgb grey title 'ilves, nve', \
  of('energy', 'strang') using 3:6 with linespoints pt 7 ps 0.4 lc rgb blue title 'strang', \
  of('energy', 'nystrom4') using 3:6 with linespoints pt 5 ps 0.6 lc rgb green title 'nystrom4', \
  of('energy', 'srkn6b') using 3:6 with linespoints pt 9 ps 0.6 lc rgb dark title 'srkn6b', \
  of('energy', 'takahashi_imada4') using 3:6 with linespoints pt 11 ps 0.7 lc rgb violet title 'takahashi\_imada4', \
  of('energy', 'rowlands4') using 3:6 with linespoints pt 13 ps 0.7 lc rgb teal title 'rowlands4', \
  of('energy', 'pmlf6') using 3:6 with linespoints pt 15 ps 0.7 lc rgb pink title 'pmlf6'

unset logscale y
set xrange [0.15:1.15]
set ytics autofreq
set key below left Left reverse vertical maxrows 3 samplen 1.2 spacing 1.05 width -7
# (all short steps of ours together; errors of rows are those of their lengths)
short(what) = real(system("awk '$1 == \"bath_strang\" && $2 <= 2 { t += $4; u += $4 * $5; e += ($4 * $6) ^ 2 } END { print t ? " . what . " : 0 }' sampling"))
reference = short('u / t')
spread = short('sqrt(e) / t')
set origin 0.5, 0.44
set size 0.5, 0.56
set yrange [-45:20]
unset xlabel
set title '298 K: T_{rot} - T_{trans}, K'
ends(method) = of('sampling', method)
plot 0 with lines lw 1 lc rgb dark notitle, \
  ends('nvt') using ($3*0.97):7:8 with yerrorbars pt 6 ps 0.9 lc rgb red title 'rigid/nvt/small', \
  ends('shake_nvt') using 3:7:8 with yerrorbars pt 4 ps 0.9 lc rgb gold title 'shake, nvt', \
  ends('ilves_nvt') using ($3*1.03):7:8 with yerrorbars pt 8 ps 0.9 lc rgb grey title 'ilves, nvt', \
  ends('bath_strang') using ($3*1.06):7:8 with yerrorbars pt 10 ps 0.9 lc rgb blue title 'langevin, strang: ends', \
  ends('bath_strang') using ($3*1.06):9:10 with yerrorbars pt 7 ps 0.7 lc rgb blue title 'the same: middle', \
  ends('bath_nystrom4') using ($3*1.00):9:10 with yerrorbars pt 5 ps 0.7 lc rgb green title 'langevin, nystrom4'
set origin 0.5, 0
set size 0.5, 0.44
set xlabel 'force evaluations per fs'
set yrange [-0.6:1.6]
set title sprintf('298 K: potential energy less %.2f(%.0f), kJ/mol a molecule', reference, 100*spread)
plot 0 with lines lw 1 lc rgb dark notitle, \
  ends('nvt') using ($3*0.97):($5-reference):6 with yerrorbars pt 6 ps 0.9 lc rgb red notitle, \
  ends('shake_nvt') using 3:($5-reference):6 with yerrorbars pt 4 ps 0.9 lc rgb gold notitle, \
  ends('ilves_nvt') using ($3*1.03):($5-reference):6 with yerrorbars pt 8 ps 0.9 lc rgb grey notitle, \
  ends('bath_strang') using ($3*1.06):($5-reference):6 with yerrorbars pt 7 ps 0.7 lc rgb blue notitle, \
  ends('bath_nystrom4') using ($3*1.00):($5-reference):6 with yerrorbars pt 5 ps 0.7 lc rgb green notitle
unset multiplot
