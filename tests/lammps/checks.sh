# SPDX-License-Identifier: GPL-2.0-only
#
# How the tests run LAMMPS, and how they judge what it printed: sourced by run_lammps_tests.sh.

ok()  { passed=$((passed + 1)); echo "  ok      $release $*"; }
bad() { failed=$((failed + 1)); echo "  FAILED  $release $*"; }

# ---- running LAMMPS ---------------------------------------------------------------------------

# Two groups of tests run at a time, but a run on several ranks has the processors for itself, which turns.c sees to: a rank
# that waits for another gives its processor away, and where a third process wants it, it comes back milliseconds later, at
# each of some thirty messages in a time step.  Runs of one rank are begun here.  Who waits keeps `turn`, so that nobody
# waits for ever.
begin_run() {
  exec 7>"$out/turn" 8>"$out/processors"
  flock 7
  flock -s 8
  exec 7>&-
}
end_run() { exec 8>&-; }

# lammps NAME RANKS ARGUMENTS: output in NAME.out, exit status in $status; 124 is a hang
lammps() {
  run_name=$1; run_ranks=$2; shift 2
  allowed=$limit
  if [ "$run_ranks" = 1 ]; then
    begin_run
    set -- $lmp "$@"
  else
    # (it waits for its turn while the clock runs, for another run at most)
    allowed=$((2 * limit))
    set -- mpirun --oversubscribe --allow-run-as-root -np "$run_ranks" env LD_PRELOAD="$out/turns.so" RIGIDSTEP_TEST_TURNS="$out" $lmp "$@"
  fi
  # Open MPI keeps files under TMPDIR: runs of one process at the same time trip over each other's
  # (and ranks that wait should let those work that they wait for, where others want the processors too)
  session=$(mktemp -d)
  # (starting takes Open MPI longer than most of these runs take: half a second goes to looking for networks that
  # one machine does not have, and to a daemon that a run of one process does not need)
  TMPDIR=$session PMIX_MCA_gds=hash OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader \
    OMPI_MCA_ess_singleton_isolated=1 timeout -k 5 $allowed "$@" -log none -var plugin "$plugin" -var here "$here" \
    >"$run_name.out" 2>&1 </dev/null 8>&-
  status=$?
  end_run
  rm -rf "$session"
}
# (the first of two values of a variable wins; a short run has as many lines of output, in half of the steps)
liquid() {
  run_name=$1; run_ranks=$2; shift 2
  fewer=
  case "$short $* " in
    *" -var steps "* | *" -var every "* | no*) ;;
    *) fewer="-var steps 100 -var every 5" ;;
  esac
  lammps "$run_name" "$run_ranks" -in "$here/in.liquid" "$@" -var state water.data -var restart no $fewer
}
free()   { run_name=$1; run_ranks=$2; shift 2; lammps "$run_name" "$run_ranks" -in "$here/in.free" "$@"; }
# The same bodies when they collide: bent molecules, rods, clumps of spheres, and bent molecules in a plane
colliding() { free "$@" -var pair "lj/cut 8.0" -var coeff "* * 0.2 3.0" -var spacing 4.5; }
rods()      { colliding "$@" -var molecule linear.mol; }
clumps()    { colliding "$@" -var molecule spheres.mol -var style "hybrid molecular sphere" -var masses no; }
in_plane()  { colliding "$@" -var dimension 2 -var lattice sq -var box "0 4 0 2 -0.1 0.1" -var spacing 5.0; }

# commands FILE COMMAND ...: several where a variable of the inputs takes one
commands() { commands_file=$1; shift; printf '%s\n' "$@" >"$commands_file"; echo "include $commands_file"; }

# acme.so: the module of the template, with a scheme that is strang by another name, and a rotor
acme_module() {
  ${CC:-cc} -shared -fPIC -I "$adapter/../abi" "$adapter/../examples/module_template/my_module.c" -o acme.so -lm || bad "my_module.c does not compile"
}

# The lines of thermodynamic output, in any release
thermo() { awk '/^ *Step / { on = 1; next } /^Loop time/ { on = 0 } on && $1 ~ /^[0-9]+$/' "$1.out"; }

# energy_change RUN: the largest of 21 lines, relative.  rms RUN COLUMN [LEAST]: of more than LEAST numbers, about their mean
energy_change() { thermo "$1" | awk 'NR == 1 { e = $5 } { d = ($5 - e) / e; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == 21) print m + 0 }'; }
rms() { thermo "$1" | awk -v c="$2" -v least="${3:-20}" '{ e[NR] = $c; m += $c } END { m /= NR; for (i in e) v += (e[i] - m) ^ 2; if (NR > least) print sqrt(v / NR) }'; }

# same NAME A B MINIMUM: runs A and B ended well and printed the same digits, in at least MINIMUM lines
same() {
  for run in "$2" "$3"; do
    grep -q '^Total wall time' "$run.out" || { bad "$1: $run did not end well: $(grep -m 1 ERROR "$run.out")"; return; }
    thermo "$run" >"$run.thermo"
  done
  lines=$(wc -l <"$2.thermo")
  if [ -f "$2.bodies" ] && ! cmp -s "$2.bodies" "$3.bodies"; then
    bad "$1: compute rigid/local: $(diff "$2.bodies" "$3.bodies" | grep -c '^<') of $(wc -l <"$2.bodies") lines differ"
  elif [ "$lines" -lt "$4" ]; then bad "$1: only $lines lines of output"
  elif cmp -s "$2.thermo" "$3.thermo"; then ok "$1: $lines lines equal"
  else bad "$1: $(diff "$2.thermo" "$3.thermo" | sed -n 's/^[<>] *//p' | head -n 2 | tr -s ' ' | tr '\n' '|')"; fi
}

