# SPDX-License-Identifier: GPL-2.0-only
#
# The motion of rigid/small/rgs beside LAMMPS' own fixes: sourced by run_lammps_tests.sh.

test_motion() {
  external_program
  # -- the same trajectory as upstream, to all digits printed
  for n in $any_ranks; do like_upstream liquid $n 21 liquid; done
  # and beyond them: the rotors differ by rounding alone, which another rotor does not
  for s in "nve:rigid/nve/small molecule" "nosquish:$rgs rotor nosquish" "exact:$rgs rotor exact" "small:rigid/small molecule" "richardson:$rgs rotor richardson"; do
    liquid digits.${s%%:*} 1 -var fix "${s#*:}" -var steps 200 -var before_run "thermo_modify format float %.17g"
  done
  between 0 1e-13 "$(columns_apart digits.nve digits.nosquish 5 21)" "rotor nosquish, 200 steps: temperature, energies and pressure, relative to fix rigid/nve/small's"
  between 1e-9 1 "$(columns_apart digits.nve digits.exact 5 21)" "rotor exact, 200 steps: the same"
  between 0 1e-13 "$(columns_apart digits.small digits.richardson 5 21)" "rotor richardson, 200 steps: the same, relative to fix rigid/small's"
  # (after 0.8 to 1.1 ps the liquid's chaos shows the last bits of any two runs, upstream's own on
  # 2 and on 4 ranks included)
  for n in $many_ranks; do
    like_upstream migration $n 15 liquid -var steps 700 -var every 50
    away=$(thermo migration.$n.rgs | tail -n 1 | awk '{ print int($NF) }')
    if [ "${away:-0}" -ge 30 ]; then ok "migration, $n ranks: $away atoms on another rank than at the start"
    else bad "migration, $n ranks: only ${away:-0} atoms changed rank"; fi
  done
  for n in 1 4; do like_upstream triclinic $n 21 liquid -var state tilted.data; done
  like_upstream early 2 21 liquid -var after_fix "fix_modify move bodyforces early"
  like_upstream deform 2 21 liquid -var before_run "fix shear all deform 10 x erate 1e-5 remap none"
  for s in "nve:rigid/nve/small molecule" "rgs:rigid/small/rgs molecule rotor nosquish"; do
    liquid "stopped.${s%%:*}" 2 -var fix "${s#*:}" -var steps 100 -var again "write_restart ${s%%:*}.restart"
    liquid "continued.${s%%:*}" 2 -var fix "${s#*:}" -var restart yes -var state "${s%%:*}.restart" -var steps 100
  done
  same "continued from a restart file, 2 ranks" continued.nve continued.rgs 11

  # -- the name of LAMMPS' fix with /rgs behind it
  for style in rigid/small/rgs rigid/nve/small/rgs rigid/rgs rigid/nve/rgs; do
    liquid "named.$(echo $style | tr / _)" 1 -var local "print ''" -var fix "$style molecule"
  done
  same "rigid/nve/small/rgs is rigid/small/rgs" named.rigid_small_rgs named.rigid_nve_small_rgs 11
  same "rigid/nve/rgs is rigid/rgs" named.rigid_rgs named.rigid_nve_rgs 11
  liquid named.suffix 1 -var local "print ''" -var fix "rigid/small molecule" -sf rgs
  same "rigid/small with -sf rgs is rigid/small/rgs" named.rigid_small_rgs named.suffix 11
  between 1 1 "$(grep -c '^Suffix rgs: fix rigid/small (ID move) is replaced by rigid/small/rgs$' named.suffix.out)" "-sf rgs: lines of the log that name the fix that was replaced"

  # -- other kinds of bodies
  for n in $any_ranks; do
    like_upstream bodies $n 21 colliding
    like_upstream spheres $n 21 clumps -var before_fix "compute all all temp/sphere" -var before_run "thermo_modify temp all"
    like_upstream plane $n 21 in_plane
    KEYWORDS="gravity down" like_upstream gravity $n 21 free -var before_fix "fix down all gravity 0.001 vector 0 0 -1"
    KEYWORDS="mol m" like_upstream inserted $n 21 free -var box "0 4 0 4 0 4" -var spacing 9.0 \
      -var before_run "fix insert all deposit 5 0 20 9907 region box mol m rigid move near 0.3 vz -0.01 -0.01"
    between 207 207 "$(thermo inserted.$n.rgs | awk '{ n = $NF } END { print n }')" "inserted, $n ranks: atoms at the end, from 192"
  done

  # -- the exact rotor keeps the energy of free bodies; what keeps it less well shows that this can fail
  for rotor in exact nosquish; do
    free $rotor 2 -var fix "rigid/small/rgs molecule rotor $rotor" -var dt 20 -var steps 2000 -var every 100 \
      -var before_run "thermo_modify format float %.17g"
  done
  between 0 1e-13 "$(energy_change exact)" "free bodies, 2000 steps, rotor exact: relative change of energy"
  between 1e-9 1 "$(energy_change nosquish)" "free bodies, 2000 steps, rotor nosquish: relative change of energy"

  # -- steps so small that the rotors agree: bodies without spin about an axis
  worst() { thermo "$1" >"$1.thermo"; thermo "$2" >"$2.thermo"; paste "$1.thermo" "$2.thermo" |
    awk -v n="$3" '{ d = $2 / $(NF / 2 + 2) - 1; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == n) print m + 0 }'; }
  for s in "nve:rigid/nve/small molecule" "rgs:rigid/small/rgs molecule rotor exact"; do
    rods "linear.${s%%:*}" 2 -var fix "${s#*:}" -var dt 0.05 -var steps 1000 -var every 50
  done
  between 0 1e-6 "$(worst linear.nve linear.rgs 21)" "linear bodies, 2 ranks: temperature, relative to fix rigid/nve/small's"
  rods linear.long 2 -var fix "$rgs" -var steps 20000 -var every 1000
  between 0 0.1 "$(energy_change linear.long)" "linear bodies, 20000 steps: relative change of energy"
  # LAMMPS takes a body whose moments have the ratio 2.5e-8 for a line, whose other two moments it leaves apart; and in two dimensions
  # the momentum of a dumbbell has rounding errors out of the plane
  printf '# bent by 0.02 degrees\n\n3 atoms\n\nCoords\n\n1 1.2 0.0002 0\n2 0 0 0\n3 -1.2 0.0002 0\n\nTypes\n\n1 2\n2 1\n3 2\n' >nearly.mol
  ln -s "$here/in.begin" .
  free nearly 1 -var here . -var molecule nearly.mol -var fix "rigid/small/rgs molecule" -var dt 10 -var steps 2000 -var every 100 \
    -var before_run "thermo_modify format float %.17g"
  between 0 1e-13 "$(energy_change nearly)" "nearly linear bodies, 2000 steps, rotor exact: relative change of energy"
  for style in rigid/nvt rigid/nvt/small; do
    free plane.$(echo $style | tr -d /) 1 -var dimension 2 -var lattice sq -var box "0 4 0 2 -0.1 0.1" -var molecule linear.mol -var spacing 5 \
      -var fix "$style/rgs molecule temp 300 300 100"
    between 8 8 "$(thermo plane.$(echo $style | tr -d /) | awk 'END { print $NF / 2 }')" "$style/rgs in two dimensions: dumbbells after 200 steps"
  done
}

