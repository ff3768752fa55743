# SPDX-License-Identifier: GPL-2.0-only
#
# LAMMPS' own inputs with particles that have a shape, as they are and with `-sf rgs`: sourced by run_lammps_tests.sh.
#
# Both are right to second order in the time step, so what they print differs four times less in half the step.  That is looked for, in
# short runs; where all is equal to 1e-9, it need not be.  With noise or with a bath, which are others here, a run must end well.  4Jul2026 alone, in a LAMMPS of its own
# (build_lammps.sh --particles).

# input_run WHICH DIVIDE OPTION ...: in.own of the folder we are in; output in WHICH.out
input_run() {
  { echo "plugin load \${plugin}"; awk -v steps="$steps" -v times="$times" -v divide="$2" -f "$here/particle_inputs.awk" in.own; } >"in.$1"
  input_name=$1
  shift 2
  lammps "$input_name" 1 -in "in.$input_name" "$@"
}

# inputs_apart A B: largest difference of their output, relative to the largest number in the column
inputs_apart() { awk -v skip='^CPU$' -v first=0 -f "$inputs/compare_thermo.awk" "$1.out" "$2.out" | awk '$1 >= 11 { print $2 }'; }

particle_input() {
  work=$(echo "$1" | tr / _)
  cp -r "$examples/$(dirname "$1")" "$work" && cp "$examples/$1" "$work/in.own" && cd "$work" || return
  steps=20 times=1
  case $1 in
    */unique_bp/*) ;;
    # (the others begin at rest, and their steps of 1e-5 are a five-hundredth of what is usual)
    */cgdna/*) steps=100 times=200 ;;
    # particles that fall upon each other
    */superellipsoid_gran/* | body/*) steps=100 ;;
  esac
  for s in 1 2; do
    input_run theirs.$s $s
    # an input that LAMMPS' own styles do not run says nothing about ours
    [ $status = 0 ] || { echo "  left out $1: $(grep -m 1 ERROR theirs.$s.out | cut -c 1-110)"; cd ..; return; }
    input_run ours.$s $s -sf rgs
    [ $status = 0 ] || { bad "$1 -sf rgs: status $status, $(grep -m 1 ERROR ours.$s.out)"; cd ..; return; }
  done
  fix=$(sed -n 's/^Suffix rgs: fix .* is replaced by \(.*\)$/\1/p' ours.1.out | sort -u | tr '\n' ' ')
  far=$(inputs_apart theirs.1 ours.1) near=$(inputs_apart theirs.2 ours.2)
  if [ -z "$fix" ]; then echo "  left out $1: no fix of ours moves its particles"
  elif grep -Eq '^[^#]*fix.*(langevin|brownian|n[pv]t/|nph/)' in.ours.1; then ok "$1 with ${fix% }: ends well, with a bath of its own"
  elif awk -v far="$far" -v near="$near" 'BEGIN { exit !(far != "" && near != "" && (far < 1e-9 || near < far / 3)) }'; then
    ok "$1 with ${fix% }: apart by $far, in half the step by $near"; compared=$((compared + 1))
  else bad "$1 with ${fix% }: apart by ${far:-nothing}, in half the step by ${near:-nothing}"; fi
  cd ..
}

# -- a piece of DNA: fix oxdna/lrf sees every force evaluation of schemes and of minimize/rgs; noise is the same on all ranks, and LAMMPS' is not
duplex() {
  duplex_name=$1 duplex_ranks=$2
  shift 2
  lammps "$duplex_name" "$duplex_ranks" -in duplex.in -var data data.dna "$@" -var fix nve/dot/rgs -var dt 0.01 -var style verlet -var steps 100 -var first "print ''"
}
particle_duplex() {
  awk -f "$inputs/dna.awk" >data.dna
  { echo "plugin load \${plugin}"; sed '/^fix /,$d;/^plugin /d' "$inputs/in.dna"
    printf '%s\n' 'fix move all ${fix}' 'timestep ${dt}' 'run_style ${style}' 'compute turns all erotate/asphere' '${first}' 'variable every equal ${steps}/50' \
      'variable e equal pe+ke+c_turns' 'thermo ${every}' 'thermo_style custom step pe ke c_turns v_e' 'thermo_modify norm no format float %.17g' 'run ${steps}'; } >duplex.in
  # (the second derivatives of oxDNA jump, which limits the order; frames of another evaluation would leave the error of strang)
  for scheme in strang srkn6b; do
    duplex scheme.$scheme 1 -var fix "nve/dot/rgs scheme $scheme" -var style rgs -var dt 0.02 -var steps 200
    thermo scheme.$scheme | awk '{ e[NR] = $5; m += $5 } END { m /= NR; for (i in e) v += (e[i] - m) ^ 2; if (NR > 50) print sqrt(v / NR) }' >scheme.$scheme.rms
  done
  between 0 0.02 "$(awk 'NR == 1 { a = $1 } END { if (a > 0) print $1 / a }' scheme.strang.rms scheme.srkn6b.rms)" \
    "DNA, steps of 0.02: rms of the energy $(cat scheme.strang.rms) with strang, $(cat scheme.srkn6b.rms) with srkn6b, quotient"
  for n in 1 4; do
    duplex noise.ours.$n $n -var fix "nve/dotc/langevin/rgs 0.1 0.1 0.5 4711 angmom 10"
    duplex noise.theirs.$n $n -var fix "nve/dotc/langevin 0.1 0.1 0.5 4711 angmom 10"
    duplex relaxed.$n $n -var first "minimize/rgs 0 1e-4 2000 20000"
    between 0 1e-4 "$(summary relaxed.$n force)" "DNA, minimize/rgs, $n ranks, energy $(summary relaxed.$n initial) to $(summary relaxed.$n final): forces and torques at the end"
  done
  between 0 1e-10 "$(columns_apart noise.ours.1 noise.ours.4 4 51)" "DNA, nve/dotc/langevin/rgs on 1 and 4 ranks: largest difference, relative"
  between 1e-3 1e9 "$(columns_apart noise.theirs.1 noise.theirs.4 4 51)" "DNA, LAMMPS' nve/dotc/langevin on 1 and 4 ranks: largest difference, relative"
}

# -- temperatures of LAMMPS' computes and of the fix: body particles in a plane, 100 with three degrees of freedom each, less the common motion
particle_bodies() {
  printf '%s\n' "plugin load \${plugin}" 'dimension 2' 'atom_style body nparticle 2 6' "read_data $examples/body/data.body" 'velocity all create 1.44 87287 loop geom' \
    'pair_style body/nparticle 5.0' 'pair_coeff * * 1.0 1.0' 'neigh_modify every 1 delay 0 check yes' 'fix move all nvt/body/rgs temp 1.44 1.44 1.0' 'compute all all temp/body' \
    'timestep 0.002' 'thermo 20' 'thermo_style custom step c_all c_move_temp f_move[1] f_move[2]' 'thermo_modify norm no format float %.17g' 'run 200' >bodies.in
  for n in 1 4; do
    lammps bodies.$n $n -in bodies.in
    between 0 1e-12 "$(thermo bodies.$n | awk '{ t = 2 * ($4 + $5) / 298; for (k = 2; k <= 3; k++) { d = $k / t - 1; if (d < 0) d = -d; if (d > m) m = d } w += $5 } END { if (NR == 11 && w > 100) print m + 0 }')" \
      "nvt/body/rgs, $n ranks: computes temp/body and ID_temp, relative to the energies of the fix"
  done
}

test_particle_inputs() {
  [ "$release" = 4Jul2026 ] || return
  lmp=$("$adapter/tools/build_lammps.sh" --particles "$release")/lmp || { bad "LAMMPS with more packages does not build"; return; }
  examples=$("$adapter/tools/get_lammps_examples.sh" "$release") || { bad "LAMMPS' own inputs: cannot be had"; return; }
  # (two inputs of oxDNA3 ask for a potential file that lies in a folder of oxDNA2)
  LAMMPS_POTENTIALS=$(find "$examples/PACKAGES/cgdna" -path '*oxDNA2/potential_file' | paste -s -d :)
  export LAMMPS_POTENTIALS
  compared=0
  for input in $(cd "$examples" && grep -rlE '^[^#]*fix[[:space:]]+[^[:space:]]+[[:space:]]+[^[:space:]]+[[:space:]]+n(ve|vt|pt|ph)/(asphere|body|tri|line|dot|sphere)' \
    --include='in.*' ASPHERE PACKAGES/cgdna body dipole ellipse | sort); do
    particle_input "$input"
  done
  between 20 100 "$compared" "LAMMPS' own inputs compared"
  unset LAMMPS_POTENTIALS
  particle_duplex
  particle_bodies
}
