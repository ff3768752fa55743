# SPDX-License-Identifier: BSD-3-Clause
#
# page.bash - the page of gallery.sh, which sources this: `page LENGTH` prints it.  Pictures are part of
# the page; data and logs lie beside it.

# figure PICTURE TITLE COMMAND DATA... <<< CAPTION: left out where the picture was not made
figure() {
  local picture=$1 title=$2 command=$3 kind=png data caption
  shift 3
  caption=$(cat)
  [ -s "$picture" ] || return 0
  [[ $picture != *.svg ]] || kind=svg+xml
  printf '<figure id="%s">\n<h3>%s</h3>\n' "$(basename "${picture%.*}")" "$title"
  printf '<img alt="%s" src="data:image/%s;base64,%s">\n' "$title" "$kind" "$(base64 -w 0 "$picture")"
  printf '<figcaption><p>%s</p>\n<pre>%s</pre>\n<p class="data">Data:' "$caption" "$command"
  for data in "$@"; do printf ' <a href="%s">%s</a>' "$data" "$data"; done
  printf '</p></figcaption>\n</figure>\n'
}

# engines.csv as rows, those of the brick
engine_rows() {
  awk -F , '$1 == "brick" {
    good = $2 == "rigidstep" ? " class=\"ours\"" : ""
    printf "<tr%s><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", good, $2, $3, $4, $5, $6, $7, $8
  }' engines.csv
}

