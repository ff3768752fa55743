#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# registers.sh [ARCHITECTURE..]    registers, frame and spills of each kernel: 80 90 (nvcc), gfx90a (hipcc)
top=$(cd "$(dirname "$0")/../.." && pwd)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ $# -gt 0 ] || set -- 80 90
for architecture in "$@"; do
  case $architecture in
    gfx*) set -- env HIP_PLATFORM=amd hipcc -x hip --cuda-device-only -c -ffp-contract=off \
      "--offload-arch=$architecture" -Rpass-analysis=kernel-resource-usage ;;
    *) set -- "$nvcc" -cubin -fmad=false -diag-suppress 1675 "-arch=sm_$architecture" -Xptxas -v ;;
  esac
  "$@" -std=c++20 -O3 "-I$top/core" "-I$top/abi" "-I$top/core/for_devices" "$top/core/backends/cuda/cuda.cu" \
    -o /dev/null 2>&1 |
    awk -v a="$architecture" '
      function line() {
        printf "%s %-40s %4d registers %5d B frame %4d B spilled\n", a, name, registers, frame, spilled
        name = ""
      }
      # hipcc: vector registers of both kinds
      /remark: Function Name:/ { name = $5 }
      / VGPRs: | AGPRs: / { registers = / VGPRs/ ? $4 : registers + $4 }
      / ScratchSize / { frame = $5 }
      / VGPRs Spill: / { spilled = 4 * $5 }
      / LDS Size / { line() }
      # nvcc
      /RGS_|^[0-9]/ { next }
      /Compiling entry function/ { name = $0; sub(/.*function ./, "", name); sub(/. for.*/, "", name) }
      /bytes stack frame/ && name != "" { frame = $1; spilled = $5 + $9 }
      /Used .* registers/ { registers = $5; line() }'
done
