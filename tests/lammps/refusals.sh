# SPDX-License-Identifier: GPL-2.0-only
#
# What is refused, and a plugin that does not fit its LAMMPS: sourced by run_lammps_tests.sh.

test_refusals() {
  for n in 1 3; do
    for style in rigid/rgs rigid/small/rgs; do
      fix="$style molecule" its="Fix $style .ID move."
      refused unknown_rotor $n "$its.*unknown rotor gyroscope; known: .*exact" free -var fix "$fix rotor gyroscope"
      refused other_name $n "$its.*leapfrog is the scheme strang" free -var fix "$fix scheme leapfrog"
      refused misspelt $n "no scheme is called 'strnag'; nearest: strang" free -var fix "$fix scheme strnag"
      refused unknown_param $n "$its.*unknown param colour" free -var fix "$fix param colour 3"
      refused no_rotor_name $n 'keyword rotor needs a name' free -var fix "$fix rotor"
      refused no_param_value $n 'keyword param needs a key and a value' free -var fix "$fix param order"
      refused unknown_keyword $n "$its.*unknown keyword gyrate" free -var fix "$fix gyrate 3"
      refused no_module $n "$its.*cannot load module nowhere.so" free -var fix "$fix module nowhere.so"
      refused many_stages $n "$its.*scheme suzuki4 needs 5 force evaluations per step, but run_style verlet has one.*use run_style rgs" free -var fix "$fix scheme suzuki4"
      refused force_in_the_middle $n 'strang_dkd.*middle' free -var fix "$fix scheme strang_dkd"
    done
    refused unknown_scheme $n 'scheme.*nonsense.*strang' free -var fix "$rgs scheme nonsense"
    refused misspelt_bath $n "no bath is called 'langvin'; nearest: langevin" free -var fix "rigid/nvt/small/rgs molecule temp 300 300 100 bath langvin"
  done

  # every other scheme there is needs what run_style verlet does not have
  for scheme in $(sed -n 's/^ERROR: .*unknown scheme nonsense; known: \([^(]*\) (.*/\1/p' unknown_scheme.1.out); do
    [ $scheme = strang ] || refused scheme_$scheme 1 \
      "scheme $scheme (needs ([0-9]+ force evaluations per step, but run_style verlet has one|its force evaluation in the middle).*use run_style rgs)|scheme $scheme needs a bath; use rigid/nvt" \
      free -var fix "$rgs scheme $scheme"
  done

  # a body that cannot be: one moment larger than the sum of the others
  printf '1\n5 20.0 4 4 12 1 1 10 0 0 0 0 0 0 0 0 0 0 0 0\n' >bad.infile
  for n in 1 4; do
    refused bad_body $n 'rigid/small/rgs.*ID move.*body owned by atom [0-9]+.*10' free -var fix "$rgs infile bad.infile"
  done
  # a force that is not a number shows on one rank only, in the middle of a run
  for n in 1 3; do
    free "infinite.$n" $n -var fix "$rgs" -var before_fix "variable bad atom ((id==7)*1e308)*1e308" \
      -var before_run "fix bad all addforce v_bad 0 0"
    stopped "infinite force, $n ranks" 'Fix rigid/small/rgs \(ID move\): body owned by atom (7|8|9): .*timestep 1 ' infinite.$n
  done

  # a body that goes so far in one step that LAMMPS would never take it back into the box; fix rigid/small loses its atoms before
  for n in 1 4; do
    refused far $n 'Fix rigid/rgs .ID move.: .*its centre of mass is more than a million lengths of the box away' free -var fix "rigid/rgs molecule" -var dt 1e30
    refused far_small $n 'Lost atoms|more than a million' free -var fix "$rgs" -var dt 1e30
  done

  # -- a LAMMPS the plugin was not compiled for: same error by plugin load and by the launcher
  this=$(echo "$release" | sed 's/\([0-9]*\)\([A-Z][a-z]*\)\([0-9]*\)/\1 \2 \3/')
  good=$plugin
  plugin=$folder/other/rigidstep_otherplugin.so
  RIGIDSTEP_PLUGIN=$plugin
  export RIGIDSTEP_PLUGIN
  for n in 1 3; do
    refused other_release $n "compiled for LAMMPS 1 Jan 2001 .*, but this is LAMMPS $this " free -var fix "$rgs"
  done
  unset RIGIDSTEP_PLUGIN
  plugin=$good

  # -- where LAMMPS has no package PLUGIN, the launcher says whose styles it has, and loads no other plugin
  if [ "$release" = 29Sep2021 ]; then
    echo "plugin load ./rigidstepplugin.so" >loads.in
    lammps loads 1 -in loads.in
    if [ $status = 0 ] && grep -q '^lmp_rgs has the styles of /.*/rigidstepplugin.so; it does not read ./rigidstepplugin.so$' loads.out
    then ok "lmp_rgs, plugin load: $(grep '^lmp_rgs' loads.out | cut -c 1-120)"
    else bad "lmp_rgs, plugin load: status $status, $(grep -m 1 'ERROR\|lmp_rgs' loads.out)"; fi
    echo "plugin load otherplugin.so" >loads.in
    refused loads_other 1 'lmp_rgs loads rigidstepplugin.so only, not otherplugin.so' lammps -in loads.in
  fi

  # -- an MPI whose headers the plugin was not compiled with: this one gives its name alone
  printf '%s\n' '#include <string.h>' 'int MPI_Get_library_version(char *name, int *length) {' \
    '  strcpy(name, "MPICH Version: 4.0.2"); *length = (int)strlen(name); return 0; }' >other_mpi.c
  cc -shared -fPIC other_mpi.c -o other_mpi.so
  mpi_lmp=$lmp
  lmp="env LD_PRELOAD=$PWD/other_mpi.so $lmp"
  refused other_mpi 1 'compiled with Open MPI, but the MPI of this LAMMPS is MPICH Version: 4.0.2; compile' free -var fix "$rgs"
  lmp=$mpi_lmp

  # -- the tree of a release that no test runs: taken, with a word; without a tree refused
  mkdir -p tree/src
  echo '#define LAMMPS_VERSION "22 Jul 2025"' >tree/src/version.h
  for given in tree ""; do
    answer=$("$adapter/tools/get_lammps_source.sh" 22Jul2025 $given 2>&1)
    case "$given:$answer" in
      tree:*"not tested with LAMMPS 22Jul2025"*"$PWD/tree" | :*"Debian has no release '22Jul2025'"*)
        ok "release 22Jul2025, tree '$given': $(echo "$answer" | head -n 1)" ;;
      *) bad "release 22Jul2025, tree '$given': $answer" ;;
    esac
  done

  # -- unload, load again, clear: the process must end well
  for n in 1 2; do
    lammps cycle.$n $n -in "$here/in.cycle"
    ended "load, unload, load, clear, load, $n ranks" 9 cycle.$n
    between 0 0 "$(grep -c 'Overriding built-in' cycle.$n.out)" "warnings after clear, $n ranks"
    lammps unloaded.$n $n -in "$here/in.cycle" -var forget yes
    stopped "after unload, $n ranks" '.*rigid/small/rgs' unloaded.$n
  done
}
