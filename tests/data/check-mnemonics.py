# SPDX-License-Identifier: GPL-3.0-or-later
"""In no menu do two items have the same mnemonic, in any language: a key would only move between them."""
import gettext
import io
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(os.environ["KOMA_SOURCE"])


def read_languages():
    """What translates a label with its context, of each language; English is as it stands."""
    languages = {"en": lambda context, text: text}
    for path in sorted((ROOT / "po").glob("*.po")):
        catalogue = gettext.GNUTranslations(io.BytesIO(
            subprocess.run(["msgfmt", "-o", "-", path], check=True, capture_output=True).stdout))
        languages[path.stem] = lambda context, text, of=catalogue: (
            of.pgettext(context, text) if context else of.gettext(text))
    return languages


def list_labels(menu):
    """Of the items that are seen together: those of its sections, and not of its submenus."""
    for element in menu:
        if element.tag == "section":
            yield from list_labels(element)
        else:
            for attribute in element.findall("attribute"):
                if attribute.get("name") == "label" and element.tag in ("item", "submenu"):
                    yield attribute.get("context"), attribute.text


def check(menu, languages):
    for language, translate in languages.items():
        seen = {}
        for label in list_labels(menu):
            text = translate(*label)
            key = next(iter(re.findall(r"_(\w)", text)), "").lower()
            if key and key in seen:
                yield f"{menu.get('id')}, {language}: “{seen[key]}” and “{text}” have the same mnemonic"
            seen[key] = text


def main():
    if shutil.which("msgfmt") is None:
        print("skipped: no msgfmt")
        return 77
    languages = read_languages()
    menus = [menu for path in sorted((ROOT / "ui").rglob("*.ui"))
             for menu in ElementTree.parse(path).getroot().iter("menu")]
    found = [line for menu in menus for line in check(menu, languages)]
    print(*found, sep="\n", file=sys.stderr)
    print(f"{len(menus)} menus in {len(languages)} languages")
    return 1 if found or not menus else 0


sys.exit(main())
