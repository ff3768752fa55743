#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# A host in C++, from a bare Debian 12 on:  run.sh [OUTPUT_FOLDER]    (README.md)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(g++)
prepare hosts/cpp rigidstep "${1:-}"
c++ -std=c++11 -O2 -Wall -Wextra -pedantic -Werror "$here/heavy_top.cpp" -o "$out/heavy_top" \
  -I"$root/abi" -I"$root/plugin-generic/bindings" -L"$build/lib" -Wl,-rpath,"$build/lib" -lrigidstep
"$out/heavy_top" | tee "$out/heavy_top.txt"
