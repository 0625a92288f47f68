#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Koma.pyi names what the module Koma has, and nothing else, with the parameters that there are.

test-python-stubs.py KOMA.pyi
"""
import ast
import inspect
import sys

from gi.repository import GObject, Koma

with open(sys.argv[1], encoding="utf-8") as file:
    tree = ast.parse(file.read())
complaints = []


def list_names(body):
    found = {}
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = node
    return found


def list_parameters(node):
    args = node.args
    found = [one.arg for one in args.posonlyargs + args.args + args.kwonlyargs]
    return [name for name in found if name not in ("self", "x")]


def check_function(where, function, node):
    if type(function).__module__.partition(".")[0] == "gi":  # PyGObject's own take anything, they say
        return False
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return False
    kinds = {one.kind for one in signature.parameters.values()}
    own = [name for name, one in signature.parameters.items()
           if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD) and name not in ("self", "x", "cls")]
    if inspect.Parameter.VAR_POSITIONAL in kinds and node.args.vararg is None:
        complaints.append(f"{where}: no *args")
    if isinstance(node, ast.FunctionDef) and list_parameters(node) != own:
        complaints.append(f"{where}: {list_parameters(node)}, expected {own}")
    return True


def is_public(name):
    return not name.startswith("_")


def is_of_gobject(member):
    """What PyGObject lists, and nobody calls: vfuncs among them."""
    return member in ("props", "parent_instance") or member.startswith("do_")


def check_class(name, node):
    kind = getattr(Koma, name)
    found = list_names(node.body)
    own = set()
    for base in kind.__mro__:
        if "Koma" in base.__module__ and base.__name__ == name:
            own |= {member for member in vars(base) if is_public(member) and not is_of_gobject(member)}
    for member in sorted(own - {"CODE"}):
        if member not in found and not (issubclass(kind, int) or hasattr(GObject.Object, member)):
            complaints.append(f"{name}.{member} is lacking")
    for member, one in found.items():
        is_field = isinstance(one, ast.AnnAssign) and not issubclass(kind, (int, Exception))
        if not hasattr(kind, member) and not is_field:
            complaints.append(f"{name}.{member} is none")
        elif isinstance(one, ast.FunctionDef) and is_public(member) and not one.decorator_list:
            check_function(f"{name}.{member}", getattr(kind, member), one)


stubs = list_names(tree.body)
names = {name for name in dir(Koma) if is_public(name) and not name.endswith("Class")}
n_functions = 0
for name in sorted(names):
    value = getattr(Koma, name)
    if name not in stubs:
        complaints.append(f"{name} is lacking")
    elif inspect.isclass(value):
        check_class(name, stubs[name])
    elif callable(value):
        n_functions += check_function(name, value, stubs[name])
complaints += [f"{name} is none" for name in stubs if is_public(name) and not hasattr(Koma, name)]
layer_names = set(list_names(stubs["_Layers"].body))
if layer_names != set(dir(Koma.layers)):
    complaints.append(f"layers: {layer_names ^ set(dir(Koma.layers))}")
# Each setting that is named is one: a value that none has is refused for itself, if at all.
for name, node in list_names(stubs["_Layers"].body).items():
    for setting in (one.arg for one in node.args.kwonlyargs):
        try:
            getattr(Koma.layers, name)(**{setting: None})
        except ValueError as error:
            if "There is no setting" in str(error):
                complaints.append(f"layers.{name}: {error}")
settings = {one.arg for one in list_names(stubs["_Layers"].body)["conv2d"].args.kwonlyargs}
if not settings >= {"filters", "kernel_size", "kernel_initializer", "bias_constraint", "input_shape", "name"}:
    complaints.append(f"layers.conv2d: {settings}")
print(*complaints, sep="\n")
print(f"{len(names)} names, {n_functions} functions with parameters")
sys.exit(bool(complaints) or n_functions < 100)
