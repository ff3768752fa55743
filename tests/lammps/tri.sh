# SPDX-License-Identifier: GPL-2.0-only
#
# Boxes whose lengths and angles change (keywords tri, xy, xz, yz): sourced by run_lammps_tests.sh, with what ensemble.sh,
# free_atoms.sh and particles.sh define.

# crystal NAME RANKS ARGUMENTS: 32 rigid dimers, of tests/baths/cell_monte_carlo.c
crystal() {
  run_name=$1; run_ranks=$2; shift 2
  [ -s crystal.table ] || { awk -f "$here/crystal.awk" >crystal.data; awk -v what=table -f "$here/crystal.awk" >crystal.table; }
  commands warm.in "read_data crystal.data" "velocity all create 0.2 77 mom yes rot no dist gaussian loop geom" >warm.name
  trimers "$run_name" "$run_ranks" "$@" -var made no -var start "include warm.in" \
    -var pair "table spline 4000" -var coeff "* * crystal.table BEADS 1.4907" -var pairs "shift no"
}
# flips RUN: how often the tilt factor xy jumped by more than half a length
flips() { thermo "$1" | awk -v xy="$2" -v lx="$3" 'NR > 1 { d = $xy - last; if (d < 0) d = -d; n += d > 0.5 * $lx } { last = $xy } END { print n + 0 }'; }

test_tri() {
  npt="rigid/npt/small/rgs molecule" nph="rigid/nph/small/rgs molecule" all_npt="rigid/npt/rgs molecule"
  # a shear stress that a fluid yields to: the box flips again and again
  flow="x 1 1 1 y 1 1 1 z 1 1 1 xy -2 -2 1 xz 0 0 1 yz 2 2 1"
  mixture half.in >half.name
  tri_on_ranks
  tri_energy
  tri_restart
  tri_volume
  tri_crystal
  tri_particles
  tri_general
  tri_words
}
# (LAMMPS would round the positions of atoms once more)
noremap() { [ $release = 29Sep2021 ] || echo noremap; }

# -- the same on any number of ranks, to rounding, while bodies go from rank to rank and the box flips.  (A box flips when
# lists of neighbours are built, and when LAMMPS thinks they have to be depends on rounding: of two corners of the box that
# moved as far as each other, its check counts one or both.)
tri_on_ranks() {
  while IFS='|' read -r name fix arguments; do
    for n in $any_ranks; do
      eval "skewed_trimers $name.$n $n -var fix \"\$fix\" -var steps 150 -var before_run 'neigh_modify check no' -var columns 'pe ke press pxy vol lx ly lz xy xz yz f_move[1] f_move[16] f_move[19] f_move[20] f_move[21] f_move[22]' $arguments"
    done
    for n in $many_ranks; do on_ranks $name $n "tri, $name"; done
    between 1 20 "$(flips $name.1 11 8)" "tri, $name: flips of xy"
  done <<END
csvr|$npt temp 1 1 1 $flow|
langevin|$npt temp 1 1 1 $flow bath langevin|-var before_fix "run_style rgs"
large|$all_npt temp 1 1 1 $flow bath nhc|
free|$npt temp 1 1 1 $flow atoms single|-var group bodies -var before_fix 'include half.in'
END
}

