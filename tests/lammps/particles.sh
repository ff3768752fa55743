# SPDX-License-Identifier: GPL-2.0-only
#
# Single particles with a shape, as bodies: sourced by run_lammps_tests.sh.

# particles_data CELLS SPACING BOX POINTS: a crystal of ellipsoids with any attitude, of which a part POINTS are points, in a cube
particles_data() {
  awk -v cells="$1" -v spacing="$2" -v box="$3" -v points="$4" 'function draw() { s = s * 16807 % 2147483647; return s / 2147483647 }
    function normal(   k, sum) { for (k = 0; k < 12; k++) sum += draw(); return sum - 6 }
    BEGIN { s = 4711; n = cells ^ 3; half = cells * spacing / 2
      for (i = 1; i <= n; i++) { draw(); type[i] = draw() < points ? 2 : 1; ellipsoids += type[i] == 1 }
      print "ellipsoids and points\n\n" n, "atoms\n" ellipsoids, "ellipsoids\n2 atom types\n"
      split("x y z", axis, " ")
      for (k = 1; k <= 3; k++) print (box > 0 ? -box / 2 : -half), (box > 0 ? box / 2 : half), axis[k] "lo", axis[k] "hi"
      print "\nAtoms # ellipsoid\n"
      for (i = 1; i <= n; i++) print i, type[i], type[i] == 1, type[i] == 1 ? 0.9 : 1, ((i - 1) % cells + 0.5) * spacing - half,
        (int((i - 1) / cells) % cells + 0.5) * spacing - half, (int((i - 1) / cells ^ 2) + 0.5) * spacing - half
      print "\nVelocities\n"
      for (i = 1; i <= n; i++) print i, normal(), normal(), normal(), (type[i] == 1) * normal(), (type[i] == 1) * normal(), (type[i] == 1) * normal()
      print "\nEllipsoids\n"
      for (i = 1; i <= n; i++) if (type[i] == 1) {
        for (k = 0; k < 4; k++) q[k] = normal(); m = sqrt(q[0]^2 + q[1]^2 + q[2]^2 + q[3]^2)
        print i, 1, 1.2, 2, q[0] / m, q[1] / m, q[2] / m, q[3] / m } }'
}

particles() { particles_name=$1; particles_ranks=$2; shift 2; lammps "$particles_name" "$particles_ranks" -in "$here/in.particles" "$@" -var state fluid.data; }

# columns_apart A B COLUMNS LINES: largest difference of the first columns behind the step, relative to the largest number of each
columns_apart() {
  thermo "$1" >"$1.thermo"; thermo "$2" >"$2.thermo"; paste "$1.thermo" "$2.thermo" | awk -v columns="$3" -v lines="$4" '
    { for (i = 2; i <= columns + 1; i++) { d = $i - $(NF / 2 + i); if (d < 0) d = -d; if (d > far[i]) far[i] = d; a = $i < 0 ? -$i : $i; if (a > most[i]) most[i] = a } }
    END { for (i in far) if (most[i] > 0 && far[i] / most[i] > m) m = far[i] / most[i]; if (NR == lines) print m + 0 }'
}

# last RUN COLUMN
last() { thermo "$1" | tail -n 1 | awk -v c="$2" '{ print $c }'; }

test_particles() {
  particles_data 6 2.1 0 0.4 >fluid.data
  particles_data 6 2.1 0 0 >ellipsoids.data
  particles_data 3 1.9 60 0.3 >drop.data
  drop="-var state drop.data -var cut 15"
  particles_beside_upstream
  particles_on_ranks
  particles_on_threads
  particles_and_schemes
  particles_restart
  particles_minimize
  particles_spheres
  particles_flat
  particles_nucleotides
  particles_ensembles
  particles_ideal_gas
  particles_in_words
}

