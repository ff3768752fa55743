#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Print the path of the LAMMPS source tree of one release, fetching it when it is not there yet.
#
#   get_lammps_source.sh RELEASE [TREE]       RELEASE: 29Sep2021, 4Feb2025 or 4Jul2026
#
# TREE (or LAMMPS_SOURCE_29Sep2021, LAMMPS_SOURCE_4Feb2025, .. in the environment) names a tree you
# already have; it is only checked to be of that release.  Otherwise it comes from Debian
# (fetch_lammps.sh).
#
# Trees are kept in $RIGIDSTEP_CACHE (default: $XDG_CACHE_HOME/rigidstep or ~/.cache/rigidstep), and
# used again only while their checksum is the one written down after unpacking.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
. "$here/fetch_lammps.sh"

print_given
dir=$top/lammps-$release
print_kept "$dir"
fetch_lammps
# src/, cmake/ and lib/ are all a build reads.
mkdir "$work/tree"
for part in src cmake lib LICENSE; do
  if [ -e "$inner/$part" ]; then mv "$inner/$part" "$work/tree/"; fi
done
keep_tree "$work/tree" "$dir"
echo "$dir"
