# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The preferences, where what computes is chosen."""
from koma_gui import (Atspi, Role, activate_row, find, find_window, focus_window, has_focus, key, list_windows,
                      name_gles, press, wait, walk)

PRECISIONS = ["Automatic", "float32", "float16"]
PAGES = {Role.TOGGLE_BUTTON, Role.RADIO_BUTTON, Role.PAGE_TAB}
CHECKS = {Role.CHECK_BOX, Role.RADIO_BUTTON}


class Preferences:
    """The open window. Its nodes are looked up once, and in it alone: the list of pictures behind it
    may be long."""

    def __init__(self, koma, is_computing=True):
        self.koma = koma
        is_software = name_gles() == "OpenGL in software" and "KOMA_GLES_DEVICE" not in koma.environment
        self.gles = "Simulated Graphics Card" if is_software else "Graphics Card"
        # From the top.
        self.titles = ["The Fastest One", self.gles, "Processor, Another Way", "Processor"]
        self.technical = {self.gles: name_gles(), "Processor, Another Way": "XNNPACK", "Processor": "Plain C"}
        koma.focus()
        key("ctrl+comma")
        self.activate()
        self.window = wait("the preferences", lambda: koma.find_frame("Preferences"))
        self.checks = self.rows = None
        if is_computing:
            self.show_computing()

    def show_computing(self):
        """The page where what computes is chosen."""
        press(wait("the page", lambda: find(self.window, PAGES, "Computing")))
        self.checks = {title: wait(title, lambda title=title: find(self.window, CHECKS, title))
                       for title in self.titles}
        self.rows = {title: find(self.window, {Role.LIST_ITEM}, title) for title in self.titles}
        wait("the focus on the choice", lambda: [self.get_focus()] == self.get_chosen())

    @staticmethod
    def activate():
        focus_window(find_window("Preferences"))

    def close(self):
        key("Escape")
        wait("the preferences to close", lambda: not list_windows("Preferences"))
        self.koma.focus()

    def choose_precision(self, name):
        self.choose_of("Precision", PRECISIONS, name)

    def choose_of(self, title, names, name):
        """Of the list of a row, with the keyboard."""
        self.activate()
        row = activate_row(self.window, title)
        items = wait("the choice", lambda: [node for node in walk(row) if node is not row and
                                            node.get_role() == Role.LIST_ITEM])
        wait("the focus in it", lambda: any(map(has_focus, items)))
        key("Home", *["Down"] * names.index(name))
        wait(f"the focus on {name}", lambda: has_focus(items[names.index(name)]))
        key("Return")
        wait("the choice to close", lambda: not any(map(has_focus, items)))

    def get_chosen(self):
        return [title for title, node in self.checks.items()
                if node.has_state(Atspi.StateType.CHECKED)]

    def get_focus(self):
        """The backend whose row has the focus."""
        return next((title for title, node in self.rows.items() if has_focus(node)), None)

    def choose(self, title):
        """With the keyboard; the list of backends has the focus from the start."""
        steps = self.titles.index(title) - self.titles.index(self.get_focus())
        if steps:
            key(*["Down" if steps > 0 else "Up"] * abs(steps))
        wait(f"the focus on {title}", lambda: self.get_focus() == title)
        key("Return")
        wait(f"{title} to be chosen", lambda: self.get_chosen() == [title])


def switch(preferences, status, count, after=lambda i, title: None):
    """Through the three, each waited for till it computes."""
    for i in range(count):
        words = preferences.titles[3 - i % 3]
        title = preferences.technical[words]
        preferences.choose(words)
        wait(f"{title} to compute", lambda title=title: status.get_name() == f"{title} · preferences")
        after(i, title)
