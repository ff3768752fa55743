# SPDX-License-Identifier: GPL-2.0-only
#
# run_style rgs: sourced by run_lammps_tests.sh.

mixed() { run_name=$1; run_ranks=$2; shift 2; lammps "$run_name" "$run_ranks" -in "$here/in.mixed" -var state drop.data "$@"; }

make_drop() { [ -s drop.data ] || lammps drop 1 -in "$here/in.drop" -var inputs "$inputs" -var state drop.data; }

rms_energy() { rms "$1" 5; }
slope() { awk -v a="$1" -v b="$2" 'BEGIN { if (a > 0 && b > 0) printf "%.2f", log(b / a) / log(2) }'; }

# what evaluations counts by
make_draws() {
  lammps draws 1 -in "$(printf '%s\n' 'variable i loop 3000' 'label next' 'print "draw $i $(random(0,1,4711):%.15g)"' 'next i' \
    'jump SELF next' >draws.in; echo draws.in)"
}

# evaluations RUN: how many random numbers were drawn before the one it printed, without the one of the region's definition
evaluations() {
  awk -v drawn="$(awk '/^evaluations /{ print $2 }' "$1.out")" '/^draw / && $3 == drawn { print $2 - 2 }' draws.out
}

# scheme_order NAME KIND LOW HIGH SCHEME DT ARGUMENTS: slope of the energy's rms between steps of DT and 2 DT
scheme_order() {
  order_name=$1; order_kind=$2; low=$3; high=$4; order_scheme=$5; order_dt=$6; shift 6
  for dt in $order_dt $(awk -v dt="$order_dt" 'BEGIN { print 2 * dt }'); do
    $order_kind "order.$order_name.$dt" 1 -var fix "$rgs scheme $order_scheme" -var dt "$dt" -var every 1 \
      -var steps "$(awk -v dt="$dt" 'BEGIN { print 160 / dt }')" "$@"
    order_last=$(rms_energy "order.$order_name.$dt")
    [ "$dt" != "$order_dt" ] || order_first=$order_last
  done
  between "$low" "$high" "$(slope "$order_first" "$order_last")" \
    "$order_kind, $order_name: energy rms $order_first at $order_dt fs, $order_last at $dt fs, slope"
}

# largest difference of thermodynamic output of two runs, relative to the total energy; of COLUMNS of two dumps
energies_apart() {
  thermo "$1" >"$1.thermo"; thermo "$2" >"$2.thermo"; paste "$1.thermo" "$2.thermo" |
    awk -v n="$3" '{ for (i = 2; i <= 5; i++) { d = ($i - $(i + NF / 2)) / $5; if (d < 0) d = -d; if (d > m) m = d } }
      END { if (NR == n) print m + 0 }'
}
dumps_apart() {
  paste "$1" "$2" | awk -v from="$3" -v to="$4" 'NR > 9 { for (i = from; i <= to; i++) { d = $i - $(i + NF / 2); if (d < 0) d = -d; if (d > m) m = d } }
    END { if (NR == 177) print m + 0 }'
}

