#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# The figures of the papers, drawn anew with this library, and its rounding over many steps.
#
#   figures.sh [OUTPUT_FOLDER]                default: build/free_rotor in the checkout
#
#   axes.png      G. Vilmart, Rigid body dynamics (2013), Figure 1
#   triangle.png  E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23, Figure 5
#   growth.png    error of the energy over the steps
#   properties.txt  Vilmart's Table 2, measured
#
# STEPS: steps of the last figure (default 1e6; 1e8 takes minutes).  Installs CMake, a compiler and
# gnuplot where missing; root is wanted for that only.
set -euo pipefail

. "$(dirname "${BASH_SOURCE[0]}")/../../figures.bash"
prepare free_rotor free_rotor "${1:-}"
bin=$build/bin/free_rotor

say "axes of a book"
"$bin/axes" >"$out/axes.txt" || die "axes: $(tail -n 1 "$out/axes.txt")"
say "accuracy over all shapes"
"$bin/triangle" 100 >"$out/triangle.txt" || die "triangle: $(grep '"' "$out/triangle.txt")"
say "properties of every rotor"
"$bin/properties" >"$out/properties.txt" || die "properties: $(tail -n 1 "$out/properties.txt")"
say "rounding over ${STEPS:-1e6} steps"
"$bin/growth" "${STEPS:-1e6}" >"$out/growth.txt" || die "growth: $(tail -n 2 "$out/growth.txt")"

cd "$out"
for figure in axes triangle growth; do
  gnuplot "$here/$figure.gp" || die "gnuplot failed on $figure.gp"
done
cat properties.txt
printf '\n'
grep '"' triangle.txt | tr -d '"'
grep '^# [a-z0-9]*: ' growth.txt | cut -c 3-
printf '\nFigures in %s: axes.png triangle.png growth.png\n' "$out"
