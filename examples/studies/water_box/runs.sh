# SPDX-License-Identifier: GPL-2.0-only
#
# runs.sh - what run_schemes.sh, run_temperatures.sh and run_langevin.sh have in common, for them to source, with $here set.
. "$here/../../../plugin-lammps/tools/lib.sh"

# begin FOLDER: the tools, $lmp, and the folder to work in
begin() {
  need_packages gnuplot-nox
  lmp=${LMP:-$("$here/../../../plugin-lammps/tools/build_plugin.sh")/lmp_rgs}
  mkdir -p "$1"
  cd "$1"
  # One process a run; a second thread would only disturb the other one.
  export OMP_NUM_THREADS=1
}

lammps() (
  session=$(mktemp -d)
  trap 'rm -rf "$session"' EXIT
  TMPDIR=$session PMIX_MCA_gds=hash $lmp -screen none "$@" >/dev/null 2>&1
)

# The box all runs begin with, in water.data
equilibrate() {
  [ ! -s water.data ] || return 0
  say "216 SPC/E molecules: equilibrating 10 ps"
  lammps -in "$here/in.water" -var here "$here" -var steps 0 -log equilibrate.log ||
    { grep -A 2 ERROR equilibrate.log >&2; die "equilibration failed"; }
}

# two_at_a_time FILE: `one` with the words of each line, each on a processor of its own
two_at_a_time() {
  awk 'NR % 2 == 1' "$1" | each_line & odd=$!
  awk 'NR % 2 == 0' "$1" | each_line & even=$!
  failed=
  wait $odd || failed=1
  wait $even || failed=1
  [ -z "$failed" ] || die "a run failed"
}
each_line() { while read -r words; do one $words </dev/null || return 1; done; }
