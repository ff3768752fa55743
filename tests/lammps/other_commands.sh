# SPDX-License-Identifier: GPL-2.0-only
#
# LAMMPS' commands and computes beside our fixes, and fixes that insert bodies: sourced by run_lammps_tests.sh.
# (fix evaporate, press/berendsen and the refusal of fix hmc are in other_fixes.sh.)

test_other_commands() {
  extra_fixes
  commands_rerun
  commands_stress
  commands_gcmc
  commands_temper
}

# -- rerun: the energies and pressures of the run, from coordinates and velocities in a file
commands_rerun() {
  # (dumps have six digits where nothing is said, which strains the bodies)
  while IFS='|' read -r format most style; do
    liquid_of_trimers rerun 1 -var fix "$style" -var steps 100 -var columns "pe press" \
      -var before_run "$(commands rerun.in "dump all all custom 10 rerun.dump id type x y z vx vy vz ix iy iz" "dump_modify all sort id format float $format")" \
      -var again "$(commands rerun.again.in "undump all" "rerun rerun.dump dump x y z vx vy vz ix iy iz")"
    between 0 $most "$(thermo rerun | awk '{ for (k = 3; k <= 4; k++) { if (NR <= 11) was[NR, k] = $k; else { d = $k / was[NR - 11, k] - 1; if (d < 0) d = -d; if (d > far) far = d } } } END { if (NR == 22) print far + 0 }')" \
      "$style, rerun of $format: energy and pressure, relative to the run $(grep -m 1 ERROR rerun.out)"
  done <<END
%.17g|1e-9|rigid/small/rgs molecule
%.17g|1e-9|rigid/rgs molecule
%.17g|1e-9|rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1
%g|1e-3|rigid/small/rgs molecule
%g|1e-3|rigid/rgs molecule
%g|1e-3|rigid/nvt/small/rgs molecule temp 1 1 1
%g|1e-3|rigid/npt/rgs molecule temp 1 1 1 iso 1 1 1
END
  between 1 1 "$(grep -c 'WARNING.*rerun takes the shape of bodies from its file, which differs by' rerun.out)" "warnings that the dump has other shapes"
}

# -- stress of linear molecules, like N2: the atoms' adds up to the pressure, and in half of the box, whose face cuts molecules, its average
# is isotropic (the first 2000 of 20000 steps are left out; differences of components have a standard error of 0.018, and the limit is four of them)
commands_stress() {
  steps=20000; [ $short = no ] || steps=300
  liquid_of_lines stress 1 -var fix "rigid/nvt/small/rgs molecule temp 1 1 0.5" -var steps $steps -var every 10 \
    -var columns "pxx pyy pzz c_sum[1] c_sum[2] c_sum[3] c_part[1] c_part[2] c_part[3]" \
    -var before_fix "$(commands stress.in "region part block 0 3.4 INF INF INF INF units box" "compute atoms all stress/atom NULL" \
      "compute sum all reduce sum c_atoms[1] c_atoms[2] c_atoms[3]" "compute part all reduce/region part sum c_atoms[1] c_atoms[2] c_atoms[3]")"
  volume=$(awk 'BEGIN { print (4 * 1.7) ^ 3 }')
  between 0 1e-9 "$(thermo stress | awk -v v=$volume '{ for (k = 3; k <= 5; k++) { d = (-$(k + 3) / v - $k) / $3; if (d < 0) d = -d; if (d > far) far = d } } END { if (NR > 30) print far }')" \
    "stress of atoms, summed: largest difference from the pressure, relative $(grep -m 1 ERROR stress.out)"
  [ $short = no ] || return 0
  for k in 10 11; do
    set -- $(thermo stress | awk -v k=$k -v v=$volume 'NR > 200 { print ($k - $9) * 2 / v }' | moments 0)
    between -0.072 0.072 "${1:-}" "stress in half of the box, linear molecules: mean of pxx - p$([ $k = 10 ] && echo yy || echo zz)"
  done
}
liquid_of_lines() { run_name=$1; run_ranks=$2; shift 2; lammps "$run_name" "$run_ranks" -in "$here/in.trimers" -var template "$here/line.mol" "$@"; }

# -- gcmc: molecules of an ideal gas come and go; their number is Poisson's, with the mean P V/kT = 31.4 from 64 at the start.  Numbers forget
# each other in some 60 steps, so that the mean of 6000 steps has an error of 0.6; the limit is four of them.
# (--short does without the averages of this and of the stress)
commands_gcmc() {
  [ -n "$load_extra" ] || return 0
  for n in 1 4; do
    steps=6600; [ $n$short = 1no ] || steps=300
    trimers gcmc.$n $n -var fix "rigid/small/rgs molecule mol m" -var pair "zero 1.0" -var coeff "* *" -var steps $steps -var columns "atoms f_move f_move[1] f_move[2]" \
      -var before_run "$(commands gcmc.in "$load_extra" "fix change all gcmc 10 20 0 0 777 1.0 0.0 0.0 mol m rigid move pressure 0.1")"
    between 0 1e-12 "$(thermo gcmc.$n | awk '{ d = $4 * $3 / ($5 + $6) - 1; if (d < 0) d = -d; if (d > far) far = d } END { if (NR > 30) print far }')" \
      "fix gcmc, $n ranks: scalar, relative to 2 K / (6 n) $(grep -m 1 ERROR gcmc.$n.out)"
  done
  [ $short = no ] || return 0
  between 29 33.8 "$(thermo gcmc.1 | awk 'NR > 60 { s += $3 / 3; k++ } END { if (k > 500) print s / k }')" "fix gcmc, ideal gas: mean number of molecules, 31.4 in theory"
}

# -- replica exchange, of two partitions of one rank each: replicas change places, and the fixes take the targets
commands_temper() {
  [ -n "$load_extra" ] || return 0
  while IFS='|' read -r command fix more; do
    name=$(echo $command | tr / _)
    liquid_of_trimers $name 2 -partition 2x1 -pscreen none -var steps 10 -var columns "pe vol" \
      -var before_fix "$(commands $name.in "variable fix delete" "variable t world 1.0 1.1" "variable fix world '$(echo "$fix" | sed s/T/1.0/g)' '$(echo "$fix" | sed s/T/1.1/g)'")" \
      -var again "$(commands $name.again.in "$load_extra" "$command 400 20 \${t} move 3847 5838 $more")"
    between 2 20 "$(awk '$1 ~ /^[0-9]+$/ && NF == 3 { n++; if (n > 1 && $2 != before) changes++; before = $2 } END { if (n > 19) print changes + 0 }' $name.out)" \
      "$command: exchanges in 20 attempts $(grep -m 1 ERROR $name.out)"
  done <<END
temper|rigid/nvt/small/rgs molecule temp T T 0.1 bath langevin|
temper/npt|rigid/npt/small/rgs molecule temp T T 0.1 iso 1 1 1 bath langevin|1.0
END
}