# -- LAMMPS' fix has the same motion in short steps: energies differ by order 2
particles_beside_upstream() {
  for dt in 0.002 0.004; do
    for fix in nve/asphere nve/asphere/rgs; do
      particles "beside.$(echo $fix | tr / _).$dt" 1 -var state ellipsoids.data -var columns ke -var fix $fix -var dt $dt \
        -var steps "$(awk -v dt=$dt 'BEGIN { print 0.2 / dt }')"
    done
    gap "$(last beside.nve_asphere.$dt 3)" "$(last beside.nve_asphere_rgs.$dt 3)" >beside.$dt
  done
  between 1.8 2.2 "$(slope "$(cat beside.0.002)" "$(cat beside.0.004)")" \
    "nve/asphere/rgs beside nve/asphere: potential energies differ by $(cat beside.0.002) with steps of 0.002, $(cat beside.0.004) of 0.004, slope"

  # the suffix makes our fix of LAMMPS' name
  particles suffix 1 -var state ellipsoids.data -var columns ke -var fix nve/asphere -var dt 0.004 -var steps 50 -sf rgs
  same "nve/asphere with -sf rgs is nve/asphere/rgs" beside.nve_asphere_rgs.0.004 suffix 3
  between 1 1 "$(grep -c '^Suffix rgs: fix nve/asphere (ID move) is replaced by nve/asphere/rgs$' suffix.out)" "-sf rgs: lines of the log that name the fix"
}

# -- the same on all ranks, with particles that migrate; and for a part of the particles, whose columns are copied
particles_on_ranks() {
  for keywords in "" "langevin 1.5 1.5 0.5 4711"; do
    for n in $any_ranks; do particles "ranks.$n" $n -var fix "nve/asphere/rgs $keywords"; done
    for n in $many_ranks; do between 0 1e-11 "$(columns_apart ranks.1 ranks.$n 7 11)" "nve/asphere/rgs $keywords, on 1 and $n ranks: largest difference, relative"; done
  done
  particles part.all 1 -var columns "ke ke"
  particles part.some 1 -var columns "ke ke" -var group ellipsoids -var after_fix "fix points points nve"
  between 0 1e-12 "$(columns_apart part.all part.some 6 11)" "ellipsoids and points in nve/asphere/rgs, and points in fix nve: largest difference, relative"
}

# -- the same bits on any number of threads: 4096 particles, of which four threads get their shares
particles_on_threads() {
  particles_data 16 2.1 0 0.3 >many.data
  export OMP_WAIT_POLICY=passive
  for fix in "nve/asphere/rgs" "npt/asphere/rgs temp 1.5 1.5 0.5 iso 0.2 0.2 1.0 bath langevin"; do
    for t in 1 2 4; do
      export OMP_NUM_THREADS=$t
      particles threads.$t 1 -var state many.data -var steps 20 -var every 5 -var fix "$fix"
    done
    for t in 2 4; do same "$fix, 1 and $t threads" threads.1 threads.$t 5; done
    between 1 1 "$(grep -c '^Fix .*, 4 threads$' threads.4.out)" "$fix: lines of the log that say 4 threads"
  done
  unset OMP_WAIT_POLICY
  export OMP_NUM_THREADS=1
}

