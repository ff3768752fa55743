# SPDX-License-Identifier: GPL-2.0-only
#
# Keyword langevin: sourced by run_lammps_tests.sh, after run_style.sh.

# mean COLUMN FILE: of what fix ave/time wrote
mean() { awk -v c="$1" '!/^#/ { s += $c; n++ } END { if (n) printf "%.4g", s / n }' "$2"; }

test_langevin() {
  make_drop
  noise="langevin 300 300 50 4711"
  style="run_style rgs"
  digits="$(commands digits.in "thermo_style custom step temp pe ke etotal f_move f_move[9] f_move[10] f_move[12]" \
    "thermo_modify norm no format float %.17g")"

  # -- friction and noise are as in bath langevin (each step makes the momenta anew, and is so short that nothing moves)
  for s in "keyword:$rgs langevin 300 300 1e-10 4711" "bath:rigid/nvt/small/rgs molecule temp 300 300 1e-10 bath langevin seed 4711"; do
    free noise.${s%%:*} 1 -var fix "${s#*:}" -var dt 1e-8 -var steps 10 -var every 1 \
      -var before_run "$(commands both.in "thermo_style custom step f_move[3] f_move[4]" "thermo_modify format float %.17g")"
    thermo noise.${s%%:*} >${s%%:*}.thermo
  done
  for s in "2 1e-13 translation" "3 1e-6 rotation"; do
    set -- $s
    between 0 $2 "$(paste keyword.thermo bath.thermo | awk -v c=$1 'NR > 1 { d = $c / $(c + 3) - 1; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == 11) print m + 0 }')" \
      "langevin, temperature of $3, relative to bath langevin's"
  done

  # -- noise by body: the same trajectory on any number of ranks, under any scheme
  for s in strang strang_dkd nystrom4; do
    for n in $any_ranks; do
      mixed noise.$s.$n $n -var fix "$rgs scheme $s $noise" -var steps 100 -var every 10
      [ $n = 1 ] || between 0 1e-11 "$(energies_apart noise.$s.1 noise.$s.$n 11)" "langevin, $s, rigid, flexible and free atoms: energies, 1 and $n ranks"
    done
  done
  for kind in rods in_plane; do
    # (which atom has which number depends on the ranks that make them)
    $kind noise.kind 1 -var fix "$rgs" -var steps 10 -var again "write_restart noise.kind.restart"
    for n in $any_ranks; do
      lammps noise.kind.$n $n -in "$here/in.again" -var state noise.kind.restart -var fix "$rgs $noise" -var steps 100 \
        -var before_run "$(commands kind.in "thermo 10" "thermo_style custom step temp pe ke etotal" "thermo_modify norm no format float %.15g")"
      [ $n = 1 ] || between 0 1e-11 "$(energies_apart noise.kind.1 noise.kind.$n 11)" "langevin, $kind: energies, 1 and $n ranks"
    done
  done
  # (that this can fail)
  liquid noise.seed 1 -var fix "$rgs langevin 300 300 50 4712" -var steps 50 -var before_run "$digits"
  for n in 1 2; do liquid noise.water.$n $n -var fix "$rgs $noise" -var steps 50 -var before_run "$digits"; done
  between 0 1e-11 "$(energies_apart noise.water.1 noise.water.2 6)" "langevin, water: energies, 1 and 2 ranks"
  between 1e-4 1 "$(energies_apart noise.water.1 noise.seed 6)" "langevin, water: energies, two seeds"

  # -- what it gives is told: drift is what the scheme does
  free noise.told 2 -var fix "$rgs $noise" -var box "0 4 0 4 0 4" -var dt 5 -var steps 400 -var before_run "$digits"
  between 0 1e-9 "$(thermo noise.told | awk '{ d = $8 / $9; if (d < 0) d = -d; if (NR > 1 && d > m) m = d } END { if (NR == 41) print m + 0 }')" \
    "langevin, free bodies: change of energy less what langevin gave, relative"

  # -- free bodies have the temperature asked for at any step, about every axis with spin
  averages() { commands averages.in "fix means all ave/time 5 800 4000 f_move[3] f_move[4] file $1.means" "thermo 4000"; }
  for s in "bent:10:3" "bent:100:3" "linear:10:3" "plane:10:2"; do
    set -- $(echo $s | tr : ' ')
    molecule=$1 box="0 4 0 4 0 4" lattice=sc
    [ $1 != plane ] || { molecule=bent; box="0 8 0 8 -0.1 0.1"; lattice=sq; }
    free noise.free 1 -var molecule $molecule.mol -var dimension $3 -var lattice $lattice -var fix "$rgs langevin 300 300 20 91" -var box "$box" \
      -var dt $2 -var steps 20000 -var before_run "$(averages noise.free)"
    between 297 303 "$(mean 2 noise.free.means)" "langevin, free bodies, $1, $2 fs: temperature of translation"
    between 296 304 "$(mean 3 noise.free.means)" "langevin, free bodies, $1, $2 fs: temperature of rotation"
  done

  # -- a ramp goes by the steps of the run, or of all runs it belongs to
  for n in 1 2; do
    liquid ramp.one.$n $n -var fix "$rgs langevin 100 500 20 4711" -var dt 2 -var steps 1 -var before_run "$(commands one.in "atom_modify sort 0 0" "include digits.in" \
      "run 30 start 0 stop 60" "run 30 start 0 stop 60")"
    liquid ramp.two.$n $n -var fix "$rgs langevin 100 500 20 4711" -var dt 2 -var steps 1 -var before_run "$(commands two.in "atom_modify sort 0 0" "include digits.in" \
      "run 60")"
    for run in one two; do thermo ramp.$run.$n | awk '$1 == 60' | head -n 1 >ramp.$run; done
    between 0 1e-11 "$(paste ramp.one ramp.two | awk '{ d = ($5 - $(NF / 2 + 5)) / $5; print d < 0 ? -d : d }')" "ramp in two runs and in one, $n ranks: energy"
    between 300 600 "$(awk '{ print $2 }' ramp.one)" "ramp from 100 to 500, $n ranks: temperature at its end"
  done

  # -- nothing to restore but the step
  for s in strang:1 strang:2 srkn6b:1 strang_dkd:2; do
    n=${s#*:} scheme=${s%:*}
    printing="$(commands noise_printing.in "atom_modify sort 0 0" "include digits.in" "$style")"
    liquid noise.whole $n -var fix "$rgs scheme $scheme $noise" -var dt 2 -var steps 40 -var before_run "$printing" -var after_fix "restart 23 noise.restart"
    liquid noise.rest $n -var fix "$rgs scheme $scheme $noise" -var dt 2 -var steps 17 -var before_run "$printing" -var restart yes -var state noise.restart.23
    for run in whole rest; do thermo noise.$run | awk '$1 > 23 { print $1, $2, $3, $4, $5, $6, $7 }' >noise.$run.after; done
    equal "langevin, $scheme, restart inside a run, $n ranks" noise.whole.after noise.rest.after 2
  done

  # -- noise goes on where a script sets the time step back, also through a restart file and with bodies
  # that every run makes anew
  for s in "small:rigid/small/rgs molecule" "rigid:rigid/rgs molecule"; do
    name=${s%%:*} style_words="${s#*:}"
    columns="$(commands back_columns.in "atom_modify sort 0 0" "thermo 10" "thermo_style custom step temp pe ke etotal" "thermo_modify norm no format float %.17g")"
    for n in 1 2; do
      liquid noise.on.$name.$n $n -var local "print ''" -var fix "$style_words $noise" -var dt 2 -var steps 20 -var before_run "$columns" -var again "run 20"
      liquid noise.back.$name.$n $n -var local "print ''" -var fix "$style_words $noise" -var dt 2 -var steps 20 -var before_run "$columns" \
        -var again "$(commands back.in "reset_timestep 0" "run 10" "write_restart back.$name.$n.restart" "run 10")"
      liquid noise.back.rest.$name.$n $n -var local "print ''" -var fix "$style_words $noise" -var dt 2 -var steps 10 -var before_run "$columns" \
        -var restart yes -var state back.$name.$n.restart
      between 0 1e-11 "$({ thermo noise.on.$name.$n | tail -n 1; thermo noise.back.$name.$n | tail -n 1; } | awk 'NR == 1 { e = $5 } NR == 2 { d = ($5 - e) / e; print d < 0 ? -d : d }')" \
        "langevin, $name, $n ranks: energy after 40 steps, the time step set back or not"
      same_after "langevin, $name, restart file after the time step was set back, $n ranks" 10 noise.back.$name.$n noise.back.rest.$name.$n 2
    done
    liquid noise.anew.$name 1 -var local "print ''" -var fix "$style_words $noise reinit yes" -var dt 2 -var steps 10 -var before_run "$columns" \
      -var again "$(commands anew.in "reset_timestep 0" "write_restart anew.$name.restart" "run 10")"
    liquid noise.anew.rest.$name 1 -var local "print ''" -var fix "$style_words $noise reinit yes" -var dt 2 -var steps 10 -var before_run "$columns" \
      -var restart yes -var state anew.$name.restart
    near_after "langevin, $name, reinit yes, restart file after the time step was set back" 0 noise.anew.$name noise.anew.rest.$name 2

    # a file of the version before, which has no count: noise goes on from the time step
    liquid noise.old.$name 2 -var local "print ''" -var fix "$style_words $noise" -var dt 2 -var steps 20 -var before_run "$columns" \
      -var again "$(commands old.in "write_restart new.$name.restart" "run 20")"
    python3 "$here/older_restart.py" new.$name.restart old.$name.restart || bad "langevin, $name: no older restart file"
    liquid noise.old.rest.$name 2 -var local "print ''" -var fix "$style_words $noise" -var dt 2 -var steps 20 -var before_run "$columns" \
      -var restart yes -var state old.$name.restart
    if grep -q 'WARNING.*restart file' noise.old.rest.$name.out; then bad "langevin, $name: the older restart file is not used"; fi
    same_after "langevin, $name, restart file of the version before, 2 ranks" 20 noise.old.$name noise.old.rest.$name 3

    liquid noise.loop.$name 1 -var local "print ''" -var fix "$style_words langevin 300 300 20 91" -var dt 2 -var steps 1 -var before_run "$(commands loop.in \
      "thermo_style custom step f_move[3] f_move[4]" "thermo 40" "variable i loop 30" "label loop" "reset_timestep 0" "run 40" "next i" "jump loop.in loop")"
    between 290 310 "$(thermo noise.loop.$name | awk '$1 == 40 && ++n > 5 { s += $2 + $3; m += 2 } END { if (m >= 50) print s / m }')" \
      "langevin, $name, 30 runs that begin at time step 0: temperature"
  done

  # -- refusals
  for n in 1 4; do
    refused noise_few $n 'langevin needs Tstart Tstop damp seed.*3 of the 4' free -var fix "$rgs langevin 300 300 50"
    refused noise_start $n 'langevin: Tstart is warm; must be a number >= 0' free -var fix "$rgs langevin warm 300 50 4711"
    refused noise_stop $n 'langevin: Tstop is -1; must be a number >= 0' free -var fix "$rgs langevin 300 -1 50 4711"
    refused noise_damp $n 'langevin: damp is 0; must be a time > 0' free -var fix "$rgs langevin 300 300 0 4711"
    refused noise_infinite $n 'langevin: damp is inf; must be a time > 0' free -var fix "$rgs langevin 300 300 inf 4711"
    refused noise_seed $n 'langevin: seed is 0; must be a whole number from 1 to 2147483647' free -var fix "$rgs langevin 300 300 50 0"
    refused noise_half $n 'langevin: seed is 4711.5; must be a whole number' free -var fix "$rgs langevin 300 300 50 4711.5"
    refused noise_after $n 'langevin: seed is rotor; must' free -var fix "$rgs langevin 300 300 50 rotor exact"
  done
}