test_run_style() {
  style="run_style rgs"
  digits="thermo_modify format float %.15g"
  make_drop
  make_draws

  # -- strang: the digits of run_style verlet, virial included
  for n in $any_ranks; do
    liquid style.verlet.$n $n -var fix "$rgs"
    liquid style.rgs.$n $n -var fix "$rgs" -var after_fix "$style"
    same "strang in run_style rgs and verlet, $n ranks" style.verlet.$n style.rgs.$n 21
    mixed mixed.verlet.$n $n -var fix "$rgs" -var style "run_style verlet" -var every 10
    mixed mixed.rgs.$n $n -var fix "$rgs" -var every 10
    same "strang, rigid, flexible and free atoms, in run_style rgs and verlet, $n ranks" mixed.verlet.$n mixed.rgs.$n 21
  done
  liquid style.tilted.verlet 4 -var fix "$rgs" -var state tilted.data -var after_fix "fix_modify move bodyforces early"
  liquid style.tilted.rgs 4 -var fix "$rgs" -var state tilted.data -var after_fix "$(commands early.in "fix_modify move bodyforces early" "$style")"
  same "strang in run_style rgs and verlet, triclinic, bodyforces early, 4 ranks" style.tilted.verlet style.tilted.rgs 21

  for s in "in_plane temp" "clumps temp/sphere" "rods temp"; do
    set -- 2 -var fix "$rgs" -var before_fix "compute all all ${s#* }" -var before_run
    ${s% *} style.verlet "$@" "thermo_modify temp all"
    ${s% *} style.rgs "$@" "$(commands kind.in "$style" "thermo_modify temp all")"
    same "strang in run_style rgs and verlet, ${s% *}, 2 ranks" style.verlet style.rgs 21
  done
  insert="fix insert all deposit 5 0 20 9907 region box mol m rigid move near 0.3 vz -0.01 -0.01"
  for s in strang nystrom4; do
    free style.inserted 2 -var fix "$rgs mol m scheme $s" -var box "0 4 0 4 0 4" -var spacing 9.0 \
      -var before_run "$(commands insert.in "$insert" "$style")"
    between 207 207 "$(thermo style.inserted | awk '{ n = $NF } END { print n }')" "$s, inserted, 2 ranks: atoms at the end, from 192"
  done

  # -- evaluations of 100 steps, output at 50 and 100, one of the set-up.  Where forces end a step but
  # not at its end, or at a displaced point, output takes one more.
  for s in strang:101 strang_dkd:103 nystrom4:301 chin4d:404 suzuki4:501 okunbor_skeel6:703 srkn11b:1101; do
    for n in 1 2; do
      mixed count.$n $n -var fix "$rgs scheme ${s%:*}" -var steps 100 -var every 50
      between "${s#*:}" "${s#*:}" "$(evaluations count.$n)" "force evaluations in 100 steps of ${s%:*}, $n ranks"
    done
  done

  # -- orders: rigid, flexible and free together; a rotor of order 2 under a scheme that relies on an exact one
  scheme_order suzuki4 mixed 3.7 4.4 suzuki4 0.5
  scheme_order nystrom4 mixed 3.7 4.4 nystrom4 0.5
  scheme_order chin4d mixed 3.7 4.4 chin4d 0.5
  scheme_order pefrl mixed 3.7 4.4 pefrl 0.5
  scheme_order srkn6b mixed 3.7 4.4 srkn6b 0.5
  scheme_order okunbor_skeel6 mixed 5.6 6.6 okunbor_skeel6 0.5
  scheme_order srkn11b mixed 5.6 6.8 srkn11b 0.5
  scheme_order rkn8 mixed 7.3 8.9 rkn8 0.5
  scheme_order nosquish mixed 1.7 2.3 "srkn6b rotor nosquish" 0.5
  for s in suzuki4 nystrom4; do
    scheme_order $s.water liquid 3.7 4.4 $s 2 -var after_fix "$style" -var before_run "$digits"
  done

  # -- any number of ranks; dump, output and forces belong to whole steps: their error falls with the scheme's order
  dump="id x y z fx fy fz modify sort id format float %.17g"
  mixed whole.best 1 -var fix "$rgs scheme rkn8" -var dt 0.5 -var steps 128 -var again "write_dump all custom whole.best.dump $dump"
  for s in nystrom4 chin4d pefrl; do
    for n in $any_ranks; do
      mixed whole.$s.$n $n -var fix "$rgs scheme $s" -var steps 64 -var every 8 -var again "write_dump all custom whole.$s.$n.dump $dump"
      [ $n = 1 ] || between 0 1e-11 "$(energies_apart whole.$s.1 whole.$s.$n 9)" "$s: energies, 1 and $n ranks"
      [ $n = 1 ] || between 0 1e-10 "$(dumps_apart whole.$s.1.dump whole.$s.$n.dump 2 7)" "$s: positions and forces, 1 and $n ranks"
    done
    mixed whole.$s.half 1 -var fix "$rgs scheme $s" -var dt 0.5 -var steps 128 -var every 128 \
      -var again "write_dump all custom whole.$s.half.dump $dump"
    # (of the diagonal, what turns a body cancels)
    press() { thermo "$1" | tail -n 1 | awk '{ print $7 }'; }
    best=$(press whole.best)
    between 3.5 4.5 "$(slope "$(gap "$(press whole.$s.half)" "$best")" "$(gap "$(press whole.$s.1)" "$best")")" "$s: error of the pressure pxy, slope"
    for columns in "2 4 positions" "5 7 forces"; do
      set -- $columns
      between 3.5 4.5 "$(slope "$(dumps_apart whole.$s.half.dump whole.best.dump $1 $2)" "$(dumps_apart whole.$s.1.dump whole.best.dump $1 $2)")" \
        "$s: error of the $3 in a dump, slope"
    done
  done
  for n in $many_ranks; do
    for m in 1 $n; do liquid ranks.$m $m -var fix "$rgs scheme nystrom4" -var after_fix "$style" -var steps 100 -var before_run "$digits"; done
    between 0 1e-11 "$(energies_apart ranks.1 ranks.$n 11)" "water, 100 steps of nystrom4: energies, 1 and $n ranks"
  done

  # -- PPPM, and sub-domains of other shapes, with atoms that change rank inside steps
  long="$(commands long.in "pair_style lj/cut/coul/long 8.0" "pair_coeff 1 1 0.15535 3.166" "pair_coeff 1 2 0.0 1.0" "pair_coeff 2 2 0.0 1.0" \
    "kspace_style pppm 1e-5" "neigh_modify delay 1000 every 1000" "$digits")"
  for n in $any_ranks; do
    tiled="print ''"
    [ $n = 1 ] || tiled="$(commands tiled.in "comm_style tiled" "balance 1.0 rcb")"
    liquid long.$n $n -var fix "$rgs scheme suzuki4" -var after_fix "$style" -var dt 4 -var steps 40 -var before_run "$long" -var again "print ''"
    liquid tiled.$n $n -var fix "$rgs scheme nystrom4" -var after_fix "$tiled" -var dt 4 -var steps 60 \
      -var before_run "$(commands style.in "$style" "$digits")"
    [ $n = 1 ] || between 0 1e-9 "$(energies_apart long.1 long.$n 5)" "PPPM, 40 steps of suzuki4 with 4 fs: energies, 1 and $n ranks"
    [ $n = 1 ] || between 0 1e-9 "$(energies_apart tiled.1 tiled.$n 7)" "comm_style tiled, 60 steps of nystrom4 with 4 fs: energies, 1 and $n ranks"
  done

  # -- lists are rebuilt inside a step when they must be: here they never are at its end
  for n in 1 4; do
    liquid inside.$n $n -var fix "$rgs scheme suzuki4" -var after_fix "$style" -var dt 4 -var steps 40 \
      -var before_run "$(commands inside.in "neigh_modify delay 1000 every 1000" "$digits")"
    liquid ends.$n $n -var fix "$rgs scheme suzuki4" -var after_fix "$style" -var dt 4 -var steps 40 -var before_run "$digits"
    between 3 40 "$(sed -n 's/^Neighbor list builds = //p' inside.$n.out)" "lists built inside steps, $n ranks"
    between 0 1e-11 "$(energies_apart inside.$n ends.$n 5)" "energies with lists built inside steps and at their ends, $n ranks"
  done

  # -- runs that follow one another; forces of their start are from the end of the one before
  for n in 1 2; do
    for s in nystrom4 chin4d; do
      mixed runs.one.$n $n -var fix "$rgs scheme $s" -var steps 60 -var every 20
      mixed runs.some.$n $n -var fix "$rgs scheme $s" -var steps 20 -var every 20 -var again "$(commands runs.in "run 20 pre no post no" \
        "run 0 post no" "run 20 every 5 'print hello'")"
      thermo runs.some.$n | awk '$1 % 20 == 0 && !seen[$1]++' >runs.uniq
      between 0 1e-11 "$(thermo runs.one.$n | paste - runs.uniq | awk '{ d = ($5 - $(NF / 2 + 5)) / $5; if (d < 0) d = -d; if (d > m) m = d; if ($1 != $(NF / 2 + 1)) m = 1 }
        END { if (NR == 4) print m + 0 }')" "$s in one run and in four, $n ranks: energy"
    done
    mixed back.$n $n -var fix "$rgs" -var every 20 -var steps 20 -var again "$(commands back.in "run_style verlet" "run 20" "run_style rgs" "run 20" \
      "fix_modify move scheme suzuki4" "run 20")"
    ended "rgs, verlet, rgs, another scheme, $n ranks" 8 back.$n
    lammps style.cycle.$n $n -in "$here/in.cycle" -var style "$style" -var unloaded "print ''"
    ended "run_style rgs through unload, load and clear, $n ranks" 8 style.cycle.$n
  done

  # -- a restart file of a step inside a run
  printing="$(commands style_printing.in "atom_modify sort 0 0" "thermo 10" "thermo_modify norm no format float %.17g" "$style")"
  for s in srkn6b:1 pefrl:2; do
    n=${s#*:}
    liquid style.whole $n -var fix "$rgs scheme ${s%:*}" -var dt 2 -var steps 60 -var before_run "$printing" \
      -var after_fix "restart 33 style.restart"
    liquid style.rest $n -var fix "$rgs scheme ${s%:*}" -var dt 2 -var steps 27 -var before_run "$printing" \
      -var restart yes -var state style.restart.33
    for run in whole rest; do thermo style.$run | awk '$1 > 33 { NF--; print }' >style.$run.after; done
    equal "${s%:*}, restart inside a run, $n ranks" style.whole.after style.rest.after 3
  done

  # -- refusals
  for n in 1 3; do
    refused style_argument $n 'run_style rgs takes no arguments, but has suzuki4' mixed -var fix "$rgs" -var style "run_style rgs suzuki4"
    refused style_alone $n 'run_style rgs needs a fix rigid/small/rgs' mixed -var fix "rigid/nve/small molecule" -var before_run "unfix move"
    refused style_rigid $n 'does not work with fix rigid/nve/small .ID move.' mixed -var fix "rigid/nve/small molecule"
    refused style_nvt $n 'does not work with fix nvt .ID free.' mixed -var fix "$rgs" -var free "fix free others nvt temp 300 300 100"
    refused style_shake $n 'does not work with fix shake .ID bonds., which constrains' mixed -var fix "$rgs" \
      -var before_run "fix bonds others shake 1e-6 20 0 b 1"
    refused style_noise $n 'does not work with fix langevin .ID noise., which adds noise' mixed -var fix "$rgs" \
      -var before_run "fix noise others langevin 300 300 100 7"
    refused style_twice $n '144 of its atoms would be moved by fix nve .ID free. as well' mixed -var fix "$rgs" -var free "fix free all nve"
    refused style_two $n 'ID other.*scheme strang, fix rigid/small/rgs .ID move. has suzuki4' mixed -var fix "$rgs scheme suzuki4" \
      -var before_run "$(commands two.in "group dimers type 3" "fix other dimers $rgs")"
  done
}
