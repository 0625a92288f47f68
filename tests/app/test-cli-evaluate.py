#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma evaluate: its figures equal those that the standard library computes from the same scores."""
import csv
import json
import math
import random
import shutil
import sqlite3
import xml.etree.ElementTree

from koma_cli import COLOURS, RGB, SOURCE, check, contains, equal, koma, load_json, run_all, write_png

SHOGI = SOURCE / "data" / "models" / "shogi"
SAMPLES = SOURCE / "data" / "samples"
FLOAT_MIN = 2.0 ** -126


# ---- Pictures ----

def make_colours(folder, n):
    """Mixtures of colours, of which some are in the folder of another one."""
    random_ = random.Random(7)
    for i in range(n):
        truth, other = random_.sample(list(RGB), 2)
        share = 0.3 + 0.7 * random_.random()
        colour = [int(a * share + b * (1 - share)) for a, b in zip(RGB[truth], RGB[other])]
        (folder / truth).mkdir(parents=True, exist_ok=True)
        write_png(folder / truth / f"{i}.png", colour)
    return folder


def make_table(folder):
    """Koma's own samples with their labels, and the same once more with the next one's, which are wrong."""
    about = {name: one["label"] for name, one in json.loads((SAMPLES / "samples.json").read_text()).items()
             if "label" in one}
    for name in about:
        shutil.copy(SAMPLES / name, folder / name)
    rows = list(about.items()) + list(zip(about, list(about.values())[1:7]))
    with (folder / "truth.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("file", "label"), *rows])
    return folder / "truth.csv"


# ---- The same figures once more ----

class Scores:
    def __init__(self, path):
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.labels = rows[0][2:]
        self.files = [row[0] for row in rows[1:]]
        self.truth = [self.labels.index(row[1]) for row in rows[1:]]
        self.rows = [[float(cell) for cell in row[2:]] for row in rows[1:]]
        self.best = [max(range(len(row)), key=lambda c, r=row: (r[c], -c)) for row in self.rows]
        self.right = [best == truth for best, truth in zip(self.best, self.truth)]

    def top_3(self):
        return mean(truth in sorted(range(len(row)), key=lambda c, r=row: (-r[c], c))[:3]
                    for truth, row in zip(self.truth, self.rows))

    def count(self, truth, answer):
        return sum(pair == (truth, answer) for pair in zip(self.truth, self.best))

    def bins(self):
        bins = [[] for _ in range(10)]
        for row, best, right in zip(self.rows, self.best, self.right):
            bins[min(int(row[best] * 10), 9)].append((row[best], right))
        return bins

    def calibration_error(self):
        return sum(abs(sum(score - right for score, right in one)) for one in self.bins()) / len(self.rows)

    def soften(self, temperature):
        for i, row in enumerate(self.rows):
            logs = [math.log(max(score, FLOAT_MIN)) / temperature for score in row]
            exponentials = [math.exp(log - max(logs)) for log in logs]
            self.rows[i] = [one / sum(exponentials) for one in exponentials]
        return self

    def loss(self, temperature):
        sums = 0
        for row, truth in zip(self.rows, self.truth):
            logs = [math.log(max(score, FLOAT_MIN)) / temperature for score in row]
            sums += max(logs) + math.log(sum(math.exp(log - max(logs)) for log in logs)) - logs[truth]
        return sums / len(self.rows)

    def threshold(self, precision):
        """The least score, and the precision and the share there."""
        answers = [(row[best], right) for row, best, right in zip(self.rows, self.best, self.right)]
        for score in sorted({score for score, _ in answers}):
            taken = [right for one, right in answers if one >= score]
            if sum(taken) >= precision * len(taken):
                return score, mean(taken), len(taken) / len(answers)
        return None, None, 0


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else None


def ratio(part, whole):
    return part / whole if whole else None


def mcnemar(first, second):
    b = sum(x and not y for x, y in zip(first, second))
    c = sum(y and not x for x, y in zip(first, second))
    tail = sum(math.comb(b + c, k) for k in range(min(b, c) + 1))
    return b, c, min(1, 2 * tail / 2 ** (b + c))


def near(found, expected, tolerance=1e-6):
    if (found is None) != (expected is None) or (found is not None and abs(found - expected) > tolerance):
        raise AssertionError(f"found {found!r}, expected {expected!r}")


def compare(found, scores):
    n = len(scores.labels)
    equal(found["pictures"], len(scores.rows))
    near(found["accuracy"], mean(scores.right))
    near(found["top3"], scores.top_3())
    near(found["calibrationError"], scores.calibration_error())
    for one, cell in zip(found["reliability"], scores.bins()):
        equal((one["pictures"], one["right"]), (len(cell), sum(right for _, right in cell)))
        near(one["meanScore"], mean(score for score, _ in cell))
    for c, one in enumerate(found["classes"]):
        right = scores.count(c, c)
        truths, answers = scores.truth.count(c), scores.best.count(c)
        equal(one["pictures"], truths)
        near(one["recall"], ratio(right, truths))
        near(one["precision"], ratio(right, answers))
        near(one["f1"], ratio(2 * right, truths + answers))
    mistakes = {(one["truth"], one["answer"]): one["pictures"] for one in found["mistakes"]}
    equal(sum(mistakes.values()), len(scores.rows) - sum(scores.right))
    names = [one["name"] for one in found["classes"]]
    for truth in range(n):
        for answer in range(n):
            if truth != answer:
                equal(mistakes.get((names[truth], names[answer]), 0), scores.count(truth, answer))


def compare_temperature(found, scores):
    fitted = found["fitted"]
    near(found["loss"], scores.loss(1), 1e-5)
    near(found["fittedLoss"], scores.loss(fitted), 1e-5)
    assert 0.05 < fitted < 20, fitted
    for other in (fitted * 1.02, fitted / 1.02, 1, 0.1, 10):
        assert scores.loss(other) > found["fittedLoss"] - 1e-7, (other, fitted)
    near(found["fittedCalibrationError"], scores.soften(fitted).calibration_error(), 1e-4)


def evaluate(*args, code=0):
    return load_json(check(koma("evaluate", "--format", "json", *args), code))


# ---- Tests ----

def figures_of_folders(folder):
    pictures = make_colours(folder / "pictures", 80)
    out = folder / "scores.csv"
    for precision in (0.9, 0.97, 1):
        found = evaluate("--model", COLOURS, "--all-scores", out, "--wanted-precision", precision, pictures)
        scores = Scores(out)
        compare(found, scores)
        assert 0.5 < found["accuracy"] < 1, found["accuracy"]
        score, right, share = scores.threshold(precision)
        near(found["threshold"]["score"], score)
        near(found["threshold"]["precision"], right)
        near(found["threshold"]["share"], share)
        compare_temperature(found["temperature"], scores)


def figures_of_a_table(folder):
    """A model with 29 classes, and another recipe beside it."""
    table = make_table(folder)
    out, other = folder / "scores.csv", folder / "other.csv"
    found = evaluate("--model", SHOGI, "--truth", table, "--all-scores", out, "--compare-recipe", "invert=true")
    again = evaluate("--model", SHOGI, "--truth", table, "--all-scores", other, "--invert", "true")
    scores, turned = Scores(out), Scores(other)
    compare(found, scores)
    equal(found["pictures"], 18)
    compare(again, turned)
    comparison = found["comparison"]
    near(comparison["accuracy"], again["accuracy"])
    only_first, only_second, p = mcnemar(scores.right, turned.right)
    equal((comparison["firstOnly"], comparison["secondOnly"]), (only_first, only_second))
    near(comparison["p"], p, 1e-9)
    assert only_first > 0, comparison
    equal(comparison["common"], 18)
    classes = {one["name"]: (one["pictures"], one["firstRight"], one["secondRight"])
               for one in comparison["classes"]}
    names = [one["name"] for one in found["classes"]]
    equal(classes, {names[c]: (scores.truth.count(c), scores.count(c, c), turned.count(c, c))
                    for c in set(scores.truth)})
    compare_temperature(found["temperature"], scores)


def looked_at_twice(folder):
    """Where the model says so, a picture that it is not sure of is looked at upside down too, as classify does."""
    about = json.loads((SHOGI / "koma.json").read_text(encoding="utf-8"))
    half_turn = about.pop("halfTurn")
    models = [shutil.copytree(SHOGI, folder / name, ignore=shutil.ignore_patterns("train"))
              for name in ("always", "never")]
    for model, more in zip(models, ({"halfTurn": {**half_turn, "below": 1}}, {})):
        (model / "koma.json").write_text(json.dumps({**about, **more}), encoding="utf-8")
    out = folder / "scores.csv"
    table = make_table(folder)
    found = evaluate("--model", models[0], "--truth", table, "--all-scores", out, "--compare", models[1])
    equal((found["turned"], found["comparison"]["turned"]), (18, 0))
    contains(check(koma("evaluate", "--model", models[0], "--truth", table), 0).stdout,
             "18 of 18 pictures were looked at upside down, too")
    scores = Scores(out)
    files = [folder / name for name in scores.files]
    answers = [load_json(check(koma("classify", "--model", model, "--top", 29, "--format", "json", *files), 0))
               for model in models]
    for row, *both in zip(scores.rows, *answers):
        always, once = ({one["index"]: one["score"] for one in answer["top"]} for answer in both)
        assert max(abs(value - always[c]) for c, value in enumerate(row)) < 1e-5, (row, always)
        assert max(abs(value - once[c]) for c, value in enumerate(row)) > 1e-5, (row, once)


def fitted_is_used(folder):
    """With the temperature that was found, there is none better."""
    pictures = make_colours(folder / "pictures", 60)
    first = evaluate("--model", COLOURS, pictures)["temperature"]
    second = evaluate("--model", COLOURS, "--temperature", first["fitted"], pictures)
    near(second["temperature"]["fitted"], first["fitted"], 1e-3)
    near(second["temperature"]["loss"], first["fittedLoss"], 1e-4)
    near(second["calibrationError"], first["fittedCalibrationError"], 1e-3)


def other_model(folder):
    """Of two models on the same pictures, each may lack classes of the other."""
    pictures = make_colours(folder / "pictures", 12)
    model = folder / "copy"
    shutil.copytree(COLOURS, model)
    (model / "koma.json").write_text(json.dumps({"name": "Copy", "labels": ["red", "green", "lilac"]}))
    found = evaluate("--model", COLOURS, "--compare", model, pictures)["comparison"]
    equal(found["model"], "Copy")
    count = sum(len(list((pictures / name).iterdir())) for name in ("red", "green"))
    equal(found["pictures"], count)
    equal(found["common"], count)
    equal(found["both"] + found["neither"], count)
    equal(found["p"], 1)
    (model / "koma.json").write_text(json.dumps({"name": "Cats", "labels": ["cat", "dog", "cow"]}))
    contains(check(koma("evaluate", "--model", COLOURS, "--compare", model, pictures), 2).stderr, "no class of Cats")


def labels_match(folder):
    """By label, by a name in any language, without case; a label of no class is named and not counted."""
    pictures = folder / "pictures"
    for name in ("FU_up", "香車・上向き", "Casilla Vacía", "Dragons"):
        (pictures / name).mkdir(parents=True)
    shutil.copy(SAMPLES / "01-pawn.jpg", pictures / "FU_up")
    shutil.copy(SAMPLES / "02-lance.jpg", pictures / "香車・上向き")
    shutil.copy(SAMPLES / "12-empty-square.jpg", pictures / "Casilla Vacía")
    shutil.copy(SAMPLES / "11-dragon.jpg", pictures / "Dragons")
    result = check(koma("evaluate", "--model", SHOGI, "--format", "json", pictures), 1)
    found = json.loads(result.stdout)
    equal(found["pictures"], 3)
    equal(found["accuracy"], 1)
    equal(found["uncounted"], [{"label": "Dragons", "pictures": 1, "ambiguous": False}])
    contains(result.stderr, "“Dragons” is no class of", "pictures that do not count: 1")


def write_sidecar(picture, *labels, own=()):
    def bag(name, words):
        return f"<{name}><rdf:Bag>" + "".join(f"<rdf:li>{word}</rdf:li>" for word in words) + f"</rdf:Bag></{name}>"

    picture.with_name(picture.name + ".xmp").write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:koma="https://koma.app/ns/1.0/">' + bag("dc:subject", labels) + bag("koma:Subjects", own) +
        "</rdf:Description></rdf:RDF></x:xmpmeta>")


