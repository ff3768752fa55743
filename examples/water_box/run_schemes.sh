#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The same box of water under schemes of order 2, 4 and 6, at equal numbers of force evaluations: a
# table of how much the energy fluctuates, and a picture.  About two minutes on two processors.
#
#   run_schemes.sh [OUTPUT_FOLDER]            default: ./water_schemes_output
#
# LMP: as for run_water_box.sh.  PS: length of each run in ps (default: 0.5).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/runs.sh"
out=${1:-water_schemes_output}
ps=${PS:-0.5}
awk -v ps="$ps" 'BEGIN { exit !(ps + 0 >= 0.2 && ps + 0 <= 1000) }' || die "PS is '$ps'; it must be from 0.2 to 1000"

# scheme and its force evaluations a step; a gradient counts as one
schemes="strang:1 nystrom4:3 srkn6b:6 srkn11b:11"
forces="250 500 750 1500 3000 6000"    # a ps
longest=15                             # step, in fs

begin "$out"
equilibrate

# Fluctuation of the energy about its mean, over the number of samples there must be
rms() { awk -v least="$2" '!/^#/ { n++; e[n] = $2; m += $2 } END { if (n < least) { print "-"; exit } m /= n
  for (i in e) v += (e[i] - m) ^ 2; r = sqrt(v / n); print (r < 1e3 ? r : "-") }' "$1.energy"; }

run() {  # scheme, step, number of steps
  name=$1.$2
  rm -f "$name.energy"
  # too large a step ends in an error, and the table tells
  lammps -in "$here/in.water" -var here "$here" -var name "$name" -var runstyle rgs -var scheme "$1" -var dt "$2" -var every 1 -var steps "$3" -log "$name.log" || :
  grep -q '^Total wall time' "$name.log" || grep -q ERROR "$name.log" || { echo "  $name failed; see $(pwd)/$name.log" >&2; return 1; }
  rms "$name" "$3" >"$name.rms"
}

for s in $schemes; do
  for f in $forces; do
    awk -v s="${s%:*}" -v n="${s#*:}" -v f=$f -v ps="$ps" -v longest=$longest \
      'BEGIN { dt = sprintf("%.4g", 1000 * n / f); if (dt + 0 <= longest) print s, f, dt, int(1000 * ps / dt) }'
  done
done >runs

one() {  # scheme, forces a ps, step, number of steps
  say "$1, steps of $3 fs"
  run "$1" "$3" "$4"
}
two_at_a_time runs
while read -r scheme f dt n; do echo "$scheme $f $dt $(cat "$scheme.$dt.rms")"; done <runs >results

{
  echo
  echo "216 SPC/E molecules, $ps ps: rms fluctuation of the energy in kcal/mol (- is unstable)"
  echo
  printf '%-15s' "forces per ps"
  for s in $schemes; do printf ' %-18s' "${s%:*}"; done
  echo
  for f in $forces; do
    printf '%-15s' "$f"
    for s in $schemes; do
      awk -v s="${s%:*}" -v f="$f" '$1 == s && $2 == f { t = ($4 == "-" ? "-" : sprintf("%.1e", $4)) " (" $3 " fs)" }
        END { printf " %-18s", t }' results
    done
    echo
  done
} | tee table
gnuplot <<'GNUPLOT'
set terminal pngcairo size 900,560
set output 'schemes.png'
set xlabel 'force evaluations per ps'
set ylabel 'rms fluctuation of the energy / (kcal/mol)'
set title '216 SPC/E molecules'
set logscale xy
set format y '10^{%L}'
set datafile missing '-'
plot for [name in "strang nystrom4 srkn6b srkn11b"] '< awk -v s='.name.' "\$1 == s && \$4 != \"-\"" results' \
  using 2:4 with linespoints title name noenhanced
GNUPLOT
echo
echo "the same as a picture: $(pwd)/schemes.png"
