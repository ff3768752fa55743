# SPDX-License-Identifier: GPL-2.0-only
#
# lammps_runs.sh - what the studies that run LAMMPS have in common, for their scripts to source, with $here set.
. "$here/../../../plugin-lammps/tools/lib.sh"

# begin FOLDER [RELEASE]: the tools, $lmp, and the folder to work in
begin() {
  need_packages gnuplot-nox
  lmp=${LMP:-$("$here/../../../plugin-lammps/tools/build_plugin.sh" ${2:-})/lmp_rgs}
  mkdir -p "$1"
  cd "$1"
  # One process a run; a second thread would only disturb the other one.
  export OMP_NUM_THREADS=1
}

# draw NAME: by lammps_pictures.py.  Debian's own Python: another one does not see Debian's packages.
draw() {
  need_packages python3-numpy python3-matplotlib
  /usr/bin/python3 -B "$here/../lammps_pictures.py" "$1" || die "cannot draw $1"
}

# whole NAME VALUE LEAST WHAT: VALUE has to be a whole number of WHAT, LEAST or more
whole() {
  case $2 in ''|*[!0-9]*) die "$1 is '$2'; it must be a whole number of $4, $3 or more" ;; esac
  [ "$2" -ge "$3" ] || die "$1 is $2; it must be $3 or more"
}

# lammps INPUT ARGUMENTS: LOAD is a command with which a LAMMPS other than lmp_rgs loads the plugin.  Each MPI process gets a folder of its own
# for its session: two that start at once would race.  So they would for PMIx' shared memory; without it they use plain messages.
lammps() (
  session=$(mktemp -d)
  trap 'rm -rf "$session"' EXIT
  input=$here/$1
  shift
  TMPDIR=$session PMIX_MCA_gds=hash OMPI_MCA_ess_singleton_isolated=1 $lmp -screen none -in "$input" -var here "$here" \
    ${LOAD:+-var load "$LOAD"} "$@" >/dev/null 2>&1
)

# once FILE WHAT INPUT ARGUMENTS: where FILE is not there, a run that leaves it
once() {
  [ ! -s "$1" ] || return 0
  say "equilibrating $2"
  shift 2
  lammps "$@" -log equilibrate.log || { grep -A 2 ERROR equilibrate.log >&2; die "equilibration failed; see $(pwd)/equilibrate.log"; }
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
