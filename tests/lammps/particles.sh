# SPDX-License-Identifier: GPL-2.0-only
#
# What groups share that run particles with a shape: sourced by run_lammps_tests.sh.

# particles_data CELLS SPACING BOX POINTS: a crystal of ellipsoids with any attitude, of which a part POINTS are points, in a cube
particles_data() {
  awk -v cells="$1" -v spacing="$2" -v box="$3" -v points="$4" 'function draw() { s = s * 16807 % 2147483647; return s / 2147483647 }
    function normal(   k, sum) { for (k = 0; k < 12; k++) sum += draw(); return sum - 6 }
    BEGIN { s = 4711; n = cells ^ 3; half = cells * spacing / 2
      for (i = 1; i <= n; i++) { draw(); type[i] = draw() < points ? 2 : 1; ellipsoids += type[i] == 1 }
      print "ellipsoids and points\n\n" n, "atoms\n" ellipsoids, "ellipsoids\n2 atom types\n"
      split("x y z", axis, " ")
      for (k = 1; k <= 3; k++) print (box > 0 ? -box / 2 : -half), (box > 0 ? box / 2 : half), axis[k] "lo", axis[k] "hi"
      print "\nAtoms # ellipsoid\n"
      for (i = 1; i <= n; i++) print i, type[i], type[i] == 1, type[i] == 1 ? 0.9 : 1, ((i - 1) % cells + 0.5) * spacing - half,
        (int((i - 1) / cells) % cells + 0.5) * spacing - half, (int((i - 1) / cells ^ 2) + 0.5) * spacing - half
      print "\nVelocities\n"
      for (i = 1; i <= n; i++) print i, normal(), normal(), normal(), (type[i] == 1) * normal(), (type[i] == 1) * normal(), (type[i] == 1) * normal()
      print "\nEllipsoids\n"
      for (i = 1; i <= n; i++) if (type[i] == 1) {
        for (k = 0; k < 4; k++) q[k] = normal(); m = sqrt(q[0]^2 + q[1]^2 + q[2]^2 + q[3]^2)
        print i, 1, 1.2, 2, q[0] / m, q[1] / m, q[2] / m, q[3] / m } }'
}

particles() { particles_name=$1; particles_ranks=$2; shift 2; lammps "$particles_name" "$particles_ranks" -in "$here/in.particles" "$@" -var state fluid.data; }

# columns_apart A B COLUMNS LINES: largest difference of the first columns behind the step, relative to the largest number of each
columns_apart() {
  thermo "$1" >"$1.thermo"; thermo "$2" >"$2.thermo"; paste "$1.thermo" "$2.thermo" | awk -v columns="$3" -v lines="$4" '
    { for (i = 2; i <= columns + 1; i++) { d = $i - $(NF / 2 + i); if (d < 0) d = -d; if (d > far[i]) far[i] = d; a = $i < 0 ? -$i : $i; if (a > most[i]) most[i] = a } }
    END { for (i in far) if (most[i] > 0 && far[i] / most[i] > m) m = far[i] / most[i]; if (NR == lines) print m + 0 }'
}

# last RUN COLUMN
last() { thermo "$1" | tail -n 1 | awk -v c="$2" '{ print $c }'; }
