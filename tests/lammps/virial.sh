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

