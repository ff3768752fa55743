#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# How long a developer waits:  tests/loop_times.sh [clone | edit | fast | slow | validate]...
#
#   clone     from `git clone` to the first green test, in an empty folder and without ccache
#   edit      from a changed rotor to its green tests, in the folder of `clone`
#   fast ...  the tests with this label, in build/, which is brought up to date before
#
# Without an argument: clone, edit and fast.  Prints seconds on the wall and seconds of all processors; on a machine
# that does other work only the latter mean something.  CONTRIBUTING.md has the table of these numbers.
set -eu
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# timed WHAT AIM FUNCTION
timed() {
  local what=$1 aim=$2 text status=0
  shift 2
  TIMEFORMAT='%R %U %S'
  text=$( { time "$@" >"$work/log" 2>&1; } 2>&1 ) || status=$?
  [ $status = 0 ] || tail -n 20 "$work/log"
  echo "$text" | awk -v what="$what" -v aim="$aim" -v status=$status 'END {
    printf "%-52s %6.1f s, processors %6.1f s  (aim: %s)%s\n", what, $1, $2 + $3, aim, status ? "  FAILED" : "" }'
  return $status
}

# (no step is reached after one that failed: in a condition, set -e does not see to that)
clone() {
  export CCACHE_DISABLE=1
  git clone -q "$root" "$work/clone" && cd "$work/clone" && cmake --preset dev &&
    cmake --build --preset dev --target t_rotor_rules && ctest --preset dev -R '^t_rotor_rules$' --no-tests=error
}

edit() {
  export CCACHE_DISABLE=1
  cd "$work/clone" && echo "/* changed */" >>core/rotors/richardson.c &&
    cmake --build --preset dev --target t_rotor_rules t_free_reference contract &&
    ctest --preset dev -R '^t_(rotor_rules|free_reference)' --no-tests=error && build/dev/bin/rigidstep-contract --only richardson
}

labelled() { ctest --test-dir "$root/build" --parallel 2 --timeout 900 -L "^$1$" --no-tests=error; }

[ $# -gt 0 ] || set -- clone edit fast
for what in "$@"; do
  case $what in
    clone) timed "clone to the first green test" "180 s" clone ;;
    edit)
      ({ [ -d "$work/clone" ] || clone; } && cd "$work/clone" &&
        CCACHE_DISABLE=1 cmake --build --preset dev --target t_free_reference contract) >"$work/log" 2>&1
      timed "a changed rotor to its green tests" "30 s" edit ;;
    fast | slow | validate)
      cmake -S "$root" -B "$root/build" -D RIGIDSTEP_TESTS=ON -D RIGIDSTEP_WERROR=ON -D RIGIDSTEP_CCACHE=ON >"$work/log"
      cmake --build "$root/build" --parallel >"$work/log"
      timed "tests with the label $what" "$([ "$what" = fast ] && echo 60 s || echo none)" labelled "$what" ;;
    *) echo "loop_times.sh: no '$what'; see its first lines" >&2; exit 2 ;;
  esac
done
