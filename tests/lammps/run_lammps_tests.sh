#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the LAMMPS plugin inside LAMMPS:  run_lammps_tests.sh [--short | --build] [RELEASE ...]
#
# --build: only builds what will be tested.
# --short: without LAMMPS' own examples, without accelerated forces, without valgrind, without processed schemes under pppm, and without a hundred thousand bodies, and of all releases but
# the first only what differs between releases: registration, refusals, restart files.  What is run on 1, 2 and 4 ranks is run on 1 and 4
# alone: four ranks share a cube as 1 x 2 x 2, which has what two have (a neighbour that is the same rank on both sides), and corners too.
# Without arguments: 4Jul2026 and 4Feb2025 through `plugin load`, and 29Sep2021 through the launcher where
# Debian 12's packaged LAMMPS can be had.  Sources, LAMMPS and plugins are fetched and built when
# they are not there (see plugin-lammps/tools/).  Exit status 0 only if every check passed.
#
# RIGIDSTEP_TEST_OUTPUT: folder for outputs (default: a temporary one, removed when all is well).
# RIGIDSTEP_TEST_GROUPS: which of motion, copies, refusals, swap, virial, outputs, watched, restart, reinit, run_style, processed, langevin, respa, ensemble, free_atoms, particles, particle_changes, particle_inputs, brownian,
# other_fixes, other_commands, accelerators, water_pressure, minimize, defects, threads, crash, rigid, upstream, examples, page, bad_input, large, crossed to run (default: all).
set -u

