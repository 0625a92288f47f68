#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file stands in the list that it belongs in: sources, tests, templates, translations,
packages."""
import re

import source

TRANSLATED = re.compile(r'\b(?:_|C_|N_|NC_|ngettext) ?\("|translatable="(?:yes|true)"')
complaints = []


def is_listed(path):
    """Whether some meson.build above the file names it, by its path or by the test's name."""
    short = re.sub(r"^(test|check|bench|fuzz)-", "", path.stem)
    for folder in path.parents:
        if (source.ROOT / folder / "meson.build").exists():
            names = re.findall(r"'([^'\n]+)'", source.read(folder / "meson.build"))
            below = path.relative_to(folder)
            if str(below) in names or short in names or str(below.with_name(short)) in names:
                return True
    return False


for path in source.files(".c", ".py"):
    if path.suffix == ".py" and not path.name.startswith(("test-", "check-", "bench-")):
        continue
    if not is_listed(path):
        complaints.append(f"{path}: not in the meson.build of its folder or of one above")

resources = set(re.findall(r"<file[^>]*>([^<]+)<", source.read("ui/koma.gresource.xml")))
for path in source.files(".ui", ".css", under="ui"):
    if str(path.relative_to("ui")) not in resources:
        complaints.append(f"{path}: not in ui/koma.gresource.xml")

translated = set(source.read("po/POTFILES.in").split())
for path in source.files(".c", ".ui", ".in"):
    if path.parts[0] in ("app", "ui", "worker") and str(path) not in translated:
        if TRANSLATED.search(source.read(path)):
            complaints.append(f"{path}: not in po/POTFILES.in")
for name in translated:
    if not (source.ROOT / name).exists():
        complaints.append(f"po/POTFILES.in: there is no {name}")

built_with = source.read("data/packages/debian/control")
for name in re.findall(r"^\??(lib\S+-dev|\S*introspection)$", source.read("app/packages.txt"), re.MULTILINE):
    if name != "libc6-dev" and not re.search(rf"\b{re.escape(name)}[ ,|]", built_with):
        complaints.append(f"data/packages/debian/control: not built with {name} of app/packages.txt")

man_pages = source.read("data/meson.build")
for path in sorted((source.ROOT / "data/man").glob("koma-*.1")):
    if f"'{path.stem.removeprefix('koma-')}'" not in man_pages:
        complaints.append(f"data/man/{path.name}: not in data/meson.build, so it is not installed")

source.report(complaints)
