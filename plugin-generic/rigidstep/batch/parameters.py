# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.batch.parameters - parameters and outputs of each system, and exchanges of their temperatures."""
from __future__ import annotations

from typing import Any, Dict, List, NamedTuple, Optional, Tuple

import numpy as np

from ..columns import whole
from .answers import Answers
from .systems import Numbers, each

class Exchange(NamedTuple):
    """What became of a pair of neighbours."""
    names: Tuple[int, int]                       # of the systems, that of the lower temperature first
    probability: float                           # with which they swap: the weight of the swapped state
    accepted: bool

def uniforms(seed: int, call: int, n: int) -> Any:
    """Numbers from 0 to 1, by seed and call alone; the bits of Philox are the same in every NumPy."""
    return (np.random.Philox(key=np.array([seed % 2**64, call], np.uint64)).random_raw(n) >> np.uint64(11)) * 2.0**-53

class Parameters(Answers):
    """What a Batch knows of each system."""
    _own: Dict[str, Any]                         # parameters of each system
    exchanged: Dict[str, Any]

    @property
    def kt(self) -> Any:
        """(n) the temperature times Boltzmann's constant of each system."""
        if "kt" not in self._own:
            raise TypeError("the systems have no temperature; give a thermostat and kt")
        return self._own["kt"].copy()

    # ---- parameters and outputs ------------------------------------------------------------------------
    def set_param(self: Any, key: str, values: Numbers) -> None:
        """Changes a parameter of each system, of its thermostat and its barostat, between steps.

        Parameters
        ----------
        key : str
            One that ramps, such as kt or pressure; or seed.
        values : float or list of float
            One for all, or one for each system.
        """
        numbers = each(key, values, len(self))
        self._stepper._do_alone("batch_set_param", key, np.ascontiguousarray(numbers), len(self))
        if key in self._own:                     # what systems that come later must not change
            self._own[key] = numbers

    def output(self: Any, key: str) -> Any:
        """An output of each system, as Stepper.output has it of one: kinetic_translation, volume, ..

        Parameters
        ----------
        key : str
            As Stepper.outputs lists it.

        Returns
        -------
        ndarray
            (n), or (n, components).
        """
        width = next((o.components for o in self._stepper.outputs() if o.key == key), 1)
        values = np.zeros(len(self) * width)
        self._stepper._do_alone("stepper_output", key, values, len(values))
        return values if width == 1 else values.reshape(-1, width)

    # ---- replica exchange ------------------------------------------------------------------------------
    def _counts(self: Any) -> Dict[str, Any]:
        """The counts of exchanges, which begin anew where another number of systems is there."""
        told: Dict[str, Any] = self.exchanged
        if len(told["tried"]) != len(self) - 1:
            told.update({key: np.zeros(len(self) - 1) for key in ("tried", "accepted", "probability")})
        return told

    def _energies_now(self: Any) -> Any:
        """The potential energies of the systems as they are; force is called if they are not known."""
        before = self._positions.copy()
        self._bodies.place(self._positions)
        if not (self._known and (before == self._positions).all()):
            energies = self._forces(self.force, "force", True)[1]
            if energies is None:
                raise TypeError("force returned no energies; exchanges need the potential energy of each system: return "
                                "forces and energies")
            self._give_energies(energies)
            self.energies[:] = energies
        for name, energy in zip(self.names, self.energies):
            if not np.isfinite(energy):
                raise ValueError(f"force returned the energy {energy} of system {name}; must be finite")
        return self.energies.copy()

    def exchange(self: Any, seed: Optional[int] = None) -> List[Exchange]:
        """Replica exchange, between steps: neighbours in temperature swap it with the probability
        min(1, exp((1/kt - 1/kt') (U - U'))), and their momenta are multiplied by the root of its ratio.  With the barostat
        mc U is the enthalpy U + P V, and P is the same for all systems.

        The systems should be copies of one.  The first call takes the lowest temperature with the next, the third with
        the fourth, ..; the second call the others; and so on.  At each temperature samples keep the thermostat's
        distribution; heat and conserved_energy do not count what momenta gain.  `exchanged` counts for each pair of
        neighbours, from the lowest temperature on, how often it was tried and accepted, and sums the probabilities.
        Keep it to continue with the same noise.

        Parameters
        ----------
        seed : int, optional
            Of the decisions, with the number of calls; None: the Batch's, if that was one number.

        Returns
        -------
        list of Exchange
            names, probability and accepted of each pair that was tried.

        Notes
        -----
        R. H. Swendsen and J.-S. Wang, Phys. Rev. Lett. 57, 2607 (1986), doi 10.1103/PhysRevLett.57.2607; of molecular
        dynamics: Y. Sugita and Y. Okamoto, Chem. Phys. Lett. 314, 141 (1999), doi 10.1016/S0009-2614(99)01123-9; at a
        pressure: T. Okabe, M. Kawata, Y. Okamoto and M. Mikami, Chem. Phys. Lett. 335, 435 (2001), doi
        10.1016/S0009-2614(01)00055-0.
        """
        self._stepper.refuse_running("Batch.exchange")
        for what, given in {f"the barostat {self._barostat}": self._virial, "a device": self._far}.items():
            if given:
                or_mc = ", or with mc" if self._virial else ""
                raise TypeError(f"exchanges with {what} are not supported; take a batch without it{or_mc}")
        pressure = self._own.get("pressure")
        if pressure is not None and np.ptp(pressure) != 0:
            raise ValueError(f"the systems have the pressures {pressure.min():g} to {pressure.max():g}; exchanges swap "
                             "temperatures alone, so they must be equal")
        if seed is None and np.ndim(self._seed):
            raise TypeError("seed is None; give one, as the Batch was given a seed for each system")
        seed = int(self._seed) if seed is None else whole("seed", seed, 0)
        kts, energies, counts = self.kt, self._energies_now(), self._counts()
        if self._barostat:                       # P V, and the work of deviations: enthalpies
            energies += self.output("coupling_energy") + self.output("heat")
        new, order, told = kts.copy(), np.argsort(kts, kind="stable"), []
        chances = uniforms(seed, counts["calls"], len(self))
        for at in range(counts["calls"] % 2, len(self) - 1, 2):
            low, high = order[at:at + 2]
            raised = (1 / kts[low] - 1 / kts[high]) * (energies[low] - energies[high])
            probability = float(np.exp(min(0.0, raised)))
            if accepted := bool(chances[at] < probability):
                new[[low, high]] = kts[[high, low]]
            told.append(Exchange((self.names[low], self.names[high]), probability, accepted))
            for key, more in dict(tried=1, accepted=accepted, probability=probability).items():
                counts[key][at] += more
        self.set_param("kt", new)
        scale = np.repeat(np.sqrt(new / kts), np.diff(self._at["bodies"]))[:, None]
        for name in "p", "l":
            self.columns[name] *= scale
        counts["calls"] += 1
        return told
