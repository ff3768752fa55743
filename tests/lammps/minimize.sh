# SPDX-License-Identifier: GPL-2.0-only
#
# minimize/rgs: sourced by run_lammps_tests.sh.

# chain_data PIECES: a chain that is coiled, with bonds of 2 Angstrom, and four atoms beside it
chain_data() {
  awk -v pieces="$1" 'BEGIN {
    print "a chain\n\n" 3 * pieces + 4, "atoms\n3 atom types\n" pieces - 1, "bonds\n1 bond types"
    print "-20 20 xlo xhi\n-20 20 ylo yhi\n-20 20 zlo zhi\n\nMasses\n\n1 16\n2 3\n3 1\n\nAtoms\n"
    for (m = 0; m < pieces; m++) {
      x = 9 * cos(0.4 * m); y = 9 * sin(0.4 * m); z = 1.1 * m - 6
      print ++id, m + 1, 1, x, y, z
      print ++id, m + 1, 2, x + 0.7, y - 1.1, z + 0.3
      print ++id, m + 1, 3, x - 1.3, y + 0.4, z + 0.5
    }
    for (k = 0; k < 4; k++) print ++id, 0, 1, 3 * k - 4, 2 * k - 3, 11 - k
    print "\nBonds\n"
    for (m = 1; m < pieces; m++) print m, 1, 3 * m, 3 * m + 1
  }'
}

# The largest change of a distance within a molecule, relative
bent='/^ITEM: ATOMS/ { on = 1; next } /^ITEM/ { on = 0; next }
  on && $2 > 0 { for (k = 1; k <= 3; k++) x[FILENAME, $1, k] = $(2 + k); if (FILENAME == ARGV[1]) its[$2] = its[$2] " " $1 }
  function far(file, a, b,   k, s) { for (k = 1; k <= 3; k++) s += (x[file, a, k] - x[file, b, k]) ^ 2; return sqrt(s) }
  END { for (m in its) { n = split(its[m], id, " ")
      for (i = 1; i <= n; i++) for (j = 1; j < i; j++) { d = far(ARGV[2], id[i], id[j]) / far(ARGV[1], id[i], id[j]) - 1; if (d < 0) d = -d; if (d > most) most = d; pairs++ } }
    if (pairs) printf "%.3g", most }'

# The number NAME of the closing summary: first, last or evaluations
summary() {
  awk -v what="$2" '/Energy initial/ { getline; e = $0 } /Force two-norm/ { f = $NF } /Iterations, force eval/ { n = $NF }
    END { split(e, w, " "); print what == "initial" ? w[1] : what == "final" ? w[3] : what == "force" ? f : n }' "$1.out"
}

# relaxed NAME RANKS FORCE MOST KIND ARGUMENTS: ends at forces below FORCE with all molecules rigid, in MOST evaluations at most
relaxed() {
  name=$1; ranks=$2; force=$3; most=$4; kind=$5; shift 5
  run=$name.$ranks
  relax="$(commands $run.in "write_dump all custom $run.start id mol xu yu zu modify sort id format float %.17g" \
    "minimize/rgs 0 $force $most $most" "write_dump all custom $run.end id mol xu yu zu modify sort id format float %.17g" "velocity all set 0 0 0" "run 20")"
  $kind "$run" "$ranks" "$@" -var again "$relax"
  if ! grep -q 'Stopping criterion = force tolerance' "$run.out"; then bad "$name, $ranks ranks: $(grep -m 1 -E 'ERROR|Stopping' "$run.out")"; return; fi
  between 0 $force "$(summary $run force)" "$name, $ranks ranks, energy $(summary $run initial) to $(summary $run final) in $(summary $run evaluations) evaluations: forces at the end"
  between 0 1e-12 "$(awk "$bent" $run.start $run.end)" "$name, $ranks ranks: distances within molecules"
  # from rest at the minimum nothing moves, and the run begins with the energy that was reached
  between 0 1e-3 "$(thermo $run | tail -n 1 | awk '{ print $2 }')" "$name, $ranks ranks: temperature after 20 steps more"
}

