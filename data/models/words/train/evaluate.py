# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures the exported model: the weights as they lie in the files, on pictures that it never saw.

    evaluate.py FOLDER OUT.json [--pictures N] [--searches N]
"""
import argparse
import json
import pathlib

import numpy as np

import stored
from backgrounds import PLACES
from captions import GROUND_NAMES
from colours import COLOURS
from model import PROMPT, Model, use_threads
from pool import centre, drawn, held_out
from scene import (GROUNDS, NAMES, NEW_STYLE, STYLES, Item, Scene, is_drawable, is_new, is_new_colour, is_new_place,
                   pick)
from things import KINDS, THINGS

N_OF_SEARCH = 100


def share(answers):
    return float(np.mean(answers)) if len(answers) else 0.0


def best(pictures, classes, n=1):
    """[pictures, n]: the best classes of each picture."""
    return np.argsort(-(pictures @ classes.T), axis=1)[:, :n]


def judge_things(model, vectors, scenes):
    """How often the best of all things is in the picture, or one of the best five."""
    order = best(vectors, model.classes(NAMES), 5)
    shown = [{item.thing for item in scene.items} for scene in scenes]
    hits = np.array([[NAMES[i] in things for i in row] for row, things in zip(order, shown)])
    wrong = {}
    for row, hit, things in zip(order, hits, shown):
        if not hit[0] and len(things) == 1:
            pair = (*things, NAMES[row[0]])
            wrong[pair] = wrong.get(pair, 0) + 1
    worst = sorted(wrong.items(), key=lambda entry: (-entry[1], entry[0]))[:5]
    return {"first": share(hits[:, 0]), "five": share(hits.any(1)), "wrong": [[*pair, n] for pair, n in worst]}


def judge_others(model, vectors, scenes):
    """Colours, where one thing is; places behind; kinds."""
    colours = best(vectors, model.classes(COLOURS, "something {}"))[:, 0]
    grounds = best(vectors, model.texts([GROUND_NAMES[ground][0] for ground in GROUNDS]))[:, 0]
    kinds = best(vectors, model.classes(KINDS))[:, 0]
    single = [i for i, scene in enumerate(scenes) if len(scene.items) == 1]
    item = {i: scenes[i].items[0] for i in single}
    return {"colour": share([COLOURS[colours[i]] == item[i].colour for i in single]),
            "ground": share([GROUNDS[grounds[i]] == scene.ground for i, scene in enumerate(scenes)
                             if scene.ground in PLACES]),
            "kind": share([KINDS[kinds[i]] == THINGS[item[i].thing].kind for i in single
                           if THINGS[item[i].thing].kind])}


def measure(model, about, split, n, seed, style=None):
    pictures, scenes = held_out(split, n, seed, style)
    vectors = model.pictures(pictures)
    figures = {"about": about, "n": n, **judge_things(model, vectors, scenes), **judge_others(model, vectors, scenes)}
    print(f"{about}: {n} pictures, thing {figures['first']:.3f} (of five {figures['five']:.3f}), colour "
          f"{figures['colour']:.3f}, behind {figures['ground']:.3f}, kind {figures['kind']:.3f}", flush=True)
    return figures


def scenes_to_find(rng, wanted, n):
    """Scenes of one thing in one colour somewhere, no two alike. wanted: "seen", "new colour", "new place"."""
    found = {}
    while len(found) < n:
        thing, colour, ground = pick(rng, NAMES), pick(rng, COLOURS), pick(rng, GROUNDS)
        scene = Scene([Item(thing, colour)], ground, pick(rng, STYLES))
        kinds = {"seen": not is_new(scene), "new colour": is_new_colour(thing, colour),
                 "new place": is_new_place(thing, ground)}
        if kinds[wanted] and is_drawable(scene):
            found[thing, colour, ground] = scene
    return list(found.values())


def words_of(scene, with_ground):
    item = scene.items[0]
    words = f"{item.colour} {item.thing}"
    return f"{words} {PLACES[scene.ground][1][0]}" if with_ground else words


def ranks_of(texts, pictures):
    """How many pictures go better with each text than the one of the same number."""
    scores = texts @ pictures.T
    return (scores > np.diag(scores)[:, None]).sum(1)


def search(model, wanted, n_searches, seed, with_ground=True):
    """Of 100 pictures, no two of the same: whether “red car at night” finds its own first."""
    rng, ranks = np.random.default_rng((seed, 8)), []
    for i in range(n_searches):
        scenes = scenes_to_find(rng, wanted, N_OF_SEARCH)
        pictures = model.pictures(centre(drawn(scenes, (9_100_000, seed, i))))
        ranks.append(ranks_of(model.texts([words_of(scene, with_ground) for scene in scenes]), pictures))
    ranks = np.concatenate(ranks)
    figures = {"about": wanted, "n": len(ranks), "first": share(ranks == 0), "five": share(ranks < 5)}
    print(f"search, {wanted}: {len(ranks)} texts, first {figures['first']:.3f}, of five {figures['five']:.3f}",
          flush=True)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--pictures", type=int, default=1500)
    parser.add_argument("--searches", type=int, default=5, help="of 100 texts in 100 pictures")
    args = parser.parse_args()
    use_threads(2)
    model, n = Model(*stored.read(args.folder)), args.pictures
    results = {
        "things": len(NAMES), "prompt": PROMPT,
        "sets": {"as taught": measure(model, "drawn like those of training", "train", n, 1),
                 "new combinations": measure(model, "each has a thing in a colour, or before something, that "
                                             "training never showed it in", "new", n, 2),
                 "new style": measure(model, "drawn in a style that training never showed", "train", n, 3, NEW_STYLE)},
        "searches": [search(model, wanted, args.searches, 4 + i)
                     for i, wanted in enumerate(("seen", "new colour", "new place"))]}
    args.out.write_text(json.dumps(results) + "\n")


if __name__ == "__main__":
    main()
