# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""After a crash: what it leaves, what the next start asks, and a safe start."""
import os
import pathlib
import signal
import subprocess

from koma_desktop import Desktop
from koma_gui import (BUILD, BUTTONS, COLOURS, SCRATCH, Koma, equal, find_button, key, press, read_clipboard, run,
                      show_details, wait, write_png)
from koma_state import list_files, make_places, use

REPORT = pathlib.Path("koma") / "window-crash.txt"
SECRET = "not-to-be-named"
TWICE = "Koma Ended Unexpectedly Twice in a Row"
SAFE = "Safe start: your settings, models and projects are left alone"


def end(koma, number):
    """By a signal."""
    koma.is_closing = True
    koma.process.send_signal(number)
    koma.process.wait(60)
    koma.stop = lambda: None
    return koma.process.returncode


def crash(name):
    """A window with a picture, ended by a signal. The folder with its report."""
    state = SCRATCH / name
    picture = write_png(SCRATCH / f"{SECRET}.png", "red")
    with Koma(picture, XDG_STATE_HOME=str(state)) as koma:
        koma.wait_rows([f"{picture.name}: red "])
        equal(end(koma, signal.SIGSEGV), -signal.SIGSEGV)
        assert f"a report is in {state / REPORT}" in koma.log.read_text(), koma.log.read_text()
    return state


def start_again(state, *words):
    return Koma(*words, XDG_STATE_HOME=str(state), XDG_CACHE_HOME=str(state / "cache"), **show_details())


def test_safe_start():
    state = crash("state-1")
    text = (state / REPORT).read_text()
    for part in ("Signal: SIGSEGV\n", "\nModel: colours, ", "\nIn use: ", "\nBacktrace:\n"):
        assert part in text, text
    assert SECRET not in text, text
    program = state / "cache" / "koma" / "gles" / "driver" / "program"
    program.parent.mkdir(parents=True)
    program.touch()
    with start_again(state, write_png(SCRATCH / "again.png", "blue")) as koma:
        button = wait("the question", lambda: koma.find(BUTTONS, "Start Safely"))
        equal(koma.rows(), [])  # nothing is opened before the answer
        koma.click("Copy Report")
        wait("the report on the clipboard", lambda: read_clipboard() == text)
        press(button)
        koma.wait_rows(["again.png: blue "])
        koma.wait_label("Plain C · --backend")
        equal((program.exists(), (state / REPORT).exists()), (False, False))
        camera = find_button(koma.node, "Live Camera")
        equal(camera is not None and koma.is_sensitive(camera), False)
    with start_again(state) as koma:  # said once
        koma.wait_label(" · automatic")
        equal(koma.find(BUTTONS, "Start Safely"), None)


def test_usual_start():
    state = crash("state-2")
    with start_again(state) as koma:
        wait("the question", lambda: koma.find(BUTTONS, "Start as Usual"))
        key("Escape")
        koma.wait_label(" · automatic")
        equal((state / REPORT).exists(), False)


def test_ended_before_an_answer():
    """It ends well, without a model."""
    state = crash("state-3")
    with start_again(state) as koma:
        wait("the question", lambda: koma.find(BUTTONS, "Start Safely"))
        equal(end(koma, signal.SIGTERM), 0)
        equal([line for line in koma.log.read_text().splitlines() if "CRITICAL" in line or "WARNING" in line], [])
    assert (state / REPORT).exists(), "it was not answered"


class Home:
    """Of a user, with the temporary folders beside it."""
    folder, temporary = SCRATCH / "kept", SCRATCH / "kept-tmp"
    row = "home.png: blue "

    def __init__(self):
        self.picture = write_png(SCRATCH / "home.png", "blue")
        if not self.folder.exists():
            self.temporary.mkdir()
            use(self.folder)

    def start(self, *words, **more):
        return Koma(*words, self.picture, TMPDIR=str(self.temporary), **make_places(self.folder), **show_details(),
                     **more)

    def crash(self, answer=None):
        with self.start() as koma:
            if answer:
                press(wait("the question", lambda: koma.find(BUTTONS, answer)))
            koma.wait_rows([self.row])
            equal(end(koma, signal.SIGSEGV), -signal.SIGSEGV)

    def list_kept(self):
        return {name: what for name, what in list_files(self.folder).items() if "mesa" not in name}


