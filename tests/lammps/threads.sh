# SPDX-License-Identifier: GPL-2.0-only
#
# Threads of a rank: sourced by run_lammps_tests.sh, with what ensemble.sh defines.

# 2197 trimers, of which four threads get their shares; a thread that waits lets others work.
many_trimers() {
  run_name=$1; run_ranks=$2; shift 2
  trimers "$run_name" "$run_ranks" -var box "0 13 0 13 0 13" -var steps 20 -var every 5 "$@"
}

test_threads() {
  export OMP_WAIT_POLICY=passive
  columns="pe ke press vol f_move[1] f_move[2] f_move[10] f_move[12]" 
  while IFS='|' read -r name ranks threads more fix; do
    for t in $threads; do
      export OMP_NUM_THREADS=$t
      many_trimers $name.$t $ranks -var fix "$fix" -var columns "$columns$more" -var again "shell grep Threads /proc/\$PPID/status"
    done
    for t in ${threads#* }; do
      same "threads, $fix, $ranks ranks, 1 and $t threads" $name.1 $name.$t 5
      # those that LAMMPS and MPI start are there with one thread, too
      between $((t - 1)) $((t - 1)) "$(awk -F: '/^Threads/ && !seen[FILENAME]++ { n[FILENAME] = $2 } END { if (length(n) == 2) print n[ARGV[2]] - n[ARGV[1]] }' $name.1.out $name.$t.out)" \
        "threads, $fix, $ranks ranks: threads of a process more than with one, of $t"
    done
    last=${threads##* }
    if grep -q "^Fix $(echo "$fix" | cut -d ' ' -f 1) .*, $last threads\$" $name.$last.out && ! grep -q '^Fix .* threads$' $name.1.out
    then ok "threads, $fix: the log says how many"
    else bad "threads, $fix: the log says $(grep -m 1 '^Fix' $name.$last.out)"; fi
  done <<END
small|1|1 2 4||rigid/small/rgs molecule
small_ranks|2|1 2||rigid/small/rgs molecule
all|1|1 2 4||rigid/rgs molecule
langevin|1|1 2||rigid/small/rgs molecule langevin 1 1 1 77
langevin_all|1|1 4||rigid/rgs molecule langevin 1 1 1 77
npt|1|1 2 4| f_move[13] f_move[16] econserve|rigid/npt/small/rgs molecule temp 1 1 1 iso 1 1 1
npt_all|1|1 4| f_move[13] f_move[16] econserve|rigid/npt/rgs molecule temp 1 1 1 aniso 1 1 1 bath langevin
END
  # -- more threads than processors are told, once
  export OMP_NUM_THREADS=2
  first=$(taskset -pc $$ | sed 's/.*: //; s/[,-].*//')
  alone=$lmp
  lmp="taskset -c $first $lmp"
  many_trimers crowded 1 -var fix "rigid/small/rgs molecule" -var columns pe -var again "run 2"
  lmp=$alone
  if [ $status = 0 ] && [ "$(grep -c 'WARNING: Fix rigid/small/rgs (ID move): 2 threads of a rank share 1 processors and wait for each other; use a smaller OMP_NUM_THREADS' crowded.out)" = 1 ]
  then ok "threads, two on one processor: a warning"
  else bad "threads, two on one processor: status $status, $(grep -m 1 'WARNING\|ERROR' crowded.out)"; fi
}
