# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture that is cut into rows and columns: answered, cut otherwise, copied, exported, kept."""
import csv
import json

from koma_gui import (BUTTONS, RGB, SCRATCH, SOURCE, Koma, choose_file, equal, has_focus, key,
                      list_windows, read_clipboard, run, wait, walk, write_png)
from PIL import Image

MODEL = SOURCE / "data" / "models" / "shogi" / "model.json"
SAMPLES = SOURCE / "data" / "samples"
SHOWN = ["01-pawn", "03-knight", "05-gold", "07-rook", "10-horse", "12-empty-square"]


def write_sheet(path, pictures, columns, side=96):
    """Pictures of one size, row by row."""
    sheet = Image.new("RGB", (columns * side, len(pictures) // columns * side))
    for i, picture in enumerate(pictures):
        sheet.paste(picture.resize((side, side)), (i % columns * side, i // columns * side))
    sheet.save(path)
    return path


def list_cells(koma):
    """What screen readers say of each, row by row; in GTK 4.8 the tree has each twice."""
    names = [node.get_name() or "" for node in walk(koma.node)]
    return list(dict.fromkeys(name for name in names if name.startswith("Row ") and ": " in name))


def wait_cells(koma, expected):
    def are_there():
        cells = list_cells(koma)
        return len(cells) == len(expected) and all(map(str.startswith, cells, expected))
    try:
        wait("the cells", are_there)
    except AssertionError:
        equal(list_cells(koma), expected)
        raise


def open_grid(koma):
    koma.wait_all(1)
    koma.focus()
    key("ctrl+a", "ctrl+b")


def set_side(koma, times, name):
    """By the keyboard, as its mnemonic and arrows do."""
    key({"Rows": "alt+r", "Columns": "alt+o"}[name])
    for _ in range(abs(times)):
        key("Up" if times > 0 else "Down")


def find_corner(koma):
    """On this page; that of shogi boards, which comes before, has the same four."""
    return [node for node in walk(koma.node) if node.get_role() in BUTTONS and
            node.get_name() == "Top Left Corner"][-1]


def name_cells(columns, answers):
    return [f"Row {i // columns + 1}, column {i % columns + 1}: {answer}"
            for i, answer in enumerate(answers)]


def test_pieces():
    """Two rows of three: all six are right; exported with their places."""
    labels = json.loads((SAMPLES / "samples.json").read_text(encoding="utf-8"))
    words = json.loads((MODEL.parent / "label-names.json").read_text(encoding="utf-8"))
    right = [labels[f"{name}.jpg"]["label"] for name in SHOWN]
    six = write_sheet(SCRATCH / "six.png", [Image.open(SAMPLES / f"{name}.jpg") for name in SHOWN], 3)
    with Koma(six, model=MODEL) as koma:
        open_grid(koma)
        set_side(koma, 2 - 3, "Rows")
        wait_cells(koma, name_cells(3, [words[label]["en"] for label in right]))
        koma.wait_label("6 cells")
        koma.wait_label("Row 1, Column 1")
        koma.click("Copy")
        wait("the answers on the clipboard", lambda: [line.split("\t") for line in read_clipboard().splitlines()] ==
             [[words[label]["en"] for label in right[i:i + 3]] for i in (0, 3)])
        koma.wait_toast("Copied")
        koma.click("Export…")
        wait("the dialog", lambda: list_windows("Export"))
        koma.click("Save…")
        choose_file("Save As", SCRATCH / "six.csv")
        koma.wait_toast("Saved as “six.csv”")
        rows = list(csv.DictReader(open(SCRATCH / "six.csv", newline="", encoding="utf-8")))
        equal([row["label1"] for row in rows], right)
        equal([row["path"] for row in rows],
              [f"{six}#{row},{column}" for row in (1, 2) for column in (1, 2, 3)])


def test_changed():
    """Rows, columns and corners; each change is taken back; the cells go into the list."""
    colours = [Image.new("RGB", (96, 96), RGB[name]) for name in ("red", "green", "blue", "red")]
    four = write_sheet(SCRATCH / "four.png", colours, 2)
    with Koma(four) as koma:
        open_grid(koma)
        wait("nine cells", lambda: len(list_cells(koma)) == 9)
        set_side(koma, -1, "Rows")
        set_side(koma, -1, "Columns")
        wait_cells(koma, name_cells(2, ["red ", "green ", "blue ", "red "]))
        corner = find_corner(koma)
        before = corner.get_description()
        wait("the focus on the corner", lambda: has_focus(corner) or key("shift+Tab"), step=0.2)
        key("shift+Right")
        wait("the corner to move", lambda: corner.get_description() != before)
        koma.wait_label("4 cells")
        key("ctrl+z", "ctrl+z", "ctrl+z")
        wait("nine cells", lambda: len(list_cells(koma)) == 9)
        koma.click("Add to List")
        equal([row.split(":")[0] for row in koma.wait_all(1 + 9)][:3],
              ["four.png", "four.png, row 1, column 1", "four.png, row 1, column 2"])
        koma.focus()
        key("Home", "Down", "ctrl+b")  # a cell has no cells
        koma.wait_toast("This is one cell")


def test_broken():
    """What can not be decoded says so, in words."""
    broken = SCRATCH / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\0" * 40)
    with Koma(broken) as koma:
        koma.wait_rows(["broken.png: Not a picture"])
        koma.wait_idle()  # the model is there, too
        koma.focus()
        key("ctrl+a", "ctrl+b")
        wait_cells(koma, name_cells(3, ["Not a picture, or a damaged one"] * 9))


run(test_pieces, test_changed, test_broken)
