# SPDX-License-Identifier: GPL-2.0-only
#
# Style rigid/rgs, whose bodies are as in fix rigid: sourced by run_lammps_tests.sh.

# like_rigid NAME RANKS MINIMUM KIND ARGUMENTS: with the NO_SQUISH rotor our fix is fix rigid/nve in
# other words; BODIES and KEYWORDS are given to both.  The file has columns of the fixes' array.
like_rigid() {
  name=rigid.$1; ranks=$2; minimum=$3; kind=$4; shift 4
  for run in nve rgs; do
    method=; [ $run = nve ] || method="rotor nosquish scheme strang"
    columns="f_move[1] f_move[2] f_move[3] f_move[4] f_move[5] f_move[6] f_move[13] f_move[14] f_move[15]"
    rm -f "$name.$ranks.$run.bodies"
    $kind "$name.$ranks.$run" "$ranks" -var local "print ''" -var fix "rigid/$run ${BODIES:-molecule} ${KEYWORDS:-} $method" \
      -var dump "fix bodies all ave/time 100 1 100 $columns mode vector format ' %.9g' file $name.$ranks.$run.bodies title1 bodies" "$@"
  done
  same "$name, $ranks ranks" "$name.$ranks.nve" "$name.$ranks.rgs" "$minimum"
}

rigid_water() { run_name=$1; run_ranks=$2; shift 2; liquid "$run_name" "$run_ranks" -var local "print ''" "$@"; }


