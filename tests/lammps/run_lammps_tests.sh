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
# RIGIDSTEP_TEST_GROUPS: which groups to run, of those in `groups` below (default: all).
set -u

here=$(cd "$(dirname "$0")" && pwd)
adapter=$(cd "$here/../../plugin-lammps" && pwd)
water=$(cd "$here/../../examples/studies/water" && pwd)
inputs=$(cd "$here/../../examples/lammps" && pwd)
. "$adapter/tools/lib.sh"
for file in "$here"/[a-z]*.sh; do
  case $file in */run_lammps_tests.sh) ;; *) . "$file" ;; esac
done
# (the later of two functions with one name would serve both files)
twice=$(sed -n 's/^\([a-z_]*\)() .*/\1/p' "$adapter/tools/lib.sh" "$here"/*.sh | sort | uniq -d)
[ -z "$twice" ] || die "two files define a function" $twice
# (two are run at a time: the long ones begin)
groups="accelerators"
later=$(echo "$groups" | sed 's/ accelerators / /;s/ watched / /')    # of the releases after the first
short=no build_only=no options=
any_ranks="1 2 4" many_ranks="2 4"
for word in "$@"; do
  case $word in
    --short) short=yes any_ranks="1 4" many_ranks=4 ;;
    --build) build_only=yes options=--build ;;
    4Jul2026 | 4Feb2025 | 29Sep2021) ;;
    *) die "'$word' is no option and no release; there are --short, --build, 4Jul2026, 4Feb2025 and 29Sep2021" ;;
  esac
  case $word in --*) [ "$word" = "$1" ] || die "$word must stand before the releases"; shift ;; esac
done
if [ $short = yes ]; then
  groups=$(echo "$groups" | sed 's/ upstream / /;s/ accelerators / /;s/ watched / /;s/ large / /;s/ particle_inputs / /;s/ brownian / /')
  later="refusals "
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

tests() {
  rm -rf "${out:?}/$release"
  mkdir -p "$out/$release"
  cd "$out/$release" || exit 1

  symbols=$(nm -D --defined-only "$plugin" | awk '{ print $3 }')
  if [ "$symbols" = lammpsplugin_init ]; then ok "the plugin exports lammpsplugin_init alone"
  else bad "the plugin exports $symbols"; fi

  for shape in "block 0 6 0 6 0 6:water" "prism 0 6 0 6 0 6 1.5 1.0 -0.5:tilted"; do
    lammps "${shape#*:}" 1 -in "$water/in.water" -var here "$water" -var state "${shape#*:}.data" -var shape "${shape%:*}" \
      -var warm 1000 -var steps 0 &
  done
  # a liquid of trimers, without a thermostat: its noise acts along the principal axes, which releases order
  # in different ways, and in so few steps their rounding does not show
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
    grep -q " $group: [0-9]* s\$" $group.log || bad "$group did not end"
  done
  passed=$((passed + $(cat ./*.log 2>/dev/null | grep -c '^  ok ')))
  failed=$((failed + $(cat ./*.log 2>/dev/null | grep -c '^  FAILED ')))
}

# The groups that nobody took yet, each in a folder and a shell of its own: what it sets goes with it
each_group() {
  for group in $groups; do
    if mkdir $group 2>/dev/null; then
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

for release in "$@"; do
  echo "LAMMPS $release"
  folder=$("$adapter/tools/build_plugin.sh" "$release") || { bad "does not build"; continue; }
  plugin=$folder/rigidstepplugin.so
  if [ "$release" = 29Sep2021 ]; then lmp=$folder/lmp_rgs
  else lmp=$("$adapter/tools/build_lammps.sh" "$release")/lmp; fi
  [ $build_only = no ] || continue
  tests
  groups=$later
done
# (the groups that are in Python)
[ -n "${RIGIDSTEP_TEST_GROUPS:-}" ] || "$here/run.py" $options "$@" || failed=$((failed + 1))
echo "$passed passed, $failed failed"
if [ $failed != 0 ]; then echo "output: $out"; exit 1; fi
[ -n "${RIGIDSTEP_TEST_OUTPUT:-}" ] || rm -rf "$out"
