# SPDX-License-Identifier: GPL-2.0-only
#
# fix brownian/asphere/rgs: sourced by run_lammps_tests.sh.  Where LAMMPS has its own fix brownian/asphere, that is run beside it.

brownian() { brownian_name=$1; brownian_ranks=$2; shift 2; lammps "$brownian_name" "$brownian_ranks" -in "$here/in.brownian" "$@"; }

slope() { awk -v a="$1" -v b="$2" 'BEGIN { if (a > 0 && b > 0) printf "%.2f", log(b / a) / log(2) }'; }

test_brownian() {
  if [ "$release" = 4Jul2026 ]; then lmp=$("$adapter/tools/build_lammps.sh" --particles "$release")/lmp; fi
  brownian_free
  brownian_plane
  brownian_forces
  brownian_field
  brownian_restart
  brownian_changes
  brownian_words
}

# free_law TIME T1 T2 T3 D1 D2 D3: squares of the displacements along the axes of the start, the cosines of the axes with those, and P2 of the
# third, by the closed forms of Favro (Phys. Rev. 119, 53)
free_law() {
  awk -v t="$1" -v T="$2 $3 $4" -v D="$5 $6 $7" 'BEGIN { split(T, a, " "); split(D, d, " "); D0 = (d[1] + d[2] + d[3]) / 3; T0 = (a[1] + a[2] + a[3]) / 3
    root = 6 * sqrt(D0 ^ 2 - (d[1] * d[2] + d[2] * d[3] + d[3] * d[1]) / 3); first = 4 * d[3] + d[1] + d[2]; mixed = sqrt(3) * (d[2] - d[1])
    for (s = 1; s <= 2; s++) { rate[s] = 6 * D0 + (s == 1 ? -root : root); u = mixed; w = rate[s] - first
      if (u ^ 2 + w ^ 2 < 1e-18) { u = root > 1e-9 || s == 1; w = 1 - u }
      m = sqrt(u ^ 2 + w ^ 2); u /= m * sqrt(2); w /= m * sqrt(6); e[s, 1] = u + w; e[s, 2] = w - u; e[s, 3] = -2 * w }
    for (k = 1; k <= 3; k++) { far = T0 * t; for (s = 1; s <= 2; s++) { share = 0; for (j = 1; j <= 3; j++) share += e[s, j] * a[j]
        far += share * e[s, k] * (rate[s] > 0 ? (1 - exp(-rate[s] * t)) / rate[s] : t) }
      printf "%.9g ", 2 * far }
    for (k = 1; k <= 3; k++) printf "%.9g ", exp(-(3 * D0 - d[k]) * t)
    for (s = 1; s <= 2; s++) p += 1.5 * e[s, 3] ^ 2 * exp(-rate[s] * t); print p }'
}

# farthest RUN LAW: of the seven means at the end, the largest distance from the law in standard errors (at most those of 4096 numbers that the law
# of large angles has: sqrt 2 of the square, 0.6 of a cosine)
farthest() {
  thermo "$1" | tail -n 1 | awk -v law="$2" '{ split(law, w, " "); for (k = 1; k <= 7; k++) { if (w[k] == 0) continue; d = $(k + 2) - w[k]; if (d < 0) d = -d
    d /= (k <= 3 ? sqrt(2) * w[k] : 0.6) / 64; if (d > m) m = d } print m }'
}

