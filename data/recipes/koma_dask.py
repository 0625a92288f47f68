# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures become rows on the workers of a cluster of Dask, each of which loads the model once.

    from distributed import Client
    import koma_dask

    with Client("tcp://scheduler:8786") as client:
        for row in koma_dask.classify(client, "/models/clip", paths):
            print(row)

A row has the members that `koma classify --format jsonl` prints, as far as libkoma tells them: path, model, and top or
error. Workers need libkoma with its data for GObject Introspection, and the model at the same path. A picture is a path
that each worker sees, or an address, such as s3://bucket/a.jpg, where fsspec and its file system are installed. Dask
gives a worker's pictures to another where it ends; one that ends several workers is an error of its batch.
"""
import collections
import itertools
import os
import tempfile
import threading

BATCH = 64  # pictures of one task: enough for its overhead to be small
TASKS_PER_WORKER = 3  # so many wait, so that none is idle and millions of paths take no memory here

_models = {}
_lock = threading.Lock()


def _load(path):
    """The model of this process; it is loaded once, whichever thread asks first."""
    with _lock:
        if path not in _models:
            import gi
            gi.require_version("Koma", "1.0")
            from gi.repository import Koma
            _models[path] = Koma.GraphModel.load(path)
        return _models[path]


def _classify_path(model, path, n_best):
    return [{"index": best.index, "label": best.label, "name": best.name, "score": best.score}
            for best in model.classify(path, n_best)]


def _classify_address(model, address, n_best):
    """Through a file, since libkoma reads files."""
    import fsspec
    with fsspec.open(address, "rb") as source, tempfile.NamedTemporaryFile(suffix=os.path.splitext(address)[1]) as copy:
        while piece := source.read(1 << 20):
            copy.write(piece)
        copy.flush()
        return _classify_path(model, copy.name, n_best)


def _make_row(model, picture, n_best):
    """Of a picture that can not be read, or is none, the row says why."""
    row = {"path": picture, "model": model.get_name()}
    classify_one = _classify_address if "://" in picture else _classify_path
    try:
        row["top"] = classify_one(model, picture, n_best)
    except Exception as error:  # of GLib, of the system, of any file system behind fsspec
        row["error"] = {"message": getattr(error, "message", None) or str(error)}
    return row


def classify_batch(model_path, pictures, n_best):
    """What a worker does. A model that can not be loaded is an error of the task."""
    model = _load(model_path)
    return [_make_row(model, picture, n_best) for picture in pictures]


def count_models():
    """How many this process has loaded."""
    return len(_models)


def classify(client, model, pictures, n_best=3, batch=BATCH):
    """A row for each picture, in the order of `pictures`, which may be any iterable of texts."""
    client.upload_file(__file__)  # workers know this module by its name then
    pictures = iter(pictures)
    open_tasks = collections.deque()

    def submit():
        some = list(itertools.islice(pictures, batch))
        if some:
            open_tasks.append(client.submit(classify_batch, str(model), some, n_best, pure=False))
        return bool(some)

    n_tasks = TASKS_PER_WORKER * max(1, sum(client.nthreads().values()))
    while len(open_tasks) < n_tasks and submit():
        pass
    while open_tasks:
        rows = open_tasks.popleft().result()
        submit()
        yield from rows
