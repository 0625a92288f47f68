# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Koma finds in a desktop beside windows: somebody that shows notifications, somebody that is asked before the
computer falls asleep, and a file manager. Made up, and on the session's bus."""
from gi.repository import GLib

from koma_bus import Service

INTERFACES = """<node>
<interface name="org.freedesktop.Notifications">
  <method name="GetCapabilities"><arg direction="out" type="as"/></method>
  <method name="GetServerInformation"><arg direction="out" type="s"/><arg direction="out" type="s"/>
    <arg direction="out" type="s"/><arg direction="out" type="s"/></method>
  <method name="Notify"><arg direction="in" type="s"/><arg direction="in" type="u"/><arg direction="in" type="s"/>
    <arg direction="in" type="s"/><arg direction="in" type="s"/><arg direction="in" type="as"/>
    <arg direction="in" type="a{sv}"/><arg direction="in" type="i"/><arg direction="out" type="u"/></method>
  <method name="CloseNotification"><arg direction="in" type="u"/></method>
  <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
  <signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
</interface>
<interface name="org.gnome.SessionManager">
  <method name="Inhibit"><arg direction="in" type="s"/><arg direction="in" type="u"/><arg direction="in" type="s"/>
    <arg direction="in" type="u"/><arg direction="out" type="u"/></method>
  <method name="RegisterClient"><arg direction="in" type="s"/><arg direction="in" type="s"/>
    <arg direction="out" type="o"/></method>
  <method name="Uninhibit"><arg direction="in" type="u"/></method>
</interface>
<interface name="org.freedesktop.FileManager1">
  <method name="ShowItems"><arg direction="in" type="as"/><arg direction="in" type="s"/></method>
</interface>
</node>"""

NOTIFICATIONS = "/org/freedesktop/Notifications"
PLACES = {
    "org.freedesktop.Notifications": NOTIFICATIONS,
    "org.gnome.SessionManager": "/org/gnome/SessionManager",
    "org.freedesktop.FileManager1": "/org/freedesktop/FileManager1",
}


class Desktop:
    """Remembers what it was told. To be made before Koma, which looks for it when it starts; once in a session."""

    def __init__(self):
        self.notifications = {}  # number: (title, [action, label, …])
        self.reasons = {}        # cookie: reason
        self.shown = []          # addresses of files
        self.count = 0
        places = {name: (name, path) for name, path in PLACES.items()}
        self.bus = Service(INTERFACES, places, self._call).bus

    def _call(self, bus, sender, path, interface, method, parameters, invocation):
        words = parameters.unpack()
        answer = None
        if method == "GetCapabilities":
            answer = GLib.Variant("(as)", (["actions", "body"],))
        elif method == "GetServerInformation":
            answer = GLib.Variant("(ssss)", ("test", "test", "1", "1.2"))
        elif method == "Notify":
            self.count += 1
            self.notifications[self.count] = (words[3], words[5])
            answer = GLib.Variant("(u)", (self.count,))
        elif method == "CloseNotification":
            self.notifications.pop(words[0], None)
        elif method == "Inhibit":
            self.count += 1
            self.reasons[self.count] = words[2]
            answer = GLib.Variant("(u)", (self.count,))
        elif method == "Uninhibit":
            del self.reasons[words[0]]
        elif method == "RegisterClient":
            answer = GLib.Variant("(o)", ("/client",))
        elif method == "ShowItems":
            self.shown += words[0]
        invocation.return_value(answer)

    def press(self, number, action):
        """A button of a notification, which closes it."""
        self.bus.emit_signal(None, NOTIFICATIONS, "org.freedesktop.Notifications", "ActionInvoked",
                             GLib.Variant("(us)", (number, action)))
        del self.notifications[number]
