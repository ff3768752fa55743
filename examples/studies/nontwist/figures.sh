#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# One body, free and bound not to twist: where its axis d3 points, and what stays.
#
#   figures.sh [OUTPUT_FOLDER]                default: build/nontwist in the checkout
#
# Makes frames.txt and frames.png.  Installs CMake, a compiler and gnuplot where missing; root is
# wanted for that only.
set -euo pipefail

. "$(dirname "${BASH_SOURCE[0]}")/../../figures.bash"
prepare nontwist nontwist_frames "${1:-}"

"$build/bin/nontwist/frames" >"$out/frames.txt" || die "frames: $(tail -n 2 "$out/frames.txt")"
cd "$out"
gnuplot "$here/frames.gp" || die "gnuplot failed on frames.gp"
grep '^# ' frames.txt | cut -c 3-
printf '\nFigure: %s/frames.png\n' "$out"
