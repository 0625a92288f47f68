#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma classify --collection: what was answered is not computed again, whatever happened meanwhile."""
import csv
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from koma_cli import COLOURS, KOMA, RGB, SYSTEM_DATA, check, contains, equal, koma, make_data, run_all, write_png

LINE = re.compile(r"known: (\d+), computed: (\d+), failed: (\d+)$", re.MULTILINE)
N_PICTURES = 300


def classify(file, *args, code=0, model=COLOURS, **more):
    result = check(koma("classify", "--model", model, "--collection", file, *args, **more), code)
    return result, tuple(int(n) for n in LINE.search(result.stderr).groups())


def write_pictures(folder, n):
    """Of many colours, each."""
    folder.mkdir()
    return [write_png(folder / f"{i:03}.png", (i * 7 % 256, i * 31 % 256, i * 101 % 256), 8, 6) for i in range(n)]


def ask(file, sql):
    """As any other program would."""
    connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def touch(path, seconds):
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + seconds * 10**9))


def again(folder):
    """The second time nothing is computed; what changed is, and what is gone is not printed."""
    pictures = write_pictures(folder / "pictures", 12)
    file = folder / "c.koma"
    first, counts = classify(file, folder / "pictures")
    equal(counts, (0, 12, 0))
    second, counts = classify(file, folder / "pictures")
    equal(counts, (12, 0, 0))
    equal(second.stdout, first.stdout)
    equal(second.stdout, check(koma("classify", "--model", COLOURS, folder / "pictures"), 0).stdout)

    write_png(pictures[3], RGB["red"])
    touch(pictures[3], 5)
    touch(pictures[4], 5)
    pictures[5].unlink()
    third, counts = classify(file, folder / "pictures")
    equal(counts, (9, 2, 0))
    lines = third.stdout.splitlines()
    equal([line.split(": ")[0] for line in lines], [str(path) for path in pictures if path != pictures[5]])
    contains(lines[3], "003.png: red ")
    equal(sorted(path.name for path in folder.iterdir()), ["c.koma", "pictures"])
    equal(ask(file, "SELECT count(*), count(DISTINCT picture) FROM answers"), [(12, 12)])
    # The window looks there for new pictures.
    equal(ask(file, "SELECT CAST (path AS TEXT) FROM folders"), [("pictures/.",)])


def formats(folder):
    """A row from the collection is the row that was computed, with its times and provenance."""
    write_pictures(folder / "pictures", 5)
    (folder / "pictures" / "bad.png").write_text("no picture")
    for line in ("json", "jsonl", "csv", "html"):
        file = folder / f"{line}.koma"
        options = ("--format", line, "--sha256", folder / "pictures")
        first, counts = classify(file, *options, code=1)
        equal(counts, (0, 6, 1))
        second, counts = classify(file, *options, code=1)
        equal(counts, (6, 0, 1))
        equal(second.stdout, first.stdout)
        equal(second.stderr.splitlines()[0], first.stderr.splitlines()[0])
    equal(second.stdout.count("data:image/"), 5)
    equal(ask(folder / "csv.koma", "SELECT count(sha256) FROM pictures"), [(6,)])


def top(folder):
    """An answer with fewer classes than are wanted is none."""
    write_pictures(folder / "pictures", 2)
    file = folder / "c.koma"
    equal(classify(file, "--top", 2, folder / "pictures")[1], (0, 2, 0))
    result, counts = classify(file, "--top", 1, folder / "pictures")
    equal(counts, (2, 0, 0))
    assert "," not in result.stdout, result.stdout
    equal(classify(file, "--top", 3, folder / "pictures")[1], (0, 2, 0))
    # There are three classes.
    equal(classify(file, "--top", 9, folder / "pictures")[1], (2, 0, 0))


def models(folder):
    """Another model, and the same with another recipe, has answers of its own."""
    pictures = folder / "pictures"
    write_pictures(pictures, 3)
    file = folder / "c.koma"
    other = make_data(folder) / "models" / "shogi"
    (weights,) = other.glob("*.bin")
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    equal(classify(file, pictures)[1], (0, 3, 0))
    equal(classify(file, "--temperature", 2, pictures)[1], (0, 3, 0))
    equal(classify(file, "--fit", "stretch", pictures)[1], (0, 3, 0))
    equal(classify(file, pictures, model=other)[1], (0, 3, 0))
    for options in ((), ("--temperature", 2), ("--fit", "stretch")):
        equal(classify(file, *options, pictures)[1], (3, 0, 0))
    equal(classify(file, pictures, model=other)[1], (3, 0, 0))
    equal(ask(file, "SELECT count(*) FROM models"), [(4,)])


