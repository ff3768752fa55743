# SPDX-License-Identifier: GPL-2.0-only
#
# examples/lammps against its reference logs: sourced by run_lammps_tests.sh.
test_examples() {
  sh "$inputs/run_examples.sh" "$release" examples >examples.table 2>&1
  status=$?
  cat examples.table
  agree=$(grep -c -E '^  [a-z_]+ +[14] +[0-9]+ ' examples.table)
  if [ $status = 0 ]; then ok "examples/lammps: $agree runs like their reference logs"
  else bad "examples/lammps: $(grep -m 1 FAILED examples.table || tail -n 1 examples.table)"; fi
  # (in.dna wants package CG-DNA)
  expected=$((20 - 2 * $(grep -c 'left out' examples.table)))
  between $expected 20 "$agree" "runs of examples/lammps that were compared, of $expected"
}
