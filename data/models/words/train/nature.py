# SPDX-License-Identifier: GPL-3.0-or-later
"""Plants, fruit, and what is seen in the sky."""
import numpy as np

from pen import arc_points
from shapes import star_points
from things import thing


@thing("tree", "plant", natural="green green orange")
def tree(p, r):
    p.box(-.13, .1, .13, 1, "brown")
    if r.random() < .5:
        p.oval(0, -.3, .68, .68)
    else:
        for x, y, s in ((-.4, -.1, .42), (.4, -.1, .42), (0, -.5, .48)):
            p.oval(x, y, s)


@thing("fir", "plant", also=("fir tree", "christmas tree", "pine"), natural="green")
def fir(p, r):
    p.box(-.12, .6, .12, 1, "brown")
    for y, w in ((.7, .8), (.2, .62), (-.3, .42)):
        p.poly(((0, y - .7), (w, y), (-w, y)))


@thing("flower", "plant", natural="red pink yellow purple white")
def flower(p, r):
    p.line(((0, 0), (.05, 1)), .09, "green")
    p.blob(((.05, .7), (.3, .35), (.6, .35), (.35, .65)), "green")
    n = int(r.integers(5, 9))
    for angle in np.arange(n) * 2 * np.pi / n:
        p.oval(.36 * np.cos(angle), -.35 + .36 * np.sin(angle), .25)
    p.oval(0, -.35, .22, None, "brown" if r.random() < .3 else "yellow")


@thing("tulip", "plant", natural="red yellow pink purple orange")
def tulip(p, r):
    p.line(((0, 0), (0, 1)), .09, "green")
    for x in (-1, 1):
        p.blob(((0, .95), (x * .2, .5), (x * .5, .1), (x * .35, .6)), "green")
    p.poly(((-.42, -.9), (-.2, -.5), (0, -.95), (.2, -.5), (.42, -.9), (.45, -.2), (.2, .1), (-.2, .1), (-.45, -.2)))


@thing("leaf", "plant", natural="green orange brown", turns=True)
def leaf(p, r):
    p.line(((.5, 0), (1, .1)), .07, "dark")
    p.blob(((-.95, 0), (-.4, -.42), (.2, -.4), (.65, 0), (.2, .4), (-.4, .42)))
    p.line(((-.8, 0), (.6, 0)), .05, "dark")
    for x in (-.4, 0, .3):
        for y in (-.27, .27):
            p.line(((x + .15, 0), (x - .1, y)), .035, "dark")


@thing("mushroom", "plant", also=("toadstool",), natural="red brown")
def mushroom(p, r):
    p.blob(((-.2, 0), (.2, 0), (.28, .9), (-.28, .9)), "white")
    p.poly(np.concatenate((arc_points(0, .1, .9, .95, 180, 360), ((.9, .2), (-.9, .2)))))
    if r.random() < .7:
        for x, y in ((-.45, -.2), (0, -.5), (.45, -.15)):
            p.oval(x, y, .13, None, "white")


@thing("cactus", "plant", natural="green")
def cactus(p, r):
    p.line(((-.65, -.2), (-.65, .2), (0, .25)), .25)
    p.line(((.65, -.5), (.65, 0), (0, .05)), .25)
    p.blob(((-.22, -.9), (.22, -.9), (.25, .95), (-.25, .95)))
    for x in (-.08, .1):
        p.line(((x, -.7), (x, .8)), .03, "dark")


@thing("sun", natural="yellow orange")
def sun(p, r):
    if r.random() < .5:
        p.poly(star_points(int(r.integers(9, 14)), .68), "light")
    else:
        for angle in np.arange(10) * np.pi / 5:
            c, s = np.cos(angle), np.sin(angle)
            p.line(((.72 * c, .72 * s), (c, s)), .09)
    p.oval(0, 0, .58)


@thing("moon", also=("crescent",), natural="yellow white")
def moon(p, r):
    p.poly(np.concatenate((arc_points(0, 0, .9, .9, 60, 300), arc_points(.35, 0, .8, .78, 282, 78))))


@thing("cloud", natural="white grey")
def cloud(p, r):
    t = np.linspace(0, 2 * np.pi, 60)
    if p.edge is None or r.random() < .5:
        for x, y, s in ((-.55, .15, .36), (-.1, -.15, .45), (.45, .1, .42)):
            p.oval(x, y, s)
        p.box(-.6, .15, .5, .5)
    else:
        rough = 1 + .12 * np.abs(np.sin(4 * t))
        p.poly(np.stack((.85 * rough * np.cos(t), .5 * rough * np.sin(t)), 1))


