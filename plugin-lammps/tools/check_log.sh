#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Did this log come from a run with our fixes?  check_log.sh LOG
#
# Prints the fixes of ours that moved something, and ends with status 0; or says that none did, with status 1.
set -eu

. "$(dirname "$0")/lib.sh"
[ $# = 1 ] || die "needs the log of a run of LAMMPS, for example log.lammps"
[ -r "$1" ] || die "cannot read $1"
ours=$(sed -n 's/^\(Fix [^ ]*\/rgs (ID [^ ]*)\): [0-9]* \(bodies\|particles\).*/\1/p' "$1" | sort -u)
theirs=$(sed -n 's/^Suffix rgs: fix \([a-z]*\) (ID .*) is a fix of LAMMPS.*/\1/p' "$1" | head -n 1)
if [ -n "$ours" ]; then
  echo "yes, these fixes of rigidstep ran:"
  echo "$ours"
elif [ -n "$theirs" ]; then
  echo "no: molecules are held by fix $theirs of LAMMPS. For rigid ones, such as water, write" \
    "fix rigid/npt/small or rigid/nvt/small molecule in place of it and of the fix that moves them (examples/howto/hbonds.md)."
  exit 1
else
  echo "no: no fix of rigidstep ran. Is LAMMPS_PLUGIN_PATH the folder of rigidstepplugin.so, is -sf rgs given, and do the" \
    "names of the fixes end without another suffix, such as /omp?"
  exit 1
fi
