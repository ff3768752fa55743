#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Is the interface still what abi/rigidstep_1_0.abi says?  Compares by libabigail, and shows that the
# comparison can fail:  tests/checks/check_abi.sh WORK [--write]
#
#   WORK     a folder for a build with debug information
#   --write  writes the description instead; done once for each minor version, never again
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:?"folder"}
major=$(sed -n 's/^#define RGS_ABI_MAJOR \([0-9]*\)u$/\1/p' "$root/abi/rigidstep/base.h")
minor=$(sed -n 's/^#define RGS_ABI_MINOR \([0-9]*\)u$/\1/p' "$root/abi/rigidstep/base.h")
baseline=$root/abi/rigidstep_${major}_$minor.abi

cmake -S "$root" -B "$work" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-g -O1" -DRIGIDSTEP_TESTS=OFF \
  -DRIGIDSTEP_EXAMPLES=OFF >"$work.log"
cmake --build "$work" --target rigidstep -j 2 >>"$work.log"
library=$(readlink -f "$work/lib/librigidstep.so")

# Source files are named from the top of the tree, wherever that lies.
abidw --headers-dir "$root/abi/rigidstep" --drop-private-types --no-comp-dir-path --no-corpus-path \
  --no-show-locs "$library" | sed "s| path='$root/| path='|" >"$work.abi"
if grep -qF "$root" "$work.abi"; then
  echo "the description names a folder of this machine" >&2
  exit 1
fi
if [ "${2:-}" = --write ]; then
  cp "$work.abi" "$baseline"
  echo "wrote $baseline"
  exit 0
fi

# (The library itself in place of its description would have abidiff take the baseline's types,
# which tell no file, for private ones, and pass over them.)
compare() { abidiff --harmless "$1" "$work.abi"; }
if ! compare "$baseline"; then
  echo "the interface differs from $baseline; a minor version that appends to it has its own" >&2
  exit 1
fi
# Two forces that changed places, a field that grew, a call that went.
tried=0
for change in "s/name='tau'/name='f_'/;s/name='f'/name='tau'/;s/name='f_'/name='f'/" \
  "s/name='rgs_host' size-in-bits='[0-9]*'/name='rgs_host' size-in-bits='256'/" \
  "s/rgs_stepper_unprocess/rgs_forgotten/"; do
  sed "$change" "$baseline" >"$work.changed"
  tried=$((tried + 1))
  if cmp -s "$baseline" "$work.changed" || compare "$work.changed" >/dev/null 2>&1; then
    echo "change $tried of the interface was not seen: $change" >&2
    exit 1
  fi
done
echo "the interface is that of version $major.$minor; $tried changed ones were told from it"
