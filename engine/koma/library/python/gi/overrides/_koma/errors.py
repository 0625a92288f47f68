# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the library refuses, as exceptions of Python's kinds.

Each is a GLib.Error as before, with its domain, code and message, and a ValueError, MemoryError, … too.
"""
from gi.repository import Gio, GLib

from ...module import get_introspection_module

Koma = get_introspection_module("Koma")
Codes = Koma.Error
DOMAIN = GLib.quark_to_string(Koma.error_quark())


class Error(GLib.Error):
    """An error of the library; its code is one of Koma.Error.SHAPE, Koma.Error.ARGUMENT, …"""

    CODE = 0

    def __init__(self, message="", domain=DOMAIN, code=None):
        super().__init__(message, domain, int(self.CODE if code is None else code))

    def __str__(self):
        return self.message


for code_name in ("MODEL", "UNSUPPORTED", "SHAPE", "BACKEND", "MEMORY", "DECODE", "NO_MODEL", "ARGUMENT",
                  "SEVERAL_MODELS"):
    setattr(Error, code_name, getattr(Codes, code_name))


class ModelError(Error, ValueError):
    """A model file is damaged, or no model."""

    CODE = Codes.MODEL


class UnsupportedError(Error, NotImplementedError, ValueError):
    """What Koma can not compute: a model, a layer; or a name that it does not know."""

    CODE = Codes.UNSUPPORTED


class ShapeError(Error, ValueError):
    """Shapes, dtypes or sizes do not go together."""

    CODE = Codes.SHAPE


class BackendError(Error):
    """A backend is not there, or failed."""

    CODE = Codes.BACKEND


class OutOfMemoryError(Error, MemoryError):
    """Memory lacks, or a size is above a limit."""

    CODE = Codes.MEMORY


class DecodeError(Error, ValueError):
    """A picture is damaged, or of an unknown format."""

    CODE = Codes.DECODE


class NoModelError(Error, LookupError):
    """A folder or an archive holds no model."""

    CODE = Codes.NO_MODEL


class ArgumentError(Error, ValueError):
    """An argument that the call can not have."""

    CODE = Codes.ARGUMENT


class OutOfRangeError(ArgumentError, IndexError):
    """An index that a dimension has not."""


class SeveralModelsError(Error, LookupError):
    """A folder or an archive holds several models."""

    CODE = Codes.SEVERAL_MODELS


class FileError(GLib.Error, OSError):
    """A file that can not be read or written."""

    __str__ = Error.__str__


class NotFoundError(FileError, FileNotFoundError):
    """A file is not there."""


class DeniedError(FileError, PermissionError):
    """A file may not be read or written."""


KINDS = {
    (DOMAIN, int(kind.CODE)): kind
    for kind in (ModelError, UnsupportedError, ShapeError, BackendError, OutOfMemoryError, DecodeError, NoModelError,
                 ArgumentError, SeveralModelsError)
}
FILES, STREAMS = GLib.quark_to_string(GLib.file_error_quark()), GLib.quark_to_string(Gio.io_error_quark())
KINDS[FILES, int(GLib.FileError.NOENT)] = NotFoundError
KINDS[FILES, int(GLib.FileError.ACCES)] = DeniedError
KINDS[STREAMS, int(Gio.IOErrorEnum.NOT_FOUND)] = NotFoundError
KINDS[STREAMS, int(Gio.IOErrorEnum.PERMISSION_DENIED)] = DeniedError
KINDS[STREAMS, int(Gio.IOErrorEnum.CANCELLED)] = None


raised = []  # by functions of a layer of one's own, until the library has failed


def keep(error):
    """For what the library calls: the error that it is given in place of an exception."""
    raised[:] = [error]
    return ArgumentError(str(error) or type(error).__name__)


def take(error):
    """The exception that the library has failed with, or None."""
    own = raised.pop() if raised else None
    return own if own is not None and (str(own) or type(own).__name__) in error.message else None


def translate(error):
    """The exception that a GLib.Error becomes: itself where it is none of the library's, or says that a
    call was cancelled; what a layer of one's own has raised as it is."""
    own = take(error)
    if own is not None:
        return own
    if type(error) is not GLib.Error:
        return error
    other = FileError if error.domain in (FILES, STREAMS) else None
    kind = KINDS.get((error.domain, error.code), other)
    return error if kind is None else kind(error.message, error.domain, error.code)


EXPORTS = (Error, ModelError, UnsupportedError, ShapeError, BackendError, OutOfMemoryError, DecodeError, NoModelError,
           ArgumentError, OutOfRangeError, SeveralModelsError, FileError, NotFoundError, DeniedError)
for kind in EXPORTS:
    kind.__module__ = "gi.repository.Koma"
