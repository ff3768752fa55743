# SPDX-License-Identifier: GPL-2.0-only
#
# Bodies with atoms on several ranks, of which each moves a copy: sourced by run_lammps_tests.sh.

# apart RUN: by how much the atoms of a molecule in its dump are not where they were to each other
apart() {
  awk '$1 == "ITEM:" { on = $2 == "ATOMS"; next } !on { next }
    { m = $2; n[m]++; for (k = 0; k < 3; k++) x[m, n[m], k] = $(3 + k) }
    n[m] == 3 {
      for (a = 1; a <= 3; a++) {
        b = a % 3 + 1; d = 0
        for (k = 0; k < 3; k++) d += (x[m, a, k] - x[m, b, k]) ^ 2
        d = sqrt(d)
        if (m in seen) { e = d - first[m, a]; if (e < 0) e = -e; if (e > most) most = e } else first[m, a] = d
      }
      seen[m]; n[m] = 0; lines++
    }
    END { if (lines > 400) print most + 0 }' "$1.dump"
}

# cut RUN: molecules of the dump with atoms on more than one rank, at its end
cut_bodies() { awk '$1 == "ITEM:" { if ($2 == "ATOMS") { delete rank; delete cut } next } NF == 6 { if (($2 in rank) && rank[$2] != $6) cut[$2]; rank[$2] = $6 }
  END { n = 0; for (m in cut) n++; print n }' "$1.dump"; }

test_copies() {
  make_drop

  # -- as upstream, to the digits printed: sub-domains of all sorts, a box that changes, atoms that go
  for n in $many_ranks; do
    like_upstream tiles $n 21 liquid -var after_fix "$(commands tiles.in "comm_style tiled" "balance 1.0 rcb")"
    like_upstream sheared $n 21 liquid -var state tilted.data -var before_run "fix shear all deform 5 xy erate 2e-5 remap none"
    KEYWORDS="reinit no" like_upstream written $n 22 liquid -var steps 100 -var again "$(commands written.in "write_restart written.restart" "write_data written.data" "run 100")"
    KEYWORDS="reinit no" like_upstream deleted $n 22 liquid -var steps 100 -var again "$(commands deleted.in \
      "region part block INF INF INF INF 0 4" "group part region part" "group first molecule 1:40" "delete_atoms group part mol yes compress no" "run 100")"
    like_upstream part $n 21 liquid -var before_run "$(commands part.in "group part molecule 1:100" "compute part part temp" "thermo_modify temp part")"
    like_upstream divided $n 21 liquid -var before_run "$(commands divided.in "group divided id 1:151" "compute divided divided temp" "thermo_modify temp divided")"
  done
  # (which rank an atom at a new border belongs to hangs on its last bit)
  plain="$(commands plain.in "thermo_style custom step temp pe ke etotal" "thermo_modify norm no format float %.10g")"
  balance="$(commands balanced.in "comm_style tiled" "fix even all balance 20 1.0 rcb")"
  for n in $many_ranks; do
    for s in "nve:rigid/nve/small molecule" "rgs:$rgs rotor nosquish"; do
      liquid "balanced.$n.${s%%:*}" $n -var fix "${s#*:}" -var after_fix "$balance" -var before_run "$plain"
    done
    same "sub-domains balanced every 20 steps, $n ranks" balanced.$n.nve balanced.$n.rgs 21
  done
  for n in $any_ranks; do
    for s in "nve:rigid/nve/small molecule" "rgs:$rgs rotor nosquish"; do
      mixed "free.$n.${s%%:*}" $n -var fix "${s#*:}" -var style "run_style verlet" -var every 10 -var before_run "$plain"
    done
    same "rigid, flexible and free atoms, $n ranks" free.$n.nve free.$n.rgs 21
  done

  # -- a body's atoms stay where they are to each other, whichever ranks move them: between two rebuilds
  # of the lists nothing but forces goes from rank to rank
  where="$(commands where.in "neighbor 4.0 bin" "neigh_modify delay 1000 every 1000" \
    "dump where all custom 20 where.dump id mol xu yu zu proc" "dump_modify where sort id format float %.17g" "run_style rgs")"
  for s in "exact:strang" "dmv6:suzuki4" "exact:nystrom4"; do
    liquid where 4 -var fix "$rgs rotor ${s%:*} scheme ${s#*:}" -var steps 60 -var before_run "$where"
    between 0 1e-12 "$(apart where)" "rotor ${s%:*}, scheme ${s#*:}, 4 ranks: distances inside molecules change by"
    between 10 216 "$(cut_bodies where)" "rotor ${s%:*}, scheme ${s#*:}, 4 ranks: molecules with atoms on several ranks"
  done

  # -- bodies on up to four ranks: three molecules each
  for n in 1 4; do
    liquid threes.$n $n -var fix "rigid/small/rgs custom v_three" -var before_fix "variable three atom ceil(mol/3)" -var steps 100 \
      -var before_run "thermo_modify format float %.15g"
  done
  between 0 1e-11 "$(energies_apart threes.1 threes.4 11)" "bodies of three molecules: energies, 1 and 4 ranks"

  # -- degrees of freedom are counted when ghosts are gone, too (FixRigidSmall crashes)
  for n in $any_ranks; do
    liquid counted.$n $n -var fix "$rgs" -var steps 20 -var before_run "thermo_modify format float %.15g" -var again "$(commands counted.in \
      "group first molecule 1:40" "delete_atoms group first compress no" "velocity all scale 250.0" \
      "velocity all zero linear rigid move" "run 20")"
    [ $n = 1 ] || between 0 1e-11 "$(energies_apart counted.1 counted.$n 6)" "molecules deleted, the rest scaled and stopped: energies, 1 and $n ranks"
  done
  for n in 1 4; do
    between 0 1e-20 "$(thermo counted.$n | awk '$1 == 20 { e = $8 } END { print e }')" "molecules stopped, $n ranks: their energy of translation"
  done

  # -- all atoms deleted, or all that some ranks had, as LAMMPS' own fixes take it
  for n in 1 2; do
    liquid gone.$n $n -var fix "$rgs" -var steps 5 -var again "$(commands gone.in "delete_atoms group all" "write_restart gone.restart" "run 3")"
    between 8 8 "$(thermo gone.$n | awk '{ step = $1 } END { print step }')" "all atoms deleted, $n ranks: last step"
    liquid half.$n $n -var fix "$rgs" -var steps 5 -var again "$(commands half.in "region half block 9 INF INF INF INF INF" \
      "delete_atoms region half mol yes compress no" "run 3" "delete_atoms group all" "run 2")"
    between 10 10 "$(thermo half.$n | awk '{ step = $1 } END { print step }')" "atoms deleted in two goes, $n ranks: last step"
    liquid gone.now.$n $n -var fix "$rgs" -var steps 5 -var again "$(commands gone.now.in "delete_atoms group all" "run 3 pre no")"
    stopped "all atoms deleted and run pre no, $n ranks" '.*ID move.*atoms were deleted' gone.now.$n
    # lists that are out of date are noticed
    liquid out_of_date.$n $n -var fix "$rgs" -var steps 10 \
      -var again "$(commands out_of_date.in "group some molecule 1:20" "delete_atoms group some compress no" "run 10 pre no")"
    stopped "atoms deleted and run pre no, $n ranks" '.*ID move.*atoms were deleted' out_of_date.$n
  done
}
