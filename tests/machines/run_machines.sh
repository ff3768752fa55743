#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds and tests the library for other machines, as far as this one can run them:
#
#   tests/machines/run_machines.sh [MACHINE...]     default: all but neon, which aarch64 contains
#
#   musl    x86-64 with the C library musl
#   aarch64 under qemu-user, with the kernels for NEON and the baseline
#   neon    of aarch64 the bits of its kernels only, in seconds
#   s390x   a big-endian processor, under qemu-user
#   windows x86-64 with Debian's MinGW, under wine
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
only=
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

# toolchain NAME COMPILER PROCESSOR [EMULATOR [SYSTEM]]: only C, and only libraries that were built for the machine.
toolchain() {
  cat >"$work/$1.cmake" <<END
set(CMAKE_SYSTEM_NAME ${5:-Linux})
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

# build NAME [TARGET]: cmocka, and everything of ours or one target.
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
    cmake --build "$work/$1" --parallel "$jobs" --target "${2:-all}"; } >"$work/$1.log" 2>&1 && return
  bad "$1: does not build; see $work/$1.log"
  grep -m 3 error "$work/$1.log"
  return 1
}

# run NAME WANTED LEFT-OUT: the tests whose names match the one expression and not the other.
run() {
  log=$work/$1.ctest.log
  ctest --test-dir "$work/$1" --parallel "$jobs" --timeout 600 -R "$2" -E "$3" -LE 'lammps|python' >"$log" 2>&1
  all=$(sed -n 's/^.* tests failed out of \([0-9]*\)$/\1/p' "$log")
  wrong=$(sed -n 's/^.*tests passed, \([0-9]*\) tests* failed out of [0-9]*$/\1/p' "$log")
  skipped=$(grep -c '\*\*\*Skipped' "$log")
  [ "${all:-0}" -gt 0 ] || { bad "$1: no test ran; see $log"; return; }
  passed=$((passed + all - wrong - skipped))
  failed=$((failed + wrong))
  echo "$1: $((all - wrong - skipped)) tests passed, $wrong failed, $skipped skipped"
  [ "$wrong" = 0 ] || sed -n '/^The following tests FAILED/,$p' "$log"
}

# Measurements, long runs, what looks at the sources, and the labels of run() are the short run's on this machine.
elsewhere="check_|random_bodies|ensemble_|crystal_|t_force_reference|t_noise|t_rounding|bench|fuzz_"

# What runs in seconds under an emulator.
core="^t_(abi|draft|module_t|module_file|principal|rotor_rules|generic|free_reference|outputs$|own_outputs|elliptic|thermostat_kernels|ensemble_save)|^t_stepper_(save|motion|drive|layout)"

musl() {
  need musl-gcc musl-tools
  toolchain musl musl-gcc x86_64
  build musl || return
  # saved_2_0_*: the bits of jacobi and semiexact depend on glibc's sine and logarithm.  command: its
  # Python, which opens the library as well, has glibc.
  run musl . "^($elsewhere|saved_2_0_|command$)"
  for path in baseline avx2 avx512; do
    has_path $path && same_bits musl $path
  done
}

aarch64_tools() {
  need qemu-aarch64 qemu-user
  need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu libc6-dev-arm64-cross
  toolchain aarch64 aarch64-linux-gnu-gcc aarch64 "qemu-aarch64;-L;/usr/aarch64-linux-gnu"
}

aarch64() {
  aarch64_tools
  build aarch64 || return
  # saved_rows starts its program without the emulator.
  run aarch64 "$core|^t_(kernels|device)|^saved_2_0_" "^($elsewhere)"
  aarch64_bits aarch64
  back baseline baseline
  has_path avx2 && back neon avx2
}

# The kernels' bits, and of the schemes strang alone.
neon() {
  only=strang
  aarch64_tools
  build aarch64 state_hash && aarch64_bits aarch64
  only=
}

aarch64_bits() {
  has_path avx2 && all_bits "$1" neon avx2
  all_bits "$1" baseline baseline
}

# back PATH THEIRS: blocks that are saved there continue here to the bits that they reach there.
back() {
  here=$root/build/gcc/bin/saved_blocks
  [ -x "$here" ] || { echo "        aarch64, $1: saved blocks not compared: tests/run.sh builds $here"; return; }
  RIGIDSTEP_KERNELS=$1 qemu-aarch64 -L /usr/aarch64-linux-gnu "$work/aarch64/bin/saved_blocks" --write \
    "$work/aarch64.$1.blocks" >/dev/null && said=$(RIGIDSTEP_KERNELS=$2 "$here" "$work/aarch64.$1.blocks") &&
    ok "aarch64, $1: blocks saved there continue on x86-64, $2, to the same bits: $said" ||
    bad "aarch64, $1: blocks saved there do not continue on x86-64, $2"
}

# hashes NAME PATH THEIRS [EMULATOR...]: what state_hash prints here, with the kernels THEIRS, and there, with PATH.
hashes() {
  name=$1 path=$2 theirs=$3
  shift 3
  here=$root/build/gcc/bin/state_hash
  [ -x "$here" ] || { echo "        $name, $path: bits not compared: tests/run.sh builds $here"; return 1; }
  # shellcheck disable=SC2086
  RIGIDSTEP_KERNELS=$theirs "$here" $only >"$work/$name.$path.here" &&
    RIGIDSTEP_KERNELS=$path "$@" "$(ls "$work/$name/bin/state_hash"*)" $only | tr -d '\r' >"$work/$name.$path.there" &&
    [ -s "$work/$name.$path.there" ] && return
  bad "$name, $path: state_hash did not run"
  return 1
}

