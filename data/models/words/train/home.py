# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands and lies about a home: furniture, food, clothes, toys and tools."""
import numpy as np

from pen import arc_points
from things import thing


@thing("chair", natural="brown red")
def chair(p, r):
    for x in (-.45, .45):
        p.line(((x, .2), (x, 1)), .13)
    p.box(-.55, -.95, -.38, .2)
    p.box(-.55, .05, .6, .25)
    if r.random() < .5:
        p.box(-.55, -.95, .55, -.35, "dark")
        p.box(.38, -.95, .55, .1)


@thing("table", natural="brown white")
def table(p, r):
    for x in (-.75, .75):
        p.box(x - .08, -.3, x + .08, .85, "dark")
    p.box(-1, -.45, 1, -.22)


@thing("bed", natural="brown blue white")
def bed(p, r):
    p.box(-1, -.6, -.85, .75, "brown")
    p.box(.85, -.1, 1, .75, "brown")
    p.box(-.85, .1, .85, .5)
    p.blob(((-.82, -.2), (-.35, -.2), (-.35, .1), (-.82, .1)), "white")


@thing("lamp", natural="yellow white red")
def lamp(p, r):
    p.line(((0, -.2), (0, .85)), .1, "grey")
    p.oval(0, .88, .42, .12, "grey")
    p.poly(((-.35, -.95), (.35, -.95), (.65, -.15), (-.65, -.15)))


@thing("candle", natural="white red yellow")
def candle(p, r):
    p.box(-.25, -.3, .25, .95)
    p.line(((0, -.3), (0, -.5)), .06, "black")
    p.blob(((0, -1), (.17, -.6), (0, -.42), (-.17, -.6)), "orange")


@thing("cup", also=("mug",), natural="white red blue")
def cup(p, r):
    p.arc(.6, 0, .3, .33, -100, 100, .13)
    p.poly(((-.65, -.6), (.65, -.6), (.5, .7), (-.5, .7)))
    p.oval(0, -.6, .65, .14, "brown" if r.random() < .6 else "dark")


@thing("teapot", natural="blue white red")
def teapot(p, r):
    p.arc(.65, .05, .33, .4, -100, 100, .12)
    p.line(((-.5, .3), (-.75, 0), (-.95, -.3)), .2)
    p.oval(0, .15, .65, .55)
    p.poly(arc_points(0, -.3, .38, .2, 180, 360), "dark")
    p.oval(0, -.55, .1, None, "dark")


@thing("bottle", natural="green brown blue", turns=True)
def bottle(p, r):
    p.blob(((-.13, -.95), (.13, -.95), (.13, -.45), (.35, -.15), (.35, .95), (-.35, .95), (-.35, -.15), (-.13, -.45)))
    p.box(-.15, -1.05, .15, -.85, "dark")
    p.box(-.36, .1, .36, .55, "white")


@thing("spoon", "tool", natural="grey", turns=True)
def spoon(p, r):
    p.line(((0, -.3), (0, 1)), .14)
    p.oval(0, -.6, .28, .4)


@thing("fork", "tool", natural="grey", turns=True)
def fork(p, r):
    for x in (-.24, -.08, .08, .24):
        p.line(((x, -1), (x, -.4)), .08)
    p.box(-.29, -.5, .29, -.25)
    p.line(((0, -.3), (0, 1)), .14)


@thing("knife", "tool", natural="grey", turns=True)
def knife(p, r):
    p.poly(((-.15, .2), (-.15, -1), (.1, -.7), (.15, .2)), "main")
    p.box(-.13, .2, .15, 1, "black")


@thing("cake", "food", natural="pink white brown")
def cake(p, r):
    for x in (-.4, 0, .4):
        p.line(((x, -.2), (x, -.65)), .09, "white")
        p.oval(x, -.75, .07, .12, "orange")
    p.box(-.8, -.2, .8, .8)
    p.blob(((-.85, -.25), (.85, -.25), (.8, .1), (.4, .05), (.1, .2), (-.3, .05), (-.7, .15)), "white")
    p.box(-.8, .4, .8, .5, "dark")


@thing("ice cream", "food", natural="pink white brown yellow")
def ice_cream(p, r):
    p.oval(0, -.45, .45)
    if r.random() < .4:
        p.oval(-.3, -.15, .35)
        p.oval(.3, -.15, .35)
    p.poly(((-.45, -.15), (.45, -.15), (0, 1)), "sand")
    for x in (-.2, .15):
        p.line(((x, -.1), (x * .2 + .1, .6)), .03, "brown")


@thing("pizza", "food", natural="yellow orange")
def pizza(p, r):
    if r.random() < .5:
        p.poly(((-.8, -.7), (.8, -.7), (0, 1)))
        p.box(-.9, -.9, .9, -.65, "brown")
        spots = ((-.35, -.35), (.3, -.4), (0, .15))
    else:
        p.oval(0, 0, .95, None, "brown")
        p.oval(0, 0, .82)
        spots = ((-.4, -.3), (.3, -.45), (.1, .1), (-.4, .4), (.45, .4))
    for x, y in spots:
        p.oval(x, y, .15, None, "red")


