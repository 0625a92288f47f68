# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""After a crash: what it leaves, what the next start asks, and a safe start."""
import os
import pathlib
import signal
import subprocess

from koma_gui import (BUILD, BUTTONS, COLOURS, SCRATCH, Koma, equal, find_button, key, press, read_clipboard, run, wait,
                      write_png)

REPORT = pathlib.Path("koma") / "window-crash.txt"
SECRET = "not-to-be-named"


def crash(name):
    """A window with a picture, ended by a signal. The folder with its report."""
    state = SCRATCH / name
    picture = write_png(SCRATCH / f"{SECRET}.png", "red")
    with Koma(picture, XDG_STATE_HOME=str(state)) as koma:
        koma.wait_rows([f"{picture.name}: red "])
        koma.is_closing = True
        koma.process.send_signal(signal.SIGSEGV)
        equal(koma.process.wait(60), -signal.SIGSEGV)
        assert f"a report is in {state / REPORT}" in koma.log.read_text(), koma.log.read_text()
        koma.stop = lambda: None
    return state


def start_again(state, *words):
    return Koma(*words, XDG_STATE_HOME=str(state), XDG_CACHE_HOME=str(state / "cache"))


def test_safe_start():
    state = crash("state-1")
    text = (state / REPORT).read_text()
    for part in ("Signal: SIGSEGV\n", "\nModel: colours, ", "\nIn use: ", "\nBacktrace:\n"):
        assert part in text, text
    assert SECRET not in text, text
    program = state / "cache" / "koma" / "gles" / "program"
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
        koma.is_closing = True
        koma.process.terminate()
        equal(koma.process.wait(60), 0)
        equal([line for line in koma.log.read_text().splitlines() if "CRITICAL" in line or "WARNING" in line], [])
        koma.stop = lambda: None


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


run(test_command, test_safe_start, test_usual_start, test_ended_before_an_answer)
