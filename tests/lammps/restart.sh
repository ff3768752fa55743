# SPDX-License-Identifier: GPL-2.0-only
#
# Bodies in restart files: sourced by run_lammps_tests.sh.

# after STEP RUN: what was printed from the last time STEP was, the begin of a run
after() { thermo "$2" | awk -v from="$1" '$1 == from { n = 0 } { line[n++] = $0 } END { for (i = 0; i < n; i++) print line[i] }'; }

# both_end A B: two runs that ended well
both_end() {
  for run in "$1" "$2"; do
    grep -q '^Total wall time' "$run.out" || { echo "$run did not end well: $(grep -m 1 ERROR "$run.out")"; return 1; }
  done
}

# same_after NAME STEP A B LINES: from STEP on A and B printed the same digits
same_after() {
  if ! why=$(both_end "$3" "$4"); then bad "$1: $why"; return; fi
  after "$2" "$3" >a.after
  after "$2" "$4" >b.after
  if [ "$(wc -l <a.after)" != "$5" ]; then bad "$1: $(wc -l <a.after) lines of output, not $5"
  elif cmp -s a.after b.after; then ok "$1: $5 lines equal in all bits"
  else bad "$1: $(diff a.after b.after | sed -n 's/^[<>] *//p' | head -n 2 | tr -s ' ' | cut -c 1-200 | tr '\n' '|')"; fi
}

# near_after NAME STEP A B LINES: the same to rounding
near_after() {
  if ! why=$(both_end "$3" "$4"); then bad "$1: $why"; return; fi
  after "$2" "$3" >a.after
  after "$2" "$4" >b.after
  between 0 1e-9 "$(paste a.after b.after | awk -v lines="$5" '{ for (i = 1; i <= 9 && i <= NF / 2; i++) { d = $i - $(NF / 2 + i); if (d < 0) d = -d
    s = $i < 0 ? -$i : $i; if (d > m * (s + 1)) m = d / (s + 1) } n++ } END { if (n == lines) print m + 0 }')" "$1: relative difference"
}