# -- the energy, with bath and piston, is constant up to h^2, also where the box flips; the trace of the pressure is of all atoms
tri_energy() {
  while IFS='|' read -r name kind low high dts time fix arguments; do
    for dt in $dts; do
      eval "$kind energy.$name.$dt 1 -var fix \"\$fix\" -var dt $dt -var steps $(steps_for $time $dt) -var every 1 \
        -var columns 'econserve press f_move[16] f_move[17] f_move[18] xy lx vol' $arguments"
    done
    between $low $high "$(range_ratio energy.$name.${dts% *} energy.$name.${dts#* })" "econserve, $name, tri, dt ${dts% *} against ${dts#* }: ratio of ranges $(grep -m 1 ERROR energy.$name.${dts#* }.out)"
    between 0 1e-9 "$(thermo energy.$name.${dts#* } | awk '{ d = ($5 + $6 + $7) / 3 - $4; if (d < 0) d = -d; if (d > m) m = d } END { if (NR > 100) print m + 0 }')" "molecular pressure, $name: trace minus that of compute pressure"
  done <<END
flow|skewed_trimers|3|5.5|0.002 0.001|0.6|$nph $flow|-var pair "lj/gromacs 0.9 3.0" -var pairs "shift no"
crystal|crystal|3|5.5|0.02 0.01|4|$nph tri 0.3 0.3 1|
tension|crystal|3|5.5|0.02 0.01|4|$npt temp 0.2 0.2 1 x 0.3 0.3 1 y 0.35 0.35 1 z 0.3 0.3 1 xy 0.05 0.05 1 xz 0 0 1 yz -0.05 -0.05 1 bath nhc|
couple|crystal|3|5.5|0.02 0.01|4|$nph x 0.3 0.3 1 y 0.3 0.3 1 z 0.4 0.4 1 couple xy xz 0.1 0.1 1 xy 0 0 1|
iso|crystal|3|5.5|0.02 0.01|4|$npt temp 0.2 0.2 1 iso 0.3 0.3 1 yz 0.1 0.1 1 bath nhc|
alone|crystal|3|5.5|0.02 0.01|4|rigid/nph/rgs molecule xy 0.1 0.1 1 xz 0 0 1|
fourth|crystal|11|24|0.04 0.02|4|$nph tri 0.3 0.3 1 scheme suzuki4|-var before_fix "run_style rgs"
END
  between 1 20 "$(flips energy.flow.0.001 8 9)" "flow: flips of xy in the run whose energy is constant"
}

# -- a restart file in the middle of a ramp, after flips
tri_restart() {
  ramp="80 start 0 stop 160"
  while IFS='|' read -r name n fix arguments; do
    columns="pe ke press vol lx xy xz yz f_move[1] f_move[2] f_move[15] f_move[19] f_move[22]"
    eval "skewed_trimers restart.$name $n -var processors '* 1 1' -var fix \"\$fix\" -var steps \"\$ramp\" -var columns \"\$columns\" $arguments \
      -var again \"\$(commands restart.$name.in 'write_restart $name.restart' 'run $ramp')\""
    trimers restart.$name.rest $n -var processors "* 1 1" -var made no -var start "read_restart $name.restart $(noremap)" -var fix "$fix" -var steps "$ramp" -var columns "$columns" \
      -var group "$(case $name in free) echo bodies ;; *) echo all ;; esac)"
    same_after "tri, restart in mid-ramp, $name, $n ranks" 80 restart.$name restart.$name.rest 9
    between 1 20 "$(flips restart.$name 10 7)" "tri, restart, $name: flips of xy"
  done <<END
csvr|1|$npt temp 1 2 1 $flow|
langevin|4|$npt temp 1 2 1 $flow bath langevin reinit no|
of_all|2|$all_npt temp 1 2 1 $flow bath nhc|
free|1|$npt temp 1 2 1 $flow atoms single|-var group bodies -var before_fix 'include half.in'
END
}

# -- an ideal gas of 64 bodies: its volume is a Gamma variate while its shape wanders.  Three runs, because a shape that wanders on
# becomes thinner than the way of an atom in a step
tri_volume() {
  for seed in 1 2 3; do
    trimers gas.$seed 1 -var fix "$npt temp 1 1 1 tri 0.01 0.01 5 bath langevin seed $seed" -var shape prism -var box "0 4 0 4 0 4 1 0.5 -0.7" -var spacing 4.6 -var pair "zero 0.5" \
      -var coeff "* *" -var pairs "shift no" -var before_run "neighbor 1.0 bin" -var dt 0.2 -var steps ${tri_gas:-5000} -var every 10 -var columns vol
    column Volume gas.$seed | sed 1,50d
  done >volumes
  set -- $(estimate 0 <volumes)
  sigmas "${1:-}" "${2:-}" 6500 0 "ideal gas, tri, mean volume"
  sigmas "${3:-}" "${4:-}" 650000 0 "ideal gas, tri, variance of the volume"
  warned "ideal gas, tri" 'lengths and angles of the box change independently.*arbitrarily flat' gas.3
}

