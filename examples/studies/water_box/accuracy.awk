# SPDX-License-Identifier: GPL-2.0-only
#
# Tables of what run_schemes.sh measured, for it to call.  Lines: method, force evaluations a ps, step
# in fs, rms of the energy ("-": unstable).  How many evaluations an error takes is read off between
# two measured points, both logarithmic.  Exit status 1 if at none of the errors ours takes 1.5 times
# fewer.
{ at[$1, $2] = $4; step[$1, $2] = $3 }

# fewest evaluations a ps for ERROR, 0 if none of those measured are enough
function needed(method, error,    i, before, now) {
  for (i = 1; i <= nf; i++) {
    now = at[method, f[i]]
    if (now == "" || now == "-") continue
    now /= scatter
    if (now <= error)
      return before == "" || before <= error ? f[i] : exp(log(f[i - 1]) + log(f[i] / f[i - 1]) * log(before / error) / log(before / now))
    before = now
  }
  return 0
}

END {
  nm = split(methods, m, " ")
  nf = split(forces, f, " ")
  printf "\n216 SPC/E molecules, %s ps: rms of the energy about its mean, in %% of the fluctuation of the potential\n", ps
  printf "energy, %.3g kcal/mol, and the step in fs (-: unstable)\n\n%-14s", scatter, "forces a ps"
  for (i = 1; i <= nm; i++) { sub(/:.*/, "", m[i]); printf " %-17s", m[i] }
  print ""
  for (j = 1; j <= nf; j++) {
    printf "%-14s", f[j]
    for (i = 1; i <= nm; i++) {
      v = at[m[i], f[j]]
      printf " %-17s", v == "" ? "" : (v == "-" ? v : sprintf("%.2g", 100 * v / scatter)) " (" step[m[i], f[j]] ")"
    }
    print ""
  }

  printf "\nforce evaluations a ps for an error, and how many times fewer the best of ours takes than the best of LAMMPS'\n\n%-14s", "error"
  for (i = 1; i <= nm; i++) printf " %-17s", m[i]
  print " times fewer"
  ne = split("5 2 1 0.5 0.2 0.1 0.05 0.02 0.01", errors, " ")
  for (j = 1; j <= ne; j++) {
    ours = theirs = 0
    printf "%-14s", errors[j] " %"
    for (i = 1; i <= nm; i++) {
      n = needed(m[i], errors[j] / 100)
      printf " %-17s", n ? sprintf("%.0f", n) : "> " f[nf]
      if (!n) continue
      if (m[i] ~ /^(rigid|shake)/) { if (!theirs || n < theirs) theirs = n }
      else if (!ours || n < ours) { ours = n; name = m[i] }
    }
    bound = theirs ? "" : "> "
    times = ours ? (theirs ? theirs : f[nf]) / ours : 0
    printf " %s\n", ours ? sprintf("%s%.2g  %s", bound, times, name) : ""
    if (errors[j] < 0.5 && times > most) { most = times; most_error = errors[j]; most_name = name; most_bound = bound }
  }
  if (most >= 1.5)
    printf "\nAt an error of %s %% %s takes %s%.2g times fewer force evaluations than the best of LAMMPS'.\n", most_error, most_name, most_bound, most
  else {
    print "\nFAILED: at no error below 0.5 % does ours take 1.5 times fewer force evaluations."
    exit 1
  }
}
