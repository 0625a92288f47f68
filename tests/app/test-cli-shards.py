#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma classify --shard: each picture is in one of N parts, on whichever machine; koma collection: they become one."""
import csv
import hashlib
import itertools
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess

from koma_cli import COLOURS, KOMA, RGB, SYSTEM_DATA, check, contains, equal, koma, load_json, run_all, write_png

COUNTS = re.compile(r"known: (\d+), computed: (\d+), failed: (\d+)$", re.MULTILINE)
ROWS = """SELECT p.path, p.size_bytes, p.mtime_ns, p.sha256, m.hash, a.answered_us, a.error_code, s.rank, s.class,
s.score FROM pictures p JOIN answers a ON a.picture = p.id JOIN models m ON m.id = a.model
LEFT JOIN scores s ON s.answer = a.id ORDER BY 1, 5, 8"""


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


def classify(file, *args, code=0):
    result = check(koma("classify", "--model", COLOURS, "--collection", file, *args), code)
    return result, tuple(int(n) for n in COUNTS.search(result.stderr).groups())


def merge(*args, code=0):
    return check(koma("collection", "merge", *args), code)


def read_rows(file):
    """As any other program would."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return connection.execute(ROWS).fetchall()
    finally:
        connection.close()


def merged(folder):
    """Parts in any order, at once or one by one, twice or once, are what one run would have made, and are known."""
    write_pictures(folder / "pictures", 20)
    (folder / "pictures" / "bad.png").write_text("no picture")
    files = [folder / f"part-{k}.koma" for k in (1, 2, 3)]
    codes = [koma("classify", "--model", COLOURS, "--collection", file, "--shard", f"{k}/3",
                  folder / "pictures").returncode for k, file in enumerate(files, 1)]
    equal(sorted(codes), [0, 0, 1])
    found = []
    for n, order in enumerate(itertools.permutations(files)):
        into = folder / f"all-{n}.koma"
        if n % 2:
            merge(into, *order)
        else:
            for file in order:
                merge(into, file)
        found.append(read_rows(into))
        merge(into, *files, into)
        equal(read_rows(into), found[0])
    equal(found, found[:1] * 6)
    equal(classify(folder / "all-0.koma", folder / "pictures", code=1)[1], (21, 0, 1))
    one = folder / "one.koma"
    classify(one, folder / "pictures", code=1)
    # But for the time.
    equal([row[:5] + row[6:] for row in read_rows(one)], [row[:5] + row[6:] for row in found[0]])


def gathered(folder):
    """Each host has the pictures elsewhere; the collections of all mean what lies beside the one that is made."""
    for k in (1, 2):
        host = folder / f"host-{k}"
        host.mkdir()
        if k == 1:
            write_pictures(host / "album" / "pictures", 10)
        else:
            shutil.copytree(folder / "host-1" / "album", host / "album")
        file = host / "album" / "part.koma"
        check(koma("classify", "--model", COLOURS, "--collection", file, "--shard", f"{k}/2", "pictures",
                   cwd=host / "album"), 0)
        (folder / "gathered").mkdir(exist_ok=True)
        shutil.move(file, folder / "gathered" / f"{k}.koma")
    shutil.move(folder / "host-1" / "album", folder / "home")
    merge(folder / "home" / "all.koma", folder / "gathered" / "1.koma", folder / "gathered" / "2.koma")
    equal(classify(folder / "home" / "all.koma", folder / "home" / "pictures")[1], (10, 0, 0))


def in_place(folder):
    """Collections of one machine, each in a folder of its own, become one above them."""
    for name in ("a", "b"):
        write_pictures(folder / name / "pictures", 4)
        classify(folder / name / "c.koma", folder / name)
    merge("--in-place", folder / "all.koma", folder / "a" / "c.koma", folder / "b" / "c.koma")
    equal(classify(folder / "all.koma", folder)[1], (8, 0, 0))


def killed(folder):
    """A part that was killed goes on where it stopped, and no picture is in the whole twice."""
    pictures = [write_png(folder / f"{i:03}.png", (i % 256, i * 31 % 256, 7), 8, 6) for i in range(300)]
    names = [path.name for path in pictures]
    parts = [folder / "1.koma", folder / "2.koma"]
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_DIRS": SYSTEM_DATA, "LC_ALL": "C.UTF-8"}
    env |= {name: os.environ[name] for name in os.environ if name.startswith(("ASAN_", "UBSAN_", "LSAN_"))}
    with subprocess.Popen([KOMA, "classify", "--model", COLOURS, "--collection", parts[0], "--shard", "1/2", "-"],
                          cwd=folder, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, encoding="utf-8") as run:
        run.stdin.write("".join(f"{name}\n" for name in names))
        run.stdin.flush()
        for _ in range(50):
            run.stdout.readline()
        run.send_signal(signal.SIGKILL)
        equal(run.wait(60), -signal.SIGKILL)
    wanted = [sum(get_shard(name, 2) == k for name in names) for k in (1, 2)]
    # What it left, a journal too, can be merged as it is.
    merge(folder / "all.koma", parts[0])
    assert len(read_rows(folder / "all.koma")) <= 3 * wanted[0]
    text = "".join(f"{name}\n" for name in names)
    for file, k in zip(parts, (1, 2)):
        result = check(koma("classify", "--model", COLOURS, "--collection", file, "--shard", f"{k}/2", "-", stdin=text,
                            cwd=folder), 0)
        known, computed, failed = (int(n) for n in COUNTS.search(result.stderr).groups())
        equal((known + computed, failed), (wanted[k - 1], 0))
    merge(folder / "all.koma", *parts)
    paths = [row[0] for row in read_rows(folder / "all.koma") if row[7] == 1]
    equal(paths, sorted(os.fsencode(name) for name in names))


def export(folder):
    """What is exported is what `koma classify` prints of known pictures, in all formats, with any name."""
    names = [b"a\xff.png", b"b\n'\".png", b"c.png", "駒.png".encode()]
    (folder / "pictures").mkdir()
    for i, name in enumerate(names):
        write_png(folder / "pictures" / os.fsdecode(name), list(RGB.values())[i % 3])
    (folder / "pictures" / "bad.png").write_text("no picture")
    file = folder / "c.koma"
    classify(file, "--sha256", folder / "pictures", code=1)
    paths = sorted((folder / "pictures").iterdir(), key=os.fsencode)
    for line in ("csv", "jsonl", "json", "html"):
        printed, counts = classify(file, "--format", line, "--sha256", *paths, code=1)
        equal(counts, (5, 0, 1))
        equal(check(koma("collection", "export", "--format", line, file), 0).stdout, printed.stdout)
    equal(printed.stdout.count("data:image/"), 4)
    contains(check(koma("collection", "export", "c.koma", cwd=folder), 0).stdout, "\npictures/bad.png,colours,")
    # What may go well another time has its reason, too.
    connection = sqlite3.connect(file)
    connection.executescript("UPDATE answers SET error_code = 'permission-denied', is_lasting = 0"
                             " WHERE error_code = 'decode'; DROP VIEW best")
    connection.close()
    found = [json.loads(row) for row in
             check(koma("collection", "export", "--format", "jsonl", file), 0).stdout.splitlines()]
    equal([row["error"]["code"] for row in found if "error" in row], ["permission-denied"])
    equal(sorted(path.name for path in folder.iterdir()), ["c.koma", "pictures"])


def taken(folder):
    """When a photograph was taken, and by which camera, where it says so."""
    write_pictures(folder / "pictures", 3)
    file = folder / "c.koma"
    classify(file, folder / "pictures")
    assert "taken_at" not in check(koma("collection", "export", file), 0).stdout
    connection = sqlite3.connect(file)
    connection.executescript("UPDATE pictures SET taken_us = 1777617000250000, camera = 255 WHERE id = 1;"
                             "UPDATE pictures SET taken_us = -1000000 WHERE id = 2")
    paths = [path for path, in connection.execute("SELECT CAST (path AS TEXT) FROM pictures ORDER BY id")]
    connection.close()
    wanted = {paths[0]: ("2026-05-01T06:30:00.250000Z", "00000000000000ff"), paths[1]: ("1969-12-31T23:59:59Z", ""),
              paths[2]: ("", "")}
    rows = list(csv.DictReader(check(koma("collection", "export", "c.koma", cwd=folder), 0).stdout.splitlines()))
    equal({row["path"]: (row["taken_at"], row["camera"]) for row in rows}, wanted)
    rows = load_json(check(koma("collection", "export", "--format", "json", "c.koma", cwd=folder), 0))
    equal({row["path"]: (row.get("taken_at", ""), row.get("camera", "")) for row in rows}, wanted)
    equal([key for row in rows for key in ("taken_at", "camera") if row.get(key) == ""], [])


def models(folder):
    """Each row says whose answer it is; of several models one may be chosen, by its name or its hash."""
    write_pictures(folder / "pictures", 3)
    file = folder / "c.koma"
    classify(file, folder / "pictures")
    classify(file, "--temperature", 2, "--top", 2, folder / "pictures")
    connection = sqlite3.connect(file)
    connection.executescript("UPDATE models SET name = 'Other', hash = 'abc' WHERE id = 2")
    connection.close()
    rows = check(koma("collection", "export", file), 0).stdout.splitlines()
    equal([row.split(",")[1] for row in rows], ["model"] + ["colours", "Other"] * 3)
    for chosen, n_classes in (("Other", 2), ("abc", 2), ("colours", 3)):
        rows = check(koma("collection", "export", "--model", chosen, file), 0).stdout.splitlines()
        equal((len(rows), f"label{n_classes}," in rows[0], f"label{n_classes + 1}," in rows[0]), (4, True, False))
    contains(check(koma("collection", "export", "-m", "none", file), 2).stderr, f"koma: {file}: ", "“none”")
    contains(check(koma("collection", "export", "--sure-from", 0.999, file), 0).stdout, ",false,")


def info(folder):
    """How much of everything there is."""
    write_pictures(folder / "pictures", 3)
    (folder / "pictures" / "bad.png").write_text("no picture")
    file = folder / "c.koma"
    classify(file, folder / "pictures", code=1)
    connection = sqlite3.connect(file)
    connection.executescript("INSERT INTO corrections (picture, label, corrected_us) VALUES (1, 'cat', 0)")
    version = connection.execute("PRAGMA user_version").fetchall()
    connection.close()
    check(koma("collection", "leave-out", file, folder / "pictures" / "bad.png"), 0)
    found = load_json(check(koma("collection", "info", "--json", file), 0))
    equal((found["path"], found["pictures"], found["corrections"], found["vectors"], found["errors"]),
          (str(file), 3, 1, 0, {}))
    equal(([(found["version"],)], found["left_out"]), (version, 1))
    equal([(model["name"], model["answers"], model["failed"]) for model in found["models"]], [("colours", 3, 0)])
    check(koma("collection", "leave-out", "--undo", file, folder / "pictures" / "bad.png"), 0)
    equal(found["size_bytes"], file.stat().st_size)
    text = check(koma("collection", "info", file), 0).stdout
    contains(text, f"{file}: ", "Pictures: 4\n", "Left out: 0\n", "Ratings: 0\n", "colours (",
             "answers: 3, failed: 1\n", "error “decode”: 1\n")


def refused_merges(folder):
    """A file that can not be used is named, and nothing is left of a merge that failed."""
    write_pictures(folder / "pictures", 3)
    good = folder / "good.koma"
    classify(good, folder / "pictures")
    text = folder / "list.txt"
    text.write_text("dear diary\n")
    for file in (text, folder / "missing.koma"):
        contains(merge(folder / "all.koma", good, file, code=2).stderr, f"koma: {file}: ")
        before = good.read_bytes()
        merge(good, file, code=2)
        equal(good.read_bytes(), before)
        for action in ("info", "export"):
            contains(check(koma("collection", action, file), 2).stderr, f"koma: {file}: ")
    contains(merge(text, good, code=2).stderr, f"koma: {text}: is no collection of Koma")
    equal(text.read_text(), "dear diary\n")
    for args in ((), ("merge",), ("merge", good), ("info",), ("info", good, good), ("export",), ("melt", good)):
        contains(check(koma("collection", *args), 2).stderr, "merge INTO FROM…")
    contains(check(koma("collection", "export", "--format", "text", good), 2).stderr, "--format “text”")
    contains(check(koma("collection", "export", "--json", good), 2).stderr,
             "--json is for “koma collection info|compare”, not for “export”")
    contains(merge("--format", "csv", folder / "all.koma", good, code=2).stderr, "--format is for")
    contains(check(koma("collection", "info", "--in-place", good), 2).stderr, "--in-place is for")
    equal(sorted(path.name for path in folder.iterdir()), ["good.koma", "list.txt", "pictures"])


run_all([parts, stable, lists, refused, merged, gathered, in_place, killed, export, taken, models, info,
         refused_merges])
