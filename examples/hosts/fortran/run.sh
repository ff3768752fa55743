#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# A host in Fortran, from a bare Debian 12 on:  run.sh [OUTPUT_FOLDER]    (README.md)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(gfortran)
prepare hosts/fortran rigidstep "${1:-}"
modules=$root/plugin-generic/bindings
gfortran -std=f2008 -O2 -Wall -Wextra -J "$out" "$modules/rigidstep.f90" "$modules/rigidstep_stepper.f90" \
  "$here/satellite.f90" -o "$out/satellite" -L"$build/lib" -Wl,-rpath,"$build/lib" -lrigidstep
"$out/satellite" | tee "$out/satellite.txt"
