#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# What each of the faults of LAMMPS' rigid/npt does to the fluctuations of the volume of 64 repelling trimers, which report.md
# tells: runs with rigid/npt/small of LAMMPS 4Jul2026 as it is and with the patches of this folder.  Monte Carlo has a
# variance of 112.9(3); the covariance of pressure and volume is -1.
#
#   run_faults.sh [OUTPUT_FOLDER]             default: ./faults_output
#
# TIME: length of each run in units of time (default: 6000, one minute or two each).  ROWS: a list of BOX:PDAMP:PATCHES (default: the
# rows of report.md; BOX is iso, aniso, couple or x; PATCHES is none, kick, freedom, both of these or all three; with "ours" the fix is
# rigid/npt/small/rgs with a relaxation time larger by the square root of 6 and without friction on its piston, so that the volume
# oscillates as with LAMMPS' own).  STEP: the time step (default: 0.01).  STATES: numbers from 1 to 40 of the states of aniso's
# short runs, from which other boxes begin, too, in place of one state of their own.  Runs that the folder holds are kept.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
patches=$here/upstream
. "$here/../lammps_runs.sh"
out=${1:-faults_output}
time=${TIME:-6000}
whole TIME "$time" 10 "units of time"
step=${STEP:-0.01}
tools=$here/../../../plugin-lammps/tools
begin "$out" 4Jul2026

# Lengths that change independently have no bounds in a fluid, and in the end the box is too thin for LAMMPS: aniso runs for a short time
# from each of these states.
short=$(seq 1 40)
for piece in main $short; do
  mkdir -p "$piece"
  (cd "$piece" && once trimers.data "64 trimers, $piece" in.trimers $([ "$piece" = main ] || echo -var seed "$piece"))
done

# The patched fixes, a plugin each.  rigid/npt/small of the release itself needs none.
tree=$("$tools/get_lammps_source.sh" 4Jul2026)
for style in kick freedom both all; do
  [ ! -s "$style/${style}plugin.so" ] || continue
  say "compiling rigid/npt/small with the patch: $style"
  rm -rf "$style"
  mkdir -p "$style/src/RIGID"
  cp "$tree"/src/RIGID/fix_rigid_nh.cpp "$tree"/src/RIGID/fix_rigid_n[hp]*_small.cpp "$style/src/RIGID/"
  [ $style = freedom ] || patch -s -d "$style" -p1 <"$patches/half_kick.patch"
  [ $style = kick ] || patch -s -d "$style" -p1 <"$patches/freedom.patch"
  [ $style != all ] || patch -s -d "$style" -p1 <"$patches/chain.patch"
  mpicxx -std=c++17 -O2 -fPIC -shared "-DSTYLE=\"rigid/npt/small/$style\"" -I "$style/src/RIGID" -I "$tree/src" -I "$tree/src/PLUGIN" \
    -I "$tree/src/RIGID" -o "$style/${style}plugin.so" "$patches/mended.cpp"
done
ours=${lmp%/lmp_rgs} plugins=$PWD
lmp=$("$tools/build_lammps.sh" 4Jul2026)/lmp

one() {  # box, Pdamp, patches
  case $1 in
    couple) box="x 1 1 $2 y 1 1 $2 couple xy" ;;
    *) box="$1 1 1 $2" ;;
  esac
  name=$1.$3-$2-$step
  [ "$(cat "$name.done" 2>/dev/null)" != "$time" ] || return 0
  say "$1, Pdamp $2, patches: $3"
  style=rigid/npt/small
  case $3 in
    none) ;;
    ours) style=$style/rgs box="iso 1 1 $(awk -v damp="$2" 'BEGIN { print damp * sqrt(6) }') piston 0 bath csvr seed 91" ;;
    *) style=$style/$3 ;;
  esac
  # (one patched plugin at a time: their classes have the same names)
  export LAMMPS_PLUGIN_PATH="$ours:$plugins/$3"
  pieces=${STATES:-main} length=$time
  if [ "$1" = aniso ]; then pieces=$short length=30; fi
  for piece in $pieces; do
    ( cd "$piece"
      lammps in.trimers -var start no -var name "$name" -var fix "$style molecule temp 1 1 1 $box" -var dt "$step" \
        -var steps "$(awk -v time="$length" -v step="$step" 'BEGIN { printf "%d", time / step + 0.5 }')" -log "$name.log" ||
        say "$name ended early: $(grep -m 1 ERROR "$name.log")" )
  done
  echo "$time" >"$name.done"
}
default="iso:2:none iso:2:kick iso:2:freedom iso:2:both iso:2:all iso:8:none iso:8:kick iso:8:freedom iso:8:both iso:8:all iso:0.5:none iso:20:none
  iso:2:ours iso:8:ours
  aniso:2:none aniso:2:both couple:8:none couple:8:both x:8:none x:8:both"
for row in ${ROWS:-$default}; do echo "$row" | tr : ' '; done >runs
two_at_a_time runs
{
  echo "box.patches Pdamp  step    mean V         var V          cov(P,V)     correlated"
  for name in *.done; do
    cat */"${name%.done}.volumes" >"${name%.done}.volumes"
  done
  awk -f "$here/volumes.awk" ./*.volumes | sort -k1,1 -k2,2n
} | tee table
