#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Build rigidstepplugin.so and the launcher lmp_rgs for one LAMMPS; print the folder they are in.
#
#   build_plugin.sh [--particles] [RELEASE] [TREE]
#
#   --particles   for a LAMMPS with packages GRANULAR, DIPOLE, BODY, BROWNIAN and CG-DNA, too
#                 (build_lammps.sh); not 29Sep2021, which has them
#   29Sep2021   for Debian 12's packaged LAMMPS (package liblammps0)
#   4Jul2026, 4Feb2025   for a LAMMPS with the PLUGIN package, which build_lammps.sh provides
#   another     of which TREE is the source tree, from 29Sep2021 on; says that it was not tested
#   default     29Sep2021 where Debian 12 is, 4Jul2026 elsewhere
#
# To build for a LAMMPS of your own, do what this script does:
#   cmake -S . -B build-lammps -DLAMMPS_SOURCE_DIR=/path/to/lammps [-DLAMMPS_LIBRARY=/path/liblammps.so]
#
# RIGIDSTEP_LAMMPS_BUILD: prefix of the build folders (default: build-lammps- in the checkout).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
root=$(cd "$here/../.." && pwd)

option=
if [ "${1:-}" = --particles ]; then option=$1; shift; fi
if [ $# -gt 0 ]; then
  release=$1
elif [ "$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")" = bookworm ]; then
  release=29Sep2021
else
  release=4Jul2026
fi

need_packages cmake ninja-build gcc g++ libc6-dev libopenmpi-dev openmpi-bin
tree=$("$here/get_lammps_source.sh" "$release" ${2:+"$2"})
if [ "$release" = 29Sep2021 ]; then
  [ -z "$option" ] || die "Debian's LAMMPS 29Sep2021 has these packages; leave $option out"
  need_packages liblammps0
  library=$(dpkg -L liblammps0 | grep '/liblammps\.so\.0$')
  # Debian's own date stamp of the release; another Debian has another LAMMPS under this name
  case $(dpkg-query -W -f '${Version}' liblammps0) in
    20220106.*) ;;
    *) die "the liblammps0 installed is not LAMMPS 29Sep2021; use release 4Jul2026" ;;
  esac
else
  library=$("$here/build_lammps.sh" ${option:+"$option"} "$release" ${2:+"$2"})/liblammps.so
fi

dir=${RIGIDSTEP_LAMMPS_BUILD:-$root/build-lammps-}$release${option#-}
say "rigidstep plugin for LAMMPS $release: building"
log=$(mktemp)
{ { cmake -S "$root" -B "$dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DLAMMPS_SOURCE_DIR="$tree" \
    -DLAMMPS_LIBRARY="$library" -DRIGIDSTEP_EXAMPLES=OFF -DRIGIDSTEP_TESTS=OFF &&
  ninja -C "$dir" rigidstepplugin rigidstep_otherplugin lmp_rgs; } 2>&1 || echo "build failed"; } | tee "$log" |
  progress "rigidstep plugin for LAMMPS $release"
! tail -n 1 "$log" | grep -q '^build failed' ||
  { tail -n 40 "$log" >&2; rm -f "$log"; die "the plugin for LAMMPS $release does not build"; }
rm -f "$log"
lmp=$(dirname "$library")/lmp
[ ! -x "$lmp" ] || say "its LAMMPS, if you have no lmp of this release: $lmp"
say "or without LAMMPS_PLUGIN_PATH: $dir/lammps/lmp_rgs -sf rgs -in YOUR_SCRIPT"
echo "$dir/lammps"
