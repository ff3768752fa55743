#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# What the fixes that move rigid water cost: processor time in the Modify section of LAMMPS' table of
# timings, a molecule and a step, for 512 and 4096 molecules on 1 and 2 ranks.
#
#   lammps_modify.sh [RELEASE]                 default 4Jul2026; 29Sep2021 through its launcher
#
# Runs of the styles take turns, and medians are told, with the lowest and the highest; on 2 ranks the
# mean of both over all molecules, waiting for messages included.  Nothing passes or fails: the ratios
# are printed beside what the project means to reach.
#
# At constant pressure LAMMPS books the setup of the long-range solver for each new box under Modify, in its own styles and in ours.  So
# 512 molecules are also run with forces cut off, where Modify has no such setup; 4096 always have forces cut off.
#
# RIGIDSTEP_BENCH_RUNS: runs of each (default 5).  RIGIDSTEP_BENCH_STEPS: steps a run (default 200).
# RIGIDSTEP_BENCH_STYLES: a regular expression for the names of the styles to run (default: all).
# RIGIDSTEP_BENCH_OUTPUT: folder for LAMMPS' output (default: a temporary one).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
adapter=$(cd "$here/../../plugin-lammps" && pwd)
. "$adapter/tools/lib.sh"
release=${1:-4Jul2026}
runs=${RIGIDSTEP_BENCH_RUNS:-5}
steps=${RIGIDSTEP_BENCH_STEPS:-200}
for number in "$runs" "$steps"; do
  case $number in ''|*[!0-9]*|0*) die "'$number' is not a number of runs or steps; allowed are 1 and more" ;; esac
done

