# SPDX-License-Identifier: BSD-3-Clause
"""A cheap potential of rigid molecules of one kind, fitted to a costly one: atoms see how many atoms of other molecules
are how near, and a small network of their element gives the energy.  Forces inside molecules do not count, so that some
hundred configurations suffice."""
import numpy as np
import torch
from ase.data import vdw_radii
from ase.calculators.calculator import Calculator, all_changes

HIDDEN, FROM, APART = 24, 1.5, 0.25                           # of the network; of its Gaussians, Angstrom
AROUND = torch.tensor(list(np.ndindex(3, 3, 3))).double() - 1


class Network(torch.nn.Module):
    """Of boxes alike: the elements of the atoms of a molecule, and how many molecules there are."""

    def __init__(self, elements, molecules, cutoff=6.0):
        super().__init__()
        kinds, kind = np.unique(elements, return_inverse=True)
        self.size, self.count, self.cutoff, self.n_kinds = len(elements), molecules, cutoff, len(kinds)
        self.kind = torch.from_numpy(np.tile(kind, molecules))
        self.label = torch.arange(molecules).repeat_interleave(self.size)
        self.centres = torch.arange(FROM, cutoff, APART, dtype=torch.float64)
        seen = len(self.centres) * self.n_kinds
        self.linear = torch.nn.ModuleList(torch.nn.Linear(seen, 1, bias=False) for _ in kinds)
        self.hidden = torch.nn.ModuleList(torch.nn.Sequential(
            torch.nn.Linear(seen, HIDDEN), torch.nn.Tanh(), torch.nn.Linear(HIDDEN, HIDDEN), torch.nn.Tanh(),
            torch.nn.Linear(HIDDEN, 1, bias=False)) for _ in kinds)
        # Where nothing is known yet, atoms of different molecules repel each other.
        radii = torch.from_numpy(np.tile(vdw_radii[elements], molecules))
        self.touch = 0.7 * (radii[:, None] + radii)
        self.offset = torch.nn.Parameter(torch.zeros(()), requires_grad=False)
        self.double()

    def forward(self, positions, cells):
        """Energies (B) of boxes with positions (B, n, 3) and cells (B, 3, 3)."""
        apart = positions[:, None] - positions[:, :, None]
        whole = torch.round(apart.detach() @ torch.linalg.inv(cells)[:, None])
        apart = apart - whole @ cells[:, None]
        images = AROUND @ cells
        with torch.no_grad():
            r2 = ((apart[:, :, :, None] + images[:, None, None]) ** 2).sum(-1)
            other_one = self.label[:, None] != self.label
            near = (r2 < self.cutoff ** 2) & (other_one[:, :, None] | AROUND.any(1))
            box, one, other, image = torch.nonzero(near, as_tuple=True)
        r = (apart[box, one, other] + images[box, image]).norm(dim=-1)
        terms = torch.exp(-0.5 * ((r[:, None] - self.centres) / APART) ** 2)
        terms = terms * ((1 - (r / self.cutoff) ** 2) ** 3)[:, None]
        repel = 0.05 * torch.exp((self.touch[one, other] - r) / 0.2)      # of each pair twice
        repel = torch.zeros(len(positions), dtype=torch.float64).index_add(0, box, repel)
        n = len(self.kind)
        seen = torch.zeros(len(positions) * n * self.n_kinds, len(self.centres), dtype=torch.float64)
        seen = seen.index_add(0, (box * n + one) * self.n_kinds + self.kind[other], terms)
        seen = seen.reshape(len(positions), n, -1)
        return self.offset + repel + sum((linear(here) + hidden(0.3 * here)).sum((1, 2)) for k, (linear, hidden) in
                                 enumerate(zip(self.linear, self.hidden)) for here in [seen[:, self.kind == k]])


def on_bodies(forces, positions, masses, size):
    """Forces and torques about centres of mass (B, m, 6), from forces on atoms (B, n, 3); molecules are whole."""
    split = positions.reshape(len(positions), -1, size, 3)
    arms = split - (split * masses[:size, None]).sum(2, keepdim=True) / masses[:size].sum()
    forces = forces.reshape(split.shape)
    return torch.cat([forces.sum(2), torch.linalg.cross(arms, forces).sum(2)], -1)


class Cheap(Calculator):
    """The network as a calculator of ASE."""
    implemented_properties = ["energy", "forces"]

    def __init__(self, network):
        Calculator.__init__(self)
        self.network = network

    def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
        Calculator.calculate(self, atoms, properties, system_changes)
        positions = torch.from_numpy(atoms.positions.copy())[None].requires_grad_()
        energy = self.network(positions, torch.from_numpy(atoms.cell.array.copy())[None]).sum()
        forces = -torch.autograd.grad(energy, positions)[0]
        self.results = dict(energy=float(energy.detach()), forces=forces[0].numpy())


def fit(network, told, masses, steps, weight=30.0, batch=8):
    """Fits a network to told: a list of (positions, cell, energy, forces) of boxes whose molecules are whole."""
    stacked = [torch.from_numpy(np.array(values)) for values in zip(*told)]
    positions, cells, energies, forces = stacked
    masses = torch.from_numpy(masses)
    wanted = on_bodies(forces, positions, masses, network.size)
    if float(network.offset) == 0:
        with torch.no_grad():
            network.offset += (energies - network(positions, cells)).mean()
    free = [values for values in network.parameters() if values.requires_grad]
    adam = torch.optim.Adam(free, lr=1e-3)
    falls = torch.optim.lr_scheduler.OneCycleLR(adam, 1e-2, total_steps=steps)
    random = torch.Generator().manual_seed(1)
    for _ in range(steps):
        some = torch.randperm(len(energies), generator=random)[:batch]
        here = positions[some].clone().requires_grad_()
        found = network(here, cells[some])
        got = -torch.autograd.grad(found.sum(), here, create_graph=True)[0]
        off = on_bodies(got, positions[some], masses, network.size) - wanted[some]
        loss = (off ** 2).mean() + weight * ((found - energies[some]) ** 2).mean() / network.count
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(free, 1.0)
        adam.step()
        falls.step()
    return float((off ** 2).mean().sqrt()), float(wanted.pow(2).mean().sqrt())
