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

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build
out=${1:-$build/free_rotor}
mkdir -p "$out"
out=$(cd "$out" && pwd)

die() { printf 'figures: %s\n' "$*" >&2; exit 1; }
say() { printf '%s\n' "$*" >&2; }

# ---- packages ------------------------------------------------------------------------------------
missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
need cmake cmake
need make make
need gcc gcc
need gnuplot gnuplot-nox
if ((${#missing[@]})); then
  say "installing ${missing[*]}"
  command -v apt-get >/dev/null || die "please install: ${missing[*]}"
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y
           --no-install-recommends "${missing[@]}" libc6-dev)
  "${install[@]}" >"$out/apt.log" 2>&1 ||
    { "${as_root[@]}" apt-get update >"$out/apt.log" 2>&1 && "${install[@]}" >>"$out/apt.log" 2>&1; } ||
    { tail -n 15 "$out/apt.log" >&2; die "please install: ${missing[*]}"; }
fi

# ---- programs ------------------------------------------------------------------------------------
say "building"
if [ -f "$build/CMakeCache.txt" ] &&
   ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
  die "$build belongs to another source tree; remove it or move it away"
fi
first=()
[ -f "$build/CMakeCache.txt" ] || first=(-DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_TESTS=OFF)
if ! { cmake -S "$root" -B "$build" "${first[@]}" -DRIGIDSTEP_EXAMPLES=ON &&
       cmake --build "$build" --parallel "$(nproc)" --target free_rotor; } >"$out/build.log" 2>&1; then
  tail -n 30 "$out/build.log" >&2
  die "the build failed; see $out/build.log"
fi
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
