# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures to try Koma on, and what its own model says of them."""
import json
import math
import shutil

from koma_gui import COLOURS, MENU_ITEMS, RGB, SCRATCH, SOURCE, Koma, equal, key, run, type_text, wait, write_png
from koma_models import choose_in_model_menu

NAMES = {"red": {"en": "Crimson", "ja": "紅"}, "green": {"en": "Verdant"}, "blue": {"en": "Azure"}}


def make_data(folder, has_samples=True):
    """Another model in place of Koma's own, and samples of what that knows."""
    model = folder / "models" / "shogi"
    shutil.copytree(COLOURS, model)
    (model / "label-names.json").write_text(json.dumps(NAMES))
    for number, colour in enumerate(RGB if has_samples else [], 1):
        write_png(folder / "samples" / f"{number}-{colour}.png", colour)
    return folder


def open_menu(koma):
    """Of the ways to pictures, once the model is there."""
    koma.wait_idle()
    koma.click("More")
    koma.wait_item("Open Folder…")


def open_samples(koma):
    open_menu(koma)
    koma.choose("Try the Samples")


def has_samples(koma):
    open_menu(koma)
    has = koma.find(MENU_ITEMS, "Try the Samples") is not None
    key("Escape")
    wait("the menu to close", lambda: not koma.find(MENU_ITEMS, "Open Folder…"))
    return has


def test_click():
    data = make_data(SCRATCH / "data")
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        open_samples(koma)
        koma.wait_rows(["1-red.png: Crimson ", "2-green.png: Verdant ", "3-blue.png: Azure "])


def test_keyboard():
    data = make_data(SCRATCH / "data-2")
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_idle()
        koma.focus()
        key("alt+m")
        koma.wait_item("Try the Samples")
        key("t")
        koma.wait_rows(["1-red.png: Crimson ", "2-green.png: Verdant ", "3-blue.png: Azure "])


def test_board():
    """One that samples.json says is to be cut: each cell has a row."""
    data = make_data(SCRATCH / "data-5")
    (data / "samples" / "samples.json").write_text('{"2-green.png": {"grid": [1, 2]}}')
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        open_samples(koma)
        koma.wait_rows(["1-red.png: Crimson ", "2-green.png, row 1, column 1: Verdant ",
                        "2-green.png, row 1, column 2: Verdant ", "3-blue.png: Azure "])


def test_cut():
    """Koma's own model is offered the squares of a board; they come after what is there."""
    data, board = make_data(SCRATCH / "data-6"), write_png(SCRATCH / "board.png", "blue", 90, 90)
    with Koma(board, model=None, KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_rows(["board.png: Azure "])
        koma.focus()
        key("ctrl+a", "ctrl+b")
        koma.wait_label("81 cells")
        koma.click("Add to List")
        rows = koma.wait_all(1 + 9 * 9)
        equal([row.split(":")[0] for row in rows[:11]],
              ["board.png", *(f"board.png, row 1, column {i}" for i in range(1, 10)),
               "board.png, row 2, column 1"])


def test_only_with_both():
    """Samples say nothing to other models, nor the model without samples."""
    data = make_data(SCRATCH / "data-3")
    with Koma(KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_label("Drop Pictures Here")
        equal(has_samples(koma), False)
    data = make_data(SCRATCH / "data-4", has_samples=False)
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_label("Drop Pictures Here")
        equal(has_samples(koma), False)


def test_own():
    """What Koma comes with: nothing chosen, nothing set, one click."""
    names = json.loads((OWN / "models" / "shogi" / "label-names.json").read_text(encoding="utf-8"))
    about = json.loads((OWN / "samples" / "samples.json").read_text(encoding="utf-8"))
    singles = [f"{file}: {names[what['label']]['en']} " for file, what in sorted(about.items())
               if "label" in what]
    n_squares = sum(math.prod(what["grid"]) for what in about.values() if "grid" in what)
    with Koma(model=None, KOMA_DATA_DIR="") as koma:
        koma.wait_label("Shogi pieces")
        open_samples(koma)
        rows = koma.wait_all(len(singles) + n_squares)
        equal([row.startswith(single) for row, single in zip(rows, singles)], [True] * len(singles))


def test_words():
    """The other model that Koma comes with has samples of its own, which words find."""
    names = sorted(path.name for path in (OWN / "models" / "words" / "samples").iterdir())
    with Koma(model=None, KOMA_DATA_DIR=str(OWN)) as koma:
        koma.wait_label("Shogi pieces")
        choose_in_model_menu(koma, "Drawings and words")
        open_samples(koma)
        rows = koma.wait_all(len(names))
        for name, row in zip(names, rows, strict=True):  # “red-car-at-night.jpg: car 99%, …”
            assert row.startswith(f"{name}: ") and row.split(": ")[1].split(" ")[0] in name, row
        key("ctrl+f")
        type_text("red car at night")
        wait("the car first", lambda: "red-car-at-night.jpg" in koma.rows()[0])


OWN = SOURCE / "data"
# Before it has been trained there is nothing to try.
own = [test_own, test_words] if (OWN / "models" / "shogi" / "model.json").exists() else []
run(test_click, test_keyboard, test_board, test_cut, test_only_with_both, *own)
