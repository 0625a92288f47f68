# SPDX-License-Identifier: GPL-3.0-or-later
"""What goes, floats and flies, and what people build."""
import numpy as np

from pen import arc_points
from things import thing


def wheels(p, xs, y=.5, radius=.22):
    for x in xs:
        p.oval(x, y, radius, None, "black")
        p.oval(x, y, radius * .45, None, "grey")


@thing("car", "vehicle", also=("automobile",), natural="red blue white black grey yellow green")
def car(p, r):
    if r.random() < .5:
        p.poly(((-.55, 0), (-.35, -.45), (.3, -.45), (.55, 0)))
        p.poly(((-.42, 0), (-.27, -.34), (-.05, -.34), (-.05, 0)), "glass")
        p.poly(((.05, 0), (.05, -.34), (.24, -.34), (.4, 0)), "glass")
        p.blob(((-.95, .05), (-.5, -.05), (.6, -.05), (.95, .1), (.95, .45), (-.95, .45)))
    else:
        p.poly(np.concatenate((arc_points(0, .3, .75, .85, 180, 360), ((.95, .3), (.95, .5), (-.95, .5), (-.95, .3)))))
        p.poly(np.concatenate((arc_points(0, .05, .45, .42, 180, 360), ((.45, .08), (-.45, .08)))), "glass")
        p.line(((0, -.35), (0, .08)), .07)
    p.oval(.88, .15, .08, None, "yellow")
    wheels(p, (-.5, .5))


@thing("bus", "vehicle", natural="red yellow blue")
def bus(p, r):
    p.box(-.95, -.6, .95, .5)
    for x in np.linspace(-.75, .45, int(r.integers(3, 5))):
        p.box(x - .14, -.42, x + .14, -.05, "glass")
    p.box(.65, -.42, .88, .45, "glass")
    p.box(-.95, .12, .6, .2, "light")
    wheels(p, (-.55, .45), .52, .2)


@thing("truck", "vehicle", also=("lorry",), natural="red blue white green")
def truck(p, r):
    p.box(-1, -.65, .3, .4)
    p.poly(((.36, -.3), (.75, -.3), (1, .05), (1, .45), (.36, .45)), "dark")
    p.poly(((.5, -.2), (.72, -.2), (.9, .05), (.5, .05)), "glass")
    wheels(p, (-.65, -.2, .68), .5, .2)


@thing("train", "vehicle", also=("locomotive",), natural="black red green blue")
def train(p, r):
    p.box(-.9, -.15, .5, .35)
    p.box(.1, -.75, .8, .35)
    p.box(.25, -.58, .65, -.15, "glass")
    p.box(-.75, -.65, -.45, -.15, "dark")
    p.box(0, -.85, .9, -.72, "dark")
    p.poly(((-.9, .35), (-1.1, .65), (-.6, .65)), "grey")
    wheels(p, (-.4, .05, .5), .5, .23)
    if r.random() < .5:
        for x, y, s in ((-.6, -.85, .15), (-.4, -1, .2)):
            p.oval(x, y, s, None, "white")


@thing("bicycle", "vehicle", also=("bike",))
def bicycle(p, r):
    for x in (-.55, .55):
        p.arc(x, .3, .4, .4, 0, 360, .07, "black")
    p.line(((-.55, .3), (-.2, -.25), (.4, -.25), (0, .3), (-.55, .3)), .09)
    p.line(((0, .3), (-.25, -.4)), .09)
    p.line(((.55, .3), (.35, -.5), (.55, -.6)), .09)
    p.line(((-.4, -.42), (-.1, -.42)), .12, "black")


@thing("boat", "vehicle", also=("sailing boat", "sailboat"))
def boat(p, r):
    p.line(((0, .4), (0, -1)), .07, "brown")
    p.poly(((.06, -.95), (.8, .3), (.06, .3)), "white" if r.random() < .6 else "light")
    p.poly(((-.06, -.75), (-.06, .3), (-.6, .3)), "white")
    p.poly(((-.9, .4), (.95, .4), (.6, .85), (-.6, .85)))


@thing("ship", "vehicle", natural="white red blue black")
def ship(p, r):
    p.box(-.5, -.1, .55, .25, "white")
    for x in (-.25, .2):
        p.box(x - .1, -.6, x + .12, -.1, "red" if r.random() < .5 else "dark")
    for x in (-.3, 0, .3):
        p.oval(x, .08, .07, None, "glass")
    p.poly(((-1, .2), (1, .2), (.7, .75), (-.75, .75)))


