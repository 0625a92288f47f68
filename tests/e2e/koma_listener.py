# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a screen reader is told without having asked."""
import time

from koma_gui import Atspi, GLib, Role, wait

KINDS = "object:property-change:accessible-name", "object:announcement"


class Listener:
    """Hears new names of widgets with one of the roles up to GTK 4.12, and announcements since.
    Widgets tell of themselves once something has asked for them, as a screen reader does."""

    def __init__(self, koma, *roles):
        self.heard = []
        self.koma = koma
        self.roles = roles

    def __enter__(self):
        self.koma.labels()
        self.listener = Atspi.EventListener.new(self._heard_cb)
        for kind in KINDS:
            self.listener.register(kind)
        return self

    def __exit__(self, *_):
        for kind in KINDS:
            self.listener.deregister(kind)

    def _heard_cb(self, event):
        is_announcement = event.type.startswith("object:announcement")
        if is_announcement or event.source.get_role() in self.roles:
            self.heard.append(event.any_data)

    @staticmethod
    def listen_for(seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if not GLib.MainContext.default().iteration(False):
                time.sleep(0.01)

    def wait(self, text):
        """From here on; what was heard up to it is forgotten."""
        wait(f"“{text}” to be said", lambda: self.listen_for(0.05) or text in self.heard)
        del self.heard[:self.heard.index(text) + 1]


def listen_to_alerts(koma):
    return Listener(koma, Role.NOTIFICATION, Role.ALERT)
