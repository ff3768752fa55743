# SPDX-License-Identifier: GPL-2.0-only
#
# LAMMPS' own inputs with our styles in place of its NVE rigid fixes: sourced by run_lammps_tests.sh.
#
# Each runs twice, with rigid/nve or rigid/nve/small and with ours and the same map (swap_styles.awk),
# and must print the same to the last digit or so, but for what holds the pressure, which is exact with ours.
# An input that does not run with LAMMPS' own styles either is left out, and says why.

same_but="^(Press|P[xyz][xyz]|Enthalpy|CPU)$"

# upstream_run WHICH RANKS STEPS LONGEST: in.upstream of the folder we are in
upstream_run() {
  { echo "plugin load \${plugin}"; awk -v which="$1" -v steps="$3" -v longest="$4" -f "$here/swap_styles.awk" in.upstream; } >"in.$1"
  lammps "$1.$2" "$2" -in "in.$1"
}

upstream_input() {
  input=$1
  ranks=$2
  steps=400
  longest=1000
  # seven runs of a thousand steps each, five of them with thermostats or barostats
  first=0
  but=$same_but
  case $input in
    */in.rigid.tnr) steps=100; longest=100 ;;
    # solvent particles that bounce off the bodies double what rounding does every few steps
    */in.box | */in.dimer | */in.star) steps=100 ;;
    # 29Sep2021's own styles let bodies leave the plane, by 2e-12 until the end of the second run and by 3e-4 a hundred steps into
    # the third; ours stay within 1e-13.
    */in.micelle-rigid) [ "$release" != 29Sep2021 ] || first=52 ;;
    # Pair style line/lj depends on the order of atoms: LAMMPS' own second run begins with another energy
    # than the first ended with, at the same place.  And fix rigid's scalar is of translation only here:
    # it weighs components along the bodies' axes with flags for those in space.
    */in.line) first=21; but="$same_but|^f_2$" ;;
  esac
  work=$(echo "$input" | tr / _)
  [ -d "$work" ] || cp -r "$examples/$(dirname "$input")" "$work"
  cp "$examples/$input" "$work/in.upstream"
  cd "$work" || return
  upstream_run theirs $ranks $steps $longest
  if [ $status != 0 ]; then
    # (4Jul2026 ends some errors with a second line, which has the place in the source)
    reason=$(sed -n 's/^ERROR[^:]*: //p' theirs.$ranks.out | head -n 1 | sed 's/ (.*:[0-9]*)$//')
    case $reason in
      *"package which is not enabled"*) reason="LAMMPS without $(echo "$reason" | sed 's/.*part of the \([^ ]*\) package.*/\1/')" ;;
    esac
    result="left out: $(echo "${reason:-status $status}" | cut -c 1-100)"
  else
    upstream_run ours $ranks $steps $longest
    # A template with moments that belong to no body: more about one axis than about the two others together
    if [ "$input" = rigid/in.rigid.gravity ]; then
      if [ $status != 0 ] && grep -q '^ERROR.*in a mass distribution it is at most the sum of the other two' ours.$ranks.out
      then result="refused: the moments in molecule.data belong to no body"; compared=$((compared + 1))
      else result="FAILED: status $status, not the refusal of molecule.data's moments"; fi
    elif [ $status != 0 ]; then result="FAILED: $(grep -m 1 '^ERROR' ours.$ranks.out)"
    else
      result=$(awk -v skip="$but" -v first=$first -f "$inputs/compare_thermo.awk" theirs.$ranks.out ours.$ranks.out)
      set -- $result
      # output has 8 digits
      if [ "$1" != lines ] && [ "$1" -ge 20 ] && awk -v d="$2" 'BEGIN { exit !(d + 0 <= 2e-7) }'
      then result="$1 lines equal, to $2"; compared=$((compared + 1))
      else result="FAILED: $result"; fi
    fi
  fi
  cd ..
  printf '    %-52s %d  %s\n' "$input" "$ranks" "$result" >>upstream.table
}

test_upstream() {
  examples=$("$adapter/tools/get_lammps_examples.sh" "$release") || { bad "LAMMPS' own inputs: cannot be had"; return; }
  compared=0
  rm -f upstream.table
  mkdir -p upstream
  cd upstream || return
  for input in $(cd "$examples" && grep -rlE '^[^#]*fix[[:space:]]+[^[:space:]]+[[:space:]]+[^[:space:]]+[[:space:]]+rigid(/nve)?(/small)?[[:space:]]' \
    --include='in.*' . | sed 's|^\./||' | sort); do
    upstream_input "$input" 1
    case $input in rigid/* | deposit/*) upstream_input "$input" 4 ;; esac
  done
  cat upstream.table
  differ=$(grep -c FAILED upstream.table)
  left=$(grep -c 'left out' upstream.table)
  cd ..
  if [ "$differ" = 0 ]; then ok "LAMMPS' own inputs: $compared runs like upstream's NO_SQUISH styles, $left left out"
  else bad "LAMMPS' own inputs: $differ of $((differ + compared)) differ"; fi
  # what the packages at hand must at least give
  between 20 100 "$compared" "LAMMPS' own inputs compared"
}
