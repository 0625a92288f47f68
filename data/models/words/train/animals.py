# SPDX-License-Identifier: GPL-3.0-or-later
"""Animals, most of them whole and from the side, some by their face."""
import numpy as np

from pen import arc_points
from things import thing


def eyes(p, y, apart, radius=0.1, both=True):
    for x in (-apart, apart) if both else (apart,):
        p.oval(x, y, radius, None, "white")
        p.oval(x, y, radius * 0.6, None, "black")


@thing("cat", "animal", also=("kitten",), natural="orange grey black white brown")
def cat(p, r):
    if r.random() < 0.4:
        p.arc(0.75, 0.4, 0.25, 0.5, -110, 90, 0.14)
        p.blob(((-.5, 0), (.3, 0), (.75, .5), (.6, .95), (-.6, .95), (-.7, .5)))
        p.poly(((-.85, -.9), (-.45, -.7), (-.75, -.4)))
        p.poly(((.2, -.9), (-.2, -.7), (.1, -.4)))
        p.oval(-.32, -.3, .5, .42)
        for x in (-.5, -.14):
            p.oval(x, -.35, .07, .1, "black")
        p.poly(((-.38, -.18), (-.26, -.18), (-.32, -.1)), "pink")
        return
    for x in (-1, 1):
        p.poly(((x * .85, -.95), (x * .2, -.55), (x * .8, -.1)))
    p.oval(0, 0.1, 0.85, 0.72)
    for x in (-1, 1):
        p.oval(x * .35, 0, .13, .16, "green" if r.random() < .5 else "yellow")
        p.oval(x * .35, 0, .05, .14, "black")
        for y in (.25, .4):
            p.line(((x * .25, .33), (x * .95, y)), 0.03, "black")
    p.poly(((-.1, .22), (.1, .22), (0, .34)), "pink")
    p.line(((-.15, .48), (0, .36), (.15, .48)), 0.04, "black")


@thing("dog", "animal", also=("puppy",), natural="brown black white grey orange")
def dog(p, r):
    if r.random() < 0.4:
        p.line(((.65, .1), (.95, -.4)), .13)
        for x in (-.5, -.25, .4, .65):
            p.box(x - .1, .3, x + .1, .95)
        p.blob(((-.7, -.1), (.6, -.05), (.75, .4), (0, .5), (-.65, .45)))
        p.oval(-.7, -.4, .33, .3)
        p.box(-1, -.42, -.7, -.18)
        p.oval(-.98, -.38, .09, .09, "black")
        p.blob(((-.55, -.65), (-.4, -.5), (-.4, -.1), (-.55, -.15)), "dark")
        p.oval(-.78, -.5, .06, None, "black")
        return
    p.oval(0, 0, 0.7, 0.78)
    for x in (-1, 1):
        p.blob(((x * .45, -.7), (x * .85, -.5), (x * .95, .3), (x * .65, .35)), "dark")
        p.oval(x * .28, -.15, .1, .12, "black")
    p.oval(0, .38, .38, .33, "light")
    p.oval(0, .22, .15, .1, "black")
    p.poly(((-.12, .55), (.12, .55), (.1, .85), (-.1, .85)), "pink")


@thing("fish", "animal", natural="orange blue red grey")
def fish(p, r):
    p.poly(((.45, 0), (1, -.5), (.9, 0), (1, .5)))
    p.poly(((-.1, -.3), (.3, -.7), (.4, -.2)), "dark")
    p.blob(((-.95, .02), (-.4, -.45), (.3, -.3), (.6, 0), (.3, .3), (-.4, .45)))
    p.oval(-.55, -.1, .12, None, "white")
    p.oval(-.57, -.1, .06, None, "black")
    p.arc(-.2, 0, .15, .3, -70, 70, .05, "dark")


