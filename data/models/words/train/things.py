# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of things that can be drawn. Each has a function that draws it with a pen, and its words."""
import dataclasses
import typing


@dataclasses.dataclass(frozen=True)
class Thing:
    name: str
    names: tuple  # (singular, plural) of the name, then of its synonyms
    kind: str  # what else it is: an animal, a vehicle; "" if nothing that has a word
    natural: tuple  # colours that it mostly has; () if any
    turns: bool  # whether it lies at any angle
    draw: typing.Callable


THINGS = {}
KINDS = ("animal", "building", "clothing", "food", "fruit", "plant", "shape", "tool", "vehicle")
IRREGULAR = {"fish": "fish", "leaf": "leaves", "knife": "knives", "glasses": "glasses", "trousers": "trousers",
             "scissors": "scissors", "snowman": "snowmen", "grapes": "grapes", "mouse": "mice", "pants": "pants",
             "spectacles": "spectacles", "sheep": "sheep", "dice": "dice", "die": "dice", "bread": "bread",
             "lightning": "lightning", "clothing": "clothes", "food": "food", "fruit": "fruit"}


def plural_of(name):
    *before, last = name.split(" ")
    if last in IRREGULAR:
        last = IRREGULAR[last]
    elif last.endswith(("s", "x", "ch", "sh")):
        last += "es"
    elif last.endswith("y") and last[-2] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "s"
    return " ".join((*before, last))


def thing(name, kind="", also=(), natural="", turns=False):
    """Puts the function below into the list."""
    def add(draw):
        names = tuple((word, plural_of(word)) for word in (name, *also))
        THINGS[name] = Thing(name, names, kind, tuple(natural.split()), turns, draw)
        return draw
    return add
