#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# clang-tidy (by .clang-tidy) over the library and what loads it, cppcheck over all C there is.
#   tests/checks/check_static.sh WORK
# The last line says how many files were looked at.
#
# A file that was found clean is not looked at again before its text, the text of a header which it includes,
# the options or the tool change: a hash of all these names an empty file in the folder of caches.
# RIGIDSTEP_STATIC=anew looks at all files again.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
kept=${RIGIDSTEP_CACHE:-${XDG_CACHE_HOME:-${HOME:-$root/build}/.cache}/rigidstep}/static
flags="-std=c11 -D_POSIX_C_SOURCE=200809L -DRIGIDSTEP_VERSION=\"0\" -DRIGIDSTEP_MODULE_FROM_BIN=\"\" -DRIGIDSTEP_MODULE_NAME=\"\""
folders="-Iabi -Icore/for_devices -Icore -Iplugin-generic/bindings -Iplugin-generic/command -Iplugin-generic/contract -Iexamples"

# --one TOOL FILE OPTION...: what xargs calls below.
if [ "$1" = --one ]; then
  tool=$2 file=$3
  shift 3
  # Without the list of headers (one may be missing here) the file is looked at each time.
  key=
  # shellcheck disable=SC2086
  if headers=$(${CC:-cc} -M $flags $folders "$file" 2>/dev/null); then
    headers=$(echo "$headers" | sed 's/^[^ ]*: *//;s/\\$//')
    key=$({ echo "$TOOL_VERSION $file $*" && cat .clang-tidy $headers; } | sha256sum | cut -d ' ' -f 1)
    if [ "${RIGIDSTEP_STATIC:-}" != anew ] && [ -e "$kept/$key" ]; then
      touch "$kept/$key"
      exit 0
    fi
  fi
  if [ "$tool" = clang-tidy ]; then clang-tidy --quiet "$file" -- "$@"
  # With more than one job cppcheck leaves out what it looks for across files, where it takes numbers of one
  # configuration for another's.
  else cppcheck -j 2 --quiet --error-exitcode=1 "$@" "$file"; fi || exit 1
  [ -z "$key" ] || : >"$kept/$key"
  exit 0
fi

work=$1
mkdir -p "$work" "$kept" && cd "$root" || exit 2
find "$kept" -type f -mtime +30 -delete
jobs=$(nproc 2>/dev/null || echo 2)
status=0

# look TOOL LIST OPTION...: prints what is found.
look() {
  tool=$1 list=$2
  shift 2
  TOOL_VERSION=$($tool --version)
  export TOOL_VERSION
  xargs -P "$jobs" -I '{}' sh "$root/tests/checks/check_static.sh" --one "$tool" '{}' "$@" <"$list" \
    >>"$work/$tool.log" 2>>"$work/$tool.err"
}
# (Those for Windows see headers that are not here.)
printf "%s\n" core/*/*.c | grep -v _windows >"$work/core.files"
printf "%s\n" plugin-generic/*/*.c | grep -v _windows >"$work/generic.files"
cat "$work/core.files" "$work/generic.files" >"$work/tidy.files"
rm -f "$work"/*.log "$work"/*.err
# shellcheck disable=SC2086
if ! { look clang-tidy "$work/core.files" $flags $folders -DRGS_BUILDING &&
  look clang-tidy "$work/generic.files" $flags $folders; }; then
  grep -hE 'warning:|error:' "$work/clang-tidy.log" "$work/clang-tidy.err" | sort -u
  status=1
fi

# A column is the place of its first number and two strides: objectIndex takes that for one number.
# Loops over lanes do not begin, it thinks, since it does not know their width: uninitvar.
find core plugin-generic abi examples -name '*.c' >"$work/cppcheck.files"
# shellcheck disable=SC2086
if ! look cppcheck "$work/cppcheck.files" --std=c11 --enable=warning,performance,portability \
  --inline-suppr --suppress=missingIncludeSystem --suppress=objectIndex --suppress=uninitvar:core/for_devices/rigidstep/device/number.h \
  --suppress=uninitvar:core/thermostats/thermostat_simd.h $folders; then
  cat "$work/cppcheck.log" "$work/cppcheck.err"
  status=1
fi
[ $status = 0 ] && echo "clang-tidy: $(wc -l <"$work/tidy.files") files, cppcheck: $(wc -l <"$work/cppcheck.files") files"
exit $status