@thing("bird", "animal", natural="blue red brown yellow")
def bird(p, r):
    for x in (-.05, .2):
        p.line(((x, .4), (x, .9)), .05, "orange")
    p.poly(((.4, 0), (1, -.15), (1, .2), (.5, .3)), "dark")
    p.blob(((-.6, -.2), (0, -.15), (.6, .1), (.2, .55), (-.4, .4)))
    p.oval(-.5, -.4, .3)
    p.poly(((-.76, -.48), (-1.05, -.36), (-.76, -.3)), "orange")
    p.blob(((-.2, 0), (.3, 0), (.55, .25), (.1, .3)), "dark")
    p.oval(-.58, -.46, .06, None, "black")


@thing("duck", "animal", natural="yellow white brown")
def duck(p, r):
    p.blob(((-.55, .1), (0, .15), (.9, -.15), (.75, .45), (.2, .7), (-.5, .6)))
    p.blob(((-.2, -.55), (-.3, .3), (-.65, .3), (-.75, -.3)))
    p.oval(-.45, -.5, .33)
    p.blob(((-.7, -.55), (-1.05, -.45), (-1.05, -.35), (-.7, -.35)), "orange")
    p.oval(-.5, -.6, .06, None, "black")
    p.arc(.2, .25, .35, .25, 10, 170, .06, "dark")


@thing("rabbit", "animal", also=("bunny",), natural="white grey brown")
def rabbit(p, r):
    for x in (-1, 1):
        p.blob(((x * .15, -.2), (x * .1, -.9), (x * .3, -1.05), (x * .45, -.8), (x * .4, -.1)))
        p.blob(((x * .22, -.3), (x * .2, -.8), (x * .33, -.8), (x * .33, -.3)), "pink")
    p.oval(0, .3, .6, .55)
    for x in (-.25, .25):
        p.oval(x, .15, .08, .12, "black")
    p.oval(0, .38, .09, .06, "pink")
    p.box(-.1, .55, .1, .75, "white")


@thing("butterfly", "animal", natural="orange blue purple yellow")
def butterfly(p, r):
    for x in (-1, 1):
        p.blob(((0, -.1), (x * .5, -.9), (x * 1, -.7), (x * .8, -.05)))
        p.blob(((0, .1), (x * .75, .1), (x * .8, .6), (x * .4, .8)), "light")
        p.oval(x * .62, -.45, .17, None, "dark")
        p.line(((0, -.5), (x * .2, -.9)), .04, "black")
    p.oval(0, 0, .09, .55, "black")


@thing("snail", "animal", natural="brown orange")
def snail(p, r):
    p.blob(((-.9, .2), (-.65, .2), (-.5, .55), (.9, .65), (.9, .8), (-.8, .8)), "sand")
    for x in (-.9, -.7):
        p.line(((-.8, .3), (x, -.15)), .05, "sand")
    p.oval(.15, .05, .62)
    t = np.linspace(0, 4 * np.pi, 50)
    p.line(np.stack((.15 + t / 26 * np.cos(t), .05 + t / 26 * np.sin(t)), 1), .07, "dark")


@thing("snake", "animal", natural="green")
def snake(p, r):
    x = np.linspace(-.7, .95, 40)
    p.line(np.stack((x, .45 * np.sin(x * 5.5)), 1), .26)
    p.oval(-.78, .4, .24, .18)
    p.line(((-.98, .42), (-1.15, .5)), .04, "red")
    p.oval(-.82, .35, .05, None, "black")


@thing("bee", "animal", natural="yellow")
def bee(p, r):
    for x in (-.25, .25):
        p.blob(((0, -.2), (x - .2, -.9), (x + .2, -.9)), "glass")
    p.oval(0, .1, .75, .45)
    for x in (-.2, .1, .4):
        p.line(((x, -.3), (x, .5)), .14, "black")
    p.oval(-.65, .05, .25, None, "black")
    p.line(((-.75, -.1), (-.95, -.45)), .04, "black")


@thing("spider", "animal", natural="black brown")
def spider(p, r):
    for x in (-1, 1):
        for y in (-.65, -.25, .2, .65):
            p.line(((0, y * .3), (x * .55, y - .2), (x * .95, y + .25)), .06, "black")
    p.oval(0, .2, .42, .48)
    p.oval(0, -.35, .27)
    eyes(p, -.42, .11, .08)


