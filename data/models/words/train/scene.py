# SPDX-License-Identifier: GPL-3.0-or-later
"""What a picture shows, before it is drawn; and which combinations training never sees."""
import dataclasses
import functools

# They fill the list of things.
import animals
import home
import nature
import office
import shapes
import vehicles
from backgrounds import PLACES
from colours import COLOURS
from things import THINGS

NAMES, GROUNDS = tuple(sorted(THINGS)), tuple(PLACES)
STYLES = ("flat", "outlined", "cartoon", "shaded", "engraved", "sketch")
NEW_STYLE = "crayon"  # training never sees it
PATTERNS = ("striped", "spotted")
SIZES = ("small", "big")
SIDES = ("left", "right", "top", "bottom")
COUNTS = (1, 2, 3, 4)  # 4: as many or more
FAINT = ("white", "black", "grey")  # no colours for a sketch


@dataclasses.dataclass
class Item:
    thing: str
    colour: str
    count: int = 1
    size: str = ""
    side: str = ""
    pattern: str = ""


@dataclasses.dataclass
class Scene:
    items: list
    ground: str  # of PLACES, or a colour
    style: str


@functools.lru_cache(None)
def is_new_colour(name, colour):
    """Whether training never sees the thing in this colour: one of 13, but no usual colour of it."""
    index = NAMES.index(name) * 5 + COLOURS.index(colour) * 3
    return index % 13 == 0 and colour not in THINGS[name].natural


@functools.lru_cache(None)
def is_new_place(name, ground):
    """Whether training never sees the thing there: one of 17."""
    return ground in GROUNDS and (NAMES.index(name) * 3 + GROUNDS.index(ground) * 4) % 17 == 0


def is_new(scene):
    return any(is_new_colour(item.thing, item.colour) or is_new_place(item.thing, scene.ground)
               for item in scene.items)


def pick(rng, values):
    return values[int(rng.integers(len(values)))]


def random_item(rng, name=None):
    name = name or pick(rng, NAMES)
    natural = THINGS[name].natural
    colour = pick(rng, natural if natural and rng.random() < .4 else COLOURS)
    return Item(name, colour, pattern=pick(rng, PATTERNS) if rng.random() < .1 else "")


def random_scene(rng, split="train"):
    """split: "train"; "new": each thing in a colour, or somewhere, that training does not see it in."""
    while True:
        items = [random_item(rng)]
        if rng.random() < .28:
            items.append(random_item(rng))
        ground = pick(rng, GROUNDS) if rng.random() < .65 else pick(rng, COLOURS)
        scene = Scene(items, ground, pick(rng, STYLES))
        if is_drawable(scene) and is_new(scene) == (split == "new"):
            break
    arrange(scene, rng)
    return scene


def is_drawable(scene):
    colours = [item.colour for item in scene.items]
    return (scene.ground not in colours and len({item.thing for item in scene.items}) == len(scene.items)
            and not (scene.style == "sketch" and set(colours) & set(FAINT)))


def arrange(scene, rng):
    """Sides for two things; else a side, a size, or how many there are of the one."""
    if len(scene.items) == 2:
        sides = ("left", "right") if rng.random() < .75 else ("top", "bottom")
        sides = sides if rng.random() < .5 else sides[::-1]
        for item, side in zip(scene.items, sides):
            item.side = side
        return
    item, kind = scene.items[0], rng.random()
    if kind < .2:
        item.side = pick(rng, SIDES)
    elif kind < .4:
        item.size = pick(rng, SIZES)
    elif kind < .65:
        item.count = pick(rng, COUNTS[1:])
