#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Which step, and which scheme, for rigid water with pppm?  64 SPC/E molecules by what LAMMPS has (rigid/nve/small, shake, ilves) and by
# rigid/small/rgs: the error of the energy at constant energy, and the errors of temperatures and of the potential energy at 298 K, with
# the force evaluations that each takes.  Prints two tables and draws which_step.svg.
#
#   run_which_step.sh [OUTPUT_FOLDER]            default: ./which_step_output
#
# LMP: the LAMMPS to use, 4Jul2026 or later for `ilves` (default: lmp_rgs for 4Jul2026, which is built where it is not there), and LOAD: a
# command with which it loads the plugin (lmp_rgs needs none).
# ENERGY_PS: length of the runs at constant energy (default: 2), EVERY: fs between two of their samples (default: 12), ACCURACY: of pppm in
# them (default: 1e-6); each accuracy wants an OUTPUT_FOLDER of its own.
# RUNS: how many runs of PS picoseconds (default: 30), with seeds of their own, at constant temperature (default: 4).
# ENERGY, SAMPLING: lists of METHOD:STEP to run; steps are whole fs that divide 12.
# Half an hour of processor time.  Runs that ended are not repeated, so that a larger RUNS goes on.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-which_step_output}
energy_ps=${ENERGY_PS:-2}
ps=${PS:-30}
whole ENERGY_PS "$energy_ps" 1 picoseconds
whole PS "$ps" 10 "picoseconds, for blocks of 5"
whole RUNS "${RUNS:-4}" 0 runs
whole EVERY "${EVERY:-12}" 1 femtoseconds
begin "$out" 4Jul2026
once water.data "64 molecules" in.water

one() {  # name, method, step, picoseconds before the first sample, picoseconds
  [ ! -e "$1.done" ] || return 0
  say "$2, steps of $3 fs: $5 ps"
  fixes=rgs scheme=$2 style=rgs accuracy=1e-5 every=12
  case $1 in energy.*) accuracy=${ACCURACY:-1e-6} every=${EVERY:-12} ;; esac
  case $2 in
    *nve|*nvt) fixes=$2 style=verlet ;;
    bath_*) fixes=bath scheme=${2#bath_} ;;
  esac
  [ "$scheme" != strang ] || style=verlet
  lammps in.water -var fixes $fixes -var scheme "$scheme" -var runstyle $style -var dt "$3" -var name "$1" -var accuracy $accuracy \
    -var seed "$(echo "$1" | cksum | awk '{ print 1 + $1 % 1000000 }')" \
    -var warm $(($4 * 1000 / $3)) -var steps $(($5 * 1000 / $3)) -var every $((every / $3)) -log "$1.log" ||
    { say "failed: $(grep -m 1 ERROR "$1.log")"; return 0; }
  : >"$1.done"
}
for what in ${ENERGY:-nve:1 nve:2 nve:3 nve:4 nve:6 shake_nve:1 shake_nve:2 shake_nve:3 shake_nve:4 shake_nve:6 \
  ilves_nve:1 ilves_nve:2 ilves_nve:3 ilves_nve:4 ilves_nve:6 strang:1 strang:2 strang:3 strang:4 strang:6 \
  nystrom4:2 nystrom4:3 nystrom4:4 nystrom4:6 srkn6b:3 srkn6b:4 srkn6b:6 \
  takahashi_imada4:2 takahashi_imada4:3 takahashi_imada4:4 takahashi_imada4:6 rowlands4:2 rowlands4:3 rowlands4:4 rowlands4:6 \
  pmlf6:3 pmlf6:4 pmlf6:6}; do
  one "energy.${what%:*}.${what#*:}" "${what%:*}" "${what#*:}" 0 "$energy_ps"
done
run=1
while [ $run -le "${RUNS:-4}" ]; do
  for what in ${SAMPLING:-bath_strang:6 nvt:6 shake_nvt:6 bath_strang:4 nvt:4 shake_nvt:4 bath_strang:2 nvt:2 shake_nvt:2 \
    ilves_nvt:4 bath_nystrom4:6 bath_strang:1}; do
    one "sampling.${what%:*}.${what#*:}.$run" "${what%:*}" "${what#*:}" 3 "$ps"
  done
  run=$((run + 1))
done

# rows KIND: of its table
rows() { for f in "$1".*.samples; do [ ! -s "$f" ] || echo "$f"; done | sort -V | xargs -r awk -v kind="$1" -f "$here/which_step.awk"; }
rows energy >energy
rows sampling >sampling
{
  echo "At constant energy: rms of the total energy (J/mol a molecule, and in per cent of the rms of the potential energy), what it gains"
  printf '%-24s %4s %8s %9s %7s %9s %9s\n' method fs calls/fs J/mol +- '%' gained
  cat energy
  echo
  echo "At 298 K: potential energy (kJ/mol a molecule), T_rot - T_trans at the ends of steps and in the middle, and both temperatures in the middle (K)"
  printf '%-24s %4s %8s %6s %9s %6s %7s %5s %7s %5s %7s %5s %7s %5s %6s\n' method fs calls/fs ps U +- ends +- middle +- T_trans +- T_rot +- 'tau/ps'
  cat sampling
} | tee table
[ -s energy ] && [ -s sampling ] || exit 0
draw which_step
echo
echo "the same as a picture: $(pwd)/which_step.svg"
