# SPDX-License-Identifier: BSD-3-Clause
picture = 'heavy_top.svg'
wide = 900; high = 430
load style
set multiplot layout 1, 2
set size ratio -1
set xrange [-1.05:1.05]; set yrange [-1.05:1.05]
set xlabel 'axis of the top, from above'
unset key
set object 1 circle at 0, 0 size 1 fc rgb '#f6f8fa' fs solid border lc rgb '#c3c9d0' behind
plot 'heavy_top.csv' skip 1 using 2:3 with lines lc rgb blue lw 1.4
unset object 1
set size noratio
set xrange [0:*]; set yrange [1e-17:1e1]
set logscale y; set format y '10^{%L}'
set xlabel 'time'; set ylabel 'relative error of the energy'
set key top right
first(f) = real(system("sed -n 2p " . f . " | cut -d , -f 5"))
files = 'heavy_top_strang.csv heavy_top_blanes_moan4.csv heavy_top.csv'
names = 'strang blanes\_moan4 srkn11b'
plot for [i = 1:3] word(files, i) skip 1 using 1:(abs($5 / first(word(files, i)) - 1) + 1e-17) with lines \
  lc rgb (i == 1 ? gold : i == 2 ? green : blue) title word(names, i)
unset multiplot
