#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The LAMMPS plugin with the LAMMPS of Debian sid, its newest: built there for the release that Debian has, by
# Debian's compiler and MPI.  This LAMMPS lacks the package PLUGIN, so the launcher lmp_rgs loads the plugin.
#
#   tests/package/run_lammps_test.sh [FOLDER]       FOLDER: where to work (default: build/newer_lammps)
#
# Needs root, on Debian.  The last line counts; exits with 0 only if nothing failed.
set -u

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=${1:-$root/build/newer_lammps}
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
. "$root/tests/package/roots.sh"

install_missing debootstrap
make_root sid g++,cmake,make,libopenmpi-dev,openmpi-bin,lammps
# Open MPI asks /sys for the processors.
with_sys() {
  enter sh -c 'mount -t sysfs sysfs /sys
    "$@"
    status=$?
    umount /sys
    exit $status' sh "$@"
}
said=$(with_sys lmp -h </dev/null) || die "Debian's lmp does not start: $said"
release=$(echo "$said" | sed -n 's/.* - \([0-9]* [A-Z][a-z][a-z]\)[a-z]* \([0-9]\{4\}\).*/\1\2/p' |
  head -n 1 | tr -d ' ')
echo "        Debian's package $(enter dpkg-query -W -f '${Version}' lammps), LAMMPS $release"
tree=$("$root/plugin-lammps/tools/get_lammps_source.sh" "$release") || die "no sources of LAMMPS $release"
copy_source "$clean/tmp/rigidstep"
cp -r "$tree" "$clean/tmp/lammps"

try "the plugin is built" enter sh -c 'cd /tmp && cmake -S rigidstep -B build -D RIGIDSTEP_EXAMPLES=OFF \
  -D RIGIDSTEP_TESTS=OFF -D LAMMPS_SOURCE_DIR=/tmp/lammps \
  -D LAMMPS_LIBRARY="$(echo /usr/lib/*/liblammps.so.0)" &&
  cmake --build build --parallel "$(nproc)" --target rigidstepplugin lmp_rgs'
# A script that does not name us
inputs=$clean/tmp/rigidstep/examples/lammps
sed '/^plugin/d; s,/rgs,,; s/ rotor exact//; s/f_ocs.[0-9]*.//g' "$inputs/in.linear" >"$inputs/plain.in"
try "lmp_rgs -sf rgs" with_sys sh -c 'cd /tmp/rigidstep/examples/lammps && export OMP_NUM_THREADS=1 &&
  /tmp/build/lammps/lmp_rgs -sf rgs -in plain.in -log plain.log -screen none &&
  ../../plugin-lammps/tools/check_log.sh plain.log'
try "the inputs of examples/lammps give their logs" with_sys env LMP=/tmp/build/lammps/lmp_rgs \
  PLUGIN=/tmp/build/lammps /tmp/rigidstep/examples/lammps/run_examples.sh "$release" /tmp/output

echo "$passed passed, $failed failed"
[ $failed = 0 ]
