# SPDX-License-Identifier: BSD-3-Clause
#
# figures.bash - what the scripts that draw figures have in common, for them to source after `set`:
# tools that are installed where missing (as root), and a build in build/ of the checkout.
#
#   prepare FOLDER_NAME TARGET [OUTPUT_FOLDER]
#
# sets root, build and out (build/FOLDER_NAME unless given; absolute), and builds TARGET.

here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build

die() { printf 'figures: %s\n' "$*" >&2; exit 1; }
say() { printf '%s\n' "$*" >&2; }

install_missing() {
  local missing=() as_root=() install tool
  for tool in cmake make gcc gnuplot; do
    command -v "$tool" >/dev/null || missing+=("${tool/gnuplot/gnuplot-nox}")
  done
  ((${#missing[@]})) || return 0
  say "installing ${missing[*]}"
  command -v apt-get >/dev/null || die "please install: ${missing[*]}"
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y
           --no-install-recommends "${missing[@]}" libc6-dev)
  "${install[@]}" >"$out/apt.log" 2>&1 ||
    { "${as_root[@]}" apt-get update >"$out/apt.log" 2>&1 && "${install[@]}" >>"$out/apt.log" 2>&1; } ||
    { tail -n 15 "$out/apt.log" >&2; die "please install: ${missing[*]}"; }
}

prepare() {
  local target=$2 first=()
  out=${3:-$build/$1}
  mkdir -p "$out"
  out=$(cd "$out" && pwd)
  install_missing
  say "building"
  if [ -f "$build/CMakeCache.txt" ] &&
     ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$build/CMakeCache.txt"; then
    die "$build belongs to another source tree; remove it or move it away"
  fi
  [ -f "$build/CMakeCache.txt" ] || first=(-DCMAKE_BUILD_TYPE=Release -DRIGIDSTEP_TESTS=OFF)
  if ! { cmake -S "$root" -B "$build" "${first[@]}" -DRIGIDSTEP_EXAMPLES=ON &&
         cmake --build "$build" --parallel "$(nproc)" --target "$target"; } >"$out/build.log" 2>&1; then
    tail -n 30 "$out/build.log" >&2
    die "the build failed; see $out/build.log"
  fi
}
