#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# SPC/E and TIP4P/2005 water at 298 K and 1 atm with steps of 1 to 5 fs: density, potential energy, compressibility and the temperatures
# of translation and rotation, with error bars, by rigid/npt/small/rgs and by what LAMMPS has.
#
#   run_water_pressure.sh [OUTPUT_FOLDER]            default: ./water_pressure_output
#
# LMP: the LAMMPS to use, and LOAD: a command with which it loads the plugin (default: lmp_rgs, which needs none).
# TIME: length of each run in ps (default: 200).  WARM: ps before the first sample (default: 5).  MOLECULES: 64 or 512 (default).
# MODELS, METHODS, STEPS: lists of what is run; default: "spce tip4p", "langevin csvr theirs shake" and "1 2 4 5"; the method "strong" is
# langevin with a Tdamp of 50 fs instead of 500.
# All of it takes days of processor time.  Runs that ended are not repeated, and a table of what there is is printed in the end.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-water_pressure_output}
time=${TIME:-200}
warm=${WARM:-5}
whole TIME "$time" 1 picoseconds
whole WARM "$warm" 0 picoseconds
case ${MOLECULES:-512} in
  64) repeats=1 ;;
  512) repeats=2 ;;
  *) die "MOLECULES is '$MOLECULES'; it must be 64 or 512" ;;
esac
begin "$out"

one() {  # model, method, step
  name=$1.$2.$3
  [ ! -e "$name.done" ] || return 0
  once "$1.data" "${MOLECULES:-512} molecules of $1" in.water -var model "$1" -var state "$1.data" -var repeats $repeats -var warm 1000
  say "$1, $2, steps of $3 fs: $time ps"
  steps=$(awk -v t="$time" -v h="$3" 'BEGIN { printf "%d\n", 1000 * t / h }')
  method=$2 tdamp=500.0
  [ "$2" != strong ] || method=langevin tdamp=50.0
  lammps in.water -var model "$1" -var method $method -var tdamp $tdamp -var dt "$3" -var state "$1.data" -var name "$name" -var steps "$steps" \
    -var warm "$(awk -v t="$warm" -v h="$3" 'BEGIN { printf "%d\n", 1000 * t / h }')" \
    -var every "$(awk -v h="$3" 'BEGIN { printf "%d\n", 20 / h }')" -var seed "$(awk -v h="$3" 'BEGIN { printf "%d\n", 1000 * h + 11 }')" \
    -log "$name.log" || { say "failed: $(grep -m 1 ERROR "$name.log")"; return 0; }
  : >"$name.done"
}
for model in ${MODELS:-spce tip4p}; do
  for dt in ${STEPS:-1 2 4 5}; do
    for method in ${METHODS:-langevin csvr theirs shake}; do one "$model" "$method" "$dt"; done
  done
done
for samples in *.samples; do
  [ ! -s "$samples" ] || awk -v name="${samples%.samples}" -v molecules="${MOLECULES:-512}" -f "$here/water_pressure.awk" "$samples"
done | awk 'BEGIN { printf "%-7s %-9s %4s %6s  %-15s %-15s %-12s %-12s %-12s\n", "model", "method", "fs", "ps", "density/(g/cm3)", "energy/(kJ/mol)",
    "1e-6/bar", "T_trans/K", "T_rot/K" } { print }' | tee table
