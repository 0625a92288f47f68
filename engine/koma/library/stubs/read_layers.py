# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings of each class of layers, of layers/layer-names.inc and the macros in layers/layer-names.c."""
import re

ROW = re.compile(r'^KOMA_LAYER_NAMES \("(\w+)",\s*(.*?)\)$(?=\n*(?:KOMA_LAYER_NAMES|\Z))', re.DOTALL | re.MULTILINE)
DEFINE = re.compile(r"^#define ([A-Z]+)(?:\(name\))?\s+((?:.*\\\n)*.*)$", re.MULTILINE)
ALL = re.compile(r"^static const char all\[\] =\s*(.*?);", re.DOTALL | re.MULTILINE)
PIECE = re.compile(r'"([^"]*)"|([A-Z]+)(?:\s*\(\s*(\w+)\))?')


class Settings:
    def __init__(self, rows_path, macros_path):
        macros = macros_path.read_text(encoding="utf-8")
        self.macros = dict(DEFINE.findall(macros))
        self.of_all = self.expand(ALL.search(macros)[1]).split()
        self.rows = dict(ROW.findall(rows_path.read_text(encoding="utf-8")))

    def expand(self, text, name=""):
        """Strings in C beside each other, macros among them."""
        found = ""
        for string, macro, argument in PIECE.findall(text.replace("#name", f'"{name}"')):
            found += self.expand(self.macros[macro], argument) if macro else string
        return found

    def list_names(self, class_name):
        own = self.expand(self.rows[class_name]).replace("*", "").split()
        return own + [name for name in self.of_all if name not in own]
