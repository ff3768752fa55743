#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The Debian packages: built by the command of the README, as it stands there, with the tests that it
# runs; installed into a clean Debian, used from there, and purged again, after which nothing of
# them is left.
#
#   tests/package/run_package_test.sh [FOLDER]      FOLDER: where to work (default: build/package)
#
# Needs root, on Debian.  Installs what building packages takes.  The clean root is one of roots.sh.  The
# last line counts; exits with 0 only if nothing failed.
set -u

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=${1:-$root/build/package}
mkdir -p "$work" && work=$(cd "$work" && pwd) || exit 2
. "$root/tests/package/roots.sh"

install_missing build-essential debhelper dh-python cmake libcmocka-dev python3 lintian debootstrap mandoc \
  libopenmm-dev libopenmm-plugins ocl-icd-opencl-dev

# ---- the packages -------------------------------------------------------------------------------
# In a fresh copy: the source tree stays as it is, and the tests find their data where a stranger's do.
command=$(sed -n 's/.*`[^`]*\(dpkg-buildpackage [^`]*\)`.*/\1/p' "$root/README.md")
[ -n "$command" ] || die "README.md names no command that builds packages"
source=$work/rigidstep
rm -f "$work"/*.deb
copy_source "$source"
echo "building the packages, with their tests: $command"
if ! (cd "$source" && unset DEB_BUILD_OPTIONS && $command) >"$work/build.log" 2>&1; then
  sed -n '/^The following tests FAILED/,$p' "$work/build.log" | head -n 20
  tail -n 20 "$work/build.log"
  die "the packages were not built; see $work/build.log"
fi
tests=$(sed -n 's/^100% tests passed, 0 tests failed out of \([0-9]*\)$/\1/p' "$work/build.log")
if [ "${tests:-0}" -gt 0 ]; then ok "$command, with $tests tests"
else bad "$command ran no tests"; fi
for package in librigidstep2 librigidstep-dev rigidstep python3-rigidstep openmm-plugin-rigidstep; do
  ls "$work/${package}_"*.deb >/dev/null 2>&1 && continue
  bad "no package $package"
done
# Nobody has asked Debian for this package, so that there is no report to close.
if flaws=$(lintian --no-tag-display-limit --suppress-tags initial-upload-closes-no-bugs \
  --fail-on error,warning "$work"/*.changes 2>&1); then
  ok "lintian"
else
  bad "lintian"
  echo "$flaws" | grep '^[EW]:'
fi

# ---- a clean root -------------------------------------------------------------------------------
make_root "$codename" gcc,libc6-dev,pkg-config,python3,libopenmm-plugins
# What dpkg and its helpers note down about their own work is nobody's package.
files() {
  (cd "$clean" && find . -path ./proc -prune -o -path ./tmp/packages -prune -o \
    -path './var/lib/dpkg/*-old' -o -path './var/log/*' -o -path ./var/cache/ldconfig/aux-cache -o \
    -path ./var/lib/dpkg/lock -o -path ./var/lib/dpkg/triggers/Lock -o -print) | sort
}
files >"$work/before.txt"

# ---- installed ----------------------------------------------------------------------------------
mkdir -p "$clean/tmp/packages/tests/package" "$clean/tmp/packages/debian"
cp "$work"/*.deb "$clean/tmp/packages"
cp -r "$root/tests/package/outside" "$root/tests/package/use_python.py" "$clean/tmp/packages/tests/package"
cp -r "$root/debian/tests" "$clean/tmp/packages/debian"
rm -f "$clean"/tmp/packages/*dbgsym*
enter sh -c 'dpkg -i /tmp/packages/*.deb' >"$work/install.log" 2>&1 ||
  { bad "installing"; tail -n 10 "$work/install.log"; }
[ "$(enter dpkg-query -W -f '${db:Status-Status} ' librigidstep2 librigidstep-dev rigidstep python3-rigidstep openmm-plugin-rigidstep)" = \
  "installed installed installed installed installed " ] && ok "all five installed"
files >"$work/during.txt"
echo "        $(comm -13 "$work/before.txt" "$work/during.txt" | wc -l) files and folders more"

try "a library of the soname 2" enter sh -c 'ldconfig -p | grep -q "librigidstep.so.2 "'
# As autopkgtest runs them, from the top of the sources.
for test in "debian/tests/command" "debian/tests/host" "python3 -B tests/package/use_python.py"; do
  try "$test" enter sh -c "cd /tmp/packages && export AUTOPKGTEST_TMP=/tmp/packages/tmp && mkdir -p tmp && $test"
done
# Neither OpenMM's headers nor CMake are in there: these two look in from outside.
try "a program with OpenMM's plugin" sh -c 'c++ -O "$1/openmm.cpp" -I "$2/usr/include" -o "$2/tmp/packages/openmm" \
  "$(echo "$2"/usr/lib/*/libOpenMMRigidstep.so)" -lOpenMM -Wl,--allow-shlib-undefined' sh "$root/tests/package/outside" "$clean"
try "it runs" enter /tmp/packages/openmm
try "hosts, by find_package" sh -c 'rm -rf "$2" && cmake -S "$1" -B "$2" -Drigidstep_DIR="$(echo "$3"/usr/lib/*/cmake/rigidstep)" &&
  cmake --build "$2" && ctest --test-dir "$2" --no-tests=error --output-on-failure' sh "$root/tests/package/outside" "$work/hosts" "$clean"

# ---- and away -----------------------------------------------------------------------------------
rm -rf "$clean/tmp/packages"
try "purging" enter dpkg --purge openmm-plugin-rigidstep python3-rigidstep librigidstep-dev rigidstep librigidstep2
files >"$work/after.txt"
if cmp -s "$work/before.txt" "$work/after.txt"; then ok "nothing is left"
else bad "left behind:"; diff "$work/before.txt" "$work/after.txt"; fi
comm -13 "$work/before.txt" "$work/during.txt" | grep -q rigidstep || bad "installing added no file"

echo "$passed passed, $failed failed"
[ $failed = 0 ]