def use_safely(home, koma):
    """Pictures are classified, with nothing of what was there before."""
    koma.wait_rows([home.row])
    koma.wait_label(SAFE)
    koma.wait_label("Plain C · --backend")
    equal(len(list(home.temporary.iterdir())), 1)
    koma.open(write_png(SCRATCH / "more.png", "green"))
    koma.wait_rows([home.row, "more.png: green "])
    desktop.shown.clear()
    koma.click("Show in Files")
    wait("the file manager", lambda: desktop.shown)
    equal(desktop.shown, [(home.folder / "state" / "koma" / "state.ini").as_uri()])


def test_twice_in_a_row():
    """A safe start leaves all that was kept alone, and is offered until a start as usual goes well."""
    home = Home()
    home.crash()
    home.crash("Start as Usual")
    before = home.list_kept()
    for _ in range(2):
        with home.start() as koma:
            button = wait("the question", lambda: koma.find(BUTTONS, "Start Safely"))
            koma.wait_label(TWICE)
            koma.follow(lambda: press(button))
            use_safely(home, koma)
        equal(home.list_kept(), before)
        equal(list(home.temporary.iterdir()), [])
    with home.start() as koma:
        wait("the question", lambda: koma.find(BUTTONS, "Start as Usual"))
        koma.wait_label(TWICE)
        koma.open(write_png(SCRATCH / "asked.png", "red"))  # handed over, and put off
        key("Escape")
        # Each is looked at on the disk at the same time, and comes when that is done.
        wait("both answers", lambda: sorted(row.partition("%")[0] for row in koma.rows()) ==
             ["asked.png: red 100", "home.png: blue 100"])
        equal([text for text in koma.labels() if SAFE in text], [])
    equal([path.name for path in (home.folder / "state" / "koma").glob("*crash*")], [])
    # It was closed well: no row.
    home.crash()
    with home.start() as koma:
        wait("the question", lambda: koma.find(BUTTONS, "Start as Usual"))
        koma.wait_label("Koma Ended Unexpectedly")
        equal([text for text in koma.labels() if text == TWICE], [])
        key("Escape")
        koma.wait_rows([home.row])


def test_option():
    """A safe start that was asked for; not of a window that is open."""
    home = Home()
    before = home.list_kept()
    with home.start("--safe-start") as koma:
        use_safely(home, koma)
        koma.open("--safe-start", write_png(SCRATCH / "third.png", "red"))
        koma.wait_rows([home.row, "more.png: green ", "third.png: red "])
    equal(home.list_kept(), before)
    equal(list(home.temporary.iterdir()), [])
    with home.start() as koma:
        koma.wait_rows([home.row])
        done = subprocess.run([BUILD / "app" / "koma", "--safe-start"], env=koma.environment, capture_output=True,
                              text=True, timeout=60)
        equal((done.returncode, done.stderr), (2, "koma: no safe start: Koma is running; close it first\n"))
    equal(list(home.temporary.iterdir()), [])


def test_command():
    """It says where its report is; the window does not ask about it."""
    state = SCRATCH / "state-4"
    process = subprocess.Popen([BUILD / "app" / "koma", "classify", "--model", COLOURS, "--format", "jsonl", "-"],
                               env={**os.environ, "XDG_STATE_HOME": str(state)}, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(bytes(write_png(SCRATCH / f"{SECRET}.png", "red")) + b"\n")
    process.stdin.flush()
    assert process.stdout.readline()  # it works
    process.send_signal(signal.SIGSEGV)
    said = process.communicate()[1].decode()
    equal(process.returncode, -signal.SIGSEGV)
    report = state / "koma" / "command-crash.txt"
    assert f"koma: it ended unexpectedly; a report is in {report}\n" in said, said
    assert SECRET not in report.read_text(), report.read_text()
    with start_again(state) as koma:
        koma.wait_label(" · automatic")


desktop = Desktop()
run(test_command, test_safe_start, test_usual_start, test_ended_before_an_answer, test_twice_in_a_row, test_option)
