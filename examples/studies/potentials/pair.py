# SPDX-License-Identifier: BSD-3-Clause
"""A costly potential and a cheap one: what an independent sample takes, and the same averages."""
import time
from concurrent.futures import ProcessPoolExecutor
from math import erfc
import numpy as np
from ase import units
from ase.calculators.calculator import Calculator, all_changes
from ase.md.langevin import Langevin as FlexibleLangevin
from ase.optimize import FIRE
from rigidstep.ase import Langevin, Metropolis, RigidDynamics, RigidFilter, thermalize
from cheap import Cheap
from common import CENTRED, FS, MODELS, MOLECULES, alone, box, correlated, counted, errors

NEAR = 4.5                                                    # Angstrom: which centres are neighbours
# How many of the calls a way to sample gets, one of so many, and its dynamics.
METHODS = {
    "flexible, 0.5 fs": (6, dict(fs=0.5)),
    "rigid, 4 fs": (1, dict(fs=4)),
    "levels, 16 fs": (2, dict(fs=16, inner=4)),
    "levels, 24 fs, inertia 4": (2, dict(fs=24, inner=4, inertia=4)),
    "levels, 24 fs": (4, dict(fs=24, inner=6)),
    "levels, 48 fs": (6, dict(fs=48, inner=12)),
    "levels, 36 fs, inertia 4": (4, dict(fs=36, inner=6, inertia=4)),
    "trials of 800 fs, inertia 4": (3, dict(fs=800, trial=100, inertia=4)),
}


def answers(atoms, costly):
    """The energy and forces of the costly potential here, in the middle of a run of another."""
    other = atoms.copy()
    other.calc = costly
    forces = other.get_forces()                               # with which most compute the energy, too
    return other.get_potential_energy(), forces


def fitted(study, costly, one, name, rounds):
    """A cheap calculator for 16 of these molecules, and where it led: first the costly one moves the molecules, then in
    each round the cheap one, which learns what the costly one says where it is.  Every second round is hotter."""
    short, (volume, kelvin) = study.options.short, MOLECULES[name][:2]
    atoms, labels = box(one, volume, CENTRED, 1), np.repeat(np.arange(16), len(one))
    atoms.calc, cheap = costly, Cheap(one.numbers, 16, one.get_masses())
    FIRE(RigidFilter(atoms, groups=labels, cell=False), logfile=None).run(fmax=0.2, steps=4 if short else 60)
    thermalize(atoms, labels, kelvin, random=1)
    first = RigidDynamics(atoms, 4 * FS, labels, thermostat=Langevin(kelvin, 50 * FS, seed=1))
    first.attach(lambda: cheap.learn(atoms.positions, atoms.cell.array, *answers(atoms, costly)), interval=3)
    first.run(30 if short else 300)
    for turn in range(rounds):
        off, apart, atoms.calc = cheap.fit(), [], cheap
        nvt = RigidDynamics(atoms, 4 * FS, labels, thermostat=Langevin(kelvin * (1.3 if turn % 2 else 1), 50 * FS, seed=turn))
        for _ in range(4 if short else 40):
            nvt.run(5 if short else 100)
            energy, forces = answers(atoms, costly)
            apart.append(energy - atoms.get_potential_energy())
            cheap.learn(atoms.positions, atoms.cell.array, energy, forces)
        study.say(f"  round {turn + 1}: forces and torques were off by {1000 * off:.1f} (meV/A, meV); then costly less cheap "
                  f"spreads by {np.std(apart) / (units.kB * kelvin):.2f} kT; {costly.calls} calls")
    cheap.fit()
    atoms.calc = None
    return cheap, atoms


class Springs(Calculator):
    """A cheap potential for flexible CO2: springs for stretching and bending, as stiff as under the costly one."""
    implemented_properties = ["energy", "forces"]

    def __init__(self, cheap, costly, one):
        Calculator.__init__(self)
        self.cheap, self.length, rise = cheap, one.get_distance(0, 1), 0.02
        along = rise * (one.positions[1] - one.positions[0]) / self.length
        across = np.cross(along, [along[1], along[2], along[0] + rise])
        across *= rise / np.linalg.norm(across)

        def risen(*moves):
            other = one.copy()
            other.positions += moves
            return (answers(other, costly)[0] - answers(one, costly)[0]) / rise ** 2
        still = 0 * along
        self.stretch = 0.5 * (risen(still, along, -along) + risen(still, -along, along))
        self.bend = 0.5 * risen(across, still, still)

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        Calculator.calculate(self, atoms, properties, system_changes)
        bonds = atoms.positions.reshape(-1, 3, 3)[:, 1:] - atoms.positions[::3, None]
        lengths, bent = np.linalg.norm(bonds, axis=2)[:, :, None], bonds.sum(axis=1)
        pulls = self.stretch * (1 - self.length / lengths) * bonds + self.bend * bent[:, None]
        self.cheap.calculate(atoms, properties, system_changes)
        between, forces = self.cheap.results["energy"], self.cheap.results["forces"].reshape(-1, 3, 3).copy()
        forces[:, 0] += pulls.sum(axis=1)
        forces[:, 1:] -= pulls
        inside = 0.5 * self.stretch * ((lengths - self.length) ** 2).sum() + 0.5 * self.bend * (bent ** 2).sum()
        self.results = dict(energy=between + inside, forces=forces.reshape(-1, 3), between=between)


