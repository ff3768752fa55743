#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Particles with a shape in LAMMPS: its own fixes and ours.  Prints a table for each part:
#
#   energy    error of the energy against force evaluations: a drop of Gay-Berne ellipsoids, and a piece of DNA by oxDNA
#   contacts  the same of superellipsoids that collide without friction, and their motion afterwards
#   hairpin   temperatures and base pairs of a hairpin of DNA by oxDNA
#   fluid     64 ellipsoids in a nematic phase: temperatures of translation and rotation, kinetic and configurational, and order parameter
#   pressure  mean and variance of the volume, and its covariance with the pressure, against Monte Carlo
#   minimum   evaluations to a minimum of the energy from random places and attitudes
#
#   run_particles.sh [OUTPUT_FOLDER]            default: ./particles_output
#
# LMP: a LAMMPS with packages ASPHERE and CG-DNA, and LOAD: a command with which it loads the plugin (default: one of 4Jul2026 that
# build_lammps.sh --particles builds).  PARTS: which of the parts (default: all).  TIME: length of the runs of part pressure in units of time (default: 400).  STEPS: of the runs of hairpin and fluid (default: 100000).
# KT: temperature of the hairpin (default: 0.1), REPEATS: how many runs of it with noise of their own (default: 1).
# PRESSURES: list of SYSTEM-FIX-PDAMP-STEP, FLUIDS: of FIX-STEP.  JOBS: how many runs at a time, 1 or 2 (default).  CYCLES: of Monte Carlo (default: 100000).  An
# hour of processor time in all.  Runs that ended are not repeated.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
. "$here/../lammps_runs.sh"
root=$here/../../..
. "$root/tests/lammps/particles.sh"
out=${1:-particles_output}
time=${TIME:-400}
steps=${STEPS:-100000}
kt=${KT:-0.1}
repeats=${REPEATS:-1}
cycles=${CYCLES:-100000}
whole TIME "$time" 10 "units of time"
whole STEPS "$steps" 2000 steps
whole REPEATS "$repeats" 1 runs
whole CYCLES "$cycles" 3200 cycles
if [ -z "${LMP:-}" ]; then
  # (Debian's LAMMPS has no oxDNA)
  LMP=$("$root/plugin-lammps/tools/build_lammps.sh" --particles 4Jul2026)/lmp LOAD="plugin load rigidstepplugin.so"
  LD_LIBRARY_PATH=$("$root/plugin-lammps/tools/build_plugin.sh" 4Jul2026)
  export LD_LIBRARY_PATH
fi
begin "$out"

particle_run() { lammps in.particles "$@"; }
# dna NAME DATA COMMANDS ARGUMENTS: examples/lammps/in.dna as far as its fix, and then the commands of a file
dna_run() {
  name=$1
  { sed '/^fix /,$d' "$root/examples/lammps/in.dna"; cat "$3"; } >"$name.in"
  data=$2
  shift 3
  (here=$PWD && lammps "$name.in" -var data "$data" -var name "$name" "$@" -log "$name.log") || { say "failed: $(grep -m 1 ERROR "$name.log")"; return 1; }
}
seed_of() { echo "$@" | cksum | awk '{ print 1 + $1 % 1000000 }'; }
# steps of LENGTH in TIME
steps_in() { awk -v h="$1" -v t="$2" 'BEGIN { print int(t / h + 0.5) }'; }

