# SPDX-License-Identifier: BSD-3-Clause
"""A small learned potential of carbon dioxide, in place of a large one: co2_in_torch.md uses it.

    python3 co2_network.py              fits it again, which takes minutes, and writes co2_network.txt

Like MACE it sees elements and positions, and no molecules: the energy is a sum over atoms of a network of
their element, which sees how many atoms of each element are how near.  It answers many boxes at once.  It was
fitted to a model with bonds of 1.176 Angstrom, as PBE has them.
"""
import os
import sys

import numpy as np
import torch

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "co2_network.txt")
CUTOFF, HIDDEN = 5.0, 16
CENTRES = torch.arange(0.9, 5.0, 0.2, dtype=torch.float64)
WIDTHS = 0.1 + 0.04 * CENTRES                            # narrow where bonds are
ELEMENTS = 6, 8


def apart_in(positions, lengths):
    """(B, n, n, 3) from each atom to the others' nearest images in boxes with these lengths (B, 3)."""
    apart = positions[:, None] - positions[:, :, None]
    return apart - lengths[:, None, None] * torch.round(apart / lengths[:, None, None])


class Network(torch.nn.Module):
    def __init__(self):
        super().__init__()
        seen = len(ELEMENTS) * len(CENTRES)
        self.linear = torch.nn.ModuleList(torch.nn.Linear(seen, 1) for _ in ELEMENTS)
        self.hidden = torch.nn.ModuleList(torch.nn.Sequential(
            torch.nn.Linear(seen, HIDDEN), torch.nn.Tanh(), torch.nn.Linear(HIDDEN, HIDDEN), torch.nn.Tanh(),
            torch.nn.Linear(HIDDEN, 1)) for _ in ELEMENTS)
        self.double()

    def forward(self, numbers, positions, lengths):
        """Energies (B) of boxes with n atoms each: elements (n), positions (B, n, 3), lengths (B, 3)."""
        r2 = (apart_in(positions, lengths) ** 2).sum(-1) + 1e3 * torch.eye(len(numbers), dtype=torch.float64)
        box, one, other = torch.nonzero(r2 < CUTOFF ** 2, as_tuple=True)
        r = r2[box, one, other].sqrt()
        near = torch.exp(-0.5 * ((r[:, None] - CENTRES) / WIDTHS) ** 2)
        near = near * ((1 - (r / CUTOFF) ** 2) ** 3)[:, None]
        element = (numbers == ELEMENTS[1]).long()
        seen = torch.zeros(len(positions) * len(numbers) * 2, len(CENTRES), dtype=torch.float64)
        seen = seen.index_add(0, (box * len(numbers) + one) * 2 + element[other], near)
        seen = seen.reshape(len(positions), len(numbers), -1)
        return sum((self.linear[kind](here) + self.hidden[kind](here)).sum((1, 2))
                   for kind in (0, 1) for here in [seen[:, element == kind]])

    def load(self, path=FILE):
        torch.nn.utils.vector_to_parameters(torch.from_numpy(np.loadtxt(path).ravel()), self.parameters())
        return self.requires_grad_(False)


def answers(network, numbers, positions, lengths):
    """Forces (B, n, 3) and energies (B)."""
    positions = positions.detach().requires_grad_()
    energies = network(numbers, positions, lengths)
    return -torch.autograd.grad(energies.sum(), positions)[0], energies.detach()


# ---- fitting ---------------------------------------------------------------------------------------------
BOND, STIFF, BEND = 1.176, 100.0, 4.8                    # Angstrom, eV/Angstrom^2, eV
NUMBERS = torch.tensor([6, 8, 8])                        # of a molecule


