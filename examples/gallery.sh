#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Pictures of what the integrators do, from a bare Debian 12 on: runs everything, draws it, and puts it
# on one page that needs no other file, with the data of each picture beside it.
#
#   gallery.sh [--full] [--no-lammps] [--no-mujoco] [--no-openmm] [OUTPUT_FOLDER]     default: build/gallery
#
# --full: runs as long as the papers', and temperatures in LAMMPS with small error bars; an hour of
# processor time in place of six minutes.  LAMMPS is built the first time, which is not counted here.
# Installs what is missing; root is wanted for that only.  Answers 1 if a picture could not be made.
set -euo pipefail

. "$(dirname "${BASH_SOURCE[0]}")/figures.bash"
full=no lammps=yes mujoco=yes openmm=yes
while [[ ${1:-} == -* ]]; do
  case $1 in
    --full) full=yes ;;
    --no-lammps) lammps=no ;;
    --no-mujoco) mujoco=no ;;
    --no-openmm) openmm=no ;;
    *) die "no option '$1'; gallery.sh [--full] [--no-lammps] [--no-mujoco] [--no-openmm] [OUTPUT_FOLDER]" ;;
  esac
  shift
done
prepare gallery gallery "${1:-}"
drawings=$here/gallery
problems=$here/problems
rigidstep=$build/bin/rigidstep
cd "$out"
missing=()

# short LENGTH FULL: what is wanted of a run that may be long
short() { if [ $full = yes ]; then printf '%s' "$2"; else printf '%s' "$1"; fi; }

# make_part NAME COMMAND...: what it prints goes to NAME.log; goes on without it if it fails
make_part() {
  local name=$1
  shift
  say "$name"
  "$@" </dev/null >"$name.log" 2>&1 && return
  tail -n 3 "$name.log" >&2
  missing+=("$name (see $out/$name.log)")
}

# run TABLE PROBLEM OPTION...: by the command line
run() {
  local table=$1 problem=$2
  shift 2
  "$rigidstep" run --output "$table" "$@" "$problems/$problem.rgs"
}
# draw NAME TABLE...: gnuplot is content with an empty table, this is not
draw() {
  local name=$1 table
  rm -f "$name.svg"
  for table in "${@:2}"; do [ "$(wc -l <"$table")" -gt 2 ] || return; done
  gnuplot -e "style='$drawings/style.gp'" "$drawings/$name.gp" && [ -s "$name.svg" ]
}

# ---- runs ----------------------------------------------------------------------------------------
polhodes() { run polhodes.csv polhodes && draw polhodes polhodes.csv; }
racket() {
  local m
  run racket.csv racket || return
  for m in exact dmv2 richardson; do
    run racket_$m.csv racket --method $m/strang --step 0.5 --steps 240 || return
  done
  draw racket racket.csv racket_exact.csv racket_dmv2.csv racket_richardson.csv &&
    draw front racket.csv racket_exact.csv racket_dmv2.csv racket_richardson.csv
}
heavy_top() {
  local m
  run heavy_top.csv heavy_top || return
  for m in strang blanes_moan4; do run heavy_top_$m.csv heavy_top --method exact/$m || return; done
  draw heavy_top heavy_top.csv heavy_top_strang.csv heavy_top_blanes_moan4.csv
}
satellite() { run satellite.csv satellite && draw satellite satellite.csv; }
engines() {
  "$here/hosts/mujoco/run.sh" "$out/mujoco" && cp mujoco/engines.csv engines.csv && draw engines engines.csv
}
openmm() {
  "$here/hosts/openmm/run.sh" "$out/openmm" && cp openmm/schemes.csv openmm.csv && draw openmm openmm.csv
}
# Step in fs and length in ns of each run, two at a time; 1 if a mean is not what it should be.
temperatures() {
  mkdir -p temperatures && cd temperatures &&
    printf '%s\n' "1 0.5" "2 1" "3 1" "4 1" "5 1" |
    xargs -P 2 -L 1 "$build/bin/refined_values/temperatures" >raw && sort -k1,1r -k2,2n raw >temperatures.txt &&
    awk -f "$here/studies/refined_values/temperatures.awk" temperatures.txt && gnuplot "$here/studies/refined_values/temperatures.gp"
}
# A ring of DNA in a LAMMPS with oxDNA, which Debian's has not
dna_ring() {
  local tools=$here/../plugin-lammps/tools lammps folder
  lammps=$("$tools/build_lammps.sh" --particles 4Jul2026) && folder=$("$tools/build_plugin.sh" 4Jul2026) || return
  awk -v pairs=100 -v turns=10 -v kt=0.1 -f "$here/lammps/dna.awk" >dna_ring.data &&
    sed '/^run /,$d' "$here/lammps/in.dna" >dna_ring.in &&
    printf '%s\n' "compute quat all property/atom quatw quati quatj quatk" "dump places all custom 2000 dna_ring.txt id type x y z c_quat[*]" \
      "dump_modify places sort id format float %.5f" "run 2000" >>dna_ring.in &&
    OMP_NUM_THREADS=1 LD_LIBRARY_PATH=$folder "$lammps/lmp" -in dna_ring.in -var data dna_ring.data -log none &&
    awk -f "$drawings/dna_ring_svg.awk" dna_ring.txt >dna_ring.svg
}
for part in polhodes racket heavy_top satellite; do make_part $part $part; done
make_part temperatures eval '(temperatures)'
make_part free_rotor "$here/studies/run.sh" free_rotor --steps "$(short 1e5 1e6)" --out "$out/free_rotor"
make_part nontwist "$here/studies/run.sh" nontwist --out "$out/nontwist"
make_part forced_rotor env T="$(short 5e3 5e4)" MOLECULES="$(short 6 27)" \
  "$here/studies/forced_rotor/figures.sh" "$out/forced_rotor"
[ $mujoco = no ] || make_part engines engines
[ $openmm = no ] || make_part openmm openmm
make_part descent "$here/studies/run.sh" descent --out "$out/descent"
make_part ase "$here/hosts/ase/run.sh" "$out/ase"
if [ $lammps = yes ]; then
  make_part dna_ring dna_ring
  make_part lammps_energy env PS="$(short 0.2 0.5)" "$here/studies/water_box/run_schemes.sh" "$out/lammps_energy"
  make_part volumes env STEPS=0.01 TIME="$(short 400 2000)" FIXES="$(short "theirs csvr" "theirs csvr langevin")" \
    "$here/studies/volumes/run_volumes.sh" "$out/volumes"
  [ $full = no ] ||
    make_part lammps_temperatures "$here/studies/water_box/run_temperatures.sh" "$out/lammps_temperatures"
  [ $full = no ] || make_part which_step "$here/studies/which_step/run_which_step.sh" "$out/which_step"
fi

# ---- page ----------------------------------------------------------------------------------------
. "$drawings/page.bash"
# Beside it and not in its place until it is whole.
page "$(short short full)" >index.html.new
mv index.html.new index.html
printf '%s/index.html: %d pictures\n' "$out" "$(grep -c '<img ' index.html)"
if ((${#missing[@]})); then
  printf 'not made: %s\n' "${missing[@]}" >&2
  exit 1
fi
