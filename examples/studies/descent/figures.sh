#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Water from a random start to a minimum of its energy: fire and steepest descent.
#
#   figures.sh [OUTPUT_FOLDER]                default: build/descent in the checkout
#
# Makes descent.txt and descent.png.  Installs CMake, a compiler and gnuplot where missing; root is
# wanted for that only.
set -euo pipefail

. "$(dirname "${BASH_SOURCE[0]}")/../../figures.bash"
prepare descent descent "${1:-}"

"$build/bin/descent/descent" >"$out/descent.txt" || die "descent: $(tail -n 2 "$out/descent.txt")"
cd "$out"
gnuplot "$here/descent.gp" || die "gnuplot failed on descent.gp"
grep '^# ' descent.txt | cut -c 3-
printf '\nFigure: %s/descent.png\n' "$out"
