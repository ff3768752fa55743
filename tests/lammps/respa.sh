# SPDX-License-Identifier: GPL-2.0-only
#
# run_style respa: sourced by run_lammps_tests.sh, after run_style.sh.

test_respa() {
  make_drop
  long="pair_style lj/cut/coul/long 8.0;pair_coeff 1 1 0.15535 3.166;pair_coeff 1 2 0.0 1.0;pair_coeff 2 2 0.0 1.0;kspace_style pppm 1e-5"
  printing="thermo_style custom step temp pe ke etotal press pxy;thermo_modify norm no format float %.14g"
  # in_style FILE RUN_STYLE: commands for water with forces in two parts
  in_style() { printf '%s' "$long;$printing;$2" | tr ';' '\n' >"$1"; echo >>"$1"; echo "include $1"; }
  # largest difference of pressures of two runs of COUNT lines
  pressures_apart() {
    thermo "$1" >a.thermo; thermo "$2" >b.thermo
    paste a.thermo b.thermo | awk -v n="$3" '{ for (i = 6; i <= 7; i++) { d = $i - $(i + NF / 2); if (d < 0) d = -d; if (d > m) m = d } } END { if (NR == n) print m + 0 }'
  }

  # -- one level is run_style verlet, for LAMMPS' fixes too
  for n in 1 2; do
    like_upstream respa $n 21 liquid -var before_run "run_style respa 1 pair 1"
    like_rigid respa $n 21 liquid -var before_run "run_style respa 1 pair 1"
  done
  for style in small rigid; do
    rgs="rigid/rgs molecule"; [ $style = rigid ] || rgs="rigid/small/rgs molecule"
    respa_steps_of_one
    respa_inner_steps
    respa_gravity
    respa_between_runs
    respa_refusals
  done
  respa_bodies
}

# With as many inner steps as outer ones the kicks of the levels follow one another: run_style verlet again, pressure included
respa_steps_of_one() {
  for s in strang:1 strang:2 strang:4 "strang langevin 300 300 50 71:2"; do
    n=${s##*:} words=${s%:*}
    for run in verlet ones; do
      levels="run_style verlet"; [ $run = verlet ] || levels="run_style respa 3 1 1 pair 1 kspace 3"
      array="print ''"; rm -f respa.$run.bodies    # forces and torques, at steps without output too
      [ $style = small ] || array="fix bodies all ave/time 5 1 5 f_move[7] f_move[8] f_move[9] f_move[10] f_move[11] f_move[12] \
mode vector format ' %.14g' file respa.$run.bodies"
      rigid_water respa.$run $n -var fix "$rgs scheme $words" -var dt 2 -var steps 40 -var dump "$array" -var before_run "$(in_style $run.in "$levels")"
    done
    between 0 1e-10 "$(energies_apart respa.verlet respa.ones 5)" "${rgs% *} $words, three levels of one step each: energies, as run_style verlet's, $n ranks"
    between 0 1e-6 "$(pressures_apart respa.verlet respa.ones 5)" "${rgs% *} $words, three levels of one step each: pressures in atm, as run_style verlet's, $n ranks"
    [ $style = small ] ||
      between 0 1e-9 "$(paste respa.verlet.bodies respa.ones.bodies | awk '/^#/ || NF < 14 { next } { n++; for (i = 2; i <= 7; i++) { d = $i - $(i + 7)
        if (d * d > m) m = d * d; if ($i * $i > f) f = $i * $i } } END { if (n == 9 * 216 && f > 0) print sqrt(m / f) }')" \
        "${rgs% *} $words, three levels of one step each: forces and torques on bodies, as run_style verlet's, $n ranks"
  done
  rigid_water respa.verlet 4 -var fix "$rgs" -var state tilted.data -var steps 60 -var before_run "thermo_modify format float %.14g"
  rigid_water respa.ones 4 -var fix "$rgs" -var state tilted.data -var steps 60 -var before_run "$(commands early.in "fix_modify move bodyforces early" \
    "run_style respa 2 1 pair 2" "thermo_modify format float %.14g")"
  between 0 1e-10 "$(energies_apart respa.verlet respa.ones 7)" "${rgs% *}, triclinic, bodyforces early, two levels: energies, as run_style verlet's, 4 ranks"
}

# Order 2 in the step, and what is gained by inner steps; any number of ranks
respa_inner_steps() {
  scheme_order respa.$style mixed 1.8 2.2 strang 1 -var style "run_style respa 2 4 bond 1 pair 2"
  for n in $any_ranks; do
    mixed respa.mixed.$n $n -var fix "$rgs" -var every 20 -var style "run_style respa 2 4 bond 1 pair 2"
    [ $n = 1 ] || between 0 1e-11 "$(energies_apart respa.mixed.1 respa.mixed.$n 11)" "${rgs% *}, flexible and free atoms, four inner steps: energies, 1 and $n ranks"
  done
  rigid_water respa.water 1 -var fix "$rgs" -var dt 2 -var steps 50 -var every 1 -var before_run "$(in_style inner.in "run_style respa 2 4 pair 1 kspace 2")"
  rigid_water respa.whole 1 -var fix "$rgs" -var dt 2 -var steps 50 -var every 1 -var before_run "$(in_style whole.in "run_style verlet")"
  between 2 1000 "$(awk -v a="$(rms_energy respa.whole)" -v b="$(rms_energy respa.water)" 'BEGIN { if (b > 0) printf "%.3g", a / b }')" \
    "${rgs% *}, water, 2 fs: energy rms of run_style verlet over that with four inner steps"
}

