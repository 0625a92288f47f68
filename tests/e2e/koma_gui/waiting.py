# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting for an answer, and finding out early that it will not come."""
import time

from gi.repository import GLib

from .process import Process, are_idle_for

# A program that has had nothing to do for so long does not do any more either.
SECONDS_TILL_DOUBT, SECONDS_IDLE = 4, 4
# Nor is what it should do still to come when it has computed for so long: seconds on a processor,
# which the load of the machine does not add to.
PATIENCE, PATIENCE_FOR_MANY = 30, 900


def wait(what, ready, patience=PATIENCE, step=0.05):
    """The first true answer of `ready`; nodes that vanish meanwhile are no matter. It is in vain
    when the program has ended, when it has been idle for some seconds, and when it has computed for
    longer than `patience`."""
    start, start_cpu, n_idle = time.monotonic(), Process.get_all_cpu_seconds(), 0
    while True:
        asked = time.monotonic()
        try:
            answer = ready()
        except GLib.Error:
            answer = None
        if answer:
            return answer
        Process.check_running()
        waited = time.monotonic() - start
        computed = Process.get_all_cpu_seconds() - start_cpu
        if waited < SECONDS_TILL_DOUBT:
            # To read the tree is work for the program, too: half of the time is left for what is waited for.
            time.sleep(max(step, time.monotonic() - asked))
            continue
        if n_idle > SECONDS_IDLE or computed > patience:
            how = ("idle" if n_idle > SECONDS_IDLE else "busy") + f" after {computed:.0f} s of computing"
            raise AssertionError(f"waited {waited:.0f} s in vain for {what}; the program is {how}")
        n_idle = n_idle + 1 if are_idle_for(1) else 0


def equal(found, expected):
    if found != expected:
        raise AssertionError(f"found {found!r}, expected {expected!r}")
