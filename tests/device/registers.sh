#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# registers.sh [ARCHITECTURE..]    registers, frame and spills of each kernel of the device `cuda`; 80 90
top=$(cd "$(dirname "$0")/../.." && pwd)
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
[ $# -gt 0 ] || set -- 80 90
for architecture in "$@"; do
  "$nvcc" -cubin -std=c++20 -O3 -fmad=false -diag-suppress 1675 "-arch=sm_$architecture" -Xptxas -v \
    "-I$top/core" "-I$top/abi" "-I$top/core/device" "$top/core/devices/cuda/cuda.cu" -o /dev/null 2>&1 |
    awk -v a="$architecture" '
      /RGS_|^[0-9]/ { next }
      /Compiling entry function/ { name = $0; sub(/.*function ./, "", name); sub(/. for.*/, "", name) }
      /bytes stack frame/ && name != "" { frame = $1; stores = $5; loads = $9 }
      /Used .* registers/ {
        printf "sm_%s %-40s %4d registers %5d B frame %4d B spilled\n", a, name, $5, frame, stores + loads
        name = ""
      }'
done
