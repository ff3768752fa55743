# SPDX-License-Identifier: BSD-3-Clause
"""Rigid molecules in ASE move as `rigidstep run` moves them: t_ase_motion.py MODULE RIGIDSTEP."""
import os
import subprocess
import sys
import tempfile

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import Nothing, Soft, WATER, lattice, np
from case_list import case, run
from refused import says
from ase import Atoms, units
from ase.build import molecule
from ase.constraints import ExternalForce, FixAtoms, FixCartesian, FixCom, FixedLine, FixedPlane, Hookean
from ase.io import read
from ase.optimize import FIRE
from rigidstep import Refused, matrices
from rigidstep.ase import NHC, Andersen, Langevin, RigidDynamics, RigidFilter, thermalize


def near(a, b, room, what):
    off = abs(np.asarray(a) - np.asarray(b)).max()
    assert off <= room, f"{what}: {off:.1e} is above {room:.1e}"


def strengths(atoms):
    return np.where(atoms.numbers == 8, 0.7, 0.5)


class Charges(Soft):
    """c c' / r between atoms of different molecules."""
    def model(self, atoms):
        apart = atoms.positions[:, None] - atoms.positions
        squares = (apart ** 2).sum(axis=2) + ~self.other
        energy = self.factor / np.sqrt(squares)
        return 0.5 * energy.sum(), ((energy / squares)[:, :, None] * apart).sum(axis=1), np.zeros(3)


def soft(one, n, spacing, seed, edge=None, calc=Soft):
    """Molecules that are in reach of each other, at 300 K, in a periodic cube if it has an edge."""
    atoms, labels = lattice(one, n, spacing, seed)
    if edge:
        atoms.set_cell(3 * [edge])
        atoms.pbc = True
    atoms.calc = calc(labels, strengths(atoms))
    thermalize(atoms, labels, 300, random=seed)
    return atoms, labels


def like(atoms, labels, calc=Soft):
    """Atoms as these are now, with a calculator of their own."""
    other = atoms.copy()
    other.calc = calc(labels, strengths(atoms))
    return other


def inner_distances(atoms, labels):
    apart = np.linalg.norm(atoms.positions[:, None] - atoms.positions, axis=2)
    return apart[labels[:, None] == labels]


@case
def the_same_as_the_command():
    """The same as a host in C, the command, to rounding."""
    def by_command(dynamics, rotor, scheme, steps):
        bodies = dynamics.molecules.bodies
        strong, columns = strengths(dynamics.atoms)[bodies.order], bodies.columns
        per, names = len(strong) // len(bodies), dict(mass="mass", inertia="inertia", x="position", p="momentum", q="orientation",
                                                      l="angular_momentum")
        text = [f"method {rotor}/{scheme}\nstep {float(dynamics.dt)!r}\nsteps {steps}\nevery {steps}\ncoulomb 1\noutput position orientation"]
        for i in range(len(bodies)):
            text.append("body")
            text += [" ".join([word, *map(repr, np.ravel(columns[name][i]).tolist())]) for name, word in names.items()]
            text += ["site " + " ".join(map(repr, [*bodies.sites[k].tolist(), float(strong[k]), 0, 0])) for k in range(per * i, per * i + per)]
        out = subprocess.run([sys.argv[2], "run", "-"], input="\n".join(text), text=True, stdout=subprocess.PIPE, check=True).stdout
        x, q = np.split(np.array(out.splitlines()[-1].split(","), float), [3 * len(bodies)])
        positions, turns = np.empty((len(strong), 3)), matrices(q.reshape(-1, 4))
        positions[bodies.order] = np.repeat(x.reshape(-1, 3), per, axis=0) + np.einsum("nij,nj->ni", np.repeat(turns, per, axis=0), bodies.sites)
        return positions

    for one, n, rotor, scheme in ((molecule("N2"), 64, "exact", "strang"), (WATER, 27, "exact", "srkn6b"),
                                  (WATER, 27, "nosquish", "strang")):
        atoms, labels = soft(one, n, 1.7, 1, calc=Charges)
        before, shapes = atoms.positions.copy(), inner_distances(atoms, labels)
        dynamics = RigidDynamics(atoms, 1 * units.fs, labels, rotor=rotor, scheme=scheme)
        expected = by_command(dynamics, rotor, scheme, 100)
        dynamics.run(100)
        assert abs(atoms.positions - before).max() > 0.3
        near(atoms.positions, expected, 1e-11, f"{n} molecules, {rotor} x {scheme}")
        near(inner_distances(atoms, labels), shapes, 1e-13, "distances in molecules")


