# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws a scene."""
import dataclasses

import cv2
import numpy as np

import colours
from backgrounds import PLACES, clouds, noise, plain
from pen import Pen, mixed
from things import THINGS


@dataclasses.dataclass(frozen=True)
class Look:
    edge: float  # width of outlines
    pale: float = 0  # how white what is inside of outlines is
    shade: float = 0  # how much darker one side is
    grain: float = 0  # spots of the filling
    warp: float = .03  # how crooked lines are


LOOKS = {"flat": Look(0), "outlined": Look(.035), "cartoon": Look(.08), "shaded": Look(0, shade=.5, grain=5),
         "engraved": Look(.03, shade=.35, grain=8), "sketch": Look(.06, pale=.75, warp=.06),
         "crayon": Look(.05, grain=28, shade=.1, warp=.09)}
SIDES = {"left": (-.5, 0), "right": (.5, 0), "top": (0, -.5), "bottom": (0, .5)}


def texture_of(side, item, colour, look, rng):
    """The main colour as a picture [side, side, 3], None if it is the same everywhere."""
    if not (item.pattern or look.shade or look.grain):
        return None
    picture = np.empty((side, side, 3), np.float32)
    picture[:] = mixed(colour, (255, 255, 255), look.pale)
    y, x = np.mgrid[:side, :side].astype(np.float32) / side
    if item.pattern:
        other = (250, 250, 248) if sum(colour) < 560 else (60, 60, 66)
        turn, n = rng.uniform(0, np.pi), rng.uniform(6, 11) / max(rng.uniform(.6, 1), .1)
        u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        if item.pattern == "striped":
            where = np.sin(2 * np.pi * n * u) > .2
        else:
            where = np.sin(2 * np.pi * n * u) * np.sin(2 * np.pi * n * v) > .45
        picture[where] = other
    if look.shade:
        turn = rng.uniform(0, 2 * np.pi)
        picture *= 1 + look.shade * ((x - .5) * np.cos(turn) + (y - .5) * np.sin(turn))[:, :, None]
    if look.grain:
        picture += look.grain * clouds(side, side // 3, rng)[:, :, None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def places_of(scene, rng):
    """(item, x, y, radius) of all that is drawn, in a square from -1 to 1."""
    for item in scene.items:
        jitter = lambda: rng.uniform(-.08, .08)
        if item.side:
            x, y = SIDES[item.side]
            radius = rng.uniform(.32, .46) if len(scene.items) == 2 else rng.uniform(.28, .44)
            spots = [(x, y)]
        elif item.count == 1:
            ends = {"small": (.19, .31), "big": (.82, 1.0)}.get(item.size, (.42, .78))
            radius, spots = rng.uniform(*ends), [(0, 0)]
        elif item.count == 2:
            radius, spots = rng.uniform(.3, .43), [(-.47, 0), (.47, 0)] if rng.random() < .75 else [(0, -.47), (0, .47)]
        elif item.count == 3:
            flat = rng.random() < .5
            radius = rng.uniform(.24, .32)
            spots = [(-.62, 0), (0, 0), (.62, 0)] if flat else [(-.45, .42), (.45, .42), (0, -.42)]
        else:
            radius, n = rng.uniform(.2, .3), int(rng.integers(4, 10))
            grid = [(x, y) for y in (-.62, 0, .62) for x in (-.62, 0, .62)]
            spots = [grid[i] for i in rng.permutation(9)[:n]]
        for x, y in spots:
            yield item, x + jitter(), y + jitter(), radius * rng.uniform(.9, 1.1)


def matrix_of(side, x, y, radius, turns, rng):
    """From the thing's own square to the canvas: turned, stretched, mirrored, moved."""
    angle = rng.uniform(0, 2 * np.pi) if turns else rng.normal(0, .1)
    c, s = np.cos(angle), np.sin(angle)
    stretch = rng.uniform(.85, 1.15)
    scale = np.diag((radius * stretch * (1 if rng.random() < .5 else -1), radius / stretch)) * side / 2
    turn = np.array(((c, -s), (s, c)))
    return np.column_stack((turn @ scale, ((x + 1) * side / 2, (y + 1) * side / 2)))


def set_apart(look, canvas, colour):
    """An outline for what could not be told from what lies behind."""
    behind = canvas[::8, ::8].reshape(-1, 3).mean(0)
    if np.abs(behind - colour).sum() > 130 or look.pale:
        return look, None
    light = behind.sum() < 300
    return dataclasses.replace(look, edge=max(look.edge, .05)), (225, 225, 220) if light else (40, 40, 44)


def draw_items(canvas, scene, rng):
    side, inks = len(canvas), {}
    for item, x, y, radius in places_of(scene, rng):
        if item.thing not in inks:
            colour = colours.some(item.colour, rng)
            look, edge = set_apart(LOOKS[scene.style], canvas, colour)
            inks[item.thing] = colour, texture_of(side, item, colour, look, rng), look, edge
        colour, texture, look, edge = inks[item.thing]
        drawn = THINGS[item.thing]
        matrix = matrix_of(side, x, y, radius, drawn.turns and rng.random() < .7, rng)
        warp = (rng.normal(0, look.warp), rng.uniform(0, 6), rng.normal(0, look.warp), rng.uniform(0, 6))
        pen = Pen(canvas, matrix, colour, texture, look, warp)
        pen.edge = edge or pen.edge
        drawn.draw(pen, rng)


def draw(scene, size, rng):
    """The picture, uint8 RGB [size, size, 3]."""
    canvas = np.empty((2 * size, 2 * size, 3), np.uint8)
    if scene.ground in PLACES:
        PLACES[scene.ground][0](canvas, rng)
    else:
        plain(canvas, rng, scene.ground)
    draw_items(canvas, scene, rng)
    if rng.random() < .25:
        canvas = cv2.GaussianBlur(canvas, (0, 0), size / 64 * rng.uniform(.4, 1.5))
    picture = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    light = rng.uniform(.85, 1.12)
    picture = picture * np.float32(light) + rng.uniform(0, 5) * noise(size, size, rng)[:, :, None]
    return np.clip(picture, 0, 255).astype(np.uint8)
