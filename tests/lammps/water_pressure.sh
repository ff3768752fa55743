# SPDX-License-Identifier: GPL-2.0-only
#
# Constant pressure with long-range electrostatics: sourced by run_lammps_tests.sh, with what ensemble.sh defines.

small_water() {
  run_name=$1; run_ranks=$2; shift 2
  lammps "$run_name" "$run_ranks" -in "$here/in.water_pressure" "$@" -var state "$here/small_water.data" -var restart no    # the first of two wins
}

# scaled FILE X Y Z MARGIN [XZ]: FILE with box and centres of molecules scaled, and MARGIN more room at both ends of z; in a monoclinic box with
# the tilt factor XZ, which is scaled as x
scaled() {
  awk -v factors="$2 $3 $4" -v margin="$5" -v xz="${6:-}" '
    FNR == 1 { part++; edge = 0; section = "" }
    /lo .*hi$/ { edge++; low[edge] = $1; size[edge] = $2 - $1 }
    /^[A-Z]/ { section = $1 }
    part == 1 && section == "Atoms" && NF == 10 {
      m = $3 == 1 ? 15.9994 : 1.008
      mass[$2] += m
      for (k = 1; k <= 3; k++) { at[$1, k] = $(4 + k) + $(7 + k) * size[k]; centre[$2, k] += m * at[$1, k] }
    }
    part == 1 { next }
    FNR == 1 { split(factors, factor, " ") }
    /lo .*hi$/ {
      more = edge == 3 ? margin : 0
      printf "%.16g %.16g %s %s\n", $1 * factor[edge] - more, $2 * factor[edge] + more, $3, $4
      if (edge == 3 && xz != "") printf "0 %.16g 0 xy xz yz\n", xz * factor[1]
    }
    section == "Atoms" && NF == 10 {
      printf "%s %s %s %s", $1, $2, $3, $4
      for (k = 1; k <= 3; k++) printf " %.16g", at[$1, k] + (factor[k] - 1) * centre[$2, k] / mass[$2]
      print ""
    }
    !/lo .*hi$/ && !(section == "Atoms" && NF == 10)' "$1" "$1"
}

test_water_pressure() {
  npt="rigid/npt/small/rgs molecule" nph="rigid/nph/small/rgs molecule"
  water_virial
  water_energy
  water_on_ranks
  water_restart
  water_cells
  scaled "$here/small_water.data" 1 1 1 3 >box.data
  water_words
  water_tail
}

# -- the molecular pressure of molecules at rest is the change of the energy with the box, along each axis
water_virial() {
  while IFS=: read -r name axes margin arguments; do
    fix="$nph $(for k in $axes; do printf '%s 1 1 1000 ' $k; done)"
    at_rest() {  # RUN X Y Z
      scaled "$here/small_water.data" $2 $3 $4 $margin >$1.data
      eval "small_water $1 1 -var state $1.data -var fix \"\$fix\" -var start \"print ''\" -var steps 0 -var columns 'pe vol f_move[16] f_move[17] f_move[18]' $arguments"
    }
    at_rest virial.$name 1 1 1
    eval "small_water virial.$name.ranks 4 -var state virial.$name.data -var fix \"\$fix\" -var start \"print ''\" -var steps 0 -var columns 'f_move[16] f_move[17] f_move[18]' $arguments"
    for element in 16 17 18; do
      at_one=$(column "f_move[$element]" virial.$name)
      between 0 1e-9 "$(gap "$(quotient "$at_one" "$(column "f_move[$element]" virial.$name.ranks)")" 1)" \
        "$name, molecular pressure of element $element, $at_one atm, on 1 and 4 ranks: relative difference"
    done
    for k in $axes; do
      case $k in x) element=16 more="1.0002 1 1" less="0.9998 1 1" ;; y) element=17 more="1 1.0002 1" less="1 0.9998 1" ;; z) element=18 more="1 1 1.0002" less="1 1 0.9998" ;; esac
      at_rest virial.$name.$k.more $more
      at_rest virial.$name.$k.less $less
      # 68568.415: atmospheres in a kcal/mol/A^3
      between -0.5 0.5 "$(awk -v p="$(column "f_move[$element]" virial.$name)" -v v="$(column Volume virial.$name)" -v more="$(column PotEng virial.$name.$k.more)" \
        -v less="$(column PotEng virial.$name.$k.less)" 'BEGIN { if (p != "" && v > 0 && more != "" && less != "") print p + (more - less) / 0.0004 / v * 68568.415 }')" \
        "$name, molecular pressure along $k, $(column "f_move[$element]" virial.$name) atm, less that of the energy in boxes longer and shorter"
    done
  done <<END
