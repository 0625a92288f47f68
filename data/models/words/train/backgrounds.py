# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies behind the things. Each function fills a canvas [side, side, 3]."""
import cv2
import numpy as np

import colours

NOISE_SIDE = 1024
_noise = np.random.default_rng(5).normal(0, 1, (NOISE_SIDE, NOISE_SIDE)).astype(np.float32)


def noise(h, w, rng):
    """Normal noise [h, w], cut from a larger picture of it, up to 1024 pixels a side."""
    top, left = rng.integers(0, NOISE_SIDE - h + 1), rng.integers(0, NOISE_SIDE - w + 1)
    return _noise[top:top + h, left:left + w]


def clouds(side, cells, rng):
    """Smooth noise from about -2 to 2."""
    return cv2.resize(noise(cells, cells, rng), (side, side), interpolation=cv2.INTER_CUBIC)


def fill(canvas, upper, lower, rng, rough=6.0, cells=6):
    """From one colour above to another below, with spots."""
    side = len(canvas)
    t = np.linspace(0, 1, side, dtype=np.float32)[:, None, None]
    picture = (1 - t) * np.float32(upper) + t * np.float32(lower) + rough * clouds(side, cells, rng)[:, :, None]
    np.clip(picture, 0, 255, out=picture)
    canvas[:] = picture


def near(colour, rng, spread=14):
    return tuple(np.clip(part + rng.uniform(-spread, spread), 0, 255) for part in colour)


def ground(canvas, colour, rng, rough, cells, above=((120, 180, 235), (215, 232, 245))):
    """The ground up to a horizon, or all over."""
    side = len(canvas)
    horizon = int(side * rng.uniform(.25, .5)) if rng.random() < .6 else 0
    if horizon:
        fill(canvas, near(above[0], rng), near(above[1], rng), rng, 4, 4)
    part = np.empty((side, side, 3), np.uint8)
    fill(part, near(colour, rng), near([c * .85 for c in colour], rng), rng, rough, cells)
    canvas[horizon:] = part[horizon:]


def sky(canvas, rng):
    fill(canvas, near((90, 160, 235), rng), near((190, 222, 248), rng), rng, 4)
    for _ in range(int(rng.integers(0, 4))):
        draw_streak(canvas, rng, (245, 248, 250))


def draw_streak(canvas, rng, colour):
    side = len(canvas)
    centre = (int(rng.uniform(0, side)), int(rng.uniform(0, side)))
    axes = (int(side * rng.uniform(.1, .25)), max(1, int(side * rng.uniform(.02, .05))))
    cv2.ellipse(canvas, centre, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)


def night(canvas, rng):
    fill(canvas, near((8, 10, 32), rng, 8), near((28, 32, 75), rng, 12), rng, 3)
    side = len(canvas)
    for x, y in rng.uniform(0, side, (int(rng.integers(6, 30)), 2)):
        cv2.circle(canvas, (int(x), int(y)), max(1, round(side / 128)), (235, 235, 200), -1)


