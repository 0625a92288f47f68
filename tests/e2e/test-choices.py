# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the user chooses for a model, labels and the range of values, and what an earlier model said."""
import shutil

from koma_gui import (MENU_ITEMS, RGB, SCRATCH, Koma, choose_file, drag, equal, go_through, key, run, wait,
                      write_png)
from koma_models import choose_in_model_menu, copy_model, make_vague, open_model_menu

GUESSED = "This model does not say which numbers it wants for dark and light. Koma guesses −1\u00a0…\u00a01."


def write_labels(name, *labels):
    path = SCRATCH / name
    path.write_text("".join(f"{label}\n" for label in labels))
    return path


# ---- Labels ----

def test_dropped_labels():
    """Answers that are there get the new names, and so do those of later starts, until the model's
    own are wanted again."""
    picture, names = write_png(SCRATCH / "l.png", "red"), write_labels("names.txt", "rot", "grün", "blau")
    with Koma(picture) as koma:
        koma.wait_rows(["l.png: red "])
        drag(names)
        koma.wait_rows(["l.png: rot "])
        koma.wait_toast("The classes are called as in “names.txt”")
        home = koma.home
    with Koma(picture, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["l.png: rot "])
        choose_in_model_menu(koma, "Use the Model’s Own Labels")
        koma.wait_rows(["l.png: red "])
    with Koma(picture, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["l.png: red "])


def test_chosen_labels():
    """From the menu; a table of a spreadsheet, under any name."""
    picture, names = write_png(SCRATCH / "m.png", "blue"), SCRATCH / "table"
    names.write_text('id,name\n0,rouge\n1,vert\n2,"bleu, foncé"\n')
    with Koma(picture) as koma:
        koma.wait_rows(["m.png: blue "])
        choose_in_model_menu(koma, "Labels File…")
        choose_file("Open Labels File", names)
        koma.focus()
        koma.wait_rows(["m.png: bleu, foncé "])


def test_wrong_labels():
    """Too many, none, and before there is a model."""
    picture, names = write_png(SCRATCH / "w.png", "green"), write_labels("many.txt", *"abcdef")
    broken = SCRATCH / "broken.csv"
    broken.write_bytes(b"\xff\xfe")
    with Koma(picture) as koma:
        koma.wait_rows(["w.png: green "])
        drag(names)
        koma.wait_toast("“many.txt” has 6 lines; the model has 3 classes")
        drag(broken)
        koma.wait_toast("The labels in “broken.csv” can not be read")
        koma.wait_rows(["w.png: green "])
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        drag(names)
        koma.wait_toast("Open a model first")


def test_labels_gone():
    """The file that was chosen has been removed since: the model has its own again."""
    picture, names = write_png(SCRATCH / "g.png", "red"), write_labels("gone.txt", *"xyz")
    with Koma(picture) as koma:
        koma.wait_rows(["g.png: red "])
        drag(names)
        koma.wait_rows(["g.png: x "])
        home = koma.home
    names.unlink()
    with Koma(picture, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["g.png: red "])
        koma.click("Details")
        koma.wait_label("gone.txt")
        key("Escape")
        koma.focus()


# ---- Range ----

def test_guessed_range():
    """Is told, and changed with one click; what was chosen counts at the next start."""
    picture, model = write_png(SCRATCH / "r.png", "red"), make_vague("vague")
    assert all(RGB["red"][0] > value for value in RGB["red"][1:])
    with Koma(picture, model=model) as koma:
        koma.wait_label(GUESSED)
        koma.wait_rows(["r.png: #0 "])
        koma.click("1 … 0")
        koma.wait_rows(["r.png: #1 "])  # the opposite of red has more green than blue
        koma.wait_idle()
        koma.click("0 … 1")
        koma.wait_rows(["r.png: #0 "])
        koma.wait_idle()
        koma.click("1 … 0")
        koma.wait_rows(["r.png: #1 "])
        home = koma.home
    with Koma(picture, model=model, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["r.png: #1 "])
        equal([text for text in koma.labels() if "Koma guesses" in text], [])


