#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The newest hosts that pip installs: our tests with the wheels of OpenMM, ASE and NumPy, and without --short with
# JAX and PyTorch, examples/hosts/attitude, and what openmmtools and physical-validation say of OpenMM's ensembles.
#
#   tests/pip/run.sh [--short] [FOLDER]
#
# --short: a minute; the platforms Reference and CPU of OpenMM, without JAX and PyTorch.
# FOLDER: where to work (default: build/pip).
#
# What pip installs stays in a virtual environment under ~/.cache/rigidstep.  Where pip reaches no index, all is
# skipped.  Needs a compiler, CMake, cmocka and Python's module venv.  The last line counts; exits with 0 only if
# nothing failed.
set -u

short=no
if [ "${1:-}" = --short ]; then short=yes; shift; fi
. "$(dirname "$0")/venv.sh"
start pip "$@"

if [ $short = no ]; then
  make_venv "$root/tests/pip/ensembles.txt"
  judges=$venv
fi
set -- "$root/tests/pip/hosts.txt"
[ $short = yes ] || set -- "$@" "$root/tests/pip/long.txt"
make_venv "$@"
site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
"$venv/bin/python" -c 'import sys, ase, numpy, openmm
print("        Python", sys.version.split()[0], "ASE", ase.__version__, "NumPy", numpy.__version__,
      "OpenMM", openmm.version.version)'

export OPENMM_PLUGIN_DIR="$site/OpenMM.libs/lib/plugins" # OpenMM looks for its platforms there
target=python_tests
[ $short = yes ] || target=all
build() {
  cmake -S "$root" -B "$work/build" -D RIGIDSTEP_EXAMPLES=OFF -D RIGIDSTEP_WERROR=ON \
    -D Python3_EXECUTABLE="$venv/bin/python" -D CMAKE_PREFIX_PATH="$site/OpenMM.libs" &&
    cmake --build "$work/build" --parallel "$(nproc)" --target $target openmm_tests
}
try "the plugin is built for OpenMM's wheel" build
[ $failed = 0 ] || { echo "$passed passed, $failed failed"; exit 1; }

# tests WORDS OF CTEST...
tests() {
  ctest --test-dir "$work/build" --parallel "$(nproc)" --timeout 900 --no-tests=error --output-on-failure "$@" \
    >"$work/ctest.log" 2>&1
  grep ' Test  *#' "$work/ctest.log"
  passed=$((passed + $(grep -c ' Passed  *[0-9.]* sec$' "$work/ctest.log")))
  failed=$((failed + $(grep -c '\*\*\*\(Failed\|Exception\|Timeout\|Not Run\)' "$work/ctest.log")))
  grep -q 'tests passed' "$work/ctest.log" || try "the tests" sh -c "tail -n 20 '$work/ctest.log'; false"
}
if [ $short = yes ]; then
  export RIGIDSTEP_TEST_SHORT=1
  tests -L fast -R '^openmm_(refused_)?(reference|cpu)$|^openmm_python$|^python_(numpy|forces|batch|ase_.*)$'
else
  try "attitudes under torques of engineers' programs" env "RIGIDSTEP_BUILT=$work/build" "$root/examples/hosts/attitude/run.sh" --short
  try "OpenMM's ensembles, by openmmtools and physical-validation" env "RIGIDSTEP_MODULE=$work/build/lib/rigidstep_generic.so" \
    "RIGIDSTEP_OPENMM_PLUGINS=$work/build/lib/openmm" "PYTHONPATH=$root/plugin-generic" \
    "$judges/bin/python" -B "$root/tests/pip/ensembles.py"
  tests -R '^openmm_|^python_|^lesson_|^howto$' -LE full -E '^python_types$'
  if [ -e "$OPENMM_PLUGIN_DIR/libOpenMMCUDA.so" ] && command -v nvcc >/dev/null 2>&1; then
    try "the platform CUDA is compiled and linked" cmake --build "$work/build" --target OpenMMRigidstepCUDA
  fi
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
