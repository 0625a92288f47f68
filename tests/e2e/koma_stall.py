# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and judges the log of koma-stall-meter.c.

Two of its measures are judged: blame, which leaves out the time that the thread waited for a
processor, and cpu. Blame contains the time that the thread waited for the X server, or for a lock
whose owner waited for a processor. Where other programs compute, they make both long, and empty the
caches: there cpu alone is judged, by twice the limit. Of N_TRIES most must be good; one is enough
that is far below the limit, since what disturbs makes no stall shorter.
"""
import os
import re
import signal
import statistics

from koma_gui import OtherPrograms, Pace, wait

MAX_MS = 50
TARGET_MS = 16
MAX_OTHERS = 0.25  # of all processors; the display's server alone takes less
N_TRIES = 3
FAR_BELOW = 0.6  # of what is allowed

Pace.slow_down()


def read_log(path):
    """{"blame": {"n": 5112, "p50": 0.05, …}, …}"""
    return {line.split()[0]: {name: float(number)
                              for name, number in re.findall(r"(\S+)=(\S+)", line)}
            for line in path.read_text().splitlines() if "=" in line}


def find_worst(measured, others, max_ms=MAX_MS):
    """Returns the longest stall as a share of what is allowed. others are the OtherPrograms that
    ran meanwhile."""
    share = others.get_share()
    names, allowed = (("blame", "cpu"), max_ms) if share < MAX_OTHERS else (("cpu",), 2 * max_ms)
    worst = max(measured[name]["max"] for name in names)
    p999 = max(measured[name]["p99.9"] for name in names)
    print(f"    worst {worst:.1f} ms of {' and '.join(names)} (allowed {allowed}), p99.9 {p999:.1f} ms "
          f"(target {TARGET_MS}); others took {share:.0%} of the processors")
    return worst / allowed


def check_smooth(measure):
    """measure (name) returns the longest stall of one try, see above; the name is for its files."""
    worst = [measure("try-1")]
    # When most tries are good, the rest cannot make the median bad.
    while worst[0] > FAR_BELOW and len(worst) < N_TRIES and sum(share <= 1 for share in worst) <= N_TRIES // 2:
        worst.append(measure(f"try-{len(worst) + 1}"))
    print("    longest stall of each try, as a share of what is allowed: "
          f"{', '.join(f'{share:.2f}' for share in worst)}")
    assert worst[0] <= FAR_BELOW or sum(share <= 1 for share in worst) > N_TRIES // 2, \
        f"the window stalled for {statistics.median(worst):.2f} times what is allowed"


class Stalls:
    """Of a part of what a person does."""

    def __init__(self, koma, log, max_ms=MAX_MS):
        self.koma, self.log, self.max_ms = koma, log, max_ms

    def begin(self):
        self.others = OtherPrograms()
        self._write()

    def end(self):
        """Returns the longest, as find_worst() does."""
        self._write()
        print("    " + self.log.read_text().replace("\n", "\n    ").rstrip())
        return find_worst(read_log(self.log), self.others, self.max_ms)

    def _write(self):
        self.log.unlink(missing_ok=True)
        os.kill(self.koma.process.pid, signal.SIGUSR1)
        wait("the log", self.log.exists)
