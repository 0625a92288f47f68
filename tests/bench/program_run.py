# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run of a program takes, from its start to its end, its helpers included."""
import ctypes
import os
import subprocess
import time

from koma_cli import SOURCE, SYSTEM_DATA

PR_SET_CHILD_SUBREAPER = 36


def adopt_helpers():
    """From now on the helpers of a program that has ended become children of this one."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def reap_helpers():
    """Page faults and seconds of processors."""
    faults = seconds = 0
    while True:
        try:
            _, _, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return faults, seconds
        faults += usage.ru_minflt
        seconds += usage.ru_utime + usage.ru_stime


def run_once(command, home):
    """Milliseconds by the clock and of processors, page faults, the program's own peak of memory in MB."""
    env = {"PATH": os.environ["PATH"], "HOME": home, "XDG_DATA_DIRS": f"{home}:{SYSTEM_DATA}",
           "XDG_DATA_HOME": home, "XDG_STATE_HOME": home, "XDG_CACHE_HOME": home,
           "LC_ALL": "C.UTF-8", "KOMA_DATA_DIR": str(SOURCE / "data")}
    begin = time.perf_counter()
    child = subprocess.Popen([str(word) for word in command], env=env,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    wall = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, command
    helper_faults, helper_seconds = reap_helpers()
    return {"wall": 1e3 * wall, "faults": usage.ru_minflt, "helpers": helper_faults,
            "cpu": 1e3 * (usage.ru_utime + usage.ru_stime + helper_seconds),
            "peak": usage.ru_maxrss / 1024}
