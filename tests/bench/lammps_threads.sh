#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# What threads gain: wall-clock time in the Modify section of LAMMPS' table of timings, on one rank with 1, 2 and 4 threads, and as many
# more as there are processors.
#
#   lammps_threads.sh [RELEASE]                default 4Jul2026; 29Sep2021 through its launcher
#
# Runs take turns, and the shortest is told, with the longest: the machine should have nothing else to do.  Nothing passes or fails.
#
# RIGIDSTEP_BENCH_RUNS: runs of each (default 5).  RIGIDSTEP_BENCH_STEPS: steps a run (default 200).
# RIGIDSTEP_BENCH_EDGE: molecules along an edge of the box (default 32, which makes 32768).
# RIGIDSTEP_BENCH_THREADS: numbers of threads, in place of those above.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
adapter=$(cd "$here/../../plugin-lammps" && pwd)
. "$adapter/tools/lib.sh"
release=${1:-4Jul2026}
runs=${RIGIDSTEP_BENCH_RUNS:-5}
steps=${RIGIDSTEP_BENCH_STEPS:-200}
edge=${RIGIDSTEP_BENCH_EDGE:-32}
processors=$(env -u OMP_NUM_THREADS nproc)
numbers="1 2 4"
[ "$processors" -le 4 ] || numbers="$numbers $processors"
numbers=${RIGIDSTEP_BENCH_THREADS:-$numbers}
for number in "$runs" "$steps" "$edge" $numbers; do
  case $number in ''|*[!0-9]*|0*) die "'$number' is not a number of runs, steps, molecules or threads; allowed are 1 and more" ;; esac
done

folder=$("$adapter/tools/build_plugin.sh" "$release")
lmp=$folder/lmp_rgs
[ "$release" = 29Sep2021 ] || lmp=$("$adapter/tools/build_lammps.sh" "$release")/lmp
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

styles=("rigid/small/rgs molecule" "rigid/rgs molecule" "rigid/small/rgs molecule langevin 298 298 100 4711" "rigid/nvt/small/rgs molecule temp 298 298 500")
echo "LAMMPS $release, $((edge * edge * edge)) molecules, $processors processors: Modify by the wall, ns a molecule a step: shortest (longest) of $runs runs of $steps steps"
for style in "${styles[@]}"; do
  for ((run = 1; run <= runs; run++)); do
    for n in $numbers; do
      OMP_NUM_THREADS=$n TMPDIR=$work "$lmp" -in "$here/in.threads" -log none -var here "$here" -var edge "$edge" -var steps "$steps" -var fix "$style" \
        -var load "plugin load $folder/rigidstepplugin.so" >run.out 2>&1 </dev/null || die "$style: $(grep -m 1 ERROR run.out)"
      awk -F '|' -v n="$n" -v all="$((steps * edge * edge * edge))" '/^Modify/ { t = $3 } END { print n, t / all * 1e9 }' run.out
    done
  done | awk -v style="$style" '
    !($1 in low) { order[++all] = $1; low[$1] = high[$1] = $2 }
    { if ($2 < low[$1]) low[$1] = $2; if ($2 > high[$1]) high[$1] = $2 }
    END { printf "%-62s", style
      for (k = 1; k <= all; k++) printf "  %s: %.1f (%.1f)", order[k], low[order[k]], high[order[k]]
      for (k = 2; k <= all; k++) printf "  %s%.2f", k == 2 ? "gain " : "", low[order[1]] / low[order[k]]
      print "" }'
done