def failures(folder):
    """What failed is not tried again until the file changes, or somebody says so."""
    bad = folder / "bad.png"
    bad.write_text("no picture")
    file = folder / "c.koma"
    first, counts = classify(file, bad, code=1)
    equal(counts, (0, 1, 1))
    second, counts = classify(file, bad, code=1)
    equal(counts, (1, 0, 1))
    contains(second.stderr, first.stderr.splitlines()[0])
    equal(classify(file, "--retry", bad, code=1)[1], (0, 1, 1))
    # What is not there is not kept, and looked for each time.
    for _ in range(2):
        equal(classify(file, folder / "missing.png", code=1)[1], (0, 1, 1))
    write_png(bad, RGB["blue"])
    touch(bad, 5)
    result, counts = classify(file, bad)
    equal(counts, (0, 1, 0))
    contains(result.stdout, "bad.png: blue ")
    equal(ask(file, "SELECT count(*) FROM answers WHERE error IS NOT NULL"), [(0,)])


def odd_names(folder):
    """Names are any bytes."""
    names = [b"a\xff.png", "駒.png".encode(), b"b\n'\".png"]
    for name in names:
        write_png(folder / os.fsdecode(name), RGB["green"])
    file = folder / os.fsdecode(b"c\xfe.koma")
    paths = [folder / os.fsdecode(name) for name in names]
    first, counts = classify(file, *paths)
    equal(counts, (0, 3, 0))
    second, counts = classify(file, *paths)
    equal(counts, (3, 0, 0))
    equal(second.stdout, first.stdout)


def refused(folder):
    """No file but a collection is touched, and a collection only by one program at a time."""
    picture = write_png(folder / "p.png", RGB["red"])
    text = folder / "list.txt"
    text.write_text("dear diary\n")
    result = check(koma("classify", "--model", COLOURS, "--collection", text, picture), 2)
    contains(result.stderr, f"koma: {text}: is no collection of Koma; it was left as it is")
    equal(result.stdout, "")
    equal(text.read_text(), "dear diary\n")
    result = check(koma("classify", "--model", COLOURS, "--collection", folder / "no" / "c.koma", picture), 2)
    contains(result.stderr, f"koma: {folder}/no/c.koma: ")
    for more in (("--grid", "2x2"), ("--board",)):
        result = check(koma("classify", "--model", COLOURS, "--collection", folder / "c.koma", *more, picture), 2)
        contains(result.stderr, "--collection keeps answers for whole pictures")
    contains(check(koma("classify", "--model", COLOURS, "--retry", picture), 2).stderr, "--collection")
    assert not (folder / "c.koma").exists()


class Running:
    """A run that pictures are fed to, and that can be ended at any moment."""

    def __init__(self, folder, file):
        self.home = tempfile.TemporaryDirectory(prefix="koma-home-")
        env = {"PATH": os.environ["PATH"], "HOME": self.home.name, "XDG_CACHE_HOME": self.home.name,
               "XDG_DATA_DIRS": SYSTEM_DATA, "LC_ALL": "C.UTF-8", "KOMA_DATA_DIR": self.home.name}
        env |= {name: os.environ[name] for name in os.environ if name.startswith(("ASAN_", "UBSAN_", "LSAN_"))}
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [KOMA, "classify", "--model", COLOURS, "--format", "jsonl", "--collection", file, "-"], env=env,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, encoding="utf-8")

    def send(self, paths):
        self.process.stdin.write("".join(f"{path}\n" for path in paths))
        self.process.stdin.flush()

    def read(self, n):
        return [json.loads(self.process.stdout.readline())["path"] for _ in range(n)]

    def end(self, how):
        self.process.send_signal(how)
        rest = self.process.stdout.read()
        code = self.process.wait(60)
        self.process.stdin.close()
        self.process.stdout.close()
        self.errors.seek(0)
        self.home.cleanup()
        return code, rest, self.errors.read()


