# SPDX-License-Identifier: BSD-3-Clause
#
# engines.csv: model, engine, method, step, error of the energy, of the momentum, of the attitude, ns a
# step.  Processor time for the brick's 30 s against the angle it is off.
picture = 'engines.svg'
load style
set logscale xy
set format xy '10^{%L}'
set xlabel 'processor time for 30 s of motion / ms'
set ylabel 'attitude off after 30 s / rad'
set xrange [0.03:3000]; set yrange [1e-13:1e2]
set key bottom right
rows(engine, part) = sprintf("< awk -F , '$1 == \"brick\" && $2 == \"%s\" && $7 + 0 > 0%s' OFS=, engines.csv", engine, part)
cost(h, ns) = ns * 30 / h * 1e-6
label(m, h) = sprintf("%s, %g s", m, h)
plot rows("MuJoCo", "") using (cost($4, $8)):7 with points pt 5 ps 0.9 lc rgb red title "MuJoCo's integrators", \
     rows("MuJoCo", "") using (cost($4, $8)):7:(label(strcol(3), $4)) with labels left offset 0.8, 0 font ',11' tc rgb red notitle, \
     rows("rigidstep", "") using (cost($4, $8)):7 with points pt 7 ps 1 lc rgb blue title "rigidstep's, under MuJoCo's forces", \
     rows("rigidstep", "") using (cost($4, $8)):7:(label(strcol(3), $4)) with labels left offset 0.8, 0 font ',11' noenhanced tc rgb blue notitle
