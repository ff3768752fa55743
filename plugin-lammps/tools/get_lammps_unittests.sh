#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Print the folder of LAMMPS' tests of fixes of one release, unittest/force-styles/tests of its sources.
#
#   get_lammps_unittests.sh RELEASE [TREE]
#
# TREE, or LAMMPS_SOURCE_* in the environment: as for get_lammps_source.sh.  Otherwise they come from
# Debian (fetch_lammps.sh), and are kept beside the source tree.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
. "$here/fetch_lammps.sh"

part=unittest/force-styles/tests
print_given $part
dir=$top/lammps-$release-unittests
print_kept "$dir"
fetch_lammps
# The tests of fixes, and what they include; molecule and potential files are small.
mkdir "$work/tree"
find "$inner/$part" -maxdepth 1 -type f \( -name 'fix-timestep-*.yaml' -o ! -name '*.yaml' \) \
  -exec cp {} "$work/tree/" \;
keep_tree "$work/tree" "$dir"
echo "$dir"
