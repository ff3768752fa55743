#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# MuJoCo's free bodies under rigidstep, from a bare Debian 12 on:  run.sh [OUTPUT_FOLDER]   (README.md)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(libmujoco-dev)
prepare hosts/mujoco rigidstep "${1:-}"
cc -std=c11 -O2 -Wall -Wextra -Werror "-I$root/abi" "$here/engines.c" "$here/free_bodies.c" -o "$out/engines" \
  -L"$build/lib" -Wl,-rpath,"$build/lib" -lrigidstep -lmujoco -lm
"$out/engines" "$here" "$out/engines.csv" | tee "$out/engines.txt"
