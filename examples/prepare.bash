# SPDX-License-Identifier: BSD-3-Clause
#
# prepare.bash - what the examples' scripts have in common, for them to source after `set`: Debian
# packages that are installed where missing (as root), and a build in build/ of the checkout.
#
#   packages+=(PACKAGE[:COMMAND]...)
#   prepare FOLDER_NAME "TARGET..." [OUTPUT_FOLDER]
#
# A package with a command is not wanted where that is there, whoever brought it.  prepare
# sets root, here (the script's folder), build and out (build/FOLDER_NAME unless given; absolute), and
# builds the targets.  RIGIDSTEP_BUILT names a build to be used as it is instead.

here=$(cd "$(dirname "${BASH_SOURCE[-1]}")" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${RIGIDSTEP_BUILT:-$root/build}
packages=(cmake:cmake make:make gcc:gcc libc6-dev)

die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }
say() { printf '%s\n' "$*" >&2; }

# A background job of a script does not hear the keyboard's interrupt.
child=
finish() { [ -z "$child" ] || kill "$child" 2>/dev/null || true; }
trap finish EXIT
trap 'exit 130' INT TERM

# logged LOG COMMAND...: quiet, but with a sign of life every ten seconds.
logged() {
  local log=$1 t=$SECONDS status=0
  shift
  "$@" </dev/null >>"$log" 2>&1 &
  child=$!
  while kill -0 "$child" 2>/dev/null; do
    sleep 0.2
    if ((SECONDS - t >= 10)); then
      t=$SECONDS
      say "      $SECONDS s: $(tail -n 1 "$log" | cut -c 1-88)"
    fi
  done
  wait "$child" || status=$?
  child=
  return "$status"
}

# On other systems than Debian what is missing will show when it is called.
install_missing() {
  local missing=() as_root=() install package log=$out/apt.log
  command -v dpkg-query >/dev/null || return 0
  for package in "${packages[@]}"; do
    [[ $package != *:* ]] || ! command -v "${package#*:}" >/dev/null || continue
    package=${package%:*}
    case $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true) in
      installed) ;;
      *) missing+=("$package") ;;
    esac
  done
  ((${#missing[@]})) || return 0
  say "installing ${missing[*]}"
  LC_ALL=C apt-get install --assume-no --no-install-recommends "${missing[@]}" 2>/dev/null |
    grep -E '^(Need to get|After this operation)' >&2 || true  # no size without lists of packages
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y
           -o DPkg::Lock::Timeout=300 --no-install-recommends "${missing[@]}")
  : >"$log"
  # Package lists may be lacking or old; fetching them when they are not wastes time.
  logged "$log" "${install[@]}" || { logged "$log" "${as_root[@]}" apt-get update && logged "$log" "${install[@]}"; } ||
    { tail -n 15 "$log" >&2; die "please install, as root: apt-get install --no-install-recommends ${missing[*]}"; }
}

prepare() {
  local targets first=() log
  read -ra targets <<<"$2"
  out=${3:-$build/$1}
  mkdir -p "$out"
  out=$(cd "$out" && pwd)
  install_missing
  [ -z "${RIGIDSTEP_BUILT:-}" ] || return 0
  say "building in $build"
  # A folder configured for another checkout is not ours to repair, nor are the choices made in it.
  if [ -f "$build/CMakeCache.txt" ] &&
     ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    die "$build belongs to another source tree; remove it or move it away"
  fi
  [ -f "$build/CMakeCache.txt" ] || first=(-DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_TESTS=OFF)
  log=$out/build.log
  : >"$log"
  if ! logged "$log" cmake -S "$root" -B "$build" "${first[@]}" -DRIGIDSTEP_EXAMPLES=ON ||
     ! logged "$log" cmake --build "$build" --parallel "$(nproc)" --target "${targets[@]}"; then
    tail -n 30 "$log" >&2
    die "the build failed; see $log"
  fi
}