def sidecars(folder):
    """What people wrote beside pictures is the truth; what Koma wrote is not."""
    pictures = folder / "pictures"
    pictures.mkdir()
    names = {name: write_png(pictures / f"{name}.png", RGB["red" if name == "both" else "blue"])
             for name in ("one", "many", "both", "koma", "none", "other", "damaged")}
    write_sidecar(names["one"], "blue")
    write_sidecar(names["many"], "holiday", "Blue")
    write_sidecar(names["both"], "red", "blue")
    write_sidecar(names["koma"], "red", own=["red"])
    write_sidecar(names["other"], "holiday", "sea")
    names["damaged"].with_name("damaged.png.xmp").write_text("<x")
    for args in ((pictures,), ("--truth", "xmp", folder)):
        result = check(koma("evaluate", "--model", COLOURS, "--format", "json", *args), 1)
        found = json.loads(result.stdout)
        equal((found["pictures"], found["accuracy"]), (2, 1))
        equal(found["uncounted"], [{"label": "holiday; sea", "pictures": 1, "ambiguous": False},
                                   {"label": "red; blue", "pictures": 1, "ambiguous": True}])
        contains(result.stderr, "damaged.png.xmp: ", "“red; blue” is several classes")


def corrections(folder):
    """A collection's corrections are the truth; what nobody corrected is left out, in a sentence."""
    names = [write_png(folder / f"{name}.png", RGB[name]) for name in ("red", "blue", "green")]
    file = folder / "c.koma"
    check(koma("classify", "--model", COLOURS, "--collection", file, *names), 0)
    empty = check(koma("evaluate", "--model", COLOURS, "--truth", file), 2)
    contains(empty.stderr, "c.koma: no picture in it was corrected or confirmed")

    def correct(name, label):
        with sqlite3.connect(file) as database:
            database.execute("INSERT INTO corrections (picture, label, author, corrected_us) "
                             "SELECT id, ?, 'me', 1 FROM pictures WHERE path = ?", (label, name.encode()))
        database.close()

    correct("red.png", "red")
    correct("blue.png", "green")
    result = check(koma("evaluate", "--model", COLOURS, "--format", "json", "--truth", file), 0)
    found = json.loads(result.stdout)
    equal((found["pictures"], found["accuracy"]), (2, 0.5))
    contains(result.stderr, "1 picture without a correction is left out")
    correct("green.png", "green")
    result = check(koma("evaluate", "--model", COLOURS, "--format", "json", "--truth", file), 0)
    equal(json.loads(result.stdout)["pictures"], 3)
    assert "left out" not in result.stderr, result.stderr