class Run:
    """One way to sample: the energy, the neighbours and the temperatures after each step, calls, and processor time."""

    def __init__(self, calculator, cheap, begin, kelvin, seed, fs, inner=None, trial=None, inertia=1):
        self.atoms = atoms = begin.copy()
        self.rows, self.spent, self.rigid, self.size = [], 0.0, fs != 0.5, len(atoms) // 16
        atoms.calc, labels = calculator, np.arange(len(atoms)) // (self.size if self.rigid else 1)
        thermalize(atoms, labels, kelvin, random=seed)
        if self.rigid:
            thermostat = Metropolis(kelvin, trial, seed=seed) if trial else Langevin(kelvin, 100 * FS, seed=seed)
            self.dynamics = RigidDynamics(atoms, fs * FS, labels, thermostat=thermostat, inertia=inertia, inner=inner,
                                          fast=cheap if inner or trial else None)
        else:
            self.dynamics = FlexibleLangevin(atoms, fs * FS, temperature_K=kelvin, friction=0.01 / FS,
                                             rng=np.random.default_rng(seed))

    def advance(self, rows, every=1):
        for _ in range(rows):
            begun = time.process_time()
            self.dynamics.run(every)
            self.spent += time.process_time() - begun
            centres = self.atoms.positions[::self.size]       # C of CO2, O of water
            apart, edge = (centres[:, None] - centres)[np.triu_indices(16, 1)], self.atoms.cell.lengths()
            near = np.linalg.norm(apart - edge * np.round(apart / edge), axis=1) < NEAR
            energy = self.atoms.get_potential_energy()
            self.rows.append((self.atoms.calc.results.get("between", energy), near.sum() / 8,
                              *(self.dynamics.temperature()[1:] if self.rigid else (np.nan, np.nan))))


