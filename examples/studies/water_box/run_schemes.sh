#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What accuracy costs in a box of water: the energy's error against the time step and against force
# evaluations, for what LAMMPS has and for schemes of order 2, 4 and 6, each with at most the same
# number of evaluations.  Prints the table, then how many evaluations each method needs for an error,
# and draws both.  Four minutes of processor time.
#
#   run_schemes.sh [OUTPUT_FOLDER]            default: ./water_schemes_output
#
# LMP: as for run_water_box.sh.  PS: length of each run in ps (default: 0.5).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-water_schemes_output}
ps=${PS:-0.5}
awk -v ps="$ps" 'BEGIN { exit !(ps + 0 >= 0.2 && ps + 0 <= 1000) }' || die "PS is '$ps'; it must be from 0.2 to 1000"

# Name in the table: fix or scheme, and its force evaluations a step; a gradient counts as one.
methods="rigid/small:1 rigid/nve/small:1 shake:1 strang:1 nystrom4:3 srkn6b:6 srkn11b:11"
forces="125 250 500 1000 2000 4000 8000"    # a ps; with one a step these are steps of 8 to 0.125 fs
longest=15                                  # step, in fs

begin "$out"
once water.data "216 SPC/E molecules for 10 ps" in.water -var steps 0
awk -f "$here/add_bonds.awk" water.data >bonded.data

# Scatter about the mean of a column, over the number of samples there must be
rms() { awk -v column="$3" -v least="$2" '!/^#/ { n++; e[n] = $column; m += $column }
  END { if (n < least) { print "-"; exit } m /= n; for (i in e) v += (e[i] - m) ^ 2; r = sqrt(v / n); print (r < 1e3 ? r : "-") }' "$1.energy"; }

run() {  # method, step, number of steps
  name=$(echo "$1" | tr / -).$2
  rm -f "$name.energy"
  case $1 in
    rigid/*) set -- "$@" -var fixstyle "$1" ;;
    shake)   set -- "$@" -var fixstyle shake -var state bonded.data ;;
    *)       set -- "$@" -var runstyle rgs -var scheme "$1" ;;
  esac
  dt=$2 steps=$3
  shift 3
  # too large a step ends in an error, and the table tells
  lammps in.water -var name "$name" -var dt "$dt" -var every 1 -var steps "$steps" -log "$name.log" "$@" || :
  grep -q '^Total wall time' "$name.log" || grep -q ERROR "$name.log" || { echo "  $name failed; see $(pwd)/$name.log" >&2; return 1; }
  rms "$name" "$steps" 2 >"$name.rms"
}

for m in $methods; do
  for f in $forces; do
    awk -v m="${m%:*}" -v n="${m#*:}" -v f=$f -v ps="$ps" -v longest=$longest \
      'BEGIN { dt = sprintf("%.4g", 1000 * n / f); if (dt + 0 <= longest) print m, f, dt, int(1000 * ps / dt) }'
  done
done >runs

one() {  # method, forces a ps, step, number of steps
  say "$1, steps of $3 fs"
  run "$1" "$3" "$4"
}
two_at_a_time runs
while read -r method f dt n; do echo "$method $f $dt $(cat "$(echo "$method" | tr / -).$dt.rms")"; done <runs >results

# What the error is measured by: the potential energy's fluctuation, which is the kinetic one's where
# their sum is kept.
first=$(awk '$1 == "strang" { dt = $3 } END { print dt }' results)
scatter=$(rms "strang.$first" 1000 3 | awk '{ print $1 * (6 * 216 - 3) / 2 * 0.0019872067 }')

status=0
awk -v methods="$methods" -v forces="$forces" -v scatter="$scatter" -v ps="$ps" -f "$here/accuracy.awk" results >table || status=1
cat table
gnuplot <<GNUPLOT
set terminal pngcairo size 1300,560
set output 'schemes.png'
set multiplot layout 1,2 title '216 SPC/E molecules: rms error of the energy over the fluctuation of the potential energy'
set logscale xy
set format y '10^{%L}'
set key bottom right
names = "$(for m in $methods; do printf '%s ' "${m%:*}"; done)"
of(name) = "< awk '\$1 == \"" . name . "\" && \$4 != \"-\"' results"
set xlabel 'time step / fs'
plot for [name in names] of(name) using 3:(\$4 / $scatter) with linespoints title name noenhanced
set xlabel 'force evaluations a ps'
set key bottom left
plot for [name in names] of(name) using 2:(\$4 / $scatter) with linespoints title name noenhanced
unset multiplot
GNUPLOT
echo
echo "the same as a picture: $(pwd)/schemes.png"
exit $status
