# SPDX-License-Identifier: BSD-3-Clause
"""Rigid bodies from atoms in Python: t_python_bodies.py MODULE."""
import copy
import doctest
import os
import pickle
import sys
try:
    import numpy as np
except ImportError:
    print("skipped: needs NumPy (Debian: python3-numpy)")
    sys.exit()

os.environ["RIGIDSTEP_MODULE"] = sys.argv[1]
import refused
from case_list import case, run
import rigidstep
import rigidstep.orientations
import rigidstep.bodies
import rigidstep.sites
from rigidstep import Bodies, Stepper, matrices, principal, quaternions

for module in rigidstep.orientations, rigidstep.bodies, rigidstep.sites:
    failed, tried = doctest.testmod(module)
    assert tried and not failed, module
rng = np.random.default_rng(5)
EPS = np.finfo(float).eps


def near(a, b, room, what):
    off = abs(np.asarray(a) - np.asarray(b)).max()
    assert off <= room, f"{what}: {off:.1e} is above {room:.1e}"


# ---- orientations both ways, half turns included
q = rng.normal(size=(1000, 4))
q[:4], q[4] = np.eye(4), (0, 1e-9, 1, 0)
q /= np.linalg.norm(q, axis=1)[:, None]
turns = matrices(q)
near(turns @ turns.transpose(0, 2, 1), np.broadcast_to(np.eye(3), turns.shape), 8 * EPS, "rotations")
near(np.linalg.det(turns), 1, 8 * EPS, "no reflections")
near(abs((quaternions(turns) * q).sum(axis=1)), 1, 8 * EPS, "quaternions of matrices")
near(matrices(quaternions(turns)), turns, 8 * EPS, "and back")
v, (w, x, y, z) = rng.normal(size=3), q[7]        # the definition: v + 2 w (u x v) + 2 u x (u x v)
u = np.array([x, y, z])
near(turns[7] @ v, v + 2 * w * np.cross(u, v) + 2 * np.cross(u, np.cross(u, v)), 1e-15, "scalar first, body to space")


# ---- bodies of any size, in any order of atoms, across the faces of a skew cell -------------------------------
molecules = [rng.normal(size=(k, 3)) for k in (5, 3, 7, 12)] + \
    [np.array([[0, 0, -1.1], [0, 0, 0], [0, 0, 1.2]]), np.array([[0, 0, 0], [1, 0, 0], [0, 1.3, 0]]), np.zeros((1, 3))]
cell = np.array([[14, 0, 0], [3, 15, 0], [-2, 4, 16.0]])
whole = np.concatenate([m @ matrices(q[i:i + 1])[0].T + rng.uniform(0, 1, 3) @ cell for i, m in enumerate(molecules)])
label = np.repeat(np.arange(len(molecules)), [len(m) for m in molecules])
mix = rng.permutation(len(label))
whole, label = whole[mix], label[mix]
masses = rng.uniform(1, 20, len(label))
wrapped = whole + rng.integers(-2, 3, whole.shape) @ cell
groups = [np.flatnonzero(label == i) for i in range(len(molecules))]
velocities = rng.normal(size=whole.shape)

bodies = Bodies.from_atoms(whole, masses, groups, velocities=velocities)
assert repr(bodies) == "<Bodies: 7 bodies of 34 atoms, 1 of one atom, 1 in a line>", bodies
near(bodies.positions(), whole, 1e-13, "atoms are where they were")
for i, group in enumerate(groups):
    m, r, p = masses[group], whole[group], masses[group][:, None] * velocities[group]
    centre = m @ r / m.sum()
    arm, here = r - centre, {name: values[i] for name, values in bodies.columns.items()}
    near(here["mass"], m.sum(), 1e-13, "mass")
    near(here["x"], centre, 1e-13, "centre")
    near(here["p"], p.sum(axis=0), 1e-12, "momentum")
    if i != 4:                                    # a line has no angular momentum about itself
        near(here["l"], np.cross(arm, p).sum(axis=0), 1e-11, "angular momentum")
    tensor = sum(mass * (a @ a * np.eye(3) - np.outer(a, a)) for mass, a in zip(m, arm))
    turn = matrices(here["q"][None])[0]
    near(turn @ np.diag(here["inertia"]) @ turn.T, tensor, 1e-11, "tensor of inertia")
