# SPDX-License-Identifier: BSD-3-Clause
#
# The picture of the project's README: the racket with few steps.  front.svg beside this file is a copy of what
# gallery.sh draws with it.
picture = 'front.svg'
high = 300
load style
set xrange [0:120]
set yrange [-1.15:1.15]
set ytics 0.5
set key above horizontal samplen 1.6 width -3 maxrows 1
set xlabel 'time'
set ylabel 'spin, middle axis'
plot 'racket.csv' skip 1 every 4 using 1:3 with lines lc rgb '#c3c9d0' lw 6 title 'exact, step 0.05', \
     'racket_exact.csv' skip 1 using 1:3 with points pt 7 ps 0.35 lc rgb dark title 'exact, step 0.5', \
     'racket_dmv2.csv' skip 1 using 1:3 with lines lw 1.5 lc rgb gold title 'dmv2 (RATTLE)', \
     'racket_richardson.csv' skip 1 using 1:3 with lines lw 1.5 lc rgb green title 'richardson (fix rigid)'
