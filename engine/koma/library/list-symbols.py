#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the linker's version script of libkoma: what the installed headers declare is exported, the rest is not.

list-symbols.py VERSION-NAME HEADER...
"""
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
MACRO = re.compile(r"^#(?:.*\\\n)*.*$", re.MULTILINE)
FUNCTION = re.compile(r"\b(koma_\w+) \(")
TYPE = re.compile(r"\bG_DECLARE_(?:FINAL|DERIVABLE)_TYPE \(\w+, (\w+),")


def symbols(path):
    with open(path, encoding="utf-8") as file:
        text = MACRO.sub("", COMMENT.sub("", file.read()))
    return set(FUNCTION.findall(text)) | {name + "_get_type" for name in TYPE.findall(text)}


version, *headers = sys.argv[1:]
names = sorted(set().union(*map(symbols, headers)))
print(f"{version} {{\nglobal:")
print("".join(f"  {name};\n" for name in names) + "local:\n  *;\n};")