assert (bodies.columns["inertia"] == 0).sum(axis=1).tolist() == [0, 0, 0, 0, 1, 0, 3]
near(abs(matrices(bodies.columns["q"])[4][:, 0] @ bodies.columns["l"][4]), 0, 1e-13, "no spin about a line")

again = Bodies.from_atoms(wrapped, masses, label, cell)
moved = (again.positions() - wrapped) @ np.linalg.inv(cell)
near(moved, np.round(moved), 1e-12, "by whole vectors of the cell")
distances = np.linalg.norm(again.positions()[:, None] - again.positions(), axis=2)
same = label[:, None] == label
near(distances[same], np.linalg.norm(whole[:, None] - whole, axis=2)[same], 1e-12, "each body whole")


@case
def digits_that_were_cut():
    """Two molecules of N2O whose digits were cut: one shape for both, and lines by spacing, not at all, and
    by moments."""
    cut = [[0, 0, 0], [0.664, 0.913, 0], [1.36, 1.868, 0.001], [5, 0, 0], [6.129, 0, 0], [7.313, 0.001, 0]]
    pair = cut, np.array([14.0, 14, 16] * 2), [0, 0, 0, 1, 1, 1]
    assert [Bodies.from_atoms(*pair, linear_tolerance=part).freedom() for part in (0, 1e-7, 1e-3)] == [(6, 4), (6, 5), (6, 4)]
    assert Bodies.from_atoms(*pair, never_linear=True).freedom() == (6, 6)
    alike = Bodies.from_atoms(*pair, one_shape=True)
    assert (alike.columns["inertia"][0] == alike.columns["inertia"][1]).all() and (alike.sites[:3] == alike.sites[3:]).all()
    assert Bodies.from_atoms(*pair).columns["inertia"][0, 1] != Bodies.from_atoms(*pair).columns["inertia"][1, 1]
    near(alike.positions(), np.array(cut), 2e-3, "one shape")
    refused.says(ValueError, "linear_tolerance is 0.1 and one_shape is True", Bodies.from_atoms, *pair, linear_tolerance=0.1, one_shape=True)
    refused.says(ValueError, "linear_tolerance is 1; allowed from 0", Bodies.from_atoms, *pair, linear_tolerance=1)
    refused.says(ValueError, "linear_tolerance is 0.1 and never_linear is True", Bodies.from_atoms, *pair, linear_tolerance=0.1, never_linear=True)
    refused.says(TypeError, "linear_tolerance is 'no'; must be a number", Bodies.from_atoms, *pair, linear_tolerance="no")
    refused.says(rigidstep.Refused, "share", alike.note_shape)


@case
def full_tensors():
    """Full tensors."""
    turn, diagonal = turns[:50], np.array([1.0, 2, 2.5])
    tensors = (turn * diagonal) @ turn.transpose(0, 2, 1)
    moments, orientations = principal((tensors + tensors.transpose(0, 2, 1)) / 2)
    near(moments, diagonal, 4 * EPS * 2.5, "principal moments")
    near(abs((matrices(orientations).transpose(0, 2, 1) @ turn).diagonal(axis1=1, axis2=2)), 1, 1e-14, "principal axes")
    refused.says(ValueError, "J[0] is not symmetric", principal, [[[1, 2, 0], [0, 1, 0], [0, 0, 1]]])
    refused.says(ValueError, "J has the shape (3, 3); must be (n, 3, 3)", principal, np.eye(3))