# on_ranks NAME N WHAT [SKIP]: runs NAME.1 and NAME.N printed the same but for rounding; SKIP: columns that are left out
on_ranks() {
  ranks_apart=$(awk -v skip="${4:-}" -f "$inputs/compare_thermo.awk" "$1.1.out" "$1.$2.out")
  case ${ranks_apart:-lines} in
    lines*) bad "$3, on 1 and $2 ranks: $ranks_apart $(grep -m 1 ERROR "$1.$2.out")" ;;
    *) between 0 1e-9 "$(echo "$ranks_apart" | cut -d ' ' -f 2)" "$3, on 1 and $2 ranks, ${ranks_apart%% *} lines: largest difference" ;;
  esac
}

# between LOW HIGH VALUE WHAT; no value at all fails
between() {
  if [ -n "$3" ] && awk -v low="$1" -v high="$2" -v x="$3" 'BEGIN { exit !(x + 0 >= low + 0 && x + 0 <= high + 0) }'
  then ok "$4: $3"
  else bad "$4: ${3:-nothing}; must be from $1 to $2"; fi
}

# like_upstream NAME RANKS MINIMUM KIND ARGUMENTS: with the NO_SQUISH rotor our fix is fix
# rigid/nve/small in other words; KEYWORDS are given to both
like_upstream() {
  name=$1; ranks=$2; minimum=$3; kind=$4; shift 4
  dump="dump bodies all local 100"
  $kind "$name.$ranks.nve" "$ranks" -var dump "$dump $name.$ranks.nve.bodies index c_local[*]" -var fix "rigid/nve/small molecule ${KEYWORDS:-}" "$@"
  $kind "$name.$ranks.rgs" "$ranks" -var dump "$dump $name.$ranks.rgs.bodies index c_local[*]" -var fix "rigid/small/rgs molecule ${KEYWORDS:-} rotor nosquish scheme strang" "$@"
  same "$name, $ranks ranks" "$name.$ranks.nve" "$name.$ranks.rgs" "$minimum"
}

# refused NAME RANKS TEXT KIND ARGUMENTS: stops in time, with a status, and says TEXT (a regular
# expression) once, on one line, for all ranks
refused() {
  name=$1; ranks=$2; text=$3; kind=$4; shift 4
  $kind "$name.$ranks" "$ranks" "$@"
  if [ $status = 124 ] || [ $status = 137 ]; then bad "$name, $ranks ranks: hangs"
  elif [ $status = 0 ]; then bad "$name, $ranks ranks: exit status 0"
  elif [ "$(grep -c '^ERROR: ' "$name.$ranks.out")" != 1 ] || ! grep '^ERROR: ' "$name.$ranks.out" | grep -Eq "$text"; then
    bad "$name, $ranks ranks: status $status, says $(grep -m 2 ERROR "$name.$ranks.out")"
  else ok "$name, $ranks ranks: $(sed -n 's/^ERROR: \(.*\) (.*:[0-9]*)$/\1/p' "$name.$ranks.out" | cut -c 1-150)"; fi
}

# gap A B, quotient A B: how far apart two numbers are, and A over B; nothing where one is missing
gap() { awk -v a="${1:-}" -v b="${2:-}" 'BEGIN { if (a != "" && b != "") { d = a - b; print d < 0 ? -d : d } }'; }
quotient() { awk -v a="${1:-}" -v b="${2:-}" 'BEGIN { if (a != "" && b + 0 != 0) printf "%.12g\n", a / b }'; }

# equal WHAT A B [LINES]: two files have the same lines, as many as there should be
equal() {
  if [ -s "$2" ] && cmp -s "$2" "$3" && [ "$(wc -l <"$3")" = "${4:-$(wc -l <"$2")}" ]; then ok "$1: equal in all bits"
  else bad "$1: $(wc -l <"$3") lines${4:+, must be $4}; $(diff "$2" "$3" | head -n 4 | cut -c 1-150 | tr '\n' '|')"; fi
}

# What a run that is over did.  ended WHAT LINES RUN: it ended well and printed so many lines
ended() {
  ended_lines=$(thermo "$3" | wc -l)
  if [ $status = 0 ] && [ "$ended_lines" = "$2" ]; then ok "$1: ends with status 0"
  else bad "$1: status $status, $ended_lines lines, $(grep -m 1 ERROR "$3.out")"; fi
}
# warned WHAT TEXT RUN: it ended well, with a warning TEXT (a regular expression)
warned() {
  if [ $status = 0 ] && grep '^WARNING: ' "$3.out" | grep -Eq "$2"; then ok "$1: $(grep '^WARNING: ' "$3.out" | grep -E -m 1 "$2" | cut -c 10-170)"
  else bad "$1: status $status, $(grep -m 1 -E 'ERROR|WARNING' "$3.out")"; fi
}
# stopped WHAT TEXT RUN: it stopped by itself, with an error TEXT (a regular expression) on some rank
stopped() {
  if [ $status != 0 ] && [ $status -lt 124 ] && grep -Eq "^ERROR.*: $2" "$3.out"; then ok "$1: $(sed -n 's/^ERROR[^:]*: //p' "$3.out" | head -n 1 | cut -c 1-150)"
  else bad "$1: status $status, $(grep -m 1 ERROR "$3.out")"; fi
}
