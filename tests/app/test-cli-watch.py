#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""koma watch: what is in a folder and what arrives there is classified once, whatever happens meanwhile."""
import codecs
import csv
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading

from koma_cli import COLOURS, KOMA, RGB, SYSTEM_DATA, Skip, check, contains, equal, koma, run_all, write_png

PATIENCE_S = 120
LINE = re.compile(r"known: (\d+), computed: (\d+), failed: (\d+)$", re.MULTILINE)


class Watching:
    """A run that is told nothing but by files and signals."""

    def __init__(self, *args, form="jsonl", model=COLOURS):
        self.home = tempfile.TemporaryDirectory(prefix="koma-home-")
        env = {"PATH": os.environ["PATH"], "HOME": self.home.name, "XDG_CACHE_HOME": self.home.name,
               "XDG_DATA_DIRS": SYSTEM_DATA, "LC_ALL": "C.UTF-8", "KOMA_DATA_DIR": self.home.name,
               "G_DEBUG": "fatal-warnings"}
        env |= {name: os.environ[name] for name in os.environ if name.startswith(("ASAN_", "UBSAN_", "LSAN_"))}
        self.process = subprocess.Popen(
            [KOMA, "watch", "--model", model, "--format", form, *args], env=env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.rows, self.words = queue.Queue(), queue.Queue()
        self.text, self.errors = "", ""
        self.threads = [threading.Thread(target=self.pump, args=pair)
                        for pair in ((self.process.stdout, self.rows), (self.process.stderr, self.words))]
        for thread in self.threads:
            thread.start()

    @staticmethod
    def pump(stream, parts):
        """As they come: a row of JSON has no end of line before the next."""
        decoder = codecs.getincrementaldecoder("utf-8")()
        for part in iter(lambda: os.read(stream.fileno(), 1 << 16), b""):
            parts.put(decoder.decode(part))
        parts.put(None)

    def wait_for_part(self, parts):
        part = parts.get(timeout=PATIENCE_S)
        if part is None:
            raise AssertionError(f"it ended: {self.text} {self.errors}")
        return part

    def wait_for_rows(self, *words):
        while any(word not in self.text for word in words):
            self.text += self.wait_for_part(self.rows)

    def read(self):
        self.wait_for_rows("\n")
        line, _, self.text = self.text.partition("\n")
        return json.loads(line)

    def read_names(self, n):
        return sorted(os.path.basename(self.read()["path"]) for _ in range(n))

    def wait(self, words):
        """For what it says on standard error."""
        while words not in self.errors:
            self.errors += self.wait_for_part(self.words)

    def end(self, how):
        """Its exit code, what else it printed, and all that it said."""
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE_S)
        for thread in self.threads:
            thread.join()
        self.process.stdout.close()
        self.process.stderr.close()
        self.home.cleanup()
        rest, said = (start + "".join(part for part in parts.queue if part is not None)
                      for start, parts in ((self.text, self.rows), (self.errors, self.words)))
        return code, rest, said


def counts(said):
    return tuple(int(n) for n in LINE.search(said).groups())


def make_folder(folder, n=3):
    pictures = folder / "pictures"
    pictures.mkdir()
    for i in range(n):
        write_png(pictures / f"{i:03}.png", (i * 7 % 256, i * 31 % 256, i * 101 % 256), 8, 6)
    return pictures