@case
def one_evaluation():
    """One evaluation for one request."""
    for scheme, a_step in ("strang", 1), ("strang_dkd", 1), ("pefrl", 4), ("srkn6b", 6):
        atoms, labels = soft(WATER, 8, 1.7, 2)
        dynamics = RigidDynamics(atoms, 1 * units.fs, labels, scheme=scheme)
        dynamics.run(10)
        evals = dynamics.stepper.describe().evals
        # ASE asks once at the start; a scheme that ends a step with forces, and its log, need no more for it.
        assert atoms.calc.calls == 10 * evals + 1, (scheme, atoms.calc.calls, evals)
    atoms, labels = soft(WATER, 8, 1.7, 2)
    with open(os.devnull, "w") as nowhere:
        RigidDynamics(atoms, 1 * units.fs, labels, logfile=nowhere).run(10)
    assert atoms.calc.calls == 11, atoms.calc.calls

    class Lazy(Soft):
        """A stress only when it is asked for."""
        def calculate(self, atoms=None, properties=("energy",), system_changes=()):
            Soft.calculate(self, atoms, properties, system_changes)
            if "stress" not in properties:
                del self.results["stress"]

    atoms, labels = soft(WATER, 8, 1.7, 2, 9, Lazy)
    RigidDynamics(atoms, 1 * units.fs, labels, barostat=Andersen(0.01, 200 * units.fs, temperature_K=300)).run(10)
    assert atoms.calc.calls == 10 + 2, atoms.calc.calls    # with ASE's own request for forces alone at the start