# Gravity acts once (in the first half step of run_style verlet LAMMPS leaves it out)
respa_gravity() {
  for s in verlet "respa 2 4 bond 1 pair 2"; do
    free respa.gravity 1 -var fix "$rgs gravity down" -var before_fix "fix down all gravity 0.001 vector 0 0 -1" -var steps 100 -var every 50 \
      -var before_run "$(commands gravity.in "run_style $s" "compute fall all reduce ave vz" "thermo_style custom step c_fall" "thermo_modify format float %.15g")"
    thermo respa.gravity | awk 'NR == 2 { v = $2 } NR == 3 { print $2 - v }' >"respa.fall.${s%% *}"
  done
  between 0.999999 1.000001 "$(paste respa.fall.verlet respa.fall.respa | awk '$2 != 0 { printf "%.9f", $1 / $2 }')" \
    "${rgs% *}, gravity: velocity gained, run_style verlet's over respa's"
}

# There and back, and a restart file (lists are built before a step, so that sums are in another order then, and atoms may have left the box:
# 29Sep2021 wants to be told); nothing refined is told
respa_between_runs() {
  mixed respa.back 2 -var fix "$rgs" -var every 20 -var steps 20 -var style "run_style respa 2 4 bond 1 pair 2" -var again "$(commands back.in "run_style verlet" "run 20" \
    "run_style respa 2 2 bond 1 pair 2" "thermo_style custom step f_move[3] f_move[7] f_move[11]" "run 20")"
  if [ $status = 0 ] && [ "$(thermo respa.back | awk '$3 == "nan" && $4 == "nan"' | wc -l)" = 2 ]; then ok "${rgs% *}: respa, verlet, respa, 2 ranks; refined values are not told"
  else bad "${rgs% *}: respa, verlet, respa, 2 ranks: status $status, $(grep -m 1 ERROR respa.back.out)"; fi
  sorting="$(commands sorting.in "atom_modify sort 0 0" "$(in_style inner.in "run_style respa 2 4 pair 1 kspace 2")")"
  rigid_water respa.one 2 -var fix "$rgs" -var dt 2 -var steps 40 -var before_run "$sorting" -var after_fix "restart 20 respa.restart"
  rigid_water respa.rest 2 -var fix "$rgs" -var dt 2 -var steps 20 -var before_run "$sorting" -var restart yes -var state "respa.restart.20 remap"
  near_after "${rgs% *}, respa, restart inside a run, 2 ranks" 30 respa.one respa.rest 2
}

respa_refusals() {
  for n in 1 4; do
    for s in suzuki4 strang_dkd nystrom4; do
      refused respa_$s $n "Fix ${rgs% *} .ID move.*run_style respa works with scheme strang only, not with scheme $s; use scheme strang" mixed -var fix "$rgs scheme $s" \
        -var style "run_style respa 2 4 bond 1 pair 2"
    done
  done
}

# Bodies that only fix rigid has, particles with torques of their own, and two dimensions: one level as LAMMPS' own, and two levels, each
# with forces, as run_style verlet (a fix that adds forces leaves its level's on the atoms where the run is set up)
respa_bodies() {
  push="fix push all addforce 0.1 0.2 0.05"
  halves="$(commands respa.halves.in "group one id 1:12" "group two id 13:24" "$push")"
  shapes="$(commands respa.shapes.in "compute all all temp/asphere" "set type * shape 1.0 1.5 0.8" "set group all quat/random 4417" "$push")"
  hold="force 1*3 off off on torque 2 off on off force 8 off off off torque 8 off off off"
  for bodies in single group switched ellipsoids plane; do
    kind=colliding BODIES=molecule KEYWORDS="" temp=thermo_temp fixes=rigid/rgs before=$push
    set --
    case $bodies in
      single) BODIES=single ;;
      group) BODIES="group 2 one two" before=$halves ;;
      switched) KEYWORDS=$hold ;;
      ellipsoids) kind=clumps temp=all fixes="rigid/rgs rigid/small/rgs" before=$shapes
        set -- -var pair "gayberne 1.0 3.0 1.0 8.0" -var coeff "* * 0.2 1.5 1.0 1.0 0.5 1.0 1.0 0.5" -var style "hybrid molecular ellipsoid" ;;
      plane) kind=in_plane fixes="rigid/rgs rigid/small/rgs" ;;
    esac
    set -- "$@" -var steps 100 -var before_fix "$before"
    like_rigid respa.$bodies 2 11 $kind "$@" -var before_run "$(commands respa.one.in "run_style respa 1 pair 1" "thermo_modify temp $temp")"
    for its in $fixes; do
      for run in verlet ones; do
        levels="run_style verlet"; [ $run = verlet ] || levels="run_style respa 2 1 pair 1"
        $kind respa.$run 2 "$@" -var fix "$its $BODIES $KEYWORDS" -var before_run "$(commands respa.bodies.in "$levels" \
          "thermo_style custom step temp pe ke etotal press pxy" "thermo_modify norm no format float %.14g temp $temp")"
      done
      between 0 1e-10 "$(energies_apart respa.verlet respa.ones 11)" "$its, $bodies, two levels of one step each: energies, as run_style verlet's, 2 ranks"
      between 0 1e-6 "$(pressures_apart respa.verlet respa.ones 11)" "$its, $bodies, two levels of one step each: pressures in atm, as run_style verlet's, 2 ranks"
    done
  done
  unset BODIES KEYWORDS
}
