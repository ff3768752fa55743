# SPDX-License-Identifier: GPL-2.0-only
#
# The examples of the documentation's pages, and the lesson: sourced by run_lammps_tests.sh.

# examples_of PAGE: each paragraph of its Examples in a file of its own
examples_of() {
  awk -v out="page.$(basename "$1" .rst)" '
    /^Examples$/ { on = 1; next }
    on && /^[A-Z]/ { exit }
    on && /^ *$/ { if (used) n++; used = 0; next }
    on && /^   / { sub(/^   /, ""); used = 1; print >(out "." n + 0 ".in") }' "$1"
}

# The fix that the input brings moves nothing.
example_of_particles() {
  input=in.particles
  grep -q /sphere "$example" && input=in.spheres
  lammps "$example" 2 -in "$here/$input" -var state fluid.data -var columns "ke ke ke" -var steps 0 -var group nothing -var fix nve \
    -var before_fix "$(commands "$example.in" "group nothing empty" "include $example")" -var again "print 'the example ran'"
}

example_of_brownian() {
  set -- -var dimension 3
  grep -q inf "$example" && set -- -var dimension 2 -var lattice "sq 0.05" -var box "0 64 0 64 -0.1 0.1" -var frictions "gamma_t_eigen 1 1 inf gamma_r_eigen inf inf 1"
  lammps "$example" 2 -in "$here/in.brownian" "$@" -var group nothing -var before_fix "$(commands "$example.in" "group nothing empty" "include $example")" -var again "print 'the example ran'"
}

# The lesson's input as it stands, with the suffix, and with the fix that the lesson puts into it; a hundredth of the steps.
test_lesson() {
  lesson=$inputs/../lessons/water_in_lammps.md
  cp "$inputs/spce.mol" .
  { echo 'plugin load ${plugin}'; sed -n '/^```lammps$/,/^```$/{/^```/!p}' "$lesson"; } | sed '/^run/s/00\>//' >water.in
  eval "$(grep '^sed ' "$lesson")"
  lammps lesson.plain 2 -in water.in
  lammps lesson.suffix 2 -in water.in -sf rgs
  lammps lesson.long 2 -in water_4fs.in -var step 4.0
  for run in plain suffix long; do between 2 2 "$(grep -c '^Loop time' lesson.$run.out)" "lesson, $run: runs that ended"; done
  between 1 1 "$(grep -c '^Suffix rgs: fix rigid/nvt/small (ID 1) is replaced by rigid/nvt/small/rgs$' lesson.suffix.out)" "lesson: lines that name the fix that was replaced"
}

test_page() {
  test_lesson
  particles_data 6 2.1 0 0.4 >fluid.data
  acme_module
  rm -f page.*.in
  for page in "$adapter"/doc/*.rst; do examples_of "$page"; done
  number=0
  for example in page.*.in; do
    case $example in
      page.fix_particles*) example_of_particles ;;
      page.fix_brownian*) example_of_brownian ;;
      *) lammps "$example" 2 -in "$here/in.page" -var inputs "$inputs" -var example "$example" -var others $(grep -cE 'argon|others' "$example") ;;
    esac
    if [ $status = 0 ] && grep -q '^the example ran' "$example.out"; then number=$((number + 1))
    else bad "example of the page: $(tr '\n' '|' <"$example") $(grep -m 1 ERROR "$example.out")"; fi
  done
  between 24 100 $number "examples of the documentation's pages that run"
}
