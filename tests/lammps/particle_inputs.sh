# SPDX-License-Identifier: GPL-2.0-only
#
# LAMMPS' own inputs with particles that have a shape, as they are and with `-sf rgs`: sourced by run_lammps_tests.sh.
#
# Both are right to second order in the time step, so what they print differs four times less in half the step.  That is looked for, in
# short runs; where all is equal to 1e-9, it need not be.  With noise, a run must end well.  4Jul2026 alone, in a LAMMPS of its own
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
    # (they begin at rest, and their steps of 1e-5 are a five-hundredth of what is usual)
    */cgdna/*) steps=100 times=200 ;;
    # particles that fall upon each other
    */superellipsoid_gran/*) steps=100 ;;
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
  elif grep -Eq '^[^#]*fix.*(langevin|brownian|gjf)' in.ours.1; then ok "$1 with ${fix% }: ends well, with noise of its own"
  elif awk -v far="$far" -v near="$near" 'BEGIN { exit !(far != "" && near != "" && (far < 1e-9 || near < far / 3)) }'; then
    ok "$1 with ${fix% }: apart by $far, in half the step by $near"; compared=$((compared + 1))
  else bad "$1 with ${fix% }: apart by ${far:-nothing}, in half the step by ${near:-nothing}"; fi
  cd ..
}

test_particle_inputs() {
  [ "$release" = 4Jul2026 ] || return
  lmp=$("$adapter/tools/build_lammps.sh" --particles "$release")/lmp || { bad "LAMMPS with more packages does not build"; return; }
  examples=$("$adapter/tools/get_lammps_examples.sh" "$release") || { bad "LAMMPS' own inputs: cannot be had"; return; }
  compared=0
  for input in $(cd "$examples" && grep -rlE '^[^#]*fix[[:space:]]+[^[:space:]]+[[:space:]]+[^[:space:]]+[[:space:]]+n(ve|vt|pt|ph)/(asphere|body|tri|line|dot|sphere)' \
    --include='in.*' ASPHERE PACKAGES/cgdna body dipole ellipse | sort); do
    particle_input "$input"
  done
  # (oxDNA, oxDNA2, oxRNA2, oxDNA3, in units lj)
  between 15 100 "$compared" "LAMMPS' own inputs compared"
}