# strains: means of ln(lx), ln(ly), ln(lz) beyond the start, xy/ly, xz/lz, yz/lz, and their covariances, each with its error by 20 blocks
strains() {
  awk '{ y[1] = log($1 / 3.477); y[2] = log($2 / 3.273); y[3] = log($3 / 3.167); y[4] = $4 / $2; y[5] = $5 / $3; y[6] = $6 / $3
      for (k = 1; k <= 6; k++) { v[NR, k] = y[k]; m[k] += y[k] } }
    END { if (NR < 200) exit
      size = int(NR / 20)
      for (k = 1; k <= 6; k++) m[k] /= NR
      for (k = 1; k <= 6; k++) put(k, 0)
      for (k = 1; k <= 6; k++) for (j = 1; j <= k; j++) put(k, j) }
    function put(k, j,   b, i, s, all, squares) {
      for (b = 0; b < 20; b++) {
        s = 0
        for (i = b * size + 1; i <= (b + 1) * size; i++) s += j ? (v[i, k] - m[k]) * (v[i, j] - m[j]) : v[i, k]
        s /= size; all += s / 20; squares += s * s / 20
      }
      printf "%.6g %.3g\n", all, sqrt((squares - all * all) / 19) }'
}

# -- a crystal: mean and covariance of six strains beside tests/baths/cell_monte_carlo (180000 cycles, and 120000 with still=1), and shear pressures whose mean is 0
tri_crystal() {
  while read -r bath relaxation first; do
    reference_strains | cut -d ' ' -f $first-$((first + 1)) >reference
    crystal strains.$bath 1 -var fix "$npt temp 0.2 0.2 0.5 tri 0.3 0.3 $relaxation bath $bath" -var dt 0.03 -var steps 51000 -var every 10 \
      -var columns "lx ly lz f_move[22] f_move[23] f_move[24] f_move[19]"
    thermo strains.$bath | awk 'NR > 100 { print $3, $4, $5, $6, $7, $8 }' | strains | paste - reference >beside
    between 0 4.5 "$(awk 'NF == 4 { d = ($1 - $3) / sqrt($2 * $2 + $4 * $4); if (d < 0) d = -d; if (d > m) m = d; n++ } END { if (n == 27) print m }' beside)" \
      "crystal, bath $bath: largest deviation of 6 means and 21 covariances from Monte Carlo, in standard errors"
    # (pressure xy of the atoms counts momenta at the ends of steps: off by order 2, 0.023 here, and 0.004 with half the step)
    column "f_move[19]" strains.$bath | sed 1,100d >shear
    set -- $(estimate 0 <shear)
    sigmas "${1:-}" "${2:-}" 0 0 "crystal, bath $bath: mean of the molecular pressure xy"
    [ $short = no ] || break
  done <<END
langevin 1 1
csvr 2 3
nhc 1 3
END
}
# with a total momentum that the bath moves, and with none (still=1); each with its error
reference_strains() {
  xargs -n 4 <<END
0.03663 0.00038 0.03686 0.00061   -0.007871 0.0004 -0.008254 0.00051   -0.02327 0.0002 -0.02308 0.00037
0.4826 0.00027 0.4825 0.0004   0.5067 0.0003 0.5067 0.00039   0.3178 0.00038 0.3173 0.00057
0.0001923 4.6e-06 0.0001983 6.7e-06   -0.000104 3.8e-06 -0.0001053 5.4e-06   0.0001724 4.3e-06 0.0001733 6.4e-06
-6.627e-05 2.6e-06 -7.095e-05 3.9e-06   -4.478e-05 2.3e-06 -4.453e-05 2.8e-06   0.0001359 3e-06 0.0001409 3.7e-06
5.503e-05 2.8e-06 5.603e-05 4e-06   -5.026e-06 2e-06 -3.805e-06 2.9e-06   -5.611e-05 2.5e-06 -5.838e-05 3.2e-06
0.000167 3.1e-06 0.0001678 3.6e-06   4.523e-05 2.5e-06 4.846e-05 3.7e-06   -6.634e-05 3.1e-06 -6.829e-05 4.4e-06
1.481e-05 2.2e-06 1.292e-05 2.6e-06   -1.751e-05 2.3e-06 -2.098e-05 3e-06   0.0001716 2.7e-06 0.0001754 3.9e-06
-0.0001152 4.4e-06 -0.0001189 6.8e-06   8.948e-05 4e-06 9.296e-05 5.5e-06   2.369e-05 2.3e-06 2.419e-05 3.8e-06
-5.519e-05 2.9e-06 -5.234e-05 4.8e-06   -2.977e-05 2.8e-06 -3.351e-05 3.6e-06   0.0002199 4.7e-06 0.0002222 7.6e-06
END
}

