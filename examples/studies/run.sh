#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# A study in Python from a bare Debian 12 on: installs NumPy and Matplotlib where they are missing (root is wanted for
# that only), builds the library, and runs the study.  Its output is in build/STUDY.
#
#   run.sh STUDY [OPTION...]          run.sh STUDY --help says what it does
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/../prepare.bash"
study=${1:-}
[ -f "$here/$study/$study.py" ] ||
  die "STUDY is '$study'; must be one of $(cd "$here" && for file in */*.py; do printf '%s ' "${file%/*}"; done)"
packages+=(python3 python3-numpy python3-matplotlib)
prepare studies "rigidstep_generic study_forces"
# Debian's own Python: another one does not see Debian's packages.
exec env RIGIDSTEP_MODULE="$build/lib/rigidstep_generic.so" PYTHONDONTWRITEBYTECODE=1 \
  /usr/bin/python3 "$here/$study/$study.py" "${@:2}"
