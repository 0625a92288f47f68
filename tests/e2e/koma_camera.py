# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cameras that the tests make, the page that shows them, and a model that is slow."""
import json
import os
import pathlib
import re
import shutil
import signal
import struct
import subprocess
import sys

from koma_gui import BUILD, BUTTONS, COLOURS, FLAGS, GROUPS, RGB, SCRATCH, Role, key, wait, walk

PROGRAMS = BUILD / "tests" / "worker"


def skip_without():
    """Where there is no PipeWire there is nothing to test with."""
    for what in (PROGRAMS / "virtual-camera", shutil.which("pipewire"), shutil.which("wireplumber")):
        if what is None or not os.access(what, os.X_OK):
            print("skipped: virtual cameras need PipeWire, WirePlumber and libpipewire-0.3-dev")
            sys.exit(77)


class VirtualCamera:
    """Plugged in until it is unplugged; shows one of koma_gui's colours."""

    def __init__(self, name="Eye", colour="red", size=(640, 480), rate=30):
        words = [PROGRAMS / "virtual-camera", name, *size, rate]
        self.process = subprocess.Popen(list(map(str, words)), stdin=subprocess.PIPE, text=True)
        self.show(colour)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.unplug()

    def tell(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def show(self, colour):
        self.tell("colour %02x%02x%02x" % RGB[colour])

    def unplug(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            self.process.wait(10)


class PipeWire:
    """The daemon, and the session manager that it needs, as a restart replaces them."""

    def __init__(self):
        self.processes = []
        self.socket = pathlib.Path(os.environ["XDG_RUNTIME_DIR"]) / "pipewire-0"

    def __enter__(self):
        """In place of the one that with-pipewire.sh has started."""
        os.kill(int(os.environ["KOMA_PIPEWIRE_PID"]), signal.SIGTERM)
        wait("the end of PipeWire", lambda: not self.socket.exists())
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        self.processes.append(subprocess.Popen(["pipewire"], stderr=subprocess.DEVNULL))
        wait("PipeWire", self.socket.exists)
        self.processes.append(subprocess.Popen(["wireplumber"], stderr=subprocess.DEVNULL))

    def stop(self):
        for process in self.processes:
            process.terminate()
            process.wait(10)
        self.processes.clear()


class Portal:
    """The desktop's camera portal, which answers as it is told to."""

    def __init__(self, answer):
        self.process = subprocess.Popen([PROGRAMS / "mock-portal", answer], stdout=subprocess.PIPE,
                                        text=True)
        assert self.process.stdout.readline() == "ready\n"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def read(self):
        return self.process.stdout.readline().rstrip()


class Page:
    """The camera's page, as a screen reader finds it. GTK 4.18 has no nodes of what is not seen."""

    def __init__(self, koma):
        self.koma = koma
        self.panel = self.title_label = None

    def enter(self):
        self.koma.focus()
        key("ctrl+shift+c")
        self.wait_status("Live Camera")

    def leave(self):
        key("Escape")
        wait("the camera to be off", lambda: self.has_status("Live Camera") or
             self.koma.find(BUTTONS, "Back to the Pictures") is None)

    def start(self):
        self.koma.click("Start Camera")

    def has_status(self, title):
        """Whether that is said where the picture would be."""
        return self.koma.find(GROUPS, title) is not None

    def wait_status(self, title):
        wait(f"“{title}”", lambda: self.has_status(title))

    def find_labels(self):
        """Of the result: the class, the scores, and what is said of the speed."""
        if self.panel is None:
            self.panel = self.koma.find(GROUPS, "Result")
        return [node for node in walk(self.panel) if node.get_role() == Role.LABEL]

    def title(self):
        if self.title_label is None:
            self.title_label = next(iter(self.find_labels()), None)
        return self.title_label and self.title_label.get_name()

    def wait_title(self, title):
        wait(f"the class “{title}”", lambda: self.title() == title, step=0.005)

    def speed(self):
        """What is said of it: milliseconds of an inference, pictures shown in a second …"""
        label = self.find_labels()[-1]
        ms, shown = wait("the speed", lambda: re.match(r"<?([\d.]+) ms · (\d+) per second",
                                                       label.get_name())).groups()
        said = label.get_description()
        captured, classified, passed, age = re.search(
            r"([\d.]+) pictures per second, ([\d.]+) classified, (\d+) passed over, result after (\d+) ms",
            said).groups()
        return {"inference_ms": float(ms), "shown": int(shown), "captured": float(captured),
                "classified": float(classified), "passed": int(passed), "age_ms": int(age)}

    def backend(self):
        """That the newest answer comes from."""
        return self.find_labels()[-1].get_name().split(" · ")[-1]

    def open_menu(self):
        self.koma.click("Camera Options")


# ---- A slow model ----

def _conv(name, before, attr):
    return {"name": name, "op": "_FusedConv2D", "input": [before, f"{name}/filter", f"{name}/bias"],
            "attr": attr}


def _const(name, dims):
    tensor = {"dtype": "DT_FLOAT", "tensorShape": {"dim": [{"size": str(dim)} for dim in dims]}}
    return {"name": name, "op": "Const",
            "attr": {"dtype": {"type": "DT_FLOAT"}, "value": {"tensor": tensor}}}


def _identity(n_in, n_out):
    """A 3 x 3 filter that lets the first channels through: [3, 3, n_in, n_out]."""
    middle = [float(i == o) for i in range(n_in) for o in range(n_out)]
    around = [0.0] * (4 * n_in * n_out)
    return struct.pack(f"<{9 * n_in * n_out}f", *around, *middle, *around)


def write_slow_model(min_ms):
    """That takes so long on this machine, whatever it is."""
    for n_layers in (10 << i for i in range(8)):
        folder = _write_deep_model(SCRATCH / f"slow-{n_layers}", n_layers)
        done = subprocess.run([BUILD / "app" / "koma", "benchmark", "--model", folder, "--batch", "1",
                               "--format", "json"], env={**os.environ, "KOMA_FLAGS": FLAGS},
                              stdout=subprocess.PIPE, check=True)
        ms = json.loads(done.stdout)["results"][0]["min_ms"]
        if ms >= min_ms:
            return folder
    raise AssertionError(f"{n_layers} convolutions take only {ms:.0f} ms")


def _write_deep_model(folder, n_layers, side=128, n_channels=64):
    """The model of colours/ behind convolutions that change nothing, and take their time."""
    folder.mkdir()
    model = json.loads((COLOURS / "model.json").read_text())
    nodes = model["modelTopology"]["node"]
    blur = next(node for node in nodes if node["name"] == "blur")
    attr = {**blur["attr"], "strides": {"list": {"i": ["1"] * 4}}}
    channels = [3, *[n_channels] * n_layers, 3]
    before, weights = "input", model["weightsManifest"][0]["weights"]
    data = (COLOURS / "weights.bin").read_bytes()
    for i, (n_in, n_out) in enumerate(zip(channels, channels[1:])):
        name = f"slow{i}"
        for part, dims, values in (("filter", [3, 3, n_in, n_out], _identity(n_in, n_out)),
                                   ("bias", [n_out], bytes(4 * n_out))):
            nodes.insert(1, _const(f"{name}/{part}", dims))
            weights.append({"name": f"{name}/{part}", "shape": dims, "dtype": "float32"})
            data += values
        nodes.insert(nodes.index(blur), _conv(name, before, attr))
        before = name
    blur["input"][0] = before
    for dim in nodes[0]["attr"]["shape"]["shape"]["dim"][1:3]:
        dim["size"] = str(side)
    (folder / "model.json").write_text(json.dumps(model))
    (folder / "weights.bin").write_bytes(data)
    return folder
