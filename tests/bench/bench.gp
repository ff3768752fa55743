# SPDX-License-Identifier: BSD-3-Clause
#
# bench.png of bench.csv: CPU time of a turn over its angle, 4096 bodies a call; the library's rotors
# with the baseline's kernels on the left, and with the best of this processor on the right.
set terminal pngcairo size 1400,620 font "sans,11"
set output "bench.png"
set datafile separator ","
set datafile missing "NaN"
set logscale xy
set grid
set key outside right top
set xlabel "h |w|"
set ylabel "CPU ns of a body and turn"
set xrange [0.007:70]
set yrange [3:20000]
best = system("cut -d, -f2 bench.csv | grep -E '^(scalar|avx2|avx512)$' | sort -u | grep -c . | awk '{print $1 == 3 ? \"avx512\" : $1 == 2 ? \"avx2\" : \"scalar\"}'")
rotors = "exact jacobi dmv2 dmv6 dmv10 midpoint symrot threerot nosquish"
peers = system("cut -d, -f1 bench.csv | grep -E '^(gsl|boost|toms903|hairer_dmv6|hairer_dmv10|openmm)$' | uniq | tr '\\n' ' '")
row(name, mode) = sprintf("< grep '^%s,%s,[^,]*,4096,' bench.csv", name, mode)
set multiplot layout 1,2
set title "baseline kernels"
plot for [i=1:words(rotors)] row(word(rotors, i), "scalar") using 3:5 with linespoints lt i lw (i==1 ? 3 : 1) title word(rotors, i), \
     for [i=1:words(peers)] row(word(peers, i), "scalar") using 3:5 with linespoints dt 2 lt words(rotors)+i title word(peers, i)
set title best . " kernels"
plot for [i=1:words(rotors)] row(word(rotors, i), best) using 3:5 with linespoints lt i lw (i==1 ? 3 : 1) title word(rotors, i)
unset multiplot
