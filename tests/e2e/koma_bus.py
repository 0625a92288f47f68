# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Services on the session's bus that are made up."""
import threading

from gi.repository import Gio, GLib


class Service:
    """Answers to calls, in a thread of its own; `bus` is its connection.

    interfaces: XML of a node; places: for each interface the name on the bus and the path of its
    object; call, get_property: as g_dbus_connection_register_object() has them, in that thread.
    """

    def __init__(self, interfaces, places, call, get_property=None):
        self.bus = None
        is_ready = threading.Event()
        threading.Thread(target=self._serve, args=[interfaces, places, call, get_property, is_ready],
                         daemon=True).start()
        is_ready.wait()

    def _serve(self, interfaces, places, call, get_property, is_ready):
        context = GLib.MainContext()
        context.push_thread_default()
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        for interface in Gio.DBusNodeInfo.new_for_xml(interfaces).interfaces:
            name, path = places[interface.name]
            self.bus.register_object(path, interface, call, get_property, None)
            self.bus.call_sync("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
                               GLib.Variant("(su)", (name, 0)), None, 0, -1, None)
        is_ready.set()
        GLib.MainLoop(context).run()
