#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# fluid.sh BIN [key=value ...]: repelling bodies at constant pressure, by Monte Carlo and by motion
#
# Runs BIN/monte_carlo and then BIN/ensemble_samples fluid with its result as the reference.  n, kt, p,
# axes, body and volume go to both, cycles to the first, everything else (long, h, time,
# barostat_relaxation) to the second; their heads explain the keys.
set -eu
bin=$1
shift
both="" first="" second=""
for word in "$@"; do
  case $word in
    n=* | kt=* | p=* | axes=* | body=* | volume=*) both="$both $word" ;;
    cycles=*) first="$first $word" ;;
    *) second="$second $word" ;;
  esac
done
# The words have no spaces.
# shellcheck disable=SC2086
found=$("$bin/monte_carlo" $both $first)
echo "$found"
# shellcheck disable=SC2086
exec "$bin/ensemble_samples" fluid $both $second reference="$(echo "$found" | tail -n 1)"
