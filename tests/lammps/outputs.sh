# SPDX-License-Identifier: GPL-2.0-only
#
# The global vector of the fix: sourced by run_lammps_tests.sh.

# Prints the commands to follow the vector in every step, in a log and a dump
follow() {
  commands "$1.in" "dump v all custom 1 $1.dump id mol mass xu yu zu vx vy vz fx fy fz" "dump_modify v format float %.17g" "thermo 1" \
    "thermo_style custom step pe ke f_move f_move[*]" "thermo_modify norm no format float %.17g"
}

# vector NAME RANKS STEP VALUES KIND ARGUMENTS: the vector is what follows from the atoms
vector() {
  name=outputs.$1; ranks=$2; dt=$3; values=$4; kind=$5; shift 5
  $kind "$name.$ranks" "$ranks" -var dt "$dt" -var before_run "$(follow $name.$ranks)" "$@"
  found=$(/usr/bin/python3 "$here/check_outputs.py" "$name.$ranks.dump" "$name.$ranks.out" "$dt" 2>&1)
  if [ $? = 0 ] && [ "${found#* }" = "$values" ]; then ok "$name, $ranks ranks: energies and temperatures, relative error and values: $found"
  else bad "$name, $ranks ranks: energies and temperatures: $(echo "$found" | tail -n 1), must be $values values below 1e-11; $(grep -m 1 ERROR "$name.$ranks.out")"; fi
}