# Velocities of a rigid motion come back, and its energies.
rigid = bodies.velocities()
there = Bodies.from_atoms(whole, masses, groups, velocities=rigid)
for name in "p", "l":
    near(there.columns[name], bodies.columns[name], 1e-11, name)
near(there.velocities(), rigid, 1e-12, "velocities")
kinetic = [0.5 * masses[g] @ (rigid[g] ** 2).sum(axis=1) for g in groups]
near(sum(bodies.energies()), kinetic, 1e-11, "kinetic energies")


@case
def forces_and_torques():
    """Forces and torques; what is inside bodies is missing from the virial of the atoms."""
    forces = rng.normal(size=whole.shape)
    inner = bodies.gather(forces)
    for i, group in enumerate(groups):
        arm = whole[group] - bodies.columns["x"][i]
        near(bodies.columns["f"][i], forces[group].sum(axis=0), 1e-13, "force")
        near(bodies.columns["tau"][i], np.cross(arm, forces[group]).sum(axis=0), 1e-12, "torque")
    near(inner, forces.T @ whole - bodies.columns["f"].T @ bodies.columns["x"], 1e-11, "virial")


@case
def a_stepper_moves_them():
    """A Stepper moves them: atoms on springs, whose energy and shapes are kept."""
    def spring(time):
        pull = -0.3 * bodies.positions()
        bodies.gather(pull)
        return 0.15 * (bodies.positions() ** 2).sum()
    shape = np.linalg.norm(bodies.positions()[:, None] - bodies.positions(), axis=2)[same]
    with Stepper(None, "exact", "srkn14a", bodies.columns, spring) as stepper:
        start = sum(stepper.energy()) + spring(0)
        near(sum(stepper.energy()), sum(kinetic), 1e-10, "the same energy in C")
        stepper.step(0.02, 200)
        near((sum(stepper.energy()) + spring(0)) / start, 1, 1e-9, "energy")
    near(np.linalg.norm(bodies.positions()[:, None] - bodies.positions(), axis=2)[same], shape, 1e-12, "shapes")


@case
def copies():
    """A copy is of the same shapes, and apart."""
    def used(which):
        which.gather(whole)
        which.set_velocities(velocities)
        which._sites.fit(whole)
        return [which.columns[name].copy() for name in ("f", "tau", "p", "l", "x", "q", "inertia")] + [which.positions()]

    copies = [copy.deepcopy(bodies), pickle.loads(pickle.dumps(bodies))]
    before = bodies.columns["x"].copy()
    results = [used(like) for like in copies]
    assert (bodies.columns["x"] == before).all() and all(repr(like) == repr(bodies) for like in copies)
    expected = used(bodies)
    for result in results:
        assert all((one == other).all() for one, other in zip(result, expected))


@case
def other_moments():
    """A factor of inertia: the same turns in more time, and the same velocities."""
    ends = []
    for factor, h in (1, 0.01), (9, 0.03):
        one = Bodies.from_atoms(whole, masses, groups, velocities=velocities)
        one.columns["p"][:] = 0
        with Stepper(None, "exact", "strang", one.columns, inertia=factor,
                     force=lambda time: one.columns["f"].fill(0) or one.columns["tau"].fill(0)) as stepper:
            stepper.step(h, 50)
        ends.append((one.positions(), one.velocities()))
    for plain, heavy in zip(*ends):
        near(plain, heavy, 1e-11, "turned")
    for factor, kind in (0, ValueError), (-4, ValueError), (np.nan, ValueError), ("a", TypeError):
        refused.says(kind, "inertia is", Stepper, None, "exact", "strang", one.columns, lambda time: 0, inertia=factor)


water = np.array([[0, 0, 0], [0.9572, 0, 0], [-0.24, 0.9266, 0]])
many = Bodies.from_atoms(np.tile(water, (4000, 1)), np.tile([16.0, 1, 1], 4000), np.repeat(np.arange(4000), 3))


