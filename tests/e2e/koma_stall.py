# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What koma-stall-meter.c wrote down.

Only those numbers are held against the program that it is to blame for,
whatever else the machine does.
"""
import os
import re
import signal

from koma_gui import wait

MAX_MS = 50
TARGET_MS = 16


def read_log(path):
    """{"blame": {"n": 5112, "p50": 0.05, …}, …}"""
    return {line.split()[0]: {name: float(number)
                              for name, number in re.findall(r"(\S+)=(\S+)", line)}
            for line in path.read_text().splitlines() if "=" in line}


def is_smooth(measured):
    worst = max(measured[name]["max"] for name in ("blame", "cpu"))
    p999 = max(measured[name]["p99.9"] for name in ("blame", "cpu"))
    print(f"    worst {worst:.1f} ms (allowed {MAX_MS}), p99.9 {p999:.1f} ms (target {TARGET_MS})")
    return worst <= MAX_MS


class Stalls:
    """Of a part of what a person does."""

    def __init__(self, koma, log):
        self.koma, self.log = koma, log

    def begin(self):
        self._write()

    def end(self):
        self._write()
        print("    " + self.log.read_text().replace("\n", "\n    ").rstrip())
        return read_log(self.log)

    def _write(self):
        self.log.unlink(missing_ok=True)
        os.kill(self.koma.process.pid, signal.SIGUSR1)
        wait("the log", self.log.exists)
