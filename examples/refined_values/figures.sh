#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Refined energies and temperatures, and gradients by displacement, shown on water.
#
#   figures.sh [--full] [OUTPUT_FOLDER]       default: build/refined_values in the checkout
#
#   energies.png      fluctuation of the plain, refined and shadow energy over the step
#   temperatures.png  rotation against translation: plain, half-step, refined
#   gradients.png     nystrom4 with the exact gradient and with gradients by displacement
#   and the numbers in energies.txt, temperatures.txt, orders.txt, records.txt
#
# --full: temperatures from up to 20 ns a step, which takes 20 minutes of processor time instead of 3.
# JOBS: programs at a time (default 2).  Answers 1 if a number is not what it should be.  Installs CMake,
# a compiler and gnuplot where missing; root is wanted for that only.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build
die() { printf 'figures: %s\n' "$*" >&2; exit 1; }
say() { printf '%s\n' "$*" >&2; }

full=no
if [ "${1:-}" = --full ]; then full=yes; shift; fi
case ${1:-} in -*) die "figures.sh [--full] [OUTPUT_FOLDER]" ;; esac
out=${1:-$build/refined_values}
mkdir -p "$out"
out=$(cd "$out" && pwd)

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
       cmake --build "$build" --parallel "$(nproc)" --target refined_values; } >"$out/build.log" 2>&1; then
  tail -n 30 "$out/build.log" >&2
  die "the build failed; see $out/build.log"
fi
bin=$build/bin/refined_values

# ---- numbers -------------------------------------------------------------------------------------
bad=0
flaw() { printf 'figures: FAILED: %s\n' "$*" >&2; bad=1; }

cd "$out"
say "energies"
"$bin/energies" --records energy_record.txt >energies.txt || flaw "energies.txt"
say "gradients: orders, and long records"
"$bin/orders" "$root/tests/data" >orders.txt || flaw "orders.txt"
"$bin/records" "$root/tests/data" >records.txt || flaw "records.txt"

# step in fs, length in ns, and a scheme other than strang
runs=("1 1" "2 2" "3 2" "4 2" "5 2" "5 1 strang_dkd" "5 1 nystrom4")
[ $full = no ] || runs=("4 20" "5 20" "3 20" "2 12" "1 5" "5 4 strang_dkd" "5 4 nystrom4")
say "temperatures"
printf '%s\n' "${runs[@]}" | xargs -P "${JOBS:-2}" -L 1 "$bin/temperatures" >temperatures.raw ||
  die "a run failed"
sort -k1,1r -k2,2n temperatures.raw >temperatures.txt
rm temperatures.raw

# A refined difference is zero, so that it stays within 3 error bars but once in 370 times, within 4
# but once in 16000; what chance does often enough to meet it is marked, no more.
awk -f "$here/temperatures.awk" temperatures.txt >temperatures.table || flaw "temperatures.table"

for figure in energies temperatures gradients; do
  gnuplot "$here/$figure.gp" || die "gnuplot failed on $figure.gp"
done
cat energies.txt
printf '\n'
cat temperatures.table
printf '\n'
cat orders.txt
grep '^#' records.txt
printf '\nFigures in %s: energies.png temperatures.png gradients.png\n' "$out"
exit $bad
