# SPDX-License-Identifier: BSD-3-Clause
#
# How far apart the thermodynamic output of two runs is:  awk -f compare_thermo.awk A B
#
# Prints the number of lines of output, and the largest difference in any column, relative to the
# largest magnitude in that column of that run command, with the column and step it is in; or "lines
# NA NB" if they do not belong together.  Left out are the columns that match SKIP (-v), and those
# that are nothing but noise, below NOISE (default 1e-20).  -v first=N: only the first N lines.
# -v some=1: only the lines that A has.
BEGIN { if (noise == "") noise = 1e-20; if (skip == "") skip = "^$" }
FNR == 1 { file++; on = 0; part = 0 }
$1 == "Step" { on = 1; part++; columns = NF; for (i = 1; i <= NF; i++) name[file, part, i] = $i; next }
/^Loop time/ || /^ERROR/ { on = 0 }
on && NF == columns && $1 ~ /^[0-9]+$/ && (!first || n[file] < first) {
  k = ++n[file]
  run_of[file, k] = part; width[file, k] = NF; line[file, part, $1] = k
  for (i = 1; i <= NF; i++) {
    value[file, k, i] = $i
    size = $i < 0 ? -$i : $i + 0
    if (size > most[part, i]) most[part, i] = size
  }
}
END {
  if ((some ? n[1] > n[2] : n[1] != n[2]) || !n[1]) { print "lines", n[1] + 0, n[2] + 0; exit }
  for (k = 1; k <= n[1]; k++) {
    part = run_of[1, k]
    other = some ? line[2, part, value[1, k, 1]] + 0 : k
    if (part != run_of[2, other] || width[1, k] != width[2, other]) { print "lines", k, "of another run"; exit }
    for (i = 1; i <= width[1, k]; i++) {
      if (name[1, part, i] != name[2, part, i]) { print "lines", name[1, part, i], name[2, part, i]; exit }
      if (name[1, part, i] ~ skip || most[part, i] < noise) continue
      a = value[1, k, i]; b = value[2, other, i]
      # what is not a number differs from every number
      if (a != b && (a !~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/ || b !~ /^[-+]?[0-9.]+([eE][-+]?[0-9]+)?$/)) d = 1e30
      else { d = (a - b) / most[part, i]; if (d < 0) d = -d }
      if (d > worst) { worst = d; where = name[1, part, i] " at step " value[1, k, 1] }
    }
  }
  printf "%d %.2g %s\n", n[1], worst, where
}
