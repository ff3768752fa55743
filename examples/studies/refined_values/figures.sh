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

. "$(dirname "${BASH_SOURCE[0]}")/../../figures.bash"

full=no
if [ "${1:-}" = --full ]; then full=yes; shift; fi
case ${1:-} in -*) die "figures.sh [--full] [OUTPUT_FOLDER]" ;; esac
prepare refined_values refined_values "${1:-}"
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