# -- particles: the pressure is minus the derivative of the energy by each shear, also where torques make it unsymmetric
tri_particles() {
  particles_data 4 2.1 0 0.3 >fluid.data
  at() {  # RUN RANKS CHANGE
    particles at.$1 $2 -var cut 6.0 -var fix "nph/asphere/rgs tri 0.2 0.2 1" -var steps 0 -var columns "vol f_move[19] f_move[20] f_move[21]" -var before_fix "$(commands at.$1.in \
      "velocity all set 0 0 0" "set group all angmom 0 0 0" "change_box all triclinic" "change_box all xy final 1.5 xz final -1 yz final 0.7 remap units box" "change_box all $3 remap units box")"
  }
  at base 1 "xy delta 0"
  at base.ranks 4 "xy delta 0"
  while read -r shear column more less; do
    p=$(last at.base $column)
    between 0 1e-10 "$(gap "$(quotient "$p" "$(last at.base.ranks $column)")" 1)" "particles at rest, pressure $shear, $p, on 1 and 4 ranks"
    at more 1 "$(echo $more | tr _ ' ')"
    at less 1 "$(echo $less | tr _ ' ')"
    between 0 1e-6 "$(awk -v p="$p" -v a="$(last at.more 3)" -v b="$(last at.less 3)" -v v="$(last at.base 6)" 'BEGIN { if (a != "" && b != "") { d = -(a - b) / 2e-5 / v - p; print (d < 0 ? -d : d) / (p < 0 ? -p : p) } }')" \
      "particles at rest, pressure $shear, $p, less that of the energy in sheared boxes: relative"
  done <<END
xy 7 xy_delta_8.4e-5_xz_delta_0.7e-5 xy_delta_-8.4e-5_xz_delta_-0.7e-5
xz 8 xz_delta_8.4e-5 xz_delta_-8.4e-5
yz 9 yz_delta_8.4e-5 yz_delta_-8.4e-5
END
  # the script of LAMMPS' style, flips on several ranks, and a restart file
  tilted="$(commands tilted.in "velocity all create 1.5 99 mom yes" "change_box all triclinic" "change_box all xy final 4.2 units box")"
  fix="npt/asphere temp 1.5 1.5 0.5 x 0.2 0.2 1 y 0.2 0.2 1 z 0.2 0.2 1 xy -3 -3 1 xz 0 0 1 yz 0 0 1"
  for n in $any_ranks; do particles flips.$n $n -sf rgs -var fix "$fix" -var before_fix "$tilted" -var columns "vol ecouple etotal xy lx" -var steps 120 -var every 10; done
  for n in $many_ranks; do between 0 1e-9 "$(columns_apart flips.1 flips.$n 7 13)" "npt/asphere, x .. yz, -sf rgs, on 1 and $n ranks: largest difference, relative"; done
  between 1 20 "$(flips flips.1 9 10)" "npt/asphere: flips of xy"
  particles whole 1 -var fix "$(echo $fix | sed s,asphere,asphere/rgs,)" -var before_fix "$tilted" -var columns "vol xy f_move[22] f_move[13]" -var steps 60 -var again "$(commands whole.in "write_restart tri.restart" "run 60")"
  lammps rest 1 -in "$here/in.particles" -var fix "$(echo $fix | sed s,asphere,asphere/rgs,)" -var columns "vol xy f_move[22] f_move[13]" -var steps 60 -var restart yes -var state "tri.restart $(noremap)"
  same_after "npt/asphere tri, restart file after a flip" 60 whole rest 4
}