def test_accepted_range():
    """Closed once, the notice does not come back; the answers stay."""
    picture, model = write_png(SCRATCH / "a.png", "blue"), make_vague("accepted")
    with Koma(picture, model=model) as koma:
        koma.wait_label(GUESSED)
        koma.wait_rows(["a.png: #2 "])
        koma.click("Keep This Range")
        koma.wait_rows(["a.png: #2 "])
        home = koma.home
        wait("the choice to be kept", (home / "koma" / "model-settings.ini").exists)
    with Koma(picture, model=model, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["a.png: #2 "])
        equal([text for text in koma.labels() if "Koma guesses" in text], [])


def test_known_range():
    """Of a model that says it there is no notice."""
    with Koma(write_png(SCRATCH / "k.png", "red")) as koma:
        koma.wait_rows(["k.png: red "])
        equal([text for text in koma.labels() if "Koma guesses" in text], [])


# ---- Another model ----

def describe_rows(koma):
    """What is said of each row beside its name."""
    koma.rows()
    return [row.get_description() for row in go_through(koma.list.get_children()) if row.get_name()]


def test_earlier_answers():
    """Of the model before can be had again, without computing them; each says whose it is."""
    pictures = [write_png(SCRATCH / f"{colour}.png", colour) for colour in ("red", "blue")]
    inverted = copy_model("inverted", {"name": "Inverted", "range": "1,0"})
    with Koma(*pictures) as koma:
        koma.wait_rows(["red.png: red ", "blue.png: blue "])
        equal(describe_rows(koma), ["Answered by colours"] * 2)
        before = koma.rows()
        koma.open("--model", str(inverted))
        koma.wait_rows(["red.png: green ", "blue.png: "])
        koma.wait_toast("The answers of “colours” are replaced")
        after = wait("all answers", lambda: all("%" in row for row in koma.rows()) and koma.rows())
        equal(describe_rows(koma), ["Answered by Inverted"] * 2)
        for picture in pictures:
            picture.unlink()  # nothing can be computed
        koma.click("Show Again")
        wait("the answers before", lambda: koma.rows() == before)
        equal(describe_rows(koma), ["Answered by colours"] * 2)
        koma.wait_label("Answered by colours")
        koma.click("Main Menu")
        koma.choose("Show Earlier Answers Again")
        wait("the answers since", lambda: koma.rows() == after)
        equal(describe_rows(koma), ["Answered by Inverted"] * 2)


def test_open_already():
    """The same model is recognised, until its files change."""
    model = copy_model("twice")
    with Koma(write_png(SCRATCH / "t.png", "red"), model=model) as koma:
        koma.wait_rows(["t.png: red "])
        koma.open("--model", str(model))
        koma.wait_toast("“twice” is open already")
        (model / "koma.json").write_text('{"labels": ["r", "g", "b"]}')
        koma.open("--model", str(model / "model.json"))
        koma.wait_rows(["t.png: r "])


def is_in_model_menu(koma, name):
    """A menu that is open stays as it is; the next one is up to date."""
    open_model_menu(koma, "colours")
    is_there = koma.find(MENU_ITEMS, name) is not None
    key("Escape")
    wait("the menu to close", lambda: koma.find(MENU_ITEMS, "colours") is None)
    return is_there


def test_vanished_model():
    """Stays in the menu, as gone, until the user removes it; and can be put back."""
    gone = copy_model("vanished")
    with Koma(model=gone) as koma:
        koma.wait_label("vanished")
        home = koma.home
        recents = home / "koma" / "models"
        wait("it to be remembered", lambda: recents.exists() and "vanished" in recents.read_text())
    shutil.rmtree(gone)
    with Koma(XDG_STATE_HOME=str(home)) as koma:
        koma.wait_label("colours")
        choose_in_model_menu(koma, "vanished (not found)")
        koma.wait_toast("“vanished” is not there any more")
        koma.click("Remove From Menu")
        koma.wait_toast("“vanished” removed from the menu")
        wait("the menu without it", lambda: not is_in_model_menu(koma, "vanished (not found)"))
        koma.click("Undo")
        wait("the menu with it", lambda: is_in_model_menu(koma, "vanished (not found)"))


run(test_dropped_labels, test_chosen_labels, test_wrong_labels, test_labels_gone,
    test_guessed_range, test_accepted_range, test_known_range, test_earlier_answers,
    test_open_already, test_vanished_model)
