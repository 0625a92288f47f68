# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs as Linux sees them."""
import os
import pathlib
import subprocess
import time

IDLE_SHARE = 0.25  # of a second
# What Mesa's drivers that compute on the processor are in, by version.
SOFTWARE_DRIVERS = "libLLVM", "libgallium", "swrast_dri"


def list_threads():
    """Folders in /proc of all threads that this session has beside the test: Koma, what it speaks
    with, and what the test has started."""
    session, own = str(os.getsid(0)), os.getpid()
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            if fields[3] == session and int(folder.name) != own:
                yield from (folder / "task").iterdir()
        except OSError:  # it has just ended
            continue


def read_thread(folder):
    """Seconds that it has run or waited for a processor, and whether it waits for a disk."""
    try:
        ran, waited, _ = map(int, (folder / "schedstat").read_text().split())
        state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, ValueError):  # it has just ended
        return 0, False
    return (ran + waited) / 1e9, state == "D"


def are_idle_for(seconds):
    """Whether all compute next to nothing meanwhile, nor want to. A spinner that turns is nothing;
    the time that a thread waits for a processor counts as computing."""
    before = {folder: read_thread(folder)[0] for folder in list_threads()}
    time.sleep(seconds)
    after = {folder: read_thread(folder) for folder in list_threads()}
    busy = sum(max(0, spent - before.get(folder, 0)) for folder, (spent, _) in after.items())
    return busy < IDLE_SHARE * seconds and not any(is_at_disk for _, is_at_disk in after.values())


def read_busy_seconds():
    """Of all processors together: in all programs, and in those of this session, ended ones too."""
    ticks = list(map(int, pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]))
    own = sum(os.times()[:4])
    for process in {folder.parent.parent for folder in list_threads()}:
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        own += sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK"), own


class OtherPrograms:
    """What others compute beside this session, from when this was made."""

    def __init__(self):
        self.start, self.before = time.monotonic(), read_busy_seconds()

    def get_share(self):
        """Of all processors."""
        busy, own = (after - before for before, after in zip(self.before, read_busy_seconds()))
        return max(0, busy - own) / (time.monotonic() - self.start) / os.cpu_count()


class Process:
    """A program that was started. running has all that the tests wait for."""
    running = []

    def __init__(self, command, log, environment):
        with open(log, "w") as output:
            self.process = subprocess.Popen(list(map(str, command)), stdout=output, stderr=output,
                                            env=environment)
        self.is_closing = False
        Process.running.append(self)

    def kill(self):
        self.process.kill()
        self.process.wait()
        Process.running.remove(self)

    @staticmethod
    def check_running():
        for one in Process.running:
            assert one.is_closing or one.process.poll() is None, \
                f"the program ended: {one.process.returncode}"

    @staticmethod
    def get_all_cpu_seconds():
        return sum(one.get_cpu_seconds() for one in Process.running if one.process.poll() is None)

    def get_cpu_seconds(self):
        """Of all its threads, ended ones too."""
        text = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def get_memory(self, name="VmRSS"):
        """In MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith(name))
        return int(line.split()[1]) / 1024

    def list_software_drivers(self):
        """Of OpenGL, that it has loaded."""
        maps = pathlib.Path(f"/proc/{self.process.pid}/maps").read_text()
        return [name for name in SOFTWARE_DRIVERS if name in maps]

    def count_threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def count_files(self):
        """That are open, with sockets and the like."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))
