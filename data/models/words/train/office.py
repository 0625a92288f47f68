# SPDX-License-Identifier: GPL-3.0-or-later
"""Paper, screens, and what lies on a desk."""
import numpy as np

from pen import arc_points
from things import thing


def writing(p, left, top, right, bottom, step, r, ink="grey"):
    """Lines of text, each of another length."""
    for y in np.arange(top, bottom, step):
        p.line(((left, y), (left + (right - left) * r.uniform(.5, 1), y)), step * .4, ink)


@thing("letter", also=("envelope",), natural="white yellow brown")
def letter(p, r):
    p.box(-.95, -.6, .95, .65)
    p.line(((-.95, -.6), (0, .15), (.95, -.6)), .07, "dark")
    if r.random() < .4:
        p.box(.55, -.45, .8, -.15, "red")


@thing("book", natural="red blue green brown", turns=True)
def book(p, r):
    if r.random() < .5:
        for x in (-1, 1):
            p.poly(((0, -.5), (x * .95, -.65), (x * .95, .6), (0, .75)))
            p.poly(((0, -.45), (x * .85, -.6), (x * .85, .5), (0, .65)), "white")
            for y in (-.25, 0, .25):
                p.line(((x * .12, y), (x * .75, y - .08)), .05, "grey")
    else:
        p.box(-.65, -.9, .65, .9)
        p.box(-.65, -.9, -.45, .9, "dark")
        p.box(-.2, -.6, .45, -.25, "light")


@thing("pencil", also=("pen",), natural="yellow red blue green", turns=True)
def pencil(p, r):
    p.box(-.8, -.15, .6, .15)
    p.poly(((.6, -.15), (1, 0), (.6, .15)), "sand")
    p.poly(((.87, -.05), (1, 0), (.87, .05)), "black")
    p.box(-1, -.15, -.8, .15, "pink")


@thing("receipt", also=("bill",), natural="white")
def receipt(p, r):
    x = np.linspace(.5, -.5, 11)
    zigzag = np.stack((x, .95 + .06 * (-1) ** np.arange(11)), 1)
    p.poly(np.concatenate((((-.5, -1), (.5, -1)), zigzag)))
    p.line(((-.25, -.85), (.25, -.85)), .09, "black")
    for y in np.arange(-.6, .5, .18):
        p.line(((-.4, y), (-.4 + r.uniform(.2, .45), y)), .05, "grey")
        p.line(((.22, y), (.4, y)), .05, "grey")
    p.line(((-.4, .6), (.4, .6)), .03, "black")
    p.line(((.1, .75), (.4, .75)), .1, "black")


@thing("document", also=("page", "sheet of paper"), natural="white")
def document(p, r):
    p.poly(((-.7, -.95), (.4, -.95), (.7, -.65), (.7, .95), (-.7, .95)))
    p.poly(((.4, -.95), (.7, -.65), (.4, -.65)), "dark")
    p.line(((-.5, -.7), (.2, -.7)), .1, "black")
    writing(p, -.5, -.4, .5, .85, .2, r)


@thing("screenshot", also=("window of a program",), natural="white grey")
def screenshot(p, r):
    p.box(-1, -.75, 1, .75)
    p.box(-1, -.75, 1, -.5, "blue" if r.random() < .4 else "dark")
    for x, ink in ((-.9, "red"), (-.75, "yellow"), (-.6, "green")):
        p.oval(x, -.62, .05, None, ink)
    p.box(-1, -.5, -.55, .75, "light" if p.inks["main"][0] < 200 else "grey")
    if r.random() < .5:
        writing(p, -.4, -.3, .85, .65, .18, r)
    else:
        p.box(-.4, -.3, .2, .2, "glass")
        writing(p, -.4, .4, .85, .7, .18, r)


@thing("chart", also=("bar chart", "diagram"))
def chart(p, r):
    p.box(-1, -.95, 1, .95, "white")
    n = int(r.integers(3, 6))
    for i in range(n):
        x, h = -.7 + i * 1.5 / n, r.uniform(.3, 1.5)
        p.box(x, .75 - h, x + 1 / n, .75)
    p.line(((-.8, -.8), (-.8, .75), (.9, .75)), .06, "black")


@thing("pie chart")
def pie_chart(p, r):
    p.oval(0, 0, .9)
    start = r.uniform(0, 360)
    for size, ink in ((r.uniform(60, 110), "dark"), (r.uniform(40, 80), "light")):
        p.poly(np.concatenate(((np.zeros((1, 2))), arc_points(0, 0, .9, .9, start, start + size))), ink)
        start += size


@thing("chess board", also=("checkerboard",), natural="brown black green")
def chess_board(p, r):
    n = 8 if r.random() < .6 else 6
    p.box(-1, -1, 1, 1, "white")
    side = 2 / n
    for row in range(n):
        for column in range(row % 2, n, 2):
            x, y = -1 + column * side, -1 + row * side
            p.box(x, y, x + side, y + side)


