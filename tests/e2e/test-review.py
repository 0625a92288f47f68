# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the user says that pictures show goes before the model's answers: in the list, one after the other, and in what
is taken along. All of it by the keyboard and by names, as with a screen reader."""
import csv

from koma_gui import (SCRATCH, Atspi, Koma, choose_file, equal, find, find_button, key, list_windows,
                      read_fields, run, type_text, wait, walk, write_png)
from koma_gui.pictures import RGB, encode_exif, encode_png
from koma_gui.settings import make_settings, show_rows
from koma_gui.tree import LISTS, find_switch
from koma_teach import TeachPage

COLOURS_IN_TURN = ["red", "green", "blue"]
QUESTION = "What Does It Show?"


def make_pictures(name, count):
    folder = SCRATCH / name
    folder.mkdir()
    for number in range(count):
        write_png(folder / f"{number:02}.png", COLOURS_IN_TURN[number % 3])
    return folder


def correct(text):
    key("F2")
    wait("the question", lambda: list_windows(QUESTION))
    type_text(text)
    key("Return")
    wait("its end", lambda: not list_windows(QUESTION))


def wait_row(koma, begin):
    wait(f"a row “{begin}”", lambda: any(row.startswith(begin) for row in koma.rows()))


def export(koma, path):
    koma.focus()
    key("ctrl+e")
    wait("the dialog", lambda: list_windows("Export"))
    koma.wait_label("corrected_label,corrected_by,corrected_at")
    koma.click("Save…")
    choose_file("Save As", path)
    koma.wait_toast(f"Saved as “{path.name}”")
    return list(csv.DictReader(open(path, newline="", encoding="utf-8")))


def test_correct():
    """Two are corrected, of which one is taken back again, and one is confirmed; the table says so."""
    with Koma(make_pictures("to correct", 3)) as koma:
        koma.wait_rows(["00.png: red ", "01.png: green ", "02.png: blue "])
        koma.focus()
        key("Home")
        correct("gre")  # which is completed
        wait_row(koma, "00.png: green (corrected). Koma: red ")
        koma.wait_toast("1 picture corrected")
        koma.focus()
        key("Down")
        correct("my neighbour")
        wait_row(koma, "01.png: my neighbour (corrected). Koma: green ")
        koma.focus()
        key("ctrl+z")
        wait("one less", lambda: not any("neighbour" in row for row in koma.rows()))
        wait_row(koma, "01.png: green ")
        key("Down", "shift+F10")
        koma.choose("Confirm Answer")
        wait("a confirmed row", lambda: any(row.startswith("02.png: blue ") and "(confirmed)" in row
                                            for row in koma.rows()))
        rows = export(koma, SCRATCH / "corrected.csv")
        equal([(row["label1"], row["corrected_label"]) for row in rows],
              [("red", "green"), ("green", ""), ("blue", "blue")])
        equal(list(rows[0])[-3:], ["corrected_label", "corrected_by", "corrected_at"])
        assert rows[0]["corrected_by"] and not rows[1]["corrected_by"], rows
        assert rows[0]["corrected_at"].startswith("20") and rows[0]["corrected_at"].endswith("Z"), rows
        # It is found by what the user says, and by nothing else.
        koma.focus()
        key("ctrl+f")
        type_text("red")
        wait("no match", lambda: "No Picture Matches" in koma.labels())


def find_scores(koma):
    scores = find(koma.node, LISTS, "All Scores")
    return [node.get_name() for node in walk(scores) if node.get_name()] if scores else []


def doubt_all():
    """No answer is sure enough."""
    return make_settings(list_grid=False, not_sure_below=1.0)


def wait_place(koma, number, count):
    koma.wait_label(f"{number} of {count}")


def test_review():
    """Twenty pictures without a pointer: confirmed, chosen by number, typed and skipped."""
    steps = {0: ["Return"], 1: ["2"], 2: ["Right"], 3: ["space"]}
    with Koma(make_pictures("to review", 20), **doubt_all()) as koma:
        koma.wait_all(20)
        koma.wait_idle()
        koma.focus()
        key("ctrl+shift+r")
        for number in range(20):
            wait_place(koma, number + 1, 20)
            if number % 5 < 4:
                key(*steps[number % 5])
            else:
                type_text("my own")
                wait("the field", lambda: "my own" in read_fields(koma.node))
                key("Return")
        koma.wait_toast("8 confirmed, 8 corrected, 4 skipped")
        equal(sum("my own (corrected)" in row for row in koma.copy_rows()), 4)
        # What was skipped is left for another time.
        koma.focus()
        koma.click("Filter")
        koma.click("Review Doubtful Answers")
        wait_place(koma, 1, 4)
        key("Escape")
        wait("the list", koma.rows)
        key("Home")
        wait_row(koma, "00.png: red ")
        assert not any(text.startswith("0 confirmed") for text in koma.labels()), koma.labels()


def test_back():
    """Back to the picture before, and undo, which shows it again; buttons do what keys do."""
    with Koma(make_pictures("to go back", 3), **doubt_all()) as koma:
        koma.wait_all(3)
        koma.wait_idle()
        koma.focus()
        key("ctrl+shift+r")
        wait_place(koma, 1, 3)
        wait("numbers before classes", lambda: any(name.startswith("1, ") for name in find_scores(koma)))
        equal(Koma.is_sensitive(find_button(koma.node, "Back to the Picture Before")), False)
        koma.click("Skip")
        wait_place(koma, 2, 3)
        key("BackSpace")
        wait_place(koma, 1, 3)
        key("Return")
        wait_place(koma, 2, 3)
        key("ctrl+z")
        wait_place(koma, 1, 3)
        key("F2")
        type_text("own")
        key("Escape")  # closes the field alone
        wait_place(koma, 1, 3)
        wait("no field", lambda: "own" not in read_fields(koma.node))
        key("Return")
        wait_place(koma, 2, 3)
        key("ctrl+z")
        wait_place(koma, 1, 3)
        koma.click("Confirm")
        wait_place(koma, 2, 3)
        koma.click("End Review")
        koma.wait_toast("1 confirmed, 0 corrected, 0 skipped")


def make_shots(name):
    """Three pictures of one camera within seconds, one of another, and one without a time."""
    folder = SCRATCH / name
    folder.mkdir()
    shots = [("trap one", "18:03:05"), ("trap one", "18:03:05"), ("trap one", "18:03:09"), ("trap two", "18:03:06")]
    for number, (camera, time) in enumerate(shots):
        exif = encode_exif(camera, f"2026:11:29 {time}")
        (folder / f"{number:02}.png").write_bytes(encode_png(RGB[COLOURS_IN_TURN[number % 3]], exif=exif))
    write_png(folder / "04.png", "red")
    return folder


def count_own(koma):
    return sum("my own (corrected)" in row for row in koma.rows())


def is_checked(koma, name):
    node = find_switch(koma.node, name)
    return node is not None and node.has_state(Atspi.StateType.CHECKED)


def skip_to_burst(koma, count):
    """To the next picture of the burst of three, from the first on."""
    for number in range(count):
        wait_place(koma, number + 1, count)
        if any("of 3 taken together" in label for label in koma.labels()):
            return number
        assert not any("taken together" in label for label in koma.labels()), koma.labels()
        key("Right")
    raise AssertionError("no picture of the burst")


def test_burst():
    """Three pictures that were taken together get one answer, which is undone as one; without a pointer."""
    with Koma(make_shots("bursts"), **doubt_all()) as koma:
        koma.wait_all(5)
        koma.wait_idle()
        koma.focus()
        key("ctrl+shift+r")
        before = skip_to_burst(koma, 5)
        key("ctrl+t")
        wait("a switch that is on", lambda: is_checked(koma, "Answer for All 3"))
        type_text("my own")
        wait("the field", lambda: "my own" in read_fields(koma.node))
        key("Return")
        # Those that were answered along are not asked about.
        wait("a picture that is alone, or the end",
             lambda: not any("taken together" in label for label in koma.labels()))
        key("ctrl+z")
        wait_place(koma, before + 1, 5)
        koma.wait_label("of 3 taken together")
        key("Escape")
        wait("the list", lambda: len(koma.rows()) == 5)
        equal(count_own(koma), 0)


def test_burst_in_list():
    """The menu of a picture selects those that were taken together; F2 corrects all of them from one."""
    with Koma(make_shots("burst in list"), **show_rows()) as koma:
        koma.wait_all(5)
        koma.wait_idle()
        koma.focus()
        key("Home")
        key("ctrl+t")
        key("F2")
        koma.wait_label("Of 3 pictures:")
        key("Escape")
        wait("its end", lambda: not list_windows(QUESTION))
        koma.focus()
        key("Home")
        key("F2")
        wait("the question", lambda: list_windows(QUESTION))
        key("ctrl+t")
        type_text("my own")
        key("Return")
        koma.wait_toast("3 pictures corrected")
        equal(count_own(koma), 3)
        koma.focus()
        key("ctrl+z")
        wait("none", lambda: count_own(koma) == 0)


def test_teach():
    """What was corrected and confirmed becomes examples, once; one undo takes all of it back."""
    with Koma(make_pictures("to teach", 3)) as koma:
        koma.wait_rows(["00.png: red ", "01.png: green ", "02.png: blue "])

        def teach():
            koma.focus()
            koma.click("Take Along")
            koma.choose("Teach These Corrections")

        koma.focus()
        key("Home")
        correct("cat")
        key("Down")
        correct("cat")
        key("Down", "shift+F10")
        koma.choose("Confirm Answer")
        koma.wait_toast("1 answer confirmed")
        teach()
        page = TeachPage(koma)
        koma.wait_toast("3 pictures added to 2 classes")
        page.wait_counts({"cat": "2 pictures", "blue": "1 picture"})
        page.leave()
        teach()
        koma.wait_toast("These pictures are in their classes already")
        key("ctrl+z")
        wait("no classes", lambda: page.counts("cat", "blue") == [None, None])
    with Koma(SCRATCH / "to teach" / "00.png") as koma:
        koma.wait_rows(["00.png: red "])
        koma.click("Take Along")
        koma.choose("Teach These Corrections")
        koma.wait_toast("No picture was corrected or confirmed yet")


run(test_correct, test_teach, test_review, test_back, test_burst, test_burst_in_list)
