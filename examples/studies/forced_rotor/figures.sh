#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Motion under forces: a figure of a paper drawn anew, and what every scheme's accuracy costs.
#
#   figures.sh [OUTPUT_FOLDER]                default: build/forced_rotor in the checkout
#
#   perturbed_top.png  E. Celledoni, A. Zanna, ACM Trans. Math. Softw. 37 (2010) 23, Figure 7
#   top_*.png water_*.png  error against cost of every scheme, on a heavy top and a water cluster
#   peers.png  the same with codes for granular matter, on the top and on a body that bounces
#
# T: length of the perturbed motion (default 5e4, as in the paper).  MOLECULES: of the cluster
# (default 27).  Three minutes in all.  Installs CMake, a compiler and gnuplot where missing; root is
# wanted for that only.
set -euo pipefail

. "$(dirname "${BASH_SOURCE[0]}")/../../figures.bash"
prepare forced_rotor forced_rotor "${1:-}"
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

say "codes for granular matter"
"$bin/peer_precision" orders >"$out/peers.txt" || { cat "$out/peers.txt" >&2; die "see $out/peers.txt"; }
for problem in top contact; do
  { echo; "$bin/peer_precision" $problem "$out/peers_$problem.txt"; } >>"$out/peers.txt" ||
    die "peer_precision failed on $problem"
done

# ---- figures -------------------------------------------------------------------------------------
cd "$out"
gnuplot "$here/perturbed_top.gp" || die "gnuplot failed on perturbed_top.gp"

gnuplot -e "picture='peers.png'" "$here/peer_precision.gp" || die "gnuplot failed on peer_precision.gp"

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
for problem in top water peers; do
  printf '\n==== %s ====\n' $problem
  cat $problem.txt
done
printf '\nFigures in %s:\n  perturbed_top.png\n  peers.png\n' "$out"
printf '  %s\n' {top,water}_{state,energy}_{calls,cpu}.png
