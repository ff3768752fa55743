#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The Python package with the Python, NumPy and ASE of a newer Debian: pip builds its wheel there, compiles
# the library by that Debian's gcc, and installs both in a virtual environment; then the tests of
# tests/bindings/ in Python import what was installed.
#
#   tests/package/run_python_test.sh [FOLDER [CODENAME]]
#
# FOLDER: where to work (default: build/newer_debian).  CODENAME: of that Debian (default: trixie).
#
# Needs root, on Debian.  The last line counts; exits with 0 only if nothing failed.
set -u

newer=${2:-trixie}
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=${1:-$root/build/newer_debian}
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
. "$root/tests/package/roots.sh"

install_missing debootstrap
make_root $newer gcc,libc6-dev,cmake,make,libcmocka-dev,mypy,python3-pip,python3-venv,python3-ase,python3-matplotlib
copy_source "$clean/tmp/rigidstep"
versions='import sys, numpy, ase; print(sys.version.split()[0], "NumPy", numpy.__version__, "ASE", ase.__version__)'
echo "        Python $(enter python3 -c "$versions")"

try "pip install ./plugin-generic" enter sh -c 'cd /tmp && python3 -m venv --system-site-packages venv &&
  venv/bin/pip install --no-index ./rigidstep/plugin-generic'
try "what the tests need is built" enter sh -c 'cd /tmp && cmake -S rigidstep -B build -D RIGIDSTEP_EXAMPLES=OFF \
  -D Python3_EXECUTABLE=/tmp/venv/bin/python && cmake --build build --parallel "$(nproc)" --target python_tests'
# These two read the sources; for the others there is nothing left to import but what pip installed.
try "the sources' types and the wheel" enter ctest --test-dir /tmp/build -R '^python_(types|wheel)$' --no-tests=error --output-on-failure
mv "$clean/tmp/rigidstep/plugin-generic/rigidstep" "$clean/tmp/away"
enter ctest --test-dir /tmp/build -R '^python_' -E '_(types|wheel)$' --output-on-failure >"$work/ctest.log" 2>&1
passed=$((passed + $(grep -c ' Passed  *[0-9.]* sec$' "$work/ctest.log")))
failed=$((failed + $(grep -c '\*\*\*\(Failed\|Exception\|Timeout\|Skipped\|Not Run\)' "$work/ctest.log")))
grep ' Test  *#' "$work/ctest.log"
grep -q '^100% tests passed' "$work/ctest.log" || { bad "the tests with what was installed; see $work/ctest.log"; tail -n 20 "$work/ctest.log"; }

echo "$passed passed, $failed failed"
[ $failed = 0 ]
