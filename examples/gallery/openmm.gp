# SPDX-License-Identifier: BSD-3-Clause
#
# openmm.csv: integrator, fs of time for each evaluation of forces, deviation of the energy in kJ/mol a molecule.
picture = 'openmm.svg'
load style
set logscale xy
set format y '10^{%L}'
set xtics (0.25, 0.5, 1, 2)
set xlabel 'time for each evaluation of forces / fs'
set ylabel 'deviation of the energy of a molecule / (kJ/mol)'
set xrange [0.22:2.3]
set key bottom right
rows(integrator) = sprintf("< awk -F , '$1 == \"%s\"' openmm.csv", integrator)
plot rows("VerletIntegrator") using 2:3 with points pt 4 ps 1.6 lw 2 lc rgb red title "VerletIntegrator with SETTLE", \
     rows("strang") using 2:3 with linespoints pt 7 ps 0.8 lw 2 lc rgb blue title "strang", \
     rows("srkn6b") using 2:3 with linespoints pt 7 ps 0.8 lw 2 lc rgb gold title "srkn6b", \
     rows("blanes_moan4") using 2:3 with linespoints pt 7 ps 0.8 lw 2 lc rgb green title "blanes\\_moan4"