def killed(folder):
    """Killed at any moment, and started again: every picture is answered once."""
    paths = write_pictures(folder / "pictures", N_PICTURES)
    file = folder / "c.koma"
    choose = random.Random(1)
    before = 0
    for _ in range(8):
        run = Running(folder, file)
        run.send(paths)
        run.read(choose.randrange(N_PICTURES))
        equal(run.end(signal.SIGKILL)[0], -signal.SIGKILL)
        if not file.exists():
            continue
        equal(ask(file, "PRAGMA integrity_check"), [("ok",)])
        (found,) = ask(file, "SELECT count(*), count(DISTINCT picture) FROM answers")
        equal(found[0], found[1])
        assert found[0] >= before, (found, before)
        before = found[0]
    result, counts = classify(file, "--format", "jsonl", folder / "pictures")
    equal(counts, (before, N_PICTURES - before, 0))
    equal([json.loads(line)["path"] for line in result.stdout.splitlines()], [str(path) for path in paths])
    equal(ask(file, "SELECT count(*), count(DISTINCT picture) FROM answers"), [(N_PICTURES, N_PICTURES)])
    equal(ask(file, "SELECT count(*) FROM pictures"), [(N_PICTURES,)])
    equal(classify(file, folder / "pictures")[1], (N_PICTURES, 0, 0))


def committed(folder):
    """What waits for the next picture is in the file soon, though nothing else comes; then nothing loses it."""
    paths = write_pictures(folder / "pictures", 20)
    file = folder / "c.koma"
    run = Running(folder, file)
    run.send(paths)
    run.read(20)
    for _ in range(600):
        if ask(file, "SELECT count(*) FROM answers") == [(20,)]:
            break
        time.sleep(0.1)
    result = check(koma("classify", "--model", COLOURS, "--collection", file, paths[0]), 2)
    contains(result.stderr, f"koma: {file}: another Koma is writing to this collection")
    run.end(signal.SIGKILL)
    equal(classify(file, folder / "pictures")[1], (20, 0, 0))


def interrupted(folder):
    """What was printed until an interruption is kept, and nothing else; what was taken back is no failure."""
    paths = write_pictures(folder / "pictures", N_PICTURES)
    file = folder / "c.koma"
    run = Running(folder, file)
    run.send(paths)
    n = len(run.read(5))
    code, rest, errors = run.end(signal.SIGINT)
    equal(code, 130)
    n += len(rest.splitlines())
    contains(errors, f"known: 0, computed: {n}, failed: 0")
    equal(ask(file, "SELECT count(*), count(error) FROM answers"), [(n, 0)])
    equal(classify(file, folder / "pictures")[1], (n, N_PICTURES - n, 0))


def wrong_row(folder):
    """A row that Koma did not write is told, computed anew, and mended."""
    write_pictures(folder / "pictures", 3)
    file = folder / "c.koma"
    first, _ = classify(file, folder / "pictures")
    connection = sqlite3.connect(file)
    connection.execute("UPDATE scores SET class = 77 WHERE answer = 2 AND rank = 1")
    connection.commit()
    connection.close()
    second, counts = classify(file, folder / "pictures")
    equal(counts, (2, 1, 0))
    equal(second.stdout, first.stdout)
    contains(second.stderr, f"koma: {file}: table scores, row 2: holds what Koma did not write")
    equal(classify(file, folder / "pictures")[1], (3, 0, 0))


def damaged(folder):
    """Pages are looked at meanwhile; wherever one is damaged, what can be read is kept, and the rest computed anew."""
    write_pictures(folder / "pictures", N_PICTURES)
    file = folder / "c.koma"
    aside = folder / "c.koma.damaged"
    first, _ = classify(file, folder / "pictures")
    content = file.read_bytes()
    n_known = []
    for start in range(3 * 4096, len(content), 5 * 4096):
        # Without the names of tables there is nothing to be read.
        if b"CREATE " in content[start:start + 4096]:
            continue
        file.write_bytes(content[:start] + b"\xa5" * 4096 + content[start + 4096:])
        result, counts = classify(file, folder / "pictures")
        equal(result.stdout, first.stdout)
        contains(result.stderr, f"koma: {file}: was damaged; ", str(aside))
        assert "no longer kept" not in result.stderr, result.stderr
        equal(sum(counts), N_PICTURES)
        n_known.append(counts[0])
        aside.unlink()
        equal(sorted(path.name for path in folder.iterdir()), ["c.koma", "pictures"])
        equal(ask(file, "PRAGMA integrity_check"), [("ok",)])
        result, counts = classify(file, folder / "pictures")
        equal(counts, (N_PICTURES, 0, 0))
        equal(len(result.stderr.splitlines()), 1)
    assert max(n_known) == N_PICTURES > min(n_known), n_known