@thing("turtle", "animal", also=("tortoise",), natural="green brown")
def turtle(p, r):
    for x in (-.5, .45):
        p.oval(x, .55, .2, .25, "sand")
    p.oval(-.85, .1, .25, .22, "sand")
    p.poly(np.concatenate((arc_points(0, .4, .75, .8, 180, 360), ((.75, .5), (-.75, .5)))))
    for x, y in ((-.3, .1), (.3, .1), (0, -.15)):
        p.poly(arc_points(x, y, .18, .16, n=7)[:6], "dark")
    p.oval(-.92, .05, .05, None, "black")


@thing("owl", "animal", natural="brown grey white")
def owl(p, r):
    for x in (-1, 1):
        p.poly(((x * .65, -.95), (x * .2, -.7), (x * .7, -.4)))
    p.blob(((-.6, -.6), (.6, -.6), (.7, .3), (.4, .9), (-.4, .9), (-.7, .3)))
    p.oval(0, .45, .38, .42, "light")
    eyes(p, -.35, .28, .27)
    p.poly(((-.1, -.2), (.1, -.2), (0, .05)), "orange")


@thing("pig", "animal", natural="pink")
def pig(p, r):
    for x in (-1, 1):
        p.poly(((x * .8, -.9), (x * .25, -.7), (x * .75, -.3)), "dark")
    p.oval(0, 0, .85, .8)
    p.oval(0, .2, .35, .27, "light")
    for x in (-.13, .13):
        p.oval(x, .2, .07, .1, "dark")
    for x in (-.38, .38):
        p.oval(x, -.22, .08, None, "black")


@thing("whale", "animal", natural="blue grey black")
def whale(p, r):
    p.poly(((.65, .2), (.8, -.35), (1.05, -.5), (.95, -.1), (1.05, .2)))
    p.blob(((-.95, .1), (-.6, -.4), (.1, -.4), (.8, .1), (.3, .6), (-.6, .6)))
    p.blob(((-.85, .35), (0, .4), (.2, .6), (-.6, .58)), "white")
    p.oval(-.6, .05, .07, None, "black")
    for x in (-.2, .2):
        p.arc(-.3 + x, -.5, .2, .35, 180 if x > 0 else 270, 270 if x > 0 else 360, .06, "glass")


@thing("penguin", "animal", natural="black blue grey")
def penguin(p, r):
    for x in (-1, 1):
        p.oval(x * .25, .92, .22, .09, "orange")
        p.blob(((x * .5, -.2), (x * .85, .4), (x * .5, .3)))
    p.blob(((0, -1), (.4, -.7), (.6, .3), (.35, .9), (-.35, .9), (-.6, .3), (-.4, -.7)))
    p.oval(0, .3, .4, .52, "white")
    eyes(p, -.6, .16, .1)
    p.poly(((-.13, -.48), (.13, -.48), (0, -.28)), "orange")


@thing("elephant", "animal", natural="grey blue")
def elephant(p, r):
    for x in (-.25, 0, .4, .65):
        p.box(x - .12, .3, x + .12, .9)
    p.oval(.25, .05, .68, .5)
    p.line(((-.65, 0), (-.85, .4), (-.75, .8), (-.95, .85)), .2)
    p.oval(-.5, -.2, .4)
    p.oval(-.28, -.2, .27, .38, "dark")
    p.oval(-.68, -.3, .06, None, "black")


@thing("sheep", "animal", also=("lamb",), natural="white")
def sheep(p, r):
    for x in (-.35, -.1, .3, .55):
        p.box(x - .06, .3, x + .06, .9, "black")
    t = np.linspace(0, 2 * np.pi, 60)
    rough = 1 + .1 * np.sin(9 * t)
    p.poly(np.stack((.1 + .75 * rough * np.cos(t), .5 * rough * np.sin(t)), 1))
    p.oval(-.7, -.15, .25, .33, "black")
    p.oval(-.77, -.22, .06, None, "white")
