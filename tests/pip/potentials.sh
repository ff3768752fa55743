#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Rigid molecules under potentials that pip installs with their weights, beside TorchSim, under i-PI's driver, and
# checked by physical-validation.
#
#   tests/pip/potentials.sh [FOLDER]
#
# FOLDER: where to work (default: build/pip_potentials).  Takes ten minutes of one core, and gigabytes at the first
# time.  Where pip reaches no index, all is skipped.  The last line counts; exits with 0 only if nothing failed.
set -u

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=${1:-$root/build/pip_potentials}
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
passed=0
failed=0
. "$root/tests/pip/venv.sh"
make_venv "$root/tests/pip/potentials.txt"

# check NAME COMMAND...
check() {
  name=$1
  shift
  if "$@" >"$work/$name.log" 2>&1; then passed=$((passed + 1)); echo "ok      $name"
  else failed=$((failed + 1)); echo "FAILED  $name; see $work/$name.log"; tail -n 20 "$work/$name.log"; fi
}
build() {
  cmake -S "$root" -B "$work/build" -D RIGIDSTEP_TESTS=OFF -D RIGIDSTEP_EXAMPLES=OFF &&
    cmake --build "$work/build" --target rigidstep_generic --parallel "$(nproc)"
}
check build build
export RIGIDSTEP_MODULE="$work/build/lib/rigidstep_generic.so" PYTHONPATH="$root/plugin-generic:$root/tests/bindings"
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 PATH="$venv/bin:$PATH"
study="$venv/bin/python $root/examples/studies/potentials/potentials.py"
# shellcheck disable=SC2086
for model in gfn1 gfn2 ani1x 7net-0 chgnet; do
  check "$model" $study models --short --seconds 2 --models $model --molecules CO2 --out "$work"
done
# shellcheck disable=SC2086
for part in pair batches; do check $part $study $part --short --models ani1x --molecules CO2 --out "$work"; done
check validation "$venv/bin/python" "$root/tests/pip/validation.py"
check ipi "$venv/bin/python" "$root/tests/pip/sockets.py"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
