#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""READMEs, the man page and the first paragraph of each meson.build name files and folders that exist.

A word within backticks or in a block of code names a file if it begins with a name in the root or
in the README's folder, or if it ends as a source does. NAME and * stand for any name; a source may
be named without its ending. Links and their headings exist. README.md has no more than 150 lines,
and it names each dependency with its version. The tables of engine, worker and ui have each of their
folders. data/README.md has every member of the JSON files.
"""
import os
import re

import source

MAX_README_LINES = 150
CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A path, perhaps with the dot that ends the sentence.
WORD = re.compile(r"(?<![\w.~/$<-])(?:\.\.?/)*[\w*+-][\w*+./-]*")
SOURCE_ENDINGS = (".c", ".h", ".inc", ".py", ".sh", ".ui", ".md", ".comp", ".frag", ".glsl", ".proto")
# Built files, and files in a home, beside the checkout, or installed.
FOREIGN = re.compile(r"^(build|~|\.\./|share/)|://")
# Names in meson.build and in README.md; parts of the C library have none, nor what is asked for a folder alone.
DEPENDENCIES = {
    "XNNPACK": "XNNPACK", "dl": "", "egl": "EGL",
    "exempi-2.0": "libexempi", "gdk-pixbuf-2.0": "gdk-pixbuf", "gio-2.0": "GIO",
    "gio-unix-2.0": "GIO", "glesv2": "GLESv2", "glib-2.0": "GLib",
    "gobject-introspection-1.0": "GObject Introspection", "gstreamer-1.0": "GStreamer",
    "gstreamer-app-1.0": "its app", "gstreamer-video-1.0": "video libraries", "gtk4": "GTK",
    "json-glib-1.0": "json-glib", "libadwaita-1": "libadwaita", "libjpeg": "libjpeg-turbo",
    "libarchive": "libarchive", "libprotobuf-c": "protobuf-c", "libsoup-3.0": "libsoup",
    "libxxhash": "xxHash", "m": "", "protoc-c": "protoc-c",
    "pthreadpool": "pthreadpool", "sqlite3": "SQLite", "systemd": "",
}
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
# A path on each line, each part of it after a slash.
TEXT = "".join(f"/{path}\n" for path in PATHS)


def to_pattern(word):
    return re.escape(word).replace(r"\*", "[^/\n]*").replace("NAME", "[^/\n]+")


def is_there(word, folder):
    """Whether the path exists, from the root or from the README's folder; its ending may be missing."""
    starts = ["", re.escape(f"{folder}/")] if folder != "." else [""]
    return any(re.search(rf"^/{start}{to_pattern(word)}(/|\.\w+)?$", TEXT, re.MULTILINE) for start in starts)


def is_anywhere(word):
    return re.search(rf"/{to_pattern(word)}$", TEXT, re.MULTILINE) is not None


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
    """The first parts of paths from the root and from a folder."""
    start = "" if folder == "." else f"{folder}/"
    return {path.split("/")[0] for path in PATHS} | {
        path[len(start):].split("/")[0] for path in PATHS if path.startswith(start)}


def headings(path):
    """The anchors that GitHub makes of them."""
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


def check_rows(folder):
    """Its README has a row for each folder in it that has sources."""
    text = source.read(f"{folder}/README.md")
    deep = [path.parts for path in source.files(".c") if path.parts[0] == folder and len(path.parts) > 2]
    for name in sorted({parts[1] for parts in deep}):
        if not re.search(rf"^\| `{name}/` \|", text, re.MULTILINE):
            complaints.append(f"{folder}/README.md: no row of its table is about {name}/")


def check_dependencies(readme):
    """Each stands in README.md, with the version that it must have."""
    call = r"(?<!declare_)dependency|find_library|find_program"
    wanted = re.compile(rf"(?:{call})\('([\w.-]+)'(?:, version: '>= ([\d.]+)')?")
    for path in source.files(".build"):
        for name, version in wanted.findall(source.read(path) if path.parts[0] != "tests" else ""):
            words = DEPENDENCIES.get(name, name)
            # GIO has GLib's version.
            words += f" ≥ {version}" if version and words != "GIO" else ""
            if words not in readme:
                complaints.append(f"README.md: {path} wants {name}, but “{words}” is not there")


def check_members(heading, *readers):
    """A section of data/README.md has a row for each member that the readers ask JSON for."""
    text = source.read("data/README.md")
    section = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE).group(1)
    told = set(re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE))
    code = "".join(map(source.read, readers))
    read = set(re.findall(r'koma_json_get\w* \(\w+, "(\w+)"\)|\[KOMA_PART_\w+\] = \{ "(\w+)"', code))
    read = {name for names in read for name in names if name}
    for name in sorted(told ^ read):
        complaints.append(f"data/README.md: {heading}: “{name}” is only " + ("here" if name in told else "in the code"))


def check_man_page(path):
    """A path in italics that begins with a folder of the root."""
    for word in re.findall(r"^\.I (\S+)$", source.read(path), re.MULTILINE):
        check_word(path, word, tops_of("."))


pages = list(source.files(".md"))
n_codes = sum(map(check_page, pages))
if len(pages) < 2 or n_codes < 50:
    complaints.append(f"only {len(pages)} pages with {n_codes} pieces of code were found")
for path in source.files(".build"):
    if path.parts[0] in ("engine", "worker", "ui", "app", "data"):
        check_room(path)
for path in source.files(".1"):
    check_man_page(path)

for room in "engine", "worker", "ui":
    check_rows(room)
check_members("koma.json", "engine/model/model-overrides.c", "engine/model/recipe-part.c",
              "engine/model/tta.c")
check_members("samples.json", "engine/model/grids.c")
check_dependencies(source.read("README.md"))
# The table of ops is made by a program.
readme = re.sub(r"<!-- coverage -->.*<!-- /coverage -->\n", "", source.read("README.md"), flags=re.DOTALL)
if len(readme.splitlines()) > MAX_README_LINES:
    complaints.append(f"README.md: {len(readme.splitlines())} lines, more than {MAX_README_LINES}")

source.report(complaints)