test_restart() {
  printing="$(commands printing.in "atom_modify sort 0 0" "thermo 10" \
    "thermo_style custom step temp pe ke etotal press pxy c_ke c_erot f_move f_move[*]" "thermo_modify norm no format float %.17g")"

  # -- stopped and continued
  for n in 1 2; do
    liquid restart.whole.$n $n -var fix "$rgs" -var dt 2.0 -var steps 100 -var before_run "$printing" \
      -var again "$(commands whole.in "write_restart whole.$n.restart" "run 50")"
    liquid restart.rest.$n $n -var fix "$rgs" -var dt 2.0 -var steps 50 -var before_run "$printing" -var restart yes -var state whole.$n.restart
    same_after "restart file, $n ranks" 100 restart.whole.$n restart.rest.$n 6
  done
  # (that this can fail: bodies made from atoms are other ones in the last bits)
  liquid restart.made 1 -var fix "$rgs reinit yes" -var dt 2.0 -var steps 50 -var before_run "$printing" -var restart yes -var state whole.1.restart
  after 100 restart.whole.1 >a.after
  after 100 restart.made >b.after
  if [ "$(wc -l <b.after)" = 6 ] && ! cmp -s a.after b.after; then ok "with reinit yes the bodies are made from the atoms"
  else bad "with reinit yes: $(wc -l <b.after) lines, equal: $(cmp a.after b.after 2>&1)"; fi

  # -- from a file written inside a run that goes on
  for n in 1 2; do
    liquid restart.inside.$n $n -var fix "$rgs" -var dt 2.0 -var steps 50 -var before_run "$printing" -var after_fix "restart 27 inside.$n.*.restart" \
      -var again "run 50"
    liquid restart.after.$n $n -var fix "$rgs" -var dt 2.0 -var steps 23 -var before_run "$printing" -var restart yes -var state inside.$n.27.restart
    for run in inside after; do    # but for what counts from the begin of a run
      thermo restart.$run.$n | awk '$1 > 27 && $1 <= 50 && !seen[$1]++ { for (i = 1; i < NF - 2; i++) printf "%s ", $i; print "" }' >$run.after
    done
    if [ "$(wc -l <after.after)" = 3 ] && cmp -s inside.after after.after; then ok "restart file of step 27 of a run that went on, $n ranks: 3 lines equal in all bits"
    else bad "restart file of step 27, $n ranks: $(wc -l <after.after) lines; $(diff inside.after after.after | cut -c 1-150 | tr '\n' '|')"; fi
  done

  # -- on other numbers of ranks
  for s in "1 2" "2 1" "2 4"; do
    liquid restart.other.${s#* } ${s#* } -var fix "$rgs" -var dt 2.0 -var steps 20 -var before_run "$printing" -var restart yes -var state whole.${s% *}.restart
    liquid restart.here.${s% *} ${s% *} -var fix "$rgs" -var dt 2.0 -var steps 20 -var before_run "$printing" -var restart yes -var state whole.${s% *}.restart
    near_after "restart file of ${s% *} read by ${s#* } ranks" 100 restart.here.${s% *} restart.other.${s#* } 3
  done

  # -- a swap before
  liquid restart.swap 2 -var fix "$rgs" -var dt 2.0 -var steps 50 -var before_run "$printing" \
    -var again "$(commands swap.in "fix_modify move rotor semiexact param nodes 3" "run 50" "write_restart swap.restart" "run 50")"
  liquid restart.swapped 2 -var fix "$rgs rotor semiexact param nodes 3" -var dt 2.0 -var steps 50 -var before_run "$printing" -var restart yes -var state swap.restart
  same_after "restart file after a swap, 2 ranks" 100 restart.swap restart.swapped 6
  if grep -q 'WARNING.*goes on with' restart.swapped.out; then bad "restart file after a swap: warns of another method"; fi
  liquid restart.unswapped 2 -var fix "$rgs rotor dmv4" -var dt 2.0 -var steps 10 -var restart yes -var state swap.restart
  if [ $status = 0 ] && grep -q 'WARNING: .*ID move.*goes on with rotor dmv4 scheme strang; .* rotor semiexact scheme strang param nodes 3' restart.unswapped.out
  then ok "restart file after a swap: another method is told"
  else bad "restart file after a swap: $(grep -m 1 WARNING restart.unswapped.out)"; fi

  # -- other kinds of bodies, another fix with data of its own before ours
  for s in "linear molecular yes temp" "spheres hybrid_molecular_sphere no temp/sphere"; do
    set -- $s
    first="$(commands first.$1.in "fix first all store/state 0 x y z" "compute all all $4" "compute all_p all pressure all")"
    extra="$(commands kinds.$1.in "atom_modify sort 0 0" "thermo 10" "thermo_style custom step temp pe ke etotal c_all_p c_all_p[4] c_ke c_erot f_move" \
      "thermo_modify norm no format float %.17g temp all")"
    for n in 1 2; do
      free restart.$1.$n $n -var fix "$rgs" -var molecule $1.mol -var style "$(echo $2 | tr _ ' ')" -var masses $3 -var pair "lj/cut 8.0" \
        -var coeff "* * 0.2 3.0" -var spacing 4.5 -var steps 100 -var before_fix "$first" -var before_run "$extra" \
        -var again "$(commands again.in "write_restart $1.$n.restart" "run 50")"
      lammps restart.rest.$1.$n $n -in "$here/in.again" -var state $1.$n.restart -var fix "$rgs" -var before_fix "$first" -var before_run "$extra"
      same_after "restart file, $1, $n ranks" 100 restart.$1.$n restart.rest.$1.$n 6
    done
  done

  # -- what does not fit is told, and the bodies made from the atoms
  free restart.base 1 -var fix "$rgs" -var pair "lj/cut 8.0" -var coeff "* * 0.2 3.0" -var spacing 4.5 -var steps 20 -var again "write_restart base.restart" \
    -var before_run "write_restart early.restart"
  foreign() {
    what=$1; n=$2; text=$3; shift 3
    lammps restart.$what.$n $n -in "$here/in.again" -var fix "$rgs" -var steps 10 "$@"
    if [ $status = 0 ] && grep -Eq "WARNING: .*ID move.*bodies of the restart file are not used: .*$text.*made from the atoms" restart.$what.$n.out
    then ok "$what, $n ranks: $(sed -n 's/^WARNING: //p' restart.$what.$n.out | grep -m 1 'not used' | cut -c 1-170)"
    else bad "$what, $n ranks: status $status, $(grep -m 1 -E 'ERROR|WARNING.*not used' restart.$what.$n.out)"; fi
  }
  for n in 1 4; do
    foreign deleted $n 'atoms' -var state base.restart -var before_fix "$(commands deleted.in "group gone molecule 3" "delete_atoms group gone mol no compress no")"
    foreign renumbered $n 'in bodies there and not here' -var state base.restart -var before_fix "set atom 1*3 mol 999"
  done
  # a fix for fewer atoms than the file's
  lammps restart.fewer 2 -in "$here/in.again" -var fix "$rgs" -var steps 10 -var state base.restart \
    -var before_fix "$(commands fewer.in "group some molecule > 2" "fix still all setforce 0 0 0" "fix move some $rgs" "run 5" "unfix move")"
  if grep -q 'WARNING: .*6 atoms are in bodies there and not here' restart.fewer.out; then ok "a fix for fewer atoms: told"
  else bad "a fix for fewer atoms: $(grep -m 1 -E 'ERROR|WARNING' restart.fewer.out)"; fi
  # damaged after it was written: one number of one record
  python3 - base.restart damaged.restart <<'PYTHON'
import struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
place = data.index(b"RGSBODY3")
bodies, = struct.unpack_from("<q", data, place + 16)
struct.pack_into("<q", data, place + 16, bodies + 1)
open(sys.argv[2], "wb").write(data)
PYTHON
  for n in 1 2; do foreign damaged $n 'damaged' -var state damaged.restart; done
  sed 's/RGSBODY3/RGSBODY9/' base.restart >other.restart
  foreign early 2 'before the first run' -var state early.restart
  foreign version 2 'version of the plugin that this one cannot read' -var state other.restart
}
