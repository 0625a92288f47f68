#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the help: valid Mallard, wholly translated; buttons are called, and keys do, as in the program; F1 finds
its pages."""
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ["KOMA_SOURCE"])
HELP = SOURCE / "data" / "help"
PAGES = sorted((HELP / "C").glob("*.page"))
LANGUAGES = sorted(path.parent.name for path in HELP.glob("*/*.po"))
KEYS = {"Control": "Ctrl", "comma": ",", "question": "?"}
complaints = []


def run(*command):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0 or done.stdout:
        complaints.append(f"{' '.join(map(str, command[:2]))}: {done.stdout or done.returncode}")


def read_words(language):
    """English words of the program to those of a language, without keys; one may have several, by context."""
    text = (SOURCE / "po" / f"{language}.po").read_text(encoding="utf-8")
    strings = re.findall(r'^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)', text, re.MULTILINE)
    words = {}
    for english, word in strings:
        words.setdefault(plain(join(english)), set()).add(plain(join(word)))
    return words


def join(quoted):
    return "".join(re.findall(r'^"(.*)"$', quoted, re.MULTILINE))


def plain(text):
    return re.sub(r"\(_.\)", "", text).replace("_", "")


def find_labels(text):
    return set(re.findall(r"<gui>(.*?)</gui>", text))


def read_shortcuts():
    """What the program listens to, each as a set of keys with the names that they have in the help."""
    code = (SOURCE / "app" / "koma-accels.c").read_text()
    window = html.unescape((SOURCE / "ui" / "window" / "koma-shortcuts.ui").read_text())
    accelerators = re.findall(r'"((?:<\w+>)+\w+|F\d+)"', code)
    for keys in re.findall(r'<property name="accelerator">(.*?)</property>', window):
        accelerators += keys.split()
    return {frozenset(KEYS.get(key, key.capitalize()) for key in re.findall(r"\w+", accelerator))
            for accelerator in accelerators}


def find_shortcuts(text):
    """Keys that are pressed together, and single ones."""
    together = re.findall(r"<keyseq>(.*?)</keyseq>", text)
    alone = re.findall(r"<key>.*?</key>", re.sub(r"<keyseq>.*?</keyseq>", "", text))
    return {frozenset(re.findall(r"<key>(.*?)</key>", keys)) for keys in together + alone}


def check_pages():
    known, listened = read_words(LANGUAGES[0]), read_shortcuts()
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for label in sorted(find_labels(text) - set(known)):
            complaints.append(f"{page.name}: the program has no “{label}”")
        for keys in sorted(map(sorted, find_shortcuts(text) - listened)):
            complaints.append(f"{page.name}: the program does not listen to {keys}")
    run("yelp-check", "validate", *PAGES)
    run("yelp-check", "links", *PAGES)


def check_language(language, pot, scratch):
    """Each string is there; each label is that of the program; the pages that come of it are valid."""
    po, mo = HELP / language / f"{language}.po", scratch / f"{language}.mo"
    run("msgfmt", "-c", "-o", mo, po)
    run("msgcmp", po, pot)
    words = read_words(language)
    for english, text in re.findall(r'^msgid "(.*)"\nmsgstr "(.*)"$', po.read_text(encoding="utf-8"), re.MULTILINE):
        wanted = [words.get(label, {label}) for label in sorted(find_labels(english))]
        found = find_labels(text)
        if len(found) != len(wanted) or not all(found & either for either in wanted):
            complaints.append(f"{po.name}: other labels than {wanted} in “{text}”")
    into = scratch / language
    into.mkdir()
    run("itstool", "-m", mo, "-o", into, *PAGES)
    run("yelp-check", "validate", *into.glob("*.page"))
    for picture in (HELP / "C" / "figures").glob("*.png"):
        if not (HELP / language / "figures" / picture.name).exists():
            complaints.append(f"{language}: no picture {picture.name}")


def check_topics():
    """What the program opens, and no page that nothing leads to."""
    names = {page.stem for page in PAGES}
    code = (SOURCE / "ui" / "window" / "koma-help-topic.c").read_text()
    window = re.search(r"koma_window_get_help_topic .*?\n}", (SOURCE / "ui" / "window" / "koma-window.c").read_text(),
                       re.DOTALL).group()
    topics = set(re.findall(r'"([a-z][a-z-]+)"', code.partition("windows_changed_cb")[0] + window))
    if not topics <= names or len(topics) < 8:
        complaints.append(f"of {topics}, {topics - names} are no pages")
    dialogs = {name for path in (SOURCE / "ui").rglob("*.h") for name in
               re.findall(r"G_DECLARE_FINAL_TYPE \((Koma\w+(?:Window|Dialog)),", path.read_text())} - {"KomaWindow"}
    for name in sorted(dialogs - set(re.findall(r'{ "(Koma\w+)",', code))):
        complaints.append(f"koma-help-topic.c: no topic for {name}")


for tool in ("itstool", "yelp-check", "msgfmt", "msgcmp", "msggrep"):
    if shutil.which(tool) is None:
        print(f"skipped: no {tool}")
        sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    everything, strings = pathlib.Path(folder) / "all.pot", pathlib.Path(folder) / "koma.pot"
    run("itstool", "-o", everything, *PAGES)
    run("msggrep", "--invert-match", "--msgctxt", "--regexp=^_$", "-o", strings, everything)  # pictures
    check_pages()
    check_topics()
    for code in LANGUAGES:
        check_language(code, strings, pathlib.Path(folder))
print("\n".join(complaints))
sys.exit(bool(complaints) or len(PAGES) < 2 or len(LANGUAGES) < 3)
