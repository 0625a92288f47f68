#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A function of the engine that can set a GError says in its doc comment which codes, and when: “Errors: …”.

Static functions need not. The functions of a table, one for each op or layer, are declared by a macro and have one
comment for all of them: TABLES says where.
"""
import re

import source

# Names of the functions; where their comment is; the name that the comment begins with.
TABLES = [
    (r"koma_cpu_\w+_prepare", "engine/backends/cpu/step.h", "KomaCpuStep"),
    (r"koma_keras_\w+", "engine/formats/keras/layers.h", "KomaKerasLower"),
    (r"koma_tf_rule_\w+", "engine/formats/tensorflow/rules.h", "KomaTfRule"),
    (r"koma_tflite_rule_\w+", "engine/formats/tflite/rules.h", "KomaTfliteRule"),
]
FUNCTION = re.compile(r"(?P<doc>/\*\*\n(?:(?!\*/).)*\*/\n)?"
                      r"^(?!static\b|typedef\b)[A-Za-z_][\w \t]*[\w*]\s*\n"
                      r"(?P<name>\w+) \((?P<arguments>[^;{]*?)\)\n\{",
                      re.DOTALL | re.MULTILINE)


def says_errors(comment):
    return comment is not None and "Errors:" in comment


# Functions with a prototype of their own; a macro's have none.
headers = "".join(source.read(path) for path in source.files(".h", under="engine"))
declared = set(re.findall(r"\b(koma_\w+) \(", headers))
complaints = []
for names, header, type_name in TABLES:
    comment = re.search(r"/\*\*\n \* " + type_name + r":\n(?:(?!\*/).)*\*/", source.read(header), re.DOTALL)
    if not says_errors(comment and comment[0]):
        complaints.append(f"{header}: the comment of {type_name} has no “Errors:”")
for path in source.files(".c", under="engine"):
    for match in FUNCTION.finditer(source.read(path)):
        name = match["name"]
        is_of_table = name not in declared and any(re.fullmatch(names, name) for names, _, _ in TABLES)
        can_fail = re.search(r"(?<!const )GError +\*", match["arguments"]) and not is_of_table
        if can_fail and not says_errors(match["doc"]):
            complaints.append(f"{path}: {name} () has a GError, but its comment has no “Errors:”")
source.report(complaints)
