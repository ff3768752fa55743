#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Runs the inputs of this folder on 1 and on 4 processors and compares their thermodynamic output with
# the logs kept here: log.NAME.RELEASE.PROCESSORS for a release that prints other numbers than the rest,
# else log.NAME.PROCESSORS, or log.NAME.1 where 4 processors print the same.  Exit status 0 only if all agree.
#
#   run_examples.sh [--save] [RELEASE [OUTPUT_FOLDER]]     default: 29Sep2021 on Debian 12, else 4Jul2026
#
# LMP: the LAMMPS to use (default: the one that is built or packaged).  PLUGIN: the folder of its plugin
# (default: the plugin is built, and LAMMPS with it).
# Motions of many bodies are chaotic: rounding, which depends on the number of processors, grows some
# thousandfold in these runs.  Numbers may differ by 1e-5 of the largest in their column.
# --save keeps the last lines of this release where they differ from other releases'.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
adapter=$here/../../plugin-lammps
. "$adapter/tools/lib.sh"
save=
if [ "${1:-}" = --save ]; then save=yes; shift; fi
release=${1:-}
if [ -z "$release" ]; then
  release=4Jul2026
  [ "$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME:-}")" != bookworm ] || release=29Sep2021
fi
out=${2:-lammps_examples_output}

need_packages openmpi-bin
folder=${PLUGIN:-$("$adapter/tools/build_plugin.sh" "$release")}
if [ -n "${LMP:-}" ]; then lmp=$LMP
elif [ "$release" = 29Sep2021 ]; then lmp=$folder/lmp_rgs
else lmp=$("$adapter/tools/build_lammps.sh" "$release")/lmp; fi
mkdir -p "$out"
cd "$out"
export OMP_NUM_THREADS=1
# where `plugin load rigidstepplugin.so` finds it
export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

run() {  # name, processors
  log=$PWD/log.$1.$release.$2
  rm -f "$log"
  session=$(mktemp -d)
  set -- "$2" "$lmp" -in "in.$1" -log "$log" -screen none -var data "$PWD/data.dna"
  [ "$1" = 1 ] || set -- "$1" mpirun --oversubscribe --allow-run-as-root -np "$@"
  shift
  (cd "$here" && TMPDIR=$session PMIX_MCA_gds=hash timeout -k 5 300 "$@" >"$log.screen" 2>&1 </dev/null) || :
  rm -rf "$session"
}

compare() { awk -v some=1 -v skip='^CPU$' -f "$here/compare_thermo.awk" "$1" "$2"; }

# The log that is kept of a run, by name and processors
kept() {
  for log_of in "$here/log.$1.$release.$2" "$here/log.$1.$2"; do
    [ ! -e "$log_of" ] || break
    log_of=$here/log.$1.1
  done
  echo "$log_of"
}

save() {  # name, processors
  own=$here/log.$1.$release.$2
  rm -f "$own"
  case $(compare "$(kept "$1" "$2")" "$log") in
    [0-9]*' 0 '*) ;;
    *) awk 'FNR == 1 { print } /^Loop time/ && last { print last; last = "" } $1 == "Step" { print; columns = NF; next }
        NF == columns && $1 ~ /^[0-9]+$/ { last = $0 }' "$log" >"$own" ;;
  esac
}

awk -f "$here/dna.awk" >data.dna
failed=0
printf '  %-12s %-10s %5s   %s\n' input processors lines "largest difference, of the largest in the column"
for input in "$here"/in.*; do
  name=${input##*/in.}
  case $name in
    dna) package=CG-DNA style=oxdna/fene ;;
    clumps) package=GRANULAR style=gran/hooke/history ;;
    *) package='' style='' ;;
  esac
  if [ -n "$package" ] && ! "$lmp" -h | grep -q "$style"; then
    printf '  %-12s left out: this LAMMPS has no package %s\n' "$name" "$package"
    continue
  fi
  for ranks in 1 4; do
    run "$name" $ranks
    log=log.$name.$release.$ranks
    if ! grep -q '^Total wall time' "$log" 2>/dev/null; then
      result="- FAILED: $(cat "$log" "$log.screen" 2>/dev/null | grep -m 1 ERROR || echo "it did not end in 300 s")"
    else
      [ -z "$save" ] || save "$name" $ranks
      result=$(compare "$(kept "$name" $ranks)" "$log") || result="lines"
    fi
    set -- $result
    case $result in
      lines*) result="- FAILED: $result" ;;
      [0-9]*) awk -v d="$2" 'BEGIN { exit !(d + 0 <= 1e-5) }' || result="$result FAILED" ;;
    esac
    case $result in *FAILED*) failed=$((failed + 1)) ;; esac
    printf '  %-12s %-10s %5s   %s\n' "$name" $ranks "${result%% *}" "${result#* }"
  done
done
[ $failed = 0 ]