def damaged(folder):
    table = folder / "truth.csv"
    write_png(folder / "a, b.png", RGB["red"])

    def run(text, code):
        table.write_bytes(text)
        return check(koma("evaluate", "--model", COLOURS, "--truth", table), code)

    contains(run(b'\xef\xbb\xbflabel,file\r\nred,"a, b.png"\r\n\r\n', 0).stdout, "100.0 % right")
    contains(run(b'"a, b.png",RED', 0).stdout, "100.0 % right")
    contains(run(b'"a, b.png",red\n"a, b.png"\n', 1).stderr, "truth.csv, line 2: ")
    contains(run(b'"a, b.png",red\ngone.png,red\n', 1).stderr, "gone.png: ")
    contains(run(b'"a, b.png",red\n"a, b.png,red\n', 2).stderr, "truth.csv: line 2: a quote is not closed")
    contains(run(b'"a, b.png"x,red\n', 2).stderr, "line 1: there is text behind a quote")
    contains(run(b'a\0b,red\n', 2).stderr, "this is no text")
    contains(run(b'', 2).stderr, "there are no pictures in it")
    contains(run(b'"a, b.png",lilac\n', 2).stderr, "“lilac” is no class of")
    equal(run(b'gone.png,red\n', 1).stdout, "")
    nothing = check(koma("evaluate", "--model", COLOURS, "--format", "json", "--truth", table), 1)
    contains(nothing.stdout, '"accuracy" : null')
    contains(check(koma("evaluate", "--model", COLOURS, "--truth", folder / "none.csv"), 2).stderr, "none.csv")


