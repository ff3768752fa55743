#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Attitudes under torques of Basilisk, JSBSim, MuJoCo, REBOUND and Drake, from a bare Debian 12 on:
#
#   run.sh [--short] [--scheme NAME] [--damped NAME]          (README.md)
#
# pip installs the programs (a gigabyte) into a virtual environment under ~/.cache/rigidstep.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../../prepare.bash"
packages+=(python3 python3-venv)
prepare hosts/attitude rigidstep_generic
# shellcheck disable=SC2034
work=$out
. "$root/tests/pip/venv.sh"
make_venv "$here/requirements.txt"
export PYTHONPATH=$root/plugin-generic PYTHONDONTWRITEBYTECODE=1 RIGIDSTEP_MODULE=$build/lib/rigidstep_generic.so
cd "$out"
wrong=0
for program in known on_basilisk on_jsbsim on_mujoco on_rebound on_drake; do
  "$venv/bin/python" "$here/$program.py" "$@" | tee "$program.txt" || wrong=1
done
exit $wrong
