#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every function of libkoma tells its users all that they must know, in the comment over its definition:

* each parameter, by name; of one that is handed over or given out, how: (transfer …), (out), (nullable);
* shapes and dtypes of the tensors that it takes and makes;
* for a GError: “Errors: …” with the codes; and which thread may call it: “Thread: …”, of the function or of its type;
* what it returns, and who owns that: (transfer …) of a pointer that is not constant.
"""
import re

import source

FOLDER = source.pathlib.Path("engine/koma")
listed = re.search(r"^koma_headers \+?= files\((.*?)\)", source.read(FOLDER / "meson.build"), re.DOTALL | re.MULTILINE)
HEADERS = [FOLDER / name for name in re.findall(r"'([^']+)'", listed[1])]

DECLARATION = re.compile(r"^(?P<type>[A-Za-z_][\w ]*?[ *]+)(?P<name>koma_\w+) \((?P<arguments>[^;{}]*?)\)\s*"
                         r"(?:G_GNUC_\w+(?: \([^)]*\))?\s*)*;", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"/\*\*\n \* (?P<name>\w+):.*?\n(?P<text>.*?)\*/", re.DOTALL)
# Of a shape and of a dtype, in words.
SHAPE = re.compile(r"shape|scalar|size|element|dimension|\[\w|rank")
DTYPE = re.compile(r"dtype|float32|int32|bool|uint8|integer")


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def split_arguments(text):
    """(type, name) of each."""
    found = []
    for argument in " ".join(text.split()).split(","):
        match = re.fullmatch(r"(.*?[ *])(\w+)(?:\[\w*\])?", argument.strip())
        if match and match[2] != "void":
            found.append((match[1], match[2]))
    return found


def complaints_about(declaration, comment, types):
    arguments = split_arguments(declaration["arguments"])
    result = " ".join(declaration["type"].split())
    if comment is None:
        yield "has no comment"
        return
    described = dict(re.findall(r"^ \* @(\w+):(.*?)(?=^ \* @|^ \*$|\Z)", comment, re.DOTALL | re.MULTILINE))
    for kind, name in arguments:
        if "GError" in kind:
            continue
        if name not in described:
            yield f"does not describe @{name}"
        elif kind.count("*") == 2 and "const" not in kind and "(out" not in described[name] \
                and "(array" not in described[name] and "(inout" not in described[name]:
            yield f"does not say (out) or (array …) of @{name}"
    can_fail = any("GError" in kind for kind, _ in arguments)
    # One that cannot fail takes tensors of any shape and dtype.
    takes_tensors = can_fail and ("KomaTensor *" in result or
                                  any("KomaTensor" in kind for kind, _ in arguments[1:]))
    if takes_tensors and not SHAPE.search(comment):
        yield "does not tell the shapes of its tensors"
    if takes_tensors and not DTYPE.search(comment):
        yield "does not tell the dtypes of its tensors"
    if can_fail and "Errors:" not in comment:
        yield "has a GError, but no “Errors:”"
    if "Thread:" not in comment and not any("Thread:" in types.get(kind.strip(" *").removeprefix("const "), "")
                                            for kind, _ in arguments[:1]):
        yield "does not say which thread may call it, nor does its type"
    if result != "void" and "Returns:" not in comment:
        yield "does not say what it returns"
    if result.endswith("*") and not result.startswith("const ") and "(transfer" not in comment:
        yield "does not say who owns what it returns"


comments = {}
for path in source.files(".c", ".h", under=FOLDER):
    for match in COMMENT.finditer(source.read(path)):
        comments[match["name"]] = match["text"]
complaints, n_functions = [], 0
for path in HEADERS:
    for declaration in DECLARATION.finditer(without_comments(source.read(path))):
        name = declaration["name"]
        if name.endswith(("_get_type", "_quark")):
            continue
        n_functions += 1
        complaints += [f"{path}: {name} () {what}"
                       for what in complaints_about(declaration, comments.get(name), comments)]
if n_functions == 0:
    complaints.append(f"{FOLDER}: no function was found")
source.report(complaints)