def model(positions, lengths):
    """Bonds, angles, and spheres with charges (10.1021/j100031a034) that end at the cutoff."""
    molecule = torch.arange(positions.shape[1]) // 3
    apart = apart_in(positions, lengths)
    r2 = (apart ** 2).sum(-1) + 1e3 * (molecule[:, None] == molecule)
    oxygen = (torch.arange(positions.shape[1]) % 3 > 0).double()
    size, depth = 2.757 + 0.276 * oxygen, 8.6173e-5 * (28.129 + 52.378 * oxygen)
    charge = 0.6512 - 0.9768 * oxygen
    s6 = ((size[:, None] + size) ** 2 / 4 / r2) ** 3
    pairs = 4 * (depth[:, None] * depth).sqrt() * (s6 ** 2 - s6)
    pairs = pairs + 14.3996 * charge[:, None] * charge / r2.sqrt()
    energy = 0.5 * (pairs * torch.clamp(1 - r2 / CUTOFF ** 2, min=0) ** 3).sum((1, 2))
    bonds = [apart[:, 0::3].gather(2, torch.arange(k, positions.shape[1], 3)[None, :, None, None].expand(
        len(apart), -1, 1, 3))[:, :, 0] for k in (1, 2)]
    long = [bond.norm(dim=-1) for bond in bonds]
    energy = energy + sum(0.5 * STIFF * ((r - BOND) ** 2 - 2 * (r - BOND) ** 3).sum(1) for r in long)
    return energy + BEND * (1 + (bonds[0] * bonds[1]).sum(-1) / (long[0] * long[1])).sum(1)


def samples(count, random):
    """Boxes of 8 molecules: their atoms spread about a line, some of the molecules close together."""
    lengths = 10.1 + 3 * torch.rand(count, 1, generator=random).double().expand(-1, 3)
    grid = torch.tensor(list(np.ndindex(2, 2, 2))).double() + 0.25
    centres = (grid + 0.12 * torch.randn(count, 8, 3, generator=random).double()) * lengths[:, None] / 2
    pull = torch.rand(count, 1, 1, generator=random).double() < 0.5
    centres = torch.where(pull, 0.8 * centres, centres)
    axis = torch.nn.functional.normalize(torch.randn(count, 8, 3, generator=random).double(), dim=-1)
    long = 1.165 + 0.04 * torch.randn(count, 8, 2, 1, generator=random).double()
    places = torch.stack([0 * axis, long[:, :, 0] * axis, -long[:, :, 1] * axis], 2)
    bent = 0.04 * torch.randn(count, 8, 3, 3, generator=random).double()
    bent = bent - (bent * axis[:, :, None]).sum(-1, keepdim=True) * axis[:, :, None]
    return (centres[:, :, None] + places + bent).reshape(count, 24, 3), lengths


def fit(steps=12000, batch=16):
    random = torch.Generator().manual_seed(1)
    torch.manual_seed(1)
    network, numbers = Network(), NUMBERS.repeat(8)
    fitted = torch.optim.Adam(network.parameters(), lr=4e-3)
    falls = torch.optim.lr_scheduler.OneCycleLR(fitted, 1e-2, total_steps=steps)
    for step in range(steps):
        positions, lengths = samples(batch, random)
        positions.requires_grad_()
        want = model(positions, lengths)
        wanted = torch.autograd.grad(want.sum(), positions)[0]
        told = network(numbers, positions, lengths)
        got = torch.autograd.grad(told.sum(), positions, create_graph=True)[0]
        off = (got - wanted) / (1 + wanted.norm(dim=-1, keepdim=True))
        want = want.detach()
        energy = (told - want) / (1 + want.abs())
        loss = (off ** 2).mean() + 0.1 * (energy ** 2).mean()
        fitted.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        fitted.step()
        falls.step()
        if step % 200 == 199:
            print(f"step {step + 1}: forces off by {float((got - wanted).abs().median()):.3f} eV/Angstrom, "
                  f"energies of 8 molecules by {float((told - want).abs().median()):.3f} eV", flush=True)
    return network


if __name__ == "__main__":
    weights = torch.nn.utils.parameters_to_vector(fit(*map(int, sys.argv[1:])).parameters()).detach().numpy()
    rows = np.append(weights, np.zeros(-len(weights) % 8)).reshape(-1, 8)
    with open(FILE, "w", encoding="ascii") as file:
        file.write("# SPDX-License-Identifier: BSD-3-Clause\n# co2_network.py wrote this.\n")
        np.savetxt(file, rows, "%.6g")
