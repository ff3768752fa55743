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

test_swap() {
  nosquish="rotor nosquish scheme strang"
  swap_and_back "" liquid "rigid/nve/small molecule"
  # -- a swap before the first run is the same as the rotor in the fix command, which is upstream's
  for n in 1 2; do
    liquid swap.first.$n $n -var fix "$rgs rotor exact" -var after_fix "fix_modify move $nosquish" -var again "run 100"
    same "swap before the first run, $n ranks" swap.nve.$n swap.first.$n 32
  done

  # -- it takes effect: what nosquish loses in its half of the run, exact keeps in its own
  free swap.effect 2 -var fix "$rgs $nosquish" -var dt 20 -var steps 1000 -var every 100 \
    -var before_run "thermo_modify format float %.17g" -var again "$(commands effect.in "fix_modify move rotor exact" "run 1000")"
  range() { thermo swap.effect | awk -v from=$1 -v to=$2 'NR == from { low = high = $5 } NR >= from && NR <= to {
    if ($5 < low) low = $5; if ($5 > high) high = $5; n++ } END { if (n == 11) print (high - low) / low }'; }
  between 1e-9 1 "$(range 1 11)" "swap, 2 ranks: energy lost by nosquish"
  between 0 1e-13 "$(range 12 22)" "swap, 2 ranks: energy lost by exact after it"

  # -- parameters stay with their part, and go with it
  free swap.param 1 -var fix "$rgs rotor semiexact param nodes 3" -var again "$(commands param.in "fix_modify move param nodes 4" \
    "fix_modify move scheme strang" "fix_modify move rotor exact" "run 10")"
  ended "parameters go with the rotor that had them" 23 swap.param

  # -- refusals
  for n in 1 4; do
    refused swap_rotor $n 'ID move.*unknown rotor gyroscope; known: .*exact' free -var fix "$rgs" -var again "fix_modify move rotor gyroscope"
    refused swap_scheme $n 'ID move.*leapfrog is the scheme strang' free -var fix "$rgs" -var again "fix_modify move scheme leapfrog"
    refused swap_param $n 'ID move.*unknown param colour; rotor semiexact has: nodes' free -var fix "$rgs" \
      -var again "fix_modify move rotor semiexact param colour 3"
    refused swap_range $n "ID move.*'nodes' is 99; allowed 1 to 10" free -var fix "$rgs" -var again "fix_modify move rotor semiexact param nodes 99"
    refused swap_value $n 'keyword scheme needs a name' free -var fix "$rgs" -var again "fix_modify move rotor exact scheme"
    refused swap_needs $n 'strang_dkd.*middle' free -var fix "$rgs" -var again "$(commands dkd.in "fix_modify move scheme strang_dkd" "run 1")"
    refused swap_other $n '[Ii]llegal|does not support' free -var fix "$rgs" -var again "fix_modify move gyrate 3"
  done

  # -- modules
  for n in 1 2; do
    liquid module.modify.$n $n -var fix "$rgs $nosquish" -var again "$(commands module.in "fix_modify move module acme.so" \
      "fix_modify move module acme.so scheme acme.kdk" "run 100")"
    same "module by fix_modify, $n ranks" swap.nve.$n module.modify.$n 32
  done
  free module.rotor 2 -var fix "$rgs module $PWD/acme.so rotor acme.midpoint" -var again "$(commands rotor.in \
    "fix_modify move rotor exact scheme acme.kdk" "run 10")"
  ended "rotor of a module, swapped for a built-in one with the module's scheme" 23 module.rotor

  echo "not a module" >text.so
  head -c 4000 acme.so >short.so
  for n in 1 4; do
    refused module_missing_later $n 'ID move.*cannot load module nowhere.so: .*open' free -var fix "$rgs" -var again "fix_modify move module nowhere.so"
    refused module_text $n 'cannot load module text.so: not a shared object' free -var fix "$rgs" -var again "fix_modify move module text.so"
    refused module_short $n 'cannot load module short.so: the file is damaged or cut short' free -var fix "$rgs" -var again "fix_modify move module short.so"
    refused module_foreign $n 'not a rigidstep module' free -var fix "$rgs" -var again "fix_modify move module $plugin"
    refused module_file $n 'keyword module needs a file' free -var fix "$rgs module"
  done
}
