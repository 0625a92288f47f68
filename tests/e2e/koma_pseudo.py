# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two languages that nobody speaks, to look at the window in; made from the sources, and never installed.

xa has accents and 40 % more letters between brackets: what is cut has none at its end. ar is written from right to
left. GTK has the direction from its own translation: so this one bears the name of a language that GTK is in.
"""
import os
import pathlib
import re
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]
KEYWORDS = ["_", "N_", "C_:1c,2", "NC_:1c,2", "ngettext:1,2"]
# No words: formats of printf(), escapes, markup, the underline of a key; and a name.
KEPT = re.compile(r"(%(?:\d+\$)?[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*))?(?:hh|ll|[hlzj])?[a-zA-Z%]"
                  r"|\\.|<[^>]*>|&\w+;|_|Koma)")
ACCENTS = str.maketrans("aeiouyAEIOUYcnsz", "àéîöûýÀÉÎÖÛÝçñšž")
QUOTED = re.compile(r'^((?:msgstr(?:\[\d\])? )?")(.*?)((?:\\n)?"\s*)$')
MORE = 0.4


def lengthen(text):
    parts = [part if i % 2 else part.translate(ACCENTS) for i, part in enumerate(KEPT.split(text))]
    n_letters = sum(map(len, parts[::2]))
    return f"[{''.join(parts)}{' ~' * round(MORE * n_letters / 2)}]" if n_letters else text


def turn(text):
    """Overrides the direction of each piece of text, and leaves the formats where they are."""
    return "".join(part if i % 2 or not part.strip() else f"\u202e{part}\u202c"
                   for i, part in enumerate(KEPT.split(text)))


PSEUDO = {"xa": lengthen, "ar": turn}


def translate(po, change):
    """The messages of a file whose translations are the English words. The first is the header."""
    lines, is_translation, n_messages = [], False, 0
    for line in po.splitlines():
        is_translation = line.startswith("msgstr") or (is_translation and line.startswith('"'))
        n_messages += line.startswith("msgid ")
        found = QUOTED.match(line) if is_translation and n_messages > 1 else None
        lines.append(found[1] + change(found[2]) + found[3] if found and found[2] else line)
    return "\n".join(lines) + "\n"


def write_pseudo(folder):
    """As FOLDER/LANGUAGE/LC_MESSAGES/koma.mo."""
    pot = subprocess.run(["xgettext", "--from-code=UTF-8", "--force-po", *(f"-k{word}" for word in KEYWORDS),
                          "-f", "po/POTFILES.in", "-o", "-"], cwd=SOURCE, check=True, capture_output=True).stdout
    for empty, full in ((b"CHARSET", b"UTF-8"), (b"INTEGER", b"2"), (b"EXPRESSION", b"(n != 1)")):
        pot = pot.replace(empty, full, 1)
    english = subprocess.run(["msgen", "--lang=en", "--no-wrap", "-"], input=pot, check=True,
                             capture_output=True).stdout.decode()
    for language, change in PSEUDO.items():
        into = pathlib.Path(folder) / language / "LC_MESSAGES"
        into.mkdir(parents=True, exist_ok=True)
        subprocess.run(["msgfmt", "--check-format", "-o", into / "koma.mo", "-"], check=True,
                       input=translate(english, change).encode(), env={**os.environ, "LC_ALL": "C.UTF-8"})