page() {
  local length=$1
  cat <<'HTML'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>rigidstep: gallery</title>
<style>
  :root { color-scheme: light; }
  body { margin: 0; background: #f3f4f6; color: #22262b; font: 17px/1.55 Georgia, "DejaVu Serif", serif; }
  main { max-width: 1000px; margin: 0 auto; padding: 48px 24px 96px; }
  h1 { font-size: 40px; font-weight: 500; margin: 0 0 8px; }
  h2 { font-size: 26px; font-weight: 500; margin: 56px 0 16px; }
  h3 { font-size: 20px; font-weight: 500; margin: 0 0 12px; }
  .lead { font-size: 20px; color: #4a5058; max-width: 44em; margin: 0; }
  figure { background: #fff; margin: 0 0 28px; padding: 26px 30px 18px; border: 1px solid #e1e4e8; border-radius: 6px; }
  img { display: block; max-width: 100%; height: auto; margin: 0 auto 14px; }
  figcaption p { margin: 0 0 10px; max-width: 46em; }
  pre { background: #f3f4f6; border-radius: 4px; padding: 9px 12px; margin: 0 0 10px; overflow-x: auto;
        font: 13px/1.5 "DejaVu Sans Mono", Menlo, Consolas, monospace; color: #1d4f7c; }
  .data, footer { font: 13px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #6a7179; }
  a { color: #1f6fb4; text-decoration: none; border-bottom: 1px solid #c9dcec; }
  table { border-collapse: collapse; font: 14px/1.4 system-ui, "DejaVu Sans", sans-serif; margin: 0 0 14px; width: 100%; }
  th, td { text-align: right; padding: 5px 10px; border-bottom: 1px solid #e9ebee; font-variant-numeric: tabular-nums; }
  th { color: #6a7179; font-weight: 500; }
  th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
  .ours td { background: #eff5fb; }
</style>
</head>
<body>
<main>
<h1>rigidstep</h1>
<p class="lead">Structure-preserving integrators for rigid bodies, and what that means in pictures. Each
was computed when this page was made, by the command below it; its data lie beside the page.</p>
HTML

  echo '<h2>Free rotation</h2>'
  figure polhodes.svg "Polhodes on the momentum sphere" "rigidstep run examples/problems/polhodes.rgs" polhodes.csv <<'HTML'
Seen from the body, the momentum of a free body stays on a sphere and on an ellipsoid of equal energy: it
goes round the axis of least inertia (blue) or of greatest (red). Through the middle axis run the four
branches of the separatrix (black): rotation about that axis is not stable.
HTML
  figure racket.svg "The tennis racket turns over" \
"rigidstep run examples/problems/racket.rgs
rigidstep run --method dmv2/strang --step 0.5 --steps 240 examples/problems/racket.rgs" \
    racket.csv racket_exact.csv racket_dmv2.csv racket_richardson.csv <<'HTML'
Thrown with spin about its middle axis, a racket flips again and again. Next to the separatrix small errors
decide when: with steps of 0.5 the rotor <code>exact</code> lies on the curve of small steps, as it has no
time-step error; second-order rotors flip at other times.
HTML
  figure free_rotor/axes.png "The axes of a thrown book" "examples/studies/run.sh free_rotor" free_rotor/axes.txt <<'HTML'
Figure 1 of Vilmart's <i>Rigid body dynamics</i> drawn anew: where the axes of a free asymmetric body point.
HTML
  figure free_rotor/triangle.png "Accuracy over all shapes" "examples/studies/run.sh free_rotor" free_rotor/triangle.txt <<'HTML'
Every body has a place in this triangle of moments of inertia (Figure 5 of Celledoni and Zanna, ACM
TOMS 37, 2010): the error of one step.
HTML
  figure free_rotor/growth.png "Rounding over many steps" "examples/studies/run.sh free_rotor" free_rotor/growth.txt <<'HTML'
The energy of a free body over the steps: only rounding, which grows as a random walk would.
HTML
  figure nontwist/frames.png "A body that cannot twist" "examples/studies/run.sh nontwist" nontwist/free.txt nontwist/bound.txt <<'HTML'
One body, free and bound by a nonholonomic constraint not to turn about its third axis: where that axis points,
and what stays.
HTML

  echo '<h2>Under forces</h2>'
  figure heavy_top.svg "The heavy top" \
"rigidstep run examples/problems/heavy_top.rgs
rigidstep run --method exact/strang examples/problems/heavy_top.rgs" \
    heavy_top.csv heavy_top_strang.csv heavy_top_blanes_moan4.csv <<'HTML'
A spinning top precesses and nods: the path of its axis from above. The error of its energy does not
grow with time; with the same step of 0.02 it is what the order of the scheme makes it, down to rounding.
HTML
  figure satellite.svg "A satellite in the gravity gradient" "rigidstep run examples/problems/satellite.rgs" satellite.csv <<'HTML'
Let go without spin on a low orbit, a long body swings about the vertical. The torque depends on time: the
scheme asks for it at the right moments.
HTML
  figure forced_rotor/top_energy_calls.png "What accuracy costs: heavy top" "examples/studies/forced_rotor/figures.sh" forced_rotor/top.txt <<'HTML'
Every scheme: the energy's error against the number of force evaluations. Down and left is better; the slope is
the order.
HTML
  figure forced_rotor/water_energy_calls.png "What accuracy costs: water" "examples/studies/forced_rotor/figures.sh" forced_rotor/water.txt <<'HTML'
The same for a cluster of rigid water. For a few per cent of the energy's fluctuation nothing beats the Verlet
step, <code>strang</code>; below that processed schemes with gradients do.
HTML

  figure forced_rotor/peers.png "Codes for granular matter" "examples/studies/forced_rotor/figures.sh" forced_rotor/peers.txt <<'HTML'
SPIRAL and Yade's leapfrog beside the library's methods. Below, bodies bounce on a floor: there the contact limits
the accuracy, and all methods of order 2 need nearly the same number of evaluations.
HTML

  figure temperatures/temperatures.png "Temperatures of rotation and translation" "examples/studies/refined_values/figures.sh" \
    temperatures/temperatures.txt <<'HTML'
27 rigid waters at constant energy, against the time step: by the plain kinetic energies rotation is colder the
longer the step. It is not: the refined ones, which the library tells beside them, agree within their errors.
HTML

  figure descent/descent.png "To a minimum of the energy" "examples/studies/run.sh descent" descent/fire.txt descent/steepest.txt <<'HTML'
64 rigid waters from a random start. The integrator <code>fire</code> reaches forces of 10<sup>-6</sup> kcal/mol/Å in an eighth of the
evaluations that steepest descent, by the same rotations, needs for 10<sup>-2</sup>.
HTML

  figure ase/slab.png "Molecules on a metal" "examples/hosts/ase/run.sh" ase/slab.txt ase/water.txt <<'HTML'
A rigid benzene and a rigid CO<sub>2</sub> on copper at 150 K in ASE, under its calculator EMT: the upper layer moves as points beside
them, the layers below are held by <code>FixAtoms</code>. A run that goes on from a file in the middle ends with the same bits.
HTML

  [ ! -s dna_ring.svg ] && [ ! -s lammps_energy/schemes.png ] && [ ! -s volumes/volumes.svg ] && [ ! -s which_step/which_step.svg ] && [ ! -s lammps_temperatures/temperatures.png ] ||
    echo '<h2>In LAMMPS</h2>'
  figure dna_ring.svg "A ring of DNA" "lmp -in dna_ring.in -var data dna_ring.data" dna_ring.data dna_ring.in dna_ring.txt <<'HTML'
A hundred base pairs by oxDNA at 300 K: each of the 200 nucleotides is a rigid body, moved by <code>nve/dotc/langevin/rgs</code>. The colour of
a nucleotide says where in space its base points.
HTML
  figure lammps_energy/schemes.png "Error of the energy against the time step" "examples/studies/water_box/run_schemes.sh" \
    lammps_energy/results lammps_energy/table <<'HTML'
216 SPC/E waters: the error of the total energy with LAMMPS' own rigid bodies and shake, and with
<code>rigid/small/rgs</code>, against the time step and against force evaluations.
HTML
  figure volumes/volumes.svg "Variance of the volume at constant pressure" "examples/studies/volumes/run_volumes.sh" volumes/table <<'HTML'
64 repelling trimers: the variance of the volume is a property of the fluid, its compressibility. With LAMMPS' own
<code>rigid/npt/small</code> it grows with the relaxation time <code>Pdamp</code> of the box; with <code>rigid/npt/small/rgs</code>
it is that of Monte Carlo at any <code>Pdamp</code>.
HTML
  figure lammps_temperatures/temperatures.png "The same temperatures in LAMMPS" "examples/studies/water_box/run_temperatures.sh" \
    lammps_temperatures/temperatures lammps_temperatures/energies lammps_temperatures/table <<'HTML'
216 waters: what the fix puts out, plain and refined.
HTML
  figure which_step/which_step.svg "Which step, and which scheme?" "examples/studies/which_step/run_which_step.sh" which_step/table <<'HTML'
64 waters with pppm: the error of the energy at constant energy, and of temperatures and of the potential energy at 298 K, against force
evaluations, with LAMMPS' own fixes and ours.
HTML

  if [ -s openmm.svg ]; then
    echo '<h2>In OpenMM</h2>'
    figure openmm.svg "Water under the forces of OpenMM" "examples/hosts/openmm/run.sh" openmm.csv <<'HTML'
Half a picosecond of 27 rigid waters, moved by RigidIntegrator of the plugin with schemes of order 2 and 4, and by OpenMM's own
integrator with SETTLE. Points of one abscissa take as many evaluations of forces.
HTML
  fi
  if [ -s engines.svg ]; then
    echo '<h2>Beside an engine</h2>'
    figure engines.svg "A tumbling brick" "examples/hosts/mujoco/run.sh" engines.csv <<'HTML'
A free brick for 30 s in MuJoCo: with its own integrators, and with its forces and ours. The exact rotor needs
thirty steps of one second for what the others do not reach with thirty thousand.
HTML
    cat <<'HTML'
<figure id="engine_table">
<h3>The same as a table</h3>
<table>
<thead><tr><th>engine</th><th>integrator</th><th>step / s</th><th>energy, relative</th><th>momentum, relative</th><th>attitude / rad</th><th>ns a step</th></tr></thead>
<tbody>
HTML
    engine_rows
    cat <<'HTML'
</tbody>
</table>
<figcaption><p class="data">What is left of each after 30 s: change of energy and of angular momentum, and the angle to the
reference.</p></figcaption>
</figure>
HTML
  fi

  local note="lengths of the papers"
  [ "$length" = full ] || note="short runs; gallery.sh --full takes those of the papers"
  printf '<footer>Made by examples/gallery.sh, %s, with %s.</footer>\n</main>\n</body>\n</html>\n' "$note" \
    "$("$rigidstep" --version | head -n 1)"
}
