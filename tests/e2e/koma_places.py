# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every page and dialog of the program. A tour opens one after the other, yields its name and the title of its window,
and closes it when it is asked for the next."""
import time

from koma_collections import classify, make_collection
from koma_gui import (BUTTONS, COLOURS, RGB, SCRATCH, SOURCE, Koma, Role, choose_file, drag, encode_png,
                      find_button, find_window, focus_window, get_name, key, list_inside, list_windows,
                      type_text, wait, walk)
from koma_models import choose_in_model_menu
from koma_teach import N_PICTURES as N_TAUGHT, TeachPage, write_classes

SAMPLES = SOURCE / "data" / "samples"
BUNDLED = SOURCE / "data" / "models" / "shogi" / "model.json"
N_PICTURES = 4  # of each class, labelled


def activate(title):
    focus_window(find_window(title))
    time.sleep(0.1)  # for a dialog, which does not tell


def _leave(title, parent="Koma"):
    """The tree is not read before it has gone: GTK 4.8 can end where it is asked for a window that goes."""
    activate(title)
    key("Escape")
    wait(f"“{title}” to close", lambda: not list_windows(title))
    activate(parent)


def _visit(name, title, way, parent="Koma"):
    activate(parent)
    way()
    activate(title)
    yield name, title
    _leave(title, parent)


def _press_keys(*names):
    return lambda: key(*names)


def _choose(koma, button, item):
    def way():
        koma.click(button)
        koma.choose(item)
    return way


def _choose_of_model(koma, item):
    return lambda: choose_in_model_menu(koma, item)


def _page(name):
    """Of the main window, which has the focus; it may be laid out anew till it stands."""
    time.sleep(0.2)
    yield name, "Koma"


def _visit_about(koma):
    """It may lie within the main window."""
    activate("Koma")
    _choose(koma, "Main Menu", "About Koma")()
    wait("it to open", lambda: list_windows("About") or list_inside())
    if list_windows("About"):
        activate("About")
        yield "about", "About"
        _leave("About")
    else:
        yield "about", "Koma"
        key("Escape")
        wait("it to close", lambda: not list_inside())


def tour_start():
    """Before the first model and the first picture."""
    with Koma(model=None) as koma:
        koma.wait_label("Open a Model")
        koma.focus()
        yield koma, *next(_page("no-model"))
        for name, title, way in (("models", "Models", _press_keys("ctrl+shift+l")),
                                 ("address", "Open Address", _choose_of_model(koma, "Open Address…"))):
            for place in _visit(name, title, way):
                yield koma, *place
        koma.open("--model", COLOURS)
        koma.wait_label("Drop Pictures Here")
        koma.wait_label("In use · Knows 3 kinds")  # the last of the models to choose from
        koma.focus()
        yield koma, *next(_page("empty"))
        for place in _visit("shortcuts", "Keyboard Shortcuts", _press_keys("ctrl+question")):
            yield koma, *place
        for place in _visit_about(koma):
            yield koma, *place
        key("ctrl+shift+c")
        yield koma, *next(_page("camera"))
        key("Escape")


def tour_pictures():
    """Answers, and the dialogs about them."""
    broken = SCRATCH / "broken.png"
    broken.write_bytes(b"")
    pictures = SAMPLES / "01-pawn.jpg", SAMPLES / "11-dragon.jpg", SAMPLES / "board.jpg", broken
    with Koma(*pictures, model=BUNDLED) as koma:
        koma.focus()
        # Not all are seen where text is large.
        koma.wait_rows(["01-pawn.jpg: ", "11-dragon.jpg: ", "board.jpg: ", "broken.png: "], koma.copy_rows)
        koma.wait_idle()
        koma.click("Close This Message")
        koma.focus()
        key("Home")
        yield koma, *next(_page("list"))
        for name, title, way in (
                ("correct", "What Does It Show?", _press_keys("F2")),
                ("export", "Export", _press_keys("ctrl+e")),
                ("arrange", "Sort Into Folders", _choose(koma, "Take Along", "Sort Into Folders…")),
                ("labels", "Write Labels", _choose(koma, "Take Along", "Write Labels…")),
                ("preferences", "Preferences", _press_keys("ctrl+comma")),
                ("expects", "What the Model Expects", _choose_of_model(koma, "What the Model Expects…")),
                ("diagnostics", "Diagnostics", _press_keys("ctrl+shift+p"))):
            for place in _visit(name, title, way):
                yield koma, *place
        key("ctrl+f")
        type_text("nowhere")
        koma.wait_label("No Picture Matches")
        yield koma, *next(_page("no-match"))
        koma.click("Show All Pictures")
        koma.click("Grid")
        yield koma, *next(_page("grid"))
        koma.click("Grid")
        wait("the list", lambda: koma.rows()[:1] and koma.rows()[0].startswith("01-pawn.jpg: "))
        key("ctrl+f", "Return", "Home", "Return")
        wait("the picture", lambda: koma.find({Role.IMAGE}, "Picture “01-pawn.jpg”"))
        yield koma, *next(_page("picture"))
        koma.click("Why This Answer?")
        koma.wait_label("What speaks for")
        yield koma, *next(_page("why"))
        koma.click("Why This Answer?")
        key("Escape")
        wait("the list", koma.get_focused_row)
        key("ctrl+shift+r")
        wait("the review", lambda: koma.find(BUTTONS, "End Review"))
        yield koma, *next(_page("review"))
        key("Escape")


def tour_board():
    with Koma(SAMPLES / "board.jpg", model=BUNDLED) as koma:
        koma.wait_rows(["board.jpg: "])
        koma.wait_idle()
        koma.focus()
        key("ctrl+a", "ctrl+shift+b")
        wait("the board", lambda: koma.find(BUTTONS, "8b: White’s Rook"))
        yield koma, *next(_page("board"))
        key("Escape")
        koma.wait_rows(["board.jpg: "])
        koma.focus()
        key("ctrl+a", "ctrl+b")
        wait("the cells", lambda: any(get_name(node).startswith("Row 1, column 1: ") for node in walk(koma.node)))
        yield koma, *next(_page("cells"))


def _write_labelled():
    folder = SCRATCH / "labelled"
    for colour in RGB:
        (folder / colour).mkdir(parents=True)
        for i in range(N_PICTURES):
            shown = "blue" if (colour, i) == ("red", 0) else colour
            (folder / colour / f"{i}.png").write_bytes(encode_png([value + 5 * i for value in RGB[shown]]))
    return folder


def tour_evaluation():
    with Koma() as koma:
        koma.wait_label("colours")
        koma.focus()
        _choose_of_model(koma, "Evaluate This Model…")()
        activate("Evaluate")
        yield koma, "evaluate-empty", "Evaluate"
        koma.click("Choose a Folder…")
        choose_file("Open Folder of Pictures", _write_labelled())
        koma.wait_label("92% right")
        activate("Evaluate")
        yield koma, "evaluate", "Evaluate"
        for name, title, way in (
                ("compare-with", "Compare With", lambda: koma.click("Compare With…")),
                ("cell", "“red”, taken for “blue”", lambda: koma.click("1 picture of “red” was taken for “blue”"))):
            for place in _visit(name, title, way, "Evaluate"):
                yield koma, *place
        _leave("Evaluate")


def tour_collection():
    path = make_collection("places")
    classify(path, "--channels=bgr")
    classify(path, "--invert=true")
    classify(path)
    with Koma(path) as koma:
        wait("four answers", lambda: len(koma.rows()) == 4)
        koma.focus()
        for place in _visit("compare-models", "Compare Models", _choose(koma, "Take Along", "Compare Models…")):
            koma.wait_label("The two agree on 0 of 4 pictures")
            yield koma, *place


def _show_pictures(page, name):
    def way():
        page.focus_name(name)  # GTK 4.8 complains of a menu whose button is scrolled out of the screen
        page.choose(name, "Show All Pictures")
    return way


def tour_teach():
    with Koma() as koma:
        koma.wait_label("colours")
        TeachPage(koma).enter()
        yield koma, *next(_page("teach-empty"))
        page = TeachPage(koma)
        drag(*sorted(write_classes("taught").iterdir()))
        page.wait_counts(dict.fromkeys(RGB, f"{N_TAUGHT} pictures"))
        koma.wait_label("100% right on pictures it had not seen")
        wait("the toast to go", lambda: find_button(koma.node, "Close This Message") is None)
        koma.focus()
        yield koma, *next(_page("teach"))
        for name, title, way in (
                ("teach-good", "How Good Is It?", lambda: koma.click("How Good?")),
                ("teach-tune", "Fine-Tune", _choose(koma, "More About Teaching", "Fine-Tune…")),
                ("teach-how", "How Koma Learns", _choose(koma, "More About Teaching", "How Koma Learns…")),
                ("teach-projects", "Projects", _choose(koma, "More About Teaching", "Projects…")),
                ("teach-pictures", "red", _show_pictures(page, "red"))):
            for place in _visit(name, title, way):
                yield koma, *place


TOURS = tour_start, tour_pictures, tour_board, tour_evaluation, tour_collection, tour_teach
