#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives names of functions and types the links that gi-docgen knows, in comments of a .gir or in a page.

link-symbols.py INPUT.gir OUTPUT.gir
link-symbols.py INPUT.md OUTPUT.md

koma_tidy() and #KomaScope in comments, `koma_tidy ()` and `KomaScope` in pages. A name that is not in
the library is a warning of gi-docgen then. The heading of a page becomes its title, and links to other
pages lead to what is made of them.
"""
import re
import sys

FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)


def link_comment(match):
    text = match[2]
    text = re.sub(r"#Koma(\w+)::([\w-]*\w)", r"[signal@Koma.\1::\2]", text)
    text = re.sub(r"#Koma(\w+):([\w-]*\w)", r"[property@Koma.\1:\2]", text)
    text = re.sub(r"#Koma(\w+)", r"[type@Koma.\1]", text)
    text = re.sub(r"\b(koma_\w+)\(\)", r"[id@\1]", text)
    return match[1] + text + match[3]


def link_page(text):
    text = re.sub(r"`(koma_\w+) \(\)`", r"[id@\1]", text)
    text = re.sub(r"`Koma([A-Z]\w+)`", r"[type@Koma.\1]", text)
    return re.sub(r"\]\(([\w-]+)\.md\b", r"](\1.html", text)


def make_page(text):
    text = re.sub(r"\A# (.*)\n", r"Title: \1\n\n# \1\n", text)
    # Every second part is a block of code.
    return "".join(part if i % 2 else link_page(part) for i, part in enumerate(FENCE.split(text)))


source, target = sys.argv[1:]
with open(source, encoding="utf-8") as file:
    content = file.read()
if source.endswith(".gir"):
    content = re.sub(r"(<doc\b[^>]*>)(.*?)(</doc>)", link_comment, content, flags=re.DOTALL)
else:
    content = make_page(content)
with open(target, "w", encoding="utf-8") as file:
    file.write(content)
