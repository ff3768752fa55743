#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Builds and tests, from a bare Debian 12 on:  tests/run.sh [--ci | --full] [--no-lammps] [--only PART]
#
#   (nothing)    ten minutes: one build, its fast and slow tests, the long ones in short form, Python, OpenMM,
#                and one case of each group inside Debian's LAMMPS
#   --ci         also other compilers, sanitizers, kernels and levels of optimisation, checks of the sources,
#                and the tests inside LAMMPS in short form
#   --full       also all LAMMPS tests with all releases, mistakes planted in the hosts, the packages, Python in
#                a newer Debian, the gallery, coverage, valgrind, longer fuzzing and long runs
#   --no-lammps  without the tests inside LAMMPS
#   --only PART  the parts of that run whose heading has this word, such as LAMMPS, gcc, hosts or valgrind;
#                what valgrind and the long runs need is built by --only gcc
#   --help       prints these lines
#
# Installs the packages that are missing (as root).  Builds in build/ of the checkout; what is up to date is
# left alone. README.md beside this file lists what is tested.  The last line counts; the exit status is 0
# only if nothing failed.
set -u

full=no
quick=yes
lammps=yes
only=
wanted=yes
while [ $# -gt 0 ]; do
  case $1 in
    --ci) quick=no ;;
    --full) full=yes quick=no ;;
    --no-lammps) lammps=no ;;
    --only)
      [ $# -gt 1 ] || { echo "run.sh: --only needs a word" >&2; exit 2; }
      only=$2
      shift ;;
    --help) sed -n '4,/^set/s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) echo "run.sh: no option '$1'; see --help" >&2; exit 2 ;;
  esac
  shift
done
parts=$(sed -n 's/^ *\(if ! \)\{0,1\}step "\([^"]*\)".*/  \2/p' "$0")
asks() { case $1 in *"$only"*) ;; *) return 1 ;; esac; }
asks "$parts" || {
  echo "run.sh: no part has '$only' in its heading; there are:" >&2
  echo "$parts" >&2
  exit 2
}

root=$(cd "$(dirname "$0")/.." && pwd) || exit 2
out=$root/build/tests
mkdir -p "$out" || exit 2
jobs=$(nproc 2>/dev/null || echo 2)
passed=0
failed=0
skipped=0
begun=$(date +%s)

# tell NUMBER WHAT: a line of the table at the end.
told=$out/told.txt
: >"$told"
: >"$out/steps.txt"
tell() { [ $wanted = no ] || printf '%12s  %s\n' "$1" "$2" >>"$told"; }

# Every step ends with its seconds, and those that processors spent on what ended in it.
doing=
end_step() {
  times >"$out/times.txt"
  spent=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, t, /[ms]/); s += 60 * t[1] + t[2] } } END { print int(s) }' "$out/times.txt")
  now=$(date +%s)
  [ -z "$doing" ] || printf '%12d s, processors %4d s: %s\n' $((now - at)) $((spent - spent_before)) "$doing" >>"$out/steps.txt"
  at=$now spent_before=$spent doing=$*
}
# Begins a part. False where --only asks for others: what counts, builds and runs then does nothing.
step() {
  asks "$*" && wanted=yes || wanted=no
  [ $wanted = yes ] || return
  end_step "$@"
  printf '\n== %s (%d s)\n' "$*" $((now - begun))
}
ok()   { [ $wanted = no ] || { passed=$((passed + 1)); echo "ok      $*"; }; }
bad()  { [ $wanted = no ] || { failed=$((failed + 1)); echo "FAILED  $*"; }; }
skip() { [ $wanted = no ] || { skipped=$((skipped + 1)); echo "skipped $*"; }; }

