# SPDX-License-Identifier: BSD-3-Clause
"""64 soft trimers at constant pressure in ASE beside Monte Carlo: t_ase_fluid.py MODULE.

The same fluid as that of tests/baths/show_fluid.c: beads of different bodies repel each other by 4 (r^-12 -
r^-6) + 1 up to r = 2^(1/6).  tests/baths/monte_carlo.c, a program without a line of the library's, printed
the means and variances of the volume (monte_carlo cycles=3000000).  Seeds are fixed; another seed fails one
time in 5000: 6 comparisons, each with 4 standard errors from 20 blocks.
"""
import os
import sys

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import Counted, lattice, np
from ase import Atoms, units
from rigidstep.ase import RigidDynamics, thermalize

N, H = 64, 0.01
SAMPLES = 12000
TRIMER = Atoms("H3", positions=[(0, 0, 0), (0.6, 0, 0), (-0.2, 0.5, 0)], masses=[1, 1, 1])
UNIT = 1 / units.kB                                       # so that kT is 1 eV
# Mean and variance of the volume, each with its error: with noise on the total momentum, and with that at 0.
KNOWN = {"langevin": (303.77, 0.04, 113.3, 0.3), "csvr": (303.40, 0.04, 112.9, 0.3), "nhc": (303.40, 0.04, 112.9, 0.3)}


class Beads(Counted):
    """Looks at the beads of those bodies only whose centres are near enough."""
    cut2 = 2 ** (1 / 3)
    reach = 2 * max(np.linalg.norm(TRIMER.positions - TRIMER.get_center_of_mass(), axis=1)) + cut2 ** 0.5
    one, other = np.triu_indices(N, 1)

    def model(self, atoms):
        beads, box = atoms.positions.reshape(N, 3, 3), atoms.cell.lengths()
        assert box.min() > 2 * self.reach                 # so a body sees one image of another
        centres = beads.mean(axis=1)
        apart = centres[self.one] - centres[self.other]
        shift = box * np.round(apart / box)
        near = np.flatnonzero(((apart - shift) ** 2).sum(axis=1) < self.reach ** 2)
        one, other = self.one[near], self.other[near]
        apart = beads[one][:, :, None] - beads[other][:, None] - shift[near][:, None, None]
        r2 = (apart ** 2).sum(axis=3)
        s6 = np.where(r2 < self.cut2, 1 / r2 ** 3, 0.0)
        push = (24 * s6 * (2 * s6 - 1) / r2 * (s6 > 0))[..., None] * apart
        forces = np.zeros((N, 3, 3))
        np.add.at(forces, one, push.sum(axis=2))
        np.add.at(forces, other, -push.sum(axis=1))
        energy = (4 * s6 * (s6 - 1) + 1)[s6 > 0].sum()
        return energy, forces.reshape(-1, 3), (push * apart).sum(axis=(0, 1, 2))


def sigmas(each, known, error):
    """How far the mean of blocks is from what is known, in standard errors of both."""
    return (each.mean() - known) / np.hypot(each.std(ddof=1) / np.sqrt(len(each)), error)


for seed, (bath, (mean, mean_error, variance, variance_error)) in enumerate(KNOWN.items()):
    fluid, labels = lattice(TRIMER, N, 2.0, 11)           # where no two touch
    fluid.set_cell(3 * [8.0])
    fluid.pbc = True
    fluid.calc = Beads()
    thermalize(fluid, labels, UNIT, random=seed, zero_momentum=True)
    dynamics = RigidDynamics(fluid, H, labels, bath=bath, temperature_K=UNIT, relaxation=1.0, pressure=1.0,
                             pressure_relaxation=1.0, seed=None if bath == "nhc" else seed + 3)
    volumes = []
    dynamics.run(2000)
    dynamics.attach(lambda: volumes.append(fluid.get_volume()), interval=5)
    dynamics.run(5 * SAMPLES)
    blocks = np.array(volumes[-SAMPLES:]).reshape(20, -1)
    off = (sigmas(blocks.mean(axis=1), mean, mean_error),
           sigmas(((blocks - mean) ** 2).mean(axis=1), variance, variance_error))
    print(f"{bath}: volume {blocks.mean():.2f}, {off[0]:+.1f} sigma from Monte Carlo's {mean}, variance "
          f"{((blocks - mean) ** 2).mean():.1f}, {off[1]:+.1f} sigma from {variance}")
    assert max(abs(np.array(off))) < 4, off
print("ok")
