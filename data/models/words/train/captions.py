# SPDX-License-Identifier: GPL-3.0-or-later
"""What people may say of a scene, and which facts each sentence claims.

A fact is a text like "car", "red car", "two car" or "on night". A sentence is true of a picture whose
facts are all that it claims, so that a batch can tell which of its sentences fit which of its pictures.
"""
import numpy as np

import colours
from backgrounds import PLACES
from colours import COLOURS
from scene import COUNTS, NAMES, PATTERNS, SIDES, SIZES, pick
from things import KINDS, THINGS, plural_of

ANY = "thing"
NUMBERS = {1: ("one", "a single"), 2: ("two", "2", "a pair of"), 3: ("three", "3"),
           4: ("many", "several", "a lot of", "some")}
SIZE_WORDS = {"small": ("small", "little", "tiny"), "big": ("big", "large", "huge")}
PATTERN_WORDS = {"striped": ("striped",), "spotted": ("spotted", "dotted")}
SIDE_WORDS = {"left": ("on the left", "at the left"), "right": ("on the right", "at the right"),
              "top": ("at the top", "above"), "bottom": ("at the bottom", "below")}
RELATIONS = {"left": ("to the left of", "left of"), "right": ("to the right of", "right of"),
             "top": ("above", "over", "on top of"), "bottom": ("below", "under", "beneath")}
GROUND_NAMES = {"sky": ("sky", "the sky"), "night": ("night", "a night"), "sea": ("sea", "the sea", "water"),
                "grass": ("grass", "a meadow"), "snow": ("snow", "winter"), "sand": ("sand", "a beach", "a desert"),
                "wood": ("wood", "a wooden table"), "road": ("a road", "a street", "road"), "rain": ("rain", "rain"),
                "sunset": ("sunset", "a sunset", "evening"), "tiles": ("tiles", "tiles"),
                "bricks": ("bricks", "a brick wall")}
OPENINGS = ("a photo of", "a photo of", "a photo of", "a picture of", "a drawing of", "an image of",
            "an illustration of", "a photograph of", "this is", "there is")
SKETCH_OPENINGS = ("a sketch of", "a line drawing of")

# What the second output of training knows: facts that do not bind two words to each other.
LOOSE = (*NAMES, *KINDS, *(f"{word} {ANY}" for word in (*COLOURS, *COUNTS, *SIZES, *SIDES, *PATTERNS)),
         *(f"on {ground}" for ground in (*PLACES, *COLOURS)), "sketch")
FACTS = {fact: i for i, fact in enumerate(
    (*LOOSE, *(f"{word} {name}" for name in (*NAMES, *KINDS)
               for word in (*COLOURS, *COUNTS, *SIZES, *SIDES, *PATTERNS))))}


def marks_of(item):
    """The words that hold of an item, besides what it is."""
    return [word for word in (item.colour, item.count, item.size, item.side, item.pattern) if word]


def facts_of(scene):
    """All that is true of a scene."""
    facts = [f"on {scene.ground}"] + ["sketch"] * (scene.style == "sketch")
    for item in scene.items:
        kind = THINGS[item.thing].kind
        for name in (item.thing, kind, ANY):
            if name:
                facts += [name] * (name != ANY) + [f"{mark} {name}" for mark in marks_of(item)]
    return facts


def article(words):
    return ("an " if words[0] in "aeiou" else "a ") + words


def some_of(item, rng, shares):
    """Each mark of the item with its own probability: for its count, size, pattern, colour and side."""
    values = (item.count if item.count > 1 or rng.random() < .08 else 0, item.size, item.pattern, item.colour,
              item.side)
    return [value if value and rng.random() < share else "" for value, share in zip(values, shares)]


