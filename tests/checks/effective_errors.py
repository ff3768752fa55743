# SPDX-License-Identifier: BSD-3-Clause
"""The effective error E_f = s |c|^(1/p) of every built-in scheme: Blanes and Moan, J. Comput. Appl. Math. 142
(2002) 313.

A step is exp(A + B + c_1 X_1 + c_2 X_2 + ..), A the free flight and B the forces.  c belongs to the first
commutators X that are there, of degree p + 1; s counts forces, and a gradient as one more.  Brackets whose
degree in the momenta is below 0 vanish, as the kinetic energy is quadratic: [B,[B,[B,A]]] and all that follows.
c depends on the choice of the X.  Here they are nested to the right, and taken in the order of their letters,
B first; other choices change E_f by a few per cent.

    effective_errors.py ROOT CC
"""
import re
import subprocess
import sys

import numpy as np

A, B = np.array([1.0, 0]), np.array([0, 1.0])                 # of words of n letters: arrays of 2^n


def bracket(x, y):
    return np.outer(x, y).ravel() - np.outer(y, x).ravel()


def product(p, q, most):
    """Of series; term n of a series holds the words of n letters."""
    return [sum(np.outer(p[i], q[n - i]).ravel() for i in range(n + 1)) for n in range(most + 1)]


def one(most, first=1.0):
    return [np.full(1, first)] + [np.zeros(2**n) for n in range(1, most + 1)]


def exponential(op, a, c, most):
    """Of a A, or of a B + c [B,[B,A]]."""
    result, power = one(most), one(most)
    generator = one(most, 0.0)
    generator[1] = a * (A if op == "D" else B)
    if most > 2:
        generator[3] = c * bracket(B, bracket(B, A))
    for k in range(1, most + 1):
        power = [term / k for term in product(power, generator, most)]
        result = [x + y for x, y in zip(result, power)]
    return result


def logarithm(p, most):
    result, power, rest = one(most, 0.0), one(most), [p[0] - 1] + p[1:]
    for k in range(1, most + 1):
        power = product(power, rest, most)
        result = [x - (-1)**k / k * y for x, y in zip(result, power)]
    return result


class Span:
    """Of vectors; takes those that are not in it yet."""

    def __init__(self, size):
        self.rows = np.zeros((0, size))

    def take(self, v):
        size = np.linalg.norm(v)
        if size > 0:
            v = v / size
            for _ in range(2):
                v = v - self.rows.T @ (self.rows @ v)
            if np.linalg.norm(v) > 1e-9:
                self.rows = np.vstack([self.rows, v / np.linalg.norm(v)])
                return True
        return False


def commutators(most):
    """For each degree: what vanishes, and a basis of the others."""
    nested, gone = [("B", B), ("A", A)], Span(2)
    for n in range(2, most + 1):
        nested = [(letter + word, bracket(x, v)) for letter, x in (("B", B), ("A", A)) for word, v in nested]
        span = Span(2**n)
        for v in [bracket(x, row) for row in gone.rows for x in (A, B)] + \
                 [v for word, v in nested if word.count("A") < word.count("B") - 1]:
            span.take(v)
        gone = Span(2**n)
        gone.rows = span.rows
        yield n, gone.rows, [v for _, v in nested if span.take(v)]


def tables(root, compiler):
    """The rows of every table of core/schemes: operation, a, c; of drafts none."""
    words = f"-E -P -I{root}/core -I{root}/abi {root}/core/schemes/schemes.c"
    text = subprocess.run([compiler, *words.split()], check=True, text=True, stdout=subprocess.PIPE).stdout
    names = dict(RGS_DRIFT="D", RGS_KICK="K", RGS_KICK_GRADIENT="G", RGS_THERMOSTAT="O", D="D", K="K", G="G",
                 O="O")
    drafts = set()
    for name, rows in re.findall(r"rgs_stage (\w+)\[\] = \{(.*?)\n\};", text, re.S):
        if "RGS_DRAFT" in rows:
            drafts.add(name)
            continue
        found = re.findall(r"\{\s*(\w+),\s*0,\s*([^{]*?),\s*([^,{]*?)\s*\}", rows)
        # The coefficients are sums, products and quotients of numbers.
        yield name, [(names[op], eval(a, {}), eval(c, {})) for op, a, c in found if names[op] != "O"]
    for name, order in re.findall(r'\.name = "(\w+)",.*?\.order = (\d+)', text, re.S):
        if name not in drafts:
            yield name + " order", int(order)


def effective_errors(root, compiler):
    known = dict(tables(root, compiler))
    orders = {name[:-6]: order for name, order in known.items() if name.endswith(" order")}
    bases = {n: (gone, basis) for n, gone, basis in commutators(max(orders.values()) + 1)}
    for name, order in orders.items():
        stages, before, most = known[name], known.get(name + "_pre", []), order + 1
        forces = sum({"D": 0, "K": 1, "G": 2}[op] for op, _, _ in stages)
        if "D" not in (stages[0][0], stages[-1][0]):           # the last kick is the first of the next step
            forces -= {"K": 1, "G": 2}[stages[-1][0]]
        step = one(most)
        for op, a, c in before + stages + [(op, -a, -c) for op, a, c in reversed(before)]:
            step = product(step, exponential(op, a, c, most), most)
        of_step = logarithm(step, most)
        for n in range(2, most + 1):
            gone, basis = bases[n]
            found, *_ = np.linalg.lstsq(np.column_stack([*basis, *gone]), of_step[n], rcond=None)
            size = np.linalg.norm(found[:len(basis)])
            if n < most and size > 1e-12:
                sys.exit(f"{name}: an error of degree {n}, {size:.1e}, in a scheme of order {order}")
        yield name, forces * size**(1 / order)


if __name__ == "__main__":
    for name, error in effective_errors(*sys.argv[1:]):
        print(f"{name:22} {error:.2f}")
