# SPDX-License-Identifier: BSD-3-Clause
"""A cheap potential for a costly one: how near it is, in kT of 16 molecules."""
import contextlib
import time
from math import erfc
import numpy as np
from ase import units
from ase.optimize import FIRE
from rigidstep.ase import Langevin, RigidDynamics, RigidFilter, thermalize
from cheap import Cheap
from common import CENTRED, FS, MODELS, MOLECULES, alone, ani1x, box, counted

def answer(atoms, costly):
    """What a fit needs of the costly potential here."""
    told = atoms.copy()
    told.calc = costly
    forces = told.get_forces()                                # with which most compute the energy, too
    return told.positions.copy(), told.cell.array.copy(), told.get_potential_energy(), forces


def walk(atoms, groups, kelvin, seed, every, count, look):
    """Moves atoms by their calculator, and calls look after each so many steps of 4 fs."""
    nvt = RigidDynamics(atoms, 4 * FS, groups, thermostat=Langevin(kelvin, 50 * FS, seed=seed))
    nvt.attach(lambda: look() if nvt.nsteps else None, interval=every)
    nvt.run(every * count)


class Lost(Exception):
    """The cheap potential led where the costly one repels: that was learned, and the walk ends."""


def distilled(study, costly, boxes, groups, kelvin):
    """A cheap calculator that follows the costly one for these molecules, in rounds: where the cheap one goes, the
    costly one is asked."""
    short, told, one = study.options.short, [], groups == 0
    cheap = Cheap(boxes[0].numbers[one], groups.max() + 1, boxes[0].get_masses())

    def fitted():
        off, size = cheap.fit(told)
        study.say(f"  {costly.calls} calls of the costly potential: forces and torques off by {off:.3f} of {size:.3f}")
        return off / size
    for atoms in boxes:
        atoms.calc = costly
        relax = FIRE(RigidFilter(atoms, groups=groups, cell=False), logfile=None)
        relax.attach(lambda: told.append(answer(atoms, costly)), interval=1 if short else 5)
        relax.run(fmax=0.1, steps=2 if short else 40)
    for turn in range(1 if short else study.options.rounds):
        fitted()
        for k, start in enumerate(boxes[:1 if short else None]):
            atoms, hot = start.copy(), kelvin * (1.3 if k % 2 else 1.0)
            atoms.calc = cheap

            def look():
                told.append(answer(atoms, costly))
                size = cheap.size_of(told[-1])
                if size > 15 * cheap.usual:                   # nothing to learn from
                    told.pop()
                if size > 5 * cheap.usual:
                    raise Lost
            thermalize(atoms, groups, kelvin, random=turn)
            with contextlib.suppress(Lost):
                walk(atoms, groups, hot, 10 * turn + k, 1 + turn, 2 if short else 12, look)
    study.claim(fitted() < 0.5, "the cheap forces and torques follow the costly ones")
    return cheap


CHEAPER = dict(gfn2=("gfn1", MODELS["gfn1"]), ani1x=("one of its eight networks", lambda: ani1x(0)))


def pair(study):
    """The spread of costly less cheap in kT, of 16 molecules where the fitted model goes."""
    study.write_to("pair.txt")
    for name in study.options.molecules or ["CO2", "H2O"]:
        for model in study.options.models or ["gfn2"]:
            costly = counted(MODELS[model]())
            volume, kelvin = MOLECULES[name][:2]
            one, _ = alone(costly, name)
            boxes, costly.calls = [box(one, volume, CENTRED, seed) for seed in range(6)], 0
            atoms = boxes[0]
            groups = np.repeat(np.arange(16), len(one))
            study.say(f"{model}, 16 {name} at {kelvin:.0f} K")
            models = {"fitted": distilled(study, costly, boxes, groups, kelvin)}
            if model in CHEAPER:
                models[CHEAPER[model][0]] = CHEAPER[model][1]()
            places, took, atoms.calc = [], {}, models["fitted"]
            thermalize(atoms, groups, kelvin, random=3)
            walk(atoms, groups, kelvin, 5, 50, 3 if study.options.short else 40,
                 lambda: places.append(atoms.positions.copy()))
            energies = {}
            for label, calculator in dict(models, costly=costly).items():
                atoms.calc, begun = calculator, time.process_time()
                energies[label] = np.array([energy_at(atoms, place) for place in places])
                took[label] = (time.process_time() - begun) / len(places)
            for label in models:
                off = (energies["costly"] - energies[label]).std() / (units.kB * kelvin)
                study.say(f"  cheap: {label}: costly less cheap spreads by {off:.2f} kT; a trial of unlike places is "
                          f"accepted {100 * erfc(off / 2):.0f} % of the time; a call {1000 * took[label]:.0f} ms, "
                          f"costly {1000 * took['costly']:.0f}")


def energy_at(atoms, positions):
    atoms.positions[:] = positions
    return atoms.get_potential_energy()
