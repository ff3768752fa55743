# SPDX-License-Identifier: GPL-2.0-only
#
# Runs killed while they write restart files, and files that are not whole: sourced by
# run_lammps_tests.sh, after restart.sh.

# launch NAME RANKS ARGUMENTS: in the background; its processes are in $launched
launch() {
  run_name=$1; run_ranks=$2; shift 2
  if [ "$run_ranks" = 1 ]; then set -- $lmp "$@"
  else set -- mpirun --oversubscribe --allow-run-as-root -np "$run_ranks" $lmp "$@"; fi
  TMPDIR=$crash_session PMIX_MCA_gds=hash "$@" -log none -var plugin "$plugin" -var here "$here" >"$run_name.out" 2>&1 </dev/null &
  launched=$!
}
descendants() { for child in $(pgrep -P "$1"); do echo "$child"; descendants "$child"; done; }

test_crash() {
  rgs="rigid/small/rgs molecule langevin 300 300 50 4711"
  printing="$(commands crash_printing.in "atom_modify sort 0 0" "thermo 1" "thermo_style custom step temp pe ke etotal c_ke c_erot f_move" "thermo_modify norm no flush yes format float %.17g")"
  crash_session=$(mktemp -d)

  for n in 1 2; do
    # a file every step, by turns
    liquid crash.whole.$n $n -var fix "$rgs" -var dt 2 -var steps 250 -var before_run "$printing" -var after_fix "restart 1 whole.a whole.b"
    torn=0 killed=0
    for turn in 1 2 3 4; do
      rm -f crash.a crash.b
      launch crash.killed $n -in "$here/in.liquid" -var state water.data -var restart no -var fix "$rgs" -var dt 2 -var steps 100000 \
        -var before_run "$printing" -var after_fix "restart 1 crash.a crash.b"
      for tick in $(seq 600); do [ -s crash.b ] && break; sleep 0.1; done
      sleep 0.0$((3 * turn % 10))
      kill -9 $(descendants $launched) $launched 2>/dev/null && killed=$((killed + 1))
      wait $launched 2>/dev/null
      last=$(thermo crash.killed | awk 'NF == 8 { n = $1 } END { print n + 0 }')
      loaded=
      for file in crash.a crash.b; do
        [ -s $file ] || { torn=$((torn + 1)); continue; }
        liquid crash.load $n -var fix "$rgs" -var dt 2 -var steps 5 -var before_run "$printing" -var restart yes -var state $file -var after_fix "restart 1 more.a more.b"
        if [ $status = 0 ]; then
          loaded="$loaded $(thermo crash.load | awk 'NR == 1 { print $1 }')"
          thermo crash.load | awk 'NR > 1' >crash.load.after
          awk 'NR == FNR { want[$1]; next } $1 in want' crash.load.after crash.whole.thermo.$n >crash.whole.after 2>/dev/null ||
            { thermo crash.whole.$n >crash.whole.thermo.$n; awk 'NR == FNR { want[$1]; next } $1 in want' crash.load.after crash.whole.thermo.$n >crash.whole.after; }
          [ "$(wc -l <crash.whole.after)" = 5 ] && cmp -s crash.load.after crash.whole.after ||
            bad "killed at step $last, $n ranks: $file goes on another way: $(diff crash.load.after crash.whole.after | head -n 2 | cut -c 1-120 | tr '\n' '|')"
        else
          torn=$((torn + 1))
          { [ $status -lt 124 ] && grep -q ERROR crash.load.out; } || bad "killed at step $last, $n ranks: $file ends with status $status"
        fi
      done
      if [ -n "$loaded" ]; then ok "killed at step $last, $n ranks: files of steps$loaded go on in every bit"
      else bad "killed at step $last, $n ranks: no file loads"; fi
    done
    between 4 4 $killed "runs killed, $n ranks, $torn files torn"

    # -- files cut off anywhere (the last 16 bytes are a mark that 29Sep2021 does not read)
    size=$(wc -c <whole.a)
    for cut in 0 7 100 $((size / 3)) $((size - 5000)) $((size - 100)); do
      head -c $cut whole.a >cut.restart
      liquid crash.cut $n -var fix "$rgs" -var steps 5 -var restart yes -var state cut.restart
      stopped "$cut bytes of $size, $n ranks" '' crash.cut
    done
  done
  rm -rf "$crash_session"
}
