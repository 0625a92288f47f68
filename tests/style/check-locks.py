#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No lock is taken both by the window's thread and by one of the worker's.

A thread of the worker runs at a lower priority; put aside with a lock in hand it would keep the window waiting.
Which thread runs a line no script can tell: so each file of worker/, engine/picture/ and engine/classify/ that locks,
or calls what locks inside GLib, stands here with the reason why it may. What says nothing of the kind uses
koma-mpsc-queue, koma-event-count, koma-context-queue.
"""
import re

import source

LOCKS = re.compile(r"\b(g_(?:rec_)?mutex_lock(?:er_new)?|g_rw_lock_\w+_lock|pthread_mutex_lock|g_async_queue_new"
                   r"|g_idle_add\w*|g_timeout_add\w*|g_source_attach|g_main_context_invoke\w*"
                   r"|g_task_return_\w+|g_signal_(?:emit|connect|handler)\w*) ?\(")
ALLOWED = {
    "worker/box/koma-box.c": "between decoders; the window asks for its state only, which is atomic",
    "worker/box/koma-box-keeper.c": "between decoders",
    "worker/box/koma-box-patience.c": "between decoders",
    "worker/measure/koma-backend-list.c": "a thread of GTask's pool, of the window's priority",
    "worker/measure/koma-device-probe.c": "between threads that probe; the window never does",
    "worker/camera/koma-camera-daemon.c": "by the window",
    "worker/camera/koma-camera-feed.c": "by who offers frames",
    "worker/camera/koma-camera-monitor.c": "threads of the window's priority",
    "worker/camera/koma-camera-none.c": "by the window",
    "worker/camera/koma-camera-portal.c": "by the window, and GDBus' thread of its priority",
    "worker/camera/koma-camera-steps.c": "by the window",
    "worker/camera/koma-camera-stream.c": "threads of the window's priority",
    "worker/camera/koma-camera.c": "by the window",
    "engine/classify/session-pool.c": "between compute threads",
    "engine/picture/decode-share.c": "between decoders; the window decodes thumbnails only, which take no share",
    "engine/picture/decoder-pixbuf.c": "GdkPixbufLoader tells by signals only; JPEG does not come by here",
    "worker/take/koma-arrange.c": "a thread of GTask's pool, of the window's priority",
    "worker/take/koma-export.c": "a thread of GTask's pool, of the window's priority",
    "worker/net/koma-transport-soup.c": "a context that one thread alone has",
    "worker/models/koma-model-library.c": "threads of the window's priority",
    "worker/queue/koma-completion-queue.c": "where a task is sent, and in its context",
    "worker/queue/koma-completion.c": "in the task's context",
    "worker/inference/koma-inference.c": "between compute threads; others post only to stop it",
    "worker/models/koma-model-settings.c": "a thread of GTask's pool, of the window's priority",
    "worker/words/koma-word-lists.c": "a thread of GTask's pool, of the window's priority",
    "worker/models/koma-model-check.c": "a thread of GTask's pool, of the window's priority",
    "worker/models/koma-model-choices.c": "a thread of GTask's pool, of the window's priority",
    "worker/models/koma-opened-files.c": "a thread of GTask's pool, of the window's priority",
    "worker/queue/koma-context-queue.c": "by who sends",
    "worker/collection/koma-collection-keeper-ask.c": "a thread of the window's priority",
    "worker/collection/koma-collection-check.c": "a thread of the window's priority",
    "worker/collection/koma-collection-keeper.c": "a thread of the window's priority, and by the window",
    "worker/collection/koma-collection-writer.c": "between the command line and a thread of its priority",
    "worker/collection/koma-collection-writer-thread.c": "between the command line and a thread of its priority",
    "worker/decode/koma-picture-finder.c": "a thread of GTask's pool, of the window's priority",
    "worker/board/koma-board-look.c": "a thread of GTask's pool, of the window's priority",
    "worker/board/koma-board-read.c": "a thread of GTask's pool, of the window's priority",
    "worker/decode/koma-picture-load.c": "a thread of GTask's pool, of the window's priority",
    "worker/models/koma-recent-models.c": "a thread of GTask's pool, of the window's priority; the window only pushes",
    "worker/decode/koma-grid-picture.c": "between decoders",
    "worker/queue/koma-worker-queue.c": "at shutdown",
    "worker/queue/koma-worker-queue-compute.c": "between compute threads",
    "worker/teach/project/koma-teach-add.c": "by the window",
    "worker/teach/project/koma-teach-example.c": "a thread of GTask's pool, of the window's priority",
    "worker/teach/project/koma-teach-close.c": "by the window, and a thread of GTask's pool of its priority",
    "worker/teach/disk/koma-teach-folder.c": "a thread of GTask's pool, of the window's priority",
    "worker/teach/learn/koma-teach-learn.c": "by the window",
    "worker/teach/learn/koma-teach-learner.c": "by the window",
    "worker/teach/project/koma-teach-project.c": "by the window",
    "worker/teach/disk/koma-teach-share.c": "a thread of GTask's pool, of the window's priority",
    "worker/koma-worker.c": "between callers",
}
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
complaints = []
used = set()

for path in [path for folder in ("worker", "engine/picture", "engine/classify")
             for path in source.files(".c", under=folder)]:
    found = sorted(set(LOCKS.findall(COMMENT.sub("", source.read(path)))))
    if found and str(path) not in ALLOWED:
        complaints.append(f"{path}: calls {', '.join(found)}, and check-locks.py does not say why it may")
    if found:
        used.add(str(path))
complaints += [f"{path}: takes no lock, but check-locks.py has a row for it"
               for path in ALLOWED if path not in used]

source.report(complaints)
