# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""libkoma of a wheel: after `import koma`, or by `from koma import Koma`, gi.repository has Koma."""
import pathlib

import gi

FOLDER = str(pathlib.Path(__file__).resolve().parent)

# The library that PyGObject itself reads descriptions with, which is another one from 3.51 on.
if gi.version_info >= (3, 51):
    gi.require_version("GIRepository", "3.0")
    from gi.repository import GIRepository
    repository = GIRepository.Repository.dup_default()
else:
    gi.require_version("GIRepository", "2.0")
    from gi.repository import GIRepository
    repository = GIRepository.Repository

repository.prepend_search_path(FOLDER)
repository.prepend_library_path(FOLDER)

from gi.repository import Koma  # noqa: E402

__all__ = ["Koma"]
