# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of one's own classes, as a screen reader finds it."""
from koma_gui import (BUTTONS, GROUPS, RGB, SCRATCH, Role, drag, encode_png, find, get_name, has_focus, hold,
                      is_laid_out, key, read_row, type_text, wait, walk)

SHADES = {**RGB, "yellow": (220, 200, 20), "white": (220, 220, 220)}
N_SHADES = 5
N_PICTURES = 5  # of each class of write_classes()


def show_shade(camera, colour, shade=2):
    """A little lighter, for each shade: a class whose pictures are all the same knows no other."""
    camera.tell("colour %02x%02x%02x" % tuple(min(value + 7 * shade, 255) for value in SHADES[colour]))


def write_shade(path, colour, shade):
    """The same as a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_png([value + 7 * shade for value in RGB[colour]]))
    return path


def write_classes(name):
    """A folder of pictures for each colour."""
    folder = SCRATCH / name
    for colour in RGB:
        for i in range(N_PICTURES):
            write_shade(folder / colour / f"{i}.png", colour, i)
    return folder


def teach_colours(koma, name):
    """Enters the page, and drops the folders of write_classes() on it."""
    page = TeachPage(koma)
    page.enter()
    drag(*sorted(write_classes(name).iterdir()))
    page.wait_counts(dict.fromkeys(RGB, f"{N_PICTURES} pictures"))
    return page


def start_classes(koma, n_classes):
    """“Class 1” and so on, without pictures, of the model of colours."""
    koma.wait_label("colours")
    page = TeachPage(koma)
    page.enter()
    page.start()
    for i in range(2, n_classes):
        koma.click("Add Class")
        page.wait_counts({f"Class {i + 1}": "0 pictures"})
    return page


def record(page, name, camera, colour, n_pictures=2):
    """With Space held until there are so many pictures of each shade."""
    page.focus_record(name)
    show_shade(camera, colour, 0)
    hold("space", True)
    for shade in range(N_SHADES):
        show_shade(camera, colour, shade)
        before = page.count_pictures(name)
        wait("more pictures", lambda: page.count_pictures(name) >= before + n_pictures)
    hold("space", False)
    page.koma.wait_toast(f"recorded for “{name}”")


class TeachPage:
    def __init__(self, koma):
        self.koma = koma

    def enter(self):
        self.koma.focus()
        key("ctrl+shift+t")
        wait("the page", lambda: self.koma.find(BUTTONS, "Back to the Pictures"))

    def start(self):
        """Without classes so far: the button is not seen while the project is being opened."""
        wait("the empty page", lambda: is_laid_out(self.koma.find(BUTTONS, "Start With Two Classes")))
        self.koma.click("Start With Two Classes")
        self.wait_counts({"Class 1": "0 pictures", "Class 2": "0 pictures"})

    def leave(self):
        self.koma.focus()
        key("Escape")

    def find_card(self, name):
        return self.koma.find(GROUPS, name)

    def count(self, name):
        """What the card says of its pictures; None where there is no such class."""
        card = self.find_card(name)
        return next((node.get_name() for node in walk(card) if node.get_role() == Role.LABEL and
                     node.get_name().split(" ")[0].isdigit()), None)

    def count_pictures(self, name):
        return int((self.count(name) or "0 ").split(" ")[0])

    def counts(self, *names):
        return [self.count(name) for name in names]

    def wait_counts(self, expected):
        """By name: “2 pictures”; None for one that is not there."""
        wait(f"classes {expected}", lambda: self.counts(*expected) == [*expected.values()])

    def find_entry(self, name):
        card = wait(f"the class “{name}”", lambda: self.find_card(name))
        return next(node for node in walk(card) if node.get_role() in (Role.TEXT, Role.ENTRY))

    def focus_name(self, name):
        """With the keyboard."""
        entry = self.find_entry(name)
        wait(f"the focus on “{name}”", lambda: any(map(has_focus, walk(entry))) or key("Tab"), step=0.2)

    def rename(self, before, after):
        """In its card."""
        self.focus_name(before)
        key("ctrl+a")
        type_text(after)
        key("Return")
        wait(f"the class “{after}”", lambda: self.find_card(after))

    def choose(self, name, item):
        """Of the menu of a card."""
        self.koma.click(f"More for “{name}”")
        self.koma.choose(item)

    def focus_record(self, name):
        """The button to hold, with the keyboard."""
        button = wait(f"the button of “{name}”", lambda: find(
            self.koma.node, BUTTONS, f"Hold to record pictures of “{name}”"))
        wait("the focus on it", lambda: has_focus(button) or key("Tab"), step=0.2)
        return button

    def find_answers(self):
        """The title (the class, “Not sure” …), and the names and scores of the best classes."""
        result = list(walk(find(self.koma.find(GROUPS, "Try It"), GROUPS, "Result")))
        bars = [read_row(node) for node in result if node.get_role() == Role.LEVEL_BAR]
        return [*(get_name(node) for node in result if node.get_role() == Role.LABEL),
                *(word for bar in bars for word in bar.rsplit(" ", maxsplit=1))]

    def wait_answer(self, title):
        wait(f"the answer “{title}”", lambda: self.find_answers()[0] == title)
