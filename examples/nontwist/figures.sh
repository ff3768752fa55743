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

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build
out=${1:-$build/nontwist}
mkdir -p "$out"
out=$(cd "$out" && pwd)

die() { printf 'figures: %s\n' "$*" >&2; exit 1; }
say() { printf '%s\n' "$*" >&2; }

missing=()
for tool in cmake make gcc gnuplot; do
  command -v "$tool" >/dev/null || missing+=("${tool/gnuplot/gnuplot-nox}")
done
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

say "building"
if [ -f "$build/CMakeCache.txt" ] &&
   ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
  die "$build belongs to another source tree; remove it or move it away"
fi
first=()
[ -f "$build/CMakeCache.txt" ] || first=(-DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_TESTS=OFF)
if ! { cmake -S "$root" -B "$build" "${first[@]}" -DRIGIDSTEP_EXAMPLES=ON &&
       cmake --build "$build" --parallel "$(nproc)" --target nontwist_frames; } \
     >"$out/build.log" 2>&1; then
  tail -n 30 "$out/build.log" >&2
  die "the build failed; see $out/build.log"
fi

"$build/bin/nontwist/frames" >"$out/frames.txt" || die "frames: $(tail -n 2 "$out/frames.txt")"
cd "$out"
gnuplot "$here/frames.gp" || die "gnuplot failed on frames.gp"
grep '^# ' frames.txt | cut -c 3-
printf '\nFigure: %s/frames.png\n' "$out"