here=$(cd "$(dirname "$0")" && pwd)
adapter=$(cd "$here/../../plugin-lammps" && pwd)
water=$(cd "$here/../../examples/studies/water" && pwd)
inputs=$(cd "$here/../../examples/lammps" && pwd)
. "$adapter/tools/lib.sh"
. "$here/copies.sh"
. "$here/swap.sh"
. "$here/virial.sh"
. "$here/outputs.sh"
. "$here/watched.sh"
. "$here/restart.sh"
. "$here/reinit.sh"
. "$here/run_style.sh"
. "$here/processed.sh"
. "$here/langevin.sh"
. "$here/respa.sh"
. "$here/ensemble.sh"
. "$here/free_atoms.sh"
. "$here/other_fixes.sh"
. "$here/other_commands.sh"
. "$here/accelerators.sh"
. "$here/water_pressure.sh"
. "$here/crash.sh"
. "$here/rigid.sh"
. "$here/upstream.sh"
. "$here/examples.sh"
. "$here/page.sh"
. "$here/bad_input.sh"
. "$here/minimize.sh"
. "$here/defects.sh"
. "$here/large.sh"
. "$here/threads.sh"
. "$here/particles.sh"
. "$here/particle_changes.sh"
. "$here/particle_inputs.sh"
. "$here/brownian.sh"
# (the later of two functions with one name would serve both files)
twice=$(sed -n 's/^\([a-z_]*\)() .*/\1/p' "$adapter/tools/lib.sh" "$here"/*.sh | sort | uniq -d)
[ -z "$twice" ] || die "two files define a function" $twice
# (two are run at a time: the long ones begin)
groups="rigid upstream accelerators run_style restart reinit motion water_pressure particles particle_changes ensemble free_atoms copies refusals swap virial outputs watched processed langevin respa other_fixes other_commands minimize defects threads crash examples page bad_input large particle_inputs brownian crossed"
later=$(echo "$groups" | sed 's/ accelerators / /;s/ watched / /')    # of the releases after the first
short=no
any_ranks="1 2 4" many_ranks="2 4"
if [ "${1:-}" = --short ]; then
  shift
  short=yes
  any_ranks="1 4" many_ranks=4
  groups=$(echo "$groups" | sed 's/ upstream / /;s/ accelerators / /;s/ watched / /;s/ large / /;s/ particle_inputs / /;s/ brownian / /')
  later="refusals restart page crossed"
fi
build_only=no
if [ "${1:-}" = --build ]; then
  shift
  build_only=yes
fi
groups=${RIGIDSTEP_TEST_GROUPS:-$groups}
later=${RIGIDSTEP_TEST_GROUPS:-$later}

if [ $# = 0 ]; then
  set -- 4Jul2026 4Feb2025
  [ "$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")" = bookworm ] && set -- "$@" 29Sep2021
fi
need_packages libopenmpi-dev openmpi-bin g++ binutils procps python3 python3-numpy
out=${RIGIDSTEP_TEST_OUTPUT:-$(mktemp -d)}
mkdir -p "$out"
out=$(cd "$out" && pwd)
mpicc -shared -fPIC "$here/turns.c" -o "$out/turns.so" || die "turns.c does not compile"
passed=0
failed=0
export OMP_NUM_THREADS=1
limit=300    # seconds a run may take
rgs="rigid/small/rgs molecule"

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

# commands FILE COMMAND ...: several where a variable of the inputs takes one
commands() { commands_file=$1; shift; printf '%s\n' "$@" >"$commands_file"; echo "include $commands_file"; }

# acme.so: the module of the template, with a scheme that is strang by another name, and a rotor
acme_module() {
  ${CC:-cc} -shared -fPIC -I "$adapter/../abi" "$adapter/../examples/module_template/my_module.c" -o acme.so -lm || bad "my_module.c does not compile"
}

# The lines of thermodynamic output, in any release
thermo() { awk '/^ *Step / { on = 1; next } /^Loop time/ { on = 0 } on && $1 ~ /^[0-9]+$/' "$1.out"; }

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

# ---- the checks -------------------------------------------------------------------------------

tests() {
  rm -rf "$out/$release"
  mkdir -p "$out/$release"
  cd "$out/$release" || exit 1

  symbols=$(nm -D --defined-only "$plugin" | awk '{ print $3 }')
  if [ "$symbols" = lammpsplugin_init ]; then ok "the plugin exports lammpsplugin_init alone"
  else bad "the plugin exports $symbols"; fi

  for shape in "block 0 6 0 6 0 6:water" "prism 0 6 0 6 0 6 1.5 1.0 -0.5:tilted"; do
    lammps "${shape#*:}" 1 -in "$water/in.water" -var here "$water" -var state "${shape#*:}.data" -var shape "${shape%:*}" \
      -var warm 1000 -var steps 0 &
  done
  # a liquid of trimers, without a bath: its noise acts along the principal axes, which releases order in different ways, and in
  # so few steps their rounding does not show
  for k in $(seq 40); do printf '%s\n' "velocity all scale 1.0" "run 50"; done >cool.in
  trimers trimers 1 -var fix "rigid/nve/small molecule" -var steps 0 -var columns pe -var again "$(commands again.in "include cool.in" "write_data trimers.data nocoeff")" &
  wait
  for state in water tilted trimers; do
    [ -s $state.data ] || { bad "no $state.data: $(grep -m 1 ERROR $state.out)"; return; }
  done
  # two at a time: many runs have one rank, and those with more wait for each other
  each_group & first=$!
  each_group
  wait $first
  for group in $groups; do
    [ $group = crossed ] || grep -q " $group: [0-9]* s\$" $group.log || bad "$group did not end"
  done
  passed=$((passed + $(cat ./*.log 2>/dev/null | grep -c '^  ok ')))
  failed=$((failed + $(cat ./*.log 2>/dev/null | grep -c '^  FAILED ')))
}

# The groups that nobody took yet, each in a folder and a shell of its own: what it sets goes with it
each_group() {
  for group in $groups; do
    if [ $group != crossed ] && mkdir $group 2>/dev/null; then
      one_group >$group.log 2>&1
      cat $group.log
    fi
  done
}

one_group() (
  cd $group && ln -s ../water.data ../tilted.data ../trimers.data . || exit 1
  begun=$(date +%s)
  test_$group
  echo "          $release $group: $(($(date +%s) - begun)) s"
)

test_motion() {
  # -- the same trajectory as upstream, to all digits printed
  for n in $any_ranks; do like_upstream liquid $n 21 liquid; done
  # and beyond them: the rotors differ by rounding alone, which another rotor does not
  for s in "nve:rigid/nve/small molecule" "nosquish:$rgs rotor nosquish" "exact:$rgs rotor exact" "small:rigid/small molecule" "richardson:$rgs rotor richardson"; do
    liquid digits.${s%%:*} 1 -var fix "${s#*:}" -var steps 200 -var before_run "thermo_modify format float %.17g"
  done
  between 0 1e-13 "$(columns_apart digits.nve digits.nosquish 5 21)" "rotor nosquish, 200 steps: temperature, energies and pressure, relative to fix rigid/nve/small's"
  between 1e-9 1 "$(columns_apart digits.nve digits.exact 5 21)" "rotor exact, 200 steps: the same"
  between 0 1e-13 "$(columns_apart digits.small digits.richardson 5 21)" "rotor richardson, 200 steps: the same, relative to fix rigid/small's"
  # (after 0.8 to 1.1 ps the liquid's chaos shows the last bits of any two runs, upstream's own on
  # 2 and on 4 ranks included)
  for n in $many_ranks; do
    like_upstream migration $n 15 liquid -var steps 700 -var every 50
    away=$(thermo migration.$n.rgs | tail -n 1 | awk '{ print int($NF) }')
    if [ "${away:-0}" -ge 30 ]; then ok "migration, $n ranks: $away atoms on another rank than at the start"
    else bad "migration, $n ranks: only ${away:-0} atoms changed rank"; fi
  done
  for n in 1 4; do like_upstream triclinic $n 21 liquid -var state tilted.data; done
  like_upstream early 2 21 liquid -var after_fix "fix_modify move bodyforces early"
  like_upstream deform 2 21 liquid -var before_run "fix shear all deform 10 x erate 1e-5 remap none"
  for s in "nve:rigid/nve/small molecule" "rgs:rigid/small/rgs molecule rotor nosquish"; do
    liquid "stopped.${s%%:*}" 2 -var fix "${s#*:}" -var steps 100 -var again "write_restart ${s%%:*}.restart"
    liquid "continued.${s%%:*}" 2 -var fix "${s#*:}" -var restart yes -var state "${s%%:*}.restart" -var steps 100
  done
  same "continued from a restart file, 2 ranks" continued.nve continued.rgs 11

  # -- the name of LAMMPS' fix with /rgs behind it
  for style in rigid/small/rgs rigid/nve/small/rgs rigid/rgs rigid/nve/rgs; do
    liquid "named.$(echo $style | tr / _)" 1 -var local "print ''" -var fix "$style molecule"
  done
  same "rigid/nve/small/rgs is rigid/small/rgs" named.rigid_small_rgs named.rigid_nve_small_rgs 11
  same "rigid/nve/rgs is rigid/rgs" named.rigid_rgs named.rigid_nve_rgs 11
  liquid named.suffix 1 -var local "print ''" -var fix "rigid/small molecule" -sf rgs
  same "rigid/small with -sf rgs is rigid/small/rgs" named.rigid_small_rgs named.suffix 11
  between 1 1 "$(grep -c '^Suffix rgs: fix rigid/small (ID move) is replaced by rigid/small/rgs$' named.suffix.out)" "-sf rgs: lines of the log that name the fix that was replaced"

  # -- other kinds of bodies
  for n in $any_ranks; do
    like_upstream bodies $n 21 free -var pair "lj/cut 8.0" -var coeff "* * 0.2 3.0" -var spacing 4.5
    like_upstream spheres $n 21 free -var molecule spheres.mol -var style "hybrid molecular sphere" -var masses no -var pair "lj/cut 8.0" \
      -var coeff "* * 0.2 3.0" -var spacing 4.5 -var before_fix "compute all all temp/sphere" -var before_run "thermo_modify temp all"
    like_upstream plane $n 21 free -var dimension 2 -var lattice sq -var box "0 4 0 2 -0.1 0.1" -var pair "lj/cut 8.0" \
      -var coeff "* * 0.2 3.0" -var spacing 5.0
    KEYWORDS="gravity down" like_upstream gravity $n 21 free -var before_fix "fix down all gravity 0.001 vector 0 0 -1"
    KEYWORDS="mol m" like_upstream inserted $n 21 free -var box "0 4 0 4 0 4" -var spacing 9.0 \
      -var before_run "fix insert all deposit 5 0 20 9907 region box mol m rigid move near 0.3 vz -0.01 -0.01"
    between 207 207 "$(thermo inserted.$n.rgs | awk '{ n = $NF } END { print n }')" "inserted, $n ranks: atoms at the end, from 192"
  done

  # -- the exact rotor keeps the energy of free bodies; what keeps it less well shows that this can fail
  for rotor in exact nosquish; do
    free $rotor 2 -var fix "rigid/small/rgs molecule rotor $rotor" -var dt 20 -var steps 2000 -var every 100 \
      -var before_run "thermo_modify format float %.17g"
  done
  change() { thermo "$1" | awk 'NR == 1 { e = $5 } { d = ($5 - e) / e; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == 21) print m + 0 }'; }
  between 0 1e-13 "$(change exact)" "free bodies, 2000 steps, rotor exact: relative change of energy"
  between 1e-9 1 "$(change nosquish)" "free bodies, 2000 steps, rotor nosquish: relative change of energy"

  # -- steps so small that the rotors agree: bodies without spin about an axis
  worst() { thermo "$1" >"$1.thermo"; thermo "$2" >"$2.thermo"; paste "$1.thermo" "$2.thermo" |
    awk -v n="$3" '{ d = $2 / $(NF / 2 + 2) - 1; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == n) print m + 0 }'; }
  for s in "nve:rigid/nve/small molecule" "rgs:rigid/small/rgs molecule rotor exact"; do
    free "linear.${s%%:*}" 2 -var fix "${s#*:}" -var molecule linear.mol -var pair "lj/cut 8.0" -var coeff "* * 0.2 3.0" \
      -var spacing 4.5 -var dt 0.05 -var steps 1000 -var every 50
  done
  between 0 1e-6 "$(worst linear.nve linear.rgs 21)" "linear bodies, 2 ranks: temperature, relative to fix rigid/nve/small's"
  free linear.long 2 -var fix "rigid/small/rgs molecule" -var molecule linear.mol -var pair "lj/cut 8.0" -var coeff "* * 0.2 3.0" \
    -var spacing 4.5 -var steps 20000 -var every 1000
  between 0 0.1 "$(change linear.long)" "linear bodies, 20000 steps: relative change of energy"
  # LAMMPS takes a body whose moments have the ratio 2.5e-8 for a line, whose other two moments it leaves apart; and in two dimensions
  # the momentum of a dumbbell has rounding errors out of the plane
  printf '# bent by 0.02 degrees\n\n3 atoms\n\nCoords\n\n1 1.2 0.0002 0\n2 0 0 0\n3 -1.2 0.0002 0\n\nTypes\n\n1 2\n2 1\n3 2\n' >nearly.mol
  ln -s "$here/in.begin" .
  free nearly 1 -var here . -var molecule nearly.mol -var fix "rigid/small/rgs molecule" -var dt 10 -var steps 2000 -var every 100 \
    -var before_run "thermo_modify format float %.17g"
  between 0 1e-13 "$(change nearly)" "nearly linear bodies, 2000 steps, rotor exact: relative change of energy"
  for style in rigid/nvt rigid/nvt/small; do
    free plane.$(echo $style | tr -d /) 1 -var dimension 2 -var lattice sq -var box "0 4 0 2 -0.1 0.1" -var molecule linear.mol -var spacing 5 \
      -var fix "$style/rgs molecule temp 300 300 100"
    between 8 8 "$(thermo plane.$(echo $style | tr -d /) | awk 'END { print $NF / 2 }')" "$style/rgs in two dimensions: dumbbells after 200 steps"
  done
}

test_refusals() {
  for n in 1 3; do
    refused unknown_rotor $n 'rotor.*gyroscope.*exact' free -var fix "$rgs rotor gyroscope"
    refused unknown_scheme $n 'scheme.*nonsense.*strang' free -var fix "$rgs scheme nonsense"
    refused misspelt $n "no scheme is called 'strnag'; nearest: strang" free -var fix "$rgs scheme strnag"
    refused misspelt_bath $n "no bath is called 'langvin'; nearest: langevin" free -var fix "rigid/nvt/small/rgs molecule temp 300 300 100 bath langvin"
    refused unknown_param $n 'param.*colour' free -var fix "$rgs param colour 3"
    refused no_rotor_name $n 'keyword rotor needs a name' free -var fix "$rgs rotor"
    refused no_param_value $n 'keyword param needs a key and a value' free -var fix "$rgs param order"
    refused unknown_keyword $n '[Ii]llegal|[Uu]nknown' free -var fix "$rgs gyrate 3"
    refused force_in_the_middle $n 'strang_dkd.*middle' free -var fix "$rgs scheme strang_dkd"
  done

  # every other scheme there is needs what run_style verlet does not have
  for scheme in $(sed -n 's/^ERROR: .*unknown scheme nonsense; known: \([^(]*\) (.*/\1/p' unknown_scheme.1.out); do
    [ $scheme = strang ] || refused scheme_$scheme 1 \
      "scheme $scheme (needs ([0-9]+ force evaluations a step|its force evaluation in the middle).*use run_style rgs)|scheme $scheme needs a bath; use rigid/nvt" \
      free -var fix "$rgs scheme $scheme"
  done

  # a body that cannot be: one moment larger than the sum of the others
  printf '1\n5 20.0 4 4 12 1 1 10 0 0 0 0 0 0 0 0 0 0 0 0\n' >bad.infile
  for n in 1 4; do
    refused bad_body $n 'rigid/small/rgs.*ID move.*body owned by atom [0-9]+.*10' free -var fix "$rgs infile bad.infile"
  done
  # a force that is not a number shows on one rank only, in the middle of a run
  for n in 1 3; do
    free "infinite.$n" $n -var fix "$rgs" -var before_fix "variable bad atom ((id==7)*1e308)*1e308" \
      -var before_run "fix bad all addforce v_bad 0 0"
    if [ $status != 0 ] && [ $status != 124 ] && [ $status != 137 ] &&
       grep -Eq '^ERROR on proc [0-9]+: Fix rigid/small/rgs \(ID move\): body owned by atom (7|8|9): .*timestep 1 ' "infinite.$n.out"
    then ok "infinite force, $n ranks: $(sed -n 's/^ERROR on proc [0-9]*: //p' "infinite.$n.out" | head -n 1 | cut -c 1-150)"
    else bad "infinite force, $n ranks: status $status, says $(grep -m 1 ERROR "infinite.$n.out")"; fi
  done

  # a body that goes so far in one step that LAMMPS would never take it back into the box; fix rigid/small loses its atoms before
  for n in 1 4; do
    refused far $n 'Fix rigid/rgs .ID move.: .*its centre of mass is more than a million lengths of the box away' free -var fix "rigid/rgs molecule" -var dt 1e30
    refused far_small $n 'Lost atoms|more than a million' free -var fix "$rgs" -var dt 1e30
  done

  # -- a LAMMPS the plugin was not compiled for: same error by plugin load and by the launcher
  this=$(echo "$release" | sed 's/\([0-9]*\)\([A-Z][a-z]*\)\([0-9]*\)/\1 \2 \3/')
  good=$plugin
  plugin=$folder/other/rigidstep_otherplugin.so
  RIGIDSTEP_PLUGIN=$plugin
  export RIGIDSTEP_PLUGIN
  for n in 1 3; do
    refused other_release $n "compiled for LAMMPS 1 Jan 2001 .*, but this is LAMMPS $this " free -var fix "$rgs"
  done
  unset RIGIDSTEP_PLUGIN
  plugin=$good

  # -- where LAMMPS has no package PLUGIN, the launcher says whose styles it has, and loads no other plugin
  if [ "$release" = 29Sep2021 ]; then
    echo "plugin load ./rigidstepplugin.so" >loads.in
    lammps loads 1 -in loads.in
    if [ $status = 0 ] && grep -q '^lmp_rgs has the styles of /.*/rigidstepplugin.so; it does not read ./rigidstepplugin.so$' loads.out
    then ok "lmp_rgs, plugin load: $(grep '^lmp_rgs' loads.out | cut -c 1-120)"
    else bad "lmp_rgs, plugin load: status $status, $(grep -m 1 'ERROR\|lmp_rgs' loads.out)"; fi
    echo "plugin load otherplugin.so" >loads.in
    refused loads_other 1 'lmp_rgs loads rigidstepplugin.so only, not otherplugin.so' lammps -in loads.in
  fi

  # -- an MPI whose headers the plugin was not compiled with: this one gives its name alone
  printf '%s\n' '#include <string.h>' 'int MPI_Get_library_version(char *name, int *length) {' \
    '  strcpy(name, "MPICH Version: 4.0.2"); *length = (int)strlen(name); return 0; }' >other_mpi.c
  cc -shared -fPIC other_mpi.c -o other_mpi.so
  mpi_lmp=$lmp
  lmp="env LD_PRELOAD=$PWD/other_mpi.so $lmp"
  refused other_mpi 1 'compiled with Open MPI, but the MPI of this LAMMPS is MPICH Version: 4.0.2; compile' free -var fix "$rgs"
  lmp=$mpi_lmp

  # -- the tree of a release that no test runs: taken, with a word; without a tree refused
  mkdir -p tree/src
  echo '#define LAMMPS_VERSION "22 Jul 2025"' >tree/src/version.h
  for given in tree ""; do
    answer=$("$adapter/tools/get_lammps_source.sh" 22Jul2025 $given 2>&1)
    case "$given:$answer" in
      tree:*"not tested with LAMMPS 22Jul2025"*"$PWD/tree" | :*"Debian has no release '22Jul2025'"*)
        ok "release 22Jul2025, tree '$given': $(echo "$answer" | head -n 1)" ;;
      *) bad "release 22Jul2025, tree '$given': $answer" ;;
    esac
  done

  # -- unload, load again, clear: the process must end well
  for n in 1 2; do
    lammps cycle.$n $n -in "$here/in.cycle"
    runs=$(thermo cycle.$n | wc -l)
    if [ $status = 0 ] && [ "$runs" = 9 ]; then ok "load, unload, load, clear, load, $n ranks: ends with status 0"
    else bad "load, unload, load, clear, load, $n ranks: status $status, $runs lines, $(grep -m 1 ERROR cycle.$n.out)"; fi
  done
  for n in 1 2; do
    lammps unloaded.$n $n -in "$here/in.cycle" -var forget yes
    if [ $status != 0 ] && [ $status -lt 124 ] && grep -q '^ERROR: .*rigid/small/rgs' unloaded.$n.out
    then ok "after unload, $n ranks: $(sed -n 's/^ERROR: //p' unloaded.$n.out | cut -c 1-100)"
    else bad "after unload, $n ranks: status $status, $(grep -m 1 ERROR unloaded.$n.out)"; fi
  done
}

