# SPDX-License-Identifier: BSD-3-Clause
#
# work_precision.gp - error against cost of every scheme, a panel a family, strang in each.
#
#   gnuplot -e 'problem="water"; what="TITLE"; cost=2; error=5; xname="X"; yname="Y"; picture="FILE"'
#
# problem is the prefix of work_precision's files; cost and error are columns in them.
set terminal pngcairo size 1800,1400 font "DejaVu Sans,13"
set output picture
set multiplot layout 2,2 title what font ",17"
set logscale xy
set datafile missing "-"
set format x "10^{%L}"
set format y "10^{%L}"
set grid
set key left bottom Left reverse samplen 2 font ",12" noenhanced
set xlabel xname
set ylabel yname
set linetype 1 lc rgb "#000000" lw 3 pt 7 ps 0.6
set linetype 2 lc rgb "#c0392b" lw 1.5 pt 5 ps 0.9
set linetype 3 lc rgb "#1f4e9c" lw 1.5 pt 7 ps 0.9
set linetype 4 lc rgb "#1e8449" lw 1.5 pt 9 ps 1
set linetype 5 lc rgb "#8e44ad" lw 1.5 pt 11 ps 1
set linetype 6 lc rgb "#d68910" lw 1.5 pt 13 ps 1.1
set linetype 7 lc rgb "#17a2b8" lw 1.5 pt 4 ps 0.9
set linetype 8 lc rgb "#7f5539" lw 1.5 pt 6 ps 0.9
set linetype 9 lc rgb "#e377c2" lw 1.5 pt 8 ps 1
set linetype 10 lc rgb "#6b8e23" lw 1.5 pt 10 ps 1
set linetype 11 lc rgb "#708090" lw 1.5 pt 12 ps 1.1
set linetype 12 lc rgb "#ff6347" lw 1.5 pt 2 ps 0.9
set linetype 13 lc rgb "#4b0082" lw 1.5 pt 3 ps 0.9
set linetype cycle 13

# The same axes in every panel, so that they can be compared.
families = "composed splitting gradient displaced"
titles = "'compositions of Strang steps' 'splittings, Nyström' 'force gradients' 'force gradients from displaced points'"
left = 1e300; right = 0; low = 1e300
do for [family in families] {
  stats sprintf("%s_%s.txt", problem, family) u cost:error nooutput
  left = left < STATS_min_x ? left : STATS_min_x
  right = right > STATS_max_x ? right : STATS_max_x
  low = low < STATS_min_y ? low : STATS_min_y
}
set xrange [left/1.3:right*1.3]
set yrange [low/2:1]
do for [panel=1:4] {
  file = sprintf("%s_%s.txt", problem, word(families, panel))
  stats file u cost:error nooutput
  set title word(titles, panel)
  plot for [i=0:STATS_blocks-1] file index i u cost:error w lp lt i+1 title columnheader(1)
}
unset multiplot