def arriving(folder):
    """One row for each picture when it is whole; the collection in the folder wakes nobody."""
    pictures = make_folder(folder)
    outside = folder / "outside"
    outside.mkdir()
    content = write_png(outside / "a.png", RGB["red"], 400, 300).read_bytes()
    run = Watching("--collection", pictures / "c.koma", "--sha256", pictures)
    equal(run.read_names(3), ["000.png", "001.png", "002.png"])
    run.wait("is watched")
    with (pictures / "slow.png").open("wb", buffering=0) as slow:
        for i in range(3):
            slow.write(content[i * len(content) // 3:(i + 1) * len(content) // 3])
            write_png(pictures / f"marker-{i}.png", RGB["green"])
            equal(run.read_names(1), [f"marker-{i}.png"])
    row = run.read()
    equal((os.path.basename(row["path"]), row["top"][0]["label"]), ("slow.png", "red"))
    equal(len(row["sha256"]), 64)

    (pictures / ".slow.png.Ab12Cd").write_bytes(content)
    (pictures / "letter.txt").write_text("dear diary")
    (pictures / "rows.jsonl").write_text("{}")
    os.rename(pictures / ".slow.png.Ab12Cd", pictures / "renamed.png")
    equal(run.read_names(1), ["renamed.png"])
    (outside / "deep").mkdir()
    write_png(outside / "deep" / "b.png", RGB["blue"])
    os.rename(outside, pictures / "inside")
    equal(run.read_names(2), ["a.png", "b.png"])
    # Another picture in its place.
    write_png(pictures / "renamed.png", RGB["blue"])
    row = run.read()
    equal((os.path.basename(row["path"]), row["top"][0]["label"]), ("renamed.png", "blue"))
    (pictures / "renamed.png").unlink()
    (pictures / "bad.png").write_text("no picture")
    equal(run.read()["error"]["code"], "decode")
    code, rest, said = run.end(signal.SIGTERM)
    equal((code, rest), (143, ""))
    equal(counts(said), (0, 12, 1))
    contains(said, "bad.png: ")
    equal(sorted(path.name for path in pictures.iterdir() if ".koma" in path.name), ["c.koma"])


def killed(folder):
    """After it was killed, what is new is computed, and nothing else; nor is it printed."""
    pictures = make_folder(folder, 40)
    file = folder / "c.koma"
    run = Watching("--collection", file, pictures)
    run.read_names(10)
    equal(run.end(signal.SIGKILL)[0], -signal.SIGKILL)
    connection = sqlite3.connect(file)
    kept = {os.path.basename(path).decode() for path, in connection.execute("SELECT path FROM pictures")}
    connection.close()
    write_png(pictures / "new.png", RGB["green"])
    run = Watching("--collection", file, pictures)
    names = {path.name for path in pictures.iterdir()}
    equal(run.read_names(len(names - kept)), sorted(names - kept))
    code, rest, said = run.end(signal.SIGINT)
    equal((code, rest), (130, ""))
    equal(counts(said), (len(kept), 41 - len(kept), 0))

    run = Watching("--collection", file, pictures)
    run.wait("is watched")
    write_png(pictures / "newer.png", RGB["red"])
    equal(run.read_names(1), ["newer.png"])
    equal(counts(run.end(signal.SIGTERM)[2]), (41, 1, 0))
    # It is one with what koma classify keeps.
    result = check(koma("classify", "--model", COLOURS, "--collection", file, pictures), 0)
    equal(counts(result.stderr), (42, 0, 0))


def new_only(folder):
    """Without a collection, too."""
    pictures = make_folder(folder)
    run = Watching("--new-only", "--settle", "1", pictures)
    run.wait("is watched")
    write_png(pictures / "new.png", RGB["green"])
    equal(run.read_names(1), ["new.png"])
    code, rest, said = run.end(signal.SIGINT)
    equal((code, rest), (130, ""))
    assert "known" not in said, said


def formats(folder):
    """What was printed is whole when it ends."""
    pictures = make_folder(folder)
    for form, parse in (("text", str.splitlines), ("json", json.loads),
                        ("csv", lambda text: list(csv.reader(text.splitlines()))[1:])):
        run = Watching("--top", "1", pictures, form=form)
        run.wait_for_rows("000.png", "001.png", "002.png")
        code, text, _ = run.end(signal.SIGTERM)
        equal((code, len(parse(text))), (143, 3))


def lost(folder):
    """A share that goes away and comes back: each picture has its row in the end, and is computed once."""
    share = folder / "share"
    share.mkdir()
    pictures = make_folder(share, 600)
    run = Watching("--collection", folder / "c.koma", pictures)
    names = run.read_names(1)
    os.rename(share, folder / "away")
    run.wait("it is tried again")
    write_png(folder / "away" / "pictures" / "new.png", RGB["green"])
    os.rename(folder / "away", share)
    run.wait("is there again")
    names += run.read_names(600)
    equal(sorted(names), sorted(path.name for path in pictures.iterdir()))
    code, rest, said = run.end(signal.SIGTERM)
    equal((code, rest), (143, ""))
    equal(counts(said), (0, 601, 0))


def overflowed(folder):
    """The kernel keeps so many events and no more: a program that was held back longer looks for itself."""
    n_kept = int(pathlib.Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    if n_kept > 50000:
        raise Skip(f"{n_kept} events are kept")
    pictures = make_folder(folder)
    run = Watching(pictures)
    run.read_names(3)
    run.wait("is watched")
    run.process.send_signal(signal.SIGSTOP)
    # Each with three events, at least.
    for i in range(n_kept // 3 + 1):
        (pictures / f"{i}.txt").write_text("x")
    (pictures / "sub").mkdir()
    write_png(pictures / "sub" / "new.png", RGB["green"])
    write_png(pictures / "000.png", RGB["red"])
    (pictures / "001.png").unlink()
    run.process.send_signal(signal.SIGCONT)
    equal(run.read_names(2), ["000.png", "new.png"])
    equal(run.end(signal.SIGTERM)[0], 143)


def guessed(folder):
    """A range that no file says is settled by the pictures that are there, as of koma classify."""
    model = folder / "model"
    shutil.copytree(COLOURS, model)
    topology = json.loads((model / "model.json").read_text())
    nodes = topology["modelTopology"]["node"]
    topology["modelTopology"]["node"] = [node for node in nodes if node["name"] != "labels"]
    (model / "model.json").write_text(json.dumps(topology))
    (model / "labels.txt").write_text("red\ngreen\nblue\n")
    pictures = folder / "pictures"
    pictures.mkdir()
    run = Watching(pictures, model=model)
    run.wait("0 pictures do not tell, “-1,1” stays a guess")
    # It takes signals from then on.
    run.wait("is watched")
    equal(run.end(signal.SIGTERM)[0], 143)
    for i in range(4):
        # Dark, so that the guess makes less than 0 of them, which the model cuts off.
        for name, colour in (("red", (110, 20, 20)), ("green", (20, 110, 20)), ("blue", (20, 20, 110))):
            write_png(pictures / f"{i}-{name}.png", [max(value - i, 0) for value in colour])
    run = Watching(pictures, model=model)
    run.wait("“0,1” fits 12 pictures better than the guess “-1,1”")
    for row in [run.read() for _ in range(12)]:
        contains(row["path"], row["top"][0]["label"])
        equal(row["provenance"]["range"]["verdict"], "found")
    equal(run.end(signal.SIGTERM)[0], 143)


def walked(folder):
    """As on a share; two folders, one of which comes later."""
    pictures = make_folder(folder, 1)
    later = folder / "later"
    run = Watching("--interval", "1", pictures, later)
    run.wait(f"{later}: No such file or directory; it is tried again")
    equal(run.read_names(1), ["000.png"])
    shutil.copytree(pictures, later)
    run.wait(f"{later}: is watched")
    equal(run.read()["path"], f"{later}/000.png")
    write_png(pictures / "new.png", RGB["green"])
    equal(run.read_names(1), ["new.png"])
    equal(run.end(signal.SIGTERM)[0], 143)


def refused(folder):
    """Before a model is loaded."""
    pictures = make_folder(folder)
    for args, words in (
            ((), "name a folder"),
            ((pictures / "000.png",), "is no folder"),
            ((pictures, pictures / "sub"), "is watched with"),
            ((pictures, pictures), "is watched with"),
            (("--interval", "-1", pictures), "--interval: -1 is not a number"),
            (("--settle", "x", pictures), "“koma watch --help” lists the options"),
            (("--retry", pictures), "--retry says what to do with the answers of --collection"),
            (("--format", "html", pictures), "--format “html” is none of: text json jsonl csv"),
            (("--collection", folder / "no" / "c.koma", pictures), "no/c.koma: ")):
        result = check(koma("watch", "--model", COLOURS, *args), 2)
        contains(result.stderr, words)
        equal(result.stdout, "")


def left_out(folder):
    """What a person took out does not come back by its folder, neither at the start nor when it changes."""
    pictures = make_folder(folder)
    file = folder / "c.koma"
    check(koma("classify", "--model", COLOURS, "--collection", file, pictures), 0)
    check(koma("collection", "leave-out", file, pictures / "001.png"), 0)
    run = Watching("--collection", file, pictures)
    run.wait("is watched")
    write_png(pictures / "001.png", RGB["red"], 9, 9)
    write_png(pictures / "more.png", RGB["blue"])
    equal(run.read_names(1), ["more.png"])
    write_png(pictures / "more2.png", RGB["blue"])
    equal(run.read_names(1), ["more2.png"])
    code, rest, said = run.end(signal.SIGTERM)
    equal((code, rest, counts(said)), (143, "", (2, 2, 0)))


run_all([arriving, killed, new_only, formats, lost, overflowed, guessed, walked, refused,
         left_out])
