# SPDX-License-Identifier: BSD-3-Clause
"""rigidstep.outputs - what a Stepper knows of its method and of its bodies."""
from __future__ import annotations

import ctypes as c
from typing import Any, Dict, List, Tuple

from .abi import E_NAME, MethodInfo
from .library import Output, Refused, _text

class Outputs:
    """What a Stepper says of its method, and computes of its bodies."""
    def describe(self: Any) -> Any:
        """The method as it runs here: order, evals, gradients, claims, needs, aux, ...; a table when
        it is printed."""
        info = MethodInfo()
        self._do("stepper_describe", c.byref(info))
        return info

    def _known_outputs(self: Any) -> Dict[str, Output]:
        """By key.  They are the same until a swap, and output() may be called in every step."""
        with self._reading:                                       # what infos shows belongs to the method
            if not self._outputs or not self._stepper:            # of a closed one the call is refused
                infos = [self._do("method_output_at", i, handle=self._method)[0]
                         for i in range(self._do("method_output_count", handle=self._method))]
                self._outputs = {info.key.decode(): Output(
                    info.key.decode(), _text(info.unit), _text(info.doc), info.components, bool(info.flags & 1))
                                 for info in infos}
            known: Dict[str, Output] = self._outputs
            return known

    def outputs(self: Any) -> List[Output]:
        """What output() can compute for this method."""
        return list(self._known_outputs().values())

    def output(self: Any, key: str) -> Any:
        """Computes an output of the bodies as they are, or were some steps ago.

        Parameters
        ----------
        key : str
            As outputs() lists it.

        Returns
        -------
        float or list
            A number, a list of components, or a list of either, body after body.
        """
        known = self._known_outputs()
        info = known.get(key)
        if info is None:
            raise Refused("stepper_output", E_NAME, -1, f"the method has no output {key!r}; it has: {', '.join(known)}")
        times, width = self._n if info.per_body else 1, info.components
        values = (c.c_double * max(width * times, 1))()
        self._do_alone("stepper_output", key, values, width * times)
        each = [values[i * width:(i + 1) * width] if width > 1 else values[i] for i in range(times)]
        return each if info.per_body else each[0]

    def energy(self: Any) -> Tuple[float, float]:
        """Kinetic energy of translation and of rotation.  With device= it is refused in force."""
        one, other = c.c_double(), c.c_double()
        do = self._do if self.device is None else self._do_alone     # which copies columns to the host
        do("bodies_energy", c.byref(one), c.byref(other), handle=self._bodies)
        return one.value, other.value
