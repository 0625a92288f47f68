#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma teach and koma evaluate, as a user drives them."""
import json
import os
import random
import signal
import subprocess
import tempfile
import time

from koma_cli import COLOURS, KOMA, SOURCE, check, contains, equal, koma, load_json, run_all, write_rows

BASE = SOURCE / "data" / "models" / "shogi"
STRIPES = {"rows": (1, 0), "columns": (0, 1), "slopes": (1, 1)}


def write_stripes(path, step, random_):
    """Stripes of chance colours, so that their direction alone tells the classes apart."""
    light, dark = [[random_.randrange(low, low + 100) for _ in range(3)] for low in (150, 0)]
    width, shift = random_.randint(5, 9), random_.randrange(20)
    rows = [[light if (y * step[0] + x * step[1] + shift) // width % 2 else dark for x in range(64)] for y in range(64)]
    return write_rows(path, rows)


def make_examples(folder, counts):
    random_ = random.Random(3)
    for (name, step), n in zip(STRIPES.items(), counts):
        (folder / name).mkdir(parents=True)
        for i in range(n):
            write_stripes(folder / name / f"{i}.png", step, random_)
    return folder


def teach(examples, output, *args, **more):
    return koma("teach", "--from", examples, "--base", BASE, "--output", output, *args, **more)


def taught(folder):
    """What is taught is known afterwards, by evaluate and by classify, and nothing else is left there."""
    examples = make_examples(folder / "examples", (8, 8, 8))
    result = check(teach(examples, folder / "deep" / "Stripes"), 0)
    contains(result.stdout, "Taught 3 classes from 24 pictures", "rows: ", "of 8 right", "Stripes")
    equal(result.stderr, "")
    equal(sorted(path.name for path in (folder / "deep").iterdir()), ["Stripes"])
    equal(sorted(path.name for path in (folder / "deep" / "Stripes").iterdir()),
          ["koma.json", "metadata.json", "model.json", "weights.bin"])
    others = make_examples(folder / "others", (5, 5, 5))
    found = load_json(check(koma("evaluate", "--model", folder / "deep" / "Stripes", "--format", "json", others), 0))
    equal(found["pictures"], 15)
    equal(found["model"], "Stripes")
    assert found["accuracy"] >= 0.8, found
    equal([one["name"] for one in found["classes"]], ["columns", "rows", "slopes"])
    line = check(koma("classify", "--model", folder / "deep" / "Stripes", others / "rows" / "0.png"), 0).stdout
    contains(line, "rows")


def figures(folder):
    examples = make_examples(folder / "examples", (6, 6, 6))
    found = load_json(check(teach(examples, folder / "out", "--format", "json", "--name", "Mine", "--hidden", 8), 0))
    equal(found["path"], str(folder / "out"))
    equal((found["examples"], found["failed"], found["features"]), (18, 0, 1280))
    held_out = found["heldOut"]
    equal(held_out["pictures"], 18)
    equal(sum(one["pictures"] for one in held_out["classes"]), 18)
    equal(sum(one["pictures"] for one in held_out["mistakes"]), round(18 * (1 - held_out["accuracy"])))
    scores = [one["score"] for one in held_out["worst"]]
    equal(scores, sorted(scores))
    own = json.loads((folder / "out" / "koma.json").read_text())
    equal((own["name"], own["labels"], own["sureFrom"]), ("Mine", ["columns", "rows", "slopes"], found["sureFrom"]))


def fine_tuned(folder):
    """The last block learns, too, and what is written has its weights; a model without one is named."""
    examples = make_examples(folder / "examples", (6, 6, 6))
    found = load_json(check(teach(examples, folder / "out", "--format", "json", "--fine-tune"), 0))
    tuned = found["fineTune"]
    equal((tuned["heldOut"], tuned["from"].split("/")[0]), (3, "block_16_expand"))
    equal(tuned["kept"], tuned["rightAfter"] >= tuned["rightBefore"])
    equal(found["heldOut"]["pictures"], 3 if tuned["kept"] else 18)
    check(teach(examples, folder / "plain"), 0)
    weights = [(folder / name / "weights.bin").read_bytes() for name in ("out", "plain")]
    equal(weights[0] != weights[1], True)
    equal(len(weights[0]), len(weights[1]))
    known = load_json(check(koma("evaluate", "--model", folder / "out", "--format", "json", examples), 0))
    assert known["accuracy"] > 0.9, known
    few = make_examples(folder / "few", (6, 4, 6))
    contains(check(teach(few, folder / "none", "--fine-tune"), 2).stderr, "needs 5 pictures of each class")
    colours = koma("teach", "--from", examples, "--base", COLOURS, "--output", folder / "none", "--fine-tune")
    contains(check(colours, 2).stderr, "too few layers")
    assert not (folder / "none").exists()


def bad_pictures(folder):
    """They are named; the others are learned from."""
    examples = make_examples(folder / "examples", (6, 6, 6))
    (examples / "rows" / "broken.png").write_text("no picture")
    (examples / "rows" / "notes.txt").write_text("left out")
    (examples / "empty").mkdir()
    result = check(teach(examples, folder / "out"), 1)
    contains(result.stderr, "broken.png: ", "empty: there are no pictures in it")
    contains(result.stdout, "Taught 3 classes from 18 pictures")


def few_and_unbalanced(folder):
    examples = make_examples(folder / "examples", (1, 2, 12))
    result = check(teach(examples, folder / "out"), 0)
    contains(result.stderr, "“rows” has only 1 picture", "“slopes” has 12 pictures and “rows” 1")


def one_of_each(folder):
    examples = make_examples(folder / "examples", (1, 1, 1))
    contains(check(teach(examples, folder / "out"), 0).stdout, "nothing to try it on")


def refused(folder):
    examples = make_examples(folder / "examples", (2, 0, 0))
    contains(check(teach(examples, folder / "out"), 2).stderr, "must be two at least")
    make_examples(folder / "more", (2, 2, 0))
    contains(check(koma("teach", "--from", folder / "more"), 2).stderr, "--output")
    contains(check(teach(folder / "missing", folder / "out"), 2).stderr, "missing")
    (folder / "there").mkdir()
    (folder / "there" / "mine.txt").write_text("mine")
    contains(check(teach(folder / "more", folder / "there"), 2).stderr, "there is something already")
    equal((folder / "there" / "mine.txt").read_text(), "mine")
    contains(check(teach(folder / "more", folder / "out", "--hidden", 5000), 2).stderr, "--hidden")
    assert not (folder / "out").exists()
    contains(check(koma("evaluate", "--model", BASE, folder / "more"), 2).stderr, "“columns” is no class of")
    contains(check(koma("evaluate", "--model", BASE), 2).stderr, "name one folder")


def interrupted(folder):
    """Whenever it is stopped: the model is there whole, or nothing is."""
    examples = make_examples(folder / "examples", (40, 40, 40))
    with tempfile.TemporaryDirectory(prefix="koma-home-") as home:
        for delay in (0.05, 0.3, 0.8):
            env = {**os.environ, "HOME": home, "XDG_DATA_HOME": home, "XDG_CACHE_HOME": home, "KOMA_DATA_DIR": home}
            process = subprocess.Popen([KOMA, "teach", "--from", examples, "--base", BASE, "--output", folder / "out"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env)
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=120)
            left = sorted(path.name for path in folder.iterdir())
            if process.returncode == 0:
                equal(left, ["examples", "out"])
                return
            # Before there is a handler, the signal itself ends the program.
            assert process.returncode in (130, -signal.SIGINT), process.returncode
            equal(left, ["examples"])


if __name__ == "__main__":
    run_all([taught, figures, fine_tuned, bad_pictures, few_and_unbalanced, one_of_each, refused, interrupted])
