#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0-only
#
# LAMMPS as a library of forces, from a bare Debian 12 on:  run.sh [OUTPUT_FOLDER]   (README.md)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(liblammps-dev liblammps0 openmpi-bin)
prepare hosts/lammps rigidstep "${1:-}"
hosts=$root/examples/hosts
cc -std=c11 -O2 -Wall -Wextra -Werror "$here/water_box.c" "$hosts/water_runs.c" "$hosts/rigid_water.c" \
  "$root/examples/water_model.c" -o "$out/water_box" -I"$root/abi" -I"$root/examples" -I"$hosts" \
  -L"$build/lib" -Wl,-rpath,"$build/lib" -lrigidstep -llammps -lm
# OpenMPI keeps files of its own in TMPDIR, and its shared memory is of no use to one process.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$out"
# This LAMMPS ends the process at an error; the reason stands at the end of its log.
TMPDIR=$scratch PMIX_MCA_gds=hash ./water_box | tee water_box.txt ||
  { tail -n 2 lammps.log >&2; exit 1; }
