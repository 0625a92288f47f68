#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Code in the pages for users of libkoma is a part of a program that is tested.

Before each block stands the file below data/examples/ that has these lines, one after the other, perhaps
further to the right: `<!-- guide/add.c -->`. What a program prints is shown whole. Where a page shows a
program in one language, it shows it in all three. Commands for the shell are no programs.
"""
import pathlib
import re

import source

EXAMPLES = pathlib.Path("data/examples")
BLOCK = re.compile(r"^(?:<!-- (?P<file>\S+) -->\n)?```(?P<language>\w*)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)
LANGUAGES = {".c": "c", ".py": "python", ".js": "js", ".txt": "text"}
complaints = []


def dedent(lines):
    width = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[width:] for line in lines]


def is_part(code, text):
    wanted, lines = dedent(code.splitlines()), text.splitlines()
    return any(dedent(lines[i:i + len(wanted)]) == wanted for i in range(len(lines) - len(wanted) + 1))


def check_block(page, block):
    path = EXAMPLES / (block["file"] or "none")
    where = f"{page}: the block of {block['file'] or block['language'] or 'nothing'}"
    if not (source.ROOT / path).is_file():
        complaints.append(f"{where}: there is no such program")
    elif LANGUAGES.get(path.suffix) != block["language"]:
        complaints.append(f"{where}: is called {block['language']}")
    elif path.suffix == ".txt" and block["code"] != source.read(path):
        complaints.append(f"{where}: is not what is printed")
    elif not is_part(block["code"], source.read(path)):
        complaints.append(f"{where}: is not a part of the program")


def check_page(page):
    blocks = [block for block in BLOCK.finditer(source.read(page)) if block["language"] != "sh"]
    for block in blocks:
        check_block(page, block)
    shown = {block["file"] for block in blocks if block["file"]}
    for name in sorted({name.rpartition(".")[0] for name in shown if not name.endswith(".txt")}):
        for suffix in (".c", ".py", ".js"):
            if name + suffix not in shown:
                complaints.append(f"{page}: {name}{suffix} is not shown")
    return len(blocks)


n_blocks = sum(map(check_page, source.files(".md", under="engine/koma/docs")))
if n_blocks == 0:
    complaints.append("engine/koma/docs: no code was found")
source.report(complaints)