pppm:x y z:0:
monoclinic:x y z:0 4.9:
tip4p:x z:0:-var pair "hybrid/overlay lj/gromacs 4.5 6.0 tip4p/long 1 2 1 1 0.1546 6.0" -var coul tip4p/long -var kspace "pppm/tip4p 1e-6"
slab:x y:3:-var boundary "p p f" -var modify "mesh 24 24 96 gewald 0.62 order 7 slab 3.0"
END
}

# -- what is not known is refused
water_words() {
  for n in 1 2; do
    refused words.slab $n 'kspace_modify slab is not known with kspace_style pppm/tip4p, and the piston needs it; use pppm or ewald' small_water -var boundary "p p f" -var state box.data \
      -var pair "hybrid/overlay lj/gromacs 4.5 6.0 tip4p/long 1 2 1 1 0.1546 6.0" -var coul tip4p/long -var kspace "pppm/tip4p 1e-4" -var modify "slab 3.0" \
      -var fix "$nph x 1 1 1000 y 1 1 1000 couple xy"
  done
  refused words.respa 1 'run_style respa divides the step into levels, in which bath and piston have no place; use run_style verlet or rgs' small_water \
    -var fix "$npt temp 300 300 100 iso 1 1 1000" -var before_run "run_style respa 2 2 pair 1 kspace 2"
}

# -- the energy, with the piston, is constant up to h^2
water_energy() {
  for dt in 4 2 1; do
    small_water energy.strang.$dt 1 -var fix "$nph iso 1 1 300 scheme strang" -var dt $dt -var steps $((80 / dt)) -var every 1 -var columns econserve
  done
  # the ratios of the ranges for steps h and h/2: their geometric mean
  for pair in 4/2 2/1; do
    echo "$(column Econserve energy.strang.${pair%/*} | range) $(column Econserve energy.strang.${pair#*/} | range)"
  done >energy.strang.ranges
  between 3.3 4.7 "$(awk '$2 > 0 { p += log($1 / $2); n++ } END { if (n == NR) print exp(p / n) }' energy.strang.ranges)" \
    "econserve, scheme strang, dt 4/2 2/1: ratio of ranges"
  water_fourth_order
}

# largest_change REFERENCE RUN STEPS: of econserve at the instants both print, STEPS of REFERENCE for one of RUN
largest_change() {
  column Econserve $1 >$2.reference
  column Econserve $2 | awk -v steps=$3 'NR == FNR { e[FNR - 1] = $1; n = FNR; next }
    { t = (FNR - 1) * steps; if (!(t in e)) exit; d = $1 - e[t]; if (d < 0) d = -d; if (d > m) m = d; seen = t }
    END { if (n > 1 && seen == n - 1) print m }' $2.reference -
}

# -- and up to h^4 with srkn6b.  Along a path econserve changes by 1e-4 kcal/mol at any step, probably because LAMMPS computes erfc to 1.5e-7 and
# the force is not the slope of that; the error of steps below 6 fs is smaller.  So econserve is compared with that along the same path with a
# smaller step.  Pairs that cross the cutoff at another instant would show in it, hence 8 A, where erfc is 2e-12.  Against a step of h/4 in place
# of 0 a scheme of order 4 has a ratio of (4^4 - 1) / (2^4 - 1) = 17; order 2 would have 5, and steps of 8 fs and more do not have their order yet.
water_fourth_order() {
  while IFS='|' read -r name kspace; do
    for dt in 4 2 1; do
      eval "small_water energy.$name.$dt 1 -var before_fix 'run_style rgs' -var fix \"\$nph iso 1 1 300 scheme srkn6b\" -var dt $dt -var steps $((80 / dt)) \
        -var every 1 -var columns econserve -var pair 'hybrid/overlay lj/gromacs 4.5 6.0 coul/long 8.0' $kspace"
    done
    between 11 30 "$(echo "$(largest_change energy.$name.1 energy.$name.4 4) $(largest_change energy.$name.1 energy.$name.2 2)" | awk 'NF == 2 && $2 > 0 { print $1 / $2 }')" \
      "econserve, $name, run_style rgs, scheme srkn6b, dt 4 and 2 against 1: ratio of largest differences"
    between 1e-9 5e-4 "$(column Econserve energy.$name.1 | range)" "econserve, $name, run_style rgs, scheme srkn6b, dt 1: range"
  done <<END
pppm|
ewald|-var kspace 'ewald 1e-10' -var modify 'gewald 0.62'
END
}

