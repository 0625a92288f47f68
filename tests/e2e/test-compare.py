# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two models over one collection: how often they agree, what changed, and the pictures with two labels."""
import sqlite3

from koma_collections import classify, make_collection
from koma_gui import Koma, Role, equal, find_window, focus_window, key, list_windows, run, wait, walk

TITLE = "Compare Models"


def choose(koma):
    koma.focus()
    koma.click("Take Along")
    koma.choose("Compare Models…")
    wait("the comparison", lambda: list_windows(TITLE))


def shown(koma):
    """Of the comparison, in their order: what is said of each picture."""
    labels = koma.labels()
    return [tuple(labels[i:i + 3]) for i, label in enumerate(labels) if label.startswith("Before: ")]


def is_alone(path):
    """Nobody has it open, and all is in the file."""
    return [other.name for other in path.parent.glob(path.name + "*")] == [path.name]


def test_compare():
    """Red and blue changed places; a change is chosen by keys, and its picture is shown large."""
    path = make_collection("two")
    classify(path, "--channels=bgr")
    classify(path)
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO corrections (picture, label, corrected_us, author)"
                   " SELECT id, 'red', 1, 'me' FROM pictures WHERE CAST (path AS TEXT) = '3.png'")
    db.close()
    with Koma(path) as koma:
        wait("four answers", lambda: len(koma.rows()) == 4)
        choose(koma)
        koma.wait_label("The two agree on 1 of 4 pictures")
        koma.wait_label("Right, where a person says what is shown: before 0, now 1 of 1")
        for label in ("colours (BGR)", "colours (RGB)", "All changes: 3", "blue → red: 2", "red → blue: 1"):
            koma.wait_label(label)
        equal(shown(koma)[0], ("Before: blue, 100%", "Now: red, 100%", "3.png – a person says: red"))
        equal(len(shown(koma)), 3)
        focus_window(find_window(TITLE))
        key("Tab", "Down", "Down")
        wait("one picture", lambda: shown(koma) == [("Before: red, 100%", "Now: blue, 100%", "2.png")])
        key("Tab", "Return")
        wait("2.png, large", lambda: any(node.get_role() == Role.IMAGE and node.get_name() == "Picture “2.png”"
                                         for node in walk(koma.node)))
        focus_window(find_window(TITLE))
        key("Escape")
        wait("the comparison to close", lambda: not list_windows(TITLE))
        koma.focus()
        key("Escape")
        wait("the list", lambda: len(koma.rows()) == 4)
        choose(koma)
        koma.wait_label("The two agree on 1 of 4 pictures")
    equal(is_alone(path), True)


def test_one():
    """With one model there is nothing to compare, and the window says what to do; it goes with the collection."""
    path = make_collection("one")
    classify(path)
    with Koma(path) as koma:
        wait("four answers", lambda: len(koma.rows()) == 4)
        choose(koma)
        koma.wait_label("Two Models Are Compared")
        koma.focus()
        koma.click("Take Along")
        koma.choose("Stop Keeping Answers")
        wait("the comparison to close", lambda: not list_windows(TITLE))
        wait("nothing beside the file", lambda: is_alone(path))


run(test_compare, test_one)
