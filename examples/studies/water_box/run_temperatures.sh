#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What the fix says of energy and temperature in LAMMPS, plain and refined, against the time step: 216
# SPC/E waters, scheme strang, constant energy.  Prints two tables and draws both.  Answers 1 if refined
# temperatures differ by more than 4 error bars, if plain ones do not at 4 and 5 fs, or if the refined
# energy's error does not fall with the fourth power of the step.
#
#   run_temperatures.sh [OUTPUT_FOLDER]       default: ./water_temperatures_output
#
# LMP: as for run_water_box.sh.  STEPS: length of each of the five long runs (default: 100000, all in all
# 40 minutes of processor time).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-water_temperatures_output}
steps=${STEPS:-100000}
whole STEPS "$steps" 1000 steps

begin "$out"
once water.data "216 SPC/E molecules for 10 ps" in.water -var steps 0

# Energies of every step of short runs; temperatures in 55 blocks of long ones, looked at every 4 fs or so.
# The first five are left out: there the memory of the thermostat fades.
energies() {
  say "energies, steps of $1 fs"
  lammps in.water -var name "short.$1" -log "short.$1.log" -var dt "$1" -var steps "$(awk -v dt="$1" 'BEGIN { print int(1000 / dt) }')" \
    -var before "fix e all ave/time 1 1 1 f_move[9] f_move[11] format ' %.12g' file energies.$1"
}
temperatures() {
  say "temperatures, $steps steps of $1 fs"
  every=$(awk -v dt="$1" 'BEGIN { n = int(4 / dt); print n < 1 ? 1 : n }')
  samples=$((steps / 55 / every))
  lammps in.water -var name "long.$1" -log "long.$1.log" -var dt "$1" -var steps $((55 * samples * every)) -var every 1000 \
    -var before "fix t all ave/time $every $samples $((samples * every)) f_move[3] f_move[4] f_move[7] f_move[8] file temperatures.$1"
}
one() {  # kind, step
  $1 "$2" || { say "$1 at $2 fs failed; see the logs in $(pwd)"; return 1; }
}
rm -f energies energies.* temperatures temperatures.*
for dt in 4 3 2 1 0.5 5; do echo "energies $dt"; done >runs
for dt in 1 2 3 4 5; do echo "temperatures $dt"; done >>runs
two_at_a_time runs

status=0
awk -f "$here/temperatures.awk" energies.0.5 energies.1 energies.2 energies.3 energies.4 energies.5 \
  temperatures.1 temperatures.2 temperatures.3 temperatures.4 temperatures.5 >table || status=1
cat table
gnuplot <<'GNUPLOT'
set terminal pngcairo size 1300,560
set output 'temperatures.png'
set multiplot layout 1,2 title '216 SPC/E molecules in LAMMPS, scheme strang, plain and refined'
set xlabel 'time step / fs'
set grid
set ylabel 'T_{rotation} - T_{translation} / K'
set xrange [0.5:5.5]
set key bottom left
plot 0 with lines lc rgb '#555555' notitle, \
  'temperatures' using ($1 - 0.04):4:5 with yerrorbars pt 7 title 'plain: f\_ID[4] - f\_ID[3]', \
  'temperatures' using ($1 + 0.04):8:9 with yerrorbars pt 5 title 'refined: f\_ID[8] - f\_ID[7]'
set ylabel 'rms of the total energy / (kcal/mol)'
set logscale xy
set xrange [0.4:6]
set format y '10^{%L}'
set key top left
plot 'energies' using 1:2 with linespoints pt 7 title 'plain: f\_ID[9]', \
  'energies' using 1:3 with linespoints pt 5 title 'refined: f\_ID[11]'
unset multiplot
GNUPLOT
echo
echo "the same as a picture: $(pwd)/temperatures.png"
exit $status
