# SPDX-License-Identifier: GPL-2.0-only
#
# Which bodies a second run begins with: sourced by run_lammps_tests.sh, after restart.sh.

test_reinit() {
  printing="$(commands reinit_printing.in "atom_modify sort 0 0" "thermo 10" "thermo_style custom step temp pe ke etotal press c_ke c_erot f_move" \
    "thermo_modify norm no format float %.17g")"

  # -- nothing changed: the bodies stay, in every bit; made anew they would not
  for n in 1 3; do
    again="$(commands reinit_again.in "run 10" "write_restart kept.restart" "velocity all zero linear rigid move" "run 10")"
    for how in "" no yes; do
      liquid kept.$n.${how:-default} $n -var fix "$rgs ${how:+reinit $how}" -var dt 2 -var steps 10 -var before_run "$printing" -var again "$again"
    done
    same "unchanged atoms, $n ranks" kept.$n.no kept.$n.default 6
    if cmp -s kept.$n.default.thermo kept.$n.yes.thermo || ! thermo kept.$n.yes >kept.$n.yes.thermo || cmp -s kept.$n.default.thermo kept.$n.yes.thermo
    then bad "unchanged atoms, $n ranks: reinit yes makes no difference"; else ok "unchanged atoms, $n ranks: reinit yes makes other bodies"; fi
  done
  for s in "in_plane temp" "rods temp" "clumps temp/sphere"; do
    for how in "" no; do
      ${s% *} kept.kind.${how:-default} 2 -var fix "$rgs ${how:+reinit $how}" -var steps 40 -var before_fix "compute all all ${s#* }" \
        -var before_run "$(commands kind.in "atom_modify sort 0 0" "thermo_modify format float %.17g temp all")" -var again "$(commands kind_again.in "run 40" "run 40")"
    done
    same "unchanged atoms, ${s% *}, 2 ranks" kept.kind.no kept.kind.default 15
  done

  # -- changed: made anew, on all ranks, as with reinit yes
  liquid changed.none 1 -var fix "$rgs" -var dt 2 -var steps 10 -var before_run "$printing" -var again "run 10"
  changed() {
    what=$1; shift
    for n in 1 3; do
      for how in "" yes; do
        liquid changed.${how:-default} $n -var fix "$rgs ${how:+reinit $how}" -var dt 2 -var steps 10 -var before_run "$printing" \
          -var again "$(commands changed.in "$@" "run 10")"
      done
      near_after "$what, $n ranks: as with reinit yes" 10 changed.yes changed.default 2
    done
    after 10 changed.none >a.after
    after 10 changed.default >b.after
    between 1e-9 1e9 "$(paste a.after b.after | awk '{ for (i = 2; i < 6; i++) { d = $i - $(i + NF / 2); if (d < 0) d = -d; if (d > m) m = d } } END { if (NR == 2) print m }')" \
      "$what: largest difference to no change"
  }
  changed "velocities scaled" "velocity all scale 310"
  changed "one atom's velocity" "set atom 400 vx 0.001"
  changed "one molecule moved" "group one molecule 100" "displace_atoms one move 0.01 0 0"
  changed "a mass" "mass 2 1.2"
  changed "one molecule deleted" "group one molecule 100" "delete_atoms group one mol no compress no"
  # -- another shape: an error that says what to do, and a warning with reinit yes
  for style in rigid/small/rgs rigid/rgs; do
    for s in "box:change_box all x scale 1.001 remap" "minimised:minimize 0 0 3 30"; do
      again="$(commands strained.in "fix_modify move virial no" "${s#*:}" "run 10")"
      refused strained.${s%%:*} 4 "$style .*changed the shape of bodies, by [0-9.e-]* of their size.*Use fix deform and minimize/rgs.*reinit yes" \
        liquid -var local "print ''" -var fix "$style molecule" -var steps 10 -var again "$again"
    done
    between 1 9 "$(grep -c 'bodies lose their shape, and before the first run each keeps the one that it gets' strained.minimised.4.out)" "$style: warnings of minimize"
    liquid strained.meant 2 -var local "print ''" -var fix "$style molecule reinit yes" -var steps 10 -var again "$(commands strained.in "change_box all x scale 1.001 remap" "run 10")"
    warned "$style, reinit yes, change_box .. remap" 'have changed the shape of bodies' strained.meant
    warned "$style, LAMMPS at change_box .. remap" 'Attempting to remap atoms in rigid bodies' strained.meant
  done

  # -- bodies of a restart file whose atoms were changed after it was read
  liquid changed.file 2 -var fix "$rgs" -var dt 2 -var steps 10 -var before_run "$printing" -var again "write_restart changed.restart"
  for how in "" yes; do
    liquid changed.read.${how:-default} 2 -var fix "$rgs ${how:+reinit $how}" -var dt 2 -var steps 10 -var restart yes -var state changed.restart \
      -var before_run "$(commands read.in "include reinit_printing.in" "velocity all scale 310")"
  done
  near_after "velocities scaled after reading a restart file, 2 ranks: as with reinit yes" 10 changed.read.yes changed.read.default 2
}
