# SPDX-License-Identifier: GPL-2.0-only
#
# Free atoms that move with the bodies of rigid/{nvt,npt,nph} (keyword atoms), atoms and bodies that keep their
# positions when the box changes (keyword dilate): sourced by run_lammps_tests.sh.

# Every second trimer becomes a single atom: groups bodies and single.  half NAME RANKS ARGUMENTS: such a liquid.
mixture() {
  commands "$1" "variable gone atom (mol%2==0)&&(id%3!=1)" "group gone variable gone" "delete_atoms group gone compress no" \
    "variable single atom mol%2==0" "group single variable single" "group bodies subtract all single" \
    "group first molecule <= 16" "group others intersect first bodies" "group movers subtract bodies others" "group most subtract all others" "${2:-print ''}"
}
half() { run_name=$1; run_ranks=$2; shift 2; trimers_of "$run_name" "$run_ranks" "$@" -var group bodies -var before_fix "include ${mix:-half.in}"; }


# -- a script for LAMMPS' styles, with -sf rgs: a piston takes over the atoms of fix nve, and gives them back; what moves others is named
free_atoms_of_scripts() {
  for s in half.in:1 half.in:4 staged.in:1; do
    mix=${s%:*} n=${s#*:}
    for name in suffix named; do
      words="temp 1 1 1 iso 1 1 1" after="fix free single nve"
      [ $name = suffix ] && { after="print ''"; set -- -sf rgs -var fix "rigid/npt/small molecule $words" -var before_run "fix free single nve"; }
      [ $name = named ] && set -- -var fix "$npt $words atoms single"
      half scripts.$name $n "$@" -var steps 50 -var columns "vol pe ke" \
        -var again "$(commands scripts.$name.in "run 20" "run 20 pre no" "run 20 pre no every 10 'print hello'" "unfix move" "$after" "fix move bodies rigid/small/rgs molecule" "thermo_style custom step pe ke vol" "run 20")"
    done
    same "-sf rgs, fix nve beside rigid/npt/small, $mix, $n ranks: as with keyword atoms" scripts.suffix scripts.named 19
    between 1 1 "$(grep -c 'it moves the atoms of fix nve (ID free) with the bodies.*as with keyword atoms single' scripts.suffix.out)" "lines of the log that say so"
  done
  mix=half.in
  for n in 1 4; do
    refused scripts.nvt $n "32 atoms would be left behind.*fix nvt .ID free. moves them. Drop that fix, and add 'atoms single'" half -sf rgs -var fix "rigid/npt/small molecule temp 1 1 1 iso 1 1 1" \
      -var before_run "fix free single nvt temp 1 1 1"
    half scripts.langevin.$n $n -sf rgs -var fix "rigid/nph/small molecule iso 1 1 1" -var steps 20000 -var columns temp \
      -var before_run "$(commands scripts.langevin.in "fix free single nve" "fix bath single langevin 2 2 0.2 77")"
    between 1.85 2.15 "$(thermo scripts.langevin.$n | awk 'NR > 40 { s += $3; n++ } END { if (n > 100) print s / n }')" \
      "-sf rgs, fix langevin on the free atoms beside rigid/nph/small, $n ranks: temperature, 2 wanted $(grep -m 1 ERROR scripts.langevin.$n.out)"
    refused scripts.twice $n "96 atoms would be moved by fix nve .ID free. and by fix rigid/npt/small" half -sf rgs -var fix "rigid/npt/small molecule temp 1 1 1 iso 1 1 1" -var before_run "fix free all nve"
  done
}

# -- with the energy of bath and piston the energy is constant up to h^2, or to the order of the scheme
free_atoms_energy() {
  smooth="-var pairs 'shift no' -var pair 'lj/gromacs 0.9 3.0'"
  while IFS='|' read -r name low high input members fix more; do
    for dt in 0.004 0.002; do
      eval "mix=$input half energy.$name.$dt 1 -var group $members -var fix \"\$fix\" -var before_run \"\${more:-print ''}\" -var dt $dt \
        -var every 1 -var steps $(steps_for 2 $dt) -var columns 'econserve vol' $smooth"
    done
    between "$low" "$high" "$(range_ratio energy.$name.0.004 energy.$name.0.002)" \
      "econserve with free atoms, $name, dt 0.004 against 0.002: ratio of ranges $(grep -m 1 ERROR energy.$name.0.002.out)"
    between 1 200 "$(column Volume energy.$name.0.002 | range)" "volume with free atoms, $name: range"
  done <<END
atoms|3|5.5|half.in|bodies|$nph iso 1 1 1 atoms single
atoms_xy|3|5.5|half.in|bodies|$npt temp 1 1 1 x 1 1 1 y 1 1 1 couple xy atoms single
atoms_of_all|3|5.5|half.in|bodies|rigid/nph/rgs molecule iso 1 1 1 atoms all
fourth_order|12|32|staged.in|bodies|$nph iso 1 1 1 atoms single scheme srkn6b
dilate_atoms|3|5.5|half.in|bodies|$nph iso 1 1 1 dilate bodies|fix kept single nve
dilate_frozen|3|5.5|half.in|bodies|$nph iso 1 1 1 dilate bodies
dilate_bodies|3|5.5|small.in|movers|$nph iso 1 1 1 dilate most atoms single
dilate_skewed|3|5.5|small.in|movers|$nph aniso 1 1 1 dilate most atoms single
dilate_group|3|5.5|large.in|movers|$nph iso 1 1 1 dilate most atoms single
END
}

# -- in two dimensions: the energy is constant up to h^2, and atoms stay in the plane
free_atoms_in_plane() {
  # 29Sep2021 sets bodies up with axes that lie along z to rounding only, and they turn on; its own rigid/nve/small leaves the plane further.
  out_of_plane=0
  [ $release != 29Sep2021 ] || out_of_plane=1e-12
  commands plane.in "include half.in" "variable out equal bound(all,zmax)-bound(all,zmin)" >plane.name
  plane="-var dimension 2 -var lattice sq -var box '0 8 0 8 -0.1 0.1' -var group bodies -var before_fix 'include plane.in'"
  while IFS='|' read -r name fix; do
    for dt in 0.004 0.002; do
      eval "trimers plane.$name.$dt 1 -var fix \"\$fix\" $plane -var dt $dt -var every 1 -var steps $(steps_for 2 $dt) -var columns 'econserve vol v_out'"
    done
    between 3 5.5 "$(range_ratio plane.$name.0.004 plane.$name.0.002)" \
      "econserve with free atoms in a plane, $name, dt 0.004 against 0.002: ratio of ranges $(grep -m 1 ERROR plane.$name.0.002.out)"
    between 1 200 "$(column Volume plane.$name.0.002 | range)" "area with free atoms, $name: range"
    between 0 $out_of_plane "$(column v_out plane.$name.0.002 | sort -g | tail -n 1)" "free atoms in a plane, $name: extent along z"
  done <<END
nph|$nph iso 1 1 1 atoms single
npt_x|$npt temp 1 1 1 x 1 1 1 atoms single
END
}

# -- the same on any number of ranks, to rounding
free_atoms_on_ranks() {
  while IFS='|' read -r name ranks fix; do
    for n in 1 $ranks; do half $name.$n $n -var fix "$fix" -var steps 100; done
    for n in $ranks; do on_ranks $name $n "free atoms $name"; done
  done <<END
npt_csvr|2 4|$npt temp 1 1.5 1 iso 1 2 1 atoms single
npt_langevin|4|$npt temp 1 1 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy bath langevin atoms single
npt_of_all|3|rigid/npt/rgs molecule temp 1 1 1 iso 1 1 1 bath langevin atoms single
END
}

# -- a restart file in the middle of ramps
free_atoms_restart() {
  ramp="50 start 0 stop 100" columns="pe ke press vol lx lz f_move[1] f_move[2] f_move[15] f_move[16]"
  while IFS='|' read -r name n fix; do
    half restart.$name $n -var processors "* 1 1" -var fix "$fix" -var steps "$ramp" -var columns "$columns" \
      -var again "$(commands restart.$name.in "write_restart $name.restart" "run $ramp")"
    trimers restart.$name.rest $n -var processors "* 1 1" -var made no -var start "read_restart $name.restart" -var group bodies -var fix "$fix" -var steps "$ramp" \
      -var columns "$columns"
    same_after "restart in mid-ramp with free atoms, $name, $n ranks" 50 restart.$name restart.$name.rest 6
  done <<END
npt_csvr|1|$npt temp 1 2 1 iso 1 2 1 atoms single
npt_nhc|2|$npt temp 1 2 1 iso 1 2 1 bath nhc atoms single
npt_of_all|2|rigid/npt/rgs molecule temp 1 2 1 iso 1 2 1 bath langevin atoms single
END
}

# -- the volume.  estimate SKIP: mean and variance of the numbers read, each with its error by 20 blocks
estimate() {
  awk -v skip="$1" 'NR > skip { x[n++] = $1; m += $1 }
    END { if (n < 200) exit; m /= n; size = int(n / 20)
      for (b = 0; b < 20; b++) { s = q = 0; for (i = b * size; i < (b + 1) * size; i++) { s += x[i] - m; q += (x[i] - m) ^ 2 }
        s /= size; q /= size; a += s * s; v += q; w += q * q }
      v /= 20; printf "%.6g %.3g %.6g %.3g\n", m, sqrt(a / 380), v, sqrt((w / 20 - v * v) / 19) }'
}
# sigmas VALUE ERROR EXACT ITS-ERROR WHAT: not more than three from what is exact
sigmas() {
  between -3 3 "$(awk -v x="${1:-}" -v e="${2:-0}" -v y="$3" -v f="$4" 'BEGIN { if (e > 0) print (x - y) / sqrt(e * e + f * f) }')" "$5: ${1:-nothing} +- ${2:-nothing}, exact $3 +- $4: sigmas"
}

free_atoms_volume() {
  gas="-var pair 'zero 1.0' -var coeff '* *' -var pairs 'shift no' -var box '0 2 0 2 0 2' -var spacing 4.5 -var group bodies -var before_fix 'include half.in' -var dt 0.02 -var steps ${gas_steps:-120000} -var every 20 -var columns vol"
  # four bodies and four atoms: N + 1 where the bath acts on the total momentum, N where that stays zero
  while IFS='|' read -r name n fix; do
    eval "trimers gas.$name 1 -var fix \"\$fix\" $gas -var before_run 'velocity all zero linear'"
    set -- $(column Volume gas.$name | estimate 250)
    sigmas "${1:-}" "${2:-}" $((100 * n)) 0 "ideal gas with free atoms, $name, mean volume"
    sigmas "${3:-}" "${4:-}" $((10000 * n)) 0 "ideal gas with free atoms, $name, variance of the volume"
    [ $short = no ] || break    # one of each is enough for a short run
  done <<END
langevin|9|$npt temp 1 1 1 iso 0.01 0.01 1 bath langevin atoms single
csvr|8|$npt temp 1 1 1 iso 0.01 0.01 1 atoms single
of_all|9|rigid/npt/rgs molecule temp 1 1 1 iso 0.01 0.01 1 bath langevin atoms single
along_z|9|$npt temp 1 1 1 z 0.01 0.01 1 bath langevin atoms single
couple_xy|9|$npt temp 1 1 1 x 0.01 0.01 1 y 0.01 0.01 1 couple xy bath langevin atoms single
END
  # 32 trimers and 32 atoms; reference: tests/baths/monte_carlo points=32 cycles=1500000
  while IFS='|' read -r name mean error variance its fix; do
    half volume.$name 1 -var fix "$fix" -var steps ${liquid_steps:-60000} -var every 10 -var columns "vol f_move[16] f_move[17] f_move[18]" \
      -var before_run "velocity all zero linear"
    set -- $(column Volume volume.$name | estimate 750)
    sigmas "${1:-}" "${2:-}" $mean $error "liquid with free atoms, $name, mean volume"
    sigmas "${3:-}" "${4:-}" $variance $its "liquid with free atoms, $name, variance of the volume"
    thermo volume.$name | awk '{ print ($4 + $5 + $6) / 3 - 1 }' >excess
    set -- $(estimate 750 <excess)
    sigmas "${1:-}" "${2:-}" 0 0 "liquid with free atoms, $name, mean of the molecular pressure less its target"
    mean=$(column Volume volume.$name | estimate 750 | cut -d ' ' -f 1)
    column Volume volume.$name | paste - excess | awk -v m="${mean:-0}" '{ print ($1 - m) * $2 }' >product
    set -- $(estimate 750 <product)
    sigmas "${1:-}" "${2:-}" -1 0 "liquid with free atoms, $name, covariance of pressure and volume"
    [ $short = no ] || break
  done <<END
langevin|233.70|0.041|96.64|0.37|$npt temp 1 1 1 iso 1 1 4 bath langevin atoms single
csvr|233.29|0.041|96.12|0.37|$npt temp 1 1 1 iso 1 1 1 atoms single
END
}

# -- what is refused, on one rank and on several: NAME | TEXT | INPUT BEFORE THE FIX | FIX | COMMAND BEFORE THE RUN
free_atoms_words() {
  mixture held.in "fix hold single setforce 0 0 0" >held.name
  mixture theirs.in "fix kept others rigid/nve/small molecule" >theirs.name
  while IFS='|' read -r name text input members fix more; do
    for n in 1 4; do
      mix=$input refused words.$name $n "$text" half -var fix "$fix" -var group "$members" -var before_run "${more:-print ''}"
    done
  done <<END
nve|32 atoms would be left behind.*fix nve .ID free. moves them. Drop that fix, and add .atoms single. to|half.in|bodies|$npt temp 1 1 1 iso 1 1 1|fix free single nve
alone|32 atoms would be left behind.*; give keyword atoms GROUP|half.in|bodies|$npt temp 1 1 1 iso 1 1 1|
twice|32 of its atoms would be moved by fix nve .ID free. as well|half.in|bodies|$npt temp 1 1 1 iso 1 1 1 atoms single|fix free single nve
twice_nvt|32 of its atoms would be moved by fix nve .ID free. as well|half.in|bodies|$nvt temp 1 1 1 atoms all|fix free single nve
no_group|keyword atoms names the group nobody, which does not exist|half.in|bodies|$npt temp 1 1 1 iso 1 1 1 atoms nobody
no_dilated|keyword dilate names the group nobody, which does not exist|half.in|bodies|$npt temp 1 1 1 iso 1 1 1 dilate nobody
no_value|keyword atoms needs the ID of a group after it|half.in|bodies|$npt temp 1 1 1 iso 1 1 1 atoms
dilate_some|96 atoms of its bodies or of its free atoms are outside group single|half.in|bodies|$npt temp 1 1 1 iso 1 1 1 atoms single dilate single
dilate_few|would be left behind|half.in|bodies|$npt temp 1 1 1 iso 1 1 1 dilate all
held|fix setforce .ID hold. changes the forces on 32 atoms.*define it after this fix|held.in|bodies|$npt temp 1 1 1 iso 1 1 1 dilate bodies
theirs|fix rigid/nve/small .ID kept. moves bodies outside group most.*use rigid/small/rgs|theirs.in|movers|$npt temp 1 1 1 iso 1 1 1 dilate most atoms single
END
  # every second molecule without the atom in its middle, and a bond that fix shake holds
  sed 's/(id%3!=1)/(id%3==2)/' half.in >pairs.in
  while IFS='|' read -r name text keyword other; do
    for n in 1 4; do
      refused words.$name $n "$text" trimers -var made no -var start "$(commands bonded.in \
        "bond_style harmonic" "read_data trimers.data extra/bond/types 1 extra/bond/per/atom 1 extra/special/per/atom 2" "bond_coeff 1 0.0 0.54")" -var group bodies \
        -var before_fix "$(commands shake.in "include pairs.in" "create_bonds single/bond 1 4 6" "fix hold single shake 1e-4 20 0 b 1")" -var fix "$npt temp 1 1 1 iso 1 1 1 $keyword" \
        -var before_run "$other"
    done
  done <<END
shake|64 atoms that move with the bodies are constrained by fix shake .ID hold.*Make rigid bodies of them|atoms single|print hello
constrained|fix nvt .ID free. moves them, and fix shake .ID hold. constrains 64 atoms.*Make rigid bodies of them: add them to the group of this fix|dilate all|fix free single nvt temp 1 1 1
END
}
