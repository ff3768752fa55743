#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Time in Modify, ns a particle and step, of nve/asphere and nve/asphere/rgs in LAMMPS 4Jul2026:  particles_modify.sh
# 4096 and 32768 ellipsoids that do not interact, one processor, one thread; two rounds.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tools=$here/../../plugin-lammps/tools
lmp=$("$tools/build_lammps.sh" 4Jul2026)/lmp
plugin=$("$tools/build_plugin.sh" 4Jul2026)/rigidstepplugin.so
. "$here/../lammps/particles.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf '%s\n' 'pair_style zero 0.5' 'pair_coeff * *' >"$work/ideal.in"
for s in 16:2000 32:300; do
  cells=${s%:*} steps=${s#*:}
  particles_data "$cells" 2.1 0 0 >"$work/particles.data"
  for fix in nve/asphere nve/asphere/rgs nve/asphere nve/asphere/rgs; do
    OMP_NUM_THREADS=1 "$lmp" -in "$here/../lammps/in.particles" -log none -var here "$here/../lammps" -var plugin "$plugin" -var state "$work/particles.data" -var fix $fix \
      -var before_fix "include $work/ideal.in" -var columns "ke ke ke" -var steps "$steps" -var every "$steps" |
      awk -v n=$((cells * cells * cells)) -v steps="$steps" -v fix=$fix '/^Modify/ { printf "%d particles, %s: %.0f ns\n", n, fix, $3 / n / steps * 1e9 }'
  done
done
