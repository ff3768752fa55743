# SPDX-License-Identifier: GPL-2.0-only
#
# Other fixes that act on bodies, beside each of our styles: sourced by run_lammps_tests.sh.

test_other_fixes() {
  nvt="rigid/nvt/small/rgs molecule" npt="rigid/npt/small/rgs molecule" nph="rigid/nph/small/rgs molecule"
  extra_fixes
  other_fixes_refused
  other_fixes_at_work
  other_fixes_csvr
  other_fixes_heat
  other_fixes_momentum
  other_fixes_that_delete
  other_fixes_one_body
}

# -- the heat of fix heat arrives, also where its region has some atoms of a body only: 100 per time, 1 time; the total momentum stays 0
other_fixes_heat() {
  for s in "1:rigid/small/rgs molecule" "2:rigid/small/rgs molecule" "2:rigid/rgs molecule" "1:$nvt temp 1 1 1 bath nhc" "2:$nph iso 1 1 1"; do
    energy=etotal; case $s in *rigid/n*) energy=econserve ;; esac
    for r in "" "region low"; do
      liquid_of_trimers heat ${s%%:*} -var fix "${s#*:}" -var dt 0.001 -var steps 1000 -var columns "$energy v_drift" \
        -var before_fix "variable drift equal abs(vcm(all,x))+abs(vcm(all,y))+abs(vcm(all,z))" \
        -var before_run "$(commands heat.in "region low block INF INF INF INF 0 3" "fix other all heat 1 100 $r")"
      between 99.9 100.1 "$(thermo heat | awk '{ e[NR] = $3 } $4 < 1e-10 { n++ } END { if (NR > 1 && n == NR) print e[NR] - e[1] }')" \
        "${s#*:} with fix heat $r, ${s%%:*} ranks: heat that arrived, 100 wanted $(grep -m 1 ERROR heat.out)"
    done
  done
}

# -- fix momentum beside a bath is a warning, and takes the momentum out
other_fixes_momentum() {
  for s in "csvr:$nvt temp 1 1 1" "langevin:$npt temp 1 1 1 iso 1 1 1 bath langevin"; do
    liquid_of_trimers momentum.bath 1 -var fix "${s#*:}" -var steps 100 -var columns "v_drift" -var before_fix "variable drift equal vcm(all,x)" \
      -var before_run "$(commands momentum.in "velocity all set 1 0 0 sum yes units box" "fix other all momentum 5 linear 1 1 1")"
    between 1 1 "$(grep -c "WARNING: .*fix momentum .ID other. takes out the total momentum, which bath ${s%%:*}" momentum.bath.out)" "${s#*:} with fix momentum: warnings $(grep -m 1 ERROR momentum.bath.out)"
    between 0 1e-12 "$(thermo momentum.bath | awk 'NR == 1 && $3 < 0.5 { exit } { d = $3 < 0 ? -$3 : $3 } END { if (NR == 11) print d }')" "${s#*:} with fix momentum: drift at the end, from 1"
  done
}

# -- temperatures of a fix whose bodies become fewer count those there are: T = 2 K / (6 n) for n molecules of three atoms
other_fixes_that_delete() {
  for n in 1 4; do
    liquid_of_trimers evaporate.$n $n -var fix "rigid/small/rgs molecule" -var columns "f_move f_move[1] f_move[2] atoms" -var steps 400 \
      -var before_run "$(commands evaporate.in "region low block INF INF INF INF 0 3" "fix less all evaporate 20 2 low 777 molecule yes")"
    between 0 1e-12 "$(thermo evaporate.$n | awk 'NR == 1 { most = $6 } { d = $3 * $6 / ($4 + $5) - 1; if (d < 0) d = -d; if (d > far) far = d }
        END { if (NR == 41 && $6 < most) print far + 0 }')" "fix evaporate, $n ranks, $(thermo evaporate.$n | awk '{ n = $NF } END { print n }') atoms at the end: scalar, relative to 2 K / (6 n)"
  done
}