# all_bits NAME PATH THEIRS: aarch64's kernels have every bit of those on x86-64.
all_bits() {
  hashes "$1" "$2" "$3" qemu-aarch64 -L /usr/aarch64-linux-gnu || return
  differ=$(diff "$work/$1.$2.here" "$work/$1.$2.there" | grep -c '^<')
  if [ "$differ" = 0 ] && cmp -s "$work/$1.$2.here" "$work/$1.$2.there"; then
    ok "aarch64, $2: the $(wc -l <"$work/$1.$2.here") lines of state_hash are as on x86-64, $3"
  else
    bad "aarch64, $2: other bits than x86-64, $3: $differ lines"
  fi
}

# same_bits NAME PATH [EMULATOR]: the rotors that call no function of the C library's mathematics have glibc's bits.
same_bits() {
  hashes "$1" "$2" "$2" ${3:+"$3"} || return
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
  # saved_ loads blocks that x86-64 wrote; saved_rows starts its program without the emulator.
  run s390x "$core" "^($elsewhere)"
}

windows() {
  need x86_64-w64-mingw32-gcc-posix gcc-mingw-w64-x86-64-posix mingw-w64-x86-64-dev
  need wine wine wine64
  export WINEPREFIX="$work/wine" WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
  toolchain windows x86_64-w64-mingw32-gcc-posix x86_64 wine Windows
  build windows || return
  # saved_2_0_*: as for musl.  saved_rows, methods_: compared by a shell, by Python.  t_device: without -mfma the C library's fma is called,
  # which MinGW's does not round as it should.
  run windows . "^($elsewhere|saved_2_0_|saved_rows|methods_|command|t_device$|t_device_avx)"
  for path in baseline avx2 avx512; do
    has_path $path && same_bits windows $path wine
  done
  on_windows
}

# has_path PATH: does this processor have these kernels?
has_path() {
  case $1 in
    baseline) true ;;
    avx512) grep -qw avx512dq /proc/cpuinfo ;;
    *) grep -qw "$1" /proc/cpuinfo ;;
  esac
}

# shows WHAT WORDS COMMAND...: the command's output has the words.
shows() {
  what=$1 words=$2
  shift 2
  if "$@" 2>&1 | tr -d '\r' | grep -qF -- "$words"; then ok "windows: $what"; else
    bad "windows: $what: no '$words' in what this prints: $*"
  fi
}

# What is Windows' own, by the command: names of files, line ends, and what becomes of methods that crash.
on_windows() {
  bin=$work/windows/bin
  drive="Z:$(echo "$work" | tr / '\\')\\windows"
  mkdir -p "$work/windows/Größe 水"
  sed 's/$/\r/' "$root/examples/problems/racket.rgs" >"$work/windows/Größe 水/racket 水.rgs"
  (cd "$work/windows" && wine bin/rigidstep.exe run "$root/examples/problems/racket.rgs") >"$work/windows.plain" &&
    (cd "$work/windows" && wine bin/rigidstep.exe run --output 'Größe 水\\Tabelle ü.csv' 'Größe 水\\racket 水.rgs')
  if [ -s "$work/windows.plain" ] && cmp -s "$work/windows.plain" "$work/windows/Größe 水/Tabelle ü.csv"; then
    ok "windows: rigidstep run reads lines that end with CR LF, and files with names in UTF-8, blanks and backslashes"
  else
    bad "windows: rigidstep run of a file with CR LF and a name in UTF-8"
  fi
  shows "a library by drive letter" "library 2" \
    env RIGIDSTEP_MODULE="$drive\\lib\\rigidstep_generic.dll" wine "$bin/rigidstep.exe" --version
  shows "a library that is not there" "error 126" env RIGIDSTEP_MODULE="$drive\\none.dll" wine "$bin/rigidstep.exe" list
  shows "a module that is not there" "error 126" \
    wine "$bin/rigidstep.exe" list --module "$drive\\none.dll"
  cp "$work/windows/tests/modules/good.so" "$work/windows/Größe 水/Modul"
  shows "a module with a name in UTF-8 and no ending" test.threerot \
    wine "$bin/rigidstep.exe" list --module "$drive\\Größe 水\\Modul"
  shows "rigidstep check" "0 failed" wine "$bin/rigidstep.exe" check --only test.threerot "$drive\\Größe 水\\Modul"
  # (Allocations are counted with glibc only.)
  if cmake -D "CONTRACT=wine;$bin/rigidstep-contract.exe" -D MODULE="$work/windows/tests/modules/broken.so" -D SANITIZED=yes \
    -P "$root/tests/methods/check_contract.cmake" >"$work/windows.contract" 2>&1; then
    ok "windows: rigidstep-contract finds the faults of broken modules, also those that crash, hang or print"
  else
    bad "windows: rigidstep-contract misses faults of broken modules; see $work/windows.contract"
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

[ $# -gt 0 ] || set -- musl aarch64 s390x windows i386 armhf
for machine in "$@"; do
  case $machine in
    musl | aarch64 | neon | s390x | windows | i386 | armhf) $machine ;;
    *) die "no machine '$machine'; there are musl, aarch64, neon, s390x, windows, i386 and armhf" ;;
  esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