# -- free diffusion with three constants each, at steps of half a time of rotation and at short ones.  LAMMPS' own fix shows that this can fail.
brownian_free() {
  law=$(free_law 0.5 0.333333333333 0.666666666667 2 0.5 1 1.5)
  for s in 0.5:1 0.025:20; do
    brownian free.${s%:*} 1 -var dt ${s%:*} -var steps ${s#*:} -var every ${s#*:}
    between 0 4 "$(farthest free.${s%:*} "$law")" "free ellipsoids, step ${s%:*}/D: squares of displacements, cosines of axes and P2, largest distance from the closed forms in standard errors"
  done
  if $lmp -h 2>/dev/null | grep -q brownian/asphere; then
    brownian free.upstream 1 -var fix brownian/asphere
    between 10 100 "$(farthest free.upstream "$law")" "the same by LAMMPS' fix brownian/asphere, step 0.5/D"
    brownian free.short 1 -var fix brownian/asphere -var dt 0.025 -var steps 20 -var every 20
    awk '/^Modify/ { if (FNR == NR) a = $3; else b = $3 } END { print "          20 steps of 4096 ellipsoids take " a " s in Modify, with LAMMPS" "\047 fix " b " s" }' free.0.025.out free.short.out
  else echo "  LAMMPS has no fix brownian/asphere here, which needs build_lammps.sh --particles: nothing is compared with it"; fi
  # another temperature of rotation, and rotation about the third axis alone
  brownian free.warm 1 -var keywords "rotation_temp 0.5 rng gaussian"
  between 0 4 "$(farthest free.warm "$(free_law 0.5 0.333333333333 0.666666666667 2 0.25 0.5 0.75)")" "rotation_temp: largest distance in standard errors"
  brownian free.planar 1 -var keywords "planar_rotation"
  between 0 4 "$(farthest free.planar "$(free_law 0.5 0.333333333333 0.666666666667 2 0 0 1.5)")" "planar_rotation: largest distance in standard errors"
  between 0.999999999999 1.000000000001 "$(last free.planar 8)" "planar_rotation: cosine of the third axis"
}

# -- in two dimensions (LAMMPS has no z there, and the law has rotation about the third axis alone)
brownian_plane() {
  for n in $any_ranks; do
    brownian plane.$n $n -var dimension 2 -var lattice "sq 0.05" -var box "0 64 0 64 -0.1 0.1" -var frictions "gamma_t_eigen 3.0 0.5 inf gamma_r_eigen inf inf 0.8" -var dt 0.25 -var steps 2 -var every 2
    set -- $(free_law 0.5 0.333333333333 2 0 0 0 1.25)
    between 0 4 "$(farthest plane.$n "$1 $2 0 $4 $5 1 1")" "two dimensions, $n ranks: largest distance in standard errors"
    between 0 0 "$(last plane.$n 5)" "two dimensions, $n ranks: displacement along z"
  done
  for n in $many_ranks; do between 0 1e-11 "$(columns_apart plane.1 plane.$n 7 2)" "two dimensions, on 1 and $n ranks: largest difference, relative"; done
}

# -- forces: any number of ranks; without noise the paths of LAMMPS' fix in short steps, and order 2 where that has order 1
gay_berne() {
  gay_name=$1; gay_ranks=$2; shift 2
  brownian "$gay_name" "$gay_ranks" "$@" -var lattice "sc 0.12" -var box "0 6 0 6 0 6" -var pair "gayberne 1.0 1.0 1.0 3.0" -var coeff "1 1 1.0 1.0 1.0 0.8 0.5 1.0 0.8 0.5" \
    -var frictions "gamma_t_eigen 30.0 20.0 10.0 gamma_r_eigen 20.0 15.0 10.0" -var before_fix "set type 1 quat/random 771"
}

brownian_forces() {
  # (create_atoms deals out IDs by ranks, and noise goes by these)
  gay_berne start 1 -var steps 0 -var again "write_restart start.restart"
  start="-var restart yes -var state start.restart"
  for n in $any_ranks; do gay_berne ranks.$n $n $start -var before_fix "print ''" -var dt 0.002 -var steps 100 -var every 10; done
  for n in $many_ranks; do between 0 1e-10 "$(columns_apart ranks.1 ranks.$n 8 11)" "Gay-Berne, on 1 and $n ranks: largest difference, relative"; done
  gay_berne suffix 1 $start -var before_fix "print ''" -var dt 0.002 -var steps 100 -var every 10 -var fix brownian/asphere -sf rgs
  same "brownian/asphere with -sf rgs is brownian/asphere/rgs" ranks.1 suffix 11
  between 1 1 "$(grep -c '^Suffix rgs: fix brownian/asphere (ID move) is replaced by brownian/asphere/rgs$' suffix.out)" "-sf rgs: lines of the log that name the fix"
  for dt in 0.005 0.01 0.02; do
    gay_berne path.$dt 1 -var keywords "rng none" -var dt $dt -var every "$(awk -v dt=$dt 'BEGIN { print 0.4 / dt }')" -var steps "$(awk -v dt=$dt 'BEGIN { print 0.4 / dt }')"
    last path.$dt 2 >path.$dt.energy
  done
  halves() { awk -v a="$(cat "path.$1.energy")" -v b="$(cat "path.$2.energy")" 'BEGIN { d = a - b; print d < 0 ? -d : d }'; }
  between 1.7 2.3 "$(slope "$(halves 0.005 0.01)" "$(halves 0.01 0.02)")" "rng none: energies after 0.4 with half the step differ by $(halves 0.01 0.02) and $(halves 0.005 0.01), slope"
  $lmp -h 2>/dev/null | grep -q brownian/asphere || return 0
  for dt in 0.005 0.01; do
    gay_berne upstream.$dt 1 -var fix brownian/asphere -var keywords "rng none" -var dt $dt -var every "$(awk -v dt=$dt 'BEGIN { print 0.4 / dt }')" -var steps "$(awk -v dt=$dt 'BEGIN { print 0.4 / dt }')"
    awk -v a="$(last upstream.$dt 2)" -v b="$(cat path.0.005.energy)" 'BEGIN { d = a - b; print d < 0 ? -d : d }' >upstream.$dt.energy
  done
  between 0.8 1.2 "$(slope "$(cat upstream.0.005.energy)" "$(cat upstream.0.01.energy)")" \
    "LAMMPS' fix with rng none, whose order is 1, beside ours: energies differ by $(cat upstream.0.01.energy) and $(cat upstream.0.005.energy) in steps of 0.01 and 0.005, slope"
}

# -- dipoles in a field: the mean of the cosine is coth a - 1/a, of P2 1 - 3/a times that; a is 2.  4096 dipoles at 40 times that are a relaxation
# apart: a standard error of 0.001, limits are four of them and 0.8 h^2
brownian_field() {
  $lmp -h 2>/dev/null | grep -qw dipole || { echo "          LAMMPS has no atom style dipole here: no field"; return 0; }
  for s in rgs:/rgs: upstream::; do
    fix=${s#*:}
    [ "$fix" = : ] && { $lmp -h 2>/dev/null | grep -q brownian/asphere || continue; }
    brownian field.${s%%:*} 1 -var fix "brownian/asphere${fix%:}" -var style "hybrid ellipsoid dipole" -var before_fix "mass 1 1.0" -var box "0 16 0 16 0 16" -var dt 0.05 -var steps 880 -var every 20 -var keywords "rng gaussian dipole 0 0 1" \
      -var after_fix "$(commands field.in "fix field all efield 0 0 2" "compute mu all property/atom mux muy muz mu" \
        "variable off atom abs(c_mu[3]-c_attitude[1]^2+c_attitude[2]^2+c_attitude[3]^2-c_attitude[4]^2)+abs(c_mu[1]-2*(c_attitude[2]*c_attitude[4]+c_attitude[1]*c_attitude[3]))" \
        "compute off all reduce max v_off")" -var before_run "thermo_style custom step pe c_mean[3] c_mean[4] c_off atoms"
    thermo field.${s%%:*} | awk 'NR > 4 { n++; a += $3; b += $4; if ($5 > m) m = $5 } END { if (n == 41) print a / n, b / n, m }' >field.${s%%:*}.means
  done
  read -r first second off <field.rgs.means
  between 0.5313 0.5433 "$first" "dipoles in a field, step 0.05: mean cosine, 0.5373 in theory"
  between 0.1880 0.2000 "$second" "dipoles in a field, step 0.05: mean P2, 0.1940 in theory"
  between 0 1e-13 "$off" "dipoles in a field: largest difference between dipole and attitude"
  [ -f field.upstream.means ] && echo "          LAMMPS' fix brownian/asphere with the same step: mean cosine and P2 $(cut -d ' ' -f 1,2 field.upstream.means)"
}

# -- a run that continues from a restart file is the run that went on, on as many ranks, bit for bit
brownian_restart() {
  for n in 1 2; do
    gay_berne whole.$n $n -var dt 0.002 -var steps 40 -var every 10 -var again "$(commands whole.in "write_restart whole.restart" "run 40")"
    gay_berne rest.$n $n -var dt 0.002 -var steps 40 -var every 10 -var restart yes -var state whole.restart -var before_fix "print ''"
    thermo whole.$n | awk '$1 > 40 { print $1, $2, $10 }' >whole.tail; thermo rest.$n | awk '$1 > 40 { print $1, $2, $10 }' >rest.tail
    if [ "$(wc -l <whole.tail)" -ge 4 ] && cmp -s whole.tail rest.tail; then ok "restart file, $n ranks: $(wc -l <whole.tail) lines equal"
    else bad "restart file, $n ranks: $(diff whole.tail rest.tail | head -n 2 | tr '\n' '|')"; fi
  done
  # (and a run in two parts is one run)
  gay_berne parts 1 -var dt 0.002 -var steps 40 -var every 10 -var again "run 40"
  gay_berne one 1 -var dt 0.002 -var steps 80 -var every 10
  between 0 1e-10 "$(awk -v a="$(last one 2)" -v b="$(last parts 2)" 'BEGIN { d = a / b - 1; if (a < 0) print d < 0 ? -d : d }')" "two runs of 40 steps and one of 80: energies at the end, relative"
}

# -- groups, attitudes, shapes and masses that change, and particles that come: in a run they stay where they are until they have a shape
brownian_changes() {
  columns="$(commands columns.in "thermo_style custom step pe v_there atoms c_mean[1] c_mean[2]" "thermo_modify norm no flush yes format float %.17g")"
  dynamic="$(commands dynamic.in "set type 1 quat/random 771" "region half block 3.1 INF INF INF INF INF units box" "group some dynamic all region half every 1" "variable there equal count(some)")"
  come="$(commands come.in "variable there equal count(all)" "$columns" "uncompute far" "region top block 1 15 1 15 2 15 units box" "fix come all deposit 12 1 3 771 region top near 1.7 attempt 500")"
  properties="$(commands properties.in "set type 1 shape 1 1.5 1.5" "set atom 1*50 quat 0 0 1 20" "set atom 51*60 mass 3" "run 40")"
  gay_berne begin 1 -var lattice "sc 0.03" -var box "0 5 0 5 0 5" -var steps 0 -var again "write_restart begin.restart"
  start="-var restart yes -var state begin.restart -var dt 0.002 -var steps 40 -var every 10 -var before_fix"
  for n in $any_ranks; do
    gay_berne some.$n $n $start "$dynamic" -var group some -var before_run "$columns"
    gay_berne set.$n $n $start "print ''" -var again "$properties"
    # (pair style gayberne reads memory that is not there where a particle of its type has no shape)
    for then in "set atom 126*137 shape 1 1.2 2" ""; do
      brownian come.$n $n $start "print ''" -var before_run "$come" -var again "$(commands shape.in "unfix come" "$then" "run 40")"
      if [ -n "$then" ]; then between 137 137 "$(last come.$n 4)" "fix deposit, and set shape, $n ranks: particles at the end, of 125"; cp come.$n.out shaped.$n.out
      else between 1 1 "$(grep -c '^ERROR: .*12 of the 137 atoms of group all have no shape' come.$n.out)" "fix deposit, $n ranks, no shape: lines that say so"; fi
    done
  done
  for n in $many_ranks; do
    between 0 1e-10 "$(columns_apart some.1 some.$n 5 5)" "a dynamic group, on 1 and $n ranks: largest difference, relative"
    between 0 1e-10 "$(columns_apart set.1 set.$n 8 10)" "set between two runs, on 1 and $n ranks: largest difference, relative"
    between 0 1e-10 "$(columns_apart shaped.1 shaped.$n 5 10)" "fix deposit, and set shape, on 1 and $n ranks: largest difference, relative"
  done
}

# -- what cannot be is refused in words
brownian_words() {
  while IFS='|' read -r text words; do
    refused words 1 "brownian/asphere/rgs .ID move.: $text" brownian -var frictions "$words" </dev/null
  done <<END
keyword gamma_r_eigen is missing; give three frictions|gamma_t_eigen 1 1 1
keyword gamma_t_eigen is missing; give three frictions|gamma_r_eigen 1 1 1
keyword gamma_t_eigen: value 2 is 0; must be a number > 0|gamma_t_eigen 1 0 1 gamma_r_eigen 1 1 1
keyword gamma_r_eigen: value 3 is inf; must be a number > 0|gamma_t_eigen 1 1 1 gamma_r_eigen 1 1 inf
keyword gamma_r_eigen: value 3 needs a value after it|gamma_t_eigen 1 1 1 gamma_r_eigen 1 1
keyword gamma_t is for spheres; give the friction three times after gamma_t_eigen|gamma_t 1 gamma_r 1
keyword rng has the value normal; must be none, uniform or gaussian|rng normal
keyword rotation_temp is -1; must be a number > 0|rotation_temp -1
keyword dipole is up; must be a number|dipole up 0 0
keyword dipole needs atom style dipole in a hybrid|gamma_t_eigen 1 1 1 gamma_r_eigen 1 1 1 dipole 0 0 1
keyword rotation_style is for fix brownian/sphere|rotation_style projection
unknown keyword gamma; keywords are gamma_t_eigen, gamma_r_eigen, rng, dipole, rotation_temp and planar_rotation|gamma 1
END
  for n in 1 4; do
    refused words.temp $n 'brownian/asphere/rgs .ID move.: temp is -1.0; must be a number > 0' brownian -var fix "brownian/asphere/rgs -1.0 4711 gamma_t_eigen 1 1 1"
    refused words.respa $n 'run_style respa divides the step into levels.*run_style verlet' brownian -var before_run "run_style respa 2 2"
    refused words.step $n 'timestep is 0.0+; noise needs one above 0' brownian -var dt 0
    refused words.points $n '1 of the 4096 atoms of group all have no shape.*fix brownian' brownian -var before_fix "set atom 7 shape 0 0 0"
    refused words.between $n '1 of the 4096 atoms of group all have no shape' brownian -var again "$(commands between.in "set atom 7 shape 0 0 0" "run 1")"
    refused words.twice $n 'of its atoms would be moved by fix nve .ID other.' brownian -var after_fix "fix other all nve"
    refused words.staged $n 'run_style rgs does not work with fix brownian/asphere/rgs' brownian -var before_run "run_style rgs"
  done
  refused words.plane 1 'keyword gamma_t_eigen: value 3 is 1; must be inf in two dimensions' brownian -var dimension 2 -var lattice "sq 0.05" -var box "0 4 0 4 -0.1 0.1" -var frictions "gamma_t_eigen 1 1 1"
  refused words.planar 1 'keyword planar_rotation is for three dimensions' brownian -var dimension 2 -var lattice "sq 0.05" -var box "0 4 0 4 -0.1 0.1" -var frictions planar_rotation
  # atoms that come and go
  for n in 1 4; do
    gay_berne gone.$n $n -var dt 0.002 -var steps 20 -var every 10 -var again "$(commands gone.in "group gone id 101:120" "delete_atoms group gone" "create_atoms 1 single 1 1 1 units box" "set atom 197 shape 1 1.2 2" "set atom 197 mass 1.0" "minimize/rgs 0 1e-3 10 10" "run 40")"
    between 197 197 "$(last gone.$n 10)" "atoms that are deleted and created between runs, and minimize/rgs, $n ranks: atoms at the end"
  done
}
