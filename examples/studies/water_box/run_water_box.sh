#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The same box of water under four rigid-body integrators: a table of energy drift, noise and cost,
# and a picture of the energy.  A minute and a half on two processors, half of it when run again.
#
#   run_water_box.sh [OUTPUT_FOLDER]          default: ./water_box_output
#
# LMP: command that runs LAMMPS with the rigidstep styles (default: a launcher for Debian 12's
# LAMMPS or, elsewhere, for one that is built; see plugin-lammps/tools/build_plugin.sh).
# STEPS: steps of 2 fs (default 10000).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
out=${1:-water_box_output}
steps=${STEPS:-10000}
whole STEPS "$steps" 1000 steps
begin "$out"

# What does not depend on rigidstep is kept from an earlier run: the equilibrated box and LAMMPS' own
# fixes.  It is used again only if the input and the LAMMPS library are the same, to the last bit, and
# so are the files it left.
engine=$(ldd "${lmp%% *}" 2>/dev/null | awk '/liblammps/ { print $3 }')
key() { { echo "$@"; cat "$here/in.water" "$here/../../lammps/spce.mol" "$engine"; } | sha256sum | cut -d ' ' -f 1; }
is_kept() {  # name, key
  [ -n "$engine" ] && [ -f "$1.kept" ] && [ "$(head -n 1 "$1.kept")" = "$2" ] &&
    tail -n +2 "$1.kept" | sha256sum -c --quiet --strict - >/dev/null 2>&1
}
keep() {  # name, key, files
  name=$1 its=$2
  shift 2
  { echo "$its"; sha256sum "$@"; } >"$name.kept"
}

# With its output, line by line.
lammps() (
  session=$(mktemp -d)
  trap 'rm -rf "$session"' EXIT
  TMPDIR=$session PMIX_MCA_gds=hash stdbuf -oL $lmp -in "$here/in.water" -var here "$here" "$@"
)

if [ -n "$engine" ] && is_kept water "$(key equilibrate)"; then
  say "216 SPC/E molecules: equilibrated box of an earlier run"
else
  say "216 SPC/E molecules: equilibrating 10 ps"
  rm -f water.data
  lammps -var steps 0 -screen none -log equilibrate.log || {
    grep -A 2 ERROR equilibrate.log >&2; die "equilibration failed"; }
  [ -z "$engine" ] || keep water "$(key equilibrate)" water.data
fi

run() {  # name, fix style, rotor
  rm -f "$1.energy" "$1.log" "$1.kept"
  lammps -var name "$1" -var fixstyle "$2" -var rotor "$3" -var steps "$steps" -log "$1.log" 2>&1 |
    while read -r step temperature rest; do  # awk would sit on its input
      case "$step $temperature $rest" in *ERROR*) echo "  $step $temperature $rest" >&2 ;; esac
      case $step in '' | *[!0-9]*) continue ;; esac
      case $temperature in [0-9]*.*) ;; *) continue ;; esac
      [ $((step % 1000)) != 0 ] || say "$(printf '%-22s %3d of %d ps' "$1" $((step / 500)) $((steps / 500)))"
    done
  grep -q '^Total wall time' "$1.log" || { echo "  $1 failed" >&2; return 1; }
}

run_once() {  # the same, for a fix of LAMMPS
  its=$(key "$@" "$steps" "$(cat water.data)")
  if is_kept "$1" "$its"; then
    say "$1: energies of an earlier run"
  else
    run "$@" && { [ -z "$engine" ] || keep "$1" "$its" "$1.energy" "$1.log"; }
  fi
}

both() {
  failed=
  wait $a || failed=1
  wait $b || failed=1
  [ -z "$failed" ] || die "a run failed; see the logs in $(pwd)"
}

# Two at a time, each on a processor of its own.
run_once rigid-small      rigid/small     none  & a=$!
run_once rigid-nve-small  rigid/nve/small none  & b=$!
both
run rigid-small-rgs-exact rigid/small/rgs exact & a=$!
run rigid-small-rgs-dmv2  rigid/small/rgs dmv2  & b=$!
both

# The cost: short runs, one at a time, in turns, so that a noisy machine is noisy for all of them.
say "cost of the fixes: three short runs of each, in turns"
for turn in 1 2 3; do
  for fix in "rigid-small rigid/small none" "rigid-nve-small rigid/nve/small none" \
             "rigid-small-rgs-exact rigid/small/rgs exact" "rigid-small-rgs-dmv2 rigid/small/rgs dmv2"; do
    set -- $fix
    lammps -var name cost -var fixstyle "$2" -var rotor "$3" -var steps 120 -screen none -log "$1.cost$turn" \
      >/dev/null 2>&1 || die "$1 failed; see $(pwd)/$1.cost$turn"
  done
done

echo
echo "216 SPC/E molecules, lj/gromacs/coul/gromacs 8 A, steps of 2 fs:"
awk -f "$here/analyse.awk" -v machine=results rigid-small rigid-nve-small rigid-small-rgs-exact rigid-small-rgs-dmv2 |
  tee table
gnuplot - <<'GNUPLOT'
set terminal svg size 760, 420 enhanced font 'DejaVu Sans,13' background '#ffffff'
set output 'energy.svg'
set border 3 lc rgb '#7a8088'
set tics nomirror textcolor rgb '#3c4148'
set grid lc rgb '#e4e7eb' lt 1
set xlabel 'time / ps'
set ylabel 'energy, from its first ps on / (kcal/mol)'
set title '216 SPC/E molecules, steps of 2 fs'
set key above horizontal samplen 1.6 textcolor rgb '#3c4148'
names = "rigid-small rigid-nve-small rigid-small-rgs-dmv2 rigid-small-rgs-exact"
titles = "rigid/small rigid/nve/small rigid/small/rgs,~dmv2 rigid/small/rgs,~exact"
colours = "#c8452f #c98a11 #2c8c57 #1f6fb4"
first(file) = real(system("awk '!/^#/ && $1 <= 1 { s += $2; n++ } END { printf \"%.9f\", s / n }' " . file))
spaced(title) = (at = strstrt(title, "~")) ? title[1:at - 1] . " " . title[at + 1:*] : title
plot for [i = 1:4] e0 = first(word(names, i).".energy") word(names, i).".energy" using 1:($2 - e0) with lines \
  lc rgb word(colours, i) title spaced(word(titles, i)) noenhanced
GNUPLOT
echo
echo "energy against time: $(pwd)/energy.svg"
