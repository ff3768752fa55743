# SPDX-License-Identifier: BSD-3-Clause
"""What rigidstep.ase says of mistakes: t_ase_words.py MODULE."""
import copy
import doctest
import os
import pickle
import sys
import tempfile
import warnings

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
from ase_models import Nothing, Soft, WATER, lattice, np
from case_list import case, run
from refused import is_documented, says
from rigidstep import Refused
from ase import Atoms, units
from ase.build import add_adsorbate, fcc111, molecule
from ase.constraints import FixAtoms, FixBondLengths, FixCartesian, FixCom, FixedPlane, Hookean
from ase.optimize import LBFGS
try:
    from ase.filters import UnitCellFilter
except ImportError:                                  # before ASE 3.23
    from ase.constraints import UnitCellFilter
import rigidstep.ase
from rigidstep.ase import CSVR, NHC, Andersen, Barostat, Flexible, Langevin, RigidDynamics, RigidFilter, Thermostat, thermalize


def csvr(**params):
    return dict(thermostat=CSVR(300, 100 * units.fs, seed=1, **params))
def press(*pressure, kind=Andersen, **named):
    return dict(csvr(), barostat=kind(*pressure or (0.01,), 100.0, **named))


def box(edge=20.0, pbc=True):
    atoms, labels = lattice(WATER, 8, 3.0, 1)
    atoms.set_cell([edge, edge, edge])
    atoms.pbc = pbc
    atoms.calc = Soft(labels, np.full(len(atoms), 0.5))
    return atoms, labels


def made(change=None, *groups, atoms=None, **named):
    here, labels = box()
    here = atoms or here
    if change:
        change(here)
    return RigidDynamics(here, 1 * units.fs, *(groups or () if "molecules" in named else groups or (labels,)), **named)


for module in rigidstep.ase.filter, rigidstep.ase.dynamics, rigidstep.ase.ensembles:
    failed, tried = doctest.testmod(module, extraglobs=dict(vars(rigidstep.ase), atoms=box()[0], LBFGS=LBFGS, units=units))
    assert tried and not failed, module
for thing in RigidDynamics, RigidFilter, thermalize:
    assert ">>> " in thing.__doc__ and max(map(len, thing.__doc__.splitlines())) <= 120, thing

assert is_documented(rigidstep.ase) > 15


across, labels = box()


@case
def groups():
    """Groups."""
    says(TypeError, "give either groups or molecules", lambda: RigidDynamics(box()[0], 1.0))
    says(TypeError, "give either groups or molecules", made, None, [[0, 1]], molecules="bonds")
    says(ValueError, "molecules is 'bond'; must be", made, molecules="bond")
    says(TypeError, "groups is 'bonds'|molecules=", made, None, "bonds")
    says(ValueError, "groups[0] has the index 24; allowed 0 to 23", made, None, [[0, 24]])
    says(ValueError, "atom 1 has the mass 0; must be above 0: delete sites without mass", made, lambda a: a.set_masses(np.where(np.arange(24) == 1, 0, 1)))
    says(TypeError, "atoms is a UnitCellFilter; must be ase.Atoms", lambda: RigidFilter(UnitCellFilter(box()[0]), [[0, 1]]))
    # A body that lies across the cell is taken as it is.
    across.positions += 1.0 - across.positions[3]
    across.wrap()
    near = RigidDynamics(across, 1.0, labels).molecules.bodies.sites
    assert np.linalg.norm(near, axis=1).max() < 1


@case
def bonds():
    """Bonds join a surface with what lies on it."""
    surface = fcc111("Cu", (3, 3, 2), vacuum=8.0)
    add_adsorbate(surface, molecule("H2O"), 2.4, "ontop")
    says(ValueError, "joined to its own image|molecules=\"bonds\" joins atoms that are nearer than 1.25 sums|name the groups", RigidDynamics,
         surface, 1.0, molecules="bonds")


