#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models in archives: what opens, and what a hostile one is told."""
import io
import os
import tarfile
import zipfile

from koma_cli import COLOURS, RGB, SOURCE, check, contains, equal, koma, load_json, run_all, write_png

SAVED = SOURCE / "tests" / "engine" / "formats" / "saved-models" / "colours"
FROZEN = SOURCE / "tests" / "data" / "colours-frozen" / "colours.pb"


def write_zip(path, files, **more):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **more) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def write_tar(path, files, mode):
    with tarfile.open(path, mode) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def colours(prefix=""):
    return {prefix + path.name: path.read_bytes() for path in sorted(COLOURS.iterdir())}


def inspect(path, code=0):
    """The program leaves nothing in the folder for temporary files."""
    temporary = path.parent / "temporary"
    temporary.mkdir(exist_ok=True)
    result = check(koma("inspect", path, "--format", "json", TMPDIR=str(temporary)), code)
    equal(os.listdir(temporary), [])
    return load_json(result) if code == 0 else result.stderr


def opens(folder):
    """Zip and tar, compressed or not, in folders, beside what file managers add; the archive names the model."""
    around = {"__MACOSX/._model.json": b"\0", "model/.DS_Store": b"\0"}
    archives = [
        write_zip(folder / "flat.zip", colours()),
        write_zip(folder / "deep.zip", {**around, **colours("model/"), "model/README.md": b"Hello"}),
        write_zip(folder / "no ending", colours()),
        write_tar(folder / "plain.tar", colours("./"), "w"),
        write_tar(folder / "deep.tar.gz", colours("a/b/"), "w:gz"),
        write_tar(folder / "packed.tgz", colours(), "w:gz"),
        write_tar(folder / "packed.tar.xz", colours(), "w:xz"),
        write_zip(folder / "frozen.zip", {"colours.pb": FROZEN.read_bytes()}),
        write_zip(folder / "saved.zip", {f"net/{path.relative_to(SAVED)}": path.read_bytes()
                                         for path in sorted(SAVED.rglob("*")) if path.is_file()}),
    ]
    names = ["flat", "deep", "no ending", "plain", "deep", "packed", "packed", "frozen", "saved"]
    picture = write_png(folder / "green.png", RGB["green"])
    for archive, name in zip(archives, names, strict=True):
        found = inspect(archive)
        equal((found["name"], found["path"]), (name, str(archive)))
        contains(check(koma("classify", "--model", archive, picture), 0).stdout, ": green ")


def as_tar_leaves_it(folder):
    """What "tar -C FOLDER ." writes, with links to anywhere: what is not unpacked is no reason to refuse."""
    def entry(name, kind, link=""):
        info = tarfile.TarInfo(name)
        info.type, info.linkname = kind, link
        return info

    skipped = [entry("./", tarfile.DIRTYPE), entry("/srv/model", tarfile.DIRTYPE), entry("../up", tarfile.DIRTYPE),
               entry("./latest", tarfile.SYMTYPE, "/srv/model"),
               entry("/srv/link", tarfile.SYMTYPE, "../../etc/passwd"),
               entry("../hard", tarfile.LNKTYPE, "model.json"), entry("/dev/null", tarfile.CHRTYPE)]
    for mode, ending in ("w", "tar"), ("w:gz", "tar.gz"), ("w:bz2", "tar.bz2"):
        path = folder / f"left.{ending}"
        with tarfile.open(path, mode, format=tarfile.GNU_FORMAT) as archive:
            for info in skipped:
                archive.addfile(info)
            for name, data in colours("./").items():
                info = entry(name, tarfile.REGTYPE)
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))
        equal(inspect(path)["name"], "left")
    with zipfile.ZipFile(folder / "left.zip", "w") as archive:
        archive.mkdir("./") if hasattr(archive, "mkdir") else archive.writestr("./", b"")
        archive.writestr("/srv/model/", b"")
        for name, data in colours("./").items():
            archive.writestr(name, data)
    equal(inspect(folder / "left.zip")["name"], "left")


