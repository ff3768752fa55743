# SPDX-License-Identifier: BSD-3-Clause
"""The last state of a LAMMPS dump of a ring of oxDNA nucleotides (id type x y z quatw quati quatj quatk) as a picture in SVG:
backbones as tubes, and each nucleotide as a flat ellipsoid whose colour says where in space its base points."""
import pathlib

import numpy as np
import rigidstep

WIDE, HIGH, UNIT = 900, 620, 48                               # pixels; UNIT: of a length at depth 0
MIDDLE = np.array([WIDE / 2, HIGH / 2 - 22])
TILT, EYE, FAR = -0.95, 30, 7.2                               # radian; distance of the eye; depth where half is fog
HALF = np.array([0.50, 0.36, 0.15])                           # half axes of a nucleotide
NIGHT = np.array([13, 18, 32])
STRANDS = np.array([[168, 186, 216], [236, 229, 214]])
# Of a tube, from below: its edge, which lies behind its neighbours' edges; its body; a light.  Width, brightness, nearer by.
LAYERS = (0.37, 0.34, -0.16), (0.29, 0.88, 0), (0.085, 1.24, 0.1)


def shade(colour, light, depth):
    """Towards the night with the distance."""
    fog = (FAR - depth) / (4 * FAR)
    lit = colour * light
    return "#%02x%02x%02x" % tuple(np.clip(np.rint(lit + (NIGHT - lit) * fog), 0, 255).astype(int))


def draw(dump, picture):
    atoms = np.loadtxt(pathlib.Path(dump).read_text(encoding="ascii").rsplit("ITEM: ATOMS", 1)[1].splitlines()[1:])
    place, axes = atoms[:, 2:5], rigidstep.matrices(atoms[:, 5:9])
    view = np.array([[1, 0, 0], [0, np.cos(TILT), -np.sin(TILT)], [0, np.sin(TILT), np.cos(TILT)]])    # right, up, to the eye
    seen = view @ axes
    parts = []                                                # depth and text

    def project(points):
        """Pixels, pixels of a unit of length, depth."""
        right_up_near = points @ view.T
        scale = UNIT / (1 - right_up_near[:, 2] / EYE)
        return MIDDLE + scale[:, None] * right_up_near[:, :2] * [1, -1], scale, right_up_near[:, 2]

    # The outline of an ellipsoid is an ellipse, whose matrix is the sum over its axes.
    for (x, y), scale, depth, frame, base in zip(*project(place + 0.18 * axes[:, :, 0]), seen, axes[:, :, 0]):
        flat = frame[:2] * HALF
        squares, directions = np.linalg.eigh(flat @ flat.T)
        short, long = np.sqrt(squares)
        turn = -np.degrees(np.arctan2(directions[1, 1], directions[0, 1]))
        hue = np.arctan2(base[1], base[0]) - 2 * np.pi / 3 * np.arange(3)
        colour, light = 255 * (0.56 + 0.42 * np.cos(hue)), 0.72 + 0.42 * abs(frame[:, 2] @ [0.30, 0.62, 0.72])
        parts.append((depth, f"<ellipse cx='{x:.1f}' cy='{y:.1f}' rx='{scale * long:.2f}' ry='{scale * short:.2f}' "
                      f"transform='rotate({turn:.1f} {x:.1f} {y:.1f})' fill='{shade(colour, light, depth)}' "
                      f"stroke='{shade(colour, 0.45 * light, depth)}' stroke-width='{0.03 * scale:.2f}'/>"))

    # A smooth piece of a backbone between b and c, which follow a and come before d.
    points, _, depths = project(place - 0.4 * axes[:, :, 0])
    for strand, colour in zip(np.split(np.arange(len(points)), 2), STRANDS):
        for piece in range(len(strand)):
            a, b, c, d = np.take(strand, range(piece, piece + 4), mode="wrap")
            depth = (depths[b] + depths[c]) / 2
            scale = UNIT / (1 - depth / EYE)
            for width, light, nearer in LAYERS:
                up = np.array([0.042, 0.07]) * scale * (nearer > 0)
                way = [points[b], points[b] + (points[c] - points[a]) / 6, points[c] - (points[d] - points[b]) / 6, points[c]]
                line = "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f" % tuple(np.ravel(way - up))
                cap = " stroke-linecap='butt'" if nearer < 0 else ""
                parts.append((depth + nearer, f"<path d='{line}' stroke='{shade(colour, light, depth)}' "
                              f"stroke-width='{width * scale:.2f}'{cap}/>"))
    drawn = "".join(text for _, text in sorted(parts, key=lambda part: part[0]))
    pathlib.Path(picture).write_text(f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDE} {HIGH}' width='{WIDE}' height='{HIGH}'>"
                                     f"<rect width='100%' height='100%' rx='6' fill='#0d1220'/><g fill='none' stroke-linecap='round'>"
                                     f"{drawn}</g></svg>", encoding="ascii")