# -- schemes of several force evaluations: order of the energy's error, on one rank; the same on four, beside fix nve
particles_and_schemes() {
  for s in strang:1.8:2.2 srkn6b:3.7:4.3 takahashi_imada4:3.7:4.3; do
    scheme=${s%%:*}; s=${s#*:}
    for dt in 0.004 0.008; do
      particles order.$scheme.$dt 1 $drop -var dt $dt -var every 1 -var steps "$(awk -v dt=$dt 'BEGIN { print 1.6 / dt }')" \
        -var fix "nve/asphere/rgs scheme $scheme" -var before_run "run_style rgs" -var columns "f_move[9] f_move[9] f_move[9]"
      rms order.$scheme.$dt 8 100 >order.$dt
    done
    between "${s%:*}" "${s#*:}" "$(slope "$(cat order.0.004)" "$(cat order.0.008)")" \
      "$scheme: rms of the energy $(cat order.0.004) with steps of 0.004, $(cat order.0.008) of 0.008, slope"
  done
  for scheme in srkn6b takahashi_imada4; do
    for n in $any_ranks; do
      particles staged.$n $n -var fix "nve/asphere/rgs scheme $scheme" -var before_run "run_style rgs" -var steps 100
    done
    for n in $many_ranks; do between 0 1e-11 "$(columns_apart staged.1 staged.$n 7 6)" "$scheme, on 1 and $n ranks: largest difference, relative"; done
    particles staged.some 1 -var fix "nve/asphere/rgs scheme $scheme" -var before_run "run_style rgs" -var steps 100 -var columns "ke ke" \
      -var group ellipsoids -var after_fix "fix points points nve"
    particles staged.all 1 -var fix "nve/asphere/rgs scheme $scheme" -var before_run "run_style rgs" -var steps 100 -var columns "ke ke"
    between 0 1e-11 "$(columns_apart staged.all staged.some 6 6)" "$scheme, points in fix nve and in nve/asphere/rgs: largest difference, relative"
  done
  # levels of rRESPA: all forces in the inner one are steps of half the length
  particles levels 4 -var before_run "run_style respa 2 2 pair 1" -var steps 50 -var every 10
  particles halves 4 -var dt 0.001 -var steps 100
  between 0 1e-11 "$(columns_apart levels halves 7 6)" "run_style respa, 4 ranks, beside half the step: largest difference, relative"
}

# -- LAMMPS' own restart files have all but the steps of langevin
particles_restart() {
  for s in "1:strang" "2:strang" "1:strang langevin 1.5 1.5 0.5 4711" "2:srkn6b langevin 1.5 1.5 0.5 4711"; do
    n=${s%%:*}; fix="nve/asphere/rgs scheme ${s#*:}"
    particles whole $n -var fix "$fix" -var before_run "run_style rgs" -var steps 60 -var again "$(commands whole.in "write_restart whole.restart" "run 60")"
    particles rest $n -var fix "$fix" -var before_run "run_style rgs" -var steps 60 -var restart yes -var state whole.restart
    same_after "restart file, $fix, $n ranks" 60 whole rest 4
  done
}

# -- minimize/rgs turns ellipsoids; LAMMPS' own minimisers leave torques, and a warning says so
particles_minimize() {
  for n in $any_ranks; do
    particles relax.$n $n $drop -var steps 0 -var again "minimize/rgs 0 1e-8 4000 4000"
    between 0 1e-8 "$(summary relax.$n force)" "minimize/rgs, $n ranks, energy $(summary relax.$n initial) to $(summary relax.$n final) in $(summary relax.$n evaluations) evaluations: forces and torques at the end"
  done
  told unturned 1 'minimize does not turn particles; minimize/rgs does' particles $drop -var steps 0 -var again "minimize 0 1e-8 100 1000"
}

# -- spheres turn about their omega; in two dimensions, too
spheres() { spheres_name=$1; spheres_ranks=$2; shift 2; lammps "$spheres_name" "$spheres_ranks" -in "$here/in.spheres" "$@"; }

particles_spheres() {
  for dimension in 3 2; do
    disc=; [ $dimension = 3 ] || disc=disc
    for fix in nve/sphere nve/sphere/rgs; do spheres "spheres.$(echo $fix | tr / _)" 1 -var dimension $dimension -var fix "$fix $disc"; done
    between 0 1e-11 "$(columns_apart spheres.nve_sphere spheres.nve_sphere_rgs 8 11)" "nve/sphere/rgs $disc beside nve/sphere $disc: largest difference, relative"
  done
  # what the fix counts is what LAMMPS' computes count
  for n in $any_ranks; do
    spheres spheres.langevin.$n $n -var fix "nve/sphere/rgs langevin 1.5 1.5 0.1 4711" -var columns "f_move[2] f_move[1] f_move[4]"
    between 0 1e-12 "$(thermo spheres.langevin.$n | awk '{ d = $6 / $8 - 1; if (d < 0) d = -d; if (d > m) m = d; w = ($6 + $9) / ((3 * $NF - 1.5) * $7) - 1; if (w < 0) w = -w; if (w > m) m = w }
      END { if (NR == 11) print m }')" "langevin, $n ranks: compute erotate/sphere and temp/sphere, relative to the fix"
  done
}

# -- line segments move as by LAMMPS' fix to rounding; free triangles turn exactly, and as by LAMMPS' fix in short steps
flat() { flat_name=$1; flat_ranks=$2; shift 2; lammps "$flat_name" "$flat_ranks" -in "$here/in.flat_shapes" "$@"; }

particles_flat() {
  flat line.nve 1 -var fix nve/line
  for n in $any_ranks; do
    flat line.$n $n
    between 0 1e-10 "$(columns_apart line.nve line.$n 5 11)" "nve/line/rgs on $n ranks beside nve/line: largest difference, relative"
  done
  attitude="$(commands attitude.in "compute attitude all property/atom corner1x" "compute sum all reduce ave c_attitude")"
  for dt in 0.02 0.04; do
    for fix in nve/tri nve/tri/rgs; do
      flat "flat.$(echo $fix | tr / _)" 1 -var shape tri -var fix $fix -var dt $dt -var steps "$(awk -v dt=$dt 'BEGIN { print 1.6 / dt }')" -var after_fix "$attitude" -var column c_sum
    done
    gap "$(last flat.nve_tri 6)" "$(last flat.nve_tri_rgs 6)" >flat.$dt
    last flat.nve_tri_rgs 6 >flat.exact.$dt
  done
  between 0 1e-12 "$(awk 'NR == 1 { a = $1 } NR == 2 { d = $1 / a - 1; print d < 0 ? -d : d }' flat.exact.0.02 flat.exact.0.04)" "nve/tri/rgs, free triangles: attitudes with steps of 0.02 and 0.04, relative"
  between 1.8 4 "$(slope "$(cat flat.0.02)" "$(cat flat.0.04)")" \
    "nve/tri/rgs beside nve/tri: attitudes differ by $(cat flat.0.02) with steps of 0.02, $(cat flat.0.04) of 0.04, slope"
  refused flat.plane 1 'it moves triangles, which need atom style tri in 3 dimensions' flat -var fix nve/tri/rgs
}

# -- the arguments of nve/dotc/langevin; its noise is the same on all ranks.  Without forces: the momenta of 216 ellipsoids in 2000 steps of
# half a relaxation time, of rotation, too: a standard error of 0.05 %, a limit of 0.3 %
particles_nucleotides() {
  for n in $any_ranks; do particles dotc.$n $n -var fix "nve/dotc/langevin/rgs 1.5 1.5 0.1 4711 angmom 10"; done
  for n in $many_ranks; do between 0 1e-11 "$(columns_apart dotc.1 dotc.$n 7 11)" "nve/dotc/langevin/rgs, on 1 and $n ranks: largest difference, relative"; done
  free_ellipsoids="-var state ellipsoids.data -var dt 0.05 -var steps 4000 -var every 2"
  particles dotc.free 1 $free_ellipsoids -var before_fix "$(commands dotc.in "pair_style zero 1.0" "pair_coeff * *")" \
    -var fix "nve/dotc/langevin/rgs 1.5 1.5 0.1 4711 angmom 10" -var columns "f_move[3] f_move[4] vol"
  for column in 6 7; do
    set -- $(averages_of dotc.free $column)
    between 1.4955 1.5045 "${1:-}" "nve/dotc/langevin/rgs, free ellipsoids: temperature of $([ $column = 6 ] && echo translation || echo rotation)"
  done
  # with `angmom no` nothing acts on the rotation
  particles dotc.no 1 -var state ellipsoids.data -var before_fix "include dotc.in" -var fix "nve/dotc/langevin/rgs 1.5 1.5 0.1 4711 angmom no" -var columns "f_move[2] f_move[2] vol"
  between 0 1e-12 "$(thermo dotc.no | awk 'NR == 1 { e = $6 } { d = $6 / e - 1; if (d < 0) d = -d; if (d > m) m = d } END { if (NR == 11) print m + 0 }')" "angmom no: change of the energy of rotation, relative"
  # friction of rotation: FACTOR/3 of translation's, from the decay of a large momentum at a low temperature
  particles dotc.decay 1 -var state ellipsoids.data -var before_fix "include dotc.in" -var dt 0.001 -var fix "nve/dotc/langevin/rgs 1e-9 1e-9 0.1 4711 angmom 6" \
    -var columns "f_move[1] f_move[2] vol"
  between 0.9999 1.0001 "$(thermo dotc.decay | awk 'NR == 1 { a = $6; b = $7 } END { print log($6 / a) / -4 }')" "friction of translation, relative"
  between 0.9999 1.0001 "$(thermo dotc.decay | awk 'NR == 1 { a = $6; b = $7 } END { print log($7 / b) / -8 }')" "friction of rotation, relative"
  refused dotc.words 4 'expected Tstart Tstop damp seed angmom FACTOR' particles -var fix "nve/dotc/langevin/rgs 1.5 1.5 0.1 4711 angmom"
  # free flight, whatever the forces are
  particles noforce 4 -var state ellipsoids.data -var fix nve/asphere/noforce/rgs -var columns "f_move[1] f_move[2] vol"
  between 0 1e-12 "$(thermo noforce | awk 'NR == 1 { e = $6; r = $7 } { d = $6 / e - 1; if (d < 0) d = -d; f = $7 / r - 1; if (f < 0) f = -f; if (d > m) m = d; if (f > m) m = f } END { if (NR == 11) print m + 0 }')" \
    "nve/asphere/noforce/rgs, 4 ranks: change of kinetic energies, relative"
}

# -- baths and piston: any number of ranks, restart, and the computes and targets of LAMMPS' styles
particles_ensembles() {
  for s in "nvt/asphere/rgs temp 1.5 1.0 0.5" "npt/asphere/rgs temp 1.5 1.5 0.5 iso 0.2 0.3 1.0 bath langevin" \
    "npt/asphere/rgs temp 1.5 1.5 0.5 aniso 0.2 0.2 1.0 couple xy tchain 5 tloop 2" "nph/asphere/rgs iso 0.2 0.2 1.0 ptemp 1.2"; do
    for n in $any_ranks; do
      particles ensemble.$n $n -var fix "$s" -var columns "vol ecouple etotal" -var steps 100 -var every 10
    done
    for n in $many_ranks; do between 0 1e-10 "$(columns_apart ensemble.1 ensemble.$n 7 11)" "$s, on 1 and $n ranks: largest difference, relative"; done
    # (ecouple adds the heat of both runs, and rounds elsewhere)
    particles ensemble.whole 1 -var fix "$s" -var columns "vol f_move[13] etotal" -var steps 40 -var again "$(commands whole.in "write_restart ensemble.restart" "run 40")"
    particles ensemble.rest 1 -var fix "$s" -var columns "vol f_move[13] etotal" -var steps 40 -var restart yes -var state ensemble.restart
    case $s in
      *"1.5 1.0"* | *"0.2 0.3"*) ;;    # (targets begin anew with every run)
      *) same_after "restart file, $s" 40 ensemble.whole ensemble.rest 3 ;;
    esac
  done
  # econserve is constant but for an error of order 2, with forces that are smooth
  for dt in 0.002 0.004; do
    spheres conserved.$dt 1 -var dt $dt -var every 1 -var steps "$(awk -v dt=$dt 'BEGIN { print 0.8 / dt }')" -var columns "f_move[10] vol vol" \
      -var pair "lj/gromacs 1.5 2.5" -var fix "npt/sphere/rgs temp 1.5 1.5 0.5 iso 0.2 0.2 1.0"
    rms conserved.$dt 8 100 >conserved.$dt.rms
  done
  between 1.8 2.2 "$(slope "$(cat conserved.0.002.rms)" "$(cat conserved.0.004.rms)")" \
    "npt/sphere/rgs: rms of econserve $(cat conserved.0.002.rms) with steps of 0.002, $(cat conserved.0.004.rms) of 0.004, slope"
  between 1 1 "$(grep -c 'econserve needs thermo_modify temp' conserved.0.002.out)" "lines of the log with what econserve needs"
  # (the common motion is not among the degrees of freedom of compute temp/asphere)
  particles counts 4 -var state ellipsoids.data -var fix "nvt/asphere/rgs temp 1.5 1.5 0.5" -var columns "f_move[1] f_move[2] c_move_temp c_turn" -var after_fix "compute turn all erotate/asphere"
  between 0 1e-12 "$(thermo counts | awk '{ d = ($6 + $7) / ((3 * $NF - 1.5) * $8) - 1; if (d < 0) d = -d; e = $7 / $9 - 1; if (e < 0) e = -e; if (d > m) m = d; if (e > m) m = e } END { if (NR == 11) print m }')" \
    "nvt/asphere/rgs: computes ID_temp and erotate/asphere, relative to the fix"
}

