#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_water_box.sh FOLDER: what examples/studies/water_box/run_water_box.sh left in FOLDER is as it must
# be.  The exact rotor and dmv2 have no significant drift; fix rigid/small has one, which shows that
# the run is long enough to see it.
set -eu
awk '
  function abs(x) { return x < 0 ? -x : x }
  { n[$1]++; drift[$1] = $2; error[$1] = $3 }
  function flat(name) {
    if (n[name] == 1 && error[name] > 0 && abs(drift[name]) < 3 * error[name] && abs(drift[name]) < 0.02) return
    print "  FAILED  " name ": drift " drift[name] " +- " error[name] "; must be below 3 errors and 0.02 kT/dof/ns"; bad = 1
  }
  END {
    flat("rigid-small-rgs-exact"); flat("rigid-small-rgs-dmv2")
    if (!(n["rigid-small"] == 1 && drift["rigid-small"] > 0.05 && drift["rigid-small"] > 5 * error["rigid-small"])) {
      print "  FAILED  rigid-small: drift " drift["rigid-small"] "; about 0.13 kT/dof/ns was expected"; bad = 1 }
    if (!bad) print "  ok      water box: drift " drift["rigid-small-rgs-exact"] " (exact), " drift["rigid-small-rgs-dmv2"] " (dmv2), " drift["rigid-small"] " (fix rigid/small)"
    exit bad
  }' "${1:?usage: check_water_box.sh FOLDER}/results"
