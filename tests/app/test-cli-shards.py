#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma classify --shard: each picture is in one of N parts, on whichever machine."""
import hashlib
import json
import os
import shutil

from koma_cli import COLOURS, RGB, check, contains, equal, koma, run_all, write_png


def write_pictures(folder, n):
    """Of many colours, some in a folder within."""
    (folder / "more").mkdir(parents=True)
    return [write_png(folder / ("more" if i % 3 == 0 else "") / f"{i:03}.png", (i * 7 % 256, i * 31 % 256, i), 8, 6)
            for i in range(n)]


def list_paths(*args, **more):
    """Those that were printed, in their order."""
    result = check(koma("classify", "--model", COLOURS, "--format", "jsonl", *args, **more), 0)
    return [json.loads(line)["path"] for line in result.stdout.splitlines()]


def get_shard(name, n):
    """As koma-classify(1) has it."""
    return int.from_bytes(hashlib.sha256(os.fsencode(name)).digest()[:8], "big") % n + 1


def parts(folder):
    """Each picture is in one part, by the rule of the man page, and all parts are all pictures."""
    write_pictures(folder / "pictures", 30)
    paths = list_paths(folder / "pictures")
    equal(len(paths), 30)
    for n in (1, 2, 3, 7):
        found = [list_paths("--shard", f"{k}/{n}", folder / "pictures") for k in range(1, n + 1)]
        equal(sorted(path for part in found for path in part), sorted(paths))
        for k, part in enumerate(found, 1):
            names = [os.path.relpath(path, folder / "pictures") for path in part]
            equal({get_shard(name, n) for name in names}, {k} if names else set())
            # In the order of the whole.
            equal(part, [path for path in paths if path in part])


def stable(folder):
    """What was added or removed moves nothing; nor does another place, or another way to name the folder."""
    pictures = write_pictures(folder / "pictures", 20)
    first = list_paths("--shard", "2/3", "pictures", cwd=folder)
    pictures[0].unlink()
    for i in range(20):
        write_png(folder / "pictures" / f"new-{i}.png", RGB["red"])
    second = list_paths("--shard", "2/3", "pictures", cwd=folder)
    equal([path for path in second if "new-" not in path], [path for path in first if path != "pictures/more/000.png"])
    (folder / "other").mkdir()
    shutil.move(folder / "pictures", folder / "other" / "renamed")
    third = list_paths("--shard", "2/3", folder / "other" / "renamed")
    equal([os.path.relpath(path, folder / "other" / "renamed") for path in third],
          [os.path.relpath(path, "pictures") for path in second])


def lists(folder):
    """Pictures that are named are in one part each by that name, on the command line as in a list; also odd bytes."""
    names = [os.fsdecode(name) for name in (b"a\xff.png", "駒.png".encode(), b"b.png", b"c.png", b"d.png")]
    for name in names:
        write_png(folder / name, RGB["green"])
    text = "".join(f"{name}\0" for name in names)
    for k in (1, 2):
        wanted = [name for name in names if get_shard(name, 2) == k]
        assert wanted
        for line, more in ((["-0", "-"], {"stdin": text}), (names, {})):
            result = check(koma("classify", "--model", COLOURS, "--shard", f"{k}/2", *line, cwd=folder, **more), 0)
            equal(len(result.stdout.splitlines()), len(wanted))
            contains(result.stdout, *(name for name in wanted if "\udcff" not in name))


def refused(folder):
    """What is no part is an error that names it, before anything is loaded."""
    picture = write_png(folder / "p.png", RGB["red"])
    for given in ("0/3", "4/3", "3", "1/0", "", "1/2/3", "a/b", "-1/3", "1.5/3", " 1/3", "1/", "/3", "1/99999999"):
        result = check(koma("classify", "--model", folder / "missing", f"--shard={given}", picture), 2)
        equal(result.stderr,
              f"koma: --shard “{given}” is not K/N, such as 3/8, with K from 1 to N and N up to 1000000\n")
        equal(result.stdout, "")


if __name__ == "__main__":
    run_all([parts, stable, lists, refused])
