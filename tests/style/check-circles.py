#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No files include or call each other in a circle: each can be read after those that it uses.

A file and its header are one. A call by a pointer (a vtable, a signal, a callback) is no dependency of the caller's.
ALLOWED lists the circles that the subject itself has, with the reason.
"""
import os
import re

import source

FOLDERS = ("app", "ui", "engine", "worker")
ALLOWED = {
    ("engine/formats/keras/functional",
     "engine/formats/keras/layer",
     "engine/formats/keras/sequential"):
        "a Keras model is a layer of another",
}
CODE = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
DEFINITION = re.compile(r"^(?!static\b)[A-Za-z_][\w \t\n*]*?\b(\w+) \([^;{]*?\)\n\{", re.MULTILINE)
CALL = re.compile(r"\b(\w+) \(")


def unit(path):
    """A .c file and its headers, the private one too, by one name."""
    return re.sub(r"(-private)?\.(c|h|inc)$", "", str(path))


texts = {path: CODE.sub('""', source.read(path))
         for folder in FOLDERS for path in source.files(".c", ".h", ".inc", under=folder)}
units = {unit(path) for path in texts}
defined_in = {}
for path, text in texts.items():
    for name in DEFINITION.findall(text):
        defined_in.setdefault(name, set()).add(unit(path))

uses = {name: {} for name in units}
for path, text in texts.items():
    here = unit(path)
    for name, in_quotes in source.includes(path):
        for folder in (path.parent, source.pathlib.Path()):
            there = unit(os.path.normpath(folder / name))
            # A file that includes the header of another and calls nothing depends on its types alone.
            if in_quotes and path.suffix == ".h" and there in units and there != here:
                uses[here].setdefault(there, f"{path.name} includes {name}")
    # A header's prototypes are no calls.
    for name in CALL.findall(text) if path.suffix == ".c" else []:
        there = defined_in.get(name, set())
        if len(there) == 1 and here not in there:
            uses[here].setdefault(next(iter(there)), f"{path.name} calls {name} ()")


def circles():
    """Strongly connected parts of more than one file (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(name):
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in uses[name]:
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            part = [stack.pop()]
            while part[-1] != name:
                part.append(stack.pop())
            if len(part) > 1:
                found.append(sorted(part))

    for name in sorted(uses):
        if name not in index:
            visit(name)
    return found


complaints = []
seen = set()
for part in circles():
    if tuple(part) in ALLOWED:
        seen.add(tuple(part))
        continue
    complaints.append("a circle of files: " + ", ".join(part))
    complaints += [f"  {name}: {uses[name][other]}" for name in part for other in uses[name] if other in part]
complaints += [f"check-circles.py allows a circle that is none: {', '.join(part)}"
               for part in ALLOWED if part not in seen]
source.report(complaints)