def full(folder):
    """A full disk ends what is kept, and not what is printed; what was kept before is there. One that can not be
    written is refused."""
    pictures = write_pictures(folder / "pictures", N_PICTURES)
    (folder / "first").mkdir()
    shutil.copy2(pictures[0], folder / "first")
    script = folder / "run.sh"
    script.write_text("""mount -t tmpfs -o size=256k tmpfs "$1" || exit 77
        koma () { "$KOMA" classify --model "$MODEL" --collection "$@"; echo "code $?" >&2; }
        koma "$1/c.koma" first
        koma "$1/c.koma" pictures
        "$KOMA" collection export "$1/c.koma"
        mount -o remount,ro "$1"
        koma "$1/c.koma" first
        """)
    (folder / "disk").mkdir()
    result = subprocess.run(["unshare", "-rm", "sh", script, folder / "disk"], capture_output=True, encoding="utf-8",
                            cwd=folder, env=os.environ | {"KOMA": KOMA, "MODEL": COLOURS, "LC_ALL": "C.UTF-8",
                                                          "KOMA_DATA_DIR": str(folder)}, timeout=240)
    if result.returncode == 77 or "unshare" in result.stderr:
        print("# no file system can be mounted here")
        return
    check(result, 0)
    lines = result.stdout.splitlines()
    equal([line.split(": ")[0] for line in lines[:1 + N_PICTURES]],
          ["first/000.png", *(f"pictures/{path.name}" for path in pictures)])
    # Nothing is lost that was on the disk before it was full: a slow program has written some of them by then.
    kept = {row["path"] for row in csv.DictReader(lines[1 + N_PICTURES:])}
    assert {str(folder / "first" / "000.png")} <= kept, kept
    assert len(kept) < 1 + N_PICTURES and all(map(os.path.exists, kept)), kept
    equal(re.findall("^code .*", result.stderr, re.MULTILINE), ["code 0", "code 1", "code 2"])
    contains(result.stderr, f"koma: {folder}/disk/c.koma: the disk is full; ", "; answers are no longer kept",
             f"known: 0, computed: {N_PICTURES}, failed: 0", f"koma: {folder}/disk/c.koma: can not be written")


def moved(folder):
    """The collection knows its pictures where both were moved together."""
    (folder / "album").mkdir()
    write_pictures(folder / "album" / "pictures", 4)
    equal(classify(folder / "album" / "c.koma", folder / "album")[1], (0, 4, 0))
    shutil.move(folder / "album", folder / "other")
    equal(classify(folder / "other" / "c.koma", "pictures", cwd=folder / "other")[1], (4, 0, 0))


def left_out(folder):
    """What a person took out is found again by its folder, and stays out until it is named itself."""
    pictures = write_pictures(folder / "pictures", 4)
    file = folder / "c.koma"
    classify(file, folder / "pictures")
    check(koma("collection", "leave-out", file, pictures[1], pictures[2]), 0)
    result, counts = classify(file, folder / "pictures")
    equal(counts, (2, 0, 0))
    equal([line.split(": ")[0] for line in result.stdout.splitlines()], [str(pictures[0]), str(pictures[3])])
    equal(ask(file, "SELECT count(*) FROM best"), [(2,)])
    equal(len(check(koma("collection", "export", file), 0).stdout.splitlines()), 3)
    # By a list of names, too.
    equal(classify(file, "-", stdin="".join(f"{path}\n" for path in pictures))[1], (2, 0, 0))
    touch(pictures[1], 5)
    equal(classify(file, folder / "pictures")[1], (2, 0, 0))
    # Named itself, it is back, with the answer that it had.
    equal(classify(file, pictures[2])[1], (1, 0, 0))
    equal(classify(file, folder / "pictures")[1], (3, 0, 0))
    check(koma("collection", "leave-out", "--undo", file, pictures[1]), 0)
    equal(classify(file, folder / "pictures")[1], (3, 1, 0))
    equal(ask(file, "SELECT count(*) FROM left_out WHERE is_out"), [(0,)])


