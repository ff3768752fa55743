# SPDX-License-Identifier: BSD-3-Clause
"""The golden trace in Python, in two threads: script_trace.py MODULE < trace.txt prints what trace.cpp prints."""
import struct
import sys
from array import array

from rigidstep import EVAL_FORCE, Library, Refused, Stepper

library = Library(sys.argv[1])
N, STATE = 1500, dict(x=3, p=3, q=4, l=3)
body, kept, blocks, stepper, breaks = {}, {}, {}, None, False


def start(ghosts):
    def bodies(typecode, of):
        return array(typecode, [number for i in range(N) for number in of(i if i < N - ghosts else i - N + 200)])
    for name, of in dict(x=lambda i: (0.25 * (i % 7), -0.5, 0.75), p=lambda i: (0.5, 0.25 * (i % 5), 0),
                         q=lambda i: (0.6, 0, 0.8, 0), l=lambda i: (0.25, -0.25 * (i % 3), 1),
                         mass=lambda i: (1 + i % 4,), inertia=lambda i: (1, 1.5, 2), f=lambda i: (0, 0, 0),
                         tau=lambda i: (0, 0, 0), thermostatted=lambda i: (i % 5 != 3,)).items():
        body[name] = bodies("d", of)
    body["tag"] = bodies("q", lambda i: (7 * i % N - 3,))


def force(time, cell=None):
    if breaks:
        raise KeyError
    body["f"][:] = array("d", [-x for x in body["x"]])
    body["tau"][:] = array("d", [0.125 * x for x in body["x"]])
    body["tau"][0] = time
    energy = body["x"][3]
    return energy if cell is None else (energy, [[cell[b][a] * body["x"][3 + a] for b in range(3)] for a in range(3)])


def sums(values):
    values[:] = [2 * value for value in values]


def state():
    return [number for i in range(N) for name, width in STATE.items()
            for number in body[name][i * width:(i + 1) * width]]


def show(told):
    told, hashed = told if isinstance(told, (tuple, list)) else (told,), 0
    bits = [struct.unpack("q", struct.pack("d", number))[0] & 2**64 - 1 for number in told]
    for word in bits:
        hashed = ((hashed << 7 | hashed >> 57) & 2**64 - 1) ^ word
    return "".join(f" {word:016X}" for word in (bits if len(bits) < 10 else [hashed]))


def method(rotor, scheme, thermostat, barostat, *params):
    names = dict(integrator=rotor) if scheme == "-" else dict(rotor=rotor, scheme=scheme)
    around = {kind: name for kind, name in dict(thermostat=thermostat, barostat=barostat).items() if name != "-"}
    return dict(names, **around, params=dict(word.split("=") for word in params))


def described():
    info = stepper.describe()
    return info.order, info.evals, info.claims & 128


def make(*words):
    global stepper
    ranks = int(words[4])
    ghosts = 100 if ranks > 1 else 0
    start(ghosts)
    stepper = Stepper(library, columns=body, force=force, ranks=ranks, ghosts=ghosts, sums=sums if ranks > 1 else None,
                      threads=2, **method(*words[:4], *words[5:]))
    return described()


def rows(words):
    return [[float(word) for word in words[k:k + 3]] for k in (0, 3, 6)]


def again(h):
    global breaks
    stepper.step(h)
    stepper.rewind()
    breaks = True
    try:
        stepper.step(h)
    except KeyError:
        breaks = False
    stepper.rewind()
    stepper.step(h)
    return state()


def shown():
    with stepper.shown():
        return state()


def keep(name, block):
    blocks[name] = block
    return len(block)


def damage():
    blocks.update({name: block[:-1] + bytes([block[-1] ^ 1]) for name, block in blocks.items()})


def put():
    for name in STATE:
        body[name][:] = kept[name]
    stepper.set_valid(0)


VERBS = dict(
    open=make, state=state, shown=shown, damage=damage, put=put,
    swap=lambda *words: stepper.swap(**method(*words)) or described(),
    step=lambda h, n: stepper.step(float(h), int(n)), again=lambda h: again(float(h)),
    energy=lambda: stepper.energy(), output=lambda key, n: stepper.output(key), time=lambda: stepper.time,
    set_time=lambda time: stepper.set_time(float(time)),
    set_valid=lambda yes: stepper.set_valid(EVAL_FORCE if yes == "1" else 0), reset=lambda: stepper.reset(),
    steps=lambda: stepper.steps, set_steps=lambda n: setattr(stepper, "steps", int(n)),
    set_param=lambda kind, key, value: stepper.set_param(key, float(value), int(kind)),
    param=lambda kind, key: stepper.param(key, int(kind)),
    set_cell=lambda *words: stepper.set_cell(rows(words[:9]), [float(word) for word in words[9:12]], rows(words[12:])),
    cell=lambda: [number for three in (lambda now, origin, then: [*now, origin, *then])(*stepper.cell()) for number in three],
    save=lambda: keep("all", stepper.save()), load=lambda: stepper.load(blocks["all"]),
    save_ensemble=lambda: keep("ensemble", stepper.save_ensemble()),
    load_ensemble=lambda: stepper.load_ensemble(blocks["ensemble"]),
    keep=lambda: kept.update({name: body[name][:] for name in STATE}))

for number, line in enumerate(sys.stdin, 1):
    words = line.split()
    if not words or words[0].startswith("#"):
        continue
    try:
        told = VERBS[words[0]](*words[1:])
        result = "" if told is None else show(told)
    except Refused as error:
        result = f" refused {error.status} {error.text}"
    print(f"{number} {words[0]}:{result}")
