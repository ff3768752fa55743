#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Rigid molecules in ASE, from a bare Debian 12 on:  run.sh [OUTPUT_FOLDER]    (README.md)
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(python3 python3-numpy python3-ase)
prepare hosts/ase rigidstep_generic "${1:-}"
export PYTHONPATH=$root/plugin-generic PYTHONDONTWRITEBYTECODE=1 RIGIDSTEP_MODULE=$build/lib/rigidstep_generic.so
# Debian's own Python: another one does not see Debian's packages.
/usr/bin/python3 "$here/water.py" | tee "$out/water.txt"
/usr/bin/python3 "$here/samples.py" water 300 | tee "$out/samples.txt"
/usr/bin/python3 "$here/slab.py" "$out/slab.png" | tee "$out/slab.txt"
