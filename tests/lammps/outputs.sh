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

