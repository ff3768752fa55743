#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# From a bare Debian 12 to two measured simulations: installs what is missing, builds rigidstep,
# swaps integrators under a cluster of water, and puts LAMMPS' own rigid bodies beside ours in a box
# of water.  Can be run again at any time: what is up to date is left
# alone, and whatever runs rigidstep is always run anew.
#
#   quickstart.sh [OUTPUT_FOLDER]             default: build/quickstart in the checkout
#
# Root is wanted for installing only; with everything there any user will do.
# STEPS: length of each LAMMPS run in steps of 2 fs (default 10000).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/prepare.bash"
step() { say "[$1/3] $2"; }
took() { say "      done after $SECONDS s"; }

say "quickstart: installs what is missing, builds rigidstep, and runs it in Python and in LAMMPS: five minutes in all"
packages+=(g++ libopenmpi-dev openmpi-bin python3 python3-numpy python3-matplotlib xz-utils gpgv debian-archive-keyring)
if [ "$(. /etc/os-release 2>/dev/null && printf '%s' "${VERSION_CODENAME:-}")" = bookworm ]; then
  packages+=(liblammps0)
else
  say 'quickstart: not Debian 12; LAMMPS will be built, which takes ten minutes more'
fi
step 1 "packages, and rigidstep"
prepare quickstart all "${1:-}"
took

# ---- 2: methods that are swapped ------------------------------------------------------------------
step 2 "27 waters whose integrator is swapped while they move (a few seconds)"
# my_scheme.so stands for a module of somebody else's.
# Debian's own Python: another one does not see Debian's packages.
RIGIDSTEP_MODULE=$build/lib/rigidstep_generic.so /usr/bin/python3 -B "$root/examples/studies/water_cluster/water_cluster.py" --out "$out" \
  --steps 15000 --add "$build/lib/my_scheme.so" --methods exact/strang dmv2/strang symrot/strang nosquish/strang_dkd \
  exact/example.suzuki4@4 exact/strang >"$out/water_cluster.log" || die "the water cluster failed; see $out/water_cluster.log"
took

# ---- 3: LAMMPS -----------------------------------------------------------------------------------
step 3 "216 waters in LAMMPS, its own integrators beside rigidstep's (a minute and a half; half of it when run again)"
/usr/bin/python3 -B "$root/examples/studies/water/water.py" box --steps "${STEPS:-10000}" --out "$out/water_box" >"$out/water_box.txt" ||
  die "the water box failed; see $out/water_box.txt and the logs in $out/water_box"
took

printf '\n==== rigidstep in Python ====\n'
cat "$out/water_cluster.txt"
printf '\n==== rigidstep in LAMMPS ====\n'
cat "$out/water_box.txt"
printf '\nPlots:  %s\n        %s\n' "$out/water_cluster.png" "$out/water_box/energy.svg"
printf 'All in %d s.\n' $SECONDS