# -- the same on any number of ranks, to rounding
water_on_ranks() {
  while IFS=: read -r name xz style fix; do
    scaled "$here/small_water.data" 1 1 1 0 $xz >$name.data
    for n in $any_ranks; do small_water ranks.$name.$n $n -var state $name.data -var before_fix "run_style $style" -var fix "$npt $fix" -var steps 100 -var modify "mesh 15 15 15 gewald 0.62"; done
    for n in $many_ranks; do on_ranks ranks.$name $n "water at constant pressure, $name, $fix, run_style $style"; done
  done <<END
langevin::verlet:temp 298 298 200 iso 1 1000 200 bath langevin
csvr::rgs:temp 298 298 200 aniso 1 1 200 scheme strang_dkd
monoclinic:4.9:verlet:temp 298 298 200 iso 1 1000 200 bath langevin
END
}

# -- the cube, a monoclinic box of the same lattice, which has the same volumes, and one of another lattice; cov(V, P) is -kT in all.  Volumes
# are correlated over picoseconds, so they are compared if water_steps asks for long runs: 50000
water_cells() {
  for xz in 0 9.9 4.9; do
    scaled "$here/small_water.data" 1 1 1 0 $xz >cell.data
    small_water cell.$xz 1 -var state cell.data -var fix "$npt temp 300 300 50 iso 1000 1000 300 bath langevin seed 1${xz%.*}" -var dt 4 -var steps ${water_steps:-8000} -var every 5 \
      -var modify "mesh 12 12 12 gewald 0.55 order 6" -var columns "vol f_move[16] f_move[17] f_move[18]"
    thermo cell.$xz | sed 1,100d >cell.$xz.rows
    awk '{ print $3 }' cell.$xz.rows | estimate 0 >cell.$xz.volumes
    # in kT, of atmospheres and A^3
    awk 'NR == FNR { m = $1; next } { print ($3 - m) * (($4 + $5 + $6) / 3 - 1000) / 40878 }' cell.$xz.volumes cell.$xz.rows | estimate 0 >cell.$xz.covariance
    set -- $(cat cell.$xz.covariance)
    sigmas "${1:-}" "${2:-}" -1 0 "27 SPC/E, xz $xz, covariance of volume and pressure over kT"
  done
  [ -n "${water_steps:-}" ] || return
  set -- $(cat cell.0.volumes cell.9.9.volumes)
  sigmas "${1:-}" "${2:-}" "${5:-0}" "${6:-0}" "27 SPC/E in the cube, and in a monoclinic box of the same lattice: mean volume"
  sigmas "${3:-}" "${4:-}" "${7:-0}" "${8:-0}" "27 SPC/E in the cube, and in a monoclinic box of the same lattice: variance"
}

# -- a restart file in mid-ramp
water_restart() {
  ramp="50 start 0 stop 100"
  for n in 1 2; do
    ours="-var processors '$n 1 1' -var columns 'pe ke press vol lx f_move[1] f_move[2] f_move[15] f_move[16]' -var modify 'mesh 15 15 15 gewald 0.62'"
    eval "small_water restart.$n $n $ours -var fix \"\$npt temp 298 350 200 iso 1 1000 200 bath langevin\" -var steps \"\$ramp\" \
      -var again \"\$(commands restart.$n.in 'write_restart $n.restart' 'run $ramp')\""
    eval "small_water rest.$n $n -var restart yes -var state $n.restart $ours -var fix \"\$npt temp 298 350 200 iso 1 1000 200 bath langevin\" -var steps \"\$ramp\""
    same_after "water, restart in mid-ramp, $n ranks" 50 restart.$n rest.$n 6
  done
}

# -- the tail correction is in the pressure of the piston: 16/3 pi rho^2 eps sigma^3 (2/3 (sigma/r)^9 - (sigma/r)^3)
water_tail() {
  for tail in no yes; do
    small_water tail.$tail 1 -var fix "$nph iso 1 1 300" -var steps 0 -var pair "hybrid/overlay lj/cut 6.0 coul/long 6.0" -var lj lj/cut -var before_run "pair_modify tail $tail"
  done
  between 0.9999 1.0001 "$(awk -v a="$(column 'f_move[16]' tail.no)" -v b="$(column 'f_move[16]' tail.yes)" -v v="$(column Volume tail.no)" 'BEGIN {
    s = 3.166 / 6; p = 16 / 3 * 3.14159265358979 * (27 / v) ^ 2 * 0.15535 * 3.166 ^ 3 * (2 / 3 * s ^ 9 - s ^ 3) * 68568.415
    if (v > 0 && a != "" && b != "") print (b - a) / p }')" "pair_modify tail yes: what it adds to the molecular pressure, of what it should"
}
