# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes that are measured, and what they need."""
import array
import os
import pathlib
import subprocess
import sys
import tarfile

TFJS = "4.22.0"
TICKS_PER_MS = os.sysconf("SC_CLK_TCK") / 1000


def fetch_tfjs(build):
    """The path of tf.min.js; kept in the build folder."""
    path = build / "tests" / "bench" / f"tfjs-{TFJS}.min.js"
    if not path.exists():
        packed = subprocess.run(["npm", "pack", "--silent", f"@tensorflow/tfjs@{TFJS}"], cwd=path.parent,
                                stdout=subprocess.PIPE, check=True, text=True).stdout.split()[-1]
        with tarfile.open(path.parent / packed) as archive:
            path.write_bytes(archive.extractfile("package/dist/tf.min.js").read())
        (path.parent / packed).unlink()
    return path


def fresh_caches(folder, name):
    """The environment, with nothing that an earlier run has left behind."""
    own = pathlib.Path(folder, name)
    own.mkdir()
    return {**os.environ, "HOME": str(own), "XDG_CACHE_HOME": str(own), "MESA_SHADER_CACHE_DIR": str(own)}


def read_stat(pid):
    """(parent, ticks of processor time of itself and of children that have ended)."""
    text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    fields = text[text.rindex(")") + 2:].split()
    return int(fields[1]), sum(map(int, fields[11:15]))


def family_cpu_ms(root):
    """Processor time of a process and all that come from it."""
    stats = {}
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                stats[int(entry.name)] = read_stat(entry.name)
            except OSError:
                pass  # It has ended meanwhile.
    family, known = {root}, 0
    while len(family) > known:
        known = len(family)
        family |= {pid for pid, (parent, _) in stats.items() if parent in family}
    return sum(stats[pid][1] for pid in family if pid in stats) / TICKS_PER_MS


class Koma:
    """One session of Koma, in a process of its own."""

    def __init__(self, build, model, folder, batch, flags):
        self._folder = folder
        env = fresh_caches(folder, f"koma-{flags}")
        if flags:
            env["KOMA_FLAGS"] = flags
        self._process = subprocess.Popen(
            [build / "tests" / "bench" / "bench-webgl-koma", model, "gles", str(batch), folder / "input.f32"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True)
        first_ms, _, self.device = self._read().partition(" ")
        self.first_ms = float(first_ms)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait(timeout=60)

    def _read(self):
        line = self._process.stdout.readline()
        if not line:
            sys.exit("Koma's process has ended")
        return line.strip()

    def _ask(self, line):
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._read()

    def run(self, count):
        return [float(ms) for ms in self._ask(str(count)).split()]

    def scores(self):
        path = pathlib.Path(self._folder, "scores.f32")
        self._ask(f"scores {path}")
        return array.array("f", path.read_bytes())

    def cpu_ms(self):
        return family_cpu_ms(self._process.pid)
