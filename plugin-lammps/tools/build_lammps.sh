#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Print the folder of a LAMMPS that can load plugins (lmp and liblammps.so), building it when needed.
#
#   build_lammps.sh [--particles | --intel] [RELEASE] [TREE]   RELEASE: 4Jul2026 (default), 4Feb2025 or 29Sep2021
#
# No Debian binary of LAMMPS has the PLUGIN package, so the tests build one: few packages, -O2.
# With --particles it also has the packages of particles with a shape: oxDNA, body particles, Brownian
# motion, dipoles and granular matter; with --intel package INTEL, whose neighbor lists no plugin can
# bring.  Only the full tests use these builds.
# Builds live in $RIGIDSTEP_CACHE (see get_lammps_source.sh), one folder per release, options and
# compiler.  A folder is used again only if what it was made from and the checksums of what it
# holds are those written down when it was made.
#
# RIGIDSTEP_JOBS: parallel compilations (default: number of processors).
set -eu

packages=
case ${1:-} in
  --particles) packages="-DPKG_CG-DNA=on -DPKG_BODY=on -DPKG_BROWNIAN=on -DPKG_DIPOLE=on -DPKG_GRANULAR=on" ;;
  --intel) packages="-DPKG_INTEL=on -DINTEL_LRT_MODE=none -DCMAKE_DISABLE_FIND_PACKAGE_TBB_MALLOC=on -DCMAKE_DISABLE_FIND_PACKAGE_MKL=on" ;;
esac
[ -z "$packages" ] || shift
release=${1:-4Jul2026}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"

need_packages cmake ninja-build g++ libopenmpi-dev openmpi-bin
tree=$("$here/get_lammps_source.sh" "$release" ${2:+"$2"})

options="-DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2 -DBUILD_SHARED_LIBS=on -DBUILD_MPI=on
  -DBUILD_OMP=off -DBUILD_TOOLS=off -DFFT=KISS -DLAMMPS_EXCEPTIONS=on -DWITH_JPEG=off -DWITH_PNG=off
  -DWITH_GZIP=off -DWITH_FFMPEG=off -DWITH_CURL=off
  -DPKG_MOLECULE=on -DPKG_KSPACE=on -DPKG_RIGID=on -DPKG_PLUGIN=on -DPKG_EXTRA-PAIR=on -DPKG_ASPHERE=on${packages:+ $packages}"

key=$(
  echo "release $release"
  echo "tree $( (cd "$tree" && find src cmake -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum) | sha256sum)"
  echo "options" $options
  echo "headers $(sha256sum <"$here/precompiled.cmake")"
  echo "compiler $(c++ --version | head -n 1)"
  echo "mpi $(dpkg-query -W -f '${Version}' libopenmpi-dev 2>/dev/null || mpicxx --version | head -n 1)"
)
name=lammps-$release-$(echo "$key" | sha256sum | cut -c 1-12)
dir=$cache/build/$name

if [ -f "$dir/manifest" ]; then
  if [ "$(cat "$dir/key" 2>/dev/null)" = "$key" ] &&
     (cd "$dir" && sha256sum -c --quiet --strict manifest >/dev/null 2>&1); then
    echo "$dir"
    exit 0
  fi
  say "$dir does not match its manifest; building it again"
fi

work=$dir.$$
rm -rf "$dir"
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
say "LAMMPS $release: building (about 4 minutes on two processors, once)"
cmake -S "$tree/cmake" -B "$work/obj" -G Ninja $options -DCMAKE_BUILD_WITH_INSTALL_RPATH=on \
  -DCMAKE_PROJECT_lammps_INCLUDE="$here/precompiled.cmake" \
  '-DCMAKE_INSTALL_RPATH=$ORIGIN' >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; die "cmake failed"; }
{ ninja -C "$work/obj" -j "${RIGIDSTEP_JOBS:-$(env -u OMP_NUM_THREADS nproc)}" lmp 2>&1 || echo "build failed"; } | tee -a "$work/log" |
  progress "LAMMPS $release"
if tail -n 1 "$work/log" | grep -q '^build failed'; then
  grep -B 2 -A 20 -m 1 'error:\|FAILED' "$work/log" >&2
  die "LAMMPS $release does not build"
fi
mkdir "$work/out"
cp "$work/obj/lmp" "$work/out/"
cp -P "$work"/obj/liblammps*.so* "$work/out/"
echo "$key" >"$work/out/key"
(cd "$work/out" && sha256sum lmp liblammps*.so* >manifest)
mv "$work/out" "$dir"
echo "$dir"