@thing("bread", "food", also=("loaf",), natural="brown")
def bread(p, r):
    p.blob(((-.9, -.1), (-.6, -.5), (.6, -.5), (.9, -.1), (.8, .55), (-.8, .55)))
    for x in (-.45, 0, .45):
        p.line(((x + .1, -.4), (x - .1, .1)), .08, "light")


@thing("egg", "food", natural="white brown")
def egg(p, r):
    if r.random() < .5:
        p.blob(((0, -.9), (.5, -.3), (.6, .35), (0, .9), (-.6, .35), (-.5, -.3)))
    else:
        p.blob(((-.8, -.3), (0, -.7), (.8, -.4), (.7, .5), (0, .7), (-.9, .4)))
        p.oval(0, 0, .32, None, "yellow")


@thing("hamburger", "food", also=("burger",), natural="brown orange")
def hamburger(p, r):
    p.poly(np.concatenate((arc_points(0, -.1, .85, .7, 180, 360), ((.85, -.05), (-.85, -.05)))))
    p.box(-.95, -.05, .95, .12, "green")
    p.box(-.85, .12, .85, .35, "brown")
    p.blob(((-.85, .4), (.85, .4), (.7, .75), (-.7, .75)))


@thing("umbrella", natural="red blue yellow black")
def umbrella(p, r):
    p.line(((0, -.9), (0, .75)), .07, "brown")
    p.arc(.15, .75, .15, .18, 0, 180, .07, "brown")
    x = np.linspace(.95, -.95, 25)
    p.poly(np.concatenate((arc_points(0, .05, .95, .9, 180, 360),
                           np.stack((x, .05 - .12 * np.abs(np.sin(x / .95 * 2 * np.pi))), 1))))
    for x in (-.35, .35):
        p.line(((0, -.85), (x, -.05)), .03, "dark")


@thing("hat", "clothing", natural="black brown red")
def hat(p, r):
    p.blob(((-.45, -.5), (.45, -.5), (.5, .4), (-.5, .4)))
    p.oval(0, .42, .95, .2)
    p.box(-.5, .1, .5, .3, "dark")


@thing("shirt", "clothing", also=("t-shirt",))
def shirt(p, r):
    p.poly(((-.3, -.8), (.3, -.8), (.95, -.4), (.75, 0), (.5, -.15), (.5, .9), (-.5, .9), (-.5, -.15), (-.75, 0),
            (-.95, -.4)))
    p.poly(arc_points(0, -.8, .25, .22, 0, 180), "dark")


@thing("trousers", "clothing", also=("pants",), natural="blue black brown grey")
def trousers(p, r):
    p.poly(((-.45, -.95), (.45, -.95), (.6, .95), (.15, .95), (0, -.2), (-.15, .95), (-.6, .95)))
    p.box(-.46, -.95, .46, -.78, "dark")


@thing("dress", "clothing")
def dress(p, r):
    p.poly(((-.3, -.95), (-.1, -.75), (.1, -.75), (.3, -.95), (.38, -.2), (.85, .95), (-.85, .95), (-.38, -.2)))
    p.box(-.36, -.2, .36, -.08, "dark")


@thing("shoe", "clothing", also=("boot",), natural="black brown red white")
def shoe(p, r):
    p.blob(((-.8, -.6), (-.2, -.6), (0, -.1), (.7, .1), (.95, .5), (-.85, .5)))
    p.box(-.9, .45, .98, .62, "dark")
    for x in (0, .2):
        p.line(((x - .15, -.05), (x + .05, -.2)), .05, "white")


@thing("sock", "clothing")
def sock(p, r):
    p.blob(((-.4, -.9), (.25, -.9), (.25, .1), (.8, .5), (.65, .85), (-.2, .8), (-.4, .3)))
    p.box(-.45, -.95, .3, -.7, "light")


@thing("glasses", "clothing", also=("spectacles",), natural="black brown red")
def glasses(p, r):
    for x in (-.5, .5):
        p.oval(x, 0, .4, .36, "glass")
        p.arc(x, 0, .4, .36, 0, 360, .11)
    p.line(((-.12, -.05), (.12, -.05)), .1)


@thing("bag", also=("handbag",))
def bag(p, r):
    p.arc(0, -.2, .4, .65, 180, 360, .1)
    p.poly(((-.7, -.25), (.7, -.25), (.85, .85), (-.85, .85)))
    p.box(-.15, .1, .15, .35, "yellow")