# made NAME CELLS SPACING BOX POINTS COMMAND ARGUMENTS: NAME.data, by a run from a crystal without rotation; COMMAND comes before it
made() {
  name=$1
  [ ! -s "$name.data" ] || return 0
  say "making $name.data"
  particles_data "$2" "$3" "$4" "$5" >crystal.data
  printf '%s\n' "set type 1 angmom 0 0 0" "velocity all create 1.0 771 mom yes dist gaussian" "$6" >"$name.in"
  shift 6
  particle_run -var state crystal.data -var name "$name" -var keep yes -var before "include $name.in" "$@" -log "$name.log" ||
    die "$name.data was not made: $(grep -m 1 ERROR "$name.log")"
}
soft() {
  made soft 4 3.2 0 0 "" -var dt 0.002 -var steps 10000 -var every 1000 -var fix "npt/asphere/rgs temp 1 1 0.5 iso 0.5 0.5 1 bath langevin"
  made stout_mixed 4 2.2 0 0.426 "" -var shape "1 1 1.5" -var cut 2.3 -var dt 0.002 -var steps 10000 -var every 1000 \
    -var fix "npt/asphere/rgs temp 1 1 0.5 iso 0.5 0.5 1 bath langevin"
  made soft_mixed 4 3.2 0 0.426 "" -var dt 0.002 -var steps 10000 -var every 1000 -var fix "npt/asphere/rgs temp 1 1 0.5 iso 0.5 0.5 1 bath langevin"
}
# tool NAME SOURCE ...: a program of this tree's own, without the library
tool() {
  tool_name=$1
  shift
  [ -x "$tool_name" ] || cc -O2 -I "$root/tests/baths" -o "$tool_name" "$@" -lm || die "$tool_name does not compile"
}

one() { "one_$@"; }
in_parallel() { if [ "${JOBS:-2}" = 1 ]; then each_line <"$1" || die "a run failed"; else two_at_a_time "$1"; fi; }

