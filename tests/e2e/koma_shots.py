# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of the window in one look: a language, colours, a size, and a size of text."""
import contextlib
import functools
import gettext
import re
import subprocess
import time
from typing import NamedTuple

from koma_gui import (BUILD, MENU_ITEMS, SCRATCH, Koma, find, find_button, key, list_inside, list_windows, press, wait,
                      xdotool)
from koma_gui.tree import LISTS

THEMES = {
    "light": {},
    "dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"},
    "contrast": {"ADW_DEBUG_HIGH_CONTRAST": "1"},
    "contrast-dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark", "ADW_DEBUG_HIGH_CONTRAST": "1"},
}
LOCALES = {"de": "de_DE", "es": "es_ES", "ja": "ja_JP", "ko": "ko_KR"}
# What GTK draws around a window where the window manager leaves no room for shadows.
FRAME = 5
SECONDS_TO_SETTLE = 8


class Look(NamedTuple):
    language: str
    theme: str
    width: int
    height: int
    text: float

    def __str__(self):
        text = f"@{self.text:g}" if self.text != 1 else ""
        return f"{self.language}-{self.theme}-{self.width}x{self.height}{text}"


@functools.cache
def make_locale(language):
    """What sets it. Without Debian's package locales it is C.UTF-8, which Debian 12 translates from, Debian 13 not."""
    name = f"{LOCALES.get(language, 'en_US')}.UTF-8"
    subprocess.run(["localedef", "-i", name.partition(".")[0], "-f", "UTF-8", SCRATCH / name], capture_output=True,
                   check=False)
    return {"LOCPATH": str(SCRATCH), "LC_ALL": name} if (SCRATCH / name).exists() else {}


class Words:
    """Koma's words in a language, by the English ones without the underlines of keys."""

    def __init__(self, language):
        found = gettext.translation("koma", BUILD / "po", [language], fallback=True)
        self.known = {}
        for english, word in getattr(found, "_catalog", {}).items():
            if isinstance(english, str):
                english = english.rpartition("\4")[2].replace("_", "")
                self.known.setdefault(english, []).append(word.replace("_", ""))

    def get_all(self, english):
        """A label and its name for screen readers, with the key and without it."""
        return self.known.get(english, [english])

    def __call__(self, english):
        return self.get_all(english)[0]


def capture(window):
    return subprocess.run(["import", "-silent", "-window", window, "ppm:-"], check=True,
                          capture_output=True).stdout


def capture_settled(window):
    """When nothing moves any more."""
    end, before = time.monotonic() + SECONDS_TO_SETTLE, None
    while time.monotonic() < end:
        time.sleep(0.3)
        now = capture(window)
        if now == before:
            break
        before = now
    return now


def get_active_window():
    """Between two windows there is none for a moment."""
    def ask():
        done = subprocess.run(["xdotool", "getactivewindow"], capture_output=True, text=True, check=False)
        return done.stdout.strip()
    return wait("an active window", ask)


def get_smallest(window):
    """How small the window manager may make it: width and height without what GTK draws around."""
    hints = subprocess.run(["xprop", "-id", window, "WM_NORMAL_HINTS"], check=True, stdout=subprocess.PIPE,
                           text=True).stdout
    return [int(side) - 2 * FRAME for side in re.search(r"minimum size: (\d+) by (\d+)", hints).groups()]


class Shots:
    """Takes those pages that are wanted; all where none is named."""

    def __init__(self, look, folder, wanted):
        self.look, self.folder, self.wanted = look, folder / str(look), wanted
        self._ = Words(look.language)
        self.koma = self.main = None
        self.folder.mkdir(parents=True, exist_ok=True)

    def set_text_scale(self):
        """Large text as desktops have it: sizes in points grow with it, too."""
        subprocess.run(["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER",
                        f"Xft.dpi:\t{96 * self.look.text:g}\n"], check=True)

    @contextlib.contextmanager
    def start(self, *words, has_question=False, **environment):
        """Koma, with its own model and samples, in this look. A question that it begins with keeps the focus."""
        self.set_text_scale()
        look = {"LANGUAGE": self.look.language, "KOMA_DATA_DIR": "", **THEMES[self.look.theme],
                **make_locale(self.look.language)}
        with Koma(*words, **{"model": None, **look, **environment}) as koma:
            self.koma = koma
            self.find_main()
            xdotool("mousemove", 0, 0)
            if not has_question:
                koma.focus()
            yield koma

    def find_main(self):
        self.main = wait("the window", lambda: list_windows(self._("Koma")))[0]
        self.resize(self.main)

    def resize(self, window, is_dialog=False):
        width, height = self.look.width + 2 * FRAME, self.look.height + 2 * FRAME
        if is_dialog:
            lines = xdotool("getwindowgeometry", "--shell", window).splitlines()
            own = dict(line.split("=") for line in lines)
            width, height = min(width, int(own["WIDTH"])), min(height, int(own["HEIGHT"]))
        xdotool("windowsize", window, width, height)

    def is_wanted(self, *pages):
        return not self.wanted or any(page in self.wanted for page in pages)

    def take(self, page, is_popover=False):
        """The window that is active; with all around it where a popover may reach beyond."""
        if not self.is_wanted(page):
            return
        window = get_active_window()
        if window != self.main:
            self.resize(window, is_dialog=True)
        data = capture_settled("root" if is_popover else window)
        crop = ["-trim"] if is_popover else ["-shave", f"{FRAME}x{FRAME}"]
        subprocess.run(["convert", "ppm:-", *crop, "-strip", self.folder / f"{page}.png"],
                       input=data, check=True)
        print(f"{self.look}: {page}", flush=True)

    def _find_dialog(self):
        """A window of its own, or a message within the main one."""
        active = get_active_window()
        return active if active != self.main else next(iter(list_inside()), None)

    @contextlib.contextmanager
    def dialog(self, *keys):
        """That these keys open, until it is left; without keys, the one that opens by itself."""
        if keys:
            self.koma.focus()
            key(*keys)
        before = wait("a dialog", self._find_dialog)
        yield
        key("Escape")
        wait("the dialog to close", lambda: self._find_dialog() != before)

    def show(self, page, *keys):
        """A dialog with nothing to do in it."""
        if self.is_wanted(page):
            with self.dialog(*keys):
                self.take(page)

    def find(self, roles, english):
        return next(filter(None, (find(self.koma.node, roles, name) for name in self._.get_all(english))), None)

    def find_button(self, english):
        return next(filter(None, (find_button(self.koma.node, name) for name in self._.get_all(english))), None)

    def click(self, english):
        press(wait(f"a button “{english}”", lambda: self.find_button(english)))

    def is_ready(self, english):
        """Whether there is such a button, and it can be pressed."""
        button = self.find_button(english)
        return button is not None and self.koma.is_sensitive(button)

    def choose_item(self, english):
        """Of the menu that is open."""
        wait(f"a menu item “{english}” to take a press",
             lambda: (item := self.find(MENU_ITEMS, english)) is not None and item.press())

    def choose(self, button, item):
        """From the menu of a button."""
        self.koma.focus()
        self.click(button)
        self.choose_item(item)

    def wait_answers(self):
        """Of all rows that are seen, guesses too; the first has the focus then."""
        koma = self.koma
        percent = self._("%ld percent").split("%ld")[1].strip(" \u202c]~")

        def have_answers():
            if anyway := self.find_button("Show the Answers Anyway"):
                press(anyway)
            koma.list = self.find(LISTS, "Pictures")
            return koma.list and koma.rows() and all("%" in row or percent in row for row in koma.rows())
        wait("answers", have_answers)
        key("Home")
