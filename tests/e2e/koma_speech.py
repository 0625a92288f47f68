# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What would be heard: a Speech Dispatcher that notes what it is told, or the real one with a voice that writes."""
import contextlib
import os
import pathlib
import shutil
import socketserver
import subprocess
import tempfile
import threading

from koma_gui import wait

CONFIGURATION = """LogLevel 1
CommunicationMethod "unix_socket"
AudioOutputMethod "libao"
AddModule "written" "sd_generic" "written.conf"
DefaultModule written
DefaultLanguage "en"
"""
VOICE = """GenericExecuteSynth "echo '$LANGUAGE: $DATA' >> '{}'"
GenericLanguage "en" "en" "utf-8"
GenericLanguage "ja" "ja" "utf-8"
AddVoice "en" "MALE1" "a"
AddVoice "ja" "MALE1" "b"
"""


class _Client(socketserver.StreamRequestHandler):
    def answer(self, text):
        with contextlib.suppress(ConnectionError):  # it may have hung up
            self.wfile.write(text.encode() + b"\r\n")

    def read_lines(self):
        with contextlib.suppress(ConnectionError):
            for line in self.rfile:
                yield line.decode().rstrip("\r\n")

    def handle(self):
        language, text = None, None
        for line in self.read_lines():
            if text is not None and line == ".":
                self.server.heard.append((language, " ".join(text)))
                text = None
                self.answer("225-1\r\n225 OK MESSAGE QUEUED")
            elif text is not None:
                text.append(line)
            elif line == "SPEAK":
                text = []
                self.answer("230 OK RECEIVING DATA")
            elif line.startswith("SET SELF LANGUAGE "):
                language = line.split()[-1]
                self.answer("201 OK LANGUAGE SET")
            else:
                self.server.heard.append(line)
                self.answer("200 OK")


class _Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


class Speech:
    """heard: texts with their languages, and the commands between them."""

    def __init__(self):
        folder = pathlib.Path(tempfile.mkdtemp(dir=os.environ["KOMA_SCRATCH"]))
        self.environment = {"SPEECHD_ADDRESS": f"unix_socket:{folder}/socket"}
        self.path = folder / "socket"
        self.server = None
        self.heard = []

    def start(self):
        self.server = _Server(str(self.path), _Client)
        self.server.heard = self.heard
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def wait(self, *texts):
        """For these, one after the other and nothing between them but commands; what was before is forgotten."""
        def find():
            spoken = [i for i, item in enumerate(self.heard) if isinstance(item, tuple)]
            for i in range(len(spoken) - len(texts) + 1):
                if [self.heard[j] for j in spoken[i:i + len(texts)]] == list(texts):
                    return spoken[i + len(texts) - 1]
            return None
        try:
            end = wait(f"{texts} to be spoken", lambda: find() is not None and [find()])[0]
        except AssertionError:
            print("    heard:", self.heard)
            raise
        del self.heard[:end + 1]


def has_speech_dispatcher():
    return shutil.which("speech-dispatcher") is not None


class SpeechDispatcher:
    """The real one. Its voice writes down what it is to say, with the language, and there is no sound."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=os.environ["KOMA_SCRATCH"]))
        self.said = self.folder / "said"
        self.environment = {"SPEECHD_ADDRESS": f"unix_socket:{self.folder}/socket"}
        (self.folder / "modules").mkdir()
        (self.folder / "speechd.conf").write_text(CONFIGURATION)
        (self.folder / "modules" / "written.conf").write_text(VOICE.format(self.said))
        (self.folder / ".libao").write_text("default_driver=null\n")
        self.process = None

    def __enter__(self):
        folder = str(self.folder)
        command = ["speech-dispatcher", "-s", "-t", "0", "-C", folder, "-S", f"{folder}/socket",
                   "-P", f"{folder}/pid", "-L", folder]
        self.process = subprocess.Popen(command, env={**os.environ, "HOME": folder},
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait("Speech Dispatcher", (self.folder / "socket").exists)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def read(self):
        return self.said.read_text().splitlines() if self.said.exists() else []
