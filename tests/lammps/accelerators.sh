# SPDX-License-Identifier: GPL-2.0-only
#
# Inputs that nobody edited, with our fixes and accelerated forces at once (-sf hybrid), beside the explicit names: sourced by
# run_lammps_tests.sh, for the first release only.  The styles of OPENMP, OPT and GPU (by OpenCL on the processor, PoCL) are a plugin that is compiled
# here.  Forces of INTEL need neighbor lists of their own, which no plugin can bring: a LAMMPS with this package is built.

test_accelerators() {
  need_packages cmake ninja-build pocl-opencl-icd ocl-icd-opencl-dev opencl-c-headers
  examples=$("$adapter/tools/get_lammps_examples.sh" "$release") || { bad "LAMMPS' own inputs: cannot be had"; return; }
  { cmake -S "$here/accelerated" -B build -G Ninja -D LAMMPS_SOURCE_DIR="$("$adapter/tools/get_lammps_source.sh" "$release")" && ninja -C build; } >build.log 2>&1 ||
    { bad "the plugin of accelerated styles does not compile: $(grep -m 1 -i error build.log)"; return; }
  mkdir -p plugins
  ln -sf "$plugin" "$PWD/build/acceleratedplugin.so" plugins/
  intel=$("$adapter/tools/build_lammps.sh" --intel "$release")/lmp || { bad "LAMMPS with package INTEL does not build"; return; }
  kokkos_line
  export LAMMPS_PLUGIN_PATH="$PWD/plugins"
  for input in rigid/in.rigid rigid/in.rigid.small deposit/in.deposit.molecule.rigid-nve-small in.water in.linear; do
    case $input in
      */*) cp "$examples/${input%/*}"/* . 2>/dev/null; original=$examples/$input ;;
      *) cp "$inputs"/*.mol .; original=$inputs/$input ;;
    esac
    for n in $any_ranks; do
      accelerated_scripts "$original" ${input##*/}
      accelerated omp $n "hybrid rgs omp" omp "omp 1 neigh no"
      accelerated opt $n "hybrid rgs opt" opt "omp 1 neigh no"
      usual=$lmp lmp=$intel
      accelerated intel $n "hybrid rgs intel" intel "intel 0 omp 1 mode double"
      lmp=$usual
      # (ranks that share a device wait for each other: two inputs show that they can)
      case $n$input in 1* | *small | *linear) ;; *) continue ;; esac
      accelerated gpu $n "hybrid rgs gpu" gpu "gpu 1 neigh no"
      # (with pair/only LAMMPS replaces fixes by the second name, and commands by none)
      sed -i 's|^minimize|minimize/rgs|' "${input##*/}.plain"
      accelerated gpu_pairs $n "hybrid gpu rgs" gpu "gpu 1 neigh no pair/only on"
    done
  done
}

# -- one line of the log where KOKKOS is on, and none elsewhere
kokkos_line() {
  for n in 1 2; do
    while IFS=: read -r name lines mark; do
      liquid $name.$n $n -var fix "$rgs" -var steps 0 -var after_fix "$(commands $name.in "plugin load $PWD/build/acceleratedplugin.so" "$mark")"
      found=$(grep -c "^Fix rigid/small/rgs (ID move): KOKKOS does not move bodies: .*LAMMPS copies the atoms in every step$" $name.$n.out)
      between "$lines" "$lines" "$([ $status != 0 ] || echo "$found")" "$name, $n ranks: lines of the log about KOKKOS"
    done <<END
kokkos:1:fix mark all kokkos/mark
no_kokkos:0:
END
  done
}

# accelerated_scripts FILE NAME: NAME.plain, whose fixes and commands have LAMMPS' names, and NAME.explicit, with ours; 200 steps for long
# runs, and minimize before the fix, after it and at the end of some
accelerated_scripts() {
  awk -v name="$2" '
    /^plugin/ || /^dump/ || /^#/ { next }
    $1 == "run" && $2 > 1000 { $2 = 200 }
    $1 == "thermo" { $2 = 10 }
    { sub("/rgs", "") }
    { twice = $1 == "fix" && $4 ~ /^rigid/ && name ~ /linear|small$/ }
    twice { print "minimize 0 1e-3 5 5" }
    { print }
    twice { print "minimize 0 1e-3 5 5" }
    END { if (name ~ /linear|small$/) print "minimize 0 1e-3 5 5" }' "$1" >"$2.plain"
  sed -E 's|^(fix[[:space:]]+[^[:space:]]+[[:space:]]+[^[:space:]]+[[:space:]]+rigid[^[:space:]]*)|\1/rgs|; s|^minimize|minimize/rgs|' "$2.plain" >"$2.explicit"
}

# accelerated NAME RANKS SUFFIXES SUFFIX PACKAGE
accelerated() {
  name=${input##*/}
  lammps plain.$1 $2 -sf $3 -pk $5 -in "$name.plain"
  lammps explicit.$1 $2 -sf $4 -pk $5 -in "$name.explicit"
  if ! grep -q "^Suffix rgs: fix rigid.* is replaced by rigid.*/rgs" plain.$1.out; then bad "$name, -sf $3, $2 ranks: no fix was replaced $(grep -m 1 ERROR plain.$1.out)"
  elif ! grep -q "pair lj/cut.*/$4, perpetual" plain.$1.out; then bad "$name, -sf $3, $2 ranks: the pairs are not from $4"
  else same "$name, -sf $3 -pk $5, $2 ranks, beside the explicit names" explicit.$1 plain.$1 12; fi
}