# The plugins of two real releases, each in the other's LAMMPS.
crossed() {
  mkdir -p "$out/crossed"
  cd "$out/crossed" || exit 1
  release=4Jul2026 lmp=$lmp_4Jul2026 plugin=$plugin_29Sep2021
  refused crossed 2 'compiled for LAMMPS 29 Sep 2021 .*, but this is LAMMPS 4 Jul 2026 ' free -var fix "$rgs"
  release=29Sep2021 lmp=$lmp_29Sep2021 plugin=$plugin_4Jul2026
  RIGIDSTEP_PLUGIN=$plugin_4Jul2026
  export RIGIDSTEP_PLUGIN
  refused crossed 2 'Cannot load .*the one compiled for this LAMMPS, 29 Sep 2021' free -var fix "$rgs"
  unset RIGIDSTEP_PLUGIN
}

for release in "$@"; do
  echo "LAMMPS $release"
  folder=$("$adapter/tools/build_plugin.sh" "$release") || { bad "does not build"; continue; }
  plugin=$folder/rigidstepplugin.so
  if [ "$release" = 29Sep2021 ]; then lmp=$folder/lmp_rgs
  else lmp=$("$adapter/tools/build_lammps.sh" "$release")/lmp; fi
  [ $build_only = no ] || continue
  eval "lmp_$release=\$lmp plugin_$release=\$plugin"
  tests
  groups=$later
done
case " $groups " in
  *' crossed '*) if [ -n "${lmp_4Jul2026:-}" ] && [ -n "${lmp_29Sep2021:-}" ]; then crossed; fi ;;
esac

echo "$passed passed, $failed failed"
if [ $failed != 0 ]; then echo "output: $out"; exit 1; fi
[ -n "${RIGIDSTEP_TEST_OUTPUT:-}" ] || rm -rf "$out"
