#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The OpenMM plugin with the OpenMM 8 and the Python of a newer Debian: built there, tested on its platforms
# Reference, CPU and OpenCL in double precision, installed, and used by openmm.app through rigidstep.openmm.
#
#   tests/package/run_openmm_test.sh [FOLDER]       FOLDER: where to work (default: build/newer_openmm)
#
# Needs root, on Debian.  The last line counts; exits with 0 only if nothing failed.
set -u

newer=trixie
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=${1:-$root/build/newer_openmm}
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
. "$root/tests/package/roots.sh"

install_missing debootstrap
make_root $newer g++,cmake,make,libcmocka-dev,libopenmm-dev,libopenmm-plugins,python3-openmm,python3-numpy,ocl-icd-opencl-dev,pocl-opencl-icd
copy_source "$clean/tmp/rigidstep"
echo "        $(enter python3 -c 'import sys, openmm; print("Python", sys.version.split()[0], "OpenMM", openmm.version.version)')"

try "the plugin is built" enter sh -c 'cd /tmp && cmake -S rigidstep -B build -D RIGIDSTEP_EXAMPLES=OFF -D CMAKE_INSTALL_PREFIX=/usr &&
  cmake --build build --parallel "$(nproc)" --target openmm_tests rigidstep_static rigidstep_generic rigidstep_command contract'
for platform in reference cpu opencl_double; do
  # PoCL asks /sys for the processors and their memory.  Its default way to make loops of threads, of version 6,
  # crashes in OpenMM's kernel runCCMA, also with VerletIntegrator.
  try "the tests on $platform" enter sh -c 'mount -t sysfs sysfs /sys
    export POCL_WORK_GROUP_METHOD=cbs
    ctest --test-dir /tmp/build -R "^openmm_((refused|pressure)_)?$1\$" --no-tests=error --output-on-failure
    status=$?
    umount /sys
    exit $status' sh $platform
done
try "Python, from the build" enter ctest --test-dir /tmp/build -R '^openmm_python$' --no-tests=error --output-on-failure
# Now nothing is left of the sources but what was installed.
try "installed into OpenMM's folder of plugins" enter sh -c 'cmake --install /tmp/build && ldconfig'
for file in openmm/t_openmm_python.py openmm/peptides.py bindings/refused.py; do cp "$root/tests/$file" "$clean/tmp"; done
cp "$root/plugin-openmm/README.md" "$clean/tmp"
rm -rf "$clean/tmp/rigidstep" "$clean/tmp/build"
try "Python, installed" enter sh -c 'PYTHONPATH=$(echo /usr/lib/*/rigidstep) python3 /tmp/t_openmm_python.py /tmp/README.md'

echo "$passed passed, $failed failed"
[ $failed = 0 ]
