#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What koma classify prints for other programs, read by Python's standard library."""
import base64
import csv
import hashlib
import html.parser
import io
import json
import os
import pathlib
import urllib.parse

from koma_cli import RGB, check, classify, contains, equal, koma, load_json, make_data, run_all, write_png


def taken_back(name, uri):
    """All bytes of a path, from the address of its file; a cell of it stands behind “#”."""
    assert uri.startswith("file://"), uri
    equal(urllib.parse.unquote_to_bytes(uri.removeprefix("file://").split("#")[0]), name)


def names_come_back(folder):
    """Whatever a file is called, Python's csv and json give its name back, byte by byte."""
    names = [b'=1+1,"x"\n.png', b"'=2.png", b"-1.png", b"\t@x.png", b"\xff\xfe.png", b"a\\x01\x01.png", b"#1,1.png",
             "＝１.png".encode()]
    pictures = [os.fsencode(folder) + b"/" + name for name in names]
    for picture in pictures:
        write_png(pathlib.Path(os.fsdecode(picture)), RGB["red"])

    def run(form, *paths):
        return check(classify("--format", form, *paths, cwd=folder), 0).stdout

    inside = [os.fsdecode(b"./" + name)[2:] if not name.startswith(b"-") else "./-1.png" for name in names]
    rows = list(csv.DictReader(io.StringIO(run("csv", *inside), newline="")))
    lines = [json.loads(line) for line in run("jsonl", *inside).splitlines()]
    for picture, given, row, line in zip(pictures, inside, rows, lines, strict=True):
        taken_back(picture, row["uri"])
        taken_back(picture, line["uri"])
        assert row["path"][0] not in "=+-@\t\r\n＝", row["path"]
        if given.isprintable() or "\n" in given:
            equal(row["path"].removeprefix("'"), given)
            equal(line["path"], given)


def provenance(folder):
    """Each row says where its answer comes from; the hash of the file on request."""
    data = make_data(folder)
    picture = write_png(folder / "p.png", RGB["red"])
    bad = folder / "bad.png"
    bad.touch()

    def run(form, *args):
        return check(koma("classify", "--format", form, "--backend", "cpu", *args, picture, bad, KOMA_DATA_DIR=data),
                     1).stdout

    about = load_json(check(koma("inspect", "--format", "json", KOMA_DATA_DIR=data), 0))
    rows = list(csv.DictReader(io.StringIO(run("csv", "--sha256"), newline="")))
    lines = [json.loads(line) for line in run("jsonl", "--sha256").splitlines()]
    for row, line in zip(rows, lines, strict=True):
        found = line["provenance"]
        equal(found["model"], "Colours")
        equal(found["model_hash"], about["hash"])
        equal(found["backend"], "cpu")
        equal(found["precision"], "float32")
        assert found["recipe"] and found["koma_version"], found
        for name in ("model_hash", "recipe", "precision", "koma_version"):
            equal(row[name], found[name])
    for row in (rows[0], lines[0]):
        equal(row["sha256"], hashlib.sha256(picture.read_bytes()).hexdigest())
    equal(lines[1]["sha256"], hashlib.sha256(b"").hexdigest())
    assert "sha256" not in json.loads(run("jsonl").splitlines()[0])
    assert "sha256" not in run("csv").splitlines()[0]


class Page(html.parser.HTMLParser):
    """The elements of a page; each that is opened is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.text = [], [], ""
        self.feed(text)
        self.close()
        equal(self.open, [])

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        equal(self.open.pop(), tag)

    def handle_data(self, data):
        self.text += data


def contact_sheet(folder):
    """One page with all in it, whatever names and labels say."""
    (folder / "names.txt").write_text("<script>alert(1)</script>\n\"&'\nblue\n")
    odd = write_png(folder / '<b onload="x">&.png', RGB["red"])
    (folder / "bad.png").touch()
    text = check(classify("--format", "html", "--labels", folder / "names.txt", odd, folder / "bad.png"), 1).stdout
    page = Page(text)
    images = [attrs["src"] for tag, attrs in page.tags if tag == "img"]
    equal(len(images), 1)
    assert base64.b64decode(images[0].removeprefix("data:image/jpeg;base64,")).startswith(b"\xff\xd8"), images
    assert not [tag for tag, _ in page.tags if tag in ("script", "link", "b")], page.tags
    assert not [attrs for _, attrs in page.tags for name in attrs if name.startswith("on")], page.tags
    contains(page.text, odd.name, "<script>alert(1)</script>", "bad.png")
    equal(page.tags[0], ("html", {"lang": "en"}))
    equal(len([tag for tag, _ in page.tags if tag == "figure"]), 2)
    contains(text, "prefers-color-scheme: dark", "@media print")


run_all([names_come_back, provenance, contact_sheet])