@thing("gift", also=("present",))
def gift(p, r):
    ribbon = "yellow" if r.random() < .5 else "white"
    p.box(-.7, -.35, .7, .9)
    p.box(-.8, -.45, .8, -.15, "dark")
    p.box(-.12, -.45, .12, .9, ribbon)
    for x in (-1, 1):
        p.blob(((0, -.45), (x * .5, -.9), (x * .55, -.5)), ribbon)


@thing("ball", natural="red blue orange white")
def ball(p, r):
    p.oval(0, 0, .85)
    if r.random() < .5:
        p.poly(np.concatenate((arc_points(0, 0, .85, .85, -30, 30), arc_points(0, 0, .4, .85, 30, -30))), "light")
        p.arc(0, 0, .35, .85, 0, 360, .05, "dark")
    else:
        p.poly(arc_points(0, 0, .3, n=6)[:5], "dark")
        for angle in np.arange(5) * 2 * np.pi / 5:
            p.line(((.3 * np.cos(angle), .3 * np.sin(angle)), (.8 * np.cos(angle), .8 * np.sin(angle))), .05, "dark")


@thing("balloon")
def balloon(p, r):
    x = np.linspace(0, 1, 14)
    p.line(np.stack((.1 * np.sin(7 * x), .35 + .7 * x), 1), .04, "grey")
    p.blob(((0, -1), (.55, -.6), (.45, .05), (0, .35), (-.45, .05), (-.55, -.6)))
    p.poly(((-.1, .45), (.1, .45), (0, .3)))
    p.oval(-.2, -.6, .1, .17, "light")


@thing("kite")
def kite(p, r):
    p.line(((.1, .4), (.25, .7), (.05, .85), (.3, 1.1)), .05, "grey")
    p.poly(((-.1, -1), (.55, -.35), (.1, .45), (-.7, -.35)))
    p.line(((-.1, -1), (.1, .45)), .05, "dark")
    p.line(((-.7, -.35), (.55, -.35)), .05, "dark")


@thing("drum", natural="red brown blue")
def drum(p, r):
    p.box(-.75, -.35, .75, .65)
    p.oval(0, .65, .75, .2)
    for x in (-.5, 0, .5):
        p.line(((x - .25, -.3), (x, .7), (x + .25, -.3)), .05, "yellow")
    p.oval(0, -.35, .75, .22, "white")
    p.line(((-.9, -.95), (-.2, -.35)), .09, "brown")


@thing("guitar", natural="brown red", turns=True)
def guitar(p, r):
    p.box(-.08, -1, .08, .1, "brown")
    p.box(-.14, -1.1, .14, -.85, "black")
    p.oval(0, .15, .36, .3)
    p.oval(0, .6, .5, .4)
    p.oval(0, .3, .15, None, "black")
    p.line(((-.15, .7), (.15, .7)), .07, "black")


@thing("bell", natural="yellow")
def bell(p, r):
    p.oval(0, .75, .17, None, "dark")
    p.poly(((-.2, -.75), (.2, -.75), (.5, -.2), (.55, .35), (.85, .7), (-.85, .7), (-.55, .35), (-.5, -.2)))
    p.arc(0, -.85, .14, .14, 0, 360, .07)


@thing("key", "tool", natural="yellow grey", turns=True)
def key(p, r):
    p.arc(-.6, 0, .3, .3, 0, 360, .16)
    p.line(((-.3, 0), (1, 0)), .15)
    for x in (.6, .88):
        p.line(((x, 0), (x, .35)), .14)


@thing("lock", "tool", also=("padlock",), natural="yellow grey")
def lock(p, r):
    p.arc(0, -.2, .42, .6, 180, 360, .16, "grey")
    p.box(-.65, -.2, .65, .85)
    p.oval(0, .2, .14, None, "black")
    p.line(((0, .2), (0, .55)), .1, "black")


@thing("ladder", "tool", natural="brown yellow grey")
def ladder(p, r):
    for x in (-.35, .35):
        p.line(((x * .85, -1), (x * 1.1, 1)), .12)
    for y in (-.75, -.35, .05, .45, .8):
        p.line(((-.34, y), (.34, y)), .1)


@thing("hammer", "tool", natural="grey red", turns=True)
def hammer(p, r):
    p.box(-.1, -.5, .1, 1, "brown")
    p.poly(((-.55, -.85), (.4, -.85), (.7, -.5), (.35, -.45), (-.55, -.45)))


@thing("scissors", "tool", natural="red grey blue", turns=True)
def scissors(p, r):
    for x in (-1, 1):
        p.poly(((x * .05, .25), (x * .5, -1), (x * .28, -.95), (x * -.12, .15)), "grey")
        p.arc(x * -.32, .62, .25, .3, 0, 360, .13)


@thing("brush", "tool", also=("paintbrush",), turns=True)
def brush(p, r):
    p.line(((0, 1), (0, -.2)), .16)
    p.box(-.18, -.5, .18, -.15, "grey")
    p.blob(((-.18, -.5), (.18, -.5), (.15, -.8), (0, -1.05), (-.15, -.8)), "brown")
