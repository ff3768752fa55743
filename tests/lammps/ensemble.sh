# SPDX-License-Identifier: GPL-2.0-only
#
# The styles rigid/nvt, rigid/npt and rigid/nph: sourced by run_lammps_tests.sh.

trimers() { run_name=$1; run_ranks=$2; shift 2; lammps "$run_name" "$run_ranks" -in "$here/in.trimers" "$@"; }
liquid_of_trimers() { run_name=$1; run_ranks=$2; shift 2; trimers "$run_name" "$run_ranks" -var made no -var start "read_data trimers.data" "$@"; }
# The same bodies in a cell with three tilt factors.  trimers_of NAME ..: in that cell if the name contains `skewed`
skewed_trimers() {
  [ -s skewed.data ] || trimers skewed 1 -var shape prism -var box "0 4 0 4 0 4 2 1 -1" -var fix "rigid/nve/small molecule" -var steps 0 -var columns pe \
    -var again "$(commands skewed.in "include ../cool.in" "write_data skewed.data nocoeff")"
  trimers "$@" -var made no -var start "read_data skewed.data"
}
trimers_of() { case $1 in *skewed*) skewed_trimers "$@" ;; *) liquid_of_trimers "$@" ;; esac; }

# column NAME RUN: the values of a column of thermodynamic output
column() { awk -v name="$1" '$1 == "Step" { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
  /^Loop time/ || /^ERROR/ { c = 0 } c && $1 ~ /^[0-9]+$/ { print $c }' "$2.out"; }
range() { awk 'NR == 1 { a = b = $1 } { if ($1 < a) a = $1; if ($1 > b) b = $1 } END { if (NR > 1) print b - a }'; }
# range_ratio A B: of the ranges of econserve in two runs
range_ratio() { quotient "$(column Econserve "$1" | range)" "$(column Econserve "$2" | range)"; }
# steps_for TIME DT
steps_for() { awk -v t="$1" -v h="$2" 'BEGIN { print int(t / h + 0.5) }'; }
moments() { awk -v skip="$1" 'NR > skip { n++; d = $1 - m; m += d / n; s += d * ($1 - m) } END { if (n > 1) printf "%.6g %.6g\n", m, s / n }'; }

