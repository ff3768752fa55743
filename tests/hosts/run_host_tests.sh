#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs every example host with the program it belongs to, and sees that each notices a mistake in it.
#
#   run_host_tests.sh [--short] [HOST...]      default: all of examples/hosts/
#
# --short: without the mistakes.
#
# RIGIDSTEP_BUILT: a build of the library to use as it is (default: build/, built when needed).
# Installs Debian's packages (as root).  Logs lie in build/tests/hosts.  The last line counts; the exit
# status is 0 only if nothing failed.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd) || exit 2
logs=$root/build/tests/hosts
built=${RIGIDSTEP_BUILT:-$root/build}
mkdir -p "$logs" || exit 2
passed=0
failed=0
ok()  { passed=$((passed + 1)); echo "ok      $*"; }
bad() { failed=$((failed + 1)); echo "FAILED  $*"; }

# host NAME: its one command, which exits with 0 if its numbers are right.
host() {
  local begun=$SECONDS log=$logs/$1.log
  if "$root/examples/hosts/$1/run.sh" "$logs/$1" >"$log" 2>&1; then
    ok "$1, $((SECONDS - begun)) s"
  else
    bad "$1; see $log"
    grep -E 'WRONG|rror' "$log" || tail -n 10 "$log"
  fi
}

# mistaken NAME FILE WHAT FROM TO: the same with FROM made TO in a copy must not pass.  The library is
# the one that was built already.  --short only finds FROM.
mistaken() {
  local name=$1 file=$2 what=$3 from=$4 to=$5 copy=$logs/mistaken log=$logs/$1.mistaken.log text
  text=$(cat "$root/$file")
  if [ "${text/"$from"/}" = "$text" ]; then
    bad "$name: $file no longer has '$from'"
    return
  fi
  [ $short = no ] || return
  rm -rf "$copy"
  mkdir -p "$copy"
  cp -R "$root/abi" "$root/plugin-generic" "$root/examples" "$copy/"
  printf '%s\n' "${text/"$from"/"$to"}" >"$copy/$file"
  if RIGIDSTEP_BUILT=$built "$copy/examples/hosts/$name/run.sh" "$copy/out" >"$log" 2>&1; then
    bad "$name does not notice: $what; see $log"
  elif grep -qE '^  WRONG|off by|not right' "$log"; then
    ok "$name notices: $what"
  else
    bad "$name: $what ends in another way; see $log"
    tail -n 5 "$log"
  fi
  rm -rf "$copy"
}

short=no
if [ "${1:-}" = --short ]; then
  short=yes
  shift
fi
wanted=${*:-ase cpp fortran mujoco}

# The hosts, two at a time where no copies with mistakes share a place.
told=$logs/told
rm -rf "$told" && mkdir -p "$told"
two_at_a_time() {
  local name
  for name in $wanted; do
    [ -x "$root/examples/hosts/$name/run.sh" ] || continue
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n; done
    host "$name" >"$told/$name" &
  done
  wait
}
[ $short = no ] || two_at_a_time
for name in $wanted; do
  if [ ! -x "$root/examples/hosts/$name/run.sh" ]; then
    bad "no host '$name'"
    continue
  fi
  if [ $short = yes ]; then
    cat "$told/$name"
    if grep -q '^ok' "$told/$name"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
  else
    host "$name"
  fi
  case $name in
    ase) mistaken ase plugin-generic/rigidstep/sites.py "a torque the other way" \
        'return intramolecular' 'self.columns["tau"][:] *= -1; return intramolecular' ;;
    cpp) mistaken cpp examples/hosts/cpp/heavy_top.cpp "a torque the other way" \
        "weight[i] * e[j] - weight[j] * e[i]" "weight[j] * e[i] - weight[i] * e[j]" ;;
    fortran) mistaken fortran examples/hosts/fortran/satellite.f90 "a torque at the wrong time" \
        "gravity_gradient(s%eval_time)" "gravity_gradient(s%time())" ;;
    mujoco) mistaken mujoco examples/hosts/mujoco/free_bodies.c "a lever left out" \
        "mju_cross(lever, arm, force)" "mju_zero3(lever)" ;;
  esac
done

echo "$passed passed, $failed failed"
[ $failed = 0 ]
