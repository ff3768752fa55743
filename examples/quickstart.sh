#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# From a bare Debian 12 to two measured simulations: installs what is missing, builds rigidstep,
# swaps integrators under a cluster of water from a plain C program, and puts LAMMPS' own rigid
# bodies beside ours in a box of water.  Can be run again at any time: what is up to date is left
# alone, and whatever runs rigidstep is always run anew.
#
#   quickstart.sh [OUTPUT_FOLDER]             default: build/quickstart in the checkout
#
# Root is wanted for installing only; with everything there any user will do.
# STEPS: length of each LAMMPS run in steps of 2 fs (default 10000).
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build
out=${1:-$build/quickstart}
mkdir -p "$out"
out=$(cd "$out" && pwd)
begun=$SECONDS
child=

die() { printf 'quickstart: %s\n' "$*" >&2; exit 1; }
step() { printf '[%d/4] %s\n' "$1" "$2" >&2; }
took() { printf '      done after %d s\n' $((SECONDS - begun)) >&2; }

# A background job of a script does not hear the keyboard's interrupt.
finish() { [ -z "$child" ] || kill "$child" 2>/dev/null || true; }
trap finish EXIT
trap 'exit 130' INT TERM

# logged LOG COMMAND...: quiet, but with a sign of life every ten seconds, and the end of the log if
# it goes wrong.
logged() {
  local log=$1 t=$SECONDS status=0
  shift
  "$@" </dev/null >>"$log" 2>&1 &
  child=$!
  while kill -0 "$child" 2>/dev/null; do
    sleep 0.2
    if ((SECONDS - t >= 10)); then
      t=$SECONDS
      printf '      %d s: %s\n' $((SECONDS - begun)) "$(tail -n 1 "$log" | cut -c 1-88)" >&2
    fi
  done
  wait "$child" || status=$?
  child=
  return "$status"
}

# ---- 1: packages ---------------------------------------------------------------------------------
codename=$(. /etc/os-release 2>/dev/null && printf '%s' "${VERSION_CODENAME:-}") || codename=
wanted=(cmake ninja-build gcc g++ libc6-dev libopenmpi-dev openmpi-bin python3 python3-numpy python3-matplotlib
        xz-utils gpgv debian-archive-keyring)
if [ "$codename" = bookworm ]; then
  wanted+=(liblammps0)
else
  printf 'quickstart: not Debian 12; LAMMPS will be built, which takes ten minutes more\n' >&2
fi

missing=()
if command -v dpkg-query >/dev/null; then
  for package in "${wanted[@]}"; do
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) in
      installed) ;;
      *) missing+=("$package") ;;
    esac
  done
else
  for tool in cmake ninja gcc g++ mpicxx python3 xz; do
    command -v "$tool" >/dev/null || die "no '$tool' here, and no apt; please install it"
  done
fi

printf 'quickstart: installs %d packages, builds rigidstep, and runs it in C and in LAMMPS: five minutes in all\n' \
  ${#missing[@]} >&2
if ((${#missing[@]})); then
  step 1 "installing ${#missing[@]} packages: ${missing[*]}"
  LC_ALL=C apt-get install --assume-no --no-install-recommends "${missing[@]}" 2>/dev/null |
    grep -E '^(Need to get|After this operation)' >&2 || true  # no size without lists of packages
  command -v apt-get >/dev/null || die "no apt-get here; please install: ${missing[*]}"
  as_root=()
  if [ "$(id -u)" != 0 ]; then
    if ! { command -v sudo && sudo -n true; } >/dev/null 2>&1; then
      die "please run as root: apt-get install --no-install-recommends ${missing[*]}"
    fi
    as_root=(sudo)
  fi
  log=$out/apt.log
  : >"$log"
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y
           --no-install-recommends "${missing[@]}")
  # Package lists may be lacking or old; fetching them when they are not wastes time.
  if ! apt-get install -s --no-install-recommends "${missing[@]}" >/dev/null 2>&1 ||
     ! logged "$log" "${install[@]}"; then
    logged "$log" "${as_root[@]}" apt-get update ||
      { tail -n 15 "$log" >&2; die "apt-get update failed; see $log"; }
    logged "$log" "${install[@]}" ||
      { tail -n 15 "$log" >&2; die "apt-get install failed; see $log"; }
  fi
  took
else
  step 1 "packages: all there"
fi

# ---- 2: build ------------------------------------------------------------------------------------
step 2 "building rigidstep in $build"
log=$out/build.log
: >"$log"
# A folder configured for another checkout or generator is not ours to repair.
if [ -f "$build/CMakeCache.txt" ] &&
   ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
  die "$build belongs to another source tree; remove it or move it away"
fi
# Nor are the choices made in it, beyond what is needed here.
first=()
[ -f "$build/CMakeCache.txt" ] || first=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_TESTS=OFF)
if ! logged "$log" cmake -S "$root" -B "$build" "${first[@]}" -DRIGIDSTEP_EXAMPLES=ON ||
   ! logged "$log" cmake --build "$build" --parallel "$(nproc)"; then
  tail -n 30 "$log" >&2
  die "the build failed; see $log"
fi
took

# ---- 3: a C program of our own -------------------------------------------------------------------
step 3 "27 waters from a C program that opens rigidstep_generic.so (a few seconds)"
# my_scheme.so stands for a module of somebody else's.
methods=exact/strang,dmv2/strang,symrot/strang,nosquish/strang_dkd
methods+=,exact/example.suzuki4@4,exact/strang
(cd "$out" && "$build/bin/water_cluster" "$build/lib/rigidstep_generic.so" --methods "$methods" --steps 15000 \
    --add "$build/lib/my_scheme.so" --energies water_cluster.dat >water_cluster.txt) ||
  die "the water cluster failed; see $out/water_cluster.txt"
# Debian's own Python: another one does not see Debian's packages.
PYTHONPATH=$root/examples/studies /usr/bin/python3 -B - "$out/water_cluster" <<'PYTHON' || die "cannot draw $out/water_cluster.dat"
import sys
from study import plt, save
figure, axes = plt.subplots()
for block in open(sys.argv[1] + ".dat").read().split("\n\n\n"):
    title, *rows = block.strip().split("\n")
    axes.plot(*zip(*(map(float, row.split()) for row in rows)), label=title.strip('"'))
axes.set(title="27 SPC/E waters: total energy while the integrator is swapped", xlabel="time / ps", ylabel="change of the energy / (kT per degree of freedom)")
axes.legend(ncols=3)
save(figure, sys.argv[1] + ".png")
PYTHON
took

# ---- 4: LAMMPS -----------------------------------------------------------------------------------
step 4 "216 waters in LAMMPS, its own integrators beside rigidstep's (a minute and a half; half of it when run again)"
/usr/bin/python3 -B "$root/examples/studies/water/water.py" box --steps "${STEPS:-10000}" --out "$out/water_box" >"$out/water_box.txt" ||
  die "the water box failed; see $out/water_box.txt and the logs in $out/water_box"
took

printf '\n==== rigidstep opened by a C program ====\n'
cat "$out/water_cluster.txt"
printf '\n==== rigidstep in LAMMPS ====\n'
cat "$out/water_box.txt"
printf '\nPlots:  %s\n        %s\n' "$out/water_cluster.png" "$out/water_box/energy.svg"
printf 'All in %d s.\n' $((SECONDS - begun))
