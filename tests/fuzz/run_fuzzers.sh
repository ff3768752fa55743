#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every fuzz target for some time, two at once, from the stored corpus on.
#   tests/fuzz/run_fuzzers.sh BUILD WORK SECONDS TARGET ...
#
# BUILD was configured with RIGIDSTEP_LIBFUZZER; a target is a program, or fuzz_input:GROUP.  For each
# target a line "ok" or "FAILED" is printed; the input that broke one is left in WORK.  What is found
# that is new stays in WORK/TARGET; a merge into tests/fuzz/corpus is done by hand:
#   program -merge=1 tests/fuzz/corpus/program WORK/TARGET
set -u
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
build=$1 work=$2 seconds=$3
shift 3
mkdir -p "$work" && cd "$work" || exit 2
RGS_SOUND_MODULE=$build/tests/modules/good.so
export RGS_SOUND_MODULE

one() ( # by itself: RGS_FUZZ is of this target alone
  program=${1%%:*}
  name=$(echo "$1" | tr : _)
  case $1 in *:*) RGS_FUZZ=${1#*:} && export RGS_FUZZ ;; esac
  case $program in fuzz_input) longest=512 ;; fuzz_module_file) longest=63 ;; *) longest=4096 ;; esac
  mkdir -p "$name"
  if "$build/bin/$program" -max_total_time="$seconds" -max_len=$longest -print_final_stats=1 \
    -artifact_prefix="$work/$name-" "$name" "$root/tests/fuzz/corpus/$program" >"$name.log" 2>&1; then
    echo "ok      fuzzing $1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$name.log") inputs"
  else
    echo "FAILED  fuzzing $1; see $work/$name.log"
    grep -m 5 -E 'not so:|ERROR|SUMMARY' "$name.log"
  fi
)

while [ $# -gt 0 ]; do
  one "$1" >"first.txt" &
  shift
  if [ $# -gt 0 ]; then
    one "$1"
    shift
  fi
  wait
  cat first.txt
done
