# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of every page and dialog, in every look, and a sheet of them all.

Names of pages: screenshots.py --help lists them. The file of one is FOLDER/LOOK/PAGE.png, where LOOK is
LANGUAGE-THEME-WIDTHxHEIGHT, with @TEXT behind it where text is larger; FOLDER/index.html shows all that lie there.
"""
import argparse
import html
import itertools
import pathlib
import re
import sys
import traceback

from koma_gui import BUILD
from koma_pseudo import PSEUDO, write_pseudo
from koma_scenes import SCENES
from koma_shots import THEMES, Look, Shots

PAGES = [page for pages, _ in SCENES for page in pages]


def parse_size(text):
    found = re.fullmatch(r"(\d+)x(\d+)(?:@([\d.]+))?", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text} is not WIDTHxHEIGHT or WIDTHxHEIGHT@TEXT")
    return int(found[1]), int(found[2]), float(found[3] or 1)


def parse():
    parser = argparse.ArgumentParser(
        prog="screenshots", formatter_class=argparse.RawDescriptionHelpFormatter,
        description=__doc__.split("\n", maxsplit=1)[0], epilog="pages: " + " ".join(PAGES))
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--page", action="append", choices=PAGES, metavar="PAGE",
                        help="only this one; may be repeated, as the others")
    parser.add_argument("--language", "--lang", action="append",
                        help="en, ja, es, ko, de; xa for long words, ar for right to left")
    parser.add_argument("--theme", action="append", choices=list(THEMES))
    parser.add_argument("--size", action="append", type=parse_size,
                        help="WIDTHxHEIGHT, and @2 for text of twice the size")
    return parser.parse_args()


def write_sheet(folder):
    """Of all pictures that lie there, a row for each page and a column for each look."""
    looks = sorted(path.name for path in folder.iterdir() if path.is_dir())
    rows = []
    for page in PAGES:
        cells = [f'<td><a href="{look}/{page}.png"><img loading="lazy" src="{look}/{page}.png" alt=""></a></td>'
                 if (folder / look / f"{page}.png").exists() else "<td></td>" for look in looks]
        if any("img" in cell for cell in cells):
            rows.append(f"<tr><th>{page}</th>{''.join(cells)}</tr>\n")
    heads = "".join(f"<th>{html.escape(look)}</th>" for look in looks)
    (folder / "index.html").write_text(
        "<!DOCTYPE html><meta charset='utf-8'><title>Koma</title><style>"
        "img { max-width: 420px; max-height: 420px } th { position: sticky; top: 0; left: 0; background: white }"
        "body { font-family: sans-serif; background: #ddd }</style>\n"
        f"<table><tr><th></th>{heads}</tr>\n{''.join(rows)}</table>\n", encoding="utf-8")


def main():
    options = parse()
    wanted = set(options.page or [])
    sizes = options.size or [(360, 640, 1), (1280, 800, 1), (760, 640, 2)]
    if PSEUDO.keys() & set(options.language or []):
        write_pseudo(BUILD / "po")
    n_failed = 0
    for language, theme, size in itertools.product(options.language or ["en", "ja", "es", "ko", "de"],
                                                   options.theme or ["light", "dark", "contrast"], sizes):
        shots = Shots(Look(language, theme, *size), options.folder, wanted)
        for pages, run in SCENES:
            try:
                if shots.is_wanted(*pages):
                    run(shots)
            except Exception:
                traceback.print_exc()
                print(f"{shots.look}: not all of {', '.join(pages)}", flush=True)
                n_failed += 1
    write_sheet(options.folder)
    print(f"{options.folder}/index.html")
    sys.exit(n_failed > 0)


main()
