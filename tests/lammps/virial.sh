# SPDX-License-Identifier: GPL-2.0-only
#
# The virial of the constraint forces: sourced by run_lammps_tests.sh.

# Prints what check_virial.py reads.  Older releases have no centroid stress of these fixes, fix rigid
# has none at all: NO_CENTROID=yes.
virial_commands() {
  set -- "compute fixv all pressure NULL fix" "compute pairv all pressure NULL pair" "compute stress all stress/atom NULL fix" \
    "dump v all custom $2 $1.dump id mol mass xu yu zu vx vy vz fx fy fz c_stress[*]" "dump_modify v format float %.17g" \
    "thermo $2"
  style="step press vol c_fixv[*] c_pairv[*]"
  if [ "$release" != 29Sep2021 ] && [ "${NO_CENTROID:-no}" = no ]; then
    set -- "$@" "compute centroid all centroid/stress/atom NULL fix" "compute nine all reduce sum c_centroid[*]"
    style="$style c_nine[*]"
  fi
  commands virial.in "$@" "thermo_style custom $style" "thermo_modify norm no format float %.17g"
}

# exact NAME RANKS EVERY FRAMES KIND ARGUMENTS: pressure and stresses of our fix follow the formulas
exact() {
  name=virial.$1; ranks=$2; every=$3; frames=$4; kind=$5; shift 5
  rm -f "$name.$ranks.dump"
  $kind "$name.$ranks" "$ranks" -var before_run "$(virial_commands $name.$ranks "$every")" "$@"
  found=$(/usr/bin/python3 "$here/check_virial.py" "$name.$ranks.dump" "$name.$ranks.out" 1e-10 2>&1)
  if [ $? = 0 ] && [ "${found#* }" = "$frames" ]; then ok "$name, $ranks ranks: pressure and stress, relative error and frames: $found"
  else bad "$name, $ranks ranks: pressure and stress: $(echo "$found" | tail -n 1), must be $frames frames below 1e-10; $(grep -m 1 ERROR "$name.$ranks.out")"; fi
}

test_virial() {
  for n in $any_ranks; do exact liquid $n 25 7 liquid -var fix "$rgs" -var steps 100 -var again "run 25"; done
  exact triclinic 2 50 3 liquid -var state tilted.data -var fix "$rgs" -var steps 100
  exact early 2 50 3 liquid -var fix "$rgs rotor nosquish" -var steps 100 -var after_fix "fix_modify move bodyforces early"
  exact langevin 2 20 4 liquid -var fix "$rgs langevin 298 298 50 8831" -var dt 0.05 -var steps 40 -var again "run 0"
  exact linear 2 50 3 rods -var fix "$rgs" -var steps 100
  exact plane 2 50 3 in_plane -var fix "$rgs" -var steps 100
  exact gravity 2 50 3 colliding -var fix "$rgs gravity down" -var steps 100 \
    -var before_fix "fix down all gravity 1.0 vector 0 0 -1"

  # -- fix_modify virial no
  liquid virial.none 2 -var fix "$rgs" -var after_fix "fix_modify move virial no" -var steps 10 -var before_run "$(virial_commands virial.none 10)"
  between 0 0 "$(thermo virial.none | awk '{ for (i = 4; i <= 9; i++) s += $i * $i; n++ } END { if (n == 2) print s + 0 }')" \
    "fix_modify virial no, 2 ranks: sum of the squares of the fix's pressure"

  # -- upstream's finite difference comes to it with the first order of the step
  for dt in 0.1 0.01 0.001; do
    liquid virial.nve.$dt 2 -var fix "rigid/nve/small molecule" -var dt $dt -var steps 1 -var before_run "$(virial_commands virial.nve.$dt 1)"
    liquid virial.rgs.$dt 2 -var fix "$rgs rotor nosquish" -var dt $dt -var steps 1 -var before_run "$(virial_commands virial.rgs.$dt 1)"
  done
  apart() { thermo virial.nve.$1 >a.thermo; thermo virial.rgs.$1 >b.thermo; paste a.thermo b.thermo |
    awk '$1 == 1 { d = $2 - $(NF / 2 + 2); print d < 0 ? -d : d }'; }
  far=$(apart 0.1) near=$(apart 0.01) nearest=$(apart 0.001)
  between 8 12 "$(quotient $far $near)" "pressure, rigid/nve/small's from ours at 0.1 fs: $far atm, ratio to 0.01 fs"
  between 9 11 "$(quotient $near $nearest)" "pressure, rigid/nve/small's from ours at 0.01 fs: $near atm, ratio to 0.001 fs"
}
