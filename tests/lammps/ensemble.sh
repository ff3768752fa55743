# SPDX-License-Identifier: GPL-2.0-only
#
# The styles rigid/nvt, rigid/npt and rigid/nph: sourced by run_lammps_tests.sh.

trimers() { run_name=$1; run_ranks=$2; shift 2; lammps "$run_name" "$run_ranks" -in "$here/in.trimers" "$@"; }
liquid_of_trimers() { run_name=$1; run_ranks=$2; shift 2; trimers "$run_name" "$run_ranks" -var made no -var start "read_data trimers.data" "$@"; }
# The same bodies in a cell with three tilt factors.  trimers_of NAME ..: in that cell if the name contains `skewed`
skewed_trimers() {
  [ -s skewed.data ] || trimers skewed 1 -var shape prism -var box "0 4 0 4 0 4 2 1 -1" -var fix "rigid/nve/small molecule" -var steps 0 -var columns pe \
    -var again "$(commands skewed.in "include ../cool.in" "write_data skewed.data nocoeff")"
  trimers "$@" -var made no -var start "read_data skewed.data"
}
trimers_of() { case $1 in *skewed*) skewed_trimers "$@" ;; *) liquid_of_trimers "$@" ;; esac; }

# column NAME RUN: the values of a column of thermodynamic output
column() { awk -v name="$1" '$1 == "Step" { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
  /^Loop time/ || /^ERROR/ { c = 0 } c && $1 ~ /^[0-9]+$/ { print $c }' "$2.out"; }
range() { awk 'NR == 1 { a = b = $1 } { if ($1 < a) a = $1; if ($1 > b) b = $1 } END { if (NR > 1) print b - a }'; }
# range_ratio A B: of the ranges of econserve in two runs
range_ratio() { quotient "$(column Econserve "$1" | range)" "$(column Econserve "$2" | range)"; }
# steps_for TIME DT
steps_for() { awk -v t="$1" -v h="$2" 'BEGIN { print int(t / h + 0.5) }'; }
moments() { awk -v skip="$1" 'NR > skip { n++; d = $1 - m; m += d / n; s += d * ($1 - m) } END { if (n > 1) printf "%.6g %.6g\n", m, s / n }'; }

test_ensemble() {
  nvt="rigid/nvt/small/rgs molecule" npt="rigid/npt/small/rgs molecule" nph="rigid/nph/small/rgs molecule"
  ensemble_on_ranks
  ensemble_energy
  ensemble_box
  ensemble_volume
  ensemble_changes
  ensemble_restart
  ensemble_noise
  ensemble_words
}

# -- the same on any number of ranks, to rounding, targets that change included
ensemble_on_ranks() {
  while IFS=: read -r name fix; do
    for n in $any_ranks; do trimers_of "$name.$n" $n -var fix "$fix" -var steps 100; done
    for n in $many_ranks; do on_ranks $name $n "ensemble $name"; done
  done <<END
npt_csvr:$npt temp 1 1.5 1 iso 1 2 1
npt_langevin:$npt temp 1 1 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy bath langevin
nvt_nhc:$nvt temp 1 1 1 bath nhc tparam 3 1 5
npt_of_all:rigid/npt/rgs molecule temp 1 1 1 iso 1 1 1 bath langevin
npt_skewed:$npt temp 1 1.5 1 iso 1 2 1
npt_skewed_axes:rigid/npt/rgs molecule temp 1 1 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy bath langevin
END
}

# -- the energy, with bath and piston, is constant up to h^2; the pressure is of all atoms
ensemble_energy() {
  for s in "nph:$nph iso 1 1 1" "npt:$npt temp 1 1 1 iso 1 1 1" "nvt:$nvt temp 1 1 1 bath nhc" "all:rigid/nph/rgs molecule iso 1 1 1" \
    "skewed:$nph aniso 1 1 1"; do
    for dt in 0.004 0.002 0.001; do
      trimers_of energy.${s%%:*}.$dt 1 -var fix "${s#*:}" -var dt $dt -var steps $(steps_for 2 $dt) -var every 1 -var columns "econserve press f_move[*]"
    done
    for pair in "0.004 0.002" "0.002 0.001"; do
      between 3 5.5 "$(range_ratio energy.${s%%:*}.${pair% *} energy.${s%%:*}.${pair#* })" "econserve, ${s%% *} ${s#* }, dt ${pair% *} against ${pair#* }: ratio of ranges"
    done
  done
  # with schemes of run_style rgs, whose box changes at each of their evaluations, and with smooth forces
  for s in "strang 3 5.5" "strang_dkd 3 5.5" "srkn6b 12 32"; do
    set -- $s
    for dt in 0.005 0.0025; do
      liquid_of_trimers order.$1.$dt 1 -var before_fix "run_style rgs" -var fix "$nph iso 1 1 1 scheme $1" -var dt $dt -var every 1 \
        -var steps $(steps_for 2 $dt) -var columns econserve -var pair "lj/gromacs 0.9 3.0" -var pairs "shift no"
    done
    between $2 $3 "$(range_ratio order.$1.0.005 order.$1.0.0025)" "econserve, run_style rgs, scheme $1, dt 0.005 against 0.0025: ratio of ranges"
  done
  for style in verlet rgs; do
    liquid_of_trimers style.$style 2 -var before_fix "run_style $style" -var fix "$npt temp 1 1 1 iso 1 1 1" -var steps 100 -var columns "pe ke vol press"
  done
  same "strang at constant pressure, run_style verlet and rgs, 2 ranks" style.verlet style.rgs 11
  # the trace of the molecular pressure is that of the pressure of the atoms at every instant
  for s in "1 1" "2 2" "skewed 1"; do
    n=${s% *}
    trimers_of pressure.$n ${s#* } -var fix "$npt temp 1 1 1 aniso 1 1 1" -var steps 20 -var every 1 -var columns "press f_move[16] f_move[17] f_move[18]" \
      -var pair "lj/cut 2.5" -var pairs "tail yes shift no"
    between 0 1e-10 "$(thermo pressure.$n | awk '{ d = ($4 + $5 + $6) / 3 - $3; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == 21) print m + 0 }')" \
      "molecular pressure with tail correction, $s: trace minus that of compute pressure"
  done
}

# -- axes
ensemble_box() {
  edges() { for k in Lx Ly Lz; do column $k "$1" | range; done | awk '{ printf "%s ", ($1 > 0) ? "moves" : "stays" }'; }
  while IFS=: read -r name wanted fix arguments; do
    # shellcheck disable=SC2086
    eval "trimers box.$name 1 -var fix \"\$fix\" $arguments -var steps 100"
    if [ "$(edges box.$name)" = "$wanted " ] && [ $status = 0 ]; then ok "box of $fix: $wanted"
    else bad "box of $fix: $(edges box.$name), not $wanted; $(grep -m 1 ERROR box.$name.out)"; fi
  done <<END
z:stays stays moves:$npt temp 1 1 1 z 1 1 1:
xy:moves moves stays:$npt temp 1 1 1 x 1 1 1 y 1 1 1 couple xy:-var boundary 'p p f' -var box "0 4 0 4 -1.5 5" -var steps 20 -var every 2
plane:moves moves stays:$npt temp 1 1 1 iso 1 1 1 bath langevin:-var dimension 2 -var lattice sq -var box '0 8 0 8 -0.1 0.1'
plane_x:moves stays stays:$nph x 1 1 1:-var dimension 2 -var lattice sq -var box '0 8 0 8 -0.1 0.1'
plane_skewed:moves moves stays:$nph aniso 1 1 1:-var dimension 2 -var lattice sq -var shape prism -var box '0 8 0 8 -0.1 0.1 3 0 0'
skewed:moves stays moves:$npt temp 1 1 1 x 1 1 1 z 1 1 1:-var shape prism -var box "0 4 0 4 0 4 2 1 -1" -var columns "lx ly lz xy xz yz"
END
  between 0 1e-13 "$(thermo box.skewed | awk '{ print $6 / $3 } END { print 0.5 }' | range)" "a skewed box: change of xy/lx"
  between 0 1e-13 "$(thermo box.skewed | awk '{ print $7 / $3 } END { print 0.25 }' | range)" "a skewed box: change of xz/lx"
  between 0 0 "$(column Yz box.skewed | range)" "a skewed box, y stays: change of yz"
  column Lx box.xy >lx.column
  column Ly box.xy >ly.column
  between 0 1e-12 "$(paste lx.column ly.column | awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == 11) print m + 0 }')" \
    "couple xy: largest difference of the two lengths"
}

# -- the volume: of an ideal gas it is a Gamma variate, of the liquid it was found by Monte Carlo
ensemble_volume() {
  gas="-var pair 'zero 1.0' -var coeff '* *' -var pairs 'shift no' -var box '0 2 0 2 0 2' -var spacing 4.5 -var dt 0.02 -var steps 100000 -var every 20 -var columns vol"
  eval "trimers gas.langevin 1 -var fix \"\$npt temp 1 1 1 iso 0.01 0.01 1 bath langevin\" $gas"
  eval "trimers gas.csvr 1 -var fix \"\$npt temp 1 1 1 iso 0.01 0.01 1\" -var shape prism -var box '0 2 0 2 0 2 1 0.5 -0.7' $gas"
  # eight bodies: N + 1 where the bath acts on the total momentum, N where that stays zero
  for s in "langevin 9" "csvr 8"; do
    set -- $s $(column Volume gas.${s% *} | moments 250)
    between "$(awk -v n=$2 'BEGIN { print 94 * n }')" "$(awk -v n=$2 'BEGIN { print 106 * n }')" "${3:-}" "ideal gas, $1: mean volume, $2 kT/P exact"
    between "$(awk -v n=$2 'BEGIN { print 8000 * n }')" "$(awk -v n=$2 'BEGIN { print 12000 * n }')" "${4:-}" "ideal gas, $1: variance, $2 (kT/P)^2 exact"
  done
  for s in "1 csvr cube" "4 langevin cube" "2 langevin skewed"; do
    set -- $s
    trimers_of volume.$2.$3 1 -var fix "$npt temp 1 1 1 iso 1 1 $1 bath $2" -var steps 150000 -var every 10 -var columns "vol f_move[16] f_move[17] f_move[18]"
    set -- $s $(column Volume volume.$2.$3 | moments 750)
    between 301 306 "${4:-}" "64 trimers, $3, Pdamp $1, bath $2: mean volume, 303.4 to 303.8 exact"
    between 96 130 "${5:-}" "64 trimers, $3, Pdamp $1, bath $2: variance of the volume, 113 exact"
    between -1.25 -0.75 "$(thermo volume.$2.$3 | awk 'NR > 750 { p = ($4 + $5 + $6) / 3; n++; a += $3; b += p; c += $3 * p } END { if (n > 5000) print c / n - a * b / n / n }')" \
      "64 trimers, $3, Pdamp $1, bath $2: covariance of volume and molecular pressure, -kT exact"
  done
}

# -- from one ensemble to the next, and back to constant energy
ensemble_changes() {
  liquid_of_trimers chain 1 -var fix "$nvt temp 1 1 1" -var steps 50 -var every 50 -var columns "etotal" \
    -var again "$(commands chain.in "unfix move" "fix move all $npt temp 1 1 1 iso 1 1 1" "run 50" "unfix move" "fix move all rigid/small/rgs molecule" "run 50" \
      "unfix move" "fix move all rigid/nph/rgs molecule aniso 1 1 1" "run 50")"
  between 0 1e-9 "$(thermo chain | awk 'NR > 1 && $1 == last { d = $3 - e; if (d < 0) d = -d; if (d > m) m = d; n++ } { last = $1; e = $3 } END { if (n == 3) print m + 0 }')" \
    "four ensembles, one after the other: largest change of the energy between runs"
  # a bath that never acts leaves the motion as it is
  for s in "nve:rigid/small/rgs molecule" "nvt:$nvt temp 1 1 1e30 place ends" "all:rigid/nvt/rgs molecule temp 1 1 1e30 place ends"; do
    liquid_of_trimers still.${s%%:*} 1 -var fix "${s#*:}" -var steps 100 -var columns "pe ke press"
  done
  same "a bath that never acts" still.nve still.nvt 11
  # a scheme that places the bath itself is strang with the bath at its place
  for s in "middle:langevin place middle scheme strang" "baoab:langevin scheme baoab" "ends:langevin place ends scheme strang" "obabo:langevin scheme obabo"; do
    liquid_of_trimers place.${s%%:*} 1 -var fix "$nvt temp 1 1 1 bath ${s#*:}" -var steps 100 -var columns "pe ke press"
  done
  same "langevin in the middle, and scheme baoab" place.middle place.baoab 11
  same "langevin at the ends, and scheme obabo" place.ends place.obabo 11
  # with schemes above order 2 the bath is at the ends, and the middle gets a warning
  for place in "" ends middle; do
    liquid_of_trimers placed$place 1 -var before_fix "run_style rgs" -var fix "$nvt temp 1 1 1 scheme yoshida4 ${place:+place $place}" \
      -var steps 100 -var columns "pe ke press"
  done
  warned "yoshida4 with place middle" 'place middle with scheme yoshida4 samples positions to order 2 only' placedmiddle
  same "yoshida4 without place, and with place ends" placed placedends 11
}

# -- a restart file in the middle of ramps; heat is added up in another order, so its last digits differ
ensemble_restart() {
  ramp="50 start 0 stop 100"
  while IFS=: read -r name fix; do
    for n in 1 2; do
      columns="pe ke press vol lx lz xy yz f_move[1] f_move[2] f_move[15] f_move[16] ecouple"
      trimers_of restart.$name.$n $n -var processors "* 1 1" -var fix "$fix" -var steps "$ramp" -var columns "$columns" \
        -var again "$(commands restart.$name.$n.in "write_restart $name.$n.restart" "run $ramp")"
      trimers restart.$name.rest.$n $n -var processors "* 1 1" -var made no -var start "read_restart $name.$n.restart" -var fix "$fix" -var steps "$ramp" -var columns "$columns"
      for run in restart.$name.$n restart.$name.rest.$n; do
        after 50 $run | awk '{ $NF = ""; print }' >$run.digits
        after 50 $run | awk '{ print $NF }' >$run.heat
      done
      equal "restart in mid-ramp, $fix, $n ranks" restart.$name.$n.digits restart.$name.rest.$n.digits 6
      between 0 1e-9 "$(paste restart.$name.$n.heat restart.$name.rest.$n.heat | awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == 6) print m + 0 }')" \
        "restart in mid-ramp, $name, $n ranks: ecouple"
    done
  done <<END
npt_csvr:$npt temp 1 2 1 iso 1 2 1
npt_langevin:$npt temp 1 2 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy bath langevin
nvt_nhc:$nvt temp 1 2 1 bath nhc
nph:$nph iso 1 2 1
npt_of_all:rigid/npt/rgs molecule temp 1 2 1 iso 1 2 1 bath langevin
skewed:$npt temp 1 2 1 x 1 1 1 y 1 1 1 z 1 2 1 couple xy bath langevin
skewed_of_all:rigid/npt/rgs molecule temp 1 2 1 aniso 1 2 1 bath nhc
END
  trimers restart.other 2 -var made no -var start "read_restart npt_csvr.1.restart" -var fix "$npt temp 1 2 1 iso 1 2 1 bath langevin" -var steps 10
  warned "restart with another bath" 'Fix .*bath and piston of the restart file are not used: ' restart.other
}

# -- worlds, and what follows a `clear`, have noise of their own, the same in the next run; a seed that is given is taken; a restart
# file continues the noise of the run that wrote it
ensemble_noise() {
  for s in default:: again:: given:"seed 7":; do
    name=${s%%:*} s=${s#*:}
    for fix in "$nvt temp 1 1 0.1 ${s%:}" "$npt temp 1 1 0.1 iso 1 1 1 bath nhc ${s%:}"; do
      kind=${fix#rigid/}; kind=$name.${kind%%/*}
      rm -f worlds.$kind
      liquid_of_trimers noise.worlds.$kind 2 -partition 2x1 -pscreen none -var fix "$fix" -var steps 20 -var again "print '\$(pe:%.15g)' append worlds.$kind"
      liquid_of_trimers noise.$kind 1 -var fix "$fix" -var steps 20 -var columns pe \
        -var again "$(commands noise.$kind.in "variable again delete" "variable again index \"include noise.$kind.more\"" "clear" "include $here/in.trimers")" \
        -var noise "$(commands noise.$kind.more "write_restart noise.$kind.restart" "run 20")"
      sort worlds.$kind >noise.$kind.values
      thermo noise.$kind | awk '$1 == 20 { print $3 }' >>noise.$kind.values
    done
  done
  for kind in nvt npt; do
    between 0 0 "$(cmp noise.default.$kind.values noise.again.$kind.values >/dev/null; echo $?)" "$kind: noise of worlds and after clear in two runs, the same: $(grep -m 1 ERROR noise.default.$kind.out)"
    between 3 3 "$(sort -u noise.default.$kind.values | wc -l)" "$kind: different energies of two worlds, and before and after clear; the first world and the first fix are alike"
    between 1 1 "$(sort -u noise.given.$kind.values | wc -l)" "$kind, seed given: different energies"
    between 2 2 "$(grep -o 'ID move.*, seed [0-9]*, rigidstep' noise.default.$kind.out | sort -u | wc -l)" "$kind: seeds in the log before and after clear"
    trimers noise.rest.$kind 1 -var made no -var start "read_restart noise.default.$kind.restart" -var steps 20 -var columns pe \
      -var fix "$([ $kind = nvt ] && echo "$nvt temp 1 1 0.1" || echo "$npt temp 1 1 0.1 iso 1 1 1 bath nhc")"
    same_after "$kind, restart file of the second fix of a process" 20 noise.default.$kind noise.rest.$kind 3
  done
}

# -- every keyword: missing its values, out of range, where it does not belong
ensemble_words() {
  # every eighth on several ranks, too: they read the same words
  row=0
  while IFS='|' read -r name text fix; do
    case $((row % 8)) in 0) ranks="1 4" ;; *) ranks=1 ;; esac
    for n in $ranks; do refused "words.$name" $n "$text" liquid_of_trimers -var fix "$fix" </dev/null; done
    row=$((row + 1))
  done <<END
no_temp|a temperature is missing; give temp|$nvt
no_pressure|a pressure is missing; give iso|$npt temp 1 1 1
temp_short|keyword temp needs Tstart Tstop Tdamp after it|$nvt temp 1 1
temp_zero|Tstop is 0; must be a temperature > 0|$nvt temp 1 0 1
temp_word|Tdamp is fast; must be a time > 0|$nvt temp 1 1 fast
damp_zero|Pdamp is 0; must be a time > 0|$npt temp 1 1 1 iso 1 1 0
wrong_style|keyword iso is for rigid/npt and rigid/nph only|$nvt temp 1 1 1 iso 1 1 1
temp_in_nph|keyword temp is for rigid/nvt and rigid/npt only|$nph temp 1 1 1 iso 1 1 1
langevin|temp and langevin both set a temperature|$nvt temp 1 1 1 langevin 1 1 1 1
couple|couple has the value zz; must be none, xyz|$npt temp 1 1 1 aniso 1 1 1 couple zz
couple_misses|couple joins xyz, but z has no pressure|$npt temp 1 1 1 x 1 1 1 y 1 1 1 couple xyz
couple_differs|of y and of x differ|$npt temp 1 1 1 x 1 1 1 y 1 2 1 couple xy
dilate|keyword dilate names the group nobody, which does not exist|$npt temp 1 1 1 iso 1 1 1 dilate nobody
chain_zero|chain is 0; must be a whole number from 1|$nvt temp 1 1 1 tparam 0 1 3
chain_order|order is 4; must be 1, 3, 5 or 7|$nvt temp 1 1 1 tparam 3 1 4
pchain_zero|chain is 0; must be a whole number from 1|$npt temp 1 1 1 iso 1 1 1 pchain 0
bath|unknown bath nohoover; known: .*csvr|$nvt temp 1 1 1 bath nohoover
bath_without|bath drag has no parameter kt,.*use csvr|$nvt temp 1 1 1 bath drag
place|place has the value left; must be middle or ends|$nvt temp 1 1 1 place left
seed|seed is -1; must be a whole number from 0|$nvt temp 1 1 1 seed -1
piston|rate is -2; must be a number >= 0|$npt temp 1 1 1 iso 1 1 1 piston -2
piston_cold|need a temperature; use rigid/npt|$nph iso 1 1 1 piston 1
switched_off|keyword force or torque switches components of bodies off.*use rigid/nvt/rgs|rigid/npt/rgs molecule force 3 off on on temp 1 1 1 iso 1 1 1
nve_temp|keyword temp is for rigid/nvt and rigid/npt only|rigid/small/rgs molecule temp 1 1 1
nve_atoms|keyword atoms is for rigid/nvt and rigid/npt and rigid/nph only|rigid/rgs molecule atoms all
no_bath|scheme baoab needs a bath; use rigid/nvt/rgs|rigid/small/rgs molecule scheme baoab
no_bath_nph|scheme obabo needs a bath; use rigid/nvt/rgs|$nph iso 1 1 1 scheme obabo
temp_missing|keyword temp needs Tstart Tstop Tdamp after it|$nvt temp
iso_missing|keyword iso needs Pstart Pstop Pdamp after it|$npt temp 1 1 1 iso
aniso_short|keyword aniso needs Pstart Pstop Pdamp after it|$npt temp 1 1 1 aniso 1 1
x_word|keyword x: Pstart is much; must be a pressure|$npt temp 1 1 1 x much 1 1
y_damp|keyword y: Pdamp is -1; must be a time > 0|$npt temp 1 1 1 y 1 1 -1
z_nan|keyword z: Pstop is nan; must be a pressure|$npt temp 1 1 1 z 1 nan 1
couple_missing|keyword couple needs none, xyz, xy, yz or xz after it|$npt temp 1 1 1 aniso 1 1 1 couple
tparam_short|keyword tparam needs chain iter order after it|$nvt temp 1 1 1 tparam 3 1
pchain_missing|keyword pchain needs a number after it|$npt temp 1 1 1 iso 1 1 1 pchain
dilate_missing|keyword dilate needs the ID of a group after it|$npt temp 1 1 1 iso 1 1 1 dilate
bath_missing|keyword bath needs csvr, nhc or langevin after it|$nvt temp 1 1 1 bath
place_missing|keyword place needs middle or ends after it|$nvt temp 1 1 1 place
seed_missing|keyword seed needs a number after it|$nvt temp 1 1 1 seed
piston_missing|keyword piston needs a rate after it|$npt temp 1 1 1 iso 1 1 1 piston
langevin_short|keyword langevin needs Tstart Tstop damp seed after it|$nph iso 1 1 1 langevin 1 1 1
langevin_seed|seed is 1.5; must be a whole number|$nph iso 1 1 1 langevin 1 1 1 1.5
misspelt|unknown keyword tmep; keywords are rotor, .*temp|$nvt tmep 1 1 1
misspelt_later|unknown keyword isotropic; keywords are rotor, .*iso|$npt temp 1 1 1 isotropic 1 1 1
param_twice|param kt is set by a keyword|$nvt temp 1 1 1 param kt 2
END
  for n in 1 3; do
    refused words.free $n '3 atoms would be left behind.*rigid/nvt' liquid_of_trimers -var fix "$npt temp 1 1 1 iso 1 1 1" \
      -var before_run "$(commands free.in "unfix move" "group most id > 3" "fix move most $npt temp 1 1 1 iso 1 1 1")"
    refused words.walls $n 'not periodic along z' trimers -var boundary "p p f" -var fix "$npt temp 1 1 1 iso 1 1 1"
    refused words.respa $n 'run_style respa.*verlet or rgs' liquid_of_trimers -var fix "$nvt temp 1 1 1" -var before_run "run_style respa 2 2 pair 1"
  done
  refused words.overlap 2 'would collapse or burst in one step, at timestep [0-9]*: the molecular pressure is [0-9].*use minimize/rgs before; otherwise a shorter timestep than 0.004, or a longer Pdamp than 2' \
    trimers -var spacing 0.9 -var fix "$npt temp 1 1 1 iso 1 1 2"
  # (steps that are short enough for the motion of the piston, and too long for the neighbor bins of LAMMPS)
  for n in 1 2; do
    refused words.bins $n 'would collapse or burst in one step, at timestep [0-9]*: .*use minimize/rgs before' trimers -var spacing 1.05 -var box "0 5 0 5 0 5" -var dt 0.001 -var fix "$npt temp 1 1 1 iso 1 1 200"
    refused words.bins_skewed $n 'would collapse or burst in one step, at timestep [0-9]*: .*use minimize/rgs before' trimers -var spacing 1.05 -var shape prism -var box "0 5 0 5 0 5 1 0 0" -var dt 0.001 -var fix "$npt temp 1 1 1 tri 1 1 200"
  done
  between 1 1 "$(grep -c '^Fix rigid/npt/small/rgs (ID move): .* bath csvr, Tdamp 1, Pdamp 1, friction of the box 2, seed [0-9]*, rigidstep' gas.csvr.out)" "lines of the log with the times of bath and piston"
  refused words.plane 1 'in two dimensions' trimers -var fix "$npt temp 1 1 1 z 1 1 1" -var dimension 2 -var lattice sq -var box "0 8 0 8 -0.1 0.1"
}