chain() { chain_name=$1; chain_ranks=$2; shift 2; lammps "$chain_name" "$chain_ranks" -in "$here/in.chain" "$@"; }

tip4p() { tip4p_name=$1; tip4p_ranks=$2; shift 2; lammps "$tip4p_name" "$tip4p_ranks" -in "$here/in.tip4p" "$@"; }

# Forces of TIP4P water go down to 1e-6 where they are smooth.  Those from tables do not, and a warning says why.
tip4p_water() {
  cells=6; [ $short = no ] || cells=4
  relaxed minimize.tip4p 1 1e-6 4000 tip4p -var cells $cells
  between 0 0 "$(grep -c 'force norm has stayed' minimize.tip4p.1.out)" "minimize/rgs with smooth forces: warnings that they are not"
  mv relaxed.data minimum.data
  told minimize.tables 1 'force norm has stayed above.*pair_modify table 0' tip4p -var state minimum.data -var table 12 \
    -var again "minimize/rgs 0 1e-6 600 600"
}

test_minimize() {
  tip4p_water
  chain_data 6 >chain.data
  for n in 1 4; do
    relaxed minimize.chain $n 1e-5 8000 chain -var pieces 6
    # two molecules in the same place
    relaxed minimize.overlap $n 1e-6 6000 colliding -var fix "$rgs" -var steps 0 \
      -var before_run "$(commands overlap.in "group one molecule 1" "displace_atoms one move 4.2 0 0 units box" "velocity all set 0 0 0" "thermo_modify format float %.15g")"
    relaxed minimize.water $n 1e-1 2000 liquid -var fix "$rgs" -var dt 2 -var steps 0 -var before_run "thermo_modify format float %.15g"
  done
  # whatever the number of ranks, the path is the same to rounding
  between 0 1e-9 "$(for n in 1 4; do summary minimize.chain.$n final; done | awk '{ e[NR] = $1 } END { d = 1 - e[2] / e[1]; if (NR == 2) print d < 0 ? -d : d }')" \
    "minimize/rgs on 1 and 4 ranks: energies at the end"
  told minimize.plain 1 'minimize moves the atoms of a body one by one.*minimize/rgs' free -var fix "$rgs" -var steps 0 -var again "minimize 0 0 2 2"
  refused minimize.words 2 'expected etol ftol maxiter maxeval, but found 3 words' free -var fix "$rgs" -var steps 0 -var again "minimize/rgs 0 0 2"
  unchanged_script
  minimized_pressure
  minimized_momenta
}

# After minimize/rgs bodies move and turn as before: each kind of kinetic energy, with bodies that changed their ranks
minimized_momenta() {
  particles_data 6 2.1 0 0.1 >ellipsoids.data
  while IFS='|' read -r name kind fix more; do
    for n in $any_ranks; do
      eval "$kind minimize.momenta.$name $n -var fix \"\$fix\" -var steps 20 $more" \
        -var before_run '"$(commands momenta.in "thermo_style custom step f_move[1] f_move[2] ke" "thermo_modify norm no format float %.17g")"' \
        -var again '"$(commands momenta.again "minimize/rgs 0 1e-4 60 60" "run 0")"' </dev/null
      between 0 1e-11 "$(thermo minimize.momenta.$name | awk '$1 == 20 && !before { before = 1; for (k = 2; k <= 4; k++) was[k] = $k } { for (k = 2; k <= 4; k++) now[k] = $k }
          END { for (k = 2; k <= 4; k++) { d = now[k] / was[k] - 1; if (d < 0) d = -d; if (d > most) most = d } if (NR > 4) print most + 0 }')" \
        "$fix, $n ranks: kinetic energies after minimize/rgs, relative to before $(grep -m 1 ERROR minimize.momenta.$name.out)"
    done
  done <<END
small|liquid|$rgs|-var local "print ''"
all|liquid|rigid/rgs molecule|-var local "print ''"
plane|in_plane|$rgs|
particles|particles|nve/asphere/rgs|-var state ellipsoids.data
END
}

