#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Does econserve drift?  64 SPC/E molecules with pppm at 298 K and 1 atm, by steps of 2 fs: its drift with the baths and the piston of
# rigid/npt/small/rgs, and with rigid/npt/small.
#
#   run_drift.sh [OUTPUT_FOLDER]            default: ./water_drift_output
#
# LMP: the LAMMPS to use, and LOAD: a command with which it loads the plugin (default: lmp_rgs, which needs none).
# TIME: length of each run in ps (default: 1000, about ten minutes of processor time a run).
# METHODS: list of what is run (default: "csvr langevin nph nve theirs").  Runs that ended are not repeated.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-water_drift_output}
time=${TIME:-1000}
whole TIME "$time" 1 picoseconds
begin "$out"

once drift.data "64 molecules" in.drift
for method in ${METHODS:-csvr langevin nph nve theirs}; do
  bath="temp 298.0 298.0 500.0" piston="iso 1.0 1.0 500.0"
  case $method in
    csvr) fix="rigid/npt/small/rgs molecule $bath $piston" ;;
    langevin) fix="rigid/npt/small/rgs molecule $bath $piston bath langevin" ;;
    nph) fix="rigid/nph/small/rgs molecule $piston" ;;
    nve) fix="rigid/small/rgs molecule" ;;
    theirs) fix="rigid/npt/small molecule $bath $piston" ;;
    *) die "METHODS has '$method'; known are csvr, langevin, nph, nve, theirs" ;;
  esac
  [ ! -e "$method.$time.done" ] || continue
  say "$method: $time ps"
  lammps in.drift -var name "$method.$time" -var fix "$fix" -var steps $((time * 500)) -log "$method.log" ||
    { say "failed: $(grep -m 1 ERROR "$method.log")"; continue; }
  : >"$method.$time.done"
done

echo "econserve of 64 molecules, kcal/mol: its drift, and the standard error from the changes in 20 parts of the run"
for method in csvr langevin nph nve theirs; do
  [ ! -e "$method.$time.done" ] || awk -v name=$method '
    !/^#/ { t[++n] = $1 * 2e-6; e[n] = $2; u += $3; uu += $3 * $3 }
    END {
      parts = 20
      size = int((n - 1) / parts)
      for (k = 0; k < parts; k++) {
        change = e[1 + (k + 1) * size] - e[1 + k * size]
        sum += change
        squares += change * change
      }
      ns = t[1 + parts * size] - t[1]
      printf "%-9s %6.0f ps  drift %8.3f +- %.3f a ns   (the potential energy fluctuates by %.1f)\n", name, 1000 * ns, sum / ns,
        sqrt((squares - sum * sum / parts) * parts / (parts - 1)) / ns, sqrt(uu / n - (u / n) ^ 2)
    }' "$method.$time.samples"
done | tee table