def say_item(item, rng, with_side=True):
    """Words for an item without an article, whether they are plural or counted, and the facts."""
    drawn, chance = THINGS[item.thing], rng.random()
    count, size, pattern, colour, side = some_of(item, rng, (.75, .75, .75, .65, .6 * with_side))
    if drawn.kind and chance < .06:
        fact, names = drawn.kind, (drawn.kind, plural_of(drawn.kind))
        names = ("piece of clothing", "clothes") if drawn.kind == "clothing" else names
        count = size = pattern = side = ""
    else:
        fact, names = item.thing, drawn.names[0] if rng.random() < .75 else pick(rng, drawn.names)
    is_plural = (count or item.count) > 1
    words = [pick(rng, NUMBERS[count])] if count else []
    words += [pick(rng, SIZE_WORDS[size])] if size else []
    words += [pick(rng, PATTERN_WORDS[pattern])] if pattern else []
    words += [pick(rng, colours.SYNONYMS.get(colour, (colour,)))] if colour else []
    words += [names[is_plural]]
    words += [pick(rng, SIDE_WORDS[side])] if side else []
    facts = [fact] + [f"{mark} {fact}" for mark in (count, size, pattern, colour, side) if mark]
    return " ".join(words), bool(is_plural or count), facts


def with_article(words, is_counted, rng):
    return words if is_counted or rng.random() < .25 else article(words)


def say_two(scene, rng):
    """Both items of a scene, in one of both orders."""
    one, other = scene.items if rng.random() < .5 else scene.items[::-1]
    (words, *rest, facts), (others, *more, other_facts) = (say_item(item, rng, False) for item in (one, other))
    words, others = with_article(words, *rest, rng), with_article(others, *more, rng)
    if rng.random() < .4:
        sides = [f"{one.side} {facts[0]}", f"{other.side} {other_facts[0]}"]
        return f"{words} {pick(rng, RELATIONS[one.side])} {others}", True, facts + other_facts + sides
    return f"{words} {pick(rng, ('and', 'and', 'with', 'next to'))} {others}", True, facts + other_facts


def say_ground(scene, rng):
    ground = scene.ground
    if ground in PLACES:
        return pick(rng, PLACES[ground][1])
    name = pick(rng, colours.SYNONYMS.get(ground, (ground,)))
    return pick(rng, (f"on {article(name)} background", f"on {name}", f"in front of {article(name)} wall"))


def say_little(scene, rng):
    """A colour alone, or where it is alone."""
    if scene.ground in PLACES and rng.random() < .6:
        return pick(rng, GROUND_NAMES[scene.ground]), True, [f"on {scene.ground}"]
    colour = pick(rng, scene.items).colour
    name = pick(rng, colours.SYNONYMS.get(colour, (colour,)))
    return pick(rng, (f"something {name}", f"{name} things")), True, [f"{colour} {ANY}"]


def caption(scene, rng):
    """A sentence, and the facts that it claims."""
    if rng.random() < .07:
        words, is_counted, facts = say_little(scene, rng)
    else:
        is_both = len(scene.items) == 2 and rng.random() < .5
        words, is_counted, facts = say_two(scene, rng) if is_both else say_item(pick(rng, scene.items), rng)
        if rng.random() < .45:
            words, facts = f"{words} {say_ground(scene, rng)}", [*facts, f"on {scene.ground}"]
    return open_sentence(scene, words, is_counted, facts, rng)


def open_sentence(scene, words, is_counted, facts, rng):
    chance = rng.random()
    if chance < .3:
        return words, facts
    if chance < .4:
        return f"a photo of a {words}", facts
    words = with_article(words, is_counted, rng)
    if chance < .5:
        return words, facts
    if scene.style == "sketch" and chance < .8:
        return f"{pick(rng, SKETCH_OPENINGS)} {words}", [*facts, "sketch"]
    return f"{pick(rng, OPENINGS)} {words}", facts


def table_of(lists, n_facts=len(FACTS)):
    """[lists, facts]: 1 where a list has the fact."""
    table = np.zeros((len(lists), n_facts), np.float32)
    for row, facts in zip(table, lists):
        row[[FACTS[fact] for fact in facts]] = 1
    return table


def fits(claims, truths):
    """[sentences, pictures]: whether all that a sentence claims is true of a picture."""
    return claims @ truths.T >= claims.sum(1, keepdims=True) - .5