@thing("lightning", also=("bolt",), natural="yellow")
def lightning(p, r):
    p.poly(((.1, -1), (-.5, .1), (-.05, .1), (-.25, 1), (.5, -.2), (.05, -.2), (.4, -1)))


@thing("mountain", also=("hill",), natural="grey brown blue green")
def mountain(p, r):
    p.poly(((.35, -.35), (1.1, .8), (-.3, .8)), "dark")
    p.poly(((-.25, -.85), (.75, .8), (-1.1, .8)))
    p.poly(((-.25, -.85), (.02, -.4), (-.15, -.5), (-.3, -.3), (-.5, -.42)), "white")


@thing("rainbow", natural="red")
def rainbow(p, r):
    for radius, ink in ((.95, "red"), (.8, "orange"), (.65, "yellow"), (.5, "green"), (.35, "blue")):
        p.arc(0, .5, radius, radius, 180, 360, .16, ink)


@thing("snowman", natural="white")
def snowman(p, r):
    p.oval(0, .5, .5)
    p.oval(0, -.15, .36)
    p.oval(0, -.6, .26)
    p.box(-.2, -1.1, .2, -.8, "black")
    p.box(-.32, -.86, .32, -.78, "black")
    p.poly(((0, -.62), (.3, -.55), (0, -.52)), "orange")
    for y in (-.2, .05, .4):
        p.oval(0, y, .05, None, "black")
    for x in (-.1, .1):
        p.oval(x, -.68, .04, None, "black")


@thing("apple", "fruit", natural="red green yellow")
def apple(p, r):
    p.blob(((0, -.5), (.5, -.7), (.85, -.1), (.5, .8), (0, .7), (-.5, .8), (-.85, -.1), (-.5, -.7)))
    p.line(((0, -.5), (.1, -.95)), .09, "brown")
    p.blob(((.1, -.75), (.35, -1), (.6, -.9), (.35, -.7)), "green")


@thing("pear", "fruit", natural="green yellow")
def pear(p, r):
    p.blob(((0, -.75), (.25, -.5), (.35, -.1), (.65, .4), (.35, .9), (-.35, .9), (-.65, .4), (-.35, -.1), (-.25, -.5)))
    p.line(((0, -.7), (.08, -1)), .08, "brown")


@thing("banana", "fruit", natural="yellow", turns=True)
def banana(p, r):
    p.poly(np.concatenate((arc_points(0, -.6, 1, 1.1, 20, 160), arc_points(0, -.75, .95, .75, 160, 20))))
    p.poly(((.9, -.3), (1, -.5), (1.07, -.45), (.98, -.2)), "brown")


@thing("cherry", "fruit", natural="red")
def cherry(p, r):
    for x, y in ((-.4, .45), (.45, .55)):
        p.line(((x, y), (.15, -.85)), .06, "green")
        p.oval(x, y, .36)
        p.oval(x - .12, y - .12, .08, None, "white")
    p.blob(((.15, -.85), (.5, -1), (.8, -.75), (.45, -.65)), "green")


@thing("carrot", "food", natural="orange", turns=True)
def carrot(p, r):
    for y in (-.35, 0, .35):
        p.line(((-.45, 0), (-1, y)), .12, "green")
    p.blob(((-.5, -.3), (.1, -.2), (1, 0), (.1, .2), (-.5, .3)))
    for x in (-.25, .1, .4):
        p.line(((x, -.15), (x, .02)), .04, "dark")


@thing("grapes", "fruit", natural="purple green")
def grapes(p, r):
    p.line(((0, -.6), (.1, -1)), .08, "brown")
    for row, y in enumerate((-.45, -.1, .25, .6)):
        for i in range(4 - row):
            p.oval((i - (3 - row) / 2) * .42, y, .25)


@thing("strawberry", "fruit", natural="red")
def strawberry(p, r):
    p.blob(((-.6, -.4), (0, -.5), (.6, -.4), (.55, .2), (0, .95), (-.55, .2)))
    for x, y in ((-.3, -.1), (.05, -.15), (.35, -.05), (-.15, .25), (.2, .25), (0, .6)):
        p.oval(x, y, .045, .07, "yellow")
    p.poly(star_points(5, .15, .42) * (1.2, .8) + (0, -.5), "green")


@thing("pumpkin", "fruit", natural="orange")
def pumpkin(p, r):
    p.box(-.1, -.85, .1, -.4, "green")
    for x in (-.5, .5, -.25, .25, 0):
        p.oval(x, .15, .42, .65)
