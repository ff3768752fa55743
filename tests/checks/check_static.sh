#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# clang-tidy (by .clang-tidy) over the library and what loads it, cppcheck over all C there is.
#   tests/checks/check_static.sh WORK
# The last line says how many files were looked at.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=$1
mkdir -p "$work" && cd "$root" || exit 2
jobs=$(nproc 2>/dev/null || echo 2)
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -DRIGIDSTEP_VERSION=\"0\" -DRIGIDSTEP_MODULE_FROM_BIN=\"\" -Iabi -Icore -Iplugin-generic -Iplugin-generic/command -Iexamples"
status=0

tidy() {
  # shellcheck disable=SC2086
  xargs -P "$jobs" -I '{}' clang-tidy --quiet '{}' -- $flags "$@" >>"$work/tidy.log" 2>>"$work/tidy.err"
}
ls core/*/*.c >"$work/core.files"
ls plugin-generic/*.c plugin-generic/command/*.c >"$work/generic.files"
cat "$work/core.files" "$work/generic.files" >"$work/tidy.files"
: >"$work/tidy.log" && : >"$work/tidy.err"
if ! { tidy -DRGS_BUILDING <"$work/core.files" && tidy <"$work/generic.files"; }; then
  grep -E 'warning:|error:' "$work/tidy.log" "$work/tidy.err" | sort -u
  status=1
fi

# A column is the place of its first number and two strides: objectIndex takes that for one number.
find core plugin-generic abi examples -name '*.c' >"$work/cppcheck.files"
if ! cppcheck --std=c11 --enable=warning,performance,portability --inline-suppr --quiet -j "$jobs" \
  --error-exitcode=1 --suppress=missingIncludeSystem --suppress=objectIndex -Iabi -Icore -Iplugin-generic -Iplugin-generic/command -Iexamples \
  --file-list="$work/cppcheck.files" >"$work/cppcheck.log" 2>&1; then
  cat "$work/cppcheck.log"
  status=1
fi
[ $status = 0 ] && echo "clang-tidy: $(wc -l <"$work/tidy.files") files, cppcheck: $(wc -l <"$work/cppcheck.files") files"
exit $status
