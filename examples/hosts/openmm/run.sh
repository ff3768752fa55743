#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Rigid water under OpenMM's forces, from a bare Debian 12 on:  run.sh [OUTPUT_FOLDER]   (README.md)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(g++ libopenmm-dev libopenmm-plugins)
prepare hosts/openmm "rigidstep OpenMMRigidstep OpenMMRigidstepReference" "${1:-}"
hosts=$root/examples/hosts
include=(-I"$root/abi" -I"$root/examples" -I"$hosts")
for source in "$here/water_box.c" "$hosts/water_runs.c" "$hosts/rigid_water.c" "$root/examples/water_model.c"; do
  cc -std=c11 -O2 -Wall -Wextra -pedantic -Werror "${include[@]}" -c "$source" -o "$out/$(basename "$source").o"
done
c++ -std=c++11 -O2 -Wall -Wextra -Werror "$here/openmm_box.cpp" "$out"/*.c.o -o "$out/water_box" \
  -L"$build/lib" -Wl,-rpath,"$build/lib" -lrigidstep -lOpenMM -lm
"$out/water_box" | tee "$out/water_box.txt"

# The plugin: its headers lie here as they are installed.
mkdir -p "$out/include/rigidstep/openmm"
cp "$root"/plugin-openmm/api/Rigid{Integrator,MoleculeForce}.h "$out/include/rigidstep/openmm"
c++ -std=c++11 -O2 -Wall -Wextra -Werror "-I$out/include" "$here/schemes.cpp" -o "$out/schemes" \
  -L"$build/lib" -Wl,-rpath,"$build/lib" -lOpenMMRigidstep -lOpenMM
"$out/schemes" "$build/lib/openmm" | tee "$out/schemes.csv"
