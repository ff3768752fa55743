# SPDX-License-Identifier: GPL-2.0-only
#
# run_style respa: sourced by run_lammps_tests.sh, after run_style.sh.

test_respa() {
  make_drop
  long="pair_style lj/cut/coul/long 8.0;pair_coeff 1 1 0.15535 3.166;pair_coeff 1 2 0.0 1.0;pair_coeff 2 2 0.0 1.0;kspace_style pppm 1e-5"
  printing="thermo_style custom step temp pe ke etotal press pxy;thermo_modify norm no format float %.14g"
  # in_style FILE RUN_STYLE: commands for water with forces in two parts
  in_style() { printf '%s' "$long;$printing;$2" | tr ';' '\n' >"$1"; echo >>"$1"; echo "include $1"; }

  # -- one level is run_style verlet, for LAMMPS' fix too
  for n in 1 2; do like_upstream respa $n 21 liquid -var before_run "run_style respa 1 pair 1"; done

  # -- with as many inner steps as outer ones the kicks of the levels follow one another: run_style verlet again, pressure included
  for s in strang:1 strang:2 strang:4 "strang langevin 300 300 50 71:2"; do
    n=${s##*:} words=${s%:*}
    liquid respa.verlet $n -var fix "$rgs scheme $words" -var dt 2 -var steps 40 -var before_run "$(in_style verlet.in "run_style verlet")"
    liquid respa.ones $n -var fix "$rgs scheme $words" -var dt 2 -var steps 40 -var before_run "$(in_style ones.in "run_style respa 3 1 1 pair 1 kspace 3")"
    between 0 1e-10 "$(energies_apart respa.verlet respa.ones 5)" "$words, three levels of one step each: energies, as run_style verlet's, $n ranks"
    thermo respa.verlet >a.thermo; thermo respa.ones >b.thermo
    between 0 1e-6 "$(paste a.thermo b.thermo | awk '{ for (i = 6; i <= 7; i++) { d = $i - $(i + NF / 2); if (d < 0) d = -d; if (d > m) m = d } } END { if (NR == 5) print m + 0 }')" \
      "$words, three levels of one step each: pressures in atm, as run_style verlet's, $n ranks"
  done
  liquid respa.verlet 4 -var fix "$rgs" -var state tilted.data -var steps 60 -var before_run "thermo_modify format float %.14g"
  liquid respa.ones 4 -var fix "$rgs" -var state tilted.data -var steps 60 -var before_run "$(commands early.in "fix_modify move bodyforces early" \
    "run_style respa 2 1 pair 2" "thermo_modify format float %.14g")"
  between 0 1e-10 "$(energies_apart respa.verlet respa.ones 7)" "triclinic, bodyforces early, two levels: energies, as run_style verlet's, 4 ranks"

  # -- inner steps: order 2 in the step, and what is gained by them; any number of ranks
  scheme_order respa mixed 1.8 2.2 strang 1 -var style "run_style respa 2 4 bond 1 pair 2"
  for n in 1 2 4; do
    mixed respa.mixed.$n $n -var fix "$rgs" -var every 20 -var style "run_style respa 2 4 bond 1 pair 2"
    [ $n = 1 ] || between 0 1e-11 "$(energies_apart respa.mixed.1 respa.mixed.$n 11)" "rigid, flexible and free atoms, four inner steps: energies, 1 and $n ranks"
  done
  liquid respa.water 1 -var fix "$rgs" -var dt 2 -var steps 50 -var every 1 -var before_run "$(in_style inner.in "run_style respa 2 4 pair 1 kspace 2")"
  liquid respa.whole 1 -var fix "$rgs" -var dt 2 -var steps 50 -var every 1 -var before_run "$(in_style whole.in "run_style verlet")"
  between 2 1000 "$(awk -v a="$(rms_energy respa.whole)" -v b="$(rms_energy respa.water)" 'BEGIN { if (b > 0) printf "%.3g", a / b }')" \
    "water, 2 fs: energy rms of run_style verlet over that with four inner steps"

  # -- gravity acts once (in the first half step of run_style verlet FixRigidSmall leaves it out)
  for s in verlet "respa 2 4 bond 1 pair 2"; do
    free respa.gravity 1 -var fix "$rgs gravity down" -var before_fix "fix down all gravity 0.001 vector 0 0 -1" -var steps 100 -var every 50 \
      -var before_run "$(commands gravity.in "run_style $s" "compute fall all reduce ave vz" "thermo_style custom step c_fall" "thermo_modify format float %.15g")"
    thermo respa.gravity | awk 'NR == 2 { v = $2 } NR == 3 { print $2 - v }' >"respa.fall.${s%% *}"
  done
  between 0.999999 1.000001 "$(paste respa.fall.verlet respa.fall.respa | awk '$2 != 0 { printf "%.9f", $1 / $2 }')" "gravity: velocity gained, run_style verlet's over respa's"

  # -- there and back, and a restart file (lists are built before a step, so that sums are in another order then); nothing refined is told
  mixed respa.back 2 -var fix "$rgs" -var every 20 -var steps 20 -var style "run_style respa 2 4 bond 1 pair 2" -var again "$(commands back.in "run_style verlet" "run 20" \
    "run_style respa 2 2 bond 1 pair 2" "thermo_style custom step f_move[3] f_move[7] f_move[11]" "run 20")"
  if [ $status = 0 ] && [ "$(thermo respa.back | awk '$3 == "nan" && $4 == "nan"' | wc -l)" = 2 ]; then ok "respa, verlet, respa, 2 ranks; refined values are not told"
  else bad "respa, verlet, respa, 2 ranks: status $status, $(grep -m 1 ERROR respa.back.out)"; fi
  sorting="$(commands sorting.in "atom_modify sort 0 0" "$(in_style inner.in "run_style respa 2 4 pair 1 kspace 2")")"
  liquid respa.one 2 -var fix "$rgs" -var dt 2 -var steps 40 -var before_run "$sorting" -var after_fix "restart 20 respa.restart"
  liquid respa.rest 2 -var fix "$rgs" -var dt 2 -var steps 20 -var before_run "$sorting" -var restart yes -var state respa.restart.20
  near_after "respa, restart inside a run, 2 ranks" 30 respa.one respa.rest 2

  for n in 1 4; do
    for s in suzuki4 strang_dkd nystrom4; do
      refused respa_$s $n "ID move.*run_style respa puts the forces.*scheme $s puts them elsewhere: use scheme strang" mixed -var fix "$rgs scheme $s" \
        -var style "run_style respa 2 4 bond 1 pair 2"
    done
  done
}
