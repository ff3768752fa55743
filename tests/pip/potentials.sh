#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Rigid molecules under potentials that pip installs with their weights, beside TorchSim, under i-PI's driver, and
# checked by physical-validation.
#
#   tests/pip/potentials.sh [FOLDER]
#
# FOLDER: where to work (default: build/pip_potentials).  Takes six minutes of one core, and gigabytes at the first
# time.  Where pip reaches no index, all is skipped.  The last line counts; exits with 0 only if nothing failed.
set -u

. "$(dirname "$0")/venv.sh"
start pip_potentials "$@"
make_venv "$root/tests/pip/potentials.txt"

build() {
  cmake -S "$root" -B "$work/build" -D RIGIDSTEP_TESTS=OFF -D RIGIDSTEP_EXAMPLES=OFF &&
    cmake --build "$work/build" --target rigidstep_generic --parallel "$(nproc)"
}
try build build
studies="$root/examples/studies/potentials"
export RIGIDSTEP_MODULE="$work/build/lib/rigidstep_generic.so"
export PYTHONPATH="$root/plugin-generic:$root/tests/bindings:$studies"
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 PATH="$venv/bin:$PATH"
study="$venv/bin/python $studies/potentials.py"
# shellcheck disable=SC2086
for model in gfn1 gfn2 ani1x 7net-0 chgnet; do
  try "$model" $study models --short --seconds 2 --models $model --molecules CO2 --out "$work"
done
# shellcheck disable=SC2086
for part in pair batches; do try $part $study $part --short --out "$work"; done
try lesson "$venv/bin/python" "$root/tests/bindings/t_python_page.py" "$RIGIDSTEP_MODULE" \
  "$root/examples/lessons/two_potentials.md"
try validation "$venv/bin/python" "$root/tests/pip/validation.py"
try ipi "$venv/bin/python" "$root/tests/pip/sockets.py"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
