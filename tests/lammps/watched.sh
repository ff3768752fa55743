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

test_watched() {
  need_packages valgrind libc6-dbg
  lmp="valgrind --quiet --error-exitcode=9 --suppressions=$here/../checks/valgrind.supp --suppressions=$here/watched.supp $lmp"
  limit=900
  particles_data 4 2.1 0 0.4 >fluid.data
  # the bodies of one octant stay: of two ranks one has none
  octant="region others block INF \$(xlo+0.45*lx) INF \$(ylo+0.45*ly) INF \$(zlo+0.45*lz) units box side out"
  for n in 1 2; do
    while IFS=: read -r name number fix; do
      watched "$name" $n "$number" trimers -var fix "$fix" -var before_fix "$(commands octant.in "$octant" "delete_atoms region others mol yes")"
    done <<END
nve:12:rigid/small/rgs molecule langevin 1 1 1 4711
all:12:rigid/rgs molecule
csvr:18:rigid/nvt/small/rgs molecule temp 1 1 1
npt:18:rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1 bath langevin
chains:18:rigid/npt/rgs molecule temp 1 1 1 aniso 1 1 1 bath nhc
nph:18:rigid/nph/small/rgs molecule iso 1 1 1
END
    for s in nve/asphere/rgs:12 "npt/asphere/rgs temp 1 1 1 iso 1 1 1:18"; do
      watched "$(echo "${s%%/rgs*}" | tr / _)" $n "${s##*:}" particles -var fix "${s%:*}" -var before_fix "$(commands particles.in "$octant" "delete_atoms region others")"
    done
  done
}