@case
def what_atoms_shows():
    """What atoms shows: momenta of the rigid motion, energies of second order, processed schemes too."""
    wobble = {}
    for scheme in "strang", "rowlands4":
        for dt in 1, 2:
            atoms, labels = soft(WATER, 27, 1.7, 3)
            dynamics, told = RigidDynamics(atoms, dt * units.fs, labels, scheme=scheme), []
            dynamics.attach(lambda: told.append(atoms.get_total_energy()))
            dynamics.run(40 // dt)
            wobble[scheme, dt] = np.std(told)
    near(atoms.get_kinetic_energy(), sum(e.sum() for e in dynamics.molecules.bodies.energies()), 1e-2, "kinetic energy")
    assert 3 < wobble["strang", 2] / wobble["strang", 1] < 5, wobble
    assert wobble["rowlands4", 2] < wobble["strang", 2] / 10, wobble


@case
def held_and_across_the_cell():
    """A group across the cell, points, and atoms that are held."""
    atoms, labels = soft(WATER, 8, 2.5, 4)
    atoms += Atoms("ArHe", positions=[(8, 8, 8), (6.5, 8, 8)])
    labels = np.append(labels, [-1, -1])
    atoms.calc = Soft(np.append(labels[:-2], [90, 91]), np.full(len(atoms), 0.6))
    atoms.set_cell([12, 12, 12])
    atoms.pbc = True
    atoms.positions += (0, 0, 11.8)
    atoms.wrap()
    atoms.set_constraint([FixAtoms(indices=[0, 1, 2]), FixCartesian(25, mask=(True, False, False))])
    thermalize(atoms, labels, 300, random=4)
    assert not atoms.get_momenta()[:3].any() and atoms.get_momenta()[25, 0] == 0 != atoms.get_momenta()[25, 1]
    start = atoms.positions.copy()
    for more in {}, dict(thermostat=Langevin(300, 20 * units.fs, seed=1)):
        dynamics = RigidDynamics(atoms, 1 * units.fs, labels, **more)
        dynamics.run(50)
    assert (atoms.positions[:3] == start[:3]).all() and atoms.positions[25, 0] == start[25, 0] != atoms.positions[24, 0]
    assert dynamics.molecules.bodies.freedom() == (27, 21) and not np.isnan(dynamics.temperature()).any()
    assert list(dynamics.molecules.freedom()) == [26, 21]

    # Planes and lines along axes are directions that are held.
    for one, same in (FixedPlane(25, (0, 0, 2)), (False, False, True)), (FixedLine(25, (0, 1, 0)), (True, False, True)):
        ends = []
        for constraint in one, FixCartesian(25, same):
            again = atoms.copy()
            again.calc, again.constraints = atoms.calc, [constraint]
            RigidDynamics(again, 1 * units.fs, labels).run(10)
            ends.append(again.positions)
        assert (ends[0] == ends[1]).all()


@case
def constraints_that_are_forces():
    """Constraints that are forces act, and their energy counts; FixCom keeps the centre of mass."""
    for constraints in [Hookean(0, (0., 0., 9.), 0.3, 0.5), ExternalForce(1, 7, 0.2)], [FixCom()]:
        atoms, labels = soft(WATER, 4, 2.0, 4)
        atoms.set_constraint(constraints)
        centre, free = atoms.get_center_of_mass(), atoms.copy()
        free.constraints, free.calc = [], atoms.calc
        RigidDynamics(free, 0.25 * units.fs, labels).run(100)
        dynamics = RigidDynamics(atoms, 0.25 * units.fs, labels)
        energies = [atoms.get_total_energy()]
        dynamics.attach(lambda: energies.append(atoms.get_total_energy()))
        dynamics.run(100)
        near(energies, energies[0], 1e-4, "energy with forces of constraints")
        assert abs(atoms.positions - free.positions).max() > 0.01
        if constraints[0].__class__ is FixCom:
            near(atoms.get_center_of_mass(), centre, 1e-12, "centre of mass that FixCom holds")


@case
def friction():
    """Friction is 1 / relaxation, as in ase.md.langevin."""
    ends = []
    for how in dict(friction=0.02 / units.fs), dict(relaxation=1 / (0.02 / units.fs)):
        atoms, labels = soft(WATER, 4, 2.0, 4)
        RigidDynamics(atoms, 1 * units.fs, labels, thermostat=Langevin(300, seed=1, **how)).run(10)
        ends.append(atoms.positions)
    assert (ends[0] == ends[1]).all()


@case
def held_along_axes():
    """A group that is held along one axis turns about it only, one that is held along two does not turn;
    and the energy stays, which the masses and velocities of the atoms give."""
    for mask in (False, False, True), (True, False, True):
        atoms, labels = soft(WATER, 2, 1.7, 4)
        atoms.set_constraint([FixAtoms([0, 1, 2])] + [FixCartesian(i, mask) for i in (3, 4, 5)])
        thermalize(atoms, labels, 300, random=4)
        mask, one, freedom = np.array(mask), atoms[3:], [3 - sum(mask), 1 if sum(mask) == 1 else 0]
        dynamics, before = RigidDynamics(atoms, 1 * units.fs, labels, scheme="srkn14a"), atoms.get_total_energy()
        assert list(dynamics.molecules.freedom()) == freedom
        near(atoms.get_momenta()[3:, mask].sum(axis=0), 0, 1e-14, "momentum where it is held")
        dynamics.run(40)
        near(atoms.get_total_energy(), before, 1e-8, f"energy of a group held along {sum(mask)} axes")
        centre, moved = one.get_center_of_mass(), atoms[3:].get_center_of_mass()
        turned = (atoms.positions[3:] - moved) - (one.positions - centre)
        near(moved[mask], centre[mask], 1e-12, "the centre along the axes")
        near(turned[:, 2] if freedom[1] else turned, 0, 1e-12, "a group that turns about z only, or not at all")
        assert abs(moved - centre).max() > 0.01 and (abs(turned).max() > 0.01) == freedom[1]
        near(dynamics.temperature().total, 2 * atoms.get_kinetic_energy() / sum(freedom) / units.kB, 1e-4, "temperature of what may move")
        FIRE(RigidFilter(atoms, labels, cell=False), logfile=None).run(fmax=1e-5, steps=200)
        near(atoms.positions[3:, mask].mean(axis=0), one.positions[:, mask].mean(axis=0), 1e-12, "places along the axes")


@case
def what_others_change():
    """What others do to atoms between steps is taken in."""
    atoms, labels = soft(WATER, 8, 1.7, 5, 9)
    other, copy = like(atoms, labels), RigidDynamics(atoms, 1 * units.fs, labels)
    wrapped = RigidDynamics(other, 1 * units.fs, labels)
    copy.run(20)
    wrapped.attach(other.wrap)
    wrapped.run(20)
    apart = (other.positions - atoms.positions) / 9
    near(apart, np.round(apart), 1e-12, "wrapped after every step")
    atoms.set_momenta(atoms.get_momenta() * 0)
    copy.run(1)
    assert atoms.get_kinetic_energy() < 0.02 * other.get_kinetic_energy()


@case
def turned_or_slowed():
    """Molecules that somebody turned or slowed go on as in a dynamics that begins there, with a processed
    scheme too, and so do those whose cell is no longer periodic."""
    def turn(atoms):
        atoms.rotate(70, (1, 2, 3), center="COM")
    def slow(atoms):
        atoms.set_momenta(0.5 * atoms.get_momenta())
    def leave_the_cell(atoms):
        atoms.pbc = False
    for one, scheme, change in ((WATER, "strang", turn), (molecule("N2"), "strang", turn), (WATER, "rowlands4", turn),
                                (WATER, "rowlands4", slow), (WATER, "strang", leave_the_cell)):
        atoms, labels = soft(one, 8, 1.7, 5, 4 if change is leave_the_cell else None)
        dynamics = RigidDynamics(atoms, 1 * units.fs, labels, scheme=scheme)
        dynamics.run(5)
        change(atoms)
        fresh, momenta = like(atoms, labels), atoms.get_momenta()
        RigidDynamics(fresh, 1 * units.fs, labels, scheme=scheme).run(5)
        dynamics.run(5)
        near(atoms.positions, fresh.positions, 1e-12, "positions after a change from outside")
        near(atoms.get_momenta(), fresh.get_momenta(), 1e-11, "momenta after a change from outside")
        assert abs(momenta - atoms.get_momenta()).max() > 0.1


@case
def from_outside():
    """Forces and torques from outside: momenta that they add, and the work they do."""
    def pushed(dt):
        """Under forces and torques that stay, change with time, or follow the bodies: how far their work is from the energy."""
        atoms, labels = lattice(WATER, 8, 30, 5)
        atoms.calc = Nothing()
        thermalize(atoms, labels, 300, random=5)
        dynamics, push = RigidDynamics(atoms, dt, labels), np.random.default_rng(5).normal(size=(8, 6)) * 0.05
        columns, before = dynamics.molecules.bodies.columns, atoms.get_kinetic_energy()
        def momenta():
            return np.hstack([columns["p"], columns["l"]])
        def run(external, time):
            dynamics.external, start = external, momenta()
            dynamics.run(round(time / dt))
            return momenta() - start
        middle = columns["x"].copy()
        near(run(push, 20), 20 * push, 1e-11, "momenta added by forces and torques that stay")
        near(run(lambda time: push * np.cos(time), 20), push * (np.sin(40) - np.sin(20)), dt ** 2, "and by those that change")
        run(lambda time: np.hstack([0.02 * (middle - columns["x"]), np.cross([0, 0, 0.02], matrices(columns["q"])[:, :, 2])]), 20)
        run(None, 5)
        gain = atoms.get_kinetic_energy() - before
        return abs(gain - dynamics.work), gain
    off = [pushed(dt) for dt in (0.1, 0.05)]
    assert off[0][1] > 0.3 and off[0][0] < 0.01 and 3 < off[0][0] / off[1][0] < 5, off


@case
def temperature():
    """A temperature without a thermostat counts the motion about the common centre."""
    atoms, labels = soft(WATER, 8, 1.7, 5)
    still = RigidDynamics(atoms, 1 * units.fs, labels).temperature()
    atoms.set_momenta(atoms.get_momenta() + 0.1 * atoms.get_masses()[:, None])
    drifting = RigidDynamics(atoms, 1 * units.fs, labels)
    near(drifting.temperature(), still, 1e-9 * still.total, "temperature with a drift")
    bodies = drifting.molecules.bodies
    about = bodies.columns["p"] - bodies.columns["mass"][:, None] * (bodies.columns["p"].sum(axis=0) / bodies.columns["mass"].sum())
    near(still.translation, ((about ** 2).sum(axis=1) / bodies.columns["mass"]).sum() / (3 * 8 - 3) / units.kB,
         1e-9 * still.total, "temperature about the centre")


def langevin():
    return dict(thermostat=Langevin(200, 50 * units.fs, seed=3), barostat=Andersen(0.01, 200 * units.fs))


def nhc():
    return dict(thermostat=NHC(200, 50 * units.fs), barostat=Andersen(0.01, 200 * units.fs, seed=3))


def state(atoms):
    return np.concatenate([atoms.positions, atoms.get_momenta(), atoms.cell.array])

SKEWED = [[9, 0.5, -0.2], [2, 9, 0], [-1, 3, 9]]


@case
def restart():
    """Restart from the last frame and a saved block: the same bits."""
    def heavy():
        return dict(langevin(), inertia=5)        # a factor whose quotients are rounded

    for scheme, more in ("strang", langevin), ("strang", nhc), ("strang", heavy), ("pefrl", dict):
        with tempfile.TemporaryDirectory() as folder:
            frames, block = os.path.join(folder, "run.traj"), os.path.join(folder, "block")
            atoms, labels = soft(WATER, 8, 1.7, 6, 9)
            if more is nhc:
                atoms.set_cell(SKEWED)
            def made(atoms, **named):
                return RigidDynamics(atoms, 1 * units.fs, labels, scheme=scheme, **more(), **named)
            dynamics = made(atoms, trajectory=frames)
            dynamics.run(15)
            dynamics.save(block)
            dynamics.run(15)
            again = read(frames, index=15)
            again.calc = Soft(labels, strengths(atoms))
            went_on = made(again)
            # Files that are damaged or forged are refused, and nothing changes.
            good, shown = dict(np.load(block)), state(again)
            of_1_2 = np.r_[good["block"][:8], np.array([2, 0, 1, 0], np.uint8), good["block"][12:]]
            for name, value, words in (("block", of_1_2, "made for ABI 1.2; this library has ABI 2.0"),
                                       ("cell", np.full((3, 3), np.nan), "array 'cell' is nan at [0, 0]"),
                                       ("mass", good["mass"][1:], "'mass' has the shape (7,); must be (8,)"),
                                       ("sites", -good["sites"] * np.nan, "must be finite"), ("block", good["block"][1:], "saved data")):
                np.savez(os.path.join(folder, "forged.npz"), **dict(good, **{name: value}))
                says((ValueError, Refused), words, went_on.load, os.path.join(folder, "forged.npz"))
                assert (state(again) == shown).all(), name
            if more is heavy:
                energies = dynamics.molecules.bodies.energies()
                near(atoms.get_kinetic_energy(), sum(e.sum() for e in energies), 1e-11, "inertia")
                lighter = RigidDynamics(again.copy(), 1 * units.fs, labels, **langevin())
                says(ValueError, "has inertia=5.0, and this dynamics has 1; give RigidDynamics",
                     lighter.load, block)
            went_on.load(block)
            assert went_on.nsteps == 15
            went_on.run(15)
            for name in "positions", "momenta":
                assert (again.arrays[name] == atoms.arrays[name]).all(), (scheme, name)
            assert (again.cell == atoms.cell).all() and (more is dict or atoms.cell[0, 0] != 9)


class Trap(Soft):
    """Raises in this part of the evaluations while it is armed."""
    armed, part = False, 1 / 3

    def __init__(self, *arguments):
        Soft.__init__(self, *arguments)
        self.random = np.random.default_rng(1)

    def calculate(self, *arguments, **named):
        chance = self.random.random() if self.armed else 1
        if chance < self.part:
            raise (KeyboardInterrupt if chance < self.part / 2 else RuntimeError)("at once")
        Soft.calculate(self, *arguments, **named)


def through(dynamics, steps):
    """Runs on after each exception; its observer raises, too."""
    calc, shown, failures = dynamics.atoms.calc, [state(dynamics.atoms)], 0
    calc.part = 1 / (2 + dynamics.stepper.describe().evals)      # every evaluation of a step has to succeed in a row
    def watch():
        shown.append(state(dynamics.atoms))
        if dynamics.nsteps == 3 and not failures:
            raise RuntimeError("an observer")
    dynamics.attach(watch)
    while dynamics.nsteps < steps:
        calc.armed = True
        try:
            for _ in dynamics.irun(steps=steps):              # (an optimizer counts earlier runs, or not: ASE 3.22, 3.24)
                if dynamics.nsteps == steps:
                    break
        except (RuntimeError, KeyboardInterrupt):
            failures += 1
            calc.armed = False
            assert (state(dynamics.atoms) == shown[-1]).all(), "atoms after an exception"
    calc.armed = False
    assert failures > 5, failures


@case
def exceptions():
    """Exceptions of the calculator and interrupts: atoms is as before the step, and the run goes on with
    the same bits."""

    for more in ({}, dict(scheme="srkn6b"), dict(scheme="rowlands4"), dict(scheme="pmlf6"), dict(scheme="strang_dkd"),
                 langevin, nhc):
        ends = []
        for disturbed in False, True:
            atoms, labels = soft(WATER, 8, 1.7, 6, 9, Trap)
            if more is nhc:
                atoms.set_cell(SKEWED)
            dynamics = RigidDynamics(atoms, 1 * units.fs, labels, **(more() if callable(more) else more))
            if disturbed:
                through(dynamics, 12)
            else:
                dynamics.run(12)
            assert dynamics.nsteps == dynamics.stepper.steps == 12
            ends.append(state(atoms))
        assert (ends[0] == ends[1]).all(), more

    # A save after an exception is an ordinary one; and so is the dynamics when atoms or dt change.
    for change in "save", "turn", "dt":
        for scheme in "srkn6b", "rowlands4":
            atoms, labels = soft(WATER, 8, 1.7, 6, calc=Trap)
            dynamics = RigidDynamics(atoms, 1 * units.fs, labels, scheme=scheme)
            dynamics.run(2)
            before = dynamics.stepper.save(), dynamics.temperature()
            atoms.calc.armed = True
            try:
                dynamics.run(2)
            except (RuntimeError, KeyboardInterrupt):
                atoms.calc.armed = False
            assert not atoms.calc.armed and dynamics.nsteps == 2
            assert before == (dynamics.stepper.save(), dynamics.temperature())
            if change == "turn":
                atoms.rotate(70, (1, 2, 3), center="COM")
            fresh, dt = like(atoms, labels, Trap), 0.5 if change == "dt" else 1
            other = RigidDynamics(fresh, dt * units.fs, labels, scheme=scheme)
            if change == "save":
                with tempfile.TemporaryDirectory() as folder:
                    dynamics.save(os.path.join(folder, "block"))
                    other.load(os.path.join(folder, "block"))
                assert other.nsteps == 2 and (state(fresh) == state(atoms)).all()
            dynamics.dt = dt * units.fs
            for each in other, dynamics:
                each.run(3)
            near(state(fresh), state(atoms), 0 if change == "save" else 1e-11, f"after {change}, {scheme}")


@case
def check_of_the_calculator():
    """A check of the calculator, after which the run continues bit for bit."""
    class Spoilt(Soft):
        """Energy, forces and virial are multiplied by these."""
        factors = 1, 1, 1
        def model(self, atoms):
            return [factor * told for factor, told in zip(self.factors, Soft.model(self, atoms))]

    def andersen():
        return dict(thermostat=NHC(300, 100 * units.fs), barostat=Andersen(1 * units.bar, 1000 * units.fs))

    for factors, edge, held, options, found in (
            ((1, 1, 1), None, False, dict, ()), ((1, 1, 1), 12, True, dict, ()),
            ((1, 1, 1), 12, False, andersen, ()),
            ((1, -1, 1), None, False, dict, ("wrong_force", "wrong_torque", "sign")),
            ((0.5, 1, 1), 12, False, dict, ("wrong_force", "wrong_torque", "factor")),
            ((1, 1, 2), 12, False, andersen, ("wrong_virial", "factor")),
            ((1, 1, 0), 12, False, andersen, ("wrong_virial", "missing")),
            ((1, 1, -160.21766), 12, False, andersen, ("wrong_virial", "sign", "factor"))):
        ends = []
        for checks in False, True:
            atoms, labels = soft(WATER, 8, 3.2, 3, edge, Spoilt)
            atoms.calc.factors = factors
            if held:
                atoms.set_constraint([FixAtoms(range(3)), FixedLine(range(3, 6), (1, 0, 0))])
            dynamics = RigidDynamics(atoms, 1 * units.fs, labels, **options())
            if held:
                dynamics.external = np.ones((len(dynamics.molecules.bodies), 6))
            dynamics.run(3)
            if checks:
                before, cell = state(atoms), atoms.cell.array.copy()
                report = dynamics.check_forces(3)
                told = tuple(name for name in report.found if name != "field")
                assert told == found and report.right == (not found), f"{factors}: {report}"
                assert ("the stress is " in str(report)) == ("wrong_virial" in found), report
                assert (state(atoms) == before).all() and (atoms.cell.array == cell).all()
            dynamics.run(3)
            ends.append(state(atoms))
        assert (ends[0] == ends[1]).all(), factors


@case
def molecules_by_bonds():
    """Molecules by bonds."""
    atoms = Atoms()
    for i, name in enumerate(("CH4", "C6H6", "H2", "CO2", "H2O", "N2", "CH3CH2OH")):
        one = molecule(name)
        one.translate((8 * i, 0, 0))
        atoms += one
    atoms.set_cell([56, 12, 12])
    atoms.pbc = True
    atoms.wrap()
    atoms.calc = Nothing()
    dynamics = RigidDynamics(atoms, 1 * units.fs, molecules="bonds")
    assert repr(dynamics.molecules.bodies) == f"<Bodies: 7 bodies of {len(atoms)} atoms, 3 in a line>", dynamics.molecules.bodies


run()