def side_files(folder):
    """Labels and koma.json in the archive count."""
    about = b'{"name": "Farben", "labels": "names.txt"}'
    files = {**colours("m/"), "m/koma.json": about, "m/names.txt": b"rot\ngruen\nblau\n"}
    found = inspect(write_zip(folder / "a.zip", files))
    equal((found["name"], found["labels"]["names"]), ("Farben", ["rot", "gruen", "blau"]))


def no_model(folder):
    contains(inspect(write_zip(folder / "a.zip", {"cat.jpg": b"x"}), 2), "a.zip: there is no model in it")
    contains(inspect(write_zip(folder / "b.zip", {}), 2), "b.zip: ")
    several = {"a.pb": FROZEN.read_bytes(), "b.pb": FROZEN.read_bytes()}
    contains(inspect(write_zip(folder / "c.zip", several), 2), "c.zip: there are several models in it: a.pb, b.pb")


def outside(folder):
    """A path that leaves the archive is refused; a link is no file."""
    for number, name in enumerate(("../model.json", "/tmp/model.json", "a/../../model.json", "..\\model.json")):
        tar = write_tar(folder / f"{number}.tar", {name: b"{}"}, "w")
        contains(inspect(tar, 2), f"{number}.tar: ", "would lie outside of its folder")
    secret = folder / "secret.json"
    secret.write_bytes((COLOURS / "model.json").read_bytes())
    with tarfile.open(folder / "link.tar", "w") as archive:
        links = {"model.json": tarfile.SYMTYPE, "hard.json": tarfile.LNKTYPE, "x.json": tarfile.FIFOTYPE}
        for name, kind in links.items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, str(secret)
            archive.addfile(info)
    contains(inspect(folder / "link.tar", 2), "link.tar: there is no model in it")


def bomb(folder):
    """More than a hundred times its size is no model."""
    data = bytes(64 << 20)
    contains(inspect(write_zip(folder / "bomb.zip", {"model.json": data}), 2), "bomb.zip: it unpacks to more than")
    contains(inspect(write_tar(folder / "bomb.tar.gz", {"model.json": data}, "w:gz"), 2), "it unpacks to more than")
    many = {f"{i}.txt": b"" for i in range(10001)}
    contains(inspect(write_zip(folder / "many.zip", many), 2), "there are more than 10000 files in it")


def damaged(folder):
    """Cut anywhere, and with bytes that changed: a sentence, or the model."""
    whole = write_zip(folder / "whole.zip", colours()).read_bytes()
    path = folder / "cut.zip"
    for length in range(0, len(whole), 97):
        path.write_bytes(whole[:length])
        # The list at the end of the archive is not needed.
        result = koma("inspect", path)
        assert result.returncode in ((2,) if length < len(whole) / 2 else (0, 2)), result
    for position in range(0, len(whole), 61):
        path.write_bytes(whole[:position] + bytes([whole[position] ^ 0x55]) + whole[position + 1:])
        assert koma("inspect", path).returncode in (0, 2)


def of_others(folder):
    """Zip archives that are files of other programs keep their kind."""
    files = {"data.pkl": b"x"}
    contains(inspect(write_zip(folder / "a.pth", files), 2), "a.pth: ", "which PyTorch does not do")
    contains(inspect(write_zip(folder / "a.tm", files), 2), "a.tm: a Teachable Machine project", "Export Model")


def no_library(folder):
    """A machine without libarchive has a sentence about it, and all other models."""
    libraries = folder / "libraries"
    libraries.mkdir()
    (libraries / "libarchive.so.13").write_text("no library")
    archive = write_zip(folder / "a.zip", colours())
    # A helper may not read this folder, and would find the system's.
    env = {"LD_LIBRARY_PATH": str(libraries), "KOMA_BOX": "off"}
    contains(check(koma("inspect", archive, **env), 2).stderr, "a.zip: ", "archives need libarchive",
             "libarchive.so.13")
    check(koma("inspect", COLOURS, **env), 0)


run_all([opens, as_tar_leaves_it, side_files, no_model, outside, bomb, damaged, of_others, no_library])