def left_out_told(folder):
    """What only pictures have that were taken out is not counted, and makes no columns of exports."""
    pictures = write_pictures(folder / "pictures", 3)
    file = folder / "c.koma"
    classify(file, "--top", 1, *pictures[:2])
    classify(file, "--top", 3, "--sha256", "--format", "csv", pictures[2])
    check(koma("embed", "--model", COLOURS, "--collection", file, folder / "pictures"), 0)
    check(koma("collection", "rate", "--stars", 2, file, pictures[2]), 0)
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("UPDATE pictures SET taken_us = 5 WHERE sha256 IS NOT NULL")
        connection.execute("INSERT INTO corrections (picture, label, author, corrected_us)"
                           " SELECT id, 'red', 'Ada', 5 FROM pictures WHERE sha256 IS NOT NULL")
    connection.close()
    columns = {"label3", "rating", "sha256", "corrected_label", "taken_at"}

    def look():
        heads = check(koma("collection", "export", file), 0).stdout.splitlines()[0].split(",")
        info = json.loads(check(koma("collection", "info", "--json", file), 0).stdout)
        return columns & set(heads), [info[name] for name in ("pictures", "corrections", "ratings", "vectors")]

    equal(look(), (columns, [3, 1, 1, 3]))
    check(koma("collection", "leave-out", file, pictures[2]), 0)
    equal(look(), (set(), [2, 0, 0, 2]))


def left_out_wrong(folder):
    """One wrong name, and none is taken out; a picture that is gone, but known, may be."""
    pictures = write_pictures(folder / "pictures", 3)
    file = folder / "c.koma"
    result = check(koma("collection", "leave-out", file, pictures[0]), 2)
    contains(result.stderr, f"koma: {file}: there is no such file")
    assert not file.exists()
    classify(file, folder / "pictures")
    result = check(koma("collection", "leave-out", file, pictures[0], folder / "none.png"), 2)
    contains(result.stderr, f"koma: {folder}/none.png: there is no such picture")
    equal(ask(file, "SELECT count(*) FROM left_out"), [(0,)])
    pictures[0].unlink()
    check(koma("collection", "leave-out", file, pictures[0]), 0)
    equal(ask(file, "SELECT count(*) FROM left_out WHERE is_out"), [(1,)])
    contains(check(koma("collection", "leave-out", file), 2).stderr, "leave-out FILE PICTURE…")
    contains(check(koma("collection", "info", "--undo", file), 2).stderr, "--undo")


def rated(folder):
    """Stars come with what is exported, and with what is known, and go when they are taken back."""
    pictures = write_pictures(folder / "pictures", 3)
    file = folder / "c.koma"
    classify(file, folder / "pictures")
    assert "rating" not in check(koma("collection", "export", file), 0).stdout
    check(koma("collection", "rate", "--stars", 4, file, pictures[0], pictures[1]), 0)
    check(koma("collection", "rate", "--stars", -1, file, pictures[2]), 0)
    rows = list(csv.DictReader(check(koma("collection", "export", file), 0).stdout.splitlines()))
    equal([row["rating"] for row in rows], ["4", "4", "-1"])
    said = ask(file, "SELECT author, datetime (rated_us / 1000000, 'unixepoch') FROM ratings JOIN pictures p"
               " ON p.id = picture ORDER BY path")
    assert said[0][0], said
    equal([(row["rated_by"], row["rated_at"].replace("T", " ").rstrip("Z")) for row in rows], said)
    check(koma("collection", "rate", "--stars", 0, file, pictures[1]), 0)
    for command in (("collection", "export", file),
                    ("classify", "--model", COLOURS, "--collection", file, folder / "pictures")):
        rows = json.loads(check(koma(*command, "--format", "json"), 0).stdout)
        equal([row.get("rating") for row in rows], [4, None, -1])
        equal([row.get("rated_by") for row in rows], [said[0][0], None, said[2][0]])
    contains(check(koma("collection", "export", "--format", "html", file), 0).stdout,
             '<p><span role="img" aria-label="4 stars">★★★★</span>'
             f' <small>{said[0][0]}, {rows[0]["rated_at"]}</small></p>',
             'aria-label="Rejected">✗</span>')
    contains(check(koma("collection", "info", file), 0).stdout, "Ratings: 2\n")
    for wrong in (("--stars", 6), ("--stars=-2",), ()):
        contains(check(koma("collection", "rate", *wrong, file, pictures[0]), 2).stderr, "--stars")
    contains(check(koma("collection", "info", "--stars", 1, file), 2).stderr, "--stars")
    equal(ask(file, "SELECT stars FROM ratings JOIN pictures p ON p.id = picture ORDER BY path"), [(4,), (0,), (-1,)])


run_all([again, formats, top, models, failures, odd_names, refused, killed, committed, interrupted, wrong_row, damaged,
         full, moved, left_out, left_out_told, left_out_wrong, rated])
