# SPDX-License-Identifier: GPL-2.0-only
#
# Keyword langevin: sourced by run_lammps_tests.sh, after run_style.sh.

# mean COLUMN FILE: of what fix ave/time wrote
mean() { awk -v c="$1" '!/^#/ { s += $c; n++ } END { if (n) printf "%.4g", s / n }' "$2"; }

