#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hip_cpu.sh HIP-CPU BUILD    runs core/backends/cuda/cuda.cu on this processor, as HIP
#
# HIP-CPU is the folder of https://github.com/ROCm/HIP-CPU (5214049 was tried), which is headers; they need TBB
# (Debian: libtbb-dev).  BUILD is a build of this tree with tests, such as build/dev; programs that are not
# there are left out.  HIP-CPU is a library, not a compiler, so that sed writes launches and shared memory as
# its macros.  Nothing else of the source changes.
# Exit status 1: something differs.  Compiling takes two minutes; nothing is fetched.
set -eu
[ $# -eq 2 ] || { sed -n '4,11s/^# //p' "$0"; exit 2; }
top=$(cd "$(dirname "$0")/../.." && pwd)
hip=$(cd "$1" && pwd) build=$(cd "$2" && pwd) failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sed -e 's/extern __shared__ double term\[\];/HIP_DYNAMIC_SHARED(double, term)/' \
  -e 's/\([a-z_]*\(<[^<>]*>\)\{0,1\}\)<<<\(.*\)>>>(\(.*\));/hipLaunchKernelGGL(HIP_KERNEL_NAME(\1), \3, \4);/' \
  "$top/core/backends/cuda/cuda.cu" >"$work/cuda.cpp"
fused=
[ "$(uname -m)" = x86_64 ] && fused='-mavx2 -mfma'
# shellcheck disable=SC2086
"${CXX:-g++}" -D__HIPCC__ -DHIP_VERSION_MAJOR=5 -include "$top/tests/device/hip_cpu.h" -std=c++20 -O2 $fused \
  -ffp-contract=off -fPIC -shared -fvisibility=hidden -w "-I$hip/include" "-I$top/core" "-I$top/abi" \
  "-I$top/core/device" "$work/cuda.cpp" -o "$work/rigidstep_device_hip.so" -ltbb -pthread
for program in gpu_run hip_cpu_run; do
  "${CC:-cc}" -std=c11 -O2 -fopenmp "-I$top/abi" "$top/tests/device/$program.c" -o "$work/$program" \
    "-L$build/lib" "-Wl,-rpath,$build/lib" -lrigidstep -lm -ldl
done
RIGIDSTEP_DEVICES=$work
export RIGIDSTEP_DEVICES
run() {
  echo "== $1"
  shift
  "$@" || failed=1
}
run "memory, streams, errors" "$work/hip_cpu_run" "$work/rigidstep_device_hip.so"
run "bits" "$work/gpu_run" bits hip
shim=$(find "$build" -name rigidstep_on_device.so | head -n 1)
if [ -n "$shim" ]; then
  [ -x "$build/bin/state_hash" ] &&
    run "state_hash" python3 "$top/tests/device/on_device.py" "$shim" "$build/bin" state_hash hip
  [ -x "$build/bin/device_t_ensemble_state" ] &&
    run "tests" python3 "$top/tests/device/on_device.py" "$shim" "$build/bin" tests hip
fi
exit $failed
