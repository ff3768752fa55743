#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Rigid molecules under potentials whose weights lie in packages of pip, and under GFN1- and GFN2-xTB.

  models   of 8 molecules in a box: geometry and the energy of a pair of molecules; what check_forces says;
           the pressure by the virial beside a derivative by the volume; energy, temperatures; and how often
           the potential is called for an independent sample of the energy between molecules, at 4 fs, beside
           flexible molecules in ASE's Langevin at 0.5 fs
  batches  boxes of 8 CH3CN in RigidBatch, beside flexible ones in TorchSim's Langevin, under one model of
           TorchSim (ANI-1x): temperatures, calls, ns per day
  pair     a cheap model is fitted to a costly one (GFN1) for 16 rigid molecules (CO2), and both move them by
           levels and trials: calls and processor time for an independent sample, averages, acceptance

--models and --molecules choose of {}, and of {}.
The packages are in tests/pip/potentials.txt.  A run at 4 fs takes about --seconds of one core at most, a flexible one
four times as long.  `pair` takes --steps of 4 fs in --runs processes, and --memory steps of the cheap model, an hour of
a core in all.  Calls are counted; a cost is processor time."""
import os
import sys
import time
import warnings
from pathlib import Path
for name in "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS":
    os.environ.setdefault(name, "1")
warnings.filterwarnings("ignore")
import numpy as np                                            # noqa: E402
from ase import units                                         # noqa: E402
from ase.md.langevin import Langevin as FlexibleLangevin      # noqa: E402
from ase.optimize import FIRE                                 # noqa: E402
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from study import Study                                       # noqa: E402
from common import (BAR, FS, GRID, MODELS, MOLECULES, alone, ani1x, box, correlated, counted,   # noqa: E402
                    errors)
from pair import pair                                         # noqa: E402
from rigidstep import Bodies                                  # noqa: E402
from rigidstep.ase import Andersen, Langevin, RigidDynamics, RigidFilter, thermalize    # noqa: E402
from rigidstep.ase.pressure import virial                     # noqa: E402
from rigidstep.batch.ase import RigidBatch                    # noqa: E402


def bound(calculator, one, energy, starts, steps):
    """By how much two molecules bind, in eV, at the best of some minima."""
    groups, best = np.repeat([0, 1], len(one)), 0.0
    for seed in range(starts):
        two = box(one, 150.0, np.array([[0.4, 0.5, 0.5], [0.6, 0.5, 0.5]]), seed)
        two.set_cell(3 * [20.0])
        two.positions[len(one):] += [2.0, 0, 0]
        two.pbc, two.calc = False, calculator
        FIRE(RigidFilter(two, groups=groups, cell=False), logfile=None).run(fmax=0.01, steps=steps)
        best = max(best, 2 * energy - two.get_potential_energy())
    return best


def pressures(atoms, groups):
    """Without the kinetic part, in bar: by the virial of molecules, by changes of the volume in which molecules keep
    their shape, and by the stress as the potential gives it."""
    volume, stress = atoms.get_volume(), atoms.get_stress()
    inner = Bodies.from_atoms(atoms.positions, atoms.get_masses(), groups, atoms.cell.array).gather(atoms.get_forces())
    told = np.trace(virial(volume, stress, inner, None)) / (3 * volume)
    energies = []
    for scale in (1.002, 0.998):
        other = atoms.copy()
        centres = np.array([other[groups == k].get_center_of_mass() for k in range(groups.max() + 1)])
        other.set_cell(atoms.cell * scale)
        other.positions += (scale - 1) * centres[groups]
        other.calc = atoms.calc
        energies.append(other.get_potential_energy())
    slope = (energies[1] - energies[0]) / (volume * (1.002 ** 3 - 0.998 ** 3))
    return [value / BAR for value in (told, slope, -stress[:3].mean())]


def between(calculator, atoms, size):
    """The energy between molecules: what is left of it without each molecule's own."""
    far = atoms.copy()
    far.set_cell([16.0 * len(atoms) / size, 16.0, 16.0])
    far.pbc, far.calc = False, calculator
    for k in range(len(atoms) // size):
        own = far.positions[k * size:(k + 1) * size]
        own += [16.0 * k + 8, 8, 8] - own.mean(axis=0)
    return atoms.get_potential_energy() - far.get_potential_energy()


def flexible(atoms, make, kelvin, size, steps):
    """The energy between flexible molecules in ASE's Langevin, after each 8 calls at 0.5 fs."""
    atoms = atoms.copy()
    atoms.calc, other, energies = make(), make(), []
    thermalize(atoms, np.arange(len(atoms)), kelvin, random=2)
    dynamics = FlexibleLangevin(atoms, 0.5 * FS, temperature_K=kelvin, friction=0.01 / FS,
                                rng=np.random.default_rng(3))
    dynamics.run(min(steps // 4, 4000))
    dynamics.attach(lambda: energies.append(between(other, atoms, size)), interval=8)
    dynamics.run(steps)
    return np.array(energies[1:])


def of_model(study, model, name):
    """What is known of a potential for a kind of molecule, a line each."""
    volume, kelvin, pair, known, binding = MOLECULES[name]
    short, make = study.options.short, MODELS[model]
    calculator = counted(make())
    one, energy = alone(calculator, name)
    groups = np.repeat(np.arange(8), len(one))
    binds = bound(calculator, one, energy, 1 if short else 3, 40 if short else 200)
    study.say(f"{model}, {name}: bond {one.get_distance(*pair):.3f} ({known}) A, two molecules "
              f"{1000 * binds:.0f} ({binding or '?'}) meV")
    atoms = box(one, volume, GRID, 1)
    atoms.calc = calculator
    FIRE(RigidFilter(atoms, groups=groups, cell=False), logfile=None).run(fmax=0.2, steps=20 if short else 60)
    thermalize(atoms, groups, kelvin, random=1)
    begun, calculator.calls = time.process_time(), 0
    warm = RigidDynamics(atoms, 2 * FS, groups, thermostat=Langevin(kelvin, 50 * FS, seed=1))
    warm.run(10 if short else 100)
    cost = (time.process_time() - begun) / calculator.calls
    study.claim(calculator.calls <= warm.nsteps + 1, f"{calculator.calls} calls in {warm.nsteps} steps")
    steps = int(np.clip(study.options.seconds / cost, 20, study.options.calls))
    warm.run(0 if short else min(steps, 1000))

    # Stirred, so that forces are large beside the noise of potentials in float32.
    report = RigidDynamics(atoms, 2 * FS, groups, thermostat=Langevin(kelvin, 50 * FS, seed=1),
                           barostat=Andersen(BAR, 1000 * FS)).check_forces(sample=1, stir=0.2)
    study.claim(report.right, f"check_forces: {report}")
    told, slope, stress = pressures(atoms, groups)
    study.say(f"  check_forces: {str(report).partition(': ')[2].partition(chr(10))[0]}; noise of the energy "
              f"{report.noise:.1e} eV; pressure {told:.0f} bar, by the volume {slope:.0f}, of atoms {stress:.0f}")
    study.claim(abs(told - slope) < 50 + 0.02 * abs(told) + 4e5 * report.noise, "the pressure is the derivative")

    energies, nve = [], RigidDynamics(atoms, 4 * FS, groups)
    nve.attach(lambda: energies.append(sum(nve.stepper.energy()) + atoms.get_potential_energy()))
    nve.run(min(steps, 250))
    energies = 125 * np.array(energies[1:])                   # meV per molecule
    ps = 0.004 * np.arange(len(energies))
    slope = np.polyfit(ps, energies, 1)[0]
    study.say(f"  constant energy, 4 fs, {ps[-1]:.1f} ps: rms {energies.std():.2f} meV per molecule, "
              f"drift {slope:.2f} meV per ps")

    rows, nvt = [], RigidDynamics(atoms, 4 * FS, groups, thermostat=Langevin(kelvin, 100 * FS, seed=2))
    nvt.attach(lambda: rows.append((atoms.get_potential_energy() - 8 * energy, *nvt.temperature()[1:])))
    nvt.run(steps)
    rows = np.array(rows[1:])
    (u, du), (trans, dtrans), (rot, drot) = map(errors, rows.T)
    needs, off = correlated(rows[:, 0])
    study.say(f"  {kelvin:.0f} K, 4 fs, {steps} calls of {1000 * cost:.0f} ms: T of translation {trans:.0f}({dtrans:.0f}), "
              f"rotation {rot:.0f}({drot:.0f}) K; U {125 * u:.1f}({125 * du:.1f}) meV per molecule; "
              f"{needs:.0f}({off:.0f}) calls per sample")
    if not study.options.rigid:
        series = flexible(atoms, make, kelvin, len(one), 40 if short else 4 * steps)
        (u, du), (needs, off) = errors(series), correlated(series)
        study.say(f"  flexible, 0.5 fs, {8 * len(series)} calls: U {125 * u:.1f}({125 * du:.1f}) meV per molecule; "
                  f"{8 * needs:.0f}({8 * off:.0f}) calls per sample")


def models(study):
    study.write_to("models.txt")
    for name in study.options.molecules or MOLECULES:
        for model in study.options.models or MODELS:
            of_model(study, model, name)


def batches(study):
    """One model of TorchSim moves flexible molecules in TorchSim, and rigid ones in RigidBatch."""
    import torch
    import torch_sim as ts
    from importlib.metadata import version
    from torch_sim.models.interface import ModelInterface

    class Ani(ModelInterface):
        """ANI-1x for boxes alike."""
        def __init__(self, network):
            super().__init__()
            self.network, self._device, self._dtype = network, torch.device("cpu"), torch.float64
            self._compute_forces, self._compute_stress = True, False

        def forward(self, state):
            numbers = state.atomic_numbers.reshape(state.n_systems, -1)
            places = state.positions.detach().reshape(*numbers.shape, 3).requires_grad_()
            energies = units.Hartree * self.network((numbers, places), state.row_vector_cell[0],
                                                    torch.tensor(3 * [True])).energies
            forces = -torch.autograd.grad(energies.sum(), places)[0].reshape(-1, 3)
            return dict(energy=energies.detach(), forces=forces)
    torch.set_num_threads(1)
    study.write_to("batches.txt")
    calculator, name, short = ani1x(), "CH3CN", study.options.short
    n, warm, steps = (2, 2, 5) if short else (4, 100, 200)
    volume, kelvin = MOLECULES[name][:2]
    one, _ = alone(calculator, name)
    groups, boxes = np.repeat(np.arange(8), len(one)), [box(one, volume, GRID, seed) for seed in range(n)]
    for each in boxes:
        each.calc = calculator
        FIRE(RigidFilter(each, groups=groups, cell=False), logfile=None).run(fmax=0.2, steps=3 if short else 30)
        thermalize(each, groups, kelvin, random=1)
        each.calc = None
    model, calls = Ani(calculator.model), []
    model.register_forward_hook(lambda *_: calls.append(time.process_time()))

    def state_of(some):
        return ts.initialize_state(some, device=torch.device("cpu"), dtype=torch.float64)

    def answers(some):
        told = model(state_of(some))
        return told["forces"], told["energy"]
    apart = answers(boxes)[0] - torch.cat([answers([each])[0] for each in boxes])
    study.say(f"TorchSim {version('torch-sim-atomistic')}, ANI-1x, {n} boxes of 8 {name} at {kelvin:.0f} K: forces in a "
              f"batch are within {float(apart.abs().max()):.0e} eV/A of a box's alone")

    def row(what, step, fs, read):
        for _ in range(warm):
            step()
        calls.clear()
        kelvins, begun = [], time.process_time()
        for _ in range(steps):
            step()
            kelvins.append(read())
        day = steps * fs * 1e-6 / (time.process_time() - begun) * 86400
        study.claim(len(calls) == steps, f"{len(calls)} calls in {steps} steps")
        study.say(f"  {what}, {fs} fs: {len(calls)} calls in {steps} steps, T {np.mean(kelvins):.0f} K, {day:.2f} ns per day "
                  "of a core for each box")

    rigid = RigidBatch([each.copy() for each in boxes], 4 * FS, answers, [groups] * n,
                       thermostat=Langevin(kelvin, 50 * FS, seed=1))
    row("RigidBatch", lambda: rigid.run(1), 4, rigid.temperature)
    fixed = dict(dt=torch.tensor(0.5 * FS), kT=torch.tensor(units.kB * kelvin), gamma=torch.tensor(0.02 / FS))
    if hasattr(ts, "nvt_langevin_step"):
        def update(state):
            return ts.nvt_langevin_step(state, model, **fixed)
        states = [ts.nvt_langevin_init(state_of(boxes), model, kT=fixed["kT"])]
    else:                                                     # TorchSim 0.3
        begin, update = ts.nvt_langevin(model=model, **fixed)
        states = [begin(state_of(boxes), seed=1)]
    row("TorchSim, flexible", lambda: states.append(update(states.pop())), 0.5, lambda: float(
        (states[0].momenta ** 2 / states[0].masses[:, None]).sum() / (3 * len(groups) * n * units.kB)))


if __name__ == "__main__":
    Study(__doc__.format(", ".join(MODELS), ", ".join(MOLECULES)), "potentials", dict(models=models, pair=pair, batches=batches),
          short=False, rigid=False, models=[], molecules=[], seconds=120.0, calls=4000, rounds=4, runs=4, steps=300, memory=20000).run()
