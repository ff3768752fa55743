# SPDX-License-Identifier: GPL-2.0-only
#
# A hundred thousand bodies: sourced by run_lammps_tests.sh.
test_large() {
  # 512 boxes side by side, each with velocities of its own; forces of short reach, for the time they take
  boxes="$(commands boxes.in "replicate 8 8 8" "pair_style lj/gromacs/coul/gromacs 4.0 5.0 0.0 5.0" "pair_coeff 1 1 0.15535 3.166" \
    "pair_coeff 1 2 0.0 1.0" "pair_coeff 2 2 0.0 1.0" "velocity all create 298.15 41907 mom yes rot no dist gaussian")"
  limit=900
  for n in 1 2 4; do
    liquid large.$n $n -var fix "$rgs" -var before_fix "$boxes" -var steps 100 -var every 20 -var before_run "thermo_modify format float %.15g"
    between 110592 110592 "$(sed -n 's/^ *\([0-9]*\) rigid bodies with .*/\1/p' large.$n.out)" "$n ranks: bodies"
    [ $n = 1 ] || between 0 1e-11 "$(energies_apart large.1 large.$n 6)" "110592 molecules, 100 steps: energies, 1 and $n ranks"
  done
}
