# SPDX-License-Identifier: BSD-3-Clause
"""How often a calculator is called until molecules have turned and moved: samples.py [water|co2] [STEPS].

A toy potential of 27 molecules with springs in them: flexible in ASE's Langevin at 0.5 fs, and rigid in
RigidDynamics with inertia=1 and 4.  If rigid means differ by more than 4.5 standard errors in 10000 steps
or more, it stops with an error."""
import sys
import numpy as np
from ase import Atoms, units
from ase.calculators.calculator import Calculator, all_changes
from ase.md.langevin import Langevin as FlexibleLangevin
from ase.optimize import FIRE
from rigidstep.ase import Langevin, RigidDynamics, RigidFilter, thermalize

which, steps = (sys.argv[1:] or ["water"])[0], int((sys.argv[2:] or [40000])[0])
# geometry, spacing, charges, spheres (eV, Angstrom) and springs (between atoms, eV/Angstrom^2) of a molecule
GEOMETRY, SPACING, CHARGES, DEPTH, SIZE, SPRINGS = dict(
    water=(Atoms("OHH", [(0, 0, 0), (0.9572, 0, 0), (-0.24, 0.9266, 0)]), 3.1, (-0.5, 0.25, 0.25),
           (0.0066, 0, 0), 3.15, {(0, 1): 46.0, (0, 2): 46.0, (1, 2): 9.6}),
    co2=(Atoms("COO", [(0, 0, 0), (0, 0, 1.16), (0, 0, -1.16)]), 4.5, (0, 0, 0),
         (0.006, 0.006, 0.006), 3.0, {(0, 1): 90.0, (0, 2): 90.0, (1, 2): 10.0}))[which]
KELVIN, CUTOFF, N = 300.0 if which == "water" else 250.0, 1.49 * SPACING, 27


class Toy(Calculator):
    """Spheres and charges up to a cutoff, where they end smoothly, and springs in molecules."""
    implemented_properties = ["energy", "forces"]

    def __init__(self):
        Calculator.__init__(self)
        label, charge, depth = np.arange(3 * N) // 3, np.tile(CHARGES, N), np.sqrt(np.tile(DEPTH, N))
        self.one, self.other = np.nonzero(label[:, None] < label)
        self.coulomb = 14.4 * charge[self.one] * charge[self.other]
        self.depth = 4 * depth[self.one] * depth[self.other]
        self.rest = {pair: GEOMETRY.get_distance(*pair) for pair in SPRINGS}

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        Calculator.calculate(self, atoms, properties, system_changes)
        place, box = atoms.positions, atoms.cell.lengths()
        apart = place[self.one] - place[self.other]
        apart -= box * np.round(apart / box)
        square = np.einsum("nk,nk->n", apart, apart)
        near = np.flatnonzero(square < CUTOFF**2)
        apart, square = apart[near], square[near]
        s6, end, charge = (SIZE**2 / square)**3, 1 - square / CUTOFF**2, self.coulomb[near] / np.sqrt(square)
        energy = self.depth[near] * (s6**2 - s6) + charge
        slope = (self.depth[near] * (12 * s6**2 - 6 * s6) + charge) / square * end**3
        slope += 6 * energy * end**2 / CUTOFF**2
        push, forces = slope[:, None] * apart, np.zeros_like(place)
        for k in range(3):
            forces[:, k] = np.bincount(self.one[near], push[:, k], 3 * N)
            forces[:, k] -= np.bincount(self.other[near], push[:, k], 3 * N)
        bonds = 0.0
        for (a, b), stiffness in SPRINGS.items():
            along = place[a::3] - place[b::3]
            length = np.linalg.norm(along, axis=1)
            off = length - self.rest[a, b]
            bonds += 0.5 * stiffness * off @ off
            forces[a::3] -= (stiffness * off / length)[:, None] * along
            forces[b::3] += (stiffness * off / length)[:, None] * along
        self.results = dict(energy=energy @ end**3 + bonds, forces=forces)


def length_of(series):
    """Over how many rows the columns are correlated, by the sum of autocorrelations about 0."""
    total, squares = 0.5, (series**2).mean()
    for k in range(1, len(series) // 2):
        if k > 5 * total:
            break
        total += (series[:-k] * series[k:]).mean() / squares
    return 2 * total


rng, start = np.random.default_rng(1), Atoms(cell=3 * [3 * SPACING], pbc=True)
for place in SPACING * np.array(list(np.ndindex(3, 3, 3))):
    one = GEOMETRY.copy()
    one.rotate(rng.uniform(0, 360), rng.normal(size=3))
    one.translate(place)
    start += one
start.calc = Toy()
groups = np.arange(3 * N) // 3
FIRE(RigidFilter(start, groups, cell=False), logfile=None).run(fmax=0.05, steps=300)
thermalize(start, groups, KELVIN, random=1)
RigidDynamics(start, 2 * units.fs, groups, thermostat=Langevin(KELVIN, 100 * units.fs, seed=1)).run(4000)


def run(fs, inertia):
    """How many neighbours a molecule has, with its error, and evaluations per independent orientation."""
    atoms, values, along, at, every = start.copy(), [], [], [], 10 if inertia is None else 2
    one, other = np.triu_indices(N, 1)

    def look():
        apart = atoms.positions[::3][one] - atoms.positions[::3][other]
        apart -= 3 * SPACING * np.round(apart / (3 * SPACING))
        at.append(atoms.positions[::3].copy())
        along.append((atoms.positions[2::3] - atoms.positions[::3]).ravel())
        values.append(2 / N * (1 / (1 + ((apart**2).sum(axis=1) / (1.15 * SPACING)**2)**6)).sum())
    atoms.calc = Toy()
    if inertia is None:
        noise = dict(temperature_K=KELVIN, friction=0.01 / units.fs, rng=rng)
        dynamics = FlexibleLangevin(atoms, fs * units.fs, **noise)
    else:
        thermostat = Langevin(KELVIN, 100 * units.fs, seed=round(10 * fs + inertia))
        dynamics = RigidDynamics(atoms, fs * units.fs, groups, thermostat=thermostat, inertia=inertia)
    moves = steps * 4 if inertia is None else steps      # as many picoseconds as at 2 fs
    dynamics.run(moves // 10)
    dynamics.attach(look, interval=every)
    dynamics.run(moves)
    told = np.array(values[1:])
    mean, error = told.mean(), told.std() * np.sqrt(length_of(told - told.mean()) / len(told))
    lag = len(at) // 4
    far = ((np.array(at[lag:]) - at[:-lag])**2).sum(axis=2).mean() / (every * lag)
    kind = "flexible" if inertia is None else "rigid"
    print(f"{kind:9} {inertia or '-':>7} {fs:5g} {mean:8.3f} {error:6.3f} "
          f"{every * length_of(np.array(along[1:])):12.0f} {1000 * far:12.2f}", flush=True)
    return mean, error


print(f"{which}, {N} molecules, {KELVIN:g} K, {steps} steps a row, flexible 4 times as many\n"
      "molecules inertia   fs neighbours  error  evaluations per orientation; squared way per 1000, A^2")
flexible, (first, error), *others = [run(*one) for one in ((0.5, None), (2, 1), (4, 1), (8, 4))]
for mean, its in others:
    if steps >= 10000 and abs(mean - first) > 4.5 * np.hypot(error, its):
        sys.exit(f"WRONG: {mean:.4f}({its:.4f}), with inertia=1 at 2 fs {first:.4f}({error:.4f})")
