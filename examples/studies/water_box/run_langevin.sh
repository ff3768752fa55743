#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Water under keyword langevin at 300 K with steps of 1 to 6 fs: a table of the temperatures of
# translation and rotation, plain and refined, and of the potential energy, and a picture.  A quarter of
# an hour on two processors.
#
#   run_langevin.sh [OUTPUT_FOLDER]            default: ./water_langevin_output
#
# LMP: as for run_water_box.sh.  PS: length of each run in ps (default: 20).
# STEPS: which steps, in fs (default: "1 2 3 4 5 6").
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-water_langevin_output}
ps=${PS:-20}
steps=${STEPS:-1 2 3 4 5 6}
awk -v ps="$ps" 'BEGIN { exit !(ps + 0 >= 2 && ps + 0 <= 100000) }' || die "PS is '$ps'; it must be from 2 to 100000"
for dt in $steps; do
  awk -v dt="$dt" 'BEGIN { exit !(dt + 0 >= 0.1 && dt + 0 <= 7) }' || die "STEPS has '$dt'; steps must be from 0.1 to 7 fs"
done
schemes="strang:verlet strang_dkd:rgs nystrom4:rgs"

begin "$out"
once water.data "216 SPC/E molecules for 10 ps" in.water -var steps 0

one() {  # scheme, run style, step; 20 blocks of samples 4 to 8 fs apart
  name=$1.$3
  every=$(awk -v dt="$3" 'BEGIN { n = int(6 / dt); print n < 1 ? 1 : n }')
  block=$(awk -v dt="$3" -v every="$every" -v ps="$ps" 'BEGIN { print int(1000 * ps / dt / every / 20) }')
  warm=$(awk -v dt="$3" 'BEGIN { print int(1000 / dt) }')
  say "$1, steps of $3 fs"
  lammps in.langevin -var scheme "$1" -var runstyle "$2" -var dt "$3" -var every "$every" -var block "$block" -var warm "$warm" \
    -var name "$name" -log "$name.log" || :
  grep -q '^Total wall time' "$name.log" || { echo "  $name failed; see $(pwd)/$name.log" >&2; return 1; }
}

for dt in $steps; do
  for s in $schemes; do echo "${s%:*} ${s#*:} $dt"; done
done >runs
two_at_a_time runs

while read -r scheme style dt; do echo "$scheme $dt $(awk -f "$here/langevin_blocks.awk" "$scheme.$dt.blocks")"; done <runs >results
awk -f "$here/langevin_table.awk" results | tee table
gnuplot "$here/langevin.gp"
echo
echo "the same as a picture: $(pwd)/temperatures.png"
