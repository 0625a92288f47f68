# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the user chooses for a model, labels and the range of values, and what an earlier model said."""
import shutil

from koma_gui import (MENU_ITEMS, RGB, SCRATCH, Koma, choose_file, drag, encode_png, equal, find_window,
                      focus_window, go_through, key, list_windows, run, wait, write_png)
from koma_models import choose_in_model_menu, copy_model, make_vague, open_model_menu

GUESSED = "Answers look wrong?"


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

def is_notice_shown(koma):
    return GUESSED in koma.labels()


def write_dim(folder, n=4):
    """So dark that −1 … 1, which is guessed, makes numbers of them that the model sees none of."""
    folder.mkdir()
    for i in range(n):
        for c, name in enumerate(("red", "green", "blue")):
            (folder / f"{i}-{name}.png").write_bytes(encode_png([110 - i if k == c else 20 for k in range(3)]))
    return folder


def are_right(rows):
    """“#0” is red, “#1” green, “#2” blue."""
    return all(f": #{('red', 'green', 'blue').index(row.split('.png')[0].split('-')[1])} " in row for row in rows)


def test_guessed_range():
    """Beside answers that may be wrong there is a way to put them right; what is chosen there counts at
    the next start."""
    picture, model = write_png(SCRATCH / "r.png", "red"), make_vague("vague")
    assert all(RGB["red"][0] > value for value in RGB["red"][1:])
    with Koma(picture, model=model) as koma:
        koma.wait_rows(["r.png: #0 "])
        koma.wait_label(GUESSED)
        koma.click("Adjust…")
        wait("what the model expects", lambda: list_windows("What the Model Expects"))
        focus_window(find_window("What the Model Expects"))
        key("Escape")
        wait("the window to close", lambda: not list_windows("What the Model Expects"))
        koma.focus()


def test_accepted_range():
    """Closed once, the notice does not come back; the answers stay."""
    picture, model = write_png(SCRATCH / "a.png", "blue"), make_vague("accepted")
    with Koma(picture, model=model) as koma:
        koma.wait_label(GUESSED)
        koma.wait_rows(["a.png: #2 "])
        koma.click("Close This Notice")
        wait("the notice to go", lambda: not is_notice_shown(koma))
        koma.wait_rows(["a.png: #2 "])
        home = koma.home
        wait("the choice to be kept", (home / "koma" / "model-settings.ini").exists)
    with Koma(picture, model=model, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["a.png: #2 "])
        equal(is_notice_shown(koma), False)


def test_sure_answers():
    """Beside them nobody asks whether they are wrong; beside others they do, until the list ends."""
    sure, unsure = write_png(SCRATCH / "s.png", "red"), write_png(SCRATCH / "u.png", "red", other="green")
    with Koma(sure, model=make_vague("sure", sure_from=0.9)) as koma:
        koma.wait_rows(["s.png: #0 "])
        koma.wait_idle()
        equal(is_notice_shown(koma), False)
        key("ctrl+Delete")
        koma.wait_label("Drop Pictures Here")
        koma.open(unsure)
        koma.wait_rows(["u.png: #"])
        koma.wait_label(GUESSED)
        koma.open(sure, write_png(SCRATCH / "t.png", "blue"))
        koma.wait_rows(["u.png: #", "s.png: #0 ", "t.png: #2 "])
        wait("the notice to go", lambda: not is_notice_shown(koma))


def test_known_range():
    """Of a model that says it there is no notice."""
    with Koma(write_png(SCRATCH / "k.png", "red")) as koma:
        koma.wait_rows(["k.png: red "])
        equal(is_notice_shown(koma), False)


def test_found_range():
    """The pictures tell it, before the first is answered, and nobody is asked. It is kept."""
    pictures, model = write_dim(SCRATCH / "dim"), make_vague("told")
    with Koma(pictures, model=model) as koma:
        rows = koma.wait_all(12)
        assert are_right(rows), rows
        equal(is_notice_shown(koma), False)
        choose_in_model_menu(koma, "About This Model")
        koma.wait_label("Found by comparing 12 of your pictures")
        key("Escape")
        koma.focus()
        home = koma.home
    with Koma(pictures / "0-blue.png", model=model, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["0-blue.png: #2 "])
        equal(is_notice_shown(koma), False)


def test_found_later():
    """Too few pictures do not tell; with more, those that are answered already are answered anew."""
    pictures, model = write_dim(SCRATCH / "later"), make_vague("late")
    with Koma(pictures / "0-blue.png", model=model) as koma:
        koma.wait_rows(["0-blue.png: "])
        koma.wait_label(GUESSED)
        koma.open(str(pictures))
        koma.wait_toast("Koma learned from your pictures")
        wait("right answers", lambda: are_right(koma.wait_all(13)))
        wait("the notice to go", lambda: not is_notice_shown(koma))


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
        koma.focus()
        key("Home", "Menu")
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
    test_guessed_range, test_accepted_range, test_sure_answers, test_known_range, test_found_range,
    test_found_later, test_earlier_answers,
    test_open_already, test_vanished_model)