# -- in a general triclinic box the same motion
tri_general() {
  [ $release != 29Sep2021 ] || return
  for what in plain turned; do
    awk -v what=$what -f "$here/crystal.awk" >$what.data
    crystal general.$what 1 -var fix "$nph tri 0.3 0.3 1" -var start "$(commands general.$what.in "read_data $what.data" "velocity all create 0.2 77 mom yes rot no dist gaussian")" -var dt 0.01 -var columns "pe vol xy press"
  done
  between 0 1e-9 "$(columns_apart general.plain general.turned 3 21)" "tri in a general triclinic box beside the restricted one: largest difference, relative"
}

# -- what is refused
tri_words() {
  while IFS='|' read -r what text kind fix arguments; do
    for n in 1 4; do
      eval "refused words.$what $n \"\$text\" $kind -var fix \"\$fix\" $arguments" </dev/null
    done
  done <<END
plane|are for three dimensions; in two use iso|trimers|$npt temp 1 1 1 tri 1 1 1|-var dimension 2 -var lattice sq -var box "0 8 0 8 -0.1 0.1"
cube|this one is orthogonal; use change_box all triclinic|trimers|$npt temp 1 1 1 tri 1 1 1|
some|keywords xy and yz need xz.*give keyword xz, or tri|skewed_trimers|$nph x 1 1 1 xy 1 1 1 yz 0 0 1|
couple|couple joins xy, but Pstart, Pstop or Pdamp of y and of x differ|skewed_trimers|$npt temp 1 1 1 x 1 1 1 y 2 2 1 xy 0 0 1 couple xy|
scale|scalexy, .* has the value yes.*drop one of both|skewed_trimers|$npt temp 1 1 1 tri 1 1 1 scalexy yes|
dilate|dilate names the group single, and with tri|skewed_trimers|$npt temp 1 1 1 tri 1 1 1 dilate single|
walls|not periodic along z, and keyword xz needs both|skewed_trimers|$npt temp 1 1 1 tri 1 1 1|-var boundary "p p f"
nystrom|scheme 'srkn6b'.*piston 'flexible'.*kahan_li6|skewed_trimers|$nph tri 1 1 1 scheme srkn6b|-var before_fix "run_style rgs"
nvt|keyword tri is for rigid/npt and rigid/nph only|skewed_trimers|rigid/nvt/small/rgs molecule temp 1 1 1 tri 1 1 1|
short|keyword tri needs Pstart Pstop Pdamp|skewed_trimers|$npt temp 1 1 1 tri 1 1|
noflip|the tilt factor xy is [-0-9.]*, more than 1.5 times the length.*use keyword flip yes|trimers|$npt temp 1 1 1 $flow flip no|-var start "box tilt large" -var shape prism -var box "0 4 0 4 0 4 5.9 0 0"
END
}
