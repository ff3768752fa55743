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

# restart_continues WHAT KIND: stopped and continued; from a file written inside a run that goes on; read by other numbers of ranks
restart_continues() {
  what=$1 kind=$2
  printing="$(commands printing.in "atom_modify sort 0 0" "thermo 10" \
    "thermo_style custom step temp pe ke etotal press pxy c_ke c_erot f_move f_move[*]" "thermo_modify norm no format float %.17g")"
  for n in 1 2; do
    $kind restart.whole.$n $n -var fix "$rgs" -var dt 2.0 -var steps 100 -var before_run "$printing" \
      -var again "$(commands whole.in "write_restart whole.$n.restart" "run 50")"
    $kind restart.rest.$n $n -var fix "$rgs" -var dt 2.0 -var steps 50 -var before_run "$printing" -var restart yes -var state whole.$n.restart
    same_after "${what}restart file, $n ranks" 100 restart.whole.$n restart.rest.$n 6

    $kind restart.inside.$n $n -var fix "$rgs" -var dt 2.0 -var steps 50 -var before_run "$printing" -var after_fix "restart 27 inside.$n.*.restart" \
      -var again "run 50"
    $kind restart.after.$n $n -var fix "$rgs" -var dt 2.0 -var steps 23 -var before_run "$printing" -var restart yes -var state inside.$n.27.restart
    for run in inside after; do    # but for what counts from the begin of a run
      thermo restart.$run.$n | awk '$1 > 27 && $1 <= 50 && !seen[$1]++ { for (i = 1; i < NF - 2; i++) printf "%s ", $i; print "" }' >$run.after
    done
    equal "${what}restart file of step 27 of a run that went on, $n ranks" inside.after after.after 3
  done
  # (that this can fail: bodies made from atoms are other ones in the last bits)
  $kind restart.made 1 -var fix "$rgs reinit yes" -var dt 2.0 -var steps 50 -var before_run "$printing" -var restart yes -var state whole.1.restart
  after 100 restart.whole.1 >a.after
  after 100 restart.made >b.after
  if [ "$(wc -l <b.after)" = 6 ] && ! cmp -s a.after b.after; then ok "${what}with reinit yes the bodies are made from the atoms"
  else bad "${what}with reinit yes: $(wc -l <b.after) lines, equal: $(cmp a.after b.after 2>&1)"; fi
  for s in "1 2" "2 1" "2 4"; do
    for n in $s; do
      $kind restart.on.$n $n -var fix "$rgs" -var dt 2.0 -var steps 20 -var before_run "$printing" -var restart yes -var state whole.${s% *}.restart
    done
    near_after "${what}restart file of ${s% *} read by ${s#* } ranks" 100 restart.on.${s% *} restart.on.${s#* } 3
  done
}

# damaged MARK PLACE FILE: damaged.restart, where the number of bodies in the record that begins with MARK is another
damaged() {
  python3 - "$@" <<'PYTHON'
import struct, sys
data = bytearray(open(sys.argv[3], "rb").read())
place = data.index(sys.argv[1].encode()) + int(sys.argv[2])
bodies, = struct.unpack_from("<q", data, place)
struct.pack_into("<q", data, place, bodies + 1)
open("damaged.restart", "wb").write(data)
PYTHON
}

# forged LENGTH FILE: damaged.restart, where what bath and piston keep has another length; BOTH: the library's block states it, too
forged() {
  python3 - "$@" <<'PYTHON'
import struct, sys
data = bytearray(open(sys.argv[2], "rb").read())
place = data.index(b"RGSE") - 24          # before it: the length, two sums
length, = struct.unpack_from("<q", data, place)
struct.pack_into("<q", data, place, eval(sys.argv[1]))
if sys.argv[3:]:
    struct.pack_into("<q", data, place + 40, eval(sys.argv[1]) - 16)
open("damaged.restart", "wb").write(data)
PYTHON
}

# foreign WHAT RANKS TEXT ARGUMENTS: a file that does not fit is told, and the bodies made from the atoms
foreign() {
  foreign_run=restart.$1.$2 foreign_ranks=$2 foreign_name="${rgs%% *}, $1" text=$3
  shift 3
  lammps $foreign_run $foreign_ranks -in "$here/in.again" -var fix "$rgs" -var steps 10 "$@"
  warned "$foreign_name, $foreign_ranks ranks" "ID move.*bodies of the restart file are not used: .*$text.*made from the atoms" $foreign_run
}

# theirs NAME KIND FIX ARGUMENTS: LAMMPS' own fix takes nothing of a file that ours wrote under its name (-sf rgs): it goes on as
# from a file of the same atoms without a fix.  A warning of ours says that LAMMPS' fix wrote what we read.
theirs() {
  theirs_run=theirs.$1 theirs_kind=$2 theirs_fix=$3; shift 3
  for s in ours:-sf\ rgs its:; do
    $theirs_kind $theirs_run.${s%%:*} 1 ${s#*:} -var fix "$theirs_fix" -var steps 40 "$@" \
      -var again "$(commands theirs.in "write_restart ${s%%:*}.restart" "thermo_style one" "unfix move" "write_restart none.${s%%:*}.restart")"
  done
  for s in ours none.ours; do
    $theirs_kind $theirs_run.from.$s 1 -var fix "$theirs_fix" -var steps 40 -var state $s.restart "$@" -var made no -var restart yes -var start "read_restart $s.restart"
  done
  same "file of $theirs_fix -sf rgs continued without" $theirs_run.from.ours $theirs_run.from.none.ours 3
  [ $release != 29Sep2021 ] || return    # (it keeps the suffix, so that fixes do not meet)
  $theirs_kind $theirs_run.back 1 -sf rgs -var fix "$theirs_fix" -var steps 40 -var state its.restart "$@" -var made no -var restart yes -var start "read_restart its.restart"
  warned "file of $theirs_fix continued with -sf rgs" "not used: LAMMPS' own fix wrote them, in a run without /rgs" $theirs_run.back
}

restart_without_suffix() {
  particles_data 6 2.1 0 0 >ellipsoids.data
  while IFS='|' read -r name kind fix; do
    case $kind in
      trimers) theirs $name $kind "$fix" -var columns "pe ke press f_move" ;;
      particles) theirs $name $kind "$fix" -var columns f_move -var state ellipsoids.data ;;
    esac
  done <<END
nvt_small|trimers|rigid/nvt/small molecule temp 1 1 1
npt_small|trimers|rigid/npt/small molecule temp 1 1 1 iso 1 1 1
nph_small|trimers|rigid/nph/small molecule aniso 1 1 1
nvt|trimers|rigid/nvt molecule temp 1 1 1
npt|trimers|rigid/npt molecule temp 1 1 1 iso 1 1 1
nph|trimers|rigid/nph molecule iso 1 1 1
nvt_asphere|particles|nvt/asphere temp 1.5 1.5 0.5
npt_asphere|particles|npt/asphere temp 1.5 1.5 0.5 iso 0.2 0.2 1
nph_asphere|particles|nph/asphere iso 0.2 0.2 1
END
}

