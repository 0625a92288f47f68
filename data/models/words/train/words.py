# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences into numbers as CLIP does it: small letters, then pairs of bytes that are merged.

The merges are learned from the words of the captions, until each of these is one token; other words become
pieces of a few letters.
"""
import collections
import json
import re

import numpy as np

START, END, END_OF_WORD = "<|startoftext|>", "<|endoftext|>", "</w>"
LENGTH = 24
# CLIP's expression, for letters and digits that Python's own re can tell.
WORDS = re.compile(r"'s|'t|'re|'ve|'m|'ll|'d|[^\W\d_]+|\d|[^\s\w]+|_+")


def byte_letters():
    """The character that stands for each byte: itself where it can be seen, else one from 256 on."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, n = {}, 0
    for byte in range(256):
        letters[byte] = chr(byte if byte in seen else 256 + n)
        n += byte not in seen
    return letters


LETTERS = byte_letters()
# CLIP's order: what can be seen first.
ALPHABET = [LETTERS[byte] for byte in sorted(LETTERS, key=lambda byte: (LETTERS[byte] != chr(byte), byte))]


def split(text):
    return WORDS.findall(" ".join(text.lower().split()))


def pieces_of(word):
    letters = [LETTERS[byte] for byte in word.encode()]
    return (*letters[:-1], letters[-1] + END_OF_WORD)


def merge(pieces, pair):
    merged, i = [], 0
    while i < len(pieces):
        if pieces[i:i + 2] == pair:
            merged.append(pieces[i] + pieces[i + 1])
            i += 2
        else:
            merged.append(pieces[i])
            i += 1
    return tuple(merged)


def learn_merges(counts, limit=4000):
    """The pair that is most frequent, again and again, until no word has two pieces."""
    words, merges = {pieces_of(word): n for word, n in counts.items()}, []
    while len(merges) < limit:
        pairs = collections.Counter()
        for pieces, n in words.items():
            for pair in zip(pieces, pieces[1:]):
                pairs[pair] += n
        if not pairs:
            break
        best = max(pairs.items(), key=lambda item: (item[1], item[0]))[0]
        merges.append(best)
        words = {merge(pieces, best): n for pieces, n in words.items()}
    return merges


class Words:
    def __init__(self, merges):
        self.merges = [tuple(pair) for pair in merges]
        self.ranks = {pair: rank for rank, pair in enumerate(self.merges)}
        tokens = [*ALPHABET, *(letter + END_OF_WORD for letter in ALPHABET), *("".join(pair) for pair in self.merges),
                  START, END]
        self.ids = {token: i for i, token in enumerate(tokens)}
        self.known = {}

    def __len__(self):
        return len(self.ids)

    @classmethod
    def read(cls, folder):
        lines = (folder / "merges.txt").read_text().splitlines()[1:]
        return cls([line.split(" ") for line in lines])

    def write(self, folder):
        (folder / "merges.txt").write_text("\n".join(("#version: 0.2", *map(" ".join, self.merges), "")))
        (folder / "vocab.json").write_text(json.dumps(self.ids, ensure_ascii=False, indent=0) + "\n")

    def ids_of(self, word, skip=0.0, rng=None):
        """skip: the probability that a merge is left out, so that pieces of words are learned, too."""
        pieces = pieces_of(word)
        while len(pieces) > 1:
            pairs = [pair for pair in zip(pieces, pieces[1:])
                     if pair in self.ranks and not (skip and rng.random() < skip)]
            if not pairs:
                break
            pieces = merge(pieces, min(pairs, key=self.ranks.get))
        return [self.ids[piece] for piece in pieces]

    def encode(self, text, skip=0.0, rng=None):
        """int64 [LENGTH]: start, words, and the end, which fills up the rest."""
        ids = [self.ids[START]]
        for word in split(text):
            if skip and rng.random() < skip:
                ids += self.ids_of(word, .3, rng)
                continue
            if word not in self.known:
                self.known[word] = self.ids_of(word)
            ids += self.known[word]
        row = np.full(LENGTH, self.ids[END], np.int64)
        row[:len(ids)][:LENGTH - 1] = ids[:LENGTH - 1]
        return row
