#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Is the interface still what abi/rigidstep_MAJOR_MINOR.abi says?  Compares by libabigail, and shows that
# the comparison can fail:  tests/checks/check_abi.sh WORK [--write]
#
#   WORK     a folder for a build with debug information
#   --write  writes the description of a new minor version instead, and prints what has changed since the
#            last one, which may be additions only
#
# The description of a version holds all that earlier versions promised, so one is enough: with --write it
# takes the place of the last one.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:?"folder"}
major=$(sed -n 's/^#define RGS_ABI_MAJOR \([0-9]*\)u$/\1/p' "$root/abi/rigidstep/base.h")
minor=$(sed -n 's/^#define RGS_ABI_MINOR \([0-9]*\)u$/\1/p' "$root/abi/rigidstep/base.h")
baseline=$root/abi/rigidstep_${major}_$minor.abi
last=$(ls "$root/abi/rigidstep_${major}"_*.abi)

cmake -S "$root" -B "$work" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-g -O1" -DRIGIDSTEP_TESTS=OFF \
  -DRIGIDSTEP_EXAMPLES=OFF >"$work.log"
cmake --build "$work" --target rigidstep -j 2 >>"$work.log"
library=$(readlink -f "$work/lib/librigidstep.so")

# Of what is exported; what is behind a handle is no part of the interface, although abidw describes it.
# Source files are named from the top of the tree, wherever that lies.
abidw --headers-dir "$root/abi/rigidstep" --exported-interfaces-only --drop-private-types \
  --no-comp-dir-path --no-corpus-path --no-show-locs "$library" |
  sed "s| path='$root/| path='|
    /<class-decl name='rgs_\(context\|bodies\|method\|stepper\)' size/,/<\/class-decl>/{
      /<class-decl/!d
      s/ size-in-bits='[0-9]*'//
      s/>\$/ is-declaration-only='yes'\/>/
    }" >"$work.abi"
if grep -qF "$root" "$work.abi"; then
  echo "the description names a folder of this machine" >&2
  exit 1
fi
if [ "${2:-}" = --write ]; then
  if [ "$last" = "$baseline" ]; then
    echo "$baseline is there, and stays as it is; a new minor version has a description of its own" >&2
    exit 1
  fi
  abidiff --harmless "$last" "$work.abi" || [ $? = 4 ] # 4: types have changed, which additions to structs do too
  mv "$work.abi" "$baseline"
  rm "$last"
  echo "wrote $baseline in place of $last; whatever is printed above must be an addition"
  exit 0
fi

# (The library itself in place of its description would have abidiff take the baseline's types,
# which tell no file, for private ones, and pass over them.)
# (Calls that were added are drafts: check_symbols knows all others.)
compare() { abidiff --harmless --no-added-syms "$1" "$work.abi"; }
if ! compare "$baseline"; then
  echo "the interface differs from $baseline; a minor version that appends to it has its own" >&2
  exit 1
fi
# Of 1.0: two forces that changed places, a parameter and a field of other types, a call that went.  Of
# 1.1 the same four.  Of 1.2: a struct that lost what it gained, and a field of it of another type.
id_of() { sed -n "s/.*-decl name='$1'.* id='\([^']*\)'.*/\1/p" "$baseline"; }
double=$(id_of double)
word=$(id_of uint32_t)
long=$(id_of uint64_t)
tried=0
for change in "s/name='tau'/name='f_'/;s/name='f'/name='tau'/;s/name='f_'/name='f'/" \
  "/function-decl name='rgs_stepper_set_time'/,/function-decl>/s/type-id='$double'/type-id='$word'/" \
  "/class-decl name='rgs_method_info'/,/class-decl>/s/name='claims' type-id='$word'/name='claims' type-id='$double'/" \
  "s/rgs_stepper_unprocess/rgs_forgotten/" \
  "/class-decl name='rgs_box'/,/class-decl>/{s/name='centre'/name='c'/;s/name='lengths'/name='centre'/;s/name='c'/name='lengths'/}" \
  "/function-decl name='rgs_stepper_set_step'/,/function-decl>/s/type-id='$long'/type-id='$double'/" \
  "/class-decl name='rgs_box'/,/class-decl>/s/name='flags' type-id='$word'/name='flags' type-id='$double'/" \
  "s/rgs_stepper_save_ensemble/rgs_forgotten/" \
  "/class-decl name='rgs_host'/,/class-decl>/s/name='pool' type-id='[^']*'/name='pool' type-id='$long'/" \
  "s/name='rgs_host' size-in-bits='[0-9]*'/name='rgs_host' size-in-bits='384'/"; do
  sed "$change" "$baseline" >"$work.changed"
  tried=$((tried + 1))
  if cmp -s "$baseline" "$work.changed" || compare "$work.changed" >/dev/null 2>&1; then
    echo "change $tried of the interface was not seen: $change" >&2
    exit 1
  fi
done
echo "the interface is that of version $major.$minor; $tried changed ones were told from it"
