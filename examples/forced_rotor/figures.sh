#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Motion under forces: a figure of a paper drawn anew, and what every scheme's accuracy costs.
#
#   figures.sh [OUTPUT_FOLDER]                default: build/forced_rotor in the checkout
#
#   perturbed_top.png  E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23, Figure 7
#   top_*.png water_*.png  error against cost of every scheme, on a heavy top and a water cluster
#
# T: length of the perturbed motion (default 5e4, as in the paper).  MOLECULES: of the cluster
# (default 27).  Three minutes in all.  Installs CMake, a compiler and gnuplot where missing; root is
# wanted for that only.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$root/build
out=${1:-$build/forced_rotor}
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
       cmake --build "$build" --parallel "$(nproc)" --target forced_rotor; } >"$out/build.log" 2>&1; then
  tail -n 30 "$out/build.log" >&2
  die "the build failed; see $out/build.log"
fi
bin=$build/bin/forced_rotor

# ---- runs ----------------------------------------------------------------------------------------
say "a body under a small torque, up to t = ${T:-5e4} (half a minute)"
"$bin/perturbed_top" "${T:-5e4}" >"$out/perturbed_top.txt" ||
  { grep '^#.*FAIL' "$out/perturbed_top.txt" >&2; die "see $out/perturbed_top.txt"; }

say "every scheme on a heavy top"
"$bin/work_precision" top "$out/top" >"$out/top.txt" ||
  { tail -n 3 "$out/top.txt" >&2; die "see $out/top.txt"; }
say "every scheme on ${MOLECULES:-27} waters (a minute and a half)"
"$bin/work_precision" water "$out/water" "${MOLECULES:-27}" >"$out/water.txt" ||
  { tail -n 3 "$out/water.txt" >&2; die "see $out/water.txt"; }

# ---- figures -------------------------------------------------------------------------------------
cd "$out"
gnuplot "$here/perturbed_top.gp" || die "gnuplot failed on perturbed_top.gp"

# draw PROBLEM NAME TIME_UNIT: errors of state and energy, against evaluations and CPU time
draw() {
  local what cost error xname yname
  for what in state energy; do
    if [ $what = state ]; then error=4 yname="error of the state"
    else error=5 yname="energy: r.m.s. error / r.m.s. of the potential energy"; fi
    for cost in calls cpu; do
      if [ $cost = calls ]; then xname="evaluations $3 (a gradient is one)"
      else xname="CPU seconds $3"; fi
      gnuplot -e "problem='$1'; picture='$1_${what}_$cost.png'; error=$error; yname='$yname'" \
        -e "cost=$([ $cost = calls ] && echo 2 || echo 3); xname='$xname'" \
        -e "what='$2: $yname'" "$here/work_precision.gp" || die "gnuplot failed on $1_${what}_$cost"
    done
  done
}
draw top "Heavy top" "a unit of time"
draw water "${MOLECULES:-27} SPC/E waters at 300 K" "a femtosecond"

sed -n '/^# exact.srkn14a, h/,$s/^# \{0,1\}//p' perturbed_top.txt
for problem in top water; do
  printf '\n==== %s ====\n' $problem
  cat $problem.txt
done
printf '\nFigures in %s:\n  perturbed_top.png\n' "$out"
printf '  %s\n' {top,water}_{state,energy}_{calls,cpu}.png
