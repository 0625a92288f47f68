# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window goes at once while a project is still being written; the program ends behind it."""
import signal

from koma_gui import BUILD, SCRATCH, Koma, equal, key, list_windows, run, wait
from koma_teach import TeachPage

SECONDS_TO_GIVE_UP = 60  # ten, on a machine with nothing else to do


class HeldDisk:
    count = 0

    def __init__(self):
        HeldDisk.count += 1
        self.path = SCRATCH / f"held-disk-{HeldDisk.count}"
        self.environment = {"LD_PRELOAD": str(BUILD / "tests" / "e2e" / "libheld-disk.so"),
                            "KOMA_HELD_DISK": str(self.path)}

    def hold(self):
        self.path.touch()

    def release(self):
        self.path.unlink()


def read_journal(koma):
    return (koma.home / "data" / "koma" / "teach" / "default" / "journal.jsonl").read_text()


def change(koma, disk):
    """Two classes, and then a name that can not be written."""
    koma.wait_label("colours")
    page = TeachPage(koma)
    page.enter()
    page.start()
    wait("both on the disk", lambda: "Class 2" in read_journal(koma))
    disk.hold()
    page.rename("Class 1", "Lynx")


def wait_windows_gone(koma):
    koma.is_closing = True
    wait("the window to go", lambda: not list_windows("Koma"))
    equal(koma.process.poll(), None)


def end(koma, disk):
    disk.release()
    equal(koma.process.wait(SECONDS_TO_GIVE_UP), 0)
    assert "Lynx" in read_journal(koma)


def run_held(check):
    disk = HeldDisk()
    koma = Koma(**disk.environment)
    try:
        koma.node = wait("the program on the accessibility bus", koma._find)
        change(koma, disk)
        check(koma, disk)
    finally:
        koma.kill()


def test_closed():
    def check(koma, disk):
        koma.focus()
        key("ctrl+q")
        wait_windows_gone(koma)
        end(koma, disk)
    run_held(check)


def test_terminated():
    """As at the end of a session."""
    def check(koma, disk):
        koma.process.send_signal(signal.SIGTERM)
        wait_windows_gone(koma)
        end(koma, disk)
    run_held(check)


def test_given_up():
    """A disk that never answers does not keep the program for ever."""
    def check(koma, disk):
        koma.focus()
        key("ctrl+q")
        wait_windows_gone(koma)
        equal(koma.process.wait(SECONDS_TO_GIVE_UP), 0)
        disk.release()
    run_held(check)


def test_again():
    """A new window waits for what the last one still writes."""
    def check(koma, disk):
        koma.focus()
        key("ctrl+q")
        wait_windows_gone(koma)
        koma.open()
        TeachPage(koma).enter()
        disk.release()
        wait("the class", lambda: TeachPage(koma).count("Lynx") == "0 pictures")
        koma.stop()
    run_held(check)


run(test_closed, test_terminated, test_given_up, test_again)