@case
def constraints():
    """Constraints."""
    for constraint, words in (
            (FixBondLengths([(0, 1)]), "constraint FixBondLengths; supported are FixAtoms, FixCartesian, FixedPlane, FixedLine, "
             "FixCom, Hookean and ExternalForce; a rigid group keeps its distances without a constraint"),
            (FixedPlane(0, (1, 1, 0)), "is not along x, y or z"),
            (FixedPlane(0, (0, 0, 1)), "fixes atom 0 of the rigid group [0, 1, 2] along z, but not the whole group"),
            ([FixCom(), FixAtoms([0, 1, 2])], "FixCom holds the centre of mass of all atoms, but other constraints hold"),
            (FixAtoms([0]), "fixes atom 0 of the rigid group [0, 1, 2] along x, but not the whole group"),
            (FixCartesian(2, (False, True, False)), "fixes atom 2 of the rigid group [0, 1, 2] along y, but not the whole"),
            (FixAtoms(range(24)), "no atom can move")):
        says(ValueError, words, made, lambda a: a.set_constraint(constraint))

    says(ValueError, "thermostat 'langevin' changes the total momentum, which FixCom keeps", made,
         lambda a: a.set_constraint(FixCom()), thermostat=Langevin(300, 100.0, seed=1))
    for constraint in FixCom(), Hookean(0, (0., 0., 0.), 1.0):
        says(ValueError, "which the calculator's stress does not include", made, lambda a: a.set_constraint(constraint), **press())

    says(ValueError, "thermostat 'csvr' does not act on bodies that constraints hold along an axis, and they hold every body", made,
         lambda a: a.set_constraint([FixCartesian(i, (False, False, True)) for i in range(24)]), **csvr())


@case
def calculators():
    """Calculators."""
    def without(atoms):
        atoms.calc = None
    says(RuntimeError, "no calculator", made(without).run, 1)
    atoms, labels = box()
    class Broken(Nothing):
        def model(self, atoms):
            forces = np.zeros((len(atoms), 3))
            forces[4, 1] = np.nan if self.calls > 3 else 0
            return 0.0, forces, np.zeros(3)
    atoms.calc = Broken()
    thermalize(atoms, labels, 300, random=1)
    says(ValueError, "the calculator returned the force [0.0, nan, 0.0] on atom 4; must be finite",
         RigidDynamics(atoms, 1.0, labels).run, 5)
    class Unstressed(Nothing):
        implemented_properties = ["energy", "forces"]
        def calculate(self, *given, **named):
            Nothing.calculate(self, *given, **named)
            del self.results["stress"]
    class Endless(Nothing):
        def model(self, atoms):
            return 0.0, np.zeros((len(atoms), 3)), np.full(3, np.nan)
    for kind, words in ((Unstressed, "a barostat needs the stress, which the calculator Unstressed does not compute"),
                        (Endless, "the calculator returned the stress [nan, nan, nan, ")):
        atoms.calc = kind()
        says(ValueError, words, made(atoms=atoms, **press()).run, 1)


