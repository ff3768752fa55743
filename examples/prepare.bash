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

# On other systems than Debian what is missing will show when it is called.
install_missing() {
  local missing=() as_root=() install package
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
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y
           -o DPkg::Lock::Timeout=300 --no-install-recommends "${missing[@]}")
  # Package lists may be lacking or old; fetching them when they are not wastes time.
  "${install[@]}" >"$out/apt.log" 2>&1 ||
    { "${as_root[@]}" apt-get update >"$out/apt.log" 2>&1 && "${install[@]}" >>"$out/apt.log" 2>&1; } ||
    { tail -n 15 "$out/apt.log" >&2; die "please install: ${missing[*]}"; }
}

prepare() {
  local targets first=()
  read -ra targets <<<"$2"
  out=${3:-$build/$1}
  mkdir -p "$out"
  out=$(cd "$out" && pwd)
  install_missing
  [ -z "${RIGIDSTEP_BUILT:-}" ] || return 0
  say "building"
  if [ -f "$build/CMakeCache.txt" ] &&
     ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    die "$build belongs to another source tree; remove it or move it away"
  fi
  [ -f "$build/CMakeCache.txt" ] || first=(-DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_TESTS=OFF)
  if ! { cmake -S "$root" -B "$build" "${first[@]}" -DRIGIDSTEP_EXAMPLES=ON &&
         cmake --build "$build" --parallel "$(nproc)" --target "${targets[@]}"; } >"$out/build.log" 2>&1; then
    tail -n 30 "$out/build.log" >&2
    die "the build failed; see $out/build.log"
  fi
}
