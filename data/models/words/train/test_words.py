# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-check of the words' numbers: python3 -m unittest in this folder."""
import pathlib
import tempfile
import unittest

try:
    import numpy as np
    from words import END, LENGTH, LETTERS, START, Words, learn_merges, split
except ImportError as error:
    raise unittest.SkipTest(str(error)) from error

COUNTS = {"car": 5, "cars": 3, "cat": 4, "night": 2, "t": 1}


class WordsTest(unittest.TestCase):
    def setUp(self):
        self.words = Words(learn_merges(COUNTS))

    def tokens(self, text):
        by_id = {i: token for token, i in self.words.ids.items()}
        return [by_id[i] for i in self.words.encode(text)]

    def test_bytes_are_all_there(self):
        self.assertEqual(len(set(LETTERS.values())), 256)
        self.assertEqual(len(self.words), 512 + len(self.words.merges) + 2)

    def test_known_words_are_one_token(self):
        for word in COUNTS:
            self.assertEqual(len(self.words.ids_of(word)), 1, word)

    def test_sentence(self):
        expected = [START, "car</w>", "night</w>", END]
        self.assertEqual(self.tokens("  CAR\n night "), expected + [END] * (LENGTH - len(expected)))

    def test_unknown_words_are_in_pieces_of_themselves(self):
        pieces = self.tokens("carnight é")
        text = "".join(pieces[1:pieces.index(END)])
        self.assertEqual(text, "carnight</w>" + LETTERS[0xc3] + LETTERS[0xa9] + "</w>")

    def test_long_text_ends_in_the_end(self):
        row = self.words.encode("cat " * 100)
        self.assertEqual(list(row), [self.words.ids[START]] + self.words.ids_of("cat") * (LENGTH - 2)
                         + [self.words.ids[END]])

    def test_end_has_the_highest_id(self):
        self.assertEqual(max(self.words.ids, key=self.words.ids.get), END)

    def test_split_is_that_of_clip(self):
        self.assertEqual(split("It's 12 km, a t-shirt!?"), ["it", "'s", "1", "2", "km", ",", "a", "t", "-", "shirt",
                                                           "!?"])

    def test_skipped_merges_leave_pieces(self):
        rng = np.random.default_rng(1)
        lengths = {len(self.words.ids_of("night", .5, rng)) for _ in range(50)}
        self.assertGreater(len(lengths), 1)

    def test_files_come_back(self):
        with tempfile.TemporaryDirectory() as folder:
            self.words.write(pathlib.Path(folder))
            self.assertEqual(Words.read(pathlib.Path(folder)).ids, self.words.ids)


if __name__ == "__main__":
    unittest.main()
