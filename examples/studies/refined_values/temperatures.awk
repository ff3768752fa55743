# SPDX-License-Identifier: BSD-3-Clause
#
# temperatures.awk - the table of what `temperatures` wrote; ends with status 1 if refined
# temperatures differ by more than 4 error bars, or plain ones at 4 and 5 fs by less than 3.
BEGIN {
  print "#                            T_rot - T_tr, K                             refined, K"
  print "# dt/fs   ns  scheme         plain           half step       refined        T_tr   T_rot"
}
function with(value, error) { return sprintf("%7.2f +- %4.2f", value, error) }
function size(x) { return x < 0 ? -x : x }
$1 ~ /^strang/ {
  bars = size($16) / $17
  printf "%7g %4g  %-10s %s %s %s  %6.1f  %6.1f", $2, $3, $1, with($8, $9), with($10, $11),
         with($16, $17), $12, $14
  axes = axes sprintf("%7g  %-10s  %6.1f  %6.1f  %6.1f  %6.1f    %6.1f  %6.1f  %6.1f  %6.1f  %9.3f +- %5.3f %9.1e\n",
                      $2, $1, $4, $18, $20, $22, $12, $24, $26, $28, $30, $31, $35 - $34)
}
$1 !~ /^strang/ {
  bars = size($8) / $9
  printf "%7g %4g  %-10s %s", $2, $3, $1, with($8, $9)
}
{
  if (bars > 3) printf "  %.1f error bars from 0", bars
  printf "\n"
  if (bars > 4) bad = 1
}
$1 == "strang" {
  if ($2 >= 4 && -$8 < 3 * $9) bad = 1
  seen[$2] = 1
}
END {
  print "#                            plain, K                        refined, K              U a molecule    refined E,"
  print "# dt/fs  scheme       T_tr  axis 1       2       3      T_tr  axis 1       2       3    kJ/mol          last-first block"
  printf "%s", axes
  if (!seen[4] || !seen[5]) bad = 1
  if (bad) print "# FAILED"
  exit bad
}
