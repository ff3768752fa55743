# SPDX-License-Identifier: GPL-2.0-only
#
# An input of LAMMPS' own with other rigid fixes:  awk -v which=theirs|ours -v steps=N -v longest=LONGEST -f swap_styles.awk in.X
#
# theirs: the NO_SQUISH styles rigid/nve and rigid/nve/small in place of rigid and rigid/small.
# ours: rigid/rgs and rigid/small/rgs, with the rotor that is the same map.
# In both langevin is left out (its noise is not upstream's), of runs longer than LONGEST steps only the first
# N are done, with 20 lines of output, and nothing is written to other files.  The thermostatted styles
# stay.
{ sub(/\r$/, "") }
/&[ \t]*$/ && !/^[ \t]*#/ { sub(/&[ \t]*$/, ""); held = held $0 " "; next }
{ $0 = held $0; held = "" }
/^[ \t]*#/ { next }
{
  # the whole command is one with its arguments, which may stand in quotes after if
  rest = $0; done = ""
  while (match(rest, /fix[ \t]+[^ \t]+[ \t]+[^ \t]+[ \t]+rigid(\/nve)?(\/small)?[ \t][^"#]*/)) {
    command = substr(rest, RSTART, RLENGTH)
    small = command ~ /[ \t]rigid(\/nve)?\/small[ \t]/
    sub(/[ \t]rigid(\/nve)?(\/small)?[ \t]/, which == "ours" ? (small ? " rigid/small/rgs " : " rigid/rgs ") : (small ? " rigid/nve/small " : " rigid/nve "), command)
    sub(/langevin([ \t]+[^ \t]+)([ \t]+[^ \t]+)([ \t]+[^ \t]+)([ \t]+[^ \t]+)/, "", command)
    if (which == "ours") command = command " rotor nosquish scheme strang"
    done = done substr(rest, 1, RSTART - 1) command
    rest = substr(rest, RSTART + RLENGTH)
  }
  $0 = done rest
}
# What ramps does so at the rate of the whole run.
$1 == "run" && $2 + 0 > longest { $0 = "run " steps " start $(step:%.0f) stop $(step+" $2 ":%.0f)" }
$1 == "thermo" { most = int(steps / 20); if ($2 !~ /^[0-9]+$/ || $2 > most) $0 = "thermo " most }
$1 ~ /^(dump|dump_modify|undump|write_data|write_restart|restart|log)$/ { next }
{ print }
