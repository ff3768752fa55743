# SPDX-License-Identifier: GPL-2.0-only
#
# Single particles that change while they are moved: groups, shapes, masses, attitudes and the particles themselves; and keywords that are
# misspelt.  Sourced by run_lammps_tests.sh, after particles.sh.

# differ_by_order_2 NAME WHAT KIND FIX COLUMN LINES ARGUMENTS: in half the step our fix differs from LAMMPS' four times less
differ_by_order_2() {
  change=$1 what=$2 kind=$3 theirs=$4 column=$5 lines=$6
  shift 6
  for dt in 0.001 0.002; do
    for fix in $theirs $theirs/rgs; do
      half=$(awk -v dt=$dt 'BEGIN { print 0.04 / dt }')
      $kind "$change.$dt.$(echo "$fix" | tr / _)" 1 -var fix "$fix" -var dt $dt -var steps "$half" -var half "$half" -var every "$half" "$@"
    done
    a=$change.$dt.$(echo "$theirs" | tr / _)
    thermo "$a" >a.thermo; thermo "${a}_rgs" >b.thermo
    paste a.thermo b.thermo | awk -v c="$column" -v lines="$lines" '{ d = $c - $(NF / 2 + c) } END { if (NR == lines) print d < 0 ? -d : d }' >"$change.$dt"
  done
  between 1.8 2.2 "$(slope "$(cat "$change.0.001")" "$(cat "$change.0.002")")" \
    "$what, $theirs/rgs beside $theirs: apart by $(cat "$change.0.001") with steps of 0.001, $(cat "$change.0.002") of 0.002, slope"
}

test_particle_changes() {
  particles_data 6 2.1 0 0.4 >fluid.data
  particles_data 6 2.1 0 0 >ellipsoids.data
  particle_groups
  particle_properties
  particles_come_and_go
  particle_keywords
}

# -- a dynamic group: those in a part of the box, from step to step; those that leave it stay where they are
particle_groups() {
  half=$(commands half.in "region half block 3.1 INF INF INF INF INF" "group some dynamic all region half every 1")
  differ_by_order_2 dynamic "a dynamic group" particles nve/asphere 3 2 -var state ellipsoids.data -var columns ke -var group some -var before_fix "$half"
  for n in $any_ranks; do
    particles dynamic.$n $n -var state ellipsoids.data -var columns "ke c_there" -var group some -var steps 100 -var every 10 \
      -var before_fix "$(commands dynamic.in "include half.in" "variable there atom gmask(some)" "compute there all reduce sum v_there")"
  done
  for n in $many_ranks; do between 0 1e-11 "$(columns_apart dynamic.1 dynamic.$n 6 11)" "a dynamic group, on 1 and $n ranks: largest difference, relative"; done
  between 3 200 "$(thermo dynamic.1 | awk 'NR > 1 && $7 != last { n++ } { last = $7 } END { print n }')" "a dynamic group: times that its number changed"
}

# -- shapes, masses, attitudes and momenta that commands and fixes set
particle_properties() {
  again="$(commands set.in "set type 1 shape 1 1.3 1.8" "set type 1 quat 0 0 1 20" "set atom 1*100 mass 2" "set atom 50*150 angmom 0.3 0.2 -0.1" 'run ${half}')"
  differ_by_order_2 set "set between two runs" particles nve/asphere 3 4 -var state ellipsoids.data -var columns ke -var again "$again"
  # diameters, and masses with them, that grow in every step
  grow="$(commands grow.in "variable d equal ramp(1.2,1.5)" "fix grow all adapt 1 atom diameter v_d mass yes")"
  for fix in nve/sphere nve/sphere/rgs; do spheres "adapt.$(echo $fix | tr / _)" 1 -var style "sphere 1" -var fix $fix -var before_run "$grow"; done
  between 0 1e-11 "$(columns_apart adapt.nve_sphere adapt.nve_sphere_rgs 8 11)" "fix adapt, nve/sphere/rgs beside nve/sphere: largest difference, relative"
}

# -- particles that fix deposit makes in a run and that get a shape between two; and particles that fix evaporate takes away
particles_come_and_go() {
  particles_data 5 3 0 0 >thin.data
  come="$(commands come.in "region top block -7 7 -7 7 2 7" "fix come all deposit 12 2 8 771 region top near 1.7 attempt 500")"
  shape="$(commands shape.in "unfix come" "set type 2 type 1" "set type 1 shape 1 1.2 2" "set atom 126*137 quat/random 99" "run 100")"
  for n in $any_ranks; do
    particles come.$n $n -var state thin.data -var columns "ke vol" -var steps 100 -var every 10 -var before_run "$come" -var again "$shape"
    between 137 137 "$(last come.$n 8)" "fix deposit, $n ranks: particles at the end, of 125"
    particles go.$n $n -var columns "ke vol" -var steps 100 -var before_run "fix go all evaporate 10 3 box 991" -var before_fix "region box block INF INF INF INF INF INF"
    between 183 186 "$(last go.$n 8)" "fix evaporate, $n ranks: particles at the end, of 216"
  done
  for n in $many_ranks; do between 0 1e-10 "$(columns_apart come.1 come.$n 5 22)" "fix deposit, and set shape, on 1 and $n ranks: largest difference, relative"; done
}

# -- each keyword misspelt; and what LAMMPS' styles nve/dot leave out is said
particle_keywords() {
  for word in rotr shceme parm modul langevn; do
    refused misspelt 1 "nve/asphere/rgs .ID move.: unknown keyword $word; keywords are rotor" particles -var fix "nve/asphere/rgs $word exact"
  done
  for word in tmp bth sed plce iso2 anis cuple pistn atms tchan dilat ptmp; do
    refused misspelt 1 "npt/asphere/rgs .ID move.: unknown keyword $word; keywords are" particles -var fix "npt/asphere/rgs temp 1 1 1 iso 1 1 1 $word 1"
  done
  refused misspelt 4 'unknown keyword upate; keywords are' spheres -var fix "nve/sphere/rgs upate dipole"
  refused misspelt 4 'unknown keyword bat; keywords are' particles -var fix "nve/dotc/langevin/rgs 1 1 1 4711 angmom 10 bat nhc"
  particles units 1 -var units real -var fix nve/dot/rgs -var steps 0
  between 1 1 "$(grep -c 'nve/dot/rgs .ID move.: in units real it multiplies forces.*which LAMMPS. style leaves out' units.out)" "nve/dot/rgs in units real: lines of the log that say so"
}
