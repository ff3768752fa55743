#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# What a turn, a step and a body cost: builds the benchmark and runs it, on a bare Debian 12 too.
#
#   run_bench.sh [OUTPUT_FOLDER] [OPTION_OF_BENCH...]     default: build/bench in the checkout
#
# Prints the tables and ratios of bench, then the memory of BODIES bodies (default 1e7: 2.3 GB), and
# draws bench.png.  bench.csv has the rows.  --quick takes seconds, the whole some ten minutes of CPU
# time.  Installs what is missing (as root): CMake, a compiler, matplotlib, cmocka, GSL, Boost.Math.
# README.md tells how to read it, and how to have other people's codes measured beside it; folders of
# these are given to CMake in PEERS, as in PEERS="-DRIGIDSTEP_PEER_DMV=/path".
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build/bench-release
die() { printf 'run_bench: %s\n' "$*" >&2; exit 1; }
say() { printf '%s\n' "$*" >&2; }

out=$root/build/bench
case ${1:-} in
  --* | '') ;;
  *) out=$1; shift ;;
esac
mkdir -p "$out" || die "cannot make $out"
out=$(cd "$out" && pwd)

# ---- packages -----------------------------------------------------------------------------------
missing=()
need() { command -v "$2" >/dev/null 2>&1 || [ -e "$2" ] || missing+=("$1"); }
need gcc gcc
need g++ g++
need libc6-dev /usr/include/stdlib.h
need make make
need cmake cmake
need python3-matplotlib /usr/lib/python3/dist-packages/matplotlib
need libcmocka-dev /usr/include/cmocka.h
need libgsl-dev /usr/include/gsl/gsl_sf_ellint.h
need libboost-math-dev /usr/include/boost/math/special_functions/jacobi_elliptic.hpp
if ((${#missing[@]})); then
  say "installing ${missing[*]}"
  if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    die "please install ${missing[*]}, or run as root on Debian"
  fi
  export DEBIAN_FRONTEND=noninteractive
  install() { apt-get install -y --no-install-recommends "${missing[@]}" >"$out/apt.log" 2>&1; }
  install || { apt-get update >"$out/apt.log" 2>&1 && install; } ||
    { tail -n 15 "$out/apt.log" >&2; die "please install ${missing[*]}"; }
fi

# ---- build and run ------------------------------------------------------------------------------
say "building"
# shellcheck disable=SC2086
if ! { cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_EXAMPLES=OFF ${PEERS:-} &&
       cmake --build "$build" --parallel "$(nproc)" --target bench_worker bench_threads many_bodies; } >"$out/build.log" 2>&1; then
  tail -n 30 "$out/build.log" >&2
  die "the build failed; see $out/build.log"
fi
/usr/bin/python3 "$here/bench.py" "$build/bin/bench_worker" --csv "$out/bench.csv" --picture "$out/bench.png" "$@" | tee "$out/bench.txt"
printf '\nThreads of the host, by the clock of the wall: a body and step\n' | tee -a "$out/bench.txt"
"$build/bin/bench_threads" | tee -a "$out/bench.txt"
printf '\nMemory, of a host that opens the library when it runs\n' | tee -a "$out/bench.txt"
"$build/bin/many_bodies" "$build/lib/rigidstep_generic.so" "${BODIES:-1e7}" | tee -a "$out/bench.txt"

printf '\nFigure: %s; rows: %s\n' "$out/bench.png" "$out/bench.csv"