# averages RUN COLUMN: mean, and variance, from the fortieth line on
averages_of() { thermo "$1" | awk -v c="$2" 'NR > 40 { n++; m += $c; s += $c * $c } END { if (n > 1000) { m /= n; print m, s / n - m * m } }'; }

# -- N particles that do not interact: the volume has the density of Gamma(N + 1) with friction, and of Gamma(N) where the momentum stays.  kT/P is
# 10, N is 27: means 280 and 270, variances 2800 and 2700.  In 3e5 steps the standard errors are 1.5 and 80, and limits are four of them.
particles_ideal_gas() {
  particles_data 3 1.9 0 0 >gas.data
  particles_data 3 1.9 0 0.5 >gas_with_points.data
  ideal="$(commands ideal.in "pair_style zero 0.5" "pair_coeff * *" "velocity all create 1.0 771 mom yes")"
  skewed="$(commands skewed.in "include ideal.in" "change_box all triclinic" "change_box all xy final 2.5 xz final 1.0 yz final -1.5 units box")"
  for s in gas:csvr:270 gas:langevin:280 gas_with_points:csvr:270; do
    state=${s%%:*}; s=${s#*:}; bath=${s%:*}; mean=${s#*:}
    particles ideal 1 -var state $state.data -var dt 0.02 -var steps 300000 -var every 20 -var columns "vol f_move[13] f_move[14]" \
      -var before_fix "$([ $bath = csvr ] && echo "$ideal" || echo "$skewed")" -var fix "npt/asphere/rgs temp 1 1 0.5 iso 0.1 0.1 1.0 bath $bath"
    set -- $(averages_of ideal 6)
    between $((mean - 6)) $((mean + 6)) "${1:-}" "ideal $state, bath $bath: mean volume, $mean in theory"
    between $((10 * mean - 320)) $((10 * mean + 320)) "${2:-}" "ideal $state, bath $bath: variance of the volume, $((10 * mean)) in theory"
    for column in 7 8; do
      set -- $(averages_of ideal $column)
      between 0.98 1.02 "${1:-}" "ideal $state, bath $bath: temperature of $([ $column = 7 ] && echo translation || echo rotation)"
    done
  done
  # (that it can fail: LAMMPS' style counts the energy of rotation to the pressure, so that the volume belongs to 6 N - 3 degrees of freedom, 530)
  particles ideal.nh 1 -var state gas.data -var dt 0.02 -var steps 100000 -var every 20 -var columns "vol c_move_temp c_move_press" -var before_fix "$ideal" \
    -var fix "npt/asphere temp 1 1 0.5 iso 0.1 0.1 1.0"
  set -- $(averages_of ideal.nh 6)
  between 480 600 "${1:-}" "npt/asphere of LAMMPS: mean volume of the ideal gas"
}

# -- each keyword of LAMMPS' styles is obeyed, or refused in words
particles_keywords() {
  while IFS='|' read -r text words; do
    refused "keyword" 1 "$text" particles -var fix "npt/asphere/rgs temp 1 1 1 iso 1 1 1 $words" </dev/null
  done <<END
keywords tri, xy, xz and yz need a box with tilt factors|tri 1 1 1
keywords tri, xy, xz and yz need a box with tilt factors|xy 1 1 1
keyword isochoric is not taken|isochoric z
y is up; must be a number|fixedpoint 0 up 0
drag is 0.2; must be 0; keyword piston|drag 0.2
keyword drag needs a number|drag
mtk has the value maybe; must be yes or no|mtk maybe
nreset is 5; must be 0|nreset 5
flip has the value maybe; must be yes or no|flip maybe
scalexy has the value 1; must be yes or no|scalexy 1
scalexz needs yes or no|scalexz
scaleyz needs yes or no|scaleyz
chain is 0; must be a whole number from 1|tchain 0
iter is 0; must be a whole number from 1|tloop 0
chain is 40; must be a whole number from 0|pchain 40
iter is x; must be a whole number|ploop x
keyword ptemp is for nph/asphere only|ptemp 1
unknown keyword update|update dipole
END
  refused keyword 4 'keyword iso is for npt/asphere and nph/asphere only' particles -var fix "nvt/asphere/rgs temp 1 1 1 iso 1 1 1"
  refused keyword 4 'outside group points of keyword dilate.*nvt/asphere' particles -var fix "npt/asphere/rgs temp 1 1 1 iso 1 1 1 dilate points"
  for fix in nve/asphere/rgs "npt/asphere/rgs temp 1 1 1 iso 1 1 1"; do
    refused keyword 1 "keyword external is not taken: force and torque of a particle are LAMMPS. arrays" particles -var fix "$fix external 0 0 1 0 0 0"
  done
  refused keyword 1 'scalexy, .* has the value no, and the box is triclinic' particles -var fix "npt/asphere/rgs temp 1 1 1 iso 1 1 1 scalexy no" -var before_fix "change_box all triclinic"
  refused keyword 1 'keyword disc is for two dimensions' spheres -var fix "nve/sphere/rgs disc"
  refused keyword 1 'keyword update has the value spin; must be dipole' spheres -var fix "nve/sphere/rgs update spin"
  refused keyword 1 'update dipole needs atom style dipole' spheres -var fix "nve/sphere/rgs update dipole"
  words="mtk no fixedpoint 0 0 0 drag 0 nreset 0 flip no scalexy no scalexz yes scaleyz yes dilate all pchain 0 ploop 2 tchain 3 tloop 2"
  told keyword 1 'keyword mtk has no effect' particles -var fix "npt/asphere/rgs temp 1 1 1 iso 1 1 1 $words" -var steps 10
  told keyword 1 'keyword momentum has no effect: bath langevin' particles -var fix "nvt/asphere/rgs temp 1 1 1 bath langevin momentum bath" -var steps 10
}

# -- particles that no torque turns get no energy of rotation from a bath: 16 of 216 turn, their temperature is 1
particles_at_rest() {
  for s in "1 nvt" "4 npt"; do
    set -- $s
    more=; [ $2 = npt ] && more="iso 1 1 1"
    particles rest.$2 $1 -var state ellipsoids.data -var fix "$2/asphere/rgs temp 1 1 0.05 $more" -var steps 4000 -var columns "v_turning f_move[14]" \
      -var before_fix "$(commands rest.in "pair_style zero 1.0" "pair_coeff * *" "set atom 1*200 angmom 0 0 0" "compute er all erotate/asphere" "variable turning equal c_er/24")"
    for k in 6 7; do
      between 0.9 1.1 "$(thermo rest.$2 | awk -v k=$k 'NR > 40 { s += $k; n++ } END { if (n == 161) print s / n }')" "$2, $1 ranks, most particles at rest: temperature of rotation of the others $(grep -m 1 ERROR rest.$2.out)"
    done
  done
}

# -- what cannot be is refused in words
particles_in_words() {
  particles_at_rest
  particles_keywords
  for n in 1 4; do
    refused words.keyword $n 'nve/asphere/rgs .ID move.: unknown keyword gyrate; keywords are rotor' particles -var fix "nve/asphere/rgs gyrate 3"
    refused words.temp $n 'nve/asphere/rgs .ID move.: keyword temp is for' particles -var fix "nve/asphere/rgs temp 1 1 1"
    refused words.points $n 'none of the [0-9]+ atoms of group points has a shape.*fix nve' particles -var group points
    refused words.twice $n 'of its atoms would be moved by fix nve/asphere/rgs .ID other.' particles -var after_fix "fix other ellipsoids nve/asphere/rgs"
    refused words.nve $n 'of its atoms would be moved by fix nve .ID other.' particles -var after_fix "fix other ellipsoids nve"
    refused words.style $n 'nve/sphere/rgs .ID move.: it moves spheres, which need atom style sphere' particles -var fix nve/sphere/rgs
    # shapes that go and atoms that come and go between two runs
    particles words.gone.$n $n -var steps 20 -var again "$(commands gone.in "set atom 1*216 type 2" "set atom 1*216 shape 0 0 0" "set atom 1 type 1" "set atom 1 shape 1 1.2 2" "group gone id 101:120" "delete_atoms group gone" "run 40")"
    between 196 196 "$(last words.gone.$n 9)" "ellipsoids that become points and atoms that are deleted, $n ranks: atoms at the end"
  done
}