@case
def momenta_of_a_temperature():
    """Momenta of a temperature: each kinetic energy is Gamma; 5 sigma, 1 in 1e6 by chance."""
    many.draw(1.7, random=3)
    assert many.freedom() == (12000, 12000)
    for energy in many.energies():
        near(energy.mean(), 1.5 * 1.7, 5 * 1.7 * np.sqrt(1.5 / 4000), "mean")
        near(energy.var(), 1.5 * 1.7 ** 2, 5 * 1.7 ** 2 * np.sqrt(9 / 4 * (2 + 4) / 4000), "variance")
    near(np.corrcoef(*many.energies())[0, 1], 0, 5 / np.sqrt(4000), "independent")
    near(many.temperatures(2.0), 0.85, 5 * 0.85 * np.sqrt(2 / 12000), "temperatures")
    many.draw(1.7, random=3, zero_momentum=True)
    near(many.columns["p"].sum(axis=0), 0, 1e-10, "total momentum")
    assert many.freedom(3) == (11997, 12000)


@case
def bad_input():
    """What is wrong, in words."""
    def says(words, *arguments, **named):
        refused.says(ValueError, words, Bodies.from_atoms, *arguments, **named)

    three, ones = np.eye(3), np.ones(3)
    says("positions has the shape (3,); must be (N, 3)", ones, ones, [])
    says("positions[1] is not finite", [[0, 0, 0], [0, np.nan, 0]], ones[:2], [])
    says("masses has 2 numbers; must have 3", three, ones[:2], [])
    says("masses[2] is 0.0; must be above 0|leave sites without mass out", three, [1, 1, 0], [[0, 1, 2]])
    says("groups[1] has atom 1, which is also in groups[0]", three, ones, [[0, 1], [1, 2]])
    says("groups[0] has atom 2, which is in it twice", three, ones, [[2, 2]])
    says("groups[0] has the index 3; allowed 0 to 2", three, ones, [[0, 3]])
    says("groups[1] is []; must be a list of indices", three, ones, [[0], []])
    says("groups has 2 labels|must be 3 whole numbers, one for each atom", three, ones, [0, 0])
    says("groups has 3 labels of type float64", three, ones, [0.0, 0, 1])
    says("site 2 is farther than 4.5, half of the cell", [[0, 0, 0], [0, 3, 0], [4, 6, 4]], ones, [[0, 1, 2]], [9, 10, 11])
    says("body 0 is joined to its own image: along cell vector b", [[0, 0, 0], [0, 3, 0], [0, 6, 0]], ones, [[0, 1, 2]], [9, 9, 9])
    says("span the volume 0", three, ones, [], [1, 1, 0])
    says("span the volume 0", three, ones, [], [[1, 0, 0], [2, 0, 0], [0, 0, 1]])
    refused.says(TypeError, "groups is 5; must be lists", Bodies.from_atoms, three, ones, 5)
    refused.says(TypeError, "masses is 'a'; must be an array of numbers", Bodies.from_atoms, three, "a", [])
    refused.says(TypeError, "cell is 'cubic'; must be three lengths", Bodies.from_atoms, three, ones, [], "cubic")
    refused.says(TypeError, "kt is 'x'; must be a number", many.draw, "x")
    says("cell has the shape (2, 2)", three, ones, [], [[1, 0], [0, 1]])
    says("velocities has the shape (2, 3); must be (3, 3)", three, ones, [], velocities=three[:2])
    refused.says(ValueError, "positions has the shape (2, 3); must be (34, 3)", bodies.place, np.zeros((2, 3)))
    frozen = np.zeros((34, 3))
    frozen.flags.writeable = False
    refused.says(TypeError, "positions is read-only", bodies.place, frozen)
    refused.says(ValueError, "forces has the shape (2, 3); must be (34, 3)", bodies.gather, np.zeros((2, 3)))
    Bodies.from_atoms(three, ones, [], [1, 1, 0], pbc=(True, True, False))


run()
