# SPDX-License-Identifier: GPL-2.0-only
#
# Processed schemes under run_style rgs: sourced by run_lammps_tests.sh, after run_style.sh, whose
# functions it uses.

# processed_water NAME SCHEME DT COMMANDS: 120 fs, output every 6 fs
processed_water() {
  liquid "$1" 1 -var fix "$rgs scheme $2" -var dt "$3" -var steps $((120 / $3)) -var every $((6 / $3)) \
    -var before_run "$(commands "$1.in" "run_style rgs" "$digits" "$4")"
}

# rms_ratio A B: of the total energies of two runs
rms_ratio() { quotient "$(rms_energy "$1")" "$(rms_energy "$2")"; }

# With pppm: the same
processed_long() {
  long="$(printf '%s\n' "pair_style hybrid/overlay lj/gromacs 6.0 8.0 coul/long 8.0" "pair_coeff 1 1 lj/gromacs 0.15535 3.166" \
    "pair_coeff 1 2 lj/gromacs 0.0 1.0" "pair_coeff 2 2 lj/gromacs 0.0 1.0" "pair_coeff * * coul/long" "kspace_style pppm 1e-5")"
  for s in strang:3 takahashi_imada4:6; do processed_water long.$s "${s%:*}" "${s#*:}" "$long"; done
  between 10 30 "$(rms_ratio long.strang:3 long.takahashi_imada4:6)" "pppm: the energy's rms, strang at 3 fs over takahashi_imada4 at 6 fs"
}

# per_step RUN: what the log says; it must have counted what the forces themselves count
per_step() {
  sed -n "s/^run_style rgs: \([0-9]*\) force evaluations in $2 steps .*/\1/p" "$1.out"
}

last_of() { thermo "$1" | tail -n 1; }
energy_at_end() { last_of "$1" | awk '{ print $5 }'; }

