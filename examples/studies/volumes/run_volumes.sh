#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The volume of 64 repelling trimers at constant pressure in LAMMPS, by its own rigid/npt/small and by rigid/npt/small/rgs, for several
# relaxation times of the box and time steps, against Monte Carlo: mean 303.77(4) and variance 113.3(3), or
# 303.40(4) and 112.9(3) where the total momentum is zero (csvr, and LAMMPS' own); the covariance of pressure and volume is -1.
# Prints a table and draws it.  Answers 1 if a variance of ours differs by more than 4 error bars.
#
#   run_volumes.sh [OUTPUT_FOLDER]            default: ./volumes_output
#
# LMP: as for run_water_box.sh.  TIME: length of each run in units of time (default: 4000, some hours of processor time in all).
# FIXES, PDAMPS, STEPS: lists of what is run; default: "theirs csvr langevin", "0.5 1 2 4 8", "0.002 0.004 0.01".
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../water_box/runs.sh"
out=${1:-volumes_output}
time=${TIME:-4000}
case $time in ''|*[!0-9]*) die "TIME is '$time'; it must be a whole number, 10 or more" ;; esac
[ "$time" -ge 10 ] || die "TIME is $time; it must be 10 or more"
begin "$out"
[ -s trimers.data ] || lammps -in "$here/in.trimers" -var here "$here" -log start.log || die "no start: see $(pwd)/start.log"

one() {  # fix, Pdamp, time step
  case $1 in
    theirs) fix="rigid/npt/small molecule temp 1 1 1 iso 1 1 $2" ;;
    *) fix="rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 $2 bath $1" ;;
  esac
  name=$1-$2-$3
  [ ! -s "$name.done" ] || return 0
  say "$1, Pdamp $2, time step $3"
  lammps -in "$here/in.trimers" -var here "$here" -var start no -var name "$name" -var fix "$fix" -var dt "$3" \
    -var steps "$(awk -v t="$time" -v h="$3" 'BEGIN { printf "%d\n", t / h }')" -log "$name.log" ||
    { say "failed: $(grep -m 1 ERROR "$name.log")"; return 1; }
  echo "$time" >"$name.done"
}
rm -f runs
for pdamp in ${PDAMPS:-0.5 1 2 4 8}; do
  for dt in ${STEPS:-0.002 0.004 0.01}; do
    for fix in ${FIXES:-theirs csvr langevin}; do echo "$fix $pdamp $dt" >>runs; done
  done
done
two_at_a_time runs

echo "fix        Pdamp   step    mean V         var V          cov(P,V)" >table
awk -f "$here/volumes.awk" ./*.volumes | sort -k1,1 -k2,2n -k3,3n >>table
cat table
status=0
awk 'NR > 1 && $1 != "theirs" { want = $1 == "langevin" ? 113.3 : 112.9; d = ($6 - want) / $7; if (d > 4 || d < -4) { print "variance of " $1 " at Pdamp " $2 ", step " $3 ": " d " error bars off"; bad = 1 } } END { exit bad }' table || status=1
gnuplot "$here/volumes.gp"
echo
echo "the same as a picture: $(pwd)/volumes.svg"
exit $status