# name, and the commands that move the molecules; what is not in this LAMMPS or plugin is left out
styles=(
  "rigid/nve/small|fix move all rigid/nve/small molecule"
  "rigid/nve|fix move all rigid/nve molecule"
  "shake + nve|fix hold all shake 1e-6 20 0 b 1 a 1;fix move all nve"
  "rigid/small/rgs|fix move all rigid/small/rgs molecule rotor exact scheme strang"
  "rigid/rgs|fix move all rigid/rgs molecule rotor exact scheme strang"
  "rigid/nvt/small|fix move all rigid/nvt/small molecule temp 298 298 500"
  "rigid/nvt/small/rgs|fix move all rigid/nvt/small/rgs molecule temp 298 298 500"
  "rigid/npt/small|fix move all rigid/npt/small molecule temp 298 298 500 iso 1 1 500"
  "rigid/npt/small/rgs|fix move all rigid/npt/small/rgs molecule temp 298 298 500 iso 1 1 500"
  "rigid/npt/small, cut off|fix move all rigid/npt/small molecule temp 298 298 500 iso 1 1 500"
  "rigid/npt/small/rgs, cut off|fix move all rigid/npt/small/rgs molecule temp 298 298 500 iso 1 1 500"
)
if [ -n "${RIGIDSTEP_BENCH_STYLES:-}" ]; then
  chosen=()
  for style in "${styles[@]}"; do
    if [[ ${style%%|*} =~ ^($RIGIDSTEP_BENCH_STYLES)$ ]]; then chosen+=("$style"); fi
  done
  [ ${#chosen[@]} -gt 0 ] || die "RIGIDSTEP_BENCH_STYLES is '$RIGIDSTEP_BENCH_STYLES', and no style has such a name; known: ${styles[*]%%|*}"
  styles=("${chosen[@]}")
fi
# ours, theirs, and the ratio to reach: for all sizes and ranks but where a size and ranks follow
bars=(
  "rigid/small/rgs|rigid/nve/small|0.25"
  "rigid/small/rgs|rigid/nve|0.5"
  "rigid/small/rgs|rigid/nve|0.7|512 2"
  "rigid/small/rgs|shake + nve|0.9"
  "rigid/rgs|rigid/nve|0.6"
  "rigid/rgs|rigid/small/rgs|2"
  "rigid/rgs|rigid/small/rgs|1.1|512 1"
  "rigid/rgs|rigid/small/rgs|1.1|4096 1"
  "rigid/nvt/small/rgs|rigid/nvt/small|0.25"
  "rigid/npt/small/rgs, cut off|rigid/npt/small, cut off|0.25"
  "rigid/npt/small/rgs|rigid/npt/small|1"
)

need_packages gcc libc6-dev openmpi-bin
folder=$("$adapter/tools/build_plugin.sh" "$release")
plugin=$folder/rigidstepplugin.so
lmp=$folder/lmp_rgs
[ "$release" = 29Sep2021 ] || lmp=$("$adapter/tools/build_lammps.sh" "$release")/lmp
temporary=
[ -n "${RIGIDSTEP_BENCH_OUTPUT:-}" ] || temporary=$(mktemp -d)
[ -z "$temporary" ] || trap 'rm -rf "$temporary"' EXIT
mkdir -p "${RIGIDSTEP_BENCH_OUTPUT:-$temporary}"
cd "${RIGIDSTEP_BENCH_OUTPUT:-$temporary}"
export OMP_NUM_THREADS=1
gcc -O2 -shared -fPIC -o process_clock.so "$here/process_clock.c"

# lammps NAME RANKS ARGUMENTS: LAMMPS whose clock is the processor time of each rank
lammps() {
  name=$1 ranks=$2; shift 2
  clock=(env LD_PRELOAD="$PWD/process_clock.so")
  start=()
  [ "$ranks" = 1 ] || start=(mpirun --oversubscribe --allow-run-as-root -np "$ranks")
  session=$(mktemp -d)
  TMPDIR=$session PMIX_MCA_gds=hash OMPI_MCA_mpi_yield_when_idle=1 "${start[@]}" "${clock[@]}" "$lmp" -in "$here/in.modify" -log none -var here "$here" \
    -var state water.data -var steps "$steps" "$@" >"$name.out" 2>&1 </dev/null || true
  rm -rf "$session"
}

rm -f water.data
say "512 SPC/E molecules: equilibrating 2 ps"
lammps equilibrate 1
[ -s water.data ] || die "no equilibrated box: $(grep -m 1 ERROR equilibrate.out)"

have() { awk -F '|' '/^Modify/ { t = $3 } END { if (t != "") print t + 0; else exit 1 }' "$1.out"; }
rm -f times
for molecules in 512 4096; do
  for ranks in 1 2; do
    say "$molecules molecules, $ranks rank(s): $runs runs of $steps steps with each of ${#styles[@]} styles"
    for ((run = 1; run <= runs; run++)); do
      for style in "${styles[@]}"; do
        printf '%s\n' "${style#*|}" | tr ';' '\n' >moved.in
        mesh=yes
        case ${style%%|*} in *"cut off") mesh=no ;; esac
        lammps run "$ranks" -var mesh $mesh -var copies $((molecules / 512)) -var moved "include moved.in" -var load "plugin load $plugin"
        if time=$(have run); then echo "$molecules|$ranks|${style%%|*}|$time" >>times
        elif ! grep -q 'Unrecognized fix style' run.out; then die "${style%%|*}: $(grep -m 1 ERROR run.out)"; fi
      done
    done
  done
done

echo "LAMMPS $release: Modify, ns of processor time a molecule a step: median (lowest to highest) of $runs runs of $steps steps"
{ printf '%s\n' "${styles[@]}" | sed 's/^/style|/'
  printf '%s\n' "${bars[@]}" | sed 's/^/bar|/'
  sort -t '|' -k 1,3 -k 4g times; } | awk -F '|' -v steps="$steps" '
  $1 == "style" { style[++styles] = $2; next }
  $1 == "bar" { bar[++bars] = $0; next }
  { key = $1 " " $2 "|" $3; ns[key, ++n[key]] = $4 / steps / $1 * 1e9
    if (!(($1 " " $2) in known)) { known[$1 " " $2]; at[++places] = $1 " " $2 } }
  function median(key) { return n[key] % 2 ? ns[key, (n[key] + 1) / 2] : (ns[key, n[key] / 2] + ns[key, n[key] / 2 + 1]) / 2 }
  function by_size(    i, j, t) {
    for (i = 1; i <= places; i++) for (j = i + 1; j <= places; j++)
      if (at[i] + 0 > at[j] + 0 || (at[i] + 0 == at[j] + 0 && at[i] > at[j])) { t = at[i]; at[i] = at[j]; at[j] = t }
  }
  function title(text,    i, w) {
    printf "%-36s", text
    for (i = 1; i <= places; i++) { split(at[i], w, " "); printf "%22s", w[1] ", " w[2] (w[2] == 1 ? " rank" : " ranks") }
    print ""
  }
  END {
    by_size()
    title("")
    for (s = 1; s <= styles; s++) {
      if (!n[at[1] "|" style[s]]) continue
      printf "%-36s", style[s]
      for (i = 1; i <= places; i++) { key = at[i] "|" style[s]; printf "%22s", sprintf("%.0f (%.0f to %.0f)", median(key), ns[key, 1], ns[key, n[key]]) }
      print ""
    }
    title("ratio, and what to reach")
    for (b = 1; b <= bars; b++) {
      if (split(bar[b], w, "|") == 5) continue
      if (!n[at[1] "|" w[2]] || !n[at[1] "|" w[3]]) continue
      printf "%-36s", w[2] " / " w[3]
      for (i = 1; i <= places; i++) {
        goal = w[4]
        for (c = 1; c <= bars; c++) if (split(bar[c], u, "|") == 5 && u[2] == w[2] && u[3] == w[3] && u[5] == at[i]) goal = u[4]
        r = median(at[i] "|" w[2]) / median(at[i] "|" w[3])
        printf "%22s", sprintf("%.2f (%s%s)", r, r <= goal ? "" : "above ", goal)
      }
      print ""
    }
  }'
