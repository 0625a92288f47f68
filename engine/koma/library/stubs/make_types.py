#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""tf.d.ts, for editors and TypeScript: what the tables of the JavaScript module and the settings of layers say, in
the places for them in tf.d.ts.in.

make_types.py TF-FOLDER TF.d.ts.in LAYERS.inc LAYER-NAMES.inc LAYER-NAMES.c OUTPUT.d.ts
"""
import pathlib
import re
import sys

from read_layers import Settings

KINDS = {
    "tensor": "TensorLike", "indices": "TensorLike", "bools": "TensorLike", "tensors": "readonly TensorLike[]",
    "axes": "Sizes", "ints": "Sizes | readonly Sizes[]", "sizes": "Sizes", "split": "Sizes",
    "size2": "readonly [number, number]", "flag": "boolean", "number": "number", "int": "number", "seed": "number",
    "value": "number | boolean", "dtype": "DataType", "pad": "Padding", "format": "string",
    "mirror": "'reflect' | 'symmetric'", "norm": "number | 'euclidean' | 'fro'", "pooling": "'avg' | 'max'",
    "reduction": "number", "numbers": "Sizes",
    "interpolation": "'nearest' | 'bilinear'", "threshold": "'binary' | 'otsu'",
    "fillMode": "'constant' | 'reflect' | 'wrap' | 'nearest'",
    "side": "'left' | 'right'", "text": "string", "vectors": "TensorLike", "unused": "any",
    "grid": "{indexing?: 'xy' | 'ij'}", "window": "(windowLength: number) => Tensor",
}
SIGNATURE = re.compile(r"^(\w+) \((.*)\): (.+)$")
PARAMETER = re.compile(r"^(\w+): (\w+)(\??)(?: = (.+))?$")
PARTLY = ("layers",)  # namespaces of which Koma has some
CAPITALS = {"ELU": "elu", "GRU": "gru", "LSTM": "lstm", "PReLU": "prelu", "RNN": "rnn", "ConvLSTM2D": "convLstm2d"}


def to_parameter(text):
    """`axis?: Sizes | null` of `axis: axes?`."""
    name, kind, mark, default = PARAMETER.match(text).groups()
    if kind == "rest":
        return f"...{name}: readonly TensorLike[]"
    is_optional = mark == "?" or default is not None
    return f"{name}{'?' if is_optional else ''}: {KINDS[kind]}{' | null' if is_optional else ''}"


def to_result(name, text):
    if name.endswith("Async"):
        return f"Promise<{to_result('', text)}>"
    if text in ("tensor", "tensors"):
        return "Tensor" if text == "tensor" else "Tensor[]"
    return "{" + "; ".join(f"{name}: Tensor" for name in text.split(", ")) + "}"


def require_before(parameters):
    """TypeScript has no argument that must be given behind one that may be left out."""
    last = max((i for i, one in enumerate(parameters) if "?:" not in one), default=-1)
    return [one.replace("?:", ":") if i < last else one for i, one in enumerate(parameters)]


class Signatures:
    """The rows of a table in signatures.js: (name, parameters, what is returned)."""

    def __init__(self, text):
        self.tables = {}
        for table, rows in re.findall(r"export const (\w+)Signatures = `\n(.*?)\n`;", text, re.DOTALL):
            lines = re.sub(r"\n +", " ", rows).split("\n")
            self.tables[table] = [SIGNATURE.match(line).groups() for line in lines]

    def write(self, table, before="", skip=0):
        found = []
        for name, parameters, result in self.tables[table]:
            given = require_before([to_parameter(one) for one in parameters.split(", ")])[skip:]
            found.append(f"{before}{name}({', '.join(given)}): {to_result(name, result)};")
        return found


def write_methods(signatures, no_methods):
    """Of what takes a tensor first, or a list whose first is the object."""
    found = []
    rows = [row for row in signatures.tables["op"] if is_method(row, no_methods)]
    rows += [row for row in signatures.tables["image"] if row[0].startswith("resize")]
    for name, parameters, result in rows:
        first, *others = parameters.split(", ")
        given = require_before([to_parameter(one) for one in others])
        if first.endswith(": tensors"):
            given = ["others?: TensorLike | readonly TensorLike[]", *given]
        found.append(f"{name}({', '.join(given)}): {to_result(name, result)};")
    return found


def is_method(row, no_methods):
    name, parameters, _ = row
    kind = parameters.split(", ")[0].split(": ")[1]
    return kind in ("tensor", "indices", "bools", "tensors") and not re.match(no_methods, name)


def to_function_name(class_name):
    """maxPooling2d of MaxPooling2D, as layers.js has it."""
    stem = class_name.removesuffix("Cell")
    if stem in CAPITALS:
        return CAPITALS[stem] + class_name[len(stem):]
    return class_name[0].lower() + re.sub(r"(\d)D", r"\1d", class_name[1:])


def to_camel_case(name):
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def write_layers(class_names, settings, text):
    found = {}
    cells = re.search(r"const cells = \[(.*?)\]", text)[1]
    for class_name in [*class_names, *re.findall(r"'(\w+)'", cells)]:
        name = to_function_name(class_name)
        known = settings.list_names(class_name) if class_name in settings.rows else []
        members = " ".join(f"{to_camel_case(one)}?: any;" for one in known)
        found[name] = f"(config?: {{{members} [setting: string]: any}}): Layer;"
    aliases = re.search(r"const aliases = {(.*?)};", text, re.DOTALL)[1]
    for alias, name in re.findall(r"(\w+): '(\w+)'", aliases):
        found.setdefault(alias, found[name])
    return [name + rest for name, rest in sorted(found.items())]


def read_lacking(text):
    """{namespace: names}"""
    body = re.search(r"export const lackingNames = {(.*?)\n};", text, re.DOTALL)[1]
    return {name.strip("'"): names.split()
            for name, _, names in re.findall(r"^ {4}('\w*'|\w+): (`|')([^`']*)\2", body, re.MULTILINE)}


def write_lacking(lacking, namespaces):
    found = [f"export declare function {name}(...args: any[]): never;" for name in lacking[""]]
    for namespace in namespaces:
        found += [f"export declare const {namespace}: {{",
                  *(f"    {name}(...args: any[]): never;" for name in lacking[namespace]), "};"]
    return found


def fill(template, blocks):
    """A line `@name words@` becomes what blocks has for the name, indented alike."""
    def replace(match):
        name, _, words = match[2].partition(" ")
        lines = blocks[match[2]] if match[2] in blocks else blocks[name](words)
        return "\n".join(match[1] + line for line in lines)

    return re.sub(r"^( *)@([^@\n]+)@$", replace, template, flags=re.MULTILINE)


folder, template, layers, layer_names, macros, output = map(pathlib.Path, sys.argv[1:])


def read(path):
    return path.read_text(encoding="utf-8")


table = Signatures(read(folder / "signatures.js"))
missing = read_lacking(read(folder / "lacking.js"))
not_methods = re.search(r"const noMethods = /(.*?)/;", read(folder / "ops.js"))[1]
classes = re.findall(r'^KOMA_KERAS_LAYER \("(\w+)"', read(layers), re.MULTILINE)
output.write_text(fill(read(template), {
    "ops": table.write("op", "export declare function "),
    "methods": write_methods(table, not_methods),
    **{name: table.write(one) for name, one in
       (("losses", "loss"), ("image", "image"), ("linalg", "linalg"), ("metrics", "metric"), ("math", "math"),
        ("signal", "signal"))},
    "layers": write_layers(classes, Settings(layer_names, macros), read(folder / "layers.js")),
    "settings": lambda words: [f"{name}(config?: any): Setting;" for name in words.split()],
    **{f"lacking {one}": [f"{name}(...args: any[]): never;" for name in missing[one]] for one in PARTLY},
    "lacking": write_lacking(missing, [name for name in missing if name not in ("", *PARTLY)]),
}), encoding="utf-8")
