# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Chromium with page.html, which asks this server what to do."""
import functools
import http.server
import json
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import threading

from processes import family_cpu_ms, fresh_caches

HERE = pathlib.Path(__file__).parent
TYPES = {".html": "text/html", ".js": "text/javascript", ".json": "application/json"}
# Only through EGL does Chromium take Mesa's driver where there is no display, not its own.
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--ignore-gpu-blocklist",
         "--use-gl=angle", "--use-angle=gl-egl", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--disable-component-update"]
PATIENCE_S = 300


class Handler(http.server.BaseHTTPRequestHandler):
    def __init__(self, browser, *args):
        self._browser = browser
        super().__init__(*args)

    def log_message(self, *_):
        """Nothing: the output is a table."""

    def _answer(self, body, content_type):
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        name = self.path.lstrip("/")
        if name == "job":
            self._answer(json.dumps(self._browser.jobs.get()).encode(), TYPES[".json"])
        elif name in self._browser.files:
            path = self._browser.files[name]
            self._answer(path.read_bytes(), TYPES.get(path.suffix, "application/octet-stream"))
        else:
            self.send_error(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(b"", "text/plain")
        self._browser.answers.put(json.loads(body))


class Browser:
    """TensorFlow.js with one model and one batch size, in a browser of its own."""

    def __init__(self, tfjs, model, folder, batch):
        self.jobs = queue.Queue()
        self.answers = queue.Queue()
        self.files = {
            **{name: HERE / name for name in ("page.html", "page.js")},
            **{f"model/{path.name}": path for path in model.iterdir()},
            "tf.min.js": tfjs,
            "input.f32": folder / "input.f32",
        }
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self._process = self._launch(folder)
        started = self._ask("start", batch=batch)
        self.device = started["renderer"]
        self.first_ms = started["ms"]
        print(f"  TensorFlow.js {started['version']}, {started['backend']},"
              f" float32 {started['isFloat32']}; {self.device}", flush=True)

    def _launch(self, folder):
        chromium = shutil.which("chromium")
        if chromium is None:
            sys.exit("Chromium is not installed")
        env = fresh_caches(folder, "chromium")
        return subprocess.Popen(
            [chromium, *FLAGS, f"--user-data-dir={env['HOME']}",
             f"http://127.0.0.1:{self._server.server_port}/page.html"],
            env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(timeout=60)
        self._server.shutdown()

    def _ask(self, name, **more):
        self.jobs.put({"name": name, **more})
        answer = self.answers.get(timeout=PATIENCE_S)
        if "error" in answer:
            sys.exit(f"the page says: {answer['error']}")
        return answer["result"]

    def run(self, count):
        return self._ask("run", count=count)

    def scores(self):
        return self._ask("scores")

    def cpu_ms(self):
        return family_cpu_ms(self._process.pid)
