#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.pyi, for type checkers and editors: of the library's .gir and of what the overrides add.

make_stubs.py KOMA.gir OVERRIDES-FOLDER LAYERS.inc LAYER-NAMES.inc LAYER-NAMES.c OUTPUT.pyi
"""
import ast
import importlib.util
import pathlib
import re
import sys

from read_gir import CORE, Reader, list_members, to_python_name
from read_layers import Settings
from read_overrides import Overrides, to_lines

HEAD = '''# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Made by engine/koma/library/stubs/make_stubs.py.
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from gi.repository import Gio, GLib, GObject

# What tensors are made of: numbers, nested lists, arrays.
TensorLike = Any
DTypeLike = Any
'''


def load_names(folder):
    spec = importlib.util.spec_from_file_location("names", folder / "names.py")
    module = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(module)
    return module


def indent(lines):
    return ["    " + line for line in lines]


class Writer:
    def __init__(self, reader, overrides, class_names, settings):
        self.reader, self.overrides, self.names = reader, overrides, reader.names
        self.class_names, self.settings = class_names, settings

    def write_enum(self, element):
        name = element.get("name")
        members = [f"{member}: ClassVar[{name}]" for member in list_members(element)]
        return [f"class {name}(int):", *indent(members)]

    def write_record(self, element):
        fields = [f"{one.get('name')}: {self.reader.to_type(one)}" for one in element.findall(CORE + "field")
                  if one.get("private") != "1"]
        methods = self.write_methods(element)
        return [f"class {element.get('name')}:", *indent(fields + methods or ["..."])]

    def write_methods(self, element, overridden=()):
        found = []
        for one in self.reader.list_functions(element, ("constructor", "function")):
            if one.get("name") not in overridden:
                found += ["@staticmethod", *self.reader.to_lines(one)]
        for one in self.reader.list_functions(element, ("method",)):
            if to_python_name(one.get("name")) not in overridden:
                found += self.reader.to_lines(one, first="self")
        return found

    def write_properties(self, element):
        names = [one.get("name").replace("-", "_") for one in element.findall(CORE + "property")]
        settings = ", ".join(f"{name}: Any = ..." for name in names)
        return [f"def __init__(self, *, {settings}) -> None: ..."] if names else []

    def write_aliases(self, name, overridden):
        if name != "Tensor":
            return []
        [element] = [one for one in self.reader.find("class") if one.get("name") == "Tensor"]
        methods = {one.get("name"): one for one in self.reader.list_functions(element, ("method",))}
        return [line for alias, own in self.names.ALIASES.items() if alias not in overridden
                for line in self.reader.to_lines(methods[own], first="self", name=alias)]

    def write_class(self, element):
        name, parent = element.get("name"), element.get("parent")
        added = self.overrides.list_members(name)
        body = [] if "__init__" in added else self.write_properties(element)
        body += self.write_methods(element, added)
        if "." not in parent:  # what a class of the library derives from is made of other things
            body = [line + "  # type: ignore[override]" if line.startswith("def new(") else line for line in body]
        body += [line for lines in added.values() for line in lines] + self.write_aliases(name, added)
        return [f"class {name}({parent}):", *indent(body or ["..."])]

    def write_error(self, node):
        """An exception; the first has the codes. Without a base it is another class, with what it has."""
        if not node.bases:
            fields = [f"{one.targets[0].id}: Any" for one in node.body
                      if isinstance(one, ast.Assign) and not one.targets[0].id.startswith("_")]
            lines = [line for lines in self.overrides.list_members(node.name).values() for line in lines]
            return [f"class {node.name}:", *indent(fields + lines)]
        bases = [getattr(base, "id", None) or "GLib.Error" for base in node.bases]
        codes = []
        if node.name == "Error":
            [element] = [one for one in self.reader.find("enumeration") if one.get("name") == "Error"]
            codes = [f"{member}: ClassVar[int]" for member in list_members(element)]
        return [f"class {node.name}({', '.join(bases)}):", *indent(codes or ["..."])]

    def write_ops(self):
        """Functions of tensors, as functions of the module."""
        [element] = [one for one in self.reader.find("class") if one.get("name") == "Tensor"]
        methods = {one.get("name"): one for one in self.reader.list_functions(element, ("method",))}
        statics = {one.get("name"): one for one in self.reader.list_functions(element, ("constructor", "function"))}
        added = self.overrides.list_members("Tensor")
        found = []
        for name, one in {**methods, **{alias: methods[own] for alias, own in self.names.ALIASES.items()}}.items():
            if to_python_name(name) in self.names.NO_OPS:
                continue
            if name in added:
                found += [line.replace("(self", "(x: TensorLike, /", 1) for line in added[name]]
            else:
                found += self.reader.to_lines(one, first="x: TensorLike, /", name=name)
        for name, one in statics.items():
            if not name.startswith("new"):
                found += self.reader.to_lines(one)
        for maker, own in self.names.MAKERS.items():
            found += self.reader.to_lines(statics[own], name=maker)
        return found

    def write_layers(self):
        """TensorFlow.js' names of settings are taken, too."""
        functions = []
        for one in self.class_names:
            settings = ", ".join(f"{name}: Any = ..." for name in self.settings.list_names(one))
            functions.append(f"def {self.names.to_function_name(one)}(self, *args: Any, {settings}, **others: Any) "
                             "-> Layer: ...")
        input_lines = ["@staticmethod", "def input(*shape: Any) -> Layer: ..."]
        return ["class _Layers:", *indent(functions + input_lines), "", "", "layers: _Layers"]

    def write(self):
        blocks = [self.write_enum(one) for one in self.reader.find("enumeration") if one.get("name") != "Error"]
        blocks += [self.write_error(node) for node in self.sort_errors()]
        records = [one for one in self.reader.find("record") if one.get("disguised") != "1"]
        blocks += [self.write_record(one) for one in records]
        blocks += [self.write_class(one) for one in self.reader.find("class")]
        blocks.append(self.write_layers())
        own = {node.name for node in self.overrides.list_functions()}
        functions = [line for one in self.reader.list_functions(self.reader.namespace, ("function",))
                     if one.get("name") not in own for line in self.reader.to_lines(one)]
        functions += [line for node in self.overrides.list_functions() for line in to_lines(node)]
        blocks.append(self.write_ops() + functions)
        return HEAD + "".join("\n\n" + "\n".join(block) + "\n" for block in blocks)

    def sort_errors(self):
        """A class stands behind those that it derives from."""
        nodes = {node.name: node for node in self.overrides.list_new_classes()}
        found = []

        def add(node):
            for base in node.bases:
                if getattr(base, "id", None) in nodes:
                    add(nodes[base.id])
            if node not in found:
                found.append(node)

        for node in nodes.values():
            add(node)
        return found


gir, overrides_folder, layers, layer_names, macros, output = sys.argv[1:]
folder = pathlib.Path(overrides_folder)
listed = re.findall(r'^KOMA_KERAS_LAYER \("(\w+)"', pathlib.Path(layers).read_text(encoding="utf-8"), re.MULTILINE)
known = Settings(pathlib.Path(layer_names), pathlib.Path(macros))
writer = Writer(Reader(gir, load_names(folder)), Overrides(folder), listed, known)
pathlib.Path(output).write_text(writer.write(), encoding="utf-8")
