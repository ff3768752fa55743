# SPDX-License-Identifier: BSD-3-Clause
"""Taylor series of differential equations in integers, to any number of digits.  Needs mpmath.

    eq = Equations(digits=60, unit=1)
    x, v = eq.variable(), eq.variable()
    x.slope, v.slope = v, -x
    eq.flow([1, 0], 3)                      # x and v after the time 3

A coefficient is an integer, 2^bits to one.  Each step takes as much time as the last two coefficients allow,
and at most one unit: so rounding errors of coefficients stay what they are.  `unit` is a time in which the
motion changes by about one radian.
"""
from fractions import Fraction
from operator import mul

from mpmath import mp, mpf


class Term:
    """A function of time within a step, by its coefficients c; `next` computes the one of order n."""
    def __init__(self, eq, next_one):
        self.eq, self.next, self.c, self.slope = eq, next_one, [], None
        if next_one:
            eq.terms.append(self)

    def of(self, other):
        return other if isinstance(other, Term) else self.eq.number(other)

    def __add__(self, other):
        a, b = self, self.of(other)
        return Term(self.eq, lambda n: a.c[n] + b.c[n])

    def __neg__(self):
        return Term(self.eq, lambda n: -self.c[n])

    def __sub__(self, other):
        a, b = self, self.of(other)
        return Term(self.eq, lambda n: a.c[n] - b.c[n])

    def __mul__(self, other):
        a, bits = self, self.eq.bits
        if isinstance(other, Term):
            return Term(self.eq, lambda n: sum(map(mul, a.c[:n + 1], other.c[n::-1])) >> bits)
        factor = self.eq.integer(other)
        return Term(self.eq, lambda n: a.c[n] * factor >> bits)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power):
        """Any rational power of something positive: p u' z = z' u for z = u^p."""
        p, q = Fraction(power).as_integer_ratio()
        u, eq = self, self.eq

        def next_one(n):
            if n == 0:
                return eq.integer(eq.value(u.c[0]) ** (mpf(p) / q))
            total = sum((k * p - (n - k) * q) * u.c[k] * z.c[n - k] for k in range(1, n + 1))
            return total // (n * q * u.c[0])
        z = Term(eq, next_one)
        return z


class Equations:
    def __init__(self, digits=60, unit=1):
        self.digits, self.bits = digits, int(digits * 3.33) + 48
        mp.prec = max(mp.prec, self.bits + 16)
        self.order, self.terms, self.variables = int(1.2 * digits), [], []
        self.unit = mpf(unit)

    def integer(self, x):
        return int(mp.nint(mp.ldexp(mpf(x), self.bits)))

    def value(self, i):
        return mp.ldexp(mpf(i), -self.bits)

    def number(self, x):
        first = self.integer(x)
        return Term(self, lambda n: 0 if n else first)

    def variable(self):
        self.variables.append(Term(self, None))
        return self.variables[-1]

    def extend(self, state, unit):
        """The coefficients at a state."""
        for term in self.terms:
            term.c = []
        for v, x in zip(self.variables, state):
            v.c = [x]
        for n in range(self.order):
            for term in self.terms:
                term.c.append(term.next(n))
            for v in self.variables:
                v.c.append((v.slope.c[n] * unit >> self.bits) // (n + 1))

    def step(self):
        """The longest step, in units, as a power of 2."""
        exponent = 0.0
        for n in (self.order - 1, self.order):
            largest = max(abs(v.c[n]) for v in self.variables)
            if largest:
                exponent = min(exponent, (48 - largest.bit_length() - 16) / n)
        return int(2 ** (exponent + 40))                # 2^40 to one

    def flow(self, state, time):
        """The values of the variables after `time`."""
        rest = mpf(time) / self.unit
        unit = self.integer(self.unit if rest >= 0 else -self.unit)
        rest, state = int(mp.nint(mp.ldexp(abs(rest), self.bits))), [self.integer(x) for x in state]
        while rest > 0:
            self.extend(state, unit)
            step = min(rest, self.step() << (self.bits - 40))
            rest -= step
            state = [self.sum(v.c, step) for v in self.variables]
        return [self.value(x) for x in state]

    def sum(self, c, step):
        total = 0
        for x in reversed(c):
            total = x + (total * step >> self.bits)
        return total