def sampled(options, kelvin, model, cheap, begin, seed):
    """All methods by turns: of each its rows, calls, processor time and accepted part."""
    costly = {label: counted(MODELS[model]()) for label in METHODS}
    runs = {label: Run(costly[label], cheap, begin, kelvin, seed, **given) for label, (_, given) in METHODS.items()}
    turns = 2 if options.short else 20
    for turn in range(-1, turns):                             # the first turn is not looked at
        for label, run in runs.items():
            run.advance(max((16 if options.short else options.steps) // METHODS[label][0] // turns, 1))
            if turn < 0:
                run.rows, run.spent, costly[label].calls = [], 0.0, 0
    return {label: (np.array(run.rows), costly[label].calls, run.spent, run.dynamics.stepper.output("expected_acceptance")
                    if "trial" in METHODS[label][1] else None) for label, run in runs.items()}


def memory(options, kelvin, calculator, begin, kind, seed):
    """After how many fs U and neighbours are independent, each with its error: by a long run of the cheap potential."""
    fs, every, inertia = {"flexible": (0.5, 8, 1), "inertia 1": (4, 1, 1), "inertia 4": (6, 1, 4)}[kind]
    run = Run(calculator, None, begin, kelvin, seed, fs, inertia=inertia)
    run.advance(100 if options.short else options.memory, every)
    rows = np.array(run.rows)[len(run.rows) // 20:]
    return [[fs * every * told for told in correlated(rows[:, k])] for k in (0, 1)]


def table(study, one_energy, runs, memories):
    for kind, parts in memories.items():
        (u, du), (near, dnear) = ((parts[:, k, 0].mean(), np.linalg.norm(parts[:, k, 1]) / len(parts)) for k in (0, 1))
        study.say(f"  {kind}: U is independent after {u:.0f}({du:.0f}) fs, neighbours after {near:.0f}({dnear:.0f})")
    study.say("  method | calls for a sample of U, of neighbours | seconds | steps | U, meV a molecule | neighbours | "
              "T of translation, rotation | accepted")
    for label, (_, given) in METHODS.items():
        parts, calls, spent, accepted = zip(*[run[label] for run in runs])
        rows, trial = np.concatenate(parts), "trial" in given
        cost = sum(spent) / len(rows)
        study.claim(sum(calls) == len(rows), f"{sum(calls)} calls in {len(rows)} steps of {label}")
        if trial:
            needs = [np.mean([correlated(part[:, k])[0] for part in parts]) for k in (0, 1)]
        else:
            kind = f"inertia {given.get('inertia', 1)}" if given["fs"] > 0.5 else "flexible"
            if kind not in memories:
                continue
            needs = memories[kind][:, :, 0].mean(axis=0) / given["fs"]
        text = f"  {label} | {needs[0]:.3g}, {needs[1]:.3g} | {needs[0] * cost:.3g}, {needs[1] * cost:.3g} | {len(rows)}"
        if given["fs"] > 0.5:
            (u, du), (near, dnear) = ((rows[:, k].mean(), rows[:, k].std() * np.sqrt(needs[k] / len(rows))) for k in (0, 1))
            text += f" | {1000 * (u / 16 - one_energy):.1f}({1000 * du / 16:.1f}) | {near:.2f}({dnear:.2f}) | "
            study.claim(study.options.short or not trial or np.mean(accepted) > 0.4, "most trials are accepted")
            text += f"| {100 * np.mean(accepted):.0f} %" if trial else ", ".join(
                f"{np.mean(told):.0f}({np.linalg.norm(off) / len(off):.0f})" for told, off in (
                    zip(*(errors(part[:, k]) for part in parts)) for k in (2, 3)))
        study.say(text)


def spread(options, kelvin, model, cheap, begin, copies):
    """The difference of the two potentials where the cheap one goes, in kT, and what follows for trials."""
    n, atoms, costly, short = 16 * np.prod(copies), begin.repeat(copies), MODELS[model](), options.short
    labels, apart, spent, looks = np.repeat(np.arange(n), len(begin) // 16), [], 0.0, 3 if short else 24
    atoms.calc = cheap.of(n)
    thermalize(atoms, labels, kelvin, random=1)
    nvt = RigidDynamics(atoms, 4 * FS, labels, thermostat=Langevin(kelvin, 50 * FS, seed=7))
    nvt.run(5 if short else 500)
    for _ in range(looks):
        nvt.run(5 if short else 100)
        begun = time.process_time()
        apart.append(answers(atoms, costly)[0] - atoms.get_potential_energy())
        spent += time.process_time() - begun
    off = np.std(apart) / (units.kB * kelvin)
    return (f"  {n} molecules: costly less cheap spreads by {off:.2f}({off / np.sqrt(2 * looks):.2f}) kT, so that "
            f"{100 * erfc(off / 2):.0f} % of long trials are accepted; a costly call takes {spent / looks:.2f} s")


def pair(study):
    """Levels and trials with a fitted cheap potential, beside rigid and flexible molecules."""
    study.write_to("pair.txt")
    options = study.options
    for name in options.molecules or ["CO2"]:
        for model in options.models or ["gfn1"]:
            costly, kelvin = counted(MODELS[model]()), MOLECULES[name][1]
            one, energy = alone(costly, name)
            study.say(f"{model}, 16 {name} at {kelvin:.0f} K")
            costly.calls = 0
            cheap, begin = fitted(study, costly, one, name, 1 if options.short else options.rounds)
            seeds = range(11, 12 if options.short else 11 + options.runs)
            with ProcessPoolExecutor(len(seeds)) as pool:
                kinds = {"inertia 1": cheap, "inertia 4": cheap}
                if name == "CO2":
                    kinds["flexible"] = Springs(cheap, costly, one)
                slow = {kind: [pool.submit(memory, options, kelvin, calculator, begin, kind, seed) for seed in seeds[:2]]
                        for kind, calculator in kinds.items()}
                runs = [pool.submit(sampled, options, kelvin, model, cheap, begin, seed) for seed in seeds]
                apart = [pool.submit(spread, options, kelvin, model, cheap, begin, copies)
                         for copies in [(1, 1, 1), (2, 1, 1), (2, 2, 1)][:1 if options.short else 3]]
                table(study, energy, [run.result() for run in runs],
                      {kind: np.array([told.result() for told in parts]) for kind, parts in slow.items()})
                for told in apart:
                    study.say(told.result())