@thing("plane", "vehicle", also=("airplane", "aeroplane"), natural="white grey blue red")
def plane(p, r):
    p.poly(((-.95, -.55), (-.7, -.55), (-.45, .05), (-.8, .05)), "dark")
    p.blob(((-.9, -.05), (-.2, -.2), (.6, -.2), (1, .05), (.6, .2), (-.5, .2)))
    p.poly(((-.15, .05), (.3, .05), (-.25, .75), (-.5, .75)), "dark")
    for x in (-.3, 0, .3):
        p.oval(x, -.06, .07, None, "glass")
    p.poly(((.6, -.15), (.85, -.05), (.6, -.02)), "glass")


@thing("rocket", "vehicle", natural="white red grey")
def rocket(p, r):
    p.blob(((-.2, .65), (.2, .65), (.12, .9), (0, 1.1), (-.12, .9)), "orange")
    for x in (-1, 1):
        p.poly(((x * .3, .1), (x * .65, .75), (x * .25, .6)), "dark")
    p.blob(((0, -1), (.35, -.4), (.3, .65), (-.3, .65), (-.35, -.4)))
    p.oval(0, -.25, .17, None, "glass")


@thing("helicopter", "vehicle")
def helicopter(p, r):
    p.line(((.2, -.1), (1, -.2)), .13)
    p.line(((1, -.45), (1, .05)), .07, "grey")
    p.oval(-.3, 0, .6, .42)
    p.poly(arc_points(-.4, -.05, .42, .28, 100, 280), "glass")
    p.line(((-.3, -.4), (-.3, -.65)), .08, "black")
    p.line(((-1, -.65), (.5, -.65)), .08, "black")
    p.line(((-.75, .65), (.2, .65)), .07, "black")
    for x in (-.5, -.05):
        p.line(((x, .35), (x, .65)), .06, "black")


@thing("house", "building", also=("home",), natural="red yellow white blue brown")
def house(p, r):
    p.box(-.7, -.15, .7, .9)
    p.poly(((-.95, -.1), (0, -.95), (.95, -.1)), "brown" if r.random() < .5 else "dark")
    p.box(-.15, .35, .15, .9, "brown")
    for x in (-.43, .43):
        p.box(x - .15, .05, x + .15, .35, "yellow" if r.random() < .4 else "glass")


@thing("castle", "building", natural="grey brown")
def castle(p, r):
    p.box(-.6, -.1, .6, .9)
    for x in (-.7, .7):
        p.box(x - .25, -.5, x + .25, .9)
        p.poly(((x - .35, -.5), (x, -1.05), (x + .35, -.5)), "dark")
    for x in (-.35, 0, .35):
        p.box(x - .09, -.3, x + .09, 0)
    p.poly(np.concatenate((arc_points(0, .5, .2, .25, 180, 360), ((.2, .9), (-.2, .9)))), "black")


@thing("tower", "building", also=("skyscraper",), natural="grey blue brown")
def tower(p, r):
    p.box(-.4, -.95, .4, 1)
    for y in np.arange(-.8, .8, .27):
        for x in (-.22, 0, .22):
            p.box(x - .07, y, x + .07, y + .16, "yellow" if r.random() < .5 else "glass")


@thing("lighthouse", "building", natural="red white")
def lighthouse(p, r):
    p.poly(((-.25, -.5), (.25, -.5), (.42, 1), (-.42, 1)), "white")
    for y in (-.3, .15, .6):
        w = .27 + .11 * y
        p.poly(((-w, y), (w, y), (w + .03, y + .22), (-w - .03, y + .22)))
    p.box(-.22, -.78, .22, -.5, "yellow")
    p.poly(((-.3, -.75), (0, -1.05), (.3, -.75)))


@thing("tent", "building", natural="green orange blue")
def tent(p, r):
    p.poly(((0, -.75), (1, .75), (-1, .75)))
    p.poly(((0, -.2), (.32, .75), (-.32, .75)), "black" if r.random() < .5 else "dark")


@thing("bridge", "building", natural="grey brown red")
def bridge(p, r):
    for x in (-.55, .55):
        p.box(x - .1, -.8, x + .1, .8)
    p.arc(0, -.75, .55, .75, 20, 160, .06, "dark")
    for x in (-1, 1):
        p.line(((x * .55, -.7), (x * 1.05, .1)), .06, "dark")
    p.box(-1.1, .1, 1.1, .32)


@thing("windmill", "building", natural="white brown red")
def windmill(p, r):
    p.poly(((-.3, -.3), (.3, -.3), (.45, 1), (-.45, 1)))
    p.box(-.13, .6, .13, 1, "brown")
    turn = r.uniform(0, 1.5)
    for angle in turn + np.arange(4) * np.pi / 2:
        c, s = np.cos(angle), np.sin(angle)
        p.poly(((0, -.3), (.75 * c, -.3 + .75 * s), (.75 * c - .22 * s, -.3 + .75 * s + .22 * c),
                (.15 * c - .22 * s, -.3 + .15 * s + .22 * c)), "white" if p.inks["main"][0] < 200 else "grey")
