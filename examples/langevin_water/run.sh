#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Water under keyword langevin at 300 K with steps of 1 to 6 fs: a table of the temperatures of
# translation and rotation, plain and refined, and of the potential energy, and a picture.  A quarter of
# an hour on two processors.
#
#   run.sh [OUTPUT_FOLDER]                    default: ./langevin_water_output
#
# LMP: as for ../water_box/run_water_box.sh.  PS: length of each run in ps (default: 20).
# STEPS: which steps, in fs (default: "1 2 3 4 5 6").
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../plugin-lammps/lib.sh"
out=${1:-langevin_water_output}
ps=${PS:-20}
steps=${STEPS:-1 2 3 4 5 6}
awk -v ps="$ps" 'BEGIN { exit !(ps + 0 >= 2 && ps + 0 <= 100000) }' || die "PS is '$ps'; it must be from 2 to 100000"
for dt in $steps; do
  awk -v dt="$dt" 'BEGIN { exit !(dt + 0 >= 0.1 && dt + 0 <= 7) }' || die "STEPS has '$dt'; steps must be from 0.1 to 7 fs"
done
schemes="strang:verlet strang_dkd:rgs nystrom4:rgs"

need_packages gnuplot-nox
lmp=${LMP:-$("$here/../../plugin-lammps/build_plugin.sh")/lmp_rgs}
mkdir -p "$out"
cd "$out"
export OMP_NUM_THREADS=1

lammps() (
  session=$(mktemp -d)
  trap 'rm -rf "$session"' EXIT
  TMPDIR=$session PMIX_MCA_gds=hash $lmp -screen none "$@" >/dev/null 2>&1
)

if [ ! -s water.data ]; then
  say "216 SPC/E molecules: equilibrating 10 ps"
  lammps -in "$here/../water_box/in.water" -var here "$here/../water_box" -var steps 0 -log equilibrate.log ||
    { grep -A 2 ERROR equilibrate.log >&2; die "equilibration failed"; }
fi

run() {  # scheme, run style, step; 20 blocks of samples 4 to 8 fs apart
  name=$1.$3
  every=$(awk -v dt="$3" 'BEGIN { n = int(6 / dt); print n < 1 ? 1 : n }')
  block=$(awk -v dt="$3" -v every="$every" -v ps="$ps" 'BEGIN { print int(1000 * ps / dt / every / 20) }')
  warm=$(awk -v dt="$3" 'BEGIN { print int(1000 / dt) }')
  say "$1, steps of $3 fs"
  lammps -in "$here/in.langevin" -var scheme "$1" -var runstyle "$2" -var dt "$3" -var every "$every" -var block "$block" -var warm "$warm" \
    -var name "$name" -log "$name.log" || :
  grep -q '^Total wall time' "$name.log" || { echo "  $name failed; see $(pwd)/$name.log" >&2; return 1; }
}

# Two at a time, each on a processor of its own.
for dt in $steps; do
  for s in $schemes; do echo "${s%:*} ${s#*:} $dt"; done
done >runs
half() {
  while read -r scheme style dt; do run "$scheme" "$style" "$dt" </dev/null || return 1; done
}
awk 'NR % 2 == 1' runs | half & odd=$!
awk 'NR % 2 == 0' runs | half & even=$!
failed=
wait $odd || failed=1
wait $even || failed=1
[ -z "$failed" ] || die "a run failed"

while read -r scheme style dt; do echo "$scheme $dt $(awk -f "$here/blocks.awk" "$scheme.$dt.blocks")"; done <runs >results
awk -f "$here/table.awk" results | tee table
gnuplot "$here/temperatures.gp"
echo
echo "the same as a picture: $(pwd)/temperatures.png"
