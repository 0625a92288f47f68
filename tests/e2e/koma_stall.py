# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and judges the log of koma-stall-meter.c.

Two of its measures are judged: blame, which leaves out the time that the thread waited for a
processor, and cpu. The load of other programs does not add to them. Blame contains the time that
the thread waited for the X server, which a busy machine may hold up: the median of N_TRIES counts.
"""
import os
import re
import signal
import statistics

from koma_gui import wait

MAX_MS = 50
TARGET_MS = 16
N_TRIES = 3


def read_log(path):
    """{"blame": {"n": 5112, "p50": 0.05, …}, …}"""
    return {line.split()[0]: {name: float(number)
                              for name, number in re.findall(r"(\S+)=(\S+)", line)}
            for line in path.read_text().splitlines() if "=" in line}


def find_worst(measured):
    """Returns the longest stall in milliseconds."""
    worst = max(measured[name]["max"] for name in ("blame", "cpu"))
    p999 = max(measured[name]["p99.9"] for name in ("blame", "cpu"))
    print(f"    worst {worst:.1f} ms, p99.9 {p999:.1f} ms (target {TARGET_MS})")
    return worst


def check_smooth(measure):
    """measure (name) returns the longest stall of one try; the name is for its files."""
    worst = [measure(f"try-{i + 1}") for i in range(N_TRIES)]
    median = statistics.median(worst)
    print(f"    longest stalls of {N_TRIES} tries: {', '.join(f'{ms:.1f}' for ms in worst)} ms; "
          f"median {median:.1f} ms (allowed {MAX_MS})")
    assert median <= MAX_MS, f"the window stalled for {median:.1f} ms"


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
