# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A node of the accessibility tree, asked as screen readers ask it."""
import collections

from gi.repository import Atspi, GLib

from .asking import NAMES, ask, ask_all, converse, make_call, make_get

DESKTOP = NAMES + "Registry", "/org/a11y/atspi/accessible/root"
NOTHING = "/org/a11y/atspi/null"
# Of these, which have many, children are asked for one by one: GTK makes what it tells of a child when it is asked.
LONG_ROLES = {Atspi.Role.LIST, Atspi.Role.LIST_BOX, Atspi.Role.TABLE}
ROLE, ROLE_NAME, CHILDREN, STATE, RELATIONS = (
    make_call(NAMES + "Accessible", name)
    for name in ("GetRole", "GetRoleName", "GetChildren", "GetState", "GetRelationSet"))
NAME, DESCRIPTION, PARENT, CHILD_COUNT = (
    make_get("Accessible", name) for name in ("Name", "Description", "Parent", "ChildCount"))
N_ACTIONS = make_get("Action", "NActions")

Area = collections.namedtuple("Area", "x y width height")

# A path is given once, and what it is given to keeps its role: to ask again is a third of the questions.
known_roles = {}


def make_get_child(i):
    return make_call(NAMES + "Accessible", "GetChildAtIndex", "(i)", i)


class Reading:
    """Nodes that are gone through together. What one is asked meanwhile, all of its role are asked."""

    def __init__(self):
        self.nodes = []
        self.answers = {}

    def ask(self, node, question):
        key = node.role, question
        if key not in self.answers:
            self.answers[key] = ask_all([other for other in self.nodes if other.role == node.role], question)
        return self.answers[key][node]

    def end(self):
        for node in self.nodes:
            node.reading = None


class Node:
    """With libatspi's names. Errors are GLib's."""

    def __init__(self, bus_name, path):
        self.bus_name, self.path = bus_name, path
        self.reading = None

    def __eq__(self, other):
        return isinstance(other, Node) and (self.bus_name, self.path) == (other.bus_name, other.path)

    def __hash__(self):
        return hash(self.path)

    def _ask(self, question):
        return ask(self.bus_name, self.path, question)

    def _read(self, question):
        answer = self.reading.ask(self, question) if self.reading is not None else None
        return self._ask(question) if answer is None else answer

    @property
    def role(self):
        """None before it was asked."""
        return known_roles.get(self)

    def get_role(self):
        if self.role is None:
            known_roles[self] = self._ask(ROLE)
        return self.role

    def get_role_name(self):
        return self._read(ROLE_NAME)

    def get_name(self):
        return self._read(NAME)

    def get_description(self):
        return self._read(DESCRIPTION)

    def has_state(self, state):
        words = self._read(STATE)
        return bool(words[state // 32] >> state % 32 & 1)

    def get_parent(self):
        return make_node(*self._read(PARENT))

    def get_children(self):
        return ask_children(self)

    def get_child_count(self):
        return self._ask(CHILD_COUNT)

    def get_label(self):
        """What names it, where that is another node."""
        for relation, targets in self._read(RELATIONS):
            if relation == Atspi.RelationType.LABELLED_BY:
                return make_node(*targets[0])
        return None

    def get_area(self):
        """In its window."""
        return Area(*self._ask(make_call(NAMES + "Component", "GetExtents", "(u)", Atspi.CoordType.WINDOW)))

    def get_n_actions(self):
        try:
            return self._read(N_ACTIONS)
        except GLib.Error:  # it has none
            return 0

    def press(self):
        """False where it can not be pressed now."""
        return self._ask(make_call(NAMES + "Action", "DoAction", "(i)", 0))

    def get_text(self):
        return self._ask(make_call(NAMES + "Text", "GetText", "(ii)", 0, self._ask(make_get("Text", "CharacterCount"))))

    def get_value(self):
        return self._ask(make_get("Value", "CurrentValue"))

    def set_value(self, value):
        self._ask(make_call("org.freedesktop.DBus.Properties", "Set", "(ssv)", NAMES + "Value", "CurrentValue",
                            GLib.Variant("d", value)))

    def get_toolkit_version(self):
        """Of a program."""
        return self._ask(make_get("Application", "Version"))

    def get_process_id(self):
        """Of its program."""
        return ask("org.freedesktop.DBus", "/org/freedesktop/DBus", make_call(
            "org.freedesktop.DBus", "GetConnectionUnixProcessID", "(s)", self.bus_name))


def make_node(bus_name, path):
    """(nullable)"""
    return Node(bus_name, path) if path != NOTHING else None


def make_nodes(references):
    return [make_node(*reference) for reference in references if reference is not None and reference[1] != NOTHING]


def ask_children(node):
    children = {}
    converse(collections.deque((node, make_get_child(i)) for i in range(node.get_child_count())),
             lambda _, question, answer: children.update({question: answer}))
    return make_nodes(children.values())


def list_programs():
    return Node(*DESKTOP).get_children()


def go_through(nodes):
    """One node after the other, see Reading; nothing of those that have gone."""
    reading = Reading()
    known_roles.update(ask_all([node for node in nodes if node.role is None], ROLE))
    reading.nodes = [node for node in nodes if node.role is not None]
    for node in reading.nodes:
        node.reading = reading
    try:
        yield from reading.nodes
    finally:
        reading.end()


def list_named(above):
    """Its children that have names."""
    return [node for node in go_through(above.get_children()) if node.get_name()]


def read_tree(node, closed):
    """A node and all below it, in their order, but nothing below those whose role is `closed`. GTK 4.18 may have a node
    below two: it counts where it is met first."""
    below = {}
    met = {node}
    questions = collections.deque()

    def answered(one, question, answer):
        if question is ROLE:
            known_roles[one] = answer
            if answer is not None and answer not in closed:
                questions.append((one, CHILD_COUNT if answer in LONG_ROLES else CHILDREN))
        elif question is CHILD_COUNT:
            questions.extend((one, make_get_child(i)) for i in range(answer or 0))
        else:
            children = [child for child in make_nodes((answer or []) if question is CHILDREN else [answer])
                        if child not in met]
            met.update(children)
            below.setdefault(one, []).extend(children)
            for child in children:
                if child.role is None:
                    questions.append((child, ROLE))
                else:
                    answered(child, ROLE, child.role)

    def list_in_order(one):
        yield one
        for child in below.get(one, []):
            yield from list_in_order(child)

    answered(node, ROLE, node.get_role())
    converse(questions, answered)
    return list(list_in_order(node))
