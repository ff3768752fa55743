# SPDX-License-Identifier: BSD-3-Clause
#
# langevin_table.awk - the table of `results`: scheme, step, then mean and error of the plain temperatures of
# translation and rotation, of the refined ones, and of the potential energy (kcal/mol, 216 molecules).
function with(value, error) { return value == "nan" ? "       -       " : sprintf("%6.1f +- %3.1f  ", value, error) }
function off(value, error) { return value == "nan" || !(error > 0) ? 0 : (value > 300 ? value - 300 : 300 - value) / error }
BEGIN {
  print ""
  print "216 SPC/E molecules, langevin 300 K: mean and standard error of 20 blocks, K"
  print ""
  print "                        plain                             refined                   potential energy,"
  print "scheme      step, fs    translation     rotation         translation     rotation    kcal/mol a molecule"
}
{
  printf "%-11s %8g    %s %s  %s %s %9.4f +- %.4f", $1, $2, with($3, $4), with($5, $6), with($7, $8), with($9, $10), $11 / 216, $12 / 216
  worst = off($3, $4) > off($5, $6) ? off($3, $4) : off($5, $6)
  if (worst > 3) printf "   plain: %.1f errors off 300 K", worst
  print ""
}
