# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of the focus through a window: Tab after Tab, till it is where it began, and back."""
import re
import time

from koma_gui import Atspi, GLib, Node, Role, get_name, key

SECONDS_TO_MOVE, SECONDS_MORE, MAX_STOPS = 10, 0.06, 60
TYPE_NAME = re.compile("(Gtk|Adw|Koma)[A-Z]")  # which GTK 4.8 has in place of a name


def describe(node):
    return f"{node.get_role_name()} “{say(node)}” at {tuple(node.get_area())}"


def say(node):
    """Its name; of what only scrolls, the name of the page."""
    name = get_name(node)
    return get_name(node.get_parent()) if not name and node.get_role() == Role.SCROLL_PANE else name


def is_nameless(node):
    return not say(node) or TYPE_NAME.match(say(node))


class FocusWalk:
    """In one window."""

    def __init__(self, frame):
        self.frame = frame
        self.stops = []
        self.inside = {frame: True}  # of nodes, which stay where they are

    def __enter__(self):
        self.listener = Atspi.EventListener.new(self._focused_cb)
        self.listener.register("object:state-changed:focused")
        return self

    def __exit__(self, *_):
        self.listener.deregister("object:state-changed:focused")

    def _focused_cb(self, event):
        node = Node(event.source.app.bus_name, event.source.path)
        try:
            if event.detail1 and self._is_inside(node):
                self.stops.append(node)
        except GLib.Error:  # it has gone, or its program has
            pass

    def _is_inside(self, node):
        if node is None:
            return False
        if node not in self.inside:
            self.inside[node] = self._is_inside(node.get_parent())
        return self.inside[node]

    def _listen(self, seconds, is_enough):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not is_enough():
            if not GLib.MainContext.default().iteration(False):
                time.sleep(0.005)

    def step(self, name):
        """Where the focus is after that key; None if it has not moved."""
        self.stops.clear()
        key(name)
        self._listen(SECONDS_TO_MOVE, lambda: self.stops)
        self._listen(SECONDS_MORE, lambda: False)
        return self.stops[-1] if self.stops else None

    def go_round(self, name, at_each=lambda node: None):
        """All stops, each once; `at_each` sees one that has the focus."""
        round_ = []
        while len(round_) <= MAX_STOPS:
            stop = self.step(name)
            if stop is None and not round_:  # the window may get the keyboard only now
                stop = self.step(name)
            assert stop is not None, f"{name} leads nowhere from {describe(round_[-1]) if round_ else 'the start'}"
            if stop in round_:
                assert stop == round_[0], f"{name} leads from {describe(round_[-1])} to {describe(stop)} again"
                return round_
            round_.append(stop)
            at_each(stop)
        raise AssertionError(f"{name} has not led round: {[say(stop) for stop in round_]}")