@case
def arguments():
    """Arguments of another kind."""
    for words, call in (
            ("temperature_K is '300'; must be a number above 0", lambda: CSVR("300", 100.0, seed=1)),
            ("temperature_K is -300; must be a number above 0", lambda: NHC(-300, 100.0)),
            ("relaxation is 0; must be a number above 0", lambda: CSVR(300, 0, seed=1)),
            ("relaxation is 10.0 and friction 0.1; give one of them", lambda: Langevin(300, 10.0, friction=0.1, seed=1)),
            ("friction is 0; must be a number above 0", lambda: Langevin(300, friction=0, seed=1)),
            ("missing 1 required keyword-only argument: 'seed'", lambda: Langevin(300, 100.0)),
            ("relaxation is -1; must be a number above 0", lambda: Andersen(0.01, -1)),
            ("name is 3; must be the name of a barostat", lambda: Barostat(3, 0.01, 100.0)),
            ("groups is 5; must be lists of indices", lambda: made(molecules=5)),
            ("pressure is (1, 2); with the barostat 'andersen' it must be a number, or three", lambda: made(**press((1, 2)))),
            ("pressure is '1 bar'; must be a number", lambda: made(**press("1 bar"))),
            ("Andersen(0.01, 100.0) has no temperature; give it temperature_K=300", lambda: made(barostat=Andersen(0.01, 100.0))),
            ("kt is given as 0.025", lambda: made(**press(temperature_K=310))),
            ("momentum is given as 1 and as 0; thermostat, barostat and params share it", lambda: made(params=dict(momentum=0), **csvr(momentum=1))),
            ("has temperature_K, but the thermostat 'drag' does not use it; leave it out (parameters: rate, rate_1",
             lambda: made(thermostat=Thermostat("drag", 300, rate=0.1))),
            ("has no parameter 'chains'", lambda: made(thermostat=NHC(300, 100.0, chains=3))),
            ("nearest: csvr", lambda: made(thermostat=Thermostat("csvrr", 300, 100.0, seed=1))),
            ("nearest: flexible", lambda: made(barostat=Barostat("flexibel", 0.01, 100.0, temperature_K=300)))):
        says((TypeError, ValueError, Refused), words, call)


@case
def thermostats_and_barostats():
    """Thermostats and barostats are objects, one of each, for one dynamics; nothing is changed by a
    mistake."""
    atoms = box()[0]
    before, thermostat, barostat = atoms.copy(), CSVR(300, 100.0, seed=1), Andersen(0.01, 100.0)
    for named, words in (
            (dict(thermostat="csvr"), "thermostat is 'csvr'; must be a Thermostat: thermostat=CSVR(300, 100 * units.fs, seed=1)"),
            (dict(thermostat=[thermostat]), "must be a Thermostat, and only one: thermostat="),
            (dict(thermostat=CSVR), "must be a Thermostat: thermostat="),
            (dict(thermostat=barostat), "thermostat is Andersen(0.01, 100.0), which is a barostat; write barostat=Andersen(0.01, 100.0)"),
            (dict(barostat=thermostat), "which is a thermostat; write thermostat=CSVR(300, 100.0, seed=1)"),
            (dict(barostat=0.01), "barostat is 0.01; must be a Barostat: barostat=Andersen(1 * units.bar, 1000 * units.fs)"),
            (dict(loginterval=1, logfil="-"), "does not take logfil; of MolecularDynamics it takes append_trajectory, ")):
        says(TypeError, words, made, atoms=atoms, **named)
        assert (before.positions == atoms.positions).all() and before.arrays.keys() == atoms.arrays.keys(), named
    first = made(thermostat=thermostat, barostat=barostat)
    assert first.thermostat is thermostat and first.barostat is barostat
    for named in dict(thermostat=thermostat), dict(barostat=barostat, thermostat=NHC(300, 100.0)):
        says(ValueError, "which another RigidDynamics has already; create one for each", made, **named)
    # Whatever the library's table has needs no class of its own.
    ends = []
    for thermostat, barostat in ((Thermostat("nhc", 300, 50.0, chain=5), Barostat("flexible", 0.01, 100.0)),
                                 (NHC(300, 50.0, chain=5), Flexible(0.01, 100.0))):
        dynamics = made(thermostat=thermostat, barostat=barostat)
        dynamics.run(5)
        ends.append(dynamics.atoms.positions)
    assert (ends[0] == ends[1]).all()
    says(TypeError, "timestep is '2'; must be a number", RigidDynamics, box()[0], "2", molecules="bonds")
    says(ValueError, "temperature_K is None; must be a number|thermalize(atoms, ", thermalize, box()[0], 300, molecules="bonds")
    says(ValueError, "is damaged, or RigidDynamics.save did not write it", made().load, __file__)
    dynamics = made(**csvr())
    dynamics.run(1)
    assert repr(dynamics) == "<RigidDynamics exact x strang, thermostat csvr: 8 bodies of 24 atoms, step 1>", dynamics
    assert repr(dynamics.molecules) == "<Molecules: <Bodies: 8 bodies of 24 atoms> that move, of 24 atoms>"
    assert repr(dynamics.temperature()).startswith("<Temperature "), dynamics.temperature()


