# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window that changes what a model expects, and shows the picture as the model sees it."""
import re
import subprocess

from koma_gui import (RGB, SCRATCH, Koma, Role, choose_file, equal, find_button, find_window, focus_window,
                      get_name, has_focus, key, list_windows, press, run, wait, walk, write_png)
from koma_models import choose_in_model_menu, make_vague

TITLE = "What the Model Expects"
RANGES = ["−1 … 1", "0 … 1", "0 … 255", "ImageNet", "Caffe"]


class Expects:
    """The open window."""

    def __init__(self, koma):
        self.activate()
        self.node = wait("the window", lambda: koma.find_frame(TITLE))

    @staticmethod
    def activate():
        focus_window(find_window(TITLE))

    def find_row(self, title):
        return next((node for node in walk(self.node) if get_name(node) == title and
                     node.get_role() in (Role.COMBO_BOX, Role.LIST_ITEM)), None)

    def focus_row(self, title):
        row = wait(f"the row “{title}”", lambda: self.find_row(title))
        wait(f"the focus on “{title}”", lambda: any(map(has_focus, walk(row))) or key("Tab"), step=0.2)

    def choose(self, title, place):
        """One of a list, by its place."""
        self.activate()
        self.focus_row(title)
        key("space")
        wait("the list", lambda: not has_focus(self.find_row(title)))
        key("Home", *["Down"] * place, "Return")

    def labels(self):
        return [node.get_name() for node in walk(self.node) if node.get_role() == Role.LABEL]

    def get_source(self, title):
        """What the row says of where it was learned."""
        row = self.find_row(title)
        return [node.get_name() for node in walk(row) if node.get_role() == Role.LABEL][1]

    def wait_source(self, title, source):
        wait(f"“{title}”: {source}", lambda: self.get_source(title) == source)

    def count_pixels(self, colour):
        """That the window shows."""
        found = subprocess.run(["import", "-window", find_window(TITLE), "-depth", "8", "-format", "%c",
                                "histogram:info:-"], capture_output=True, check=True).stdout.decode("latin-1")
        code = "".join(f"{value:02X}" for value in colour)
        return sum(int(count) for count in re.findall(rf"^ *(\d+):.*#{code}", found, re.MULTILINE))

    def wait_painted(self, colour):
        wait(f"a picture of {colour}", lambda: self.count_pixels(colour) > 5000)


def test_wrong_range():
    """A range that was guessed wrong is put right in two steps; the picture beside it changes, and so
    do the answers. It is right at the next start, until the file is believed again."""
    picture, model = write_png(SCRATCH / "r.png", "red"), make_vague("vague")
    red = RGB["red"]
    with Koma(picture, model=model) as koma:
        koma.wait_rows(["r.png: #0 "])
        koma.click("Adjust…")
        expects = Expects(koma)
        expects.wait_painted(red)
        equal(expects.get_source("Range of Values"), "A guess")
        assert any("“r.png” as the Model Sees It" in text for text in expects.labels())
        expects.choose("Range of Values", RANGES.index("Caffe"))
        expects.wait_painted(red[::-1])
        koma.wait_rows(["r.png: #2 "])
        expects.wait_source("Range of Values", "Chosen by you")
        expects.wait_source("Order of Colors", "Chosen by you")
        wait("what is said of blue", lambda: any("Blue comes first" in text for text in expects.labels()))
        home = koma.home
    with Koma(picture, model=model, XDG_STATE_HOME=str(home)) as koma:
        koma.wait_rows(["r.png: #2 "])
        choose_in_model_menu(koma, "What the Model Expects…")
        expects = Expects(koma)
        expects.wait_painted(red[::-1])
        press(find_button(expects.node, "Back to What the File Says"))
        expects.wait_painted(red)
        koma.wait_rows(["r.png: #0 "])
        expects.wait_source("Range of Values", "A guess")
        expects.activate()
        key("ctrl+z")
        expects.wait_painted(red[::-1])
        koma.wait_rows(["r.png: #2 "])
        key("Escape")
        wait("the window to close", lambda: not list_windows(TITLE))
        koma.focus()


def test_labels():
    """A file of labels that is given in the window."""
    picture, model = write_png(SCRATCH / "l.png", "blue"), make_vague("named")
    names = SCRATCH / "names.txt"
    names.write_text("rot\ngrün\nblau\n")
    with Koma(picture, model=model) as koma:
        koma.wait_rows(["l.png: #2 "])
        koma.click("Adjust…")
        expects = Expects(koma)
        expects.focus_row("Labels")
        key("space")
        choose_file("Open Labels File", names)
        koma.wait_rows(["l.png: blau "])
        expects.wait_source("Labels", "Chosen by you")
        wait("the answers beside", lambda: any((node.get_name() or "").startswith("blau")
                                               for node in walk(expects.node)))


run(test_wrong_range, test_labels)
