# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Classes of one's own: from the empty page to answers, corrected, undone, and kept."""
from koma_gui import (BUTTONS, RGB, SCRATCH, Koma, answer, choose_file, drag, equal, find_window, key, press, run,
                      type_text, wait, write_png)
from koma_teach import N_PICTURES, TeachPage, teach_colours, write_classes, write_shade

COUNT = f"{N_PICTURES} pictures"


def enter(koma):
    page = TeachPage(koma)
    page.enter()
    return page


def test_folders():
    """Three folders make three classes, which answer; what is right is told without a question."""
    with Koma() as koma:
        koma.wait_label("colours")
        page = teach_colours(koma, "folders")
        koma.wait_toast("15 pictures added")
        koma.wait_label("100% right on pictures it had not seen")
        koma.click("Try With a Picture")
        choose_file("Open Picture", write_shade(SCRATCH / "asked.png", "green", 2))
        page.wait_answer("green")
        koma.click("How Good?")
        find_window("How Good Is It?")
        koma.wait_label("100% right")
        koma.wait_label("15 of 15 pictures were recognized")
        key("Escape")


def test_by_hand():
    """From the empty page: two classes to name, and pictures through the dialog."""
    folder = write_classes("by-hand")
    with Koma() as koma:
        koma.wait_label("colours")
        page = enter(koma)
        koma.wait_label("Teach Koma Something New")
        page.start()
        koma.wait_label("Add a few pictures to each class")
        page.rename("Class 1", "Ripe")
        page.rename("Class 2", "Unripe")
        koma.click("Add pictures of “Ripe”")
        choose_file("Open Pictures", folder / "red" / "0.png")
        page.wait_counts({"Ripe": "1 picture"})
        koma.wait_label("Now add pictures to a second class")
        koma.click("Add pictures of “Unripe”")
        choose_file("Open Pictures", folder / "green" / "0.png")
        page.wait_counts({"Unripe": "1 picture"})
        koma.wait_label("Add 4 more pictures or so")
        koma.click("Try With a Picture")
        choose_file("Open Picture", folder / "red" / "0.png")
        page.wait_answer("Ripe")


def test_correct():
    """A picture of the list becomes an example of the class that it shows, and back again."""
    picture = write_png(SCRATCH / "wrong.png", "blue", 99, 77)
    with Koma(picture) as koma:
        koma.wait_rows(["wrong.png: blue "])
        page = teach_colours(koma, "correct")
        page.leave()
        row = wait("the row", lambda: koma.rows() and koma.get_focused_row())
        assert row.get_name().startswith("wrong.png"), row.get_name()
        key("Menu")
        press(koma.wait_item("This Is a…"))
        koma.choose("red")
        koma.wait_toast("Added to “red”")
        koma.click("Undo")
        page.enter()
        page.wait_counts({"red": COUNT})


def test_undo():
    """Everything, one step after another, to the empty page."""
    with Koma() as koma:
        koma.wait_label("colours")
        page = teach_colours(koma, "undo")
        page.rename("green", "Grass")
        page.choose("blue", "Remove Class")
        page.wait_counts({"blue": None})
        koma.wait_toast("“blue” removed")
        page.choose("Grass", "Move Down")
        koma.focus()
        for expected in ({"Grass": COUNT, "blue": None}, {"blue": COUNT}, {"green": COUNT, "Grass": None},
                         {"red": None, "green": None, "blue": None}):
            key("ctrl+z")
            page.wait_counts(expected)
        koma.wait_label("Teach Koma Something New")


def test_kept():
    """What was taught is there after a restart, and answers."""
    with Koma() as koma:
        koma.wait_label("colours")
        teach_colours(koma, "kept")
        koma.wait_label("100% right on pictures it had not seen")
        home = koma.home
    with Koma(XDG_DATA_HOME=str(home / "data")) as koma:
        koma.wait_label("colours")
        page = enter(koma)
        page.wait_counts(dict.fromkeys(RGB, COUNT))
        koma.click("Try With a Picture")
        choose_file("Open Picture", write_shade(SCRATCH / "later.png", "blue", 2))
        page.wait_answer("blue")


def check_yours(koma):
    """The library has it under a heading of its own."""
    koma.focus()
    key("ctrl+shift+l")
    wait("its row", lambda: "My Colours" in koma.labels() and "Yours" in koma.labels())
    labels = koma.labels()
    assert labels.index("Yours") < labels.index("My Colours"), labels
    assert "Ready" not in labels[:labels.index("My Colours")], labels
    key("Escape")
    koma.focus()


def test_save():
    """The saved model is used like any other, and answers as it was taught."""
    picture = write_shade(SCRATCH / "seen.png", "green", 1)
    with Koma(picture) as koma:
        koma.wait_rows(["seen.png: green "])
        page = teach_colours(koma, "save")
        page.rename("green", "Grass")
        koma.wait_label("100% right on pictures it had not seen")
        # It has learned anew, with the other name.
        wait("something to save", lambda: koma.is_sensitive(koma.find(BUTTONS, "Save…")))
        koma.click("Save…")
        koma.wait_label("Save As a Model")
        key("ctrl+a")
        type_text("My Colours")
        answer("Return")
        koma.wait_label("“My Colours” is one of your models now")
        key("Escape")  # no toast, which would go: the offer stays
        check_yours(koma)
        koma.wait_label("“My Colours” is one of your models now")
        koma.click("Use It")
        koma.wait_rows(["seen.png: Grass "])
        koma.wait_label("My Colours")


def test_refused():
    """What can not be learned from is told in words."""
    bad = SCRATCH / "bad" / "broken.png"
    bad.parent.mkdir()
    bad.write_bytes(b"no picture")
    with Koma() as koma:
        koma.wait_label("colours")
        page = enter(koma)
        drag(bad.parent)
        koma.wait_toast("0 pictures added; 1 could not be read")
        drag("--raw", "text/uri-list", "https://example.org/cat.jpg\\r\\n")
        koma.wait_label("Koma fetches no pictures from the web")
        equal(page.counts(*RGB), [None] * 3)


run(test_folders, test_by_hand, test_correct, test_undo, test_kept, test_save, test_refused)
