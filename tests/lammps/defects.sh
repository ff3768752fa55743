# SPDX-License-Identifier: GPL-2.0-only
#
# Defects that were found by trial, each with the run that showed it: sourced by run_lammps_tests.sh.

test_defects() {
  # -- the last remap of a box is no change of the bodies
  for n in $(seq 20); do echo run 10; done >twenty.in
  dumped="modify sort id format float %.17g"
  for style in rigid/small/rgs rigid/rgs; do
    for change in "deform 1 x erate 1e-3" "press/berendsen iso 1000 1000 1000 modulus 10000"; do
      name=defect.remap.$(echo "$style ${change%% *}" | tr -d / | tr ' ' .)
      colliding $name 2 -var fix "$style molecule" -var pair "lj/cut 4.0" -var steps 0 -var every 1000 \
        -var before_run "$(commands $name.box.in "fix box all $change")" \
        -var again "$(commands $name.in "write_dump all custom $name.start id mol xu yu zu $dumped" "include twenty.in" \
          "write_dump all custom $name.end id mol xu yu zu $dumped")"
      between 0 1e-12 "$(awk "$bent" $name.start $name.end)" "$style, 20 runs with fix ${change%% *}: distances within molecules"
    done
  done

  # -- the log says what moves; LAMMPS' reminder of what to cite names each source once
  liquid defect.swap 1 -var fix "$rgs" -var steps 10 -var again "$(commands defect.swap.in "fix_modify move rotor semiexact param nodes 3" "run 10")"
  if grep -q '^Fix rigid/small/rgs (ID move): 216 bodies with 1296 degrees of freedom, rotor exact scheme strang, rigidstep [0-9.]*$' defect.swap.out &&
    [ "$(grep -c 'degrees of freedom, rotor' defect.swap.out)" = 2 ]
  then ok "the log says once for each method what moves"
  else bad "the log says: $(grep -m 3 'degrees of freedom' defect.swap.out)"; fi

  cited="$(sed -n '/^Your simulation uses code/,/CITE-CITE/p' defect.swap.out | grep -c "^- \(rigidstep [0-9.]*, which\|rotor exact of rigidstep: series\|scheme strang of rigidstep: doi:10.1137/0705041\)")"
  if [ "$cited" = 3 ]; then ok "the reminder of what to cite names rigidstep, the rotor and the scheme"
  else bad "the reminder of what to cite: $cited of three lines: $(grep -A 6 '^Your simulation uses' defect.swap.out | cut -c 1-80 | tr '\n' '|')"; fi

  # -- a restart file can be written before the first run, with a bath and a piston too
  for fix in "nvt/small/rgs molecule temp 1 1 1" "npt/small/rgs molecule temp 1 1 1 iso 1 1 1" "nvt/rgs molecule temp 1 1 1" \
    "npt/rgs molecule temp 1 1 1 iso 1 1 1" "nph/rgs molecule iso 1 1 1" "nph/small/rgs molecule iso 1 1 1"; do
    name=defect.early.$(echo ${fix%%/rgs*} | tr -d /)
    trimers "$name" 1 -var fix "rigid/$fix" -var steps 10 -var every 2 -var columns "pe ke vol econserve" -var before_run "write_restart early.restart"
    trimers "$name.read" 1 -var fix "rigid/$fix" -var steps 10 -var every 2 -var columns "pe ke vol econserve" -var made no -var start "read_restart early.restart"
    same "rigid/$fix: run from a restart file that was written before the first run" "$name" "$name.read" 6
  done

  # -- a restart file whose fix has another ID or another style: what is lost is told once, and nothing where it is not lost
  trimers defect.lost 1 -var fix "rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1" -var steps 2 -var columns "pe vol" \
    -var again "$(commands defect.lost.in "write_restart defect.lost.restart" "unfix move" "fix water all rigid/small/rgs molecule" "run 2" "write_restart defect.water.restart")"
  while IFS='|' read -r number file fix text; do
    trimers defect.found 1 -var made no -var start "read_restart $file" -var fix "$fix" -var steps 2 -var again "run 2"
    if [ $status = 0 ] && [ "$(grep -c "WARNING: .*and no fix has that ID and that style" defect.found.out)" = $number ] && grep -q "${text:-^Loop}" defect.found.out
    then ok "restart file ${file%.restart}, read by $fix: told $number times what is lost"
    else bad "restart file ${file%.restart}, read by $fix: status $status, $(grep -c 'no fix has that ID' defect.found.out) of $number: $(grep -m 1 'WARNING: Fix\|ERROR' defect.found.out)"; fi
  done <<END
0|defect.lost.restart|rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1|
1|defect.lost.restart|rigid/small/rgs molecule|has fix rigid/npt/small/rgs (ID move), its bodies and its count of steps, and its bath and its piston
1|defect.lost.restart|rigid/rgs molecule|Fix rigid/rgs (ID move): .* define a fix move of style rigid/npt/small/rgs
1|defect.water.restart|rigid/small/rgs molecule|has fix rigid/small/rgs (ID water), its bodies and its count of steps, and no
END

  # -- `clear` forgets the styles of plugins; lmp_rgs promises to know ours
  printf '%s\n' clear "region box block 0 1 0 1 0 1" "create_box 1 box" "fix one all rigid/small/rgs" >defect.clear.in
  launcher="$(dirname "$plugin")/lmp_rgs"
  if [ -x "$launcher" ]; then
    "$launcher" -log none -in defect.clear.in >defect.clear.out 2>&1 </dev/null
    if grep -q 'Illegal fix rigid/small/rgs command\|Illegal fix rigid/small command\|missing argument' defect.clear.out; then ok "lmp_rgs knows its styles after clear"
    else bad "lmp_rgs after clear: $(grep -m 1 ERROR defect.clear.out)"; fi
  else bad "no $launcher"; fi

  # -- a program that opens LAMMPS' library with global symbols, as the README says
  library=$(dirname "${lmp%% *}")/liblammps.so
  if [ -e "$library" ] && [ -n "$(nm -D --defined-only "$library" 2>/dev/null | grep -m 1 plugin_load)" ]; then
    python3 - "$library" "$plugin" >defect.python.out 2>&1 <<'PROGRAM'
import ctypes
import sys
lib = ctypes.CDLL(sys.argv[1], mode=ctypes.RTLD_GLOBAL)
lib.lammps_open_no_mpi.restype = ctypes.c_void_p
words = [b"test", b"-log", b"none", b"-screen", b"none"]
lmp = ctypes.c_void_p(lib.lammps_open_no_mpi(len(words), (ctypes.c_char_p * len(words))(*words), None))
lib.lammps_command(lmp, b"plugin load " + sys.argv[2].encode())
print("styles:", [lib.lammps_has_style(lmp, b"fix", b"rigid/small/rgs"), lib.lammps_has_style(lmp, b"command", b"minimize/rgs")])
PROGRAM
    if grep -q 'styles: .1, 1.' defect.python.out; then ok "the plugin loads into LAMMPS' library opened by Python"
    else bad "the plugin and LAMMPS' library opened by Python: $(tail -n 1 defect.python.out)"; fi
  fi

  # -- image flags run over when a body has crossed the box 512 times (here after 2900 steps)
  for style in rigid/small/rgs rigid/rgs; do
    name=defect.images.$(echo $style | tr -d /)
    liquid_of_trimers $name 1 -var fix "$style molecule" -var steps 3500 -var every 500 -var columns "f_move[10] atoms" \
      -var before_fix "velocity all set 300 300 300 sum yes units box"
    between 0 1 "$(thermo $name | awk '{ d = $3 < 0 ? -$3 : $3; if (d > most) most = d } END { if (NR == 8) print most }')" \
      "$style, bodies that cross the box 600 times: change of energy $(grep -m 1 ERROR $name.out)"
  done

  # -- `set` of 4Jul2026 asks every rigid fix for its bodies before it has chosen atoms, and crashes
  for style in rigid/small/rgs rigid/rgs; do
    liquid_of_trimers defect.set 1 -var fix "$style molecule" -var steps 10 -var columns "f_move[10] atoms" \
      -var again "$(commands defect.set.in "set atom 1*3 mol 500" "run 10")"
    between 0 1 "$(thermo defect.set | awk '{ d = $3 < 0 ? -$3 : $3; if (d > most) most = d } END { if (NR == 4) print most + 0 }')" "$style, set .. mol between two runs: change of energy $(grep -m 1 ERROR defect.set.out)"
    # bodies across a side of the box are torn by this
    refused "torn.$(echo $style | tr / .)" 1 "$style .*changed the shape of bodies.* or set do so" liquid_of_trimers -var fix "$style molecule" -var steps 10 \
      -var again "$(commands torn.in "set group all image 0 0 0" "run 10")"
  done

  # -- LAMMPS' line about memory counts what the fix keeps: 23 numbers a body, and 3.5 numbers an atom or so
  for fix in rigid/small rigid; do
    for s in "" /rgs; do
      liquid defect.memory$(echo $fix$s | tr / .) 1 -var local "print ''" -var fix "$fix$s molecule" -var steps 0
    done
    set -- $(for s in "" .rgs; do sed -n 's/^Per MPI rank memory allocation.*= \([0-9.]*\).*/\1/p' defect.memory$(echo $fix | tr / .)$s.out; done)
    between 250 400 "$(awk -v a="${1:-0}" -v b="${2:-0}" 'BEGIN { print (b - a) * 1048576 / 216 }')" "$fix/rgs: bytes a molecule of memory that LAMMPS counts beyond $fix's"
  done

  # -- messages
  refused defect.param 1 'unknown param nodes; rotor exact has none; scheme strang has' free -var fix "$rgs param nodes 3"
  chain_data 6 >chain.data
  # (the bonds of the chain join two bodies each)
  refused defect.shake 2 'ID (one|two).*atom [0-9]* has bonds or angles that fix shake .ID hold. holds' chain -var pieces 6 \
    -var again "$(commands defect.shake.in "fix hold all shake 1e-4 20 0 b 1" "run 1")"
  refused defect.timestep 2 'ID move.*timestep is -1.0*; a thermostat .* above 0' free -var fix "$rgs langevin 300 300 100 4711" -var before_run "timestep -1"
}
