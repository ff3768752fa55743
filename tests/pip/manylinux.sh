#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A wheel for every Linux since 2014: built by pip's Zig for glibc 2.17, checked by auditwheel, and installed; its
# library gives the bits of one that this machine's compiler builds.
#
#   tests/pip/manylinux.sh [FOLDER]       FOLDER: where to work (default: build/pip_manylinux); the wheel lies there
#
# Needs CMake and an index that pip reaches.  The last line counts; exits with 0 only if nothing failed.
set -u

. "$(dirname "$0")/venv.sh"
start pip_manylinux "$@"
make_venv "$root/tests/pip/manylinux.txt"
rm -rf "$work/wheel" "$work/here" "$work/there" "$work/elsewhere"

for language in cc c++; do
  printf '#!/bin/sh\nexec "%s" -m ziglang %s -target %s-linux-gnu.2.17 "$@"\n' \
    "$venv/bin/python" $language "$(uname -m)" >"$work/zig-$language"
  chmod +x "$work/zig-$language"
done
export ZIG_GLOBAL_CACHE_DIR="$work/zig" ZIG_LOCAL_CACHE_DIR="$work/zig"
# pip would hide its own packages from a compiler that is one of them.
try "the wheel for manylinux" env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER \
  CC="$work/zig-cc" CXX="$work/zig-c++" \
  "$venv/bin/pip" wheel -q --no-build-isolation --no-deps -w "$work/wheel" "$root/plugin-generic"
try "auditwheel: manylinux_2_17" sh -c \
  "'$venv/bin/auditwheel' show '$work'/wheel/*.whl | grep 'platform tag: \"manylinux_2_17_'"
try "the wheel of this machine" "$venv/bin/pip" wheel -q --no-deps -w "$work/here" "$root/plugin-generic"
try "both are installed" sh -c "'$venv/bin/pip' install -q --no-deps --target '$work/there' '$work'/wheel/*.whl &&
  '$venv/bin/pip' install -q --no-deps --target '$work/elsewhere' '$work'/here/*.whl"
for folder in there elsewhere; do
  try "the golden trace ($folder)" sh -c "PYTHONPATH='$work/$folder' /usr/bin/python3 -B \
    '$root/tests/bindings/script_trace.py' '$work/$folder/rigidstep/rigidstep_generic.so' \
    <'$root/tests/bindings/trace.txt' >'$work/$folder.trace'"
done
try "the bits are the same" cmp "$work/there.trace" "$work/elsewhere.trace"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