@case
def damaged_saves():
    """Saves that are damaged, or of other molecules: the error names the array, and nothing changes."""
    dynamics = made(**press())
    dynamics.run(3)
    state = [dynamics.atoms.positions.copy(), dynamics.temperature(), dynamics.stepper.save()]
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/save.npz"
        dynamics.save(path)
        with open(path, "rb") as file:
            whole = file.read()
        good = dict(np.load(path))
        nan = np.where(np.arange(72).reshape(24, 3) == 7, np.nan, good["positions"])
        def damaged(words, **arrays):
            np.savez(path, **dict(good, **arrays))
            says(ValueError, f"{path} |{words}", dynamics.load, path)
        for words, arrays in (
                ("array 'positions' is of float32; must be of float64",
                 dict(positions=good["positions"].astype(np.float32))),
                ("array 'positions' is nan at [2, 1]", dict(positions=nan)),
                ("array 'momenta' has the shape (24, 2); must be (24, 3)",
                 dict(momenta=good["momenta"][:, :2])),
                ("array 'sites' has the shape (23, 3); must be (24, 3)", dict(sites=good["sites"][1:])),
                ("array 'inertia' is of |S2", dict(inertia=good["inertia"].astype("S2"))),
                ("array 'block' has the shape ()", dict(block=np.uint8(1))),
                ("array 'block' is of float64", dict(block=good["block"].astype(float))),
                ("array 'vectors' cannot be read", dict(vectors=np.array([None]))),
                ("nsteps is -1", dict(nsteps=-1)),
                ("other rigid groups", dict(labels=good["labels"][::-1])),
                ("array 'masses' is of |S2", dict(masses=good["masses"].astype("S2"))),
                ("other masses ('masses'), which are other molecules", dict(masses=2 * good["masses"]))):
            damaged(words, **arrays)
        for name in good.keys() - {"masses"}:
            np.savez(path, **{key: value for key, value in good.items() if key != name})
            says(ValueError, f"{path} has no array '{name}'", dynamics.load, path)
        np.save(f"{folder}/one.npy", good["mass"])
        says(ValueError, "is damaged, or RigidDynamics.save did not write it: it has no arrays",
             dynamics.load, f"{folder}/one.npy")
        random = np.random.default_rng(1)
        for k in range(200):                             # cut anywhere, or with a byte that differs
            at = int(random.integers(len(whole)))
            with open(path, "wb") as file:
                file.write(whole[:at] if k % 2 else whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1:])
            try:
                dynamics.load(path)                      # where a byte of the archive does not matter
            except (ValueError, Refused) as error:
                assert str(error).startswith(path), error
            assert (dynamics.atoms.positions == state[0]).all() and [dynamics.temperature(),
                                                                     dynamics.stepper.save()] == state[1:], at
        np.savez(path, **{key: value for key, value in good.items() if key != "masses"})
        dynamics.load(path)                              # as 2.0.0 wrote it
    for what in dynamics, dynamics.stepper:
        for call in pickle.dumps, copy.copy:
            says(TypeError, "cannot be |copied|load(", call, what)
    bodies = pickle.loads(pickle.dumps(dynamics.molecules.bodies))
    assert (bodies.positions() == dynamics.molecules.bodies.positions()).all()