def sea(canvas, rng):
    ground(canvas, (30, 105, 170), rng, 8, 10)
    side = len(canvas)
    x = np.linspace(0, side, 24)
    for y in np.arange(side * .5, side, side / 9):
        wave = np.stack((x, y + side * .012 * np.sin(x / side * 40 + rng.uniform(0, 6))), 1)
        cv2.polylines(canvas, [wave.astype(np.int32)], False, (130, 190, 225), max(1, side // 100), cv2.LINE_AA)


def grass(canvas, rng):
    ground(canvas, (95, 165, 65), rng, 10, 24)
    side = len(canvas)
    for x, y in rng.uniform(.5, 1, (30, 2)) * (2, 1) - (1, 0):
        at = np.int32((x * side, y * side))
        cv2.line(canvas, at, at + np.int32((rng.uniform(-.02, .02) * side, -.05 * side)), (60, 125, 40),
                 max(1, side // 120))


def snow(canvas, rng):
    ground(canvas, (236, 242, 250), rng, 4, 6, ((150, 175, 205), (205, 218, 232)))
    side = len(canvas)
    for x, y in rng.uniform(0, side, (int(rng.integers(25, 70)), 2)):
        cv2.circle(canvas, (int(x), int(y)), max(1, int(side * rng.uniform(.006, .016))), (255, 255, 255), -1)


def sand(canvas, rng):
    ground(canvas, (230, 205, 150), rng, 7, 48)


def wood(canvas, rng):
    side = len(canvas)
    base = near((165, 115, 68), rng, 20)
    fill(canvas, base, base, rng, 3)
    grain = cv2.resize(noise(40, 3, rng), (side, side), interpolation=cv2.INTER_LINEAR)
    np.clip(canvas + 13 * grain[:, :, None], 0, 255, out=canvas, casting="unsafe")
    for y in np.arange(rng.uniform(0, .3), 1, rng.uniform(.2, .35)):
        cv2.line(canvas, (0, int(y * side)), (side, int(y * side)), (85, 55, 30), max(1, side // 80))
    if rng.random() < .5:
        canvas[:] = canvas.transpose(1, 0, 2).copy()


def road(canvas, rng):
    ground(canvas, (105, 105, 110), rng, 7, 48)
    side = len(canvas)
    y = int(side * rng.uniform(.7, .9))
    for x in np.arange(rng.uniform(-.2, 0), 1, .3):
        cv2.rectangle(canvas, (int(x * side), y), (int((x + .17) * side), y + side // 24), (240, 240, 235), -1)


def rain(canvas, rng):
    fill(canvas, near((95, 105, 120), rng), near((150, 158, 168), rng), rng, 6)
    side = len(canvas)
    slant = rng.uniform(-.05, .05)
    for x, y in rng.uniform(0, 1, (60, 2)):
        cv2.line(canvas, (int(x * side), int(y * side)), (int((x + slant) * side), int((y + .1) * side)),
                 (195, 208, 225), max(1, side // 128), cv2.LINE_AA)


def sunset(canvas, rng):
    fill(canvas, near((120, 70, 135), rng), near((250, 160, 70), rng), rng, 5)
    for _ in range(int(rng.integers(0, 4))):
        draw_streak(canvas, rng, (235, 120, 95))


def tiles(canvas, rng):
    side, n = len(canvas), int(rng.integers(4, 7))
    base = near((205, 215, 215), rng, 20)
    fill(canvas, base, base, rng, 4)
    for i in range(1, n):
        at = i * side // n
        cv2.line(canvas, (at, 0), (at, side), (150, 158, 160), max(1, side // 64))
        cv2.line(canvas, (0, at), (side, at), (150, 158, 160), max(1, side // 64))


def bricks(canvas, rng):
    side, n = len(canvas), int(rng.integers(7, 11))
    base = near((165, 75, 55), rng, 18)
    fill(canvas, base, base, rng, 9, 16)
    mortar, width = near((205, 195, 185), rng), max(1, side // 64)
    for row in range(n):
        y = row * side // n
        cv2.line(canvas, (0, y), (side, y), mortar, width)
        for x in np.arange(row % 2 * .5, n / 2) * side / (n / 2):
            cv2.line(canvas, (int(x), y), (int(x), y + side // n), mortar, width)


def plain(canvas, rng, colour):
    base = colours.some(colour, rng)
    fill(canvas, base, near(base, rng, 12), rng, rng.uniform(0, 4), 4)


PLACES = {
    "sky": (sky, ("in the sky", "under a blue sky", "by day", "in the daytime", "on a sunny day")),
    "night": (night, ("at night", "by night", "in the dark", "under the stars", "in the night")),
    "sea": (sea, ("on the sea", "at sea", "on the water", "in the ocean", "by the sea")),
    "grass": (grass, ("on grass", "on the grass", "in a meadow", "on a lawn", "in a green field")),
    "snow": (snow, ("in the snow", "on snow", "in winter", "when it snows")),
    "sand": (sand, ("on the beach", "on sand", "in the desert", "in the sand")),
    "wood": (wood, ("on wood", "on a wooden table", "on a wooden floor", "on a desk")),
    "road": (road, ("on a road", "on the road", "in the street", "on the street")),
    "rain": (rain, ("in the rain", "on a rainy day", "when it rains")),
    "sunset": (sunset, ("at sunset", "in the evening", "at dusk", "in the sunset")),
    "tiles": (tiles, ("on tiles", "on a tiled floor", "in a bathroom", "in front of tiles")),
    "bricks": (bricks, ("in front of a brick wall", "on bricks", "on a brick wall")),
}
