#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Print the folder of LAMMPS' own examples of one release, of which those folders are kept that use a
# rigid fix, or a fix that moves particles with a shape.
#
#   get_lammps_examples.sh RELEASE [TREE]
#
# TREE, or LAMMPS_SOURCE_* in the environment: as for get_lammps_source.sh; its examples/ is taken.
# Otherwise they come from Debian (fetch_lammps.sh), and are kept beside the source tree.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
. "$here/fetch_lammps.sh"

print_given examples
dir=$top/lammps-$release-inputs
print_kept "$dir"
fetch_lammps
mkdir "$work/tree"
styles='rigid|n(ve|vt|pt|ph)/(asphere|sphere|body|tri|line|dot)'
(cd "$inner/examples" && grep -rlE "^[^#]*fix[[:space:]]+[^[:space:]]+[[:space:]]+[^[:space:]]+[[:space:]]+($styles)" --include='in*' .) |
  sed 's|/[^/]*$||' | sort -u | while read -r folder; do
    mkdir -p "$work/tree/$folder"
    find "$inner/examples/$folder" -maxdepth 1 -type f ! -name 'log.*' -exec cp {} "$work/tree/$folder/" \;
  done
keep_tree "$work/tree" "$dir"
echo "$dir"
