#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The volume of 64 repelling trimers at constant pressure in LAMMPS, by its own rigid/npt/small and by rigid/npt/small/rgs, for several
# relaxation times of the box and time steps, against Monte Carlo: mean 303.77(4) and variance 113.3(3), or
# 303.40(4) and 112.9(3) where the total momentum is zero (csvr, nhc, and LAMMPS' own); the covariance of pressure and volume is -1.
# Prints a table and draws it.  Exit status 1 if a number of ours differs by more than 4 error bars.
#
#   run_volumes.sh [OUTPUT_FOLDER]            default: ./volumes_output
#
# LMP: as for run_water_box.sh.  TIME: length of the runs with the largest time step, 0.01, in units of time (default: 2000, 15 minutes
# of processor time in all); the others have as many steps.  JOBS: how many runs at a time, 1 or 2 (default).
# FIXES, PDAMPS, STEPS: lists of what is run; default: "theirs csvr langevin", "0.5 1 2 4 8", "0.002 0.004 0.01".  Runs that the folder
# holds already with the same length are kept.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-volumes_output}
time=${TIME:-2000}
whole TIME "$time" 10 "units of time"
begin "$out"
once trimers.data "64 trimers" in.trimers

one() {  # fix, Pdamp, time step
  case $1 in
    theirs) fix="rigid/npt/small molecule temp 1 1 1 iso 1 1 $2" ;;
    # each run has noise of its own: with the same noise of the piston their volumes would be off together
    *) fix="rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 $2 bath $1 seed $(echo "$@" | cksum | awk '{ print 1 + $1 % 1000000 }')" ;;
  esac
  name=$1-$2-$3
  [ "$(cat "$name.done" 2>/dev/null)" != "$time" ] || return 0
  say "$1, Pdamp $2, time step $3"
  lammps in.trimers -var start no -var name "$name" -var fix "$fix" -var dt "$3" \
    -var steps $((time * 100)) -log "$name.log" ||
    { say "failed: $(grep -m 1 ERROR "$name.log")"; return 1; }
  echo "$time" >"$name.done"
}
rm -f runs
for pdamp in ${PDAMPS:-0.5 1 2 4 8}; do
  for dt in ${STEPS:-0.002 0.004 0.01}; do
    for fix in ${FIXES:-theirs csvr langevin}; do echo "$fix $pdamp $dt" >>runs; done
  done
done
if [ "${JOBS:-2}" = 1 ]; then each_line <runs || die "a run failed"; else two_at_a_time runs; fi

echo "fix        Pdamp   step    mean V         var V          cov(P,V)     correlated" >table
awk -f "$here/volumes.awk" ./*.volumes | sort -k1,1 -k2,2n -k3,3n >>table
cat table
status=0
awk '
  # (the error of a variance is proportional to it: a run that found too small a variance found too small an error)
  function compare(what, value, error, want,   d) {
    if (what != "mean") error *= want / value
    d = (value - want) / error
    if (d < 0) d = -d
    if (d > most) most = d
    if (d > 3) beyond++
    n++
    if (d > 4) { print what " of " $1 " at Pdamp " $2 ", step " $3 ": " d " error bars off"; bad = 1 }
  }
  NR > 1 && $1 != "theirs" {
    still = $1 != "langevin"
    compare("mean", $4, $5, still ? 303.40 : 303.77)
    compare("variance", $6, $7, still ? 112.9 : 113.3)
    compare("covariance", $8, $9, -1)
  }
  END { if (n) printf "ours: %d numbers, largest deviation %.1f error bars, %d beyond 3\n", n, most, beyond; exit bad }' table || status=1
draw volumes
echo
echo "the same as a picture: $(pwd)/volumes.svg"
exit $status
