#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds and tests the library for other machines, as far as this one can run them:
#
#   tests/machines/run_machines.sh [MACHINE...]     default: all that are functions below
#
#   musl    x86-64 with the C library musl
#   aarch64 under qemu-user, with the kernels for NEON and the baseline
#   s390x   a big-endian processor, under qemu-user
#   i386    a processor of 32 bits: configuring has to refuse it in words
#   armhf   the same for ARM
#
# Installs Debian's packages (as root), and builds cmocka from Debian's source package for each machine.  Builds
# in build/machines.  What is left out on a machine is named there, with the reason.  The last line counts; the
# exit status is 0 only if nothing failed.
set -u

root=$(cd "$(dirname "$0")/../.." && pwd) || exit 2
work=$root/build/machines
mkdir -p "$work" || exit 2
jobs=$(nproc 2>/dev/null || echo 2)
passed=0
failed=0
export RIGIDSTEP_TEST_SHORT=1

die() { echo "run_machines.sh: $*" >&2; exit 2; }
ok()  { passed=$((passed + 1)); echo "ok      $*"; }
bad() { failed=$((failed + 1)); echo "FAILED  $*"; }

# need COMMAND PACKAGE...: installs the packages where the command is lacking.
need() {
  command -v "$1" >/dev/null 2>&1 && return
  shift
  echo "installing $*"
  apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@" >"$work/apt.log" 2>&1 && return
  { apt-get update && apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@"; } >"$work/apt.log" 2>&1 ||
    die "cannot install $*; see $work/apt.log"
}

# The source of cmocka, by lists of packages of its own: the system's may know no sources.
cmocka_source() {
  [ -d "$work/cmocka" ] && return
  need dpkg-source dpkg-dev
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME) $(COMPONENT)' |
    sed -n "s|^\(\S*\) $codename main\$|\1|p" | head -n 1)
  [ -n "$mirror" ] || die "apt knows no mirror of Debian $codename"
  mkdir -p "$work/apt/lists/partial"
  key=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb-src [signed-by=$key] $mirror $codename main" >"$work/apt/sources.list"
  own="-o Dir::Etc::SourceList=$work/apt/sources.list -o Dir::Etc::SourceParts=- -o Dir::State::Lists=$work/apt/lists"
  # shellcheck disable=SC2086
  (cd "$work/apt" && apt-get $own update && apt-get $own source --download-only cmocka &&
    dpkg-source -x cmocka_*.dsc "$work/cmocka") >"$work/cmocka.log" 2>&1 ||
    die "no source of cmocka; see $work/cmocka.log"
}

# toolchain NAME COMPILER PROCESSOR [EMULATOR]: only C, and only libraries that were built for the machine.
toolchain() {
  cat >"$work/$1.cmake" <<END
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR $3)
set(CMAKE_C_COMPILER $2)
set(CMAKE_CXX_COMPILER CMAKE_CXX_COMPILER-NOTFOUND)
set(CMAKE_Fortran_COMPILER CMAKE_Fortran_COMPILER-NOTFOUND)
set(CMAKE_FIND_ROOT_PATH $work/$1-root)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR "${4:-}")
END
}

# build NAME: cmocka and everything of ours.
build() {
  cmocka_source
  common="-DCMAKE_TOOLCHAIN_FILE=$work/$1.cmake -DCMAKE_BUILD_TYPE=Release"
  # shellcheck disable=SC2086
  { [ -e "$work/$1-root/include/cmocka.h" ] || {
      cmake -S "$work/cmocka" -B "$work/$1-cmocka" $common -DWITH_EXAMPLES=OFF -DWITH_STATIC_LIB=ON \
        -DCMAKE_INSTALL_PREFIX="$work/$1-root" &&
      cmake --build "$work/$1-cmocka" --parallel "$jobs" && cmake --install "$work/$1-cmocka"; } &&
    cmake -S "$root" -B "$work/$1" $common -DRIGIDSTEP_WERROR=ON -DRIGIDSTEP_EXAMPLES=OFF \
      -DCMOCKA_LIBRARY="$work/$1-root/lib/libcmocka-static.a" -DCMOCKA_INCLUDE="$work/$1-root/include" &&
    cmake --build "$work/$1" --parallel "$jobs"; } >"$work/$1.log" 2>&1 && return
  bad "$1: does not build; see $work/$1.log"
  grep -m 3 error "$work/$1.log"
  return 1
}