# -- baths that scale leave the translation of one body alone, which a warning says
other_fixes_one_body() {
  for s in csvr:1 nhc:1 langevin:0; do
    trimers one.body 1 -var box "0 1 0 1 0 1" -var spacing 5 -var fix "rigid/nvt/small/rgs molecule temp 1 1 1 bath ${s%:*}" -var steps 5
    between ${s#*:} ${s#*:} "$(grep -c "WARNING: .*ID move.*bath ${s%:*} keeps the total momentum" one.body.out)" "one body, bath ${s%:*}: warnings $(grep -m 1 ERROR one.body.out)"
  done
  for s in bath:some:0 keep:some:1 keep:all:0; do
    m=${s#*:}
    trimers few.bodies 1 -var box "0 2 0 2 0 1" -var spacing 5 -var group ${m%:*} -var fix "rigid/nvt/small/rgs molecule temp 1 1 1 momentum ${s%%:*}" \
      -var steps 5 -var before_fix "group some molecule 1 2"
    between ${m#*:} ${m#*:} "$(grep -c "WARNING: .*ID move.*keeps the total momentum of 2 bodies" few.bodies.out)" "few bodies, momentum ${s%%:*}, group ${m%:*}: warnings $(grep -m 1 ERROR few.bodies.out)"
  done
}

# LAMMPS is built without its packages EXTRA-FIX, MC and REPLICA, so what is needed of them is compiled as a plugin, once for
# all groups; Debian's 29Sep2021 loads none
extra_fixes() {
  load_extra=
  if [ "$release" = 29Sep2021 ]; then
    echo "          $release: fixes temp/csvr, temp/csld, gcmc, hmc and command temper are left out: this LAMMPS has neither them nor plugins"
    return
  fi
  source=$("$adapter/tools/get_lammps_source.sh" "$release")/src
  exec 6>../extra_fixes.lock
  flock 6
  set -- "$source"/EXTRA-FIX/fix_temp_csvr.cpp "$source"/EXTRA-FIX/fix_temp_csld.cpp "$source"/MC/fix_gcmc.cpp "$source"/REPLICA/temper.cpp "$source"/REPLICA/temper_npt.cpp
  [ ! -e "$source"/MC/fix_hmc.cpp ] || set -- "$@" "$source"/MC/fix_hmc.cpp
  if [ -e ../extra_fixesplugin.so ] || ${MPICXX:-mpicxx} -std=c++17 -O1 -shared -fPIC -DLAMMPS_SMALLBIG -I "$source" -I "$source/EXTRA-FIX" \
    -I "$source/MC" -I "$source/REPLICA" -I "$source/RIGID" "$here/extra_fixes.cpp" "$@" -o ../extra_fixesplugin.so
  then load_extra="plugin load ../extra_fixesplugin.so"
  else bad "other fixes: extra_fixes.cpp does not compile"; fi
  exec 6>&-
}

# -- other fixes beside a bath or a piston: our keyword is named
other_fixes_refused() {
  while IFS='|' read -r name text fix more; do
    case "$load_extra $more" in " temp/cs"* | " hmc"* | " langevin/drude"*) continue ;; *" hmc"*) [ -e "$source"/MC/fix_hmc.cpp ] || continue ;; esac
    refused beside.$name 1 "$text" liquid_of_trimers -var fix "$fix" -var before_run "$(commands beside.in "$load_extra" "fix other all $more")"
  done <<END
deform|fix deform .ID other. changes the box, too.*keywords iso, aniso|$npt temp 1 1 1 z 1 1 1|deform 1 x erate 0.01
deform_same|box parameter x|$npt temp 1 1 1 iso 1 1 1|deform 1 x erate 0.01
press|box parameter x|$npt temp 1 1 1 iso 1 1 1|press/berendsen iso 1 1 1 modulus 10
press_z|fix press/berendsen .ID other. changes the box, too|$npt temp 1 1 1 x 1 1 1|press/berendsen z 1 1 1 modulus 10
rescale|fix temp/rescale .ID other.*keyword bath|$nvt temp 1 1 1|temp/rescale 1 1 1 0.1 1
berendsen|fix temp/berendsen .ID other.*keyword bath|$npt temp 1 1 1 iso 1 1 1|temp/berendsen 1 1 1
rescale_all|fix temp/rescale .ID other.*keyword bath|rigid/nvt/rgs molecule temp 1 1 1|temp/rescale 1 1 1 0.1 1
csvr|fix temp/csvr .ID other.*keyword bath csvr|$nvt temp 1 1 1|temp/csvr 1 1 1 77
csld|fix temp/csld .ID other.*keyword bath langevin|$npt temp 1 1 1 iso 1 1 1|temp/csld 1 1 1 77
csld_alone|fix temp/csld .ID other.*draws velocities for each atom.*use keyword langevin|rigid/small/rgs molecule|temp/csld 1 1 1 77
csld_all|fix temp/csld .ID other.*draws velocities for each atom.*use keyword langevin|rigid/rgs molecule|temp/csld 1 1 1 77
langevin|fix langevin .ID other.*keyword langevin Tstart Tstop damp seed here is a thermostat|$nph iso 1 1 1|langevin 1 1 1 77
langevin_bath|fix langevin .ID other.*keyword bath langevin is this thermostat|$npt temp 1 1 1 iso 1 1 1|langevin 1 1 1 77
drude|fix langevin/drude .ID other.*no bath here has two temperatures.*write suffix off|$nph iso 1 1 1|langevin/drude 1 1 1 77
conductivity|fix thermal/conductivity .ID other. acts on single atoms.*use fix heat with a region|rigid/small/rgs molecule|thermal/conductivity 10 z 4
conductivity_npt|fix thermal/conductivity .ID other. acts on single atoms.*use fix heat with a region|rigid/npt/rgs molecule temp 1 1 1 iso 1 1 1|thermal/conductivity 10 z 4
ehex|fix ehex .ID other. acts on single atoms.*fix heat, with the same values|$nvt temp 1 1 1|ehex 1 1.0
recenter|fix recenter .ID other.*fixed centre|$npt temp 1 1 1 iso 1 1 1|recenter INIT INIT INIT
hmc|fix hmc .ID other. gives momenta to bodies of LAMMPS' fix rigid/small, not to ours.*rigid/nvt/small/rgs with bath langevin|rigid/small/rgs molecule|hmc 10 4711 1 rigid move resample yes
hmc_nve|fix hmc .ID other. gives momenta to bodies of LAMMPS' fix rigid/small, not to ours|rigid/nve/small/rgs molecule|hmc 10 4711 1 rigid move
nve|192 of its atoms would be moved by fix nve .ID other. as well|rigid/small/rgs molecule|nve
nve_all|192 of its atoms would be moved by fix nve .ID other. as well|rigid/rgs molecule|nve
nvt|192 of its atoms would be moved by fix nvt .ID other. as well|$npt temp 1 1 1 iso 1 1 1|nvt temp 1 1 1
END
}

# -- other fixes on bodies at constant energy reach the bodies
other_fixes_at_work() {
  while IFS='|' read -r name fix more; do
    liquid_of_trimers with.$name 1 -var fix "$fix" -var before_run "fix other all $more" -var steps 1000 -var every 5 -var columns "f_move[3] f_move[4]"
    for k in 3 4; do
      between 1.8 2.2 "$(thermo with.$name | awk -v k=$k 'NR > 100 { s += $k; n++ } END { if (n == 101) print s / n }')" \
        "$fix with fix ${more%% *}: mean of temperature $k, 2 wanted $(grep -m 1 ERROR with.$name.out)"
    done
  done <<END
rescale|rigid/small/rgs molecule|temp/rescale 1 2 2 0.01 1
rescale_5|rigid/small/rgs molecule|temp/rescale 5 2 2 0.01 1
berendsen|rigid/small/rgs molecule|temp/berendsen 2 2 0.02
berendsen_all|rigid/rgs molecule|temp/berendsen 2 2 0.02
langevin|rigid/small/rgs molecule|langevin 2 2 0.1 77
END
  for s in "small:rigid/small/rgs molecule" "all:rigid/rgs molecule"; do
    liquid_of_trimers momentum.${s%%:*} 2 -var fix "${s#*:}" -var steps 100 -var columns "v_drift pe" \
      -var before_fix "variable drift equal vcm(all,x)" -var before_run "$(commands momentum.in "velocity all set 1 0 0 sum yes units box" "fix other all momentum 5 linear 1 1 1")"
    between 0 1e-12 "$(thermo momentum.${s%%:*} | awk 'NR == 1 && $3 < 0.5 { exit } { d = $3 < 0 ? -$3 : $3 } END { if (NR == 11) print d }')" \
      "${s#*:} with fix momentum, 2 ranks: drift at the end, from 1"
  done
  # as with LAMMPS' own fix; press/berendsen sees our pressure.  With recenter LAMMPS' own torques are wrong, ours are as without it.
  while IFS='|' read -r name most fix without more; do
    liquid_of_trimers $name.1 1 -var fix "$fix" -var before_run "${without:-fix other all $more}" -var steps 100 -var columns "ke pe lx"
    liquid_of_trimers $name.2 1 -var fix "rigid/small/rgs molecule rotor nosquish" -var before_run "fix other all $more" -var steps 100 -var columns "ke pe lx"
    set -- $(awk -f "$inputs/compare_thermo.awk" $name.1.out $name.2.out)
    between 0 $most "${2:-}" "fix $name, ${1:-0} lines: largest difference from $fix ${without:+without it} $(grep -m 1 ERROR $name.2.out)"
  done <<END
deform|1e-9|rigid/nve/small molecule||deform 1 x erate 0.05
berendsen|1e-2|rigid/nve/small molecule||press/berendsen iso 2 2 1 modulus 20
recenter|1e-9|rigid/small/rgs molecule rotor nosquish|print ''|recenter INIT INIT INIT
END
  for s in "npt:$npt temp 1 1 1 iso 1 1 1" "nvt:$nvt temp 1 1 1"; do
    liquid_of_trimers changed.${s%%:*} 1 -var fix "${s#*:} reinit yes" -var steps 20 -var columns "vol econserve" -var again "$(commands changed.in "change_box all x scale 1.1 y scale 1.1 remap" "run 20")"
    between 1.18 1.24 "$(thermo changed.${s%%:*} | awk '$1 == 20 { v[n++] = $3 } END { if (n == 2) print v[1] / v[0] }')" "${s%%:*} with change_box between two runs: ratio of volumes"
  done
}

# -- fix temp/csvr at constant energy: the kinetic energy of 64 bodies has mean and variance of 381 degrees of freedom, since the total
# momentum stays zero (4 and 5 standard deviations of 2000 samples; a thermostat without noise has next to no variance)
other_fixes_csvr() {
  [ -n "$load_extra" ] || return 0
  for s in "small:rigid/small/rgs molecule" "all:rigid/rgs molecule"; do
    liquid_of_trimers csvr.${s%%:*} 1 -var fix "${s#*:}" -var before_run "$(commands csvr.in "$load_extra" "fix other all temp/csvr 2 2 0.02 77")" \
      -var steps 22000 -var every 10 -var columns "ke f_move[1] f_move[2]"
    set -- "$s" $(thermo csvr.${s%%:*} | awk '{ print $4 + $5 }' | moments 200)
    between 0.993 1.007 "$(awk -v m="${2:-0}" 'BEGIN { print m / 381 }')" "${s#*:} with fix temp/csvr: mean kinetic energy, over that wanted $(grep -m 1 ERROR csvr.${s%%:*}.out)"
    between 0.83 1.17 "$(awk -v v="${3:-0}" 'BEGIN { print v / 762 }')" "${s#*:} with fix temp/csvr: variance of the kinetic energy, over that of the canonical ensemble"
  done
}