# ---- packages -----------------------------------------------------------------------------------
# need PACKAGE FILE-OR-COMMAND: wanted where that is not there.
missing=
need() {
  case $2 in
    /*) for file in $2; do [ -e "$file" ] && return; done ;;
    *) command -v "$2" >/dev/null 2>&1 && return ;;
  esac
  missing="$missing $1"
}
echo "This installs the packages that are missing (they and their size are named below), then builds and tests."
if [ $quick = yes ]; then takes="ten minutes on a new machine, with packages and LAMMPS' headers, and half of that afterwards"
elif [ $full = no ]; then takes="15 minutes if compilers' results are kept from before, and longer the first time"
else takes=hours; fi
echo "On two processors it takes $takes."
end_step packages
printf '\n== packages\n'
for program in gcc g++ gfortran make cmake mandoc python3; do need $program $program; done
if [ $quick = no ]; then
  for program in clang clang-tidy clang-format-14 cppcheck flake8 mypy pkg-config shellcheck; do
    need $program $program
  done
  need python3-venv '/usr/lib/python3*/ensurepip'
  need libclang-rt-14-dev '/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*'
  need ocl-icd-opencl-dev /usr/include/CL/cl.h
  need pocl-opencl-icd '/etc/OpenCL/vendors/*.icd'
fi
for package in numpy matplotlib ase mpmath; do need python3-$package /usr/lib/python3/dist-packages/$package; done
need libc6-dev /usr/include/stdlib.h
need binutils readelf
need libcmocka-dev /usr/include/cmocka.h
need libopenmm-dev /usr/include/OpenMM.h
need libopenmm-plugins '/usr/lib/*/openmm/plugins'
need python3-simtk /usr/lib/python3/dist-packages/openmm
if [ $lammps = yes ]; then
  # What its tools would install by themselves later, when a processor waits for it.
  for program in mpirun:openmpi-bin ninja:ninja-build xz:xz-utils gpgv ps:procps; do
    need "${program#*:}" "${program%:*}"
  done
  need libopenmpi-dev '/usr/lib/*/openmpi/include/mpi.h'
  [ $quick = no ] || need liblammps0 '/usr/lib/*/liblammps.so.0'
fi
if [ $full = yes ]; then
  need valgrind valgrind
  need libc6-dbg '/usr/lib/debug/.build-id*'
  need doxygen doxygen
  need python3-yaml /usr/lib/python3/dist-packages/yaml
  need python3-sphinx sphinx-build
  need python3-myst-parser /usr/lib/python3/dist-packages/myst_parser
  need furo /usr/lib/python3/dist-packages/furo
fi
may_install() { command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; }
# Only saves time: where it cannot be installed, the run goes on without it.
! may_install || need ccache ccache
if [ -n "$missing" ]; then
  echo "installing$missing"
  # apt-get knows the size if it has its lists of packages.
  ! may_install || LC_ALL=C apt-get install --assume-no --no-install-recommends $missing 2>/dev/null |
    grep -E '^(Need to get|After this operation)'
  if ! may_install; then
    echo "run.sh: please install$missing, or run as root on Debian" >&2
    exit 2
  fi
  export DEBIAN_FRONTEND=noninteractive
  # Lists of packages may be lacking or old; fetching them when they are not wastes time.
  install() { apt-get install -y --no-install-recommends $missing >"$out/apt.log" 2>&1; }
  install || { apt-get update >"$out/apt.log" 2>&1 && install; } || {
    tail -n 20 "$out/apt.log" >&2
    echo "run.sh: cannot install$missing" >&2
    exit 2
  }
else
  echo "all there"
fi

# ---- builds -------------------------------------------------------------------------------------
# Compilers' results are kept from run to run, whatever the checkout: ccache names them by hashes of all that
# is compiled.  (--full compiles everything anew in the steps after LAMMPS.)
caches=${RIGIDSTEP_CACHE:-${XDG_CACHE_HOME:-${HOME:-$root/build}/.cache}/rigidstep} # never in /tmp, where others write
if command -v ccache >/dev/null 2>&1; then
  export CCACHE_DIR="${CCACHE_DIR:-$caches/ccache}" CCACHE_MAXSIZE="${CCACHE_MAXSIZE:-2G}"
  export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
# LAMMPS takes minutes the first time; it takes them from what the rest leaves of the processors.  --ci tests
# the release that loads plugins, --full all; Debian has one built, which the launcher lmp_rgs uses.
releases=4Jul2026 some=--short
[ $quick = no ] || releases=29Sep2021 some=--one
[ $full = no ] || releases='' some=''
asks LAMMPS || lammps=no
if [ $lammps = yes ]; then
  # shellcheck disable=SC2086
  nice "$root/tests/lammps/run.py" --build $releases >"$out/lammps_build.log" 2>&1 &
  lammps_build=$!
fi

# watch LOG: shows how far the build or the tests that write LOG have come, every 20 seconds until `unwatch`.
watch() {
  while sleep 20 && kill -0 $$ 2>/dev/null; do
    grep -aoE '^\[ *[0-9]+%\]|^ *[0-9]+/[0-9]+ Test|^  (ok|FAILED) .*: ' "$1" 2>/dev/null | tail -n 1 | cut -c 1-100
  done &
  watcher=$!
}
unwatch() {
  kill $watcher
  wait $watcher 2>/dev/null
}

# build NAME TARGET OPTION...: in build/NAME, a whole build where TARGET is "all".
build() {
  [ $wanted = yes ] || return 1
  name=$1 target=$2
  shift 2
  log=$out/$name.log
  watch "$log"
  cmake -S "$root" -B "$root/build/$name" -DRIGIDSTEP_WERROR=ON "$@" >"$log" 2>&1 &&
    cmake --build "$root/build/$name" --parallel "$jobs" --target "$target" >>"$log" 2>&1
  outcome=$?
  unwatch
  [ $outcome != 0 ] || return 0
  bad "$name: does not build"
  grep -E -m 20 'error|Error|warning:' "$log" || tail -n 20 "$log"
  return 1
}

# counted WHAT LOG: the sum of the lines "counted: N WHAT" the tests print.
counted() { awk -v what="$1" '{ at = index($0, "counted: ") }
  at && substr($0, at + 9) ~ "^[0-9]+ " what "$" { n += substr($0, at + 9) } END { print n + 0 }' "$2"; }

# run_ctest NAME ARGUMENT...: adds up what CTest counts, and tells why tests were skipped.  `under`, where
# set, says in a word what is unusual about the run.
under=
run_ctest() {
  [ $wanted = yes ] || return
  name=$1
  shift
  log=$out/$name${under:+.$under}.ctest.log
  watch "$log"
  (cd "$root/build/$name" &&
    ctest --parallel "$jobs" --timeout 900 --verbose "$@") >"$log" 2>&1
  unwatch
  line=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests failed out of [0-9]+' "$log")
  if [ -z "$line" ]; then
    bad "$name: no tests were run"
    tail -n 20 "$log"
    return
  fi
  wrong=$(echo "$line" | sed 's/.* passed, \([0-9]*\) tests.*/\1/')
  total=$(echo "$line" | sed 's/.*out of \([0-9]*\)$/\1/')
  left_out=$(grep -c '\*\*\*Skipped\|\*\*\*Not Run (Disabled)' "$log")
  failed=$((failed + wrong))
  skipped=$((skipped + left_out))
  passed=$((passed + total - wrong - left_out))
  echo "$name${under:+, $under}: $total tests, $wrong failed, $left_out skipped"
  sed -n 's/^[0-9]*: \(skipped: .*\)/  \1/p' "$log" | sort | uniq -c
  tell $((total - wrong - left_out)) "tests passed: $name${under:+, $under}"
  [ "$wrong" = 0 ] || sed -n '/^The following tests FAILED/,$p' "$log" | sed '/^Errors while/,$d'
  [ "$wrong" = 0 ] || echo "see $log"
}

# run_script NAME SCRIPT ARGUMENT...: adds up what the last line of a script of its own counts.
run_script() {
  [ $wanted = yes ] || return
  name=$1
  shift
  log=$out/$name.log
  watch "$log"
  "$@" >"$log" 2>&1
  status=$?
  unwatch
  line=$(grep -E '[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1)
  if [ -n "$line" ]; then
    good=$(echo "$line" | sed 's/.*[^0-9]\([0-9]*\) passed.*/\1/;s/^\([0-9]*\) passed.*/\1/')
    wrong=$(echo "$line" | sed 's/.* passed, \([0-9]*\) failed.*/\1/')
    passed=$((passed + good))
    failed=$((failed + wrong))
    echo "$name: $line"
    grep FAILED "$log"
    [ "$good$wrong" != 00 ] || skip "$(sed -n 's/^skipped: //p' "$log")"
    if [ $status != 0 ] && [ "$wrong" = 0 ]; then bad "$name: exit status $status"; fi
  else
    bad "$name: the tests did not end (exit status $status)"
    tail -n 20 "$log"
  fi
}

# Labels say which tests run where (README.md).  Without --full, tests that measure at length take fewer
# samples or cases, too.
if [ $full = yes ]; then
  not_gcc=lammps not_paths='^$' not_others='once|lammps'
else
  not_gcc='full|lammps' not_paths=validate not_others='once|slow|validate|python'
  export RIGIDSTEP_TEST_SHORT=1
fi
step "gcc"
if build gcc all -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++; then
  run_ctest gcc -LE "$not_gcc"
  for what in "bad inputs refused" "inputs of rubbish" "allocations failed" "host callbacks failed" \
    "calls to the system failed"; do
    tell "$(counted "$what" "$out/gcc.ctest.log")" "$what"
  done
fi

# Other compilers, kernels, levels of optimisation and sanitizers, and checks of the sources.
wide_tests() {
  # What the processor does best is what the tests above ran on.
  paths=baseline
  grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo && paths="$paths avx2"
  grep -qw avx512f /proc/cpuinfo && grep -qw avx512dq /proc/cpuinfo && paths="$paths avx512"
  step "the kernels' other paths: $paths"
  # (avx2 has the bits of avx512, as the hashes below show)
  # (random bodies are left to --full: t_free_reference and t_kernels try the difficult ones on every path)
  for path in $paths; do
    [ "$path" = "${paths##* }" ] && continue
    [ $path$full = avx2no ] && [ "${paths##* }" = avx512 ] && continue
    export RIGIDSTEP_KERNELS="$path"
    under=kernels-for-$path
    run_ctest gcc -L paths -LE "$not_paths"
    unset RIGIDSTEP_KERNELS
    under=
  done

  # What is sampled must agree with theory whatever else rounds otherwise: kernels, the C library's functions,
  # NumPy, BLAS.
  if [ $full = yes ]; then
    step "samples under three settings"
    export RIGIDSTEP_TEST_SHORT=1
    for setting in RIGIDSTEP_KERNELS=baseline GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F \
      "OPENBLAS_CORETYPE=Prescott NPY_DISABLE_CPU_FEATURES=AVX512F,AVX512_SKX,AVX2,FMA3"; do
      under=${setting%%=*}
      # shellcheck disable=SC2086,SC2163
      export $setting
      run_ctest gcc -L samples -LE full
      unset RIGIDSTEP_KERNELS GLIBC_TUNABLES OPENBLAS_CORETYPE NPY_DISABLE_CPU_FEATURES
    done
    unset RIGIDSTEP_TEST_SHORT
    under=
  fi

  # Those left out have forces that are written once, which the checks refuse.
  if [ $full = yes ]; then
    step "Python, ASE and OpenMM, with RIGIDSTEP_CHECKS"
    under=RIGIDSTEP_CHECKS
    export RIGIDSTEP_CHECKS=1
    run_ctest gcc -L 'python|openmm' -LE 'full|slow|validate' \
      -E '^(python_rigidstep.*|python_words|python_threads)$'
    unset RIGIDSTEP_CHECKS
    under=
  fi

  # What clang may find is another reading of the same source: the long runs of gcc need no second.
  step "clang"
  build clang all -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ &&
    run_ctest clang -LE "$not_others"

  # Reads and writes out of bounds, use after free, leaks, undefined arithmetic.  To find these, steps need
  # not be many: what makes long runs of methods is left to --full, for t_stepper_*, t_outputs and
  # fuzz_extreme step all methods here too, and the program contract itself runs here on the methods of
  # modules. (-g1 names the lines of a finding; -g takes the compiler a third longer.)
  step "address and undefined-behaviour sanitizers"
  export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
  export ASAN_OPTIONS=detect_stack_use_after_return=1
  build sanitize all -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=Debug \
    '-DCMAKE_C_FLAGS_DEBUG=-O1 -g1' -DRIGIDSTEP_SANITIZE=address,undefined &&
    run_ctest sanitize -LE "$not_others"

  step "thread sanitizer"
  if build threads thread_tests -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_BUILD_TYPE=Debug '-DCMAKE_C_FLAGS_DEBUG=-O1 -g1' -DRIGIDSTEP_SANITIZE=thread; then
    log=$out/threads.t_executor.log
    if "$root/build/threads/bin/t_executor" >"$log" 2>&1; then
      ok "t_executor"
    else
      bad "t_executor; see $log"
    fi
    tell "$(counted 'methods stepped in two threads' "$log")" "methods stepped in two threads under the thread sanitizer"
  fi

  # The promise of the same bits holds for one compiler at all levels of optimisation and for all
  # processors of a kind; what breaks it is contraction to fused multiply-add.  Each path of the kernels
  # keeps it for itself, and the paths that fuse have the same bits.
  # (O3 is what the tests above were built with.)
  step "the same bits at every level of optimisation" || paths=
  levels="O0 O3"
  [ $full = no ] || levels="$levels O1 O2 O3-native Os"
  flags_of() { echo "-$1" | sed 's/-native/ -march=native/'; }
  : >"$out/bits.sh"
  for compiler in gcc clang; do
    for level in $levels; do
      built=$compiler
      if [ "$level" != O3 ]; then
        built=bits-$compiler-$level
        build "$built" state_hash -DCMAKE_C_COMPILER=$compiler -DRIGIDSTEP_EXAMPLES=OFF \
          "-DCMAKE_C_FLAGS_RELEASE=$(flags_of "$level")"
      fi
      for path in $paths; do
        hashes=$out/bits-$compiler-$level-$path.txt
        rm -f "$hashes"
        echo "RIGIDSTEP_KERNELS=$path '$root/build/$built/bin/state_hash' >'$hashes' || rm -f '$hashes'" >>"$out/bits.sh"
      done
    done
  done
  # Several at a time; each line is a command for sh.
  tr '\n' '\0' <"$out/bits.sh" | xargs -0 -P "$jobs" -I '{}' sh -c '{}'
  for compiler in gcc clang; do
    for level in $levels; do
      flags=$(flags_of "$level")
      for path in $paths; do
        [ "$path" = baseline ] && bits=plain || bits=fused
        hashes=$out/bits-$compiler-$level-$path.txt
        wanted=$out/bits-$compiler-$bits.txt
        [ "$level-$path" = O0-baseline ] || [ "$level-$path" = O0-avx2 ] && rm -f "$wanted"
        if [ ! -s "$hashes" ]; then
          bad "state_hash, $compiler $flags, $path: did not run"
        elif [ ! -e "$wanted" ]; then
          cp "$hashes" "$wanted"
        elif cmp -s "$wanted" "$hashes"; then
          ok "$compiler $flags, $path: the bits of -O0, $(wc -l <"$hashes") runs"
        else
          bad "$compiler $flags, $path: other bits than -O0:"
          diff "$wanted" "$hashes"
        fi
      done
    done
  done

  [ $full = yes ] || {
    step "kernels for aarch64, under qemu"
    run_script neon "$root/tests/machines/run_machines.sh" neon
  }

  if ! step "clang-tidy, cppcheck"; then :
  elif sh "$root/tests/checks/check_static.sh" "$out/static" >"$out/static.log" 2>&1; then
    ok "$(tail -n 1 "$out/static.log")"
    tell "$(wc -l <"$out/static/tidy.files")" "files without a finding of clang-tidy"
    tell "$(wc -l <"$out/static/cppcheck.files")" "files without a finding of cppcheck"
  else
    bad "clang-tidy, cppcheck; see $out/static.log"
    head -n 20 "$out/static.log"
  fi
}
[ $quick = yes ] || wide_tests

# ---- LAMMPS, and the other hosts ----------------------------------------------------------------
if [ $lammps = no ]; then
  [ -n "$only" ] || skip "LAMMPS: --no-lammps"
else
  step "LAMMPS"
  wait $lammps_build || tail -n 20 "$out/lammps_build.log"
  if ! mpirun --allow-run-as-root -n 1 true >"$out/mpi.log" 2>&1; then
    skip "LAMMPS: on this machine mpirun cannot start a program, as where /sys is not mounted: $(head -n 1 "$out/mpi.log")"
  else
    # shellcheck disable=SC2086
    run_script LAMMPS "$root/tests/lammps/run.py" $some $releases
    if [ $full = yes ]; then
      step "LAMMPS, with RIGIDSTEP_CHECKS"
      run_script LAMMPS_checks env RIGIDSTEP_CHECKS=1 "$root/tests/lammps/run.py" --short 4Jul2026
    fi
  fi
fi

if [ $quick = no ]; then
  step "hosts"
  [ ! -x "$root/build/gcc/bin/rigidstep" ] || export RIGIDSTEP_BUILT="$root/build/gcc"
  if [ $full = yes ]; then run_script hosts "$root/tests/hosts/run_host_tests.sh"
  else run_script hosts "$root/tests/hosts/run_host_tests.sh" --short; fi
  unset RIGIDSTEP_BUILT
fi

if [ $quick = no ]; then
  step "hosts of pip"
  if [ $full = yes ]; then run_script pip "$root/tests/pip/run.sh"
  else run_script pip "$root/tests/pip/run.sh" --short; fi
fi

# queue NAME COMMAND: a line of shell for run_queue; what it prints goes to NAME.log.
queued=
mkdir -p "$out/queue"
queue() {
  [ $wanted = yes ] || return
  echo "$2" >"$out/queue/$1"
  queued="$queued $1"
}
# As many at once as there are processors, each told of when it ends.
run_queue() {
  [ $wanted = yes ] || return
  # shellcheck disable=SC2086
  printf '%s\n' $queued | xargs -P "$jobs" -I '{}' sh -c '
    begun=$(date +%s)
    if (cd "$0" && sh "queue/$1") >"$0/$1.log" 2>&1; then
      told=$(grep -m 1 comparisons "$0/$1.log")
      echo "ok      $1, $(($(date +%s) - begun)) s${told:+: $told}"
    else
      echo "FAILED  $1; see $0/$1.log"
      tail -n 10 "$0/$1.log"
    fi' "$out" '{}' | tee "$out/queue.log"
  passed=$((passed + $(grep -c '^ok' "$out/queue.log")))
  failed=$((failed + $(grep -c '^FAILED' "$out/queue.log")))
  # shellcheck disable=SC2086
  set -- $queued
  [ $# = "$(grep -c '^ok\|^FAILED' "$out/queue.log")" ] || bad "of $# tests, some did not end"
  queued=
}

# ---- the long ones ------------------------------------------------------------------------------
if [ $full = yes ]; then
  unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER
  bin=$root/build/gcc/bin

  step "packages, in a clean root"
  run_script packages "$root/tests/package/run_package_test.sh"
  step "Python in a newer Debian"
  run_script newer_debian "$root/tests/package/run_python_test.sh"
  step "Python and LAMMPS in the newest Debian, sid"
  run_script newest_python "$root/tests/package/run_python_test.sh" "$root/build/newest_debian" sid
  [ $lammps = no ] || run_script newest_lammps "$root/tests/package/run_lammps_test.sh"
  step "OpenMM 8 in a newer Debian"
  run_script newer_openmm "$root/tests/package/run_openmm_test.sh"

  step "pip alone, in bare Debians"
  run_script pip_bare "$root/tests/pip/bare.sh"
  run_script pip_manylinux "$root/tests/pip/manylinux.sh"

  step "potentials of pip"
  run_script pip_potentials "$root/tests/pip/potentials.sh"

  step "other machines"
  run_script machines "$root/tests/machines/run_machines.sh"

  [ $lammps = yes ] && without= || without=--no-lammps
  if ! step "gallery"; then :
  elif "$root/examples/gallery.sh" $without >"$out/gallery.log" 2>&1; then
    ok "$(tail -n 1 "$out/gallery.log")"
  else bad "gallery; see $out/gallery.log"; fi

  # Beginning with the stored corpus, which the sanitizers have run each time.
  step "fuzzing, 60 s each"
  if build fuzz fuzz_targets -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DRIGIDSTEP_EXAMPLES=OFF -DRIGIDSTEP_SANITIZE=fuzzer-no-link,address,undefined \
    -DRIGIDSTEP_LIBFUZZER=ON; then
    sh "$root/tests/fuzz/run_fuzzers.sh" "$root/build/fuzz" "$out/fuzz" 60 fuzz_input:save fuzz_input:parameters \
      fuzz_input:tables fuzz_problem fuzz_input:bodies fuzz_input:flow fuzz_input:calls \
      fuzz_input:principal fuzz_extreme | tee "$out/fuzz.log"
    passed=$((passed + $(grep -c '^ok' "$out/fuzz.log")))
    failed=$((failed + $(grep -c '^FAILED' "$out/fuzz.log")))
    tell "$(sed -n 's/.*: \([0-9]*\) inputs$/\1/p' "$out/fuzz.log" | awk '{ n += $1 } END { print n + 0 }')" \
      "inputs made by the fuzzer, $(grep -c '^ok' "$out/fuzz.log") targets, ASan and UBSan"
  fi

  step "valgrind"
  export RGS_TEST_UNDER_VALGRIND=1
  # The tests replace malloc to count it; here libc's own is to be watched.
  watched="valgrind --quiet --suppressions='$root/tests/checks/valgrind.supp' --error-exitcode=9 --leak-check=full \
    --errors-for-leak-kinds=definite --soname-synonyms=somalloc=nouserintercepts"
  for run in t_abi_bad_input t_abi_free_flow t_abi_growth t_abi_memory t_abi_names \
    t_module_table "t_module_file '$root/build/gcc/tests/modules'" \
    t_outputs t_own_outputs t_stepper_displaced t_stepper_drive \
    t_stepper_faults t_stepper_in_place t_stepper_layout t_stepper_memory t_stepper_motion t_stepper_needs \
    t_stepper_process t_stepper_save t_executor "fuzz_input 2000"; do
    queue "valgrind.${run%% *}" "$watched '$bin'/$run"
  done
  run_queue
  unset RGS_TEST_UNDER_VALGRIND

  step "coverage"
  if build coverage all -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DCMAKE_BUILD_TYPE=Debug \
    '-DCMAKE_C_FLAGS_DEBUG=-O0 -g --coverage' -DCMAKE_EXE_LINKER_FLAGS=--coverage -DRIGIDSTEP_EXAMPLES=OFF; then
    RIGIDSTEP_TEST_SHORT=1 # which lines run does not depend on how often
    export RIGIDSTEP_TEST_SHORT
    run_ctest coverage -LE once -E '^check_(fma|symbols)$|^device_'
    unset RIGIDSTEP_TEST_SHORT
    python3 "$root/tests/checks/coverage.py" "$root" "$root/build/coverage" core plugin-generic >"$out/coverage.log" 2>&1
    covered=$(sed -n 's/^lines: \([0-9.]*\)%.*/\1/p' "$out/coverage.log")
    branches=$(sed -n 's/^branches: \([0-9.]*\)%.*/\1/p' "$out/coverage.log")
    if [ -n "$covered" ]; then
      ok "coverage: $covered % of the lines, $branches % of the branches; see $out/coverage.log"
      tell "$covered %" "of the lines of core/ and plugin-generic/ run by the tests"
    else
      bad "coverage; see $out/coverage.log"
    fi
  fi

  # The longest begin first.  Ensembles print their figures with error bars, and fail with the probability
  # 1e-3 or 1e-2 if all is right.
  step "long runs: ensembles, a million inputs, half a million steps, ten thousand bodies"
  fluid="'$root/tests/ensembles/fluid.sh' '$bin' long barostat_relaxation=1 h=0.01"
  body=body=0,0,0,2/0.5,0,0,1/-0.1,0.45,0,3/0.1,0.1,0.4,1.5
  queue ensemble_fluid "'$bin/ensemble_samples' fluid long"
  queue ensemble_relaxations "'$bin/ensemble_samples' relaxations long"
  queue ensemble_other_body "$fluid n=24 kt=1.4 p=0.7 $body cycles=400000 time=2500"
  queue ensemble_one_axis "$fluid n=27 kt=1 p=0.8 axes=x volume=103 body=0,0,0/0.3,0,0/0,0.25,0 cycles=400000 time=2500"
  for thermostat in langevin csvr nhc; do
    still=1 && [ $thermostat != langevin ] || still=0
    queue crystal_$thermostat "'$bin/cell_monte_carlo' still=$still cycles=200000 | '$bin/crystal_samples' thermostat=$thermostat time=6000"
  done
  queue openmm_pressure "OPENMM_CPU_THREADS=1 '$bin/t_openmm_pressure' CPU long"
  queue rounding "'$bin/t_rounding' 1e7 16"
  for path in baseline avx2 avx512; do queue "extreme_$path" "RIGIDSTEP_KERNELS=$path '$bin/fuzz_extreme' 1000000"; done
  queue random_bodies "'$bin/random_bodies' 10000"
  queue growth "RIGIDSTEP_BUILT='${bin%/bin}' '$root/examples/studies/run.sh' free_rotor growth --steps 2e7 --out growth"
  queue rubbish "'$bin/fuzz_input' 200000"
  run_queue
fi

end_step
printf '\n== how long it took\n'
cat "$out/steps.txt"
printf '\n== what was checked\n'
cat "$told"

printf '\nafter %d s, logs in %s\n' $(($(date +%s) - begun)) "$out"
if [ $skipped = 0 ]; then echo "$passed passed, $failed failed"
else echo "$passed passed, $failed failed, $skipped skipped"; fi
[ $failed = 0 ] && [ $((passed + skipped)) != 0 ]
