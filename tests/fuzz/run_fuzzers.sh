#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs fuzz targets for some time each, as many at once as there are processors, beginning with the
# stored inputs.
#   tests/fuzz/run_fuzzers.sh BUILD WORK SECONDS TARGET ...
#
# BUILD was configured with RIGIDSTEP_LIBFUZZER.  A target is a program, or fuzz_input:GROUP.  A line
# "ok" or "FAILED" is printed for each target.  An input that breaks a target is left in WORK, as
# WORK/TARGET-crash-...; this command stores it, so that every later run begins with it:
#   tests/fuzz/corpus.py add PROGRAM WORK/TARGET-crash-...
# Inputs that reach new code stay in WORK/TARGET.  To store those that add to the corpus:
#   PROGRAM -merge=1 WORK/corpus/PROGRAM WORK/TARGET
#   tests/fuzz/corpus.py add PROGRAM WORK/corpus/PROGRAM/*
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
build=$1 work=$2 seconds=$3
shift 3
mkdir -p "$work" && cd "$work" || exit 2

one() ( # in a shell of its own: RGS_FUZZ belongs to this target alone
  program=${1%%:*}
  name=$(echo "$1" | tr : _)
  case $1 in *:*) RGS_FUZZ=${1#*:} && export RGS_FUZZ ;; esac
  case $program in
    fuzz_input) longest=512 ;;
    fuzz_extreme) longest=64 ;;
    *) longest=4096 ;;
  esac
  mkdir -p "$name"
  if "$build/bin/$program" -max_total_time="$seconds" -max_len=$longest -print_final_stats=1 \
    -artifact_prefix="$work/$name-" "$name" "corpus/$program" >"$name.log" 2>&1; then
    echo "ok      fuzzing $1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$name.log") inputs"
  else
    echo "FAILED  fuzzing $1; see $work/$name.log"
    grep -m 5 -E 'not so:|ERROR|SUMMARY' "$name.log"
  fi
)

rm -rf corpus
for target in "$@"; do
  program=${target%%:*}
  [ -d "corpus/$program" ] || python3 -B "$here/corpus.py" unpack "$program" "corpus/$program" || exit 2
done
jobs=$(nproc 2>/dev/null || echo 2)
while [ $# -gt 0 ]; do
  at_once=0
  while [ $# -gt 0 ] && [ $at_once -lt "$jobs" ]; do
    at_once=$((at_once + 1))
    one "$1" >"told.$at_once" &
    shift
  done
  wait
  for k in $(seq $at_once); do cat "told.$k"; done
done
