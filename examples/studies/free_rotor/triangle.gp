# SPDX-License-Identifier: BSD-3-Clause
#
# triangle.gp - Figure 5 of Celledoni and Zanna: mean log10 of the error of one step over all shapes.
set terminal pngcairo size 1500,1000 font "DejaVu Sans,13"
set output "triangle.png"
set multiplot layout 2,2 title "One free step, h = 1, |m| = 1, I_3 = 1: mean log_{10} of the error, 20 states a shape" font ",16"
set xrange [0:1]; set yrange [0.5:1]
set xlabel "I_1 / I_3"; set ylabel "I_2 / I_3"
set palette defined (0 "#440154", 1 "#3b528b", 2 "#21918c", 3 "#5ec962", 4 "#fde725")
set cbrange [-16.2:-14.2]
set cbtics format "%.1f"
set datafile commentschars "\""
set style fill solid noborder
unset key
set tics out nomirror
do for [k=0:3] {
  if (k == 3) { set cbrange [-16.2:-6] }
  set title system(sprintf("grep '\"' triangle.txt | tr -d '\"' | sed -n %dp", k + 1))
  stats "triangle.txt" index k using 1 nooutput
  n = sqrt(2 * STATS_records) # cells along x; half as many along y
  plot "triangle.txt" index k using 1:($3 < 0 ? $2 : NaN):(0.5 / n):(0.5 / n):3 with boxxyerror lc palette z
}
unset multiplot
