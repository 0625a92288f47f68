# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several projects: a new one, back to another, renamed, removed, brought back; from a saved model to its project."""
from koma_gui import (BUTTONS, RGB, Koma, answer, find, find_window, key, list_inside, list_windows, press, run,
                      type_text, wait)
from koma_teach import N_PICTURES, TeachPage, teach_colours

COUNT = f"{N_PICTURES} pictures"


def choose_more(koma, item):
    koma.click("More About Teaching")
    koma.choose(item)


def start(koma, name):
    """Two classes, of which one has that name."""
    page = TeachPage(koma)
    page.start()
    page.rename("Class 1", name)
    return page


def open_projects(koma):
    koma.click("Go On With a Project…")
    find_window("Projects")


def test_several():
    """A new one beside the first; each keeps what it has. The one that was shown last opens first."""
    with Koma() as koma:
        koma.wait_label("colours")
        page = TeachPage(koma)
        page.enter()
        start(koma, "Lynx")
        choose_more(koma, "New Project")
        page.wait_counts({"Lynx": None, "Class 2": None})
        koma.wait_label("Teach Koma Something New")
        start(koma, "Lemon")
        choose_more(koma, "New Project")
        page.wait_counts({"Lemon": None})
        open_projects(koma)
        koma.wait_label("Lemon, Class 2")
        koma.wait_label("Lynx, Class 2")
        koma.wait_label("2 classes, 0 pictures, changed on")
        # The focus is on the first, which was changed last.
        key("Down", "Return")
        page.wait_counts({"Lynx": "0 pictures", "Class 2": "0 pictures", "Lemon": None})
        home = koma.home
    with Koma(XDG_DATA_HOME=str(home / "data"), XDG_STATE_HOME=str(home)) as koma:
        koma.wait_label("colours")
        page = TeachPage(koma)
        page.enter()
        page.wait_counts({"Lynx": "0 pictures", "Lemon": None})


def test_changed():
    """Renamed, the open one and another; removed, and brought back."""
    with Koma() as koma:
        koma.wait_label("colours")
        page = TeachPage(koma)
        page.enter()
        start(koma, "Lynx")
        choose_more(koma, "New Project")
        page.wait_counts({"Lynx": None})
        start(koma, "Lemon")
        choose_more(koma, "Projects…")
        find_window("Projects")
        for before, after in (("Lynx, Class 2", "Animals"), ("Lemon, Class 2", "Fruit")):
            koma.click(f"Rename “{before}”…")
            koma.wait_label("Name of the Project")
            key("ctrl+a")
            type_text(after)
            key("Return")
            koma.wait_label(after)
            wait("the message to go", lambda: not list_windows("Koma")[1:] and not list_inside())
        koma.click("Remove “Animals”")
        koma.wait_label("“Animals” was removed")
        koma.click("Bring “Animals” Back")
        wait("it to be back", lambda: find(koma.node, BUTTONS, "Remove “Animals”"))
        # The one that is open: the other takes its place.
        koma.click("Remove “Fruit”")
        koma.wait_label("“Fruit” was removed")
        page.wait_counts({"Lynx": "0 pictures", "Lemon": None})
        key("Escape")
        wait("the projects to close", lambda: not list_windows("Projects"))


def test_teach_on():
    """A saved model leads back to its pictures."""
    with Koma() as koma:
        koma.wait_label("colours")
        page = teach_colours(koma, "teach-on")
        koma.wait_label("100% right on pictures it had not seen")
        wait("something to save", lambda: koma.is_sensitive(koma.find(BUTTONS, "Save…")))
        koma.click("Save…")
        koma.wait_label("Save As a Model")
        key("ctrl+a")
        type_text("Mine")
        answer("Return")
        koma.wait_toast("“Mine” is one of your models now")
        choose_more(koma, "New Project")
        page.wait_counts(dict.fromkeys(RGB))
        page.leave()
        koma.focus()
        key("ctrl+shift+l")
        find_window("Models")
        koma.click("Options of Mine")
        press(koma.wait_item("Teach On…"))
        page.wait_counts(dict.fromkeys(RGB, COUNT))


run(test_several, test_changed, test_teach_on)