def exports(folder):
    pictures = make_colours(folder / "pictures", 30)
    names = [folder / name for name in ("matrix.svg", "matrix.csv", "diagram.svg", "diagram.csv")]
    found = evaluate("--model", COLOURS, "--matrix", names[0], "--diagram", names[2], pictures)
    evaluate("--model", COLOURS, "--matrix", names[1], "--diagram", names[3], pictures)
    for name in names[::2]:
        root = xml.etree.ElementTree.parse(name).getroot()
        assert root.tag.endswith("}svg") and len(root) > 10, name
    texts = [one.text for one in xml.etree.ElementTree.parse(names[0]).getroot().iter() if one.tag.endswith("}text")]
    assert {"red", "green", "blue"} <= set(texts), texts
    matrix = list(csv.reader(names[1].open(newline="")))
    equal(matrix[0], ["truth"] + [row[0] for row in matrix[1:]])
    equal(sum(int(row[i]) for i, row in enumerate(matrix[1:], 1)), round(found["accuracy"] * found["pictures"]))
    bins = list(csv.DictReader(names[3].open(newline="")))
    equal([int(row["pictures"]) for row in bins], [one["pictures"] for one in found["reliability"]])
    equal((bins[0]["from"], bins[-1]["to"]), ("0.0", "1.0"))


def refused(folder):
    pictures = make_colours(folder / "pictures", 3)

    def refuses(text, *args):
        contains(check(koma("evaluate", "--model", COLOURS, *args), 2).stderr, text)

    refuses("name one folder")
    refuses("name one folder", pictures, "--truth", folder / "x.csv")
    refuses("--wanted-precision", pictures, "--wanted-precision", "95")
    refuses("must end in .svg or .csv", pictures, "--matrix", folder / "matrix.png")
    refuses("must end in .csv", pictures, "--all-scores", folder / "scores.svg")
    refuses("--compare-recipe “colour=red”", pictures, "--compare-recipe", "colour=red")
    refuses("none", pictures, "--compare", folder / "none")
    refuses("matrix.csv", pictures, "--matrix", folder / "none" / "matrix.csv")


if __name__ == "__main__":
    run_all([figures_of_folders, figures_of_a_table, looked_at_twice, fitted_is_used, other_model, labels_match,
             sidecars, corrections, damaged, exports, refused])
