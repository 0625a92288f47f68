# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program as Linux sees it."""
import os
import pathlib
import subprocess
import time

IDLE_SHARE = 0.25  # of a second


class Process:
    """That was started. running has all that the tests wait for."""
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

    @staticmethod
    def are_idle_for(seconds):
        """Whether they compute next to nothing meanwhile, nor want to. A spinner that turns is
        nothing, and the time that a thread waits for a processor is computing."""
        before = [one.read_threads() for one in Process.running]
        time.sleep(seconds)
        after = [one.read_threads() for one in Process.running]
        busy = sum(time_now - old.get(thread, 0) for old, new in zip(before, after)
                   for thread, time_now in new.items())
        return busy < IDLE_SHARE * seconds and not any(one.is_at_disk() for one in Process.running)

    def get_cpu_seconds(self):
        """Of all its threads, ended ones too."""
        text = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text()
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def read_threads(self):
        """Seconds that each has run or waited for a processor."""
        times = {}
        for path in self._list_threads():
            try:
                ran, waited, _ = map(int, (path / "schedstat").read_text().split())
            except (OSError, ValueError):  # it has just ended
                continue
            times[path.name] = (ran + waited) / 1e9
        return times

    def is_at_disk(self):
        """Whether a thread waits for one."""
        try:
            stats = [(path / "stat").read_text() for path in self._list_threads()]
        except OSError:  # one has just ended
            return True
        return any(text.rpartition(")")[2].split()[0] == "D" for text in stats)

    def _list_threads(self):
        return pathlib.Path(f"/proc/{self.process.pid}/task").glob("*")

    def get_memory(self, name="VmRSS"):
        """In MiB."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith(name))
        return int(line.split()[1]) / 1024

    def count_threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))

    def count_files(self):
        """That are open, with sockets and the like."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))
