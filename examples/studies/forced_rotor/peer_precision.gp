# SPDX-License-Identifier: BSD-3-Clause
#
# peer_precision.gp - error against cost with codes for granular matter and with the library: by
# evaluations, by time of a body alone, and by time of one of many.
#
#   gnuplot -e 'picture="FILE"' peer_precision.gp      reads peers_top.txt and peers_contact.txt
set terminal pngcairo size 1800,1150 font "DejaVu Sans,13"
set output picture
set multiplot layout 2,3 title "Codes for granular matter beside the library" font ",17"
set logscale xy
set format x "10^{%L}"
set format y "10^{%L}"
set grid
set yrange [1e-8:1]
set ylabel "error of the state"
set linetype 1 lc rgb "#c0392b" lw 2 pt 7 ps 0.8
set linetype 2 lc rgb "#d68910" lw 1.5 pt 5 ps 0.8
set linetype 3 lc rgb "#7f5539" lw 1.5 pt 4 ps 0.8
set linetype 4 lc rgb "#8e44ad" lw 1.5 pt 11 ps 0.9
set linetype 5 lc rgb "#17a2b8" lw 1.5 pt 9 ps 0.9
set linetype 6 lc rgb "#000000" lw 2.5 pt 6 ps 0.8
set linetype 7 lc rgb "#1f4e9c" lw 2.5 pt 13 ps 1
titles = "'heavy top' 'a body that bounces on a floor'"
files = "peers_top.txt peers_contact.txt"
costs = "'evaluations a unit of time' 'ns a unit of time, one body' 'ns a unit of time, one of 32 bodies'"
do for [row=1:2] {
  file = word(files, row)
  # There is room for the names below the curves of the second row.
  if (row == 1) { unset key } else { set key left bottom Left reverse samplen 2 font ",12" noenhanced }
  do for [cost=1:3] {
    stats file using cost:4 nooutput
    set title word(titles, row)
    set xlabel word(costs, cost)
    plot for [i=0:STATS_blocks-1] file index i using cost:4 with linespoints lt i+1 title columnheader(1)
  }
}
unset multiplot
