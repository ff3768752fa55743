# SPDX-License-Identifier: GPL-2.0-only
#
# fix_modify rotor, scheme, param, module between runs, and module in the fix command: sourced by
# run_lammps_tests.sh.

# swap_and_back WHAT KIND THEIRS: there and back between two runs leaves no trace, and keywords of the base class go on working; the same with
# methods of a module
swap_and_back() {
  acme_module
  for n in 1 2; do
    $2 swap.nve.$n $n -var fix "$3" -var again "run 100"
    $2 swap.back.$n $n -var fix "$rgs rotor nosquish scheme strang" -var again "$(commands back.in "fix_modify move rotor exact" \
      "fix_modify move virial yes rotor dmv4 scheme strang bodyforces late rotor nosquish" "run 100")"
    same "${1}swap there and back, $n ranks" swap.nve.$n swap.back.$n 32
    $2 module.fix.$n $n -var fix "$rgs module acme.so rotor nosquish scheme acme.kdk" -var again "run 100"
    same "${1}module in the fix command, $n ranks" swap.nve.$n module.fix.$n 32
  done
}