# ---- energy ----------------------------------------------------------------------------------------
# rms NAME: of the sum of the last three columns about its mean, and the difference of the means of the last and of the first quarter
rms() {
  awk '!/^#/ { n++; e[n] = $(NF - 2) + $(NF - 1) + $NF; m += e[n] }
    END { for (i = 1; i <= n; i++) { v += (e[i] - m / n) ^ 2; if (i <= n / 4) a += e[i]; if (i > n - int(n / 4)) b += e[i] }
      printf "%.2e %+.1e", sqrt(v / n), (b - a) / int(n / 4) }' "$1.samples"
}
one_energy() {  # system, method, evaluations a step, time step
  name=$1-$2-$4
  [ ! -e "$name.done" ] || return 0
  say "$1, $2, steps of $4"
  style=rgs
  case $2 in
    nve/* | strang) style=verlet ;;
  esac
  name=$(echo "$name" | tr / _)
  case $1:$2 in
    drop:nve/*) fix=$2 ;;
    drop:*) fix="nve/asphere/rgs scheme $2" ;;
    dna:nve/*) fix=$2 ;;
    dna:*) fix="nve/dot/rgs scheme $2" ;;
  esac
  case $1 in
    drop) particle_run -var state drop.data -var shape "1 1.2 2" -var wells "1 0.8 0.5" -var epsilon 1 -var upsilon 1 -var cut 15 -var name "$name" -var fix "$fix" \
      -var style $style -var dt "$4" -var steps "$(steps_in "$4" 3.84)" -var every "$(steps_in "$4" 0.096)" -log "$name.log" ;;
    dna) dna_run "$name" dna.data energy.dna -var fix "$fix" -var style $style -var dt "$4" -var steps "$(steps_in "$4" 9.6)" -var every "$(steps_in "$4" 0.24)" ;;
  esac || { say "failed: $(grep -m 1 ERROR "$name.log")"; return 0; }
  : >"$name.done"
}
energy() {
  made drop 3 1.9 60 0 "" -var shape "1 1.2 2" -var wells "1 0.8 0.5" -var epsilon 1 -var upsilon 1 -var cut 15 -var dt 0.002 -var steps 2000 -var every 1000 \
    -var fix "nve/asphere/rgs langevin 0.6 0.6 0.5 31"
  printf '%s\n' 'fix move all ${fix}' 'run_style ${style}' 'timestep ${dt}' 'compute moves all ke' 'compute turns all erotate/asphere' \
    'thermo_modify norm no' 'fix out all ave/time ${every} 1 ${every} c_moves c_turns c_thermo_pe format " %.12g" file ${name}.samples' 'run ${steps}' >energy.dna
  [ -s dna.data ] || {
    printf '%s\n' 'fix move all nve/dotc/langevin/rgs 0.1 0.1 0.5 4711 angmom 10' 'timestep 0.002' 'run 2000' 'write_data dna.data nocoeff' >warm.dna
    dna_run warm "$root/examples/lammps/data.dna" warm.dna || die "dna.data was not made"
  }
  for method in nve/asphere:1 strang:1 takahashi_imada4:2 srkn6b:6; do
    for dt in 0.002 0.004 0.008 0.012 0.024; do echo "energy drop ${method%:*} ${method#*:} $dt"; done
  done >runs
  for method in nve/dot:1 strang:1 takahashi_imada4:2 srkn6b:6; do
    for dt in 0.005 0.01 0.02 0.03 0.06; do echo "energy dna ${method%:*} ${method#*:} $dt"; done
  done >>runs
  in_parallel runs
  {
    echo "Constant energy: evaluations in a unit of time, rms of the energy, and its change from the first to the last quarter of a run"
    while read -r _ system method evaluations dt; do
      name=$(echo "$system-$method-$dt" | tr / _)
      [ ! -e "$name.done" ] || printf '%-5s %-18s %6s %8.0f   %s\n' "$system" "$method" "$dt" "$(awk -v e="$evaluations" -v h="$dt" 'BEGIN { print e / h }')" "$(rms "$name")"
    done <runs
  } | tee energy.table
}

# ---- contacts --------------------------------------------------------------------------------------
one_contacts() {  # method, time step, stiffness
  name=contacts-$(echo "$1" | tr / _)-$2-$3
  [ ! -s "$name.motion" ] || return 0
  say "superellipsoids, $1, steps of $2"
  case $1 in
    nve/*) fix=$1 style=verlet ;;
    *) fix="nve/asphere/rgs scheme $1" style=rgs ;;
  esac
  lammps in.contacts -var name "$name" -var fix "$fix" -var style $style -var dt "$2" -var steps "$(steps_in "$2" 3.2)" -var stiffness "$3" -log "$name.log" ||
    die "failed: $(grep -m 1 ERROR "$name.log")"
}
contacts() {
  for dt in 0.016 0.008 0.004 0.002 0.001 0.00025; do
    for method in nve/asphere strang takahashi_imada4 srkn6b; do echo "contacts $method $dt 1000"; done
  done >runs
  printf '%s\n' "contacts strang 0.0005 10000" "contacts strang 0.0001 100000" >>runs
  in_parallel runs
  {
    echo "64 pairs of superellipsoids that collide: relative change of the energy, and rms of velocities and angular momenta beside srkn6b with steps of 0.00025"
    while read -r _ method dt stiffness; do
      name=contacts-$(echo "$method" | tr / _)-$dt-$stiffness
      printf '%-18s %7s %6s %10s   %s\n' "$method" "$dt" "$stiffness" \
        "$(awk '/^ *Step/ { on = 1; next } /^Loop/ { on = 0 } on && /^ *[0-9]/ { e[++n] = $2 } END { printf "%.2e", e[n] / e[1] - 1 }' "$name.log")" \
        "$([ "$stiffness" != 1000 ] || paste contacts-srkn6b-0.00025-1000.motion "$name.motion" | awk 'NF == 14 { n++; for (k = 2; k <= 7; k++) s += ($k - $(7 + k)) ^ 2 } END { printf "%.2e", sqrt(s / n) }')"
    done <runs
  } | tee contacts.table
}

# ---- hairpin ---------------------------------------------------------------------------------------
one_hairpin() {  # fix, time step, number of the run
  name=hairpin-$(echo "$1" | tr / _)-$2-$kt-$3
  [ "$(cat "$name.done" 2>/dev/null)" != "$steps" ] || return 0
  say "hairpin, $1, steps of $2, run $3"
  dna_run "$name" hairpin.data run.hairpin -var fix "$1 $kt $kt 0.5 $(seed_of "$@") angmom 10" -var dt "$2" -var steps "$steps" || return 0
  echo "$steps" >"$name.done"
}
# mean and standard error of each column, from 20 blocks
means() {
  awk '!/^#/ { n++; for (k = 2; k <= NF; k++) x[n, k] = $k; columns = NF }
    END { size = int(n / 20); for (k = 2; k <= columns; k++) { s = q = 0
      for (b = 0; b < 20; b++) { m = 0; for (i = 1; i <= size; i++) m += x[b * size + i, k] / size; s += m / 20; q += m * m / 20 }
      printf "  %.5g(%.1g)", s, sqrt((q > s * s ? q - s * s : 0) / 19) } }' "$1.samples"
}
hairpin() {
  [ -s hairpin.data ] || {
    awk -v open=1 -v pairs=6 -v loop=6 -v turns=0.598 -v kt=0.1 -f "$root/examples/lammps/dna.awk" >hairpin.start
    printf '%s\n' 'fix move all nve/dotc/langevin/rgs 0.1 0.1 0.5 4711 angmom 10' 'minimize/rgs 0 1e-4 200 2000' 'timestep 0.005' 'run 10000' \
      'write_data hairpin.data nocoeff' >warm.hairpin
    dna_run warm hairpin.start warm.hairpin || die "hairpin.data was not made"
  }
  printf '%s\n' 'fix move all ${fix}' 'timestep ${dt}' 'compute moves all ke' 'compute turns all erotate/asphere' 'compute bonds all pair oxdna/hbond' \
    'variable moves equal c_moves/(1.5*atoms)' 'variable turns equal c_turns/(1.5*atoms)' 'thermo_modify norm no' 'thermo 1000' \
    'fix out all ave/time 10 1 10 v_moves v_turns c_bonds c_thermo_pe format " %.8g" file ${name}.samples' \
    'compute quat all property/atom quatw quati quatj quatk' 'dump places all custom 100 ${name}.places id xu yu zu c_quat[*]' 'dump_modify places sort id' 'run ${steps}' >run.hairpin
  for dt in 0.005 0.01 0.015; do
    for fix in nve/dotc/langevin nve/dotc/langevin/rgs; do
      for run in $(seq "$repeats"); do echo "hairpin $fix $dt $run"; done
    done
  done >runs
  in_parallel runs
  {
    echo "Hairpin at kT $kt, $steps steps: kinetic kT of translation and of rotation at the ends of steps, energy of hydrogen bonds, potential energy, base pairs"
    while read -r _ fix dt run; do
      name=hairpin-$(echo "$fix" | tr / _)-$dt-$kt-$run
      [ ! -e "$name.done" ] || printf '%-22s %6s %s  %s\n' "$fix" "$dt" "$(means "$name")" "$(awk -v pairs=6 -f "$here/base_pairs.awk" "$name.places")"
    done <runs
  } | tee hairpin.table
}

# ---- pressure --------------------------------------------------------------------------------------
one_pressure() {  # system, fix, Pdamp, time step
  name=$1-$2-$3-$4
  [ "$(cat "$name.done" 2>/dev/null)" != "$time" ] || return 0
  say "$1, $2, Pdamp $3, steps of $4"
  shape="1 1 3" cut=3.5
  [ $1 != stout_mixed ] || shape="1 1 1.5" cut=2.3
  case $2 in
    theirs) fix="npt/asphere temp 1 1 1 iso 0.5 0.5 $3" ;;
    *) fix="npt/asphere/rgs temp 1 1 1 iso 0.5 0.5 $3 bath $2 seed $(seed_of "$@")" ;;
  esac
  particle_run -var state "$1.data" -var shape "$shape" -var cut "$cut" -var name "$name" -var fix "$fix" -var dt "$4" -var warm "$(steps_in "$4" $((time / 10)))" \
    -var steps "$(steps_in "$4" "$time")" -log "$name.log" ||
    { say "failed: $(grep -m 1 ERROR "$name.log")"; return 0; }
  echo "$time" >"$name.done"
}
pressure() {
  soft
  tool monte_carlo "$root/tests/baths/monte_carlo.c" "$root/tests/baths/soft_ellipsoids.c"
  while read -r system words; do
    [ -s "$system.reference" ] || {
      say "Monte Carlo, $system"
      ./monte_carlo $words p=0.5 cycles="$cycles" >monte_carlo.out || die "Monte Carlo failed"
      mv monte_carlo.out "$system.reference"
    }
  done <<END
soft ellipsoid=0.5,0.5,1.5
soft_mixed ellipsoid=0.5,0.5,1.5 points=32
stout_mixed ellipsoid=0.5,0.5,0.75 points=32 cut=2.3
END
  for run in ${PRESSURES:-soft-csvr-2-0.005 soft-langevin-2-0.005 soft-theirs-2-0.005 soft_mixed-csvr-2-0.005 soft_mixed-langevin-2-0.005 \
    soft_mixed-theirs-2-0.005 stout_mixed-csvr-0.5-0.005 stout_mixed-nhc-0.5-0.005 stout_mixed-langevin-0.5-0.005 soft-csvr-0.5-0.005 soft-langevin-0.5-0.005 soft-theirs-0.5-0.005 soft-csvr-8-0.005 soft-langevin-8-0.005 \
    soft-theirs-8-0.005 soft-csvr-2-0.0025 soft-langevin-2-0.0025 soft-theirs-2-0.0025}; do
    echo "pressure $run" | tr - ' '
  done >runs
  in_parallel runs
  for system in soft soft_mixed stout_mixed; do
    ls $system-*.done >/dev/null 2>&1 || continue
    echo "Constant pressure, $system.  By Monte Carlo:"
    head -n -1 $system.reference
    echo "fix        Pdamp   step    mean V         var V          cov(P,V)     correlated"
    for f in $system-*.samples; do
      if [ -e "${f%.samples}.done" ]; then cp "$f" "$(echo "${f%.samples}.volumes" | sed "s/^$system-//")"; fi
    done
    awk -f "$here/../volumes/volumes.awk" ./*.volumes | sort -k1,1 -k2,2n -k3,3n
    rm -f ./*.volumes
  done | tee pressure.table
}

# ---- fluid -----------------------------------------------------------------------------------------
one_fluid() {  # fix, time step
  name=fluid-$1-$2
  [ "$(cat "$name.done" 2>/dev/null)" != "$steps" ] || return 0
  say "fluid, $1, steps of $2"
  noise="print ''"
  case $1 in
    theirs) fix="nvt/asphere temp 1 1 0.5" ;;
    langevin_of_lammps) fix=nve/asphere noise="fix noise all langevin 1 1 0.5 $(seed_of "$@") angmom 3.3333333333333333" ;;
    *) fix="nvt/asphere/rgs temp 1 1 0.5 bath $1 seed $(seed_of "$@")" ;;
  esac
  particle_run -var state fluid.data -var cut 3 -var name "$name" -var before "$noise" -var fix "$fix" -var dt "$2" -var warm $((steps / 20)) -var steps "$steps" \
    -var places yes -log "$name.log" || { say "failed: $(grep -m 1 ERROR "$name.log")"; return 0; }
  echo "$steps" >"$name.done"
}
fluid() {
  # (they are compressed to 1.33 a particle side by side: by themselves they would take long to find their order.  Nothing but langevin gives
  # them rotation about their own axes.)
  made aligned 4 3.2 0 0 "set type 1 quat 0 0 1 0
fix bath all langevin 1 1 0.2 771
fix smaller all deform 1 x final -2.2 2.2 y final -2.2 2.2 z final -2.2 2.2" -var cut 3 -var dt 0.002 -var steps 8000 -var every 1000 -var fix nve
  [ -s fluid.data ] || particle_run -var state aligned.data -var cut 3 -var name fluid -var keep yes -var dt 0.005 -var steps 4000 -var every 1000 \
    -var fix "nve/asphere/rgs langevin 1 1 0.5 31" -log fluid.log || die "fluid.data was not made: $(grep -m 1 ERROR fluid.log)"
  tool configuration "$here/configuration.c" "$root/tests/baths/soft_ellipsoids.c"
  for run in ${FLUIDS:-theirs-0.005 csvr-0.005 langevin-0.005 langevin_of_lammps-0.005 theirs-0.0025 csvr-0.0025 langevin-0.0025 theirs-0.01 csvr-0.01 langevin-0.01}; do
    echo "fluid $run" | tr - ' '
  done >runs
  in_parallel runs
  {
    echo "64 ellipsoids at kT 1, $steps steps: kinetic kT of translation and of rotation at the ends of steps; configurational ones, energy, P2 of neighbours, order parameter"
    while read -r _ fix dt; do
      name=fluid-$fix-$dt
      [ ! -e "$name.done" ] || {
        # (csvr and LAMMPS' own keep the total momentum)
        awk -v still="$(case $fix in langevin*) ;; *) echo 1 ;; esac)" '!/^#/ { print $1, $4 / (1.5 * (64 - still)), $5 / (1.5 * 64) }' "$name.samples" >kinetic.samples
        printf '%-18s %6s %s %s\n' "$fix" "$dt" "$(means kinetic)" "$(./configuration 0.5 0.5 1.5 0.001 3 <"$name.places")"
      }
    done <runs
  } | tee fluid.table
}

# ---- minimum ---------------------------------------------------------------------------------------
minimum() {
  printf '%s\n' 'units lj' 'atom_style ellipsoid' 'atom_modify map array sort 0 0' 'region box block 0 13 0 13 0 13' 'create_box 1 box' \
    'create_atoms 1 random 216 771 box overlap 1.2 maxtry 5000' 'set type 1 shape 1 1 1.6' 'set type 1 quat/random 4711' 'set type 1 mass 1' \
    'pair_style gayberne 1.0 1.0 1.0 4.0' 'pair_coeff 1 1 1.0 1.0 1 1 0.2 1 1 0.2' 'compute torque all property/atom tqx tqy tqz' \
    'variable torque atom "sqrt(c_torque[1]^2 + c_torque[2]^2 + c_torque[3]^2)"' 'compute largest all reduce max v_torque' \
    'fix move all nve/asphere/rgs' 'thermo_style custom step pe fnorm c_largest' 'thermo_modify norm no' 'thermo 1000' '${minimize}' 'run 0' >minimum.in
  for command in "minimize 0 1e-6 10000 100000" "minimize/rgs 0 1e-6 10000 100000"; do
    name=$(echo "$command" | cut -d ' ' -f 1 | tr / _)
    [ -e "$name.log" ] && grep -q '^Total wall' "$name.log" || { echo "\${load}"; cat minimum.in; } >"$name.in"
    (here=$PWD && lammps "$name.in" -var minimize "$command" -var load "${LOAD:-print ''}" -log "$name.log") || die "failed: $(grep -m 1 ERROR "$name.log")"
  done
  {
    echo "216 ellipsoids from random places and attitudes: energies at the start and at the end, evaluations, largest torque"
    for name in minimize minimize_rgs; do
      awk -v name=$name '/Force evaluations|evaluations/ { n = $NF } /Energy initial/ { getline; e = $1; f = $3 } on && NF == 4 { torque = $4; pe = $2 } { on = /^ *Step/ || (on && $1 ~ /^[0-9]+$/) }
        END { printf "%-13s %s %s %s %s\n", name, e, pe, n, torque }' "$name.log"
    done
  } | tee minimum.table
}

for part in ${PARTS:-energy contacts hairpin fluid pressure minimum}; do
  case $part in
    energy | contacts | hairpin | fluid | pressure | minimum) $part ;;
    *) die "PARTS has '$part'; known are energy, contacts, hairpin, fluid, pressure, minimum" ;;
  esac
done
