#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The OpenMM plugin with an OpenMM that is built from its source, in C++: its platforms Reference, CPU, OpenCL
# and, where nvcc is, CUDA, which is compiled only.
#
#   tests/package/run_openmm_source_test.sh [FOLDER]     FOLDER: where to work (default: build/source_openmm)
#
# RIGIDSTEP_OPENMM_SOURCE names a folder with OpenMM's source; without it git fetches the release below from
# GitHub. If neither can be had, a line says so. Source and build are kept under $RIGIDSTEP_CACHE
# (~/.cache/rigidstep): OpenMM takes ten minutes of a processor, once. Needs root, on Debian. The last line
# counts; exits with 0 only if nothing failed.
set -u

release=8.5.2
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=${1:-$root/build/source_openmm}
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
. "$root/tests/package/roots.sh"
kept=${RIGIDSTEP_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rigidstep}

install_missing g++ cmake ninja-build git ca-certificates libcmocka-dev ocl-icd-opencl-dev pocl-opencl-icd
source=${RIGIDSTEP_OPENMM_SOURCE:-$kept/source/openmm-$release}
if [ -z "${RIGIDSTEP_OPENMM_SOURCE:-}" ] && ! [ -f "$source/CMakeLists.txt" ]; then
  new=$(mktemp -d "$work/source.XXXXXX") || die "cannot write $work"
  from=https://github.com/openmm/openmm
  if ! git clone -q --depth 1 --branch $release $from "$new/openmm" >"$work/clone.log" 2>&1; then
    rm -rf "$new"
    echo "skipped: git gets no OpenMM $release from $from ($(tail -n 1 "$work/clone.log"));" \
      "name a folder with its source by RIGIDSTEP_OPENMM_SOURCE"
    echo "0 passed, 0 failed"
    exit 0
  fi
  mkdir -p "$kept/source" && mv "$new/openmm" "$source" || die "cannot write $kept/source"
  rmdir "$new"
fi
[ -f "$source/openmmapi/include/OpenMM.h" ] ||
  die "$source is no source of OpenMM: it has no openmmapi/include/OpenMM.h"
version=$(sed -n 's/^SET(OPENMM_.*_VERSION \([0-9]*\))$/\1/p' "$source/CMakeLists.txt" | paste -sd .)

# A build belongs to every byte of its sources.  With -O3 gcc 12 of Debian 12 crashes in CommonKernels.cpp.
flags="-O2 -DNDEBUG"
sum=$(cd "$source" && {
  find CMakeLists.txt cmake_modules libraries olla openmmapi platforms serialization -type f \
    -exec sha256sum {} + | sort
  c++ --version
  echo "$flags"
  ls /usr/local/cuda/bin/nvcc; } 2>/dev/null | sha256sum | cut -c 1-12)
prefix=$kept/openmm-$version-$sum
build_openmm() {
  off=
  for part in EXAMPLES PYTHON_WRAPPERS C_AND_FORTRAN_WRAPPERS \
    AMOEBA_PLUGIN RPMD_PLUGIN DRUDE_PLUGIN PME_PLUGIN HIP_LIB; do
    off="$off -D OPENMM_BUILD_$part=OFF"
  done
  # shellcheck disable=SC2086
  cmake -G Ninja -S "$source" -B "$kept/build/openmm-$sum" -D CMAKE_BUILD_TYPE=Release \
    -D CMAKE_CXX_FLAGS_RELEASE="$flags" -D CMAKE_INSTALL_PREFIX="$prefix.new" -D BUILD_TESTING=OFF \
    -D OPENMM_GENERATE_API_DOCS=OFF $off &&
    cmake --build "$kept/build/openmm-$sum" && cmake --install "$kept/build/openmm-$sum" &&
    mv "$prefix.new" "$prefix"
}
echo "        OpenMM $version of $source"
[ -d "$prefix" ] || try "OpenMM is built" build_openmm
[ -d "$prefix" ] || { echo "$passed passed, $failed failed"; exit 1; }
build_plugin() {
  cmake -G Ninja -S "$root" -B "$work/build" -U 'OPENMM_*' -D CMAKE_PREFIX_PATH="$prefix" \
    -D RIGIDSTEP_EXAMPLES=OFF &&
    grep "OPENMM_LIBRARY:.*=$prefix" "$work/build/CMakeCache.txt" && # not another one of this machine
    cmake --build "$work/build" --target openmm_tests
}
try "the plugin is built" build_plugin
if [ -e "$prefix/lib/plugins/libOpenMMCUDA.so" ]; then
  try "the plugin's platform CUDA is compiled" cmake --build "$work/build" --target OpenMMRigidstepCUDA
fi
export OPENMM_PLUGIN_DIR="$prefix/lib/plugins" # where OpenMM looks for its platforms
for platform in reference cpu opencl_double; do
  try "the tests on $platform" ctest --test-dir "$work/build" -R "^openmm_((refused|pressure)_)?$platform\$" \
    --no-tests=error --output-on-failure
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