@thing("phone", also=("smartphone",), natural="black white grey")
def phone(p, r):
    p.box(-.5, -1, .5, 1)
    p.box(-.42, -.82, .42, .75, "glass" if r.random() < .6 else "blue")
    p.oval(0, .87, .07, None, "light")
    for y in (-.5, -.1, .3):
        for x in (-.22, .05, .3):
            p.box(x - .08, y - .08, x + .08, y + .08, "white")


@thing("computer", also=("laptop",), natural="grey black white")
def computer(p, r):
    p.box(-.75, -.75, .75, .3)
    p.box(-.65, -.65, .65, .2, "blue" if r.random() < .5 else "glass")
    p.poly(((-.75, .3), (.75, .3), (1.05, .7), (-1.05, .7)), "dark")
    for y in (.42, .55):
        p.line(((-.65, y), (.65, y)), .05, "light")


@thing("television", also=("tv",), natural="black brown grey")
def television(p, r):
    for x in (-1, 1):
        p.line(((0, -.6), (x * .4, -1)), .05, "black")
        p.line(((x * .5, .6), (x * .65, .95)), .1, "black")
    p.box(-.95, -.65, .95, .7)
    p.box(-.8, -.5, .5, .55, "glass")
    for y in (-.35, -.05):
        p.oval(.73, y, .1, None, "light")


@thing("camera", natural="black grey red")
def camera(p, r):
    p.box(-.35, -.75, .35, -.4)
    p.box(-.95, -.5, .95, .65)
    p.oval(0, .08, .45, None, "grey")
    p.oval(0, .08, .28, None, "black")
    p.oval(.7, -.3, .1, None, "white")


@thing("clock", also=("watch",), natural="white red blue")
def clock(p, r):
    p.oval(0, 0, .9)
    p.oval(0, 0, .72, None, "white")
    for angle in np.arange(12) * np.pi / 6:
        c, s = np.cos(angle), np.sin(angle)
        p.line(((.58 * c, .58 * s), (.66 * c, .66 * s)), .06, "black")
    for length, angle, width in ((.55, r.uniform(0, 6.3), .06), (.38, r.uniform(0, 6.3), .1)):
        p.line(((0, 0), (length * np.cos(angle), length * np.sin(angle))), width, "black")


@thing("calendar", natural="red blue")
def calendar(p, r):
    p.box(-.85, -.8, .85, .9, "white")
    p.box(-.85, -.8, .85, -.4)
    for x in (-.45, .45):
        p.line(((x, -.95), (x, -.65)), .1, "grey")
    for y in (-.15, .2, .55):
        for x in (-.6, -.2, .2, .6):
            p.box(x - .12, y - .08, x + .12, y + .14, "grey")


@thing("dice", also=("die",), natural="white red")
def dice(p, r):
    p.box(-.8, -.8, .8, .8)
    places = [(0, 0), (-.4, -.4), (.4, .4), (.4, -.4), (-.4, .4)]
    n = int(r.integers(1, 6))
    spot = "black" if sum(p.inks["main"]) > 300 else "white"
    for x, y in places[:n] if n % 2 else places[1:n + 1]:
        p.oval(x, y, .16, None, spot)


@thing("map", natural="yellow green")
def world_map(p, r):
    for i, ink in enumerate(("main", "light", "main")):
        x, y = -1 + i * .66, .12 * (-1) ** i
        p.poly(((x, -.7 + y), (x + .67, -.7 - y), (x + .67, .7 - y), (x, .7 + y)), ink)
    p.blob(((-.8, -.2), (-.3, -.4), (-.1, 0), (-.6, .2)), "green")
    p.line(((-.5, .5), (0, .2), (.4, .35), (.7, -.2)), .06, "red")
    p.line(((.6, -.3), (.8, -.1)), .07, "red")
    p.line(((.8, -.3), (.6, -.1)), .07, "red")


@thing("magnifier", "tool", also=("magnifying glass",), natural="black brown", turns=True)
def magnifier(p, r):
    p.line(((.3, .3), (.95, .95)), .2)
    p.oval(-.2, -.2, .6, None, "glass")
    p.arc(-.2, -.2, .6, .6, 0, 360, .13)


@thing("light bulb", natural="yellow white")
def light_bulb(p, r):
    p.blob(((0, -1), (.6, -.6), (.55, 0), (.25, .45), (-.25, .45), (-.55, 0), (-.6, -.6)))
    p.line(((-.15, .4), (-.2, -.2), (0, .05), (.2, -.2), (.15, .4)), .05, "dark")
    p.box(-.25, .45, .25, .8, "grey")
    p.box(-.15, .8, .15, .95, "black")
