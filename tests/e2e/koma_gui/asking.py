# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions to the accessibility bus, many at a time: libatspi waits for each answer, which takes some ten times as
long."""
import collections
import functools

from gi.repository import Gio, GLib

NAMES = "org.a11y.atspi."


class Pace:
    """How many questions are on their way. The program answers all of them in one iteration of its main loop."""
    max_pending = 16

    @classmethod
    def slow_down(cls):
        """For who measures how long iterations are."""
        cls.max_pending = 1


@functools.cache
def _connect():
    address = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, Gio.DBusCallFlags.NONE, -1, None)
    flags = Gio.DBusConnectionFlags
    return Gio.DBusConnection.new_for_address_sync(
        *address.unpack(), flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)


class Question(tuple):
    """What Gio.DBusConnection.call () wants behind the name and the path. It is equal to itself alone: to compare
    variants takes long."""
    __eq__, __hash__ = object.__eq__, object.__hash__


def make_call(interface, method, signature=None, *arguments):
    return Question((interface, method, signature and GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE,
                     -1, None))


def make_get(interface, name):
    return make_call("org.freedesktop.DBus.Properties", "Get", "(ss)", NAMES + interface, name)


def ask(bus_name, path, question):
    """Waits for the answer, the first value that comes, or None."""
    return next(iter(_connect().call_sync(bus_name, path, *question).unpack()), None)


def converse(questions, answered):
    """Asks all that is in a queue of nodes and questions, and what `answered` puts into it when it gets a node, its
    question and the answer. None is the answer of one that has gone, or has no answer."""
    context = GLib.MainContext.new()
    n_pending = 0

    def answered_cb(bus, result, asked):
        nonlocal n_pending
        n_pending -= 1
        try:
            answer, = bus.call_finish(result).unpack()
        except GLib.Error:
            answer = None
        answered(*asked, answer)

    context.push_thread_default()
    try:
        while questions or n_pending > 0:
            while questions and n_pending < Pace.max_pending:
                node, question = questions.popleft()
                _connect().call(node.bus_name, node.path, *question, answered_cb, (node, question))
                n_pending += 1
            context.iteration(True)
    finally:
        context.pop_thread_default()


def ask_all(nodes, question):
    """Their answers, by node."""
    answers = {}
    converse(collections.deque((node, question) for node in nodes),
             lambda node, _, answer: answers.update({node: answer}))
    return answers