# run NAME WANTED LEFT-OUT: the tests whose names match the one expression and not the other.
run() {
  log=$work/$1.ctest.log
  ctest --test-dir "$work/$1" --parallel "$jobs" --timeout 600 -R "$2" -E "$3" >"$log" 2>&1
  all=$(sed -n 's/^.* tests failed out of \([0-9]*\)$/\1/p' "$log")
  wrong=$(sed -n 's/^.*tests passed, \([0-9]*\) tests* failed out of [0-9]*$/\1/p' "$log")
  skipped=$(grep -c '\*\*\*Skipped' "$log")
  [ "${all:-0}" -gt 0 ] || { bad "$1: no test ran; see $log"; return; }
  passed=$((passed + all - wrong - skipped))
  failed=$((failed + wrong))
  echo "$1: $((all - wrong - skipped)) tests passed, $wrong failed, $skipped skipped"
  [ "$wrong" = 0 ] || sed -n '/^The following tests FAILED/,$p' "$log"
}

# Measurements, long runs, and what looks at the sources or needs Python, C++ or Fortran are the short run's on
# this machine.
elsewhere="check_|order_table|random_bodies|soak|ensemble_|python_|t_force_reference|t_noise|t_peers|t_rounding|bench|newcomer|fuzz_|generic_exports"

# What runs in seconds under an emulator.
core="^t_(abi|draft|module_t|module_file|saves|principal|rotor_rules|generic|free_reference$|outputs$|elliptic|bath_kernels|ensemble_save)|^t_stepper_(save|motion|drive|swap|layout)"

musl() {
  need musl-gcc musl-tools
  toolchain musl musl-gcc x86_64
  build musl || return
  # saved_1_2_*: the bits of jacobi and semiexact are those of glibc's sine and logarithm.  command: its
  # Python, which opens the library as well, has glibc.
  run musl . "^($elsewhere|saved_1_2_|command$)"
  for path in baseline avx2 avx512; do
    grep -qw "$path" /proc/cpuinfo || [ $path = baseline ] || { [ $path = avx512 ] && grep -qw avx512dq /proc/cpuinfo; } || continue
    same_bits musl $path
  done
}

aarch64() {
  need qemu-aarch64 qemu-user
  need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
  toolchain aarch64 aarch64-linux-gnu-gcc aarch64 "qemu-aarch64;-L;/usr/aarch64-linux-gnu"
  build aarch64 || return
  # saved_rows starts its program without the emulator.
  run aarch64 "$core|^t_(kernels|device)|^saved_1_" "^($elsewhere)"
  grep -qw avx2 /proc/cpuinfo && all_bits neon avx2
  all_bits baseline baseline
}

# hashes NAME PATH THEIRS [EMULATOR...]: what state_hash prints here, with the kernels THEIRS, and there, with PATH.
hashes() {
  name=$1 path=$2 theirs=$3
  shift 3
  here=$root/build/gcc/bin/state_hash
  [ -x "$here" ] || { echo "        $name, $path: bits not compared: tests/run.sh builds $here"; return 1; }
  RIGIDSTEP_KERNELS=$theirs "$here" >"$work/$name.$path.here" &&
    RIGIDSTEP_KERNELS=$path "$@" "$work/$name/bin/state_hash" >"$work/$name.$path.there" && return
  bad "$name, $path: state_hash did not run"
  return 1
}