@case
def changed_atoms():
    """Atoms that were changed between steps."""
    def put(where, what):
        return lambda atoms: atoms.positions.__setitem__(where, what)

    held = dict(change=lambda a: a.set_constraint(FixAtoms([3, 4, 5])))
    for named, change, words in (
            ({}, put((0, 0), 5.0), "the rigid group [0, 1, 2] has another shape than at the start"),
            ({}, put((5, 0), np.inf), "positions[5] is not finite"),
            ({}, lambda a: a.__delitem__(0), "atoms has 23 atoms now, and had 24"),
            (held, lambda a: a.set_constraint(), "atom 3 is free along x, and was fixed at the start"),
            (press(), lambda a: a.set_cell([[20, 0, 0], [1, 20, 0], [21, 20, 0]]), "a barostat needs a cell with a volume"),
            (press(), lambda a: a.set_constraint(Hookean(0, (0., 0., 0.), 1.0)), "which the calculator's stress does not include"),
            (press(), lambda a: a.set_pbc((1, 0, 1)), "not periodic along vector 1 of its cell, but a pressure acts along y|pbc[1]")):
        dynamics = made(**named)
        dynamics.run(2)
        change(dynamics.atoms)
        says(ValueError, words, dynamics.step)
    for change, words in (
            (lambda a: a.set_constraint(FixAtoms([3, 4, 5])), "atom 3 is fixed along x, and was free at the start; create a new"),
            (lambda a: a.set_constraint(FixBondLengths([(0, 1)])), "constraint FixBondLengths; supported are FixAtoms"),
            (lambda a: a.set_constraint(FixCom()), "FixCom was set since the start; create a new"),
            (lambda a: a.set_masses(2 * a.get_masses()), "atom 0 has the mass 31.998 now, and had 15.999; create a new")):
        dynamics, relaxed = made(), RigidFilter(*box())
        dynamics.run(2)
        change(dynamics.atoms)
        says(ValueError, words, dynamics.step)
        change(relaxed.atoms)
        says(ValueError, words, relaxed.get_forces)


@case
def pressure():
    """Pressure."""
    says(ValueError, "couple is 'all'; must be xyz, xy", made, **press(couple="all"))
    says(ValueError, "a barostat needs a cell with a volume", made, lambda a: (a.set_cell([0, 0, 0]), a.set_pbc(False)), **press())
    says(ValueError, "at least one axis with a pressure", made, **press((None, None, None)))
    says(ValueError, "not periodic along vector 2 of its cell, but a pressure acts along z", made, lambda a: a.set_pbc((1, 1, 0)), **press())
    says(ValueError, "not periodic along vector 1 of its cell, but a pressure acts along x", made, lambda a: (
        a.set_cell([[20, 0, 0], [1, 20, 0], [0, 0, 20]]), a.set_pbc((1, 0, 1))), **press((0.01, None, None)))
    says(ValueError, "but constraints hold some; remove", made, lambda a: a.set_constraint(FixAtoms([0, 1, 2])), **press())
    says(ValueError, "constraints hold atoms, so the total momentum is not constant", lambda: (
        across.set_constraint(FixAtoms([0, 1, 2])), thermalize(across, labels, 300, zero_momentum=True)))


@case
def external_forces():
    """External forces: of the wrong shape or not finite; what was set before stays."""
    dynamics = made()
    dynamics.external = np.zeros((len(dynamics.molecules.bodies.columns["mass"]), 6))
    held = dynamics.external
    bad = held.copy()
    bad[0, 4] = np.nan
    says(ValueError, "external has the shape (2, 6); must be (", setattr, dynamics, "external", np.zeros((2, 6)))
    says(ValueError, "external[0, 4] is nan; must be finite", setattr, dynamics, "external", bad)
    assert dynamics.external is held
    dynamics.external = lambda time: held if time < 2.5 * dynamics.dt else held[:, :3]
    says(ValueError, "external has the shape", dynamics.run, 5)
    assert dynamics.nsteps == 2


