# SPDX-License-Identifier: GPL-3.0-or-later
"""Plain shapes and signs."""
import numpy as np

from pen import arc_points
from things import thing


def star_points(n, inner, outer=1.0, turn=-90):
    angles = np.radians(turn + np.arange(2 * n) * 180 / n)
    radii = np.where(np.arange(2 * n) % 2 == 0, outer, inner)
    return np.stack((radii * np.cos(angles), radii * np.sin(angles)), 1)


@thing("circle", "shape", also=("disc",))
def circle(p, r):
    p.oval(0, 0, 0.9)


@thing("square", "shape")
def square(p, r):
    p.box(-0.8, -0.8, 0.8, 0.8)


@thing("triangle", "shape")
def triangle(p, r):
    p.poly(((0, -0.9), (0.9, 0.7), (-0.9, 0.7)))


@thing("star", "shape", natural="yellow orange white")
def star(p, r):
    p.poly(star_points(5, r.uniform(0.38, 0.5)))


@thing("heart", "shape", natural="red pink")
def heart(p, r):
    t = np.linspace(0, 2 * np.pi, 40)
    p.poly(np.stack((16 * np.sin(t) ** 3, -13 * np.cos(t) + 5 * np.cos(2 * t) + 2 * np.cos(3 * t) + np.cos(4 * t)),
                    1) / 17)


@thing("diamond", "shape")
def diamond(p, r):
    p.poly(((0, -1), (0.7, 0), (0, 1), (-0.7, 0)))


@thing("hexagon", "shape")
def hexagon(p, r):
    p.poly(arc_points(0, 0, 0.95, n=7)[:6])


@thing("cross", "shape", also=("plus",))
def cross(p, r):
    w = r.uniform(0.22, 0.33)
    p.poly(((-w, -.9), (w, -.9), (w, -w), (.9, -w), (.9, w), (w, w), (w, .9), (-w, .9), (-w, w), (-.9, w), (-.9, -w),
            (-w, -w)))


@thing("ring", "shape")
def ring(p, r):
    p.arc(0, 0, 0.75, 0.75, 0, 360, r.uniform(0.2, 0.35))


@thing("arrow", "shape", turns=True)
def arrow(p, r):
    w, h = r.uniform(0.15, 0.28), r.uniform(0.5, 0.7)
    p.poly(((-1, -w), (0.2, -w), (0.2, -h), (1, 0), (0.2, h), (0.2, w), (-1, w)))


@thing("spiral", "shape")
def spiral(p, r):
    t = np.linspace(0.5, 5.2 * np.pi, 90)
    p.line(np.stack((t * np.cos(t), t * np.sin(t)), 1) / 17, 0.13)


@thing("face", also=("smiley",), natural="yellow")
def face(p, r):
    p.oval(0, 0, 0.9)
    for x in (-0.32, 0.32):
        p.oval(x, -0.25, 0.11, 0.16, "black")
    p.arc(0, 0.1, 0.5, 0.45, 20, 160, 0.1, "black")


@thing("crown", natural="yellow")
def crown(p, r):
    p.poly(((-.9, -.5), (-.45, 0), (0, -.75), (.45, 0), (.9, -.5), (.75, .65), (-.75, .65)))
    for x, y in ((-.9, -.5), (0, -.75), (.9, -.5)):
        p.oval(x, y, 0.11, None, "red")
    p.box(-.75, .42, .75, .65, "dark")


@thing("flag")
def flag(p, r):
    p.line(((-0.7, -1), (-0.7, 1)), 0.1, "brown")
    p.poly(((-.65, -.95), (0, -.75), (.9, -.95), (.9, .05), (0, .25), (-.65, .05)))
