# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of the list of fonts: python3 -m unittest in this folder. Skipped without its libraries."""

import contextlib
import io
import pathlib
import tempfile
import unittest
from unittest import mock

try:
    import fonts
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error

FACES = {split: [path for _, side, path in fonts.FILES if side == split] for split in ("train", "held-out")}


class FontsTest(unittest.TestCase):
    def look(self, split, installed):
        """The faces that are found, and what is said, where these files are installed."""
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as root, mock.patch.object(fonts, "ROOT", pathlib.Path(root)):
            for path in installed:
                file = pathlib.Path(root, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.touch()
            with contextlib.redirect_stderr(said):
                return [face.path.name for face in fonts.faces(split)], said.getvalue()

    def test_missing_ones_are_told(self):
        first, *others = FACES["train"]
        found, said = self.look("train", [first])
        self.assertEqual(found, [pathlib.Path(first).name])
        self.assertIn(f"of {len(others) + 1} fonts {len(others)} are not installed", said)
        for path in set(others) - {first}:
            self.assertIn(pathlib.Path(path).name, said)

    def test_of_one_split_only(self):
        self.assertEqual(self.look("held-out", FACES["held-out"])[1], "")

    def test_none(self):
        with self.assertRaises(FileNotFoundError):
            self.look("train", FACES["held-out"])


if __name__ == "__main__":
    unittest.main()
