#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What READMEs, the man page and the rooms' paragraphs name is there: files, folders, links.

A word within backticks, a block of code or a drawing names a file where it begins with a folder
of the root or of the README itself, or ends as a source does. NAME stands for any name, * too; a
source may be named without its ending. README.md stays short enough to be read.
"""
import os
import re

import source

MAX_README_LINES = 150
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# Letters, and what else paths are made of; an ending dot is the sentence's.
WORD = re.compile(r"(?<![\w.~/$<-])(?:\.\.?/)*[\w*+-][\w*+./-]*")
SOURCE_ENDINGS = (".c", ".h", ".inc", ".py", ".sh", ".ui", ".md", ".comp", ".frag", ".glsl", ".proto")
# What is built, what lies in a home or beside the checkout, what is installed.
FOREIGN = re.compile(r"^(build|~|\.\./|share/)|://")
complaints = []


def find_paths():
    """All files of the tree, and all folders with a slash at the end; no build folders."""
    found = []
    for folder, folders, names in os.walk(source.ROOT):
        folders[:] = [name for name in folders if name != ".git" and not name.startswith("build")]
        below = os.path.relpath(folder, source.ROOT)
        start = "" if below == "." else f"{below}/"
        found += [start + name for name in names] + [f"{start}{name}/" for name in folders]
    return found


PATHS = find_paths()
# As a word is looked for: from anywhere in the tree on, so each with a slash before it.
TEXT = "".join(f"/{path}\n" for path in PATHS)


def is_there(word, folder):
    """Whether a path, or one below the README's folder, is that; the ending may be missing."""
    pattern = re.escape(word).replace(r"\*", "[^/\n]*").replace("NAME", "[^/\n]+")
    starts = ["", re.escape(f"{folder}/")] if folder != "." else [""]
    return any(re.search(rf"^/{start}{pattern}(/|\.\w+)?$", TEXT, re.MULTILINE) for start in starts)


def is_anywhere(word):
    pattern = re.escape(word).replace(r"\*", "[^/\n]*").replace("NAME", "[^/\n]+")
    return re.search(rf"/{pattern}$", TEXT, re.MULTILINE) is not None


def check_word(path, word, tops):
    word = word.rstrip(".")
    folder = str(path.parent)
    top = word.split("/")[0]
    if FOREIGN.search(word):
        return
    if "/" in word.rstrip("/") and top in tops:
        if not is_there(word, folder):
            complaints.append(f"{path}: there is no {word}")
    elif word.endswith(SOURCE_ENDINGS) or word.endswith("/"):
        if not is_anywhere(word):
            complaints.append(f"{path}: no file or folder of the tree is called {word}")


def tops_of(folder):
    """What paths begin with at the root and in a folder."""
    start = "" if folder == "." else f"{folder}/"
    return {path.split("/")[0] for path in PATHS} | {
        path[len(start):].split("/")[0] for path in PATHS if path.startswith(start)}


def headings(path):
    """As GitHub makes anchors of them."""
    found = re.findall(r"^#+ (.*)$", source.read(path), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


def check_link(path, target):
    name, _, anchor = target.partition("#")
    if "://" in target or target.startswith("mailto:"):
        return
    aim = (source.ROOT / path.parent / name).resolve() if name else source.ROOT / path
    if not aim.exists() or source.ROOT not in [aim, *aim.parents]:
        complaints.append(f"{path}: the link {target} leads nowhere")
    elif anchor and (aim.suffix != ".md" or anchor not in headings(aim.relative_to(source.ROOT))):
        complaints.append(f"{path}: the link {target}: there is no such heading")


def check_page(path):
    text = source.read(path)
    tops = tops_of(str(path.parent))
    codes = CODE.findall(text)
    for code in codes:
        for word in WORD.findall(code):
            check_word(path, word, tops)
    for target in LINK.findall(CODE.sub("", text)):
        check_link(path, target)
    return len(codes)


def check_room(path):
    """The paragraph that a meson.build begins with."""
    paragraph = re.match(r"#.*\n((?:# .*\n)+)", source.read(path))
    if paragraph is None:
        complaints.append(f"{path}: begins with no paragraph on its folder")
        return
    tops = tops_of(str(path.parent))
    for word in WORD.findall(paragraph.group(1)):
        check_word(path, word, tops)


def check_man_page(path):
    """Where the man page tells of Koma's source."""
    for word in re.findall(r"^\.I (\S+)$", source.read(path), re.MULTILINE):
        check_word(path, word, tops_of("."))


pages = list(source.files(".md"))
n_codes = sum(map(check_page, pages))
if len(pages) < 2 or n_codes < 50:
    complaints.append(f"only {len(pages)} pages with {n_codes} pieces of code were found")
for path in source.files(".build"):
    if path.parts[0] in ("engine", "worker", "ui", "app", "data"):
        check_room(path)
check_man_page(source.pathlib.Path("data/koma.1"))

# The table of ops is made by a program.
readme = re.sub(r"<!-- coverage -->.*<!-- /coverage -->\n", "", source.read("README.md"), flags=re.DOTALL)
if len(readme.splitlines()) > MAX_README_LINES:
    complaints.append(f"README.md: {len(readme.splitlines())} lines, more than {MAX_README_LINES}")

source.report(complaints)