rigid_motion() {
  for n in $any_ranks; do like_rigid liquid $n 21 liquid; done
  for n in $many_ranks; do
    # Summed in another order, the motions part in the ninth digit between 300 and 400 steps; bodies are compared every 100.
    like_rigid migration $n 6 liquid -var steps 250 -var every 50
    away=$(thermo rigid.migration.$n.rgs | tail -n 1 | awk '{ print int($NF) }')
    # In these 250 steps 26 atoms go to another of 2 ranks, 56 to another of 4: four molecules are enough to see that they arrive.
    between 12 1000 "${away:-0}" "rigid.migration, $n ranks: atoms on another rank than at the start"
  done
  for n in 1 4; do like_rigid triclinic $n 21 liquid -var state tilted.data; done
  like_rigid early 2 21 liquid -var after_fix "fix_modify move bodyforces early"
  like_rigid deform 2 21 liquid -var before_run "fix shear all deform 10 x erate 1e-5 remap none"

  # -- bodystyles; a body as large as the box; forces and torques switched off; a file of bodies
  groups="$(commands rigid.groups.in "group one id 1:12" "group two id 13:24")"
  pieces="$(commands rigid.custom.in "fix piece all property/atom i_piece" "set atom 1*6 i_piece 4" "set atom 7*15 i_piece 9" "set atom 16*24 i_piece 5")"
  for n in 1 4; do
    like_rigid bodies $n 21 colliding
    BODIES="group 2 one two" like_rigid group $n 21 colliding -var before_fix "$groups"
    BODIES="custom i_piece" like_rigid custom $n 21 colliding -var before_fix "$pieces"
    BODIES="custom v_piece" like_rigid variable $n 21 colliding -var before_fix "variable piece atom ceil(id/6)"
    BODIES=single like_rigid single $n 21 colliding -var before_fix "fix push all addforce 0.1 0.2 0.05"
    KEYWORDS="force 1*3 off off on torque 2 off on off force 8 off off off torque 8 off off off" like_rigid switched $n 21 colliding
  done
  printf '1\n5 20.0 4 4 12 9 10 11 0 0 0 0.001 0 0 0.01 0 0 0 0 0\n' >rigid.infile
  KEYWORDS="infile rigid.infile" like_rigid infile 2 21 colliding
  like_rigid spheres 2 21 clumps -var before_fix "compute all all temp/sphere" -var before_run "thermo_modify temp all"
  like_rigid plane 2 21 in_plane
  KEYWORDS="gravity down" like_rigid gravity 2 21 colliding -var before_fix "fix down all gravity 0.001 vector 0 0 -1"

  make_drop
  make_draws
  # -- the same motion as with rigid/small/rgs, among flexible molecules and free atoms, by any scheme
  for s in strang:1 suzuki4:2 nystrom4:4 pefrl:2; do
    n=${s#*:}
    mixed rigid.mixed.$n $n -var fix "$rgs scheme ${s%:*}" -var every 10
    mixed rigid.mixed.small.$n $n -var fix "rigid/small/rgs molecule scheme ${s%:*}" -var every 10
    between 0 1e-11 "$(energies_apart rigid.mixed.$n rigid.mixed.small.$n 21)" "rigid/rgs and rigid/small/rgs, ${s%:*}, rigid, flexible and free, $n ranks: energies"
  done
  for n in 1 4; do
    mixed rigid.verlet.$n $n -var fix "$rgs" -var style "run_style verlet" -var every 10
    mixed rigid.rgs.$n $n -var fix "$rgs" -var every 10
    same "rigid/rgs, strang in run_style rgs and verlet, $n ranks" rigid.verlet.$n rigid.rgs.$n 21
  done
  between 301 301 "$(mixed rigid.count 2 -var fix "$rgs scheme nystrom4" -var steps 100 -var every 50; evaluations rigid.count)" \
    "rigid/rgs, force evaluations in 100 steps of nystrom4, 2 ranks"
}

rigid_method() {
  swap_and_back "rigid/rgs, " rigid_water "rigid/nve molecule"
  # -- and it takes effect: what nosquish loses exact keeps, of bodies switched off in part, too
  for s in "exact:0 1e-13" "nosquish:1e-9 1"; do
    for keywords in "" "force 2 off on off"; do
      free rigid.free 2 -var fix "$rgs $keywords" -var dt 20 -var steps 2000 -var every 100 \
        -var before_run "$(commands rigid.free.in "fix_modify move rotor ${s%%:*}" "thermo_modify format float %.17g")"
      between ${s#*:} "$(energy_change rigid.free)" "rigid/rgs $keywords, free bodies, 2000 steps, rotor ${s%%:*}: relative change of energy"
    done
  done
}

rigid_outputs() {
  for n in $any_ranks; do vector rigid.liquid $n 2.0 29 rigid_water -var fix "$rgs" -var steps 30; done
  for n in 1 2; do vector rigid.linear $n 1.0 29 rods -var fix "$rgs" -var steps 30; done

  # -- bodies 1 to 4 fly on; temperatures are of the others, by the fix's own array of velocities
  squares=$(for b in 5 6 7 8; do for k in 4 5 6; do printf '+f_move[%d][%d]^2' $b $k; done; done)
  colliding rigid.flying 2 -var fix "$rgs force 1*4 off off off torque 1*4 off off off" -var steps 20 -var before_run "$(commands rigid.flying.in \
    "variable t equal 20.0*48.88821291^2*(0$squares)/(12*0.0019872067)" "thermo_style custom step v_t f_move[3] f_move[4] f_move" \
    "thermo_modify format float %.17g")"
  between 0 1e-13 "$(thermo rigid.flying | awk '{ a = 1 - $3 / $2; b = 1 - ($3 + $4) / 2 / $5; n++; d = a * a + b * b; if (d > m) m = d } END { if (n == 3) print sqrt(m + 0) }')" \
    "rigid/rgs, bodies without force, 2 ranks: temperature of the others, and the scalar: relative error"

  # -- langevin: the same on any number of ranks; energy changes by the heat it gives (exactly, where no
  # forces act), in bodies held in part too
  noise="langevin 900 900 100 8831"
  printing="$(commands rigid.noise.in "thermo_style custom step f_move f_move[9] f_move[10] f_move[12]" "thermo_modify norm no format float %.17g")"
  for keywords in "" "force 1*4 off off off torque 2 off on off"; do
    for n in 1 4; do rigid_water rigid.noise.$n $n -var fix "$rgs $keywords $noise" -var dt 1.0 -var steps 50 -var before_run "$printing"; done
    thermo rigid.noise.1 >a.thermo; thermo rigid.noise.4 >b.thermo
    between 0 1e-9 "$(paste a.thermo b.thermo | awk '{ for (i = 2; i <= 3; i++) { d = 1 - $i / $(i + NF / 2); if (d < 0) d = -d; if (d > m) m = d } } END { if (NR == 6) print m + 0 }')" \
      "rigid/rgs $keywords, langevin, 1 and 4 ranks: temperature and energy, relative difference"
    kind=colliding least=20
    [ -z "$keywords" ] || kind=free least=1e9
    $kind rigid.heat 2 -var fix "$rgs $keywords $noise" -var dt 1.0 -var steps 100 -var before_run "$printing"
    between $least 1e99 "$(thermo rigid.heat | awk '{ if ($4 * $4 > d) d = $4 * $4; h = $5 } END { if (NR == 11 && h > 0) print h / sqrt(d + 1e-90) }')" \
      "rigid/rgs $keywords, langevin: heat given, over what energy has changed beside"
  done

  # -- constraint virial, exact
  NO_CENTROID=yes
  for n in $any_ranks; do exact rigid.liquid $n 25 7 rigid_water -var fix "$rgs" -var steps 100 -var again "run 25"; done
  exact rigid.triclinic 2 50 3 rigid_water -var state tilted.data -var fix "$rgs" -var steps 100
  exact rigid.langevin 2 20 4 rigid_water -var fix "$rgs langevin 298 298 50 8831" -var dt 0.05 -var steps 40 -var again "run 0"
  exact rigid.linear 2 50 3 rods -var fix "$rgs" -var steps 100
  exact rigid.plane 2 50 3 in_plane -var fix "$rgs" -var steps 100
  exact rigid.switched 2 50 3 colliding -var fix "$rgs force 1*3 off off on torque 2 off on off" -var steps 100
  NO_CENTROID=no
}

rigid_restart() {
  rgs="rigid/rgs molecule reinit no"
  restart_continues "rigid/rgs, " rigid_water

  # -- two runs are as one, gravity included; other kinds of bodies; a swap before
  for n in 1 2; do
    clumps rigid.spheres.$n $n -var fix "$rgs gravity down" -var steps 100 \
      -var before_fix "$(commands rigid.first.in "fix first all store/state 0 x y z" "fix down all gravity 0.001 vector 0 0 -1" \
        "compute all all temp/sphere" "compute all_p all pressure all")" \
      -var before_run "$(commands rigid.kinds.in "atom_modify sort 0 0" "thermo 10" "thermo_style custom step temp pe ke etotal c_all_p c_all_p[4] c_ke c_erot f_move" \
        "thermo_modify norm no format float %.17g temp all")" \
      -var again "$(commands rigid.again.in "fix_modify move rotor semiexact param nodes 3" "run 10" "write_restart rigid.spheres.$n.restart" "run 50")"
    lammps rigid.spheres.rest.$n $n -in "$here/in.again" -var state rigid.spheres.$n.restart -var fix "$rgs gravity down rotor semiexact param nodes 3" \
      -var before_fix "include rigid.first.in" -var before_run "include rigid.kinds.in"
    same_after "rigid/rgs, restart file after a swap, spheres, $n ranks" 110 rigid.spheres.$n rigid.spheres.rest.$n 6
  done
  lammps rigid.unswapped 2 -in "$here/in.again" -var state rigid.spheres.2.restart -var fix "$rgs gravity down rotor dmv4" \
    -var before_fix "include rigid.first.in" -var before_run "include rigid.kinds.in"
  warned "rigid/rgs, restart file after a swap: another method is told" 'ID move.*continues with rotor dmv4 scheme strang; .* rotor semiexact scheme strang param nodes 3' rigid.unswapped

  # -- neither reinit yes nor no: bodies stay unless their atoms were changed
  rgs="rigid/rgs molecule"
  for n in 1 2; do
    for change in "write_restart rigid.kept.restart" "velocity all scale 250" "mass 1 17.0" "displace_atoms all move 0.1 0 0"; do
      for word in "" "reinit no" "reinit yes"; do
        rigid_water "rigid.kept.$(echo $word | tr -d ' ')" $n -var fix "$rgs $word" -var steps 20 -var before_run "$printing" -var again \
          "$(commands rigid.change.in "$change" "run 20")"
        thermo "rigid.kept.$(echo $word | tr -d ' ')" | tail -n 2 >"rigid.kept.$(echo $word | tr -d ' ').last"
      done
      like=yes; [ "${change%% *}" != write_restart ] || like=no
      if [ "$(wc -l <rigid.kept..last)" = 2 ] && cmp -s rigid.kept..last rigid.kept.reinit$like.last && ! cmp -s rigid.kept..last rigid.kept.reinit$([ $like = no ] && echo yes || echo no).last
      then ok "rigid/rgs without reinit, after $change, $n ranks: as with reinit $like"
      else bad "rigid/rgs without reinit, after $change, $n ranks: not as with reinit $like"; fi
    done
  done
  rgs="rigid/rgs molecule reinit no"

  # -- what does not fit is told, and the bodies made from the atoms
  colliding rigid.base 1 -var fix "$rgs" -var steps 20 -var again "write_restart base.restart"
  sed 's/RGSRIGD2/RGSRIGD9/' base.restart >version.restart
  damaged RGSRIGD2 8 base.restart
  for n in 1 4; do
    foreign version $n 'version of the plugin that this one cannot read' -var state version.restart
    foreign damaged $n 'they are damaged' -var state damaged.restart
    foreign renumbered $n 'in bodies there and not here' -var state base.restart -var before_fix "set atom 1*3 mol 999"
  done
}

rigid_refusals() {
  rgs="rigid/rgs molecule"
  printf '1\n5 20.0 4 4 12 1 1 10 0 0 0 0 0 0 0 0 0 0 0 0\n' >bad.infile
  for n in 1 4; do
    refused rigid_style $n '[Uu]nknown fix rigid|[Ii]llegal fix rigid' free -var fix "rigid/rgs molecules"
    refused rigid_groups $n '[Cc]ould not find fix rigid.*group' free -var fix "rigid/rgs group 2 rotor scheme"
    refused rigid_count $n 'Fix rigid/rgs|[Ii]llegal fix rigid|Expected integer|Numeric index' free -var fix "rigid/rgs molecule force 9 on on on"
    refused rigid_modify $n 'ID move.*unknown rotor gyroscope' free -var fix "$rgs" -var again "fix_modify move rotor gyroscope"
    refused rigid_body $n 'Fix rigid/rgs .ID move.: molecule 5: .*10' free -var fix "$rgs infile bad.infile"
  done
  for n in 1 2; do
    refused rigid_deleted $n 'ID move.: molecule 3: all its atoms were deleted; .*unfix' free -var fix "$rgs" \
      -var again "$(commands rigid.deleted.in "group gone molecule 3" "delete_atoms group gone compress no" "run 10")"
    lammps rigid.cycle.$n $n -in "$here/in.cycle" -var fix rigid/rgs
    ended "rigid/rgs, load, unload, load, clear, load, $n ranks" 9 rigid.cycle.$n
  done
}