@case
def probably_meant_otherwise():
    """What was probably meant otherwise is told once."""
    def warned(make):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            make()
        return [str(one.message) for one in told if one.category is UserWarning]
    def steps(timestep, **named):
        atoms, labels = box()
        return lambda: RigidDynamics(atoms, timestep, labels, **named).run(3)
    assert [text[:28] for text in warned(steps(4.0, **csvr()))] == ["the time step is 40.7 fs, in"]
    assert not warned(steps(4 * units.fs, **csvr()))
    # Without a thermostat these atoms are at rest, and nothing turns.
    assert [text[:28] for text in warned(steps(2.0))] == ["the time step is 20.4 fs, in"] and not warned(steps(20 * units.fs))
    # Momenta drawn after the dynamics was created: the log shows their temperature from its first line.
    with tempfile.TemporaryDirectory() as folder:
        dynamics = made(logfile=f"{folder}/log", params=dict(shadow=1, refined=1))
        thermalize(dynamics.atoms, dynamics.molecules._labels, 300, random=1)
        began = dynamics.temperature().total
        assert 200 < began < 400, began
        dynamics.run(1)
        with open(f"{folder}/log") as log:
            assert log.readlines()[1].split()[-1] == f"{began:.1f}"
    for step in range(12):                               # shadow energies belong to steps of the past
        dynamics.run(1)
    energies = [dynamics.stepper.output(key) for key in ("refined_energy", "shadow_energy")]
    assert abs(np.diff(energies)[0]) < 1e-3 * abs(energies[0]), energies
    # ASE takes momenta that somebody deleted for 0.
    del dynamics.atoms.arrays["momenta"]
    assert dynamics.temperature().total == 0
    dynamics.run(1)
    assert 0 < dynamics.temperature().total < 0.1 * began
    # A flexible cell.
    says(ValueError, "a stress must be symmetric", made, **press([[1, 0.1, 0], [0, 1, 0], [0, 0, 1]], kind=Flexible))
    says(ValueError, "must be a number, or a symmetric tensor", made, **press((0.01, 0.01, 0.01), kind=Flexible))
    says(ValueError, "leave couple out", made, barostat=Barostat("flexible", 0.01, 100.0, couple="xy"), **csvr())
    says(ValueError, "three right-handed vectors|swap two", made, lambda a: a.set_cell([[20, 0, 0], [0, 20, 0], [0, 0, -20]]), **press(kind=Flexible))
    says(ValueError, "not periodic along all vectors", made, lambda a: a.set_pbc((1, 0, 1)), **press(kind=Flexible))

    # Molecules that are torn at the start, where the cell or pbc were changed after wrap().
    def after(change, moved=(0.0, 0.0, 0.0)):
        atoms, labels = lattice(WATER, 8, 3.0, 1)
        atoms.set_cell([6, 6, 6])
        atoms.set_pbc(True)
        atoms.positions += moved
        atoms.wrap()
        change(atoms)
        return atoms, labels
    def larger(atoms):
        atoms.set_cell([30, 30, 30])
    def open_(atoms):
        atoms.set_pbc(False)
    for change in larger, open_:
        for make, named in (RigidDynamics, dict(timestep=1.0)), (RigidFilter, dict(cell=False)):
            atoms, labels = after(change)
            for molecules, words in ((labels, "has other moments of inertia than other groups of the same atoms"),
                                     ("bonds", "which together have the atoms of another molecule.  A group")):
                told = warned(lambda: make(atoms, molecules=molecules, **named))
                assert len(told) == 1 and words in told[0], told
    atoms, labels = after(lambda atoms: None)
    for molecules in labels, "bonds":
        assert not warned(lambda: RigidDynamics(atoms, 1.0, molecules=molecules))
    mixed = Atoms("OHHHHArO2", 9 * np.random.default_rng(1).random((8, 3)))       # pieces, in groups of the user
    assert not warned(lambda: RigidDynamics(mixed, 1.0, [[0, 1], [3, 4], [6, 7]]))

    told = warned(lambda: made(**press(300)))
    assert len(told) == 1 and told[0].endswith("for 300 bar write 300 * units.bar"), told
    assert not warned(lambda: made(**press()))


run()