# The last pressure that minimize/rgs prints, and the last one of all that `run 0` prints after it (where minimisation has stopped by itself,
# and where it has come to the last of its steps), are the same; and one in the middle follows the formulas.
minimized_pressure() {
  for fix in "$rgs" "rigid/rgs molecule"; do
    for ends in "40 400" "0 40"; do
      set -- $ends
      name=minimize.pressure.$(echo "$fix.$1" | tr -d '/ ')
      liquid $name 2 -var fix "$fix" -var local "print ''" -var steps 0 \
        -var before_run "$(commands $name.in "thermo_style custom step press pxx pxy" "thermo_modify norm no format float %.17g")" \
        -var again "$(commands $name.more "minimize/rgs 0 $1 $2 $2" "run 0")"
      between 0 1e-9 "$(thermo $name | awk '{ for (k = 2; k <= 4; k++) { was[k] = now[k]; now[k] = $k } }
          END { for (k = 2; k <= 4; k++) { d = (now[k] - was[k]) / now[2]; if (d < 0) d = -d; if (d > most) most = d } if (NR > 3) print most + 0 }')" \
        "$fix, minimize/rgs 0 $1 $2: last pressure, relative to that of run 0 ($(thermo $name | awk '{ was = p; p = $2 } END { print was, p }')) $(grep -m 1 ERROR $name.out)"
    done
  done
  exact minimized 2 20 4 liquid -var fix "$rgs" -var steps 0 -var again "minimize/rgs 0 0 40 100"
}

# A script that names LAMMPS' own styles, with minimize before, between and after its fixes: with -sf rgs it has the digits of our names,
# and of minimize where there is no fix of ours.
minimizing_script() {  # NAME, /rgs or nothing
  commands "$1.in" "uncompute ke" "uncompute erot" "thermo_style one" "thermo_modify norm no format float %.15g" "thermo 2" "unfix move" \
    "group one molecule 1:4" "group other subtract all one" "minimize 0 1e-9 6 60" "fix one one rigid/small${2:-} molecule" "minimize${2:-} 0 1e-9 6 60" \
    "fix other other rigid/nvt/small${2:-} molecule temp 300 300 100" "minimize${2:-} 0 1e-9 6 60" "run 6" "unfix one" "unfix other" "minimize 0 1e-9 6 60"
}
unchanged_script() {
  for n in 1 4; do
    colliding minimize.suffix.$n $n -var fix "$rgs" -var steps 0 -sf rgs -var again "$(minimizing_script minimize.suffix.$n)"
    colliding minimize.named.$n $n -var fix "$rgs" -var steps 0 -var again "$(minimizing_script minimize.named.$n /rgs)"
    same "a script with minimize before, between and after its fixes, with -sf rgs, $n ranks" minimize.suffix.$n minimize.named.$n 20
  done
  between 2 2 "$(grep -c 'there is no fix rigid/small/rgs, rigid/rgs or nve/asphere/rgs, nor one like them, so this is minimize, with min_style cg.  It moves atoms one by one' minimize.suffix.1.out)" \
    "minimize/rgs without a fix of ours: lines that say so"
  # molecules that minimize has bent before the fix
  for n in 1 2; do
    for command in "1:minimize 0 1e-3 20 60" "0:print none"; do
      lammps minimize.bends.$n $n -in "$here/in.trimers" -var fix "rigid/nvt/small/rgs molecule temp 1 1 1" -var steps 1 -var before_fix "${command#*:}"
      between ${command%%:*} ${command%%:*} "$(grep -c 'WARNING: .*bodies with atoms of the same types differ in shape' minimize.bends.$n.out)" \
        "${command#*:} before the fix, $n ranks: warnings of shapes $(grep -m 1 ERROR minimize.bends.$n.out)"
    done
  done
  # a script says whether a log is of a run with our fixes
  colliding minimize.own 1 -var fix "rigid/nve/small molecule" -var steps 0
  if said=$("$adapter/tools/check_log.sh" minimize.suffix.1.out) && echo "$said" | grep -q 'Fix rigid/nvt/small/rgs (ID other)' && ! "$adapter/tools/check_log.sh" minimize.own.out >/dev/null
  then ok "check_log.sh, with -sf rgs and without: yes, and no"; else bad "check_log.sh says $said of minimize.suffix.1.out"; fi
}
