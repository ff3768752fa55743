# SPDX-License-Identifier: GPL-2.0-only
#
# Every output of the fixes before, in and after runs, under valgrind, which finds numbers that nobody computed: sourced by
# run_lammps_tests.sh, for the first release only.  What libc's loader and Open MPI do is suppressed by name.

# watched NAME RANKS NUMBER KIND ARGUMENTS: a fix whose vector has NUMBER elements
watched() {
  name=watched.$1 ranks=$2 number=$3 kind=$4
  shift 4
  scalar=f_move
  [ "$kind$number" != particles12 ] || scalar=    # (nve/asphere/rgs has none)
  outputs="print 'outputs ${scalar:+\$($scalar)}$(printf ' $(f_move[%d])' $(seq "$number"))'"
  $kind "$name.$ranks" "$ranks" -var columns "ecouple econserve press pxx $scalar f_move[*]" -var steps 3 -var every 1 -var before_run "$(commands "$name.before" "$outputs")" \
    -var again "$(commands "$name.in" "$outputs" "run 0" "write_restart $name.restart" "fix_modify move rotor nosquish" "run 2 post no" "$outputs" \
      "minimize/rgs 0 1e-3 2 2" "$outputs")" "$@"
  shown=$(grep -c '^outputs ' "$name.$ranks.out")
  if [ $status = 0 ] && [ "$shown" = 4 ]; then ok "$name, $ranks ranks: no output before, in and after runs was left without a value"
  else bad "$name, $ranks ranks: status $status, $shown of 4 lines of outputs; $(grep -m 1 -A 3 '^==.*\(ninitialised\|Invalid\)' "$name.$ranks.out" | tr '\n' '|') $(grep -m 1 ERROR "$name.$ranks.out")"; fi
}

