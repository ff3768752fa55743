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

test_bad_input() {
  for n in 1 4; do
    # a group with one atom of a molecule, with two of its three; two fixes with the same bodies
    for style in rigid/rgs rigid/small/rgs; do
      fix="$style molecule"
      refused bad.one $n 'One or zero atoms in rigid body|rigid bodies are a single particle' free -var fix "$fix" \
        -var before_run "$(commands bad.one.in "group some subtract all all" "group most id 1 4:24" "unfix move" "fix move most $fix")"
      told bad.cut $n "$style .ID move.*molecule.*outside" free -var fix "$fix" -var steps 10 \
        -var before_run "$(commands bad.cut.in "group most id 1 2 4:24" "unfix move" "fix move most $fix" "thermo_style custom step atoms")"
      for other in rigid/small/rgs rigid/nve/small rigid/rgs; do
        refused bad.overlap $n "rigid(/small)?/rgs .ID (move|other).: atom 2[2-4] is also in a body of fix" free -var fix "$fix" \
          -var before_run "$(commands bad.overlap.in "group last id 22:24" "fix other last $other molecule")"
      done
    done
    # all atoms of the box in one body, which reaches farther than ghost atoms come from
    refused bad.large $n 'Rigid body extent .*> ghost.* cutoff.*comm_modify cutoff' free -var fix "rigid/small/rgs custom v_one" \
      -var before_fix "variable one atom 1"
    # in use while the plugin goes
    lammps bad.unload.$n $n -in "$here/in.cycle" -var unloaded "run 10"
    if [ $status -lt 124 ] && { [ $status = 0 ] || grep -q '^ERROR' bad.unload.$n.out; }; then ok "plugin unloaded while in use, then run, $n ranks: status $status"
    else bad "plugin unloaded while in use, then run, $n ranks: status $status"; fi
  done
  anywhere
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
