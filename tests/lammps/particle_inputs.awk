# SPDX-License-Identifier: GPL-2.0-only
#
# particle_inputs.awk - one of LAMMPS' inputs with a first run of `steps` steps that are `times`/`divide` times its own, ten lines of output, and
# no files.  Whatever follows that run is left out.
{ goes_on = $0 ~ /&[ \t]*$/ }
left_out { left_out = goes_on; next }
$1 ~ /^(dump|dump_modify|undump|write_data|write_restart|write_dump|restart|thermo|balance)$/ || ($1 == "fix" && $4 ~ /^(balance|print)$/) {
  left_out = goes_on
  next
}
$1 == "timestep" { step = $2; next }
$1 == "run" && $2 != 0 {
  print "thermo " steps * divide / 10
  print "thermo_modify format float %.12g"
  print "variable own_step equal $(dt)"
  if (step != "") print "variable own_step equal " step
  print "timestep $(v_own_step*" times "/" divide ")"
  print "run " steps * divide
  exit
}
{ print }
