# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures to try Koma on, and what its own model says of them."""
import json
import math
import shutil

from koma_gui import BUTTONS, COLOURS, RGB, SCRATCH, SOURCE, Koma, equal, key, run, wait, write_png

NAMES = {"red": {"en": "Crimson", "ja": "紅"}, "green": {"en": "Verdant"}, "blue": {"en": "Azure"}}


def make_data(folder, has_samples=True):
    """Another model in place of Koma's own, and samples of what that knows."""
    model = folder / "models" / "shogi"
    shutil.copytree(COLOURS, model)
    (model / "label-names.json").write_text(json.dumps(NAMES))
    for number, colour in enumerate(RGB if has_samples else [], 1):
        write_png(folder / "samples" / f"{number}-{colour}.png", colour)
    return folder


def find_button(koma):
    button = koma.find(BUTTONS, "Try the Samples")
    return button if button and Koma.is_sensitive(button) else None


def test_click():
    data = make_data(SCRATCH / "data")
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        koma.click("Try the Samples")
        koma.wait_rows(["1-red.png: Crimson ", "2-green.png: Verdant ", "3-blue.png: Azure "])


def test_keyboard():
    data = make_data(SCRATCH / "data-2")
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        wait("the button", lambda: find_button(koma))
        koma.focus()
        key("alt+t")
        koma.wait_rows(["1-red.png: Crimson ", "2-green.png: Verdant ", "3-blue.png: Azure "])


def test_board():
    """One that samples.json says is to be cut: each cell has a row."""
    data = make_data(SCRATCH / "data-5")
    (data / "samples" / "samples.json").write_text('{"2-green.png": {"grid": [1, 2]}}')
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        koma.click("Try the Samples")
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
        equal(find_button(koma), None)
    data = make_data(SCRATCH / "data-4", has_samples=False)
    with Koma(model=None, KOMA_DATA_DIR=str(data)) as koma:
        koma.wait_label("Drop Pictures Here")
        equal(find_button(koma), None)


def test_own():
    """What Koma comes with: nothing chosen, nothing set, one click."""
    names = json.loads((OWN / "models" / "shogi" / "label-names.json").read_text(encoding="utf-8"))
    about = json.loads((OWN / "samples" / "samples.json").read_text(encoding="utf-8"))
    singles = [f"{file}: {names[what['label']]['en']} " for file, what in sorted(about.items())
               if "label" in what]
    n_squares = sum(math.prod(what["grid"]) for what in about.values() if "grid" in what)
    with Koma(model=None, KOMA_DATA_DIR="") as koma:
        koma.wait_label("Shogi pieces")
        koma.click("Try the Samples")
        rows = koma.wait_all(len(singles) + n_squares)
        equal([row.startswith(single) for row, single in zip(rows, singles)], [True] * len(singles))


OWN = SOURCE / "data"
# Before it has been trained there is nothing to try.
own = [test_own] if (OWN / "models" / "shogi" / "model.json").exists() else []
run(test_click, test_keyboard, test_board, test_cut, test_only_with_both, *own)
