#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# gpu.sh [--device NAME] [--minutes M] [OUTPUT]    the first run on a machine with a GPU
#
# Builds the library and the device, `cuda` or --device hip (below 4 minutes on 16 cores), then
#   bits    every rotor with every scheme, thermostats and barostats: the processor's bits (gpu_run.c)
#   races   compute-sanitizer on a short run, where it is installed
#   speed   body-steps per second for 1e4 to 1e8 bodies, beside a copy of as many bytes on the device, and
#           with all cores of the host
# It needs nvcc or hipcc, a C compiler and CMake, and no network.  --device emulated rehearses it anywhere.
# Results go to OUTPUT (gpu-results) and to the screen; exit status 1: something differs; 77: there is no GPU.
set -u
top=$(cd "$(dirname "$0")/../.." && pwd)
device=cuda minutes=14 output=gpu-results
while [ $# -gt 0 ]; do
  case $1 in
    --device) device=$2; shift ;;
    --minutes) minutes=$2; shift ;;
    *) output=$1 ;;
  esac
  shift
done
mkdir -p "$output" && output=$(cd "$output" && pwd) || exit 2
build=$output/build begun=$(date +%s) cores=$(nproc) failed=0
: >"$output/results.txt"

say() { echo "$@" | tee -a "$output/results.txt"; }
spent() { echo $(($(date +%s) - begun)); }
left() { echo $((minutes * 60 - $(spent))); }
# part NAME SECONDS COMMAND..: its lines go to the results; it may take so long, and no longer than is left.
part() {
  name=$1 most=$2
  shift 2
  [ "$(left)" -lt "$most" ] && most=$(left)
  [ "$most" -lt 5 ] && { say "$name: left out, no time"; return; }
  timeout "$most" "$@" >"$output/$name.txt" 2>&1
  code=$?
  tee -a "$output/results.txt" <"$output/$name.txt"
  [ $code -eq 124 ] && say "$name: stopped after $most s"
  [ $code -eq 0 ] || [ $code -eq 124 ] || { failed=1; say "$name: FAILED with exit status $code"; }
  say "($name: $(spent) s since the start)"
}

say "gpu.sh: $(date -u '+%Y-%m-%d %H:%M') UTC, device $device, $cores cores"
PATH=$PATH:/usr/local/cuda/bin:/opt/rocm/bin
architecture=
if [ "$device" = cuda ]; then
  command -v nvcc >/dev/null || { say "there is no nvcc; install CUDA's toolkit"; exit 77; }
  card=$(nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader) ||
    { say "nvidia-smi finds no GPU"; exit 77; }
  say "card: $card; $(nvcc --version | sed -n 's/.*release/nvcc/p')"
  capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -n 1 | tr -d .)
  architecture=-DRIGIDSTEP_CUDA_ARCHITECTURES=$capability
elif [ "$device" = hip ]; then
  command -v hipcc >/dev/null || { say "there is no hipcc; install ROCm"; exit 77; }
  card=$(rocm_agent_enumerator 2>/dev/null | grep -v gfx000 | head -n 1)
  [ -n "$card" ] || { say "rocm_agent_enumerator finds no GPU"; exit 77; }
  say "card: $card"
  architecture=-DRIGIDSTEP_HIP_ARCHITECTURES=$card
fi

# ---- build -------------------------------------------------------------------------------------------------
compile() {
  # RIGIDSTEP_TESTS for the emulated device; without cmocka the tests themselves are left out.
  # shellcheck disable=SC2086
  cmake -S "$top" -B "$build" -DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_EXAMPLES=OFF $architecture &&
    cmake --build "$build" -j "$cores" --target rigidstep &&
    cmake --build "$build" -j "$cores" --target "$1" &&
    cc -std=c11 -O2 -fopenmp "-I$top/abi" "$top/tests/device/gpu_run.c" -o "$build/gpu_run" \
      "-L$build/lib" "-Wl,-rpath,$build/lib" -lrigidstep -lm
}
target=device_$device # cuda, hip
[ "$device" = emulated ] && target=rigidstep_device_emulated
if ! compile $target >"$output/build.txt" 2>&1; then
  say "the build failed; its last lines:"
  tail -n 20 "$output/build.txt" | tee -a "$output/results.txt"
  exit 1
fi
say "(build: $(spent) s)"
RIGIDSTEP_DEVICES=$build/lib
export RIGIDSTEP_DEVICES

# ---- bits, races, speed ------------------------------------------------------------------------------------
part bits 240 "$build/gpu_run" bits "$device"
if [ "$device" = cuda ] && command -v compute-sanitizer >/dev/null; then
  part races 90 compute-sanitizer --error-exitcode 1 "$build/gpu_run" speed cuda 1000
else
  say "races: left out, compute-sanitizer is not installed or the device is not cuda"
fi
sizes='1e4 1e5 1e6 1e7 1e8'
[ "$device" = cuda ] || sizes='1e4 1e5'
for n in $sizes; do
  part "speed_$n" 120 "$build/gpu_run" speed "$device" "$n"
done
export OMP_NUM_THREADS="$cores" OMP_WAIT_POLICY=passive
part speed_host 60 "$build/gpu_run" speed host 1e5 1e6
# What others have put beside this script for a GPU: tensors, batches.
for script in "$top"/tests/device/gpu_*.py; do
  [ -f "$script" ] || continue
  part "$(basename "$script" .py)" 180 env "LD_LIBRARY_PATH=$build/lib" python3 "$script" "$device"
done
[ $failed -eq 0 ] && say "all kept, $(spent) s" || say "something FAILED, $(spent) s"
exit $failed
