# SPDX-License-Identifier: BSD-3-Clause
#
# temperatures.awk - the table of what `temperatures` wrote; ends with status 1 if refined
# temperatures differ by more than 4 error bars, or plain ones at 4 and 5 fs by less than 3.
BEGIN {
  print "# kelvin; rot - tr with one standard error of 50 blocks; U in kJ/mol a molecule"
  print "# dt/fs   ns  scheme    T_tr   T_rot  rot-tr: plain    half-step       refined         T_tr   T_rot  refined"
}
function with(value, error) { return sprintf("%7.2f +- %4.2f", value, error) }
$1 == "strang" {
  printf "%7g %4g  %-8s %6.1f  %6.1f  %s %s %s  %6.1f  %6.1f", $2, $3, $1, $4, $6, with($8, $9),
         with($10, $11), with($16, $17), $12, $14
  bars = ($16 < 0 ? -$16 : $16) / $17
  if (bars > 3) printf "  refined: %.1f error bars", bars
  printf "\n"
  axes = axes sprintf("%7g  %6.1f %6.1f %6.1f   %6.1f %6.1f %6.1f   %8.3f +- %5.3f\n", $2, $18,
                      $20, $22, $24, $26, $28, $30, $31)
  if (bars > 4 || ($2 >= 4 && -$8 < 3 * $9)) bad = 1
  seen[$2] = 1
}
$1 != "strang" {
  printf "%7g %4g  %-8s %6.1f  %6.1f  %s\n", $2, $3, $1, $4, $6, with($8, $9)
  bars = ($8 < 0 ? -$8 : $8) / $9
  if (bars > 4) bad = 1
}
END {
  print "# dt/fs  axes 1, 2, 3: plain     refined                U"
  printf "%s", axes
  if (!seen[4] || !seen[5]) bad = 1
  if (bad) print "# FAILED"
  exit bad
}