test_processed() {
  digits="thermo_modify format float %.17g"
  make_drop
  make_draws

  # -- orders: rigid, flexible and free atoms together, then water
  scheme_order takahashi_imada4 mixed 3.8 4.3 takahashi_imada4 0.25
  scheme_order rowlands4 mixed 3.8 4.3 rowlands4 0.25
  for s in strang:3 takahashi_imada4:6 takahashi_imada4:3 rowlands4:6 rowlands4:3; do
    processed_water water.$s "${s%:*}" "${s#*:}" "print ''"
  done
  for s in takahashi_imada4 rowlands4; do
    between 3.7 5.5 "$(slope "$(rms_energy water.$s:3)" "$(rms_energy water.$s:6)")" "water, $s, 3 and 6 fs: slope of the energy's rms"
  done

  # -- what two evaluations in 6 fs are worth
  between 10 30 "$(rms_ratio water.strang:3 water.takahashi_imada4:6)" "water: the energy's rms, strang at 3 fs over takahashi_imada4 at 6 fs"
  [ $short = yes ] || processed_long

  # -- forces that keywords switch off stay off from one step to the next
  best_off="$(commands off.in "$digits")"
  for s in srkn6b:0.25 chin4d:0.5 chin4d:1 rowlands4:0.5 rowlands4:1; do
    mixed off.$s 1 -var fix "rigid/rgs molecule scheme ${s%:*} force * off on on torque * on off on" -var dt "${s#*:}" \
      -var steps "$(awk -v dt="${s#*:}" 'BEGIN { print 32 / dt }')" -var every 1000 -var before_run "$best_off"
  done
  off() { gap "$(energy_at_end off.$1)" "$(energy_at_end off.srkn6b:0.25)"; }
  for s in chin4d rowlands4; do between 3.3 4.7 "$(slope "$(off $s:0.5)" "$(off $s:1)")" "$s with force and torque switched off: error of the energy, slope"; done

  # -- what is propagated does not depend on output: the same bits at the end
  for s in takahashi_imada4 rowlands4 pmlf6; do
    for every in 1 7 64; do
      mixed seen.$s.$every 1 -var fix "$rgs scheme $s" -var every $every -var steps 64 -var before_run "$digits"
      last_of seen.$s.$every >seen.$s.$every.last
    done
    for every in 1 7; do equal "$s, output every $every and every 64 steps, step 64" seen.$s.64.last seen.$s.$every.last; done
  done

  # -- cost: evaluations of 64 steps with output in the last, one of the set-up
  for s in takahashi_imada4:134 rowlands4:136 pmlf6:282; do
    between "${s#*:}" "${s#*:}" "$(evaluations seen.${s%:*}.64)" "force evaluations in 64 steps of ${s%:*}"
    between $((${s#*:} - 1)) $((${s#*:} - 1)) "$(per_step seen.${s%:*}.64 64)" "the same in the log, without the set-up"
  done

  # -- output belongs to the physical state: its error falls with the order of the scheme
  dump="id x y z fx fy fz modify sort id format float %.17g"
  mixed best 1 -var fix "$rgs scheme rkn8" -var dt 0.5 -var steps 64 -var again "write_dump all custom best.dump $dump"
  for s in takahashi_imada4 rowlands4; do
    for dt in 0.5 1; do
      mixed shown.$s.$dt 1 -var fix "$rgs scheme $s" -var dt $dt -var steps "$(awk -v dt=$dt 'BEGIN { print 32 / dt }')" -var every 64 \
        -var again "write_dump all custom shown.$s.$dt.dump $dump"
    done
    for columns in "2 4 positions" "5 7 forces"; do
      set -- $columns
      between 3.5 4.7 "$(slope "$(dumps_apart shown.$s.0.5.dump best.dump $1 $2)" "$(dumps_apart shown.$s.1.dump best.dump $1 $2)")" \
        "$s: error of the $3 in a dump, slope"
    done
  done

  # -- any number of ranks
  for s in takahashi_imada4 rowlands4 pmlf6; do
    for n in $any_ranks; do
      mixed ranks.$s.$n $n -var fix "$rgs scheme $s" -var steps 64 -var every 8 -var before_run "$digits"
      [ $n = 1 ] || between 0 1e-11 "$(energies_apart ranks.$s.1 ranks.$s.$n 9)" "$s: energies, 1 and $n ranks"
    done
  done
  # (atoms change rank in steps with output and without)
  for n in 1 4; do
    liquid moving.$n $n -var fix "$rgs scheme takahashi_imada4" -var dt 5 -var steps 40 -var every 8 -var before_run "$(commands moving.in "run_style rgs" "$digits")"
    [ $n = 1 ] || between 0 1e-9 "$(energies_apart moving.1 moving.$n 6)" "water, 40 steps of 5 fs: energies, 1 and $n ranks"
    [ $n = 1 ] || between 5 500 "$(last_of moving.$n | awk '{ print int($NF) }')" "water, 40 steps of 5 fs, $n ranks: atoms on another rank"
  done
  between 0 0 "$(sed -n 's/^Dangerous builds = //p' moving.4.out)" "water, 40 steps of 5 fs: dangerous builds"

  # -- restart files of a step inside a run, with thermodynamic output in that step (11) and without (10)
  for s in takahashi_imada4:1:10 takahashi_imada4:2:11 rowlands4:2:10 pmlf6:1:11; do
    every=${s##*:} n=${s#*:} n=${n%:*}
    printing="$(commands processed_printing.in "atom_modify sort 0 0" "thermo $every" "thermo_modify norm no format float %.17g" "run_style rgs")"
    liquid whole $n -var fix "$rgs scheme ${s%%:*}" -var dt 2 -var steps 60 -var before_run "$printing" -var after_fix "restart 33 whole.restart"
    liquid rest $n -var fix "$rgs scheme ${s%%:*}" -var dt 2 -var steps 27 -var before_run "$printing" -var restart yes -var state whole.restart.33
    for run in whole rest; do thermo $run | awk '$1 > 33 { NF--; print }' >$run.after; done
    equal "${s%%:*}, restart file of step 33, output every $every steps, $n ranks" whole.after rest.after
  done

  # (free atoms, too)
  sed 's/^read_data .*/read_restart drop.restart.33/' "$here/in.mixed" >in.rest
  for s in takahashi_imada4:1 rowlands4:2; do
    n=${s#*:}
    printing="$(commands drop_printing.in "atom_modify sort 0 0" "$digits")"
    mixed drop.whole $n -var fix "$rgs scheme ${s%:*}" -var steps 64 -var every 8 -var before_run "$(commands drop_whole.in "$printing" "restart 33 drop.restart")"
    lammps drop.rest $n -in in.rest -var fix "$rgs scheme ${s%:*}" -var steps 31 -var every 8 -var before_run "$printing"
    for run in drop.whole drop.rest; do thermo $run | awk '$1 > 33' >$run.after; done
    equal "rigid, flexible and free atoms, ${s%:*}, restart file of step 33, $n ranks" drop.whole.after drop.rest.after
  done

  # -- what other fixes do to the state is kept: momenta of ions, set to zero every 16 steps
  for s in takahashi_imada4:0.5 takahashi_imada4:1 rkn8:1; do
    mixed changed.$s 1 -var fix "$rgs scheme ${s%:*}" -var dt "${s#*:}" -var steps "$(awk -v dt="${s#*:}" 'BEGIN { print 48 / dt }')" -var every 16 \
      -var before_run "$(commands stop.in "$digits" "fix stop others momentum $(awk -v dt="${s#*:}" 'BEGIN { print 16 / dt }') linear 1 1 1")"
  done
  momentum_gap() { gap "$(energy_at_end "$1")" "$(energy_at_end changed.rkn8:1)"; }
  mixed unchanged 1 -var fix "$rgs scheme rkn8" -var steps 48 -var every 16 -var before_run "$digits"
  between 1e-3 1e3 "$(momentum_gap unchanged)" "what fix momentum takes from the energy"
  between 3.3 5.5 "$(slope "$(momentum_gap changed.takahashi_imada4:0.5)" "$(momentum_gap changed.takahashi_imada4:1)")" "takahashi_imada4 with fix momentum: error of the energy, slope"

  # -- a run that ends early ends in the physical state; runs that follow one another are one
  mixed halted 1 -var fix "$rgs scheme takahashi_imada4" -var every 100 -var steps 60 -var before_run \
    "$(commands halt.in "$digits" "variable now equal step" "fix halt all halt 20 v_now >= 20 error continue")" \
    -var again "write_dump all custom halted.dump $dump"
  mixed twenty 1 -var fix "$rgs scheme takahashi_imada4" -var every 100 -var steps 20 -var before_run "$digits" \
    -var again "write_dump all custom twenty.dump $dump"
  equal "a run that fix halt ends is in the physical state" twenty.dump halted.dump
  mixed runs 1 -var fix "$rgs scheme takahashi_imada4" -var steps 32 -var every 32 -var before_run "$digits" -var again "run 32 post no"
  between 0 1e-9 "$(gap "$(quotient "$(energy_at_end runs)" "$(energy_at_end seen.takahashi_imada4.64)")" 1)" \
    "takahashi_imada4 in one run and in two: energy"

  # -- refusals
  for n in 1 3; do
    refused processed_langevin $n 'takahashi_imada4 is a processed scheme.*physical momenta, on which keyword langevin acts' \
      mixed -var fix "$rgs scheme takahashi_imada4 langevin 300 300 100 7"
    refused processed_bath $n "takahashi_imada4.*transformed variables, for which the bath .* would be wrong; take strang or srkn6b" \
      mixed -var fix "rigid/nvt/small/rgs molecule temp 300 300 100 scheme takahashi_imada4"
  done
}