test_outputs() {
  for n in $any_ranks; do vector liquid $n 2.0 29 liquid -var fix "$rgs" -var steps 30; done
  # (on one rank: FixRigidSmall's scalar forgets to add up the linear bodies of several)
  vector linear 1 1.0 29 rods -var fix "$rgs" -var steps 30

  # -- fluctuation of the total energy: with h^2 the plain one's, with h^4 the refined one's
  for dt in 1 2 4; do
    liquid outputs.$dt 2 -var fix "$rgs" -var dt $dt -var steps $((1200 / dt)) -var before_run "$(commands fluctuation.in "thermo 1" \
      "thermo_style custom step f_move[9] f_move[11] f_move[3] f_move[7] f_move[4] f_move[8] etotal" "thermo_modify norm no format float %.17g")"
  done
  # fluctuation STEP COLUMN: root of the mean square about the mean
  fluctuation() { thermo outputs.$1 | awk -v c=$2 'NR > 2 { n++; d = $c - base; if (n == 1) { base = $c; d = 0 } s += d; ss += d * d }
    END { if (n > 100) print sqrt(ss / n - s * s / n / n) }'; }
  order() { awk -v a="$1" -v b="$2" 'BEGIN { if (a > 0 && b > 0) print log(b / a) / log(2) }'; }
  for c in 2 3; do eval "one_$c=$(fluctuation 1 $c) two_$c=$(fluctuation 2 $c) four_$c=$(fluctuation 4 $c)"; done
  between 1.7 2.3 "$(order "$one_2" "$two_2")" "total energy, kcal/mol: $one_2, $two_2, $four_2 at 1, 2, 4 fs; order from 1 to 2"
  between 1.7 2.3 "$(order "$two_2" "$four_2")" "total energy: order from 2 to 4"
  between 3.5 4.5 "$(order "$one_3" "$two_3")" "refined total energy, kcal/mol: $one_3, $two_3, $four_3 at 1, 2, 4 fs; order from 1 to 2"
  between 3.5 4.5 "$(order "$two_3" "$four_3")" "refined total energy: order from 2 to 4"

  # -- refined temperatures: at 298 K h^2/12 V is about 0.05 K (fs)^2 of translation and 0.5 K (fs)^2 of rotation
  more() { thermo outputs.$1 | awk -v a=$2 -v b=$3 'NR > 1 { s += $b - $a; n++ } END { if (n > 100) print s / n }'; }
  between 0.6 1.4 "$(more 4 4 5)" "refined temperature of translation above the plain one at 4 fs"
  between 6 11 "$(more 4 6 7)" "refined temperature of rotation above the plain one at 4 fs"
  between 3.5 4.5 "$(awk -v a="$(more 2 6 7)" -v b="$(more 4 6 7)" 'BEGIN { if (a > 0) print b / a }')" "the same, ratio of 4 to 2 fs"

  # -- asked for now and then, by fixes and variables, and by nobody in the steps between; after a
  # swap to a rotor of order 2 the refined values are not known; a second run begins anew
  liquid outputs.seldom 2 -var fix "$rgs" -var dt 2.0 -var steps 60 -var before_run "$(commands seldom.in "variable e equal f_move[10]" \
    "fix mean all ave/time 1 10 20 f_move[9] f_move[11] ave running" "fix now all print 7 'drift \${e}'" "thermo 20" \
    "thermo_style custom step f_move[9] f_mean[1] f_mean[2] f_move[11] f_move[8]")" \
    -var again "$(commands later.in "run 20" "fix_modify move rotor nosquish" "run 20")"
  thermo outputs.seldom >seldom.thermo
  last=$(tail -n 1 seldom.thermo | awk '{ print $5, $6 }')
  count=$(grep -c '^drift' outputs.seldom.out)
  if [ $status = 0 ] && [ "$(wc -l <seldom.thermo)" = 8 ] && [ "$count" -ge 12 ] && echo "$last" | grep -Eq '^-?nan -?nan$'
  then ok "outputs asked for now and then, 2 ranks; refined ones nan with rotor nosquish"
  else bad "outputs asked for now and then: status $status, $count drifts, refined at the end: $last; $(grep -m 1 ERROR outputs.seldom.out)"; fi
  between -3 3 "$(awk 'NR == 1 { e = $2 } NR == 4 && $5 !~ /nan/ && $4 !~ /nan/ && $3 !~ /nan/ { print $5 - e }' seldom.thermo)" \
    "refined energy at step 60, from the plain one at step 0; no nan in the means"

  # -- before the first run there are no bodies yet: what depends on them is nan, no heat was given
  for s in "rigid/small/rgs molecule" "rigid/rgs molecule" "rigid/nvt/small/rgs molecule temp 300 300 100" "rigid/nph/rgs molecule iso 1 1 100"; do
    name=outputs.before.$(echo "${s%% *}" | tr / _)
    free $name 1 -var fix "$s" -var steps 0 -var before_run "$(commands $name.in 'print "before $(f_move) $(f_move[1]) $(f_move[9]) $(f_move[12])"')"
    if [ $status = 0 ] && [ "$(sed -n 's/^before //p' $name.out | tr -d -)" = "nan nan nan 0" ]; then ok "$s: values before the first run"
    else bad "$s: values before the first run: $(sed -n 's/^before //p' $name.out), must be nan nan nan 0; $(grep -m 1 ERROR $name.out)"; fi
  done

  # -- atoms that are in no body
  free outputs.mixed 2 -var fix "$rgs" -var pair "lj/gromacs 6.0 8.0" -var coeff "* * 0.2 3.0" -var spacing 8.0 -var steps 400 -var every 1 -var dt 1.0 \
    -var before_fix "$(commands mixed.in "mass 1 16.0" "create_atoms 1 single 8 8 8" "create_atoms 1 single 2 9 13" "velocity all create 300 77 loop geom" "group loose id > 24")" \
    -var before_run "$(commands mixed2.in "unfix move" "group bodies subtract all loose" "fix move bodies $rgs" "fix drift loose nve" \
      "thermo_style custom step etotal f_move[9] f_move[11]" "thermo_modify norm no format float %.17g")"
  between 0 1e-12 "$(thermo outputs.mixed | awk '{ d = ($2 - $3) / $2; if (d < 0) d = -d; if (d > m) m = d; n++ } END { if (n == 401) print m }')" \
    "with free atoms, 2 ranks: total energy, relative to LAMMPS'"
  between 10 1e9 "$(thermo outputs.mixed | awk 'NR > 2 { n++; if (n == 1) { e = $2; r = $4 } a = $2 - e; b = $4 - r; s += a; ss += a * a; t += b; tt += b * b }
    END { print sqrt(ss / n - s * s / n / n) / sqrt(tt / n - t * t / n / n) }')" "with free atoms: refined energy, how much steadier than the plain one"
}
