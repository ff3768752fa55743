# SPDX-License-Identifier: BSD-3-Clause
picture = 'racket.svg'
high = 560
load style
set multiplot layout 2, 1
set xrange [0:120]
set yrange [-1.3:1.3]
set ylabel 'angular velocity'
set key above horizontal samplen 2 width -2
plot 'racket.csv' skip 1 using 1:3 with lines lc rgb dark lw 2 title 'about the middle axis', \
     '' skip 1 using 1:2 with lines lc rgb blue title 'about the first', \
     '' skip 1 using 1:4 with lines lc rgb red title 'about the third'
set xlabel 'time'
set ylabel 'about the middle axis'
plot 'racket.csv' skip 1 using 1:3 with lines lc rgb '#c3c9d0' lw 5 title 'above', \
     'racket_exact.csv' skip 1 using 1:3 with points pt 7 ps 0.5 lc rgb dark title 'exact, step 0.5', \
     'racket_dmv2.csv' skip 1 using 1:3 with lines lc rgb gold title 'dmv2, step 0.5', \
     'racket_richardson.csv' skip 1 using 1:3 with lines lc rgb green title 'richardson, step 0.5'
unset multiplot
