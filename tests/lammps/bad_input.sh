# SPDX-License-Identifier: GPL-2.0-only
#
# Groups, bodies and boxes that do not fit rigid/small/rgs; and changes in the middle that do, on one
# rank and on several: sourced by run_lammps_tests.sh.

# told NAME RANKS TEXT KIND ARGUMENTS: runs to its end, with a warning TEXT (a regular expression)
told() {
  name=$1; ranks=$2; text=$3; kind=$4; shift 4
  $kind "$name.$ranks" "$ranks" "$@"
  warned "$name, $ranks ranks" "$text" "$name.$ranks"
}


# The same on any number of ranks, to rounding, whatever happens on the way
anywhere() {
  digits="thermo_modify format float %.15g"
  for what in "deform:water:fix change all deform 1 x erate 2e-5 y erate -1e-5" "flow:tilted:fix change all deform 1 xy erate 1e-4 remap v" \
    "delete:water:group gone molecule 7 30:60 199" "langevin:water:$digits"; do
    name=${what%%:*}; state=${what#*:}; state=${state%%:*}; command=${what#*:*:}
    again="print ''"; keywords=
    # half way some bodies go
    [ $name != delete ] || again="$(commands anywhere.delete.in "delete_atoms group gone mol no compress no" "run 100")"
    [ $name != langevin ] || keywords="langevin 298 298 50 8831"
    for n in $any_ranks; do
      liquid anywhere.$name.$n $n -var fix "$rgs $keywords" -var state $state.data -var steps 100 \
        -var before_run "$(commands anywhere.in "$command" "$digits")" -var again "$again"
    done
    for n in $many_ranks; do
      # atoms that changed rank are not the same, nor is rounding in a sum of forces that cancel
      on_ranks anywhere.$name $n "$name" '^c_away$'
    done
  done
}