# Bodies that another program reads and pushes through LAMMPS' library (keyword external)
external_program() {
  library=$(ldd "${lmp%% *}" | awk '$1 ~ /^liblammps/ { print $3 }')
  # (Debian's 29Sep2021 has no command `plugin`: lmp_rgs alone loads ours there.)
  styles="rigid/small/rgs rigid/rgs"
  [ "$release" != 29Sep2021 ] || styles=
  for style in $styles; do
    PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/external_forces.py" "$library" "$plugin" $style >external.out 2>&1
    set -- $(grep '^gyroscope' external.out)
    between 0 0.02 "${2:-}" "$style, a gyroscope's axis beside its closed form $(tail -n 1 external.out)"
    between 3 5 "$(quotient "${2:-}" "${3:-}")" "$style, dt 0.02 against 0.01: ratio of its errors"
    set -- $(grep '^work' external.out)
    between 3 5 "$(quotient "${2:-}" "${3:-}")" "$style, work ${4:-} of forces and torques less the gain of energy, ${2:-}, dt 0.02 against 0.01: ratio"
    set -- $(grep '^counted' external.out)
    between 3 5 "$(quotient "${2:-}" "${3:-}")" "$style, external_counts: energy gained less work, ${3:-} of ${4:-}, dt 0.02 against 0.01: ratio"
    between 0 1e-9 "${5:-}" "$style, external_counts: virial of the forces beside theory"
    set -- $(grep '^work' external.out)
    [ -z "$many_ranks" ] || PYTHONDONTWRITEBYTECODE=1 mpirun --oversubscribe --allow-run-as-root -np 3 /usr/bin/python3 "$here/external_forces.py" "$library" "$plugin" $style \
      >external.3.out 2>&1
    [ -z "$many_ranks" ] || between 0 1e-10 "$(gap "${5:-}" "$(awk '/^work/ { print $5; exit }' external.3.out)")" "$style, kinetic energy of pushed bodies on 1 and 3 ranks, ${5:-}: difference"
    [ -z "$many_ranks" ] || between 0 1e-9 "$(awk '/^counted/ { print $5; exit }' external.3.out)" "$style, external_counts, the same on 3 ranks"
    between 1 1 "$(grep -c 'column 26 of its local array is nan for body 1; forces and torques must be finite' external.out)" "$style, NaN: messages"
  done
  if [ "$release" != 29Sep2021 ]; then
    for style in "rigid/small/rgs molecule" "rigid/rgs molecule langevin 1 1 0.5 123" "rigid/npt/small/rgs molecule temp 1 1 0.5 iso 1 1 1 seed 5"; do
      set -- $(PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/broken_step.py" "$library" "$plugin" "$style" 2>&1 | tail -n 1)
      for apart in "${2:-}" "${3:-}"; do between 0 1e-11 "$apart" "${style%% *}, an error within a step is caught: relative difference of energies later"; done
    done
    between 1e-6 1e6 "$(PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$here/broken_step.py" "$library" "$plugin" 2>&1 | awk '/^change/ { print $2 * $2 }')" \
      "fix nve goes on after an error and unfix of the fix that had its atoms: square of the change of energy"
    PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$inputs/dipole_and_swimmer.py" "$library" "$plugin" >swimmer.out 2>&1
    between 0.9999 1.0001 "$(awk '/^dipole/ { print $6 + 0 }' swimmer.out)" "examples/lammps/dipole_and_swimmer.py: cosine of the dipole to its field $(tail -n 1 swimmer.out)"
    between 0.99 1.01 "$(awk '/^swimmer/ { print $3 / $6 }' swimmer.out)" "examples/lammps/dipole_and_swimmer.py: radius of the swimmer's circle, over its closed form"
  fi
  for n in $any_ranks; do
    liquid_of_trimers external.npt.$n $n -var fix "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1 external v_f 0 0 0 0.5 0" -var before_fix "variable f equal 2*sin(time)" -var steps 100
  done
  for n in $many_ranks; do on_ranks external.npt $n "rigid/npt with a force from a variable"; done
  while IFS='|' read -r words text; do
    for n in 1 3; do refused external.words $n "$text" liquid -var fix "$rgs external $words" </dev/null; done
  done <<END
0 fast 0 0 0 0|keyword external: value 2 is fast; must be a finite number, or v_NAME of an equal-style variable
0 0 0 0 0 v_gone|keyword external names v_gone, and there is no such variable; define it by .variable gone equal
0 0 0|keyword external needs six values
0 0 0 0 0 0 external_counts maybe|keyword external_counts has the value maybe; must be yes or no
END
}