# all_bits PATH THEIRS: aarch64's kernels have every bit of those on x86-64.
all_bits() {
  hashes aarch64 "$1" "$2" qemu-aarch64 -L /usr/aarch64-linux-gnu || return
  differ=$(diff "$work/aarch64.$1.here" "$work/aarch64.$1.there" | grep -c '^<')
  if [ "$differ" = 0 ] && cmp -s "$work/aarch64.$1.here" "$work/aarch64.$1.there"; then
    ok "aarch64, $1: the $(wc -l <"$work/aarch64.$1.here") lines of state_hash are those of x86-64, $2"
  else
    bad "aarch64, $1: other bits than x86-64, $2: $differ lines"
  fi
}

# same_bits NAME PATH: the rotors that call no function of the C library's mathematics have glibc's bits.
same_bits() {
  hashes "$1" "$2" "$2" || return
  differ=$(diff "$work/$1.$2.here" "$work/$1.$2.there" | sed -n 's/^< \([^ ]*\).*/\1/p')
  others=$(echo "$differ" | grep -vE '^(jacobi|semiexact|principal|)$' | sort -u)
  all=$(wc -l <"$work/$1.$2.here")
  if [ -z "$others" ]; then
    ok "$1, $2: $((all - $(echo "$differ" | grep -c .))) of $all lines of state_hash are glibc's; jacobi, semiexact and principal differ"
  else
    bad "$1, $2: other bits than glibc's, besides jacobi, semiexact and principal:" $others
  fi
}

s390x() {
  need qemu-s390x qemu-user
  need s390x-linux-gnu-gcc gcc-s390x-linux-gnu libc6-dev-s390x-cross
  toolchain s390x s390x-linux-gnu-gcc s390x "qemu-s390x;-L;/usr/s390x-linux-gnu"
  build s390x || return
  # saved_ and host_of_1_0 load blocks that x86-64 wrote; saved_rows starts its program without the emulator.
  run s390x "$core" "^($elsewhere)"
  host="$work/s390x/bin/host_of_1_0 $work/s390x/lib/rigidstep_generic.so $work/s390x/tests/modules/1_0/module_of_1_0.so"
  old=$root/tests/abi/1_0
  # shellcheck disable=SC2086
  if qemu-s390x -L /usr/s390x-linux-gnu $host "$old/saved.rgs" "$old/methods.txt" 2>&1 |
    grep -q 'saved data: it was written in another byte order'; then
    ok "s390x: a block that x86-64 saved is refused in words"
  else
    bad "s390x: a block that x86-64 saved is not refused as one of another byte order"
  fi
}

# refused NAME COMPILER PACKAGE...: configuring says why not.
refused() {
  machine=$1 compiler=$2
  shift 2
  need "$compiler" "$@"
  toolchain "$machine" "$compiler" "$machine"
  if cmake -S "$root" -B "$work/$machine" -DCMAKE_TOOLCHAIN_FILE="$work/$machine.cmake" >"$work/$machine.log" 2>&1; then
    bad "$machine: configured, though the ABI has pointers of 8 bytes"
  elif tr -s ' \n' ' ' <"$work/$machine.log" | grep -q 'makes programs with pointers of 4 bytes; the ABI of rigidstep is frozen'; then
    ok "$machine: configuring says why not"
  else
    bad "$machine: configuring ends in another way; see $work/$machine.log"
  fi
}
i386()  { refused i386 i686-linux-gnu-gcc gcc-i686-linux-gnu libc6-dev-i386-cross; }
armhf() { refused armhf arm-linux-gnueabihf-gcc gcc-arm-linux-gnueabihf libc6-dev-armhf-cross; }

[ $# -gt 0 ] || set -- musl aarch64 s390x i386 armhf
for machine in "$@"; do
  case $machine in
    musl | aarch64 | s390x | i386 | armhf) $machine ;;
    *) die "no machine '$machine'; there are musl, aarch64, s390x, i386 and armhf" ;;
  esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
