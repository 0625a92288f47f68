#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where numbers are written with a comma, or with other digits, the screen has them so, and files as everywhere."""
import csv
import functools
import io
import json
import re
import subprocess
import tempfile

from koma_cli import COLOURS, RGB, Skip, check, contains, equal, koma, load_json, run_all, write_png

LOCALES = "de_DE", "fa_IR"  # a comma; an Arabic one, and digits that no file may have


@functools.cache
def make_locale(name):
    """The folder that it is in; to make it takes seconds."""
    folder = tempfile.TemporaryDirectory(prefix="koma-locale-")
    try:
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", f"{folder.name}/{name}.UTF-8"], capture_output=True,
                       check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        raise Skip("no localedef, or no sources of locales: Debian's package locales has them") from None
    return folder


def in_locale(name):
    """What a program is started with there; the words stay English."""
    return {"LOCPATH": make_locale(name).name, "LC_ALL": f"{name}.UTF-8", "LANGUAGE": "en"}


def make_pictures(folder):
    for name, (red, green, blue) in RGB.items():
        (folder / name).mkdir(parents=True, exist_ok=True)
        for i in range(5):
            write_png(folder / name / f"{i}.png", (min(red + 25 * i, 255), green, min(blue + 30, 255)))
    return folder


def everywhere(*words, **more):
    """What is printed without a locale, and in each."""
    plain = check(koma(*words, **more), 0).stdout
    return plain, {name: check(koma(*words, **more, **in_locale(name)), 0).stdout for name in LOCALES}


def screen(folder):
    pictures = make_pictures(folder / "pictures")
    there = in_locale("de_DE")
    found = check(koma("classify", "--model", COLOURS, pictures / "red" / "0.png", **there), 0).stdout
    assert re.search(r"red \d+,\d %", found), found
    found = check(koma("evaluate", "--model", COLOURS, pictures, **there), 0).stdout
    assert re.search(r"\d+,\d % right", found), found


def answers(folder):
    pictures = sorted(make_pictures(folder / "pictures").glob("*/*.png"))
    for form in "csv", "html":
        plain, others = everywhere("classify", "--model", COLOURS, "--format", form, "--backend", "cpu",
                                   *pictures)
        assert re.search(r"\d\.\d", plain), plain
        for other in others.values():
            equal(other, plain)
    _, others = everywhere("classify", "--model", COLOURS, "--format", "jsonl", "--backend", "cpu", *pictures)
    for other in others.values():
        for line in other.splitlines():
            assert isinstance(json.loads(line)["top"][0]["score"], float), line


def times(folder):
    for words in (["profile"], ["benchmark", "--batch", "1"]):
        for form in ("csv", "json") if words == ["profile"] else ("json",):
            _, others = everywhere(*words, "--model", COLOURS, "--format", form, "--backend", "cpu")
            for other in others.values():
                assert re.search(r"\d\.\d", other) and not re.search(r"\d٫\d|[۰-۹]", other), other
                if form == "json":
                    json.loads(other)
                else:
                    equal(len(set(map(len, csv.reader(io.StringIO(other))))), 1)


def figures(folder):
    pictures = make_pictures(folder / "pictures")
    for option, ending in (("--all-scores", "csv"), ("--matrix", "svg"), ("--diagram", "csv"), ("--diagram", "svg")):
        made = []
        for there in {}, *(in_locale(name) for name in LOCALES):
            path = folder / f"out.{ending}"
            path.unlink(missing_ok=True)
            check(koma("evaluate", "--model", COLOURS, pictures, "--backend", "cpu", option, path, **there), 0)
            made.append(path.read_text(encoding="utf-8"))
        equal(set(made), {made[0]})


def without_time(data):
    return re.sub(rb"\d{4}-\d\d-\d\dT[\d:.]+Z", b"", data)


def taught(folder):
    """The model that is taught has the same bytes; it is read in the locale, too."""
    pictures = make_pictures(folder / "pictures")
    made = []
    for number, there in enumerate(({}, *(in_locale(name) for name in LOCALES))):
        output = folder / f"taught-{number}"
        check(koma("teach", "--base", COLOURS, "--from", pictures, "--output", output, "--name", "Taught",
                   "--backend", "cpu", **there), 0)
        made.append({path.name: path.read_bytes() for path in output.iterdir() if path.is_file()})
        found = check(koma("classify", "--model", output, "--format", "json", pictures / "red" / "0.png", **there), 0)
        load_json(found)
    for other in made[1:]:
        equal(other.keys(), made[0].keys())
        for name in other:
            equal(without_time(other[name]), without_time(made[0][name]))


def options(folder):
    """What is typed has points, as in the manual."""
    picture = make_pictures(folder / "pictures") / "red" / "0.png"
    there = in_locale("de_DE")
    found = load_json(check(koma("inspect", COLOURS, "--format", "json", "--range", "-0.5,0.5", **there), 0))
    contains(json.dumps(found), "-0.5,0.5")
    check(koma("classify", "--model", COLOURS, "--sure-from", "0.5", picture, **there), 0)


run_all([screen, answers, times, figures, taught, options])
