# SPDX-License-Identifier: GPL-2.0-only
#
# Tables of what run_temperatures.sh left, for it to call: files energies.DT (step, plain and refined
# total energy) and temperatures.DT (step, and means over a block of T_trans, T_rot, plain and refined; 55 blocks, of
# which the first five do not count).
# Also written as numbers alone to the files `energies` and `temperatures`, for plots.  Exit status 1 if
# they are not what they should be.
FNR == 1 { dt = FILENAME; sub(/.*energies\.|.*temperatures\./, "", dt); kind = FILENAME ~ /energies/ ? "e" : "t"; order[++files] = kind " " dt }
/^#/ { next }
kind == "e" && $2 + 0 == $2 && $3 !~ /nan/ { n = ++ne[dt]; plain[dt, n] = $2; refined[dt, n] = $3 }
kind == "t" && ++block[dt] > 5 {
  if (!nt[dt]) first_step[dt] = before
  last_step[dt] = $1
  n = ++nt[dt]
  value[dt, 1, n] = $2; value[dt, 2, n] = $3; value[dt, 3, n] = $3 - $2
  value[dt, 4, n] = $4; value[dt, 5, n] = $5; value[dt, 6, n] = $5 - $4
}
kind == "t" { before = $1 }

function size(x) { return x < 0 ? -x : x }
function rms(a, dt,    i, m, v) {
  for (i = 1; i <= ne[dt]; i++) m += a[dt, i] / ne[dt]
  for (i = 1; i <= ne[dt]; i++) v += (a[dt, i] - m) ^ 2
  return sqrt(v / ne[dt])
}
# mean over the blocks, and its standard error in `error`
function mean(dt, k,    i, m, v) {
  for (i = 1; i <= nt[dt]; i++) m += value[dt, k, i] / nt[dt]
  for (i = 1; i <= nt[dt]; i++) v += (value[dt, k, i] - m) ^ 2
  error = sqrt(v / nt[dt] / (nt[dt] - 1))
  return m
}

END {
  print "\nrms of the total energy about its mean over 1 ps, kcal/mol\n"
  print "dt/fs      plain   slope   refined   slope   plain/refined"
  for (i = 1; i <= files; i++) {
    split(order[i], w, " ")
    if (w[1] != "e") continue
    dt = w[2]
    if (ne[dt] < 100) { print "too few energies at " dt " fs"; bad = 1; continue }
    p = rms(plain, dt); r = rms(refined, dt)
    ps = rs = "-"
    if (last) {
      ps = sprintf("%.2f", log(p / lastp) / log(dt / last)); rs = sprintf("%.2f", log(r / lastr) / log(dt / last))
      if (dt <= 2) { seen_slope++; if (rs < 3.5 || rs > 4.5 || ps < 1.7 || ps > 2.3) bad = 1 }
    }
    printf "%5g  %9.2e  %6s  %8.2e  %6s  %14.0f\n", dt, p, ps, r, rs, p / r
    print dt, p, r >"energies"
    last = dt; lastp = p; lastr = r
  }
  print "\ntemperatures in K: mean and standard error of the mean of blocks\n"
  print "dt/fs     ps  plain: T_trans    T_rot    T_rot-T_trans  refined: T_trans    T_rot    T_rot-T_trans"
  for (i = 1; i <= files; i++) {
    split(order[i], w, " ")
    if (w[1] != "t") continue
    dt = w[2]
    if (nt[dt] < 40) { print "too few blocks at " dt " fs"; bad = 1; continue }
    for (k = 1; k <= 6; k++) { x[k] = mean(dt, k); e[k] = error }
    note = ""
    if (size(x[6]) > 3 * e[6]) note = sprintf("  %.1f error bars from 0", size(x[6]) / e[6])
    printf "%5g  %5.0f  %14.1f  %7.1f  %6.2f +- %4.2f  %17.1f  %7.1f  %6.2f +- %4.2f%s\n", dt, (last_step[dt] - first_step[dt]) * dt / 1000, x[1], x[2], x[3], e[3],
      x[4], x[5], x[6], e[6], note
    print dt, x[1], x[2], x[3], e[3], x[4], x[5], x[6], e[6] >"temperatures"
    if (size(x[6]) > 4 * e[6]) bad = 1
    if (dt >= 4) { seen_split++; if (size(x[3]) < 4 * e[3]) bad = 1 }
  }
  if (bad || seen_slope != 2 || seen_split != 2) { print "\nFAILED: see the first lines of run_temperatures.sh"; exit 1 }
}