# -- a file written within a run beside a fix that changes the box, which strains the atoms of bodies like all others: the bodies are the
# same, also where atoms are folded, and the run that wrote it goes on as without the file
restart_within_run() {
  mixture half.in >half.name
  while IFS='|' read -r name n style fix; do
    for restart in 0 "40 $name"; do
      half within.$name.${restart%% *} $n -var fix "$style" -var steps 60 -var every 20 -var columns "f_move[1] f_move[2] vol" \
        -var before_run "$(commands within.in "$fix" "restart $restart")"
    done
    near_after "a restart file within a run beside $fix changes nothing, $n ranks" 0 within.$name.0 within.$name.40 4
    trimers within.$name.rest $n -var group bodies -var fix "$style" -var steps 20 -var every 20 -var made no -var start "read_restart $name.40" -var columns "f_move[1] f_move[2] vol" -var before_run "$fix"
    # (sums over bodies are rounded in the order of the file's atoms, which 29Sep2021 sorts in another way)
    for one in 40 rest; do
      thermo within.$name.$one |
        awk '$1 == 40 { for (k = 2; k <= NF; k++) $k = sprintf("%.13g", $k); print }' >within.at.$one
    done
    equal "a run that continues from it begins with the same bodies (13 digits)" within.at.40 within.at.rest 1
  done <<END
npt|1|rigid/small/rgs molecule|fix other single npt temp 1 1 1 iso 1 1 1
npt_of_all|4|rigid/rgs molecule|fix other single npt temp 1 1 1 iso 1 1 1
nph|4|rigid/small/rgs molecule|fix other single nph iso 1 1 1
berendsen|1|rigid/nvt/small/rgs molecule temp 1 1 1|fix other all press/berendsen iso 1 1 1 modulus 1
deform|1|rigid/small/rgs molecule|fix other all deform 1 x erate 0.1 remap x
deform_of_all|4|rigid/rgs molecule|fix other all deform 10 x erate 0.1 remap x
skewed|1|rigid/small/rgs molecule|fix other all deform 1 xy erate 0.1 remap x
END
  # (the command write_restart sends atoms to other ranks)
  for s in rigid/small/rgs rigid/rgs; do
    half within.every 4 -var fix "$s molecule" -var steps 300 -var before_run "fix other all deform 1 x erate 0.1 remap x" -var columns vol -var every 40 \
      -var again "run 200 every 40 'write_restart every.restart'"
    ended "$s, run .. every 'write_restart' beside fix deform" 24 within.every
  done
}

