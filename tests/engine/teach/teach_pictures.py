# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of known classes, cut from the shared data: RGB of SIDE pixels squared, and the class of each."""
import pathlib
import random

import numpy
from PIL import Image, ImageEnhance

SIDE = 224


def jittered(picture, random_):
    for enhancer in (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color):
        picture = enhancer(picture).enhance(random_.uniform(0.7, 1.3))
    return numpy.asarray(picture.resize((SIDE, SIDE), Image.BILINEAR))


def square_of_board(piece, board, random_):
    """A piece as it lies on a square of a board, a little out of place."""
    x, y = random_.randrange(board.width - 64), random_.randrange(board.height - 64)
    square = board.crop((x, y, x + 64, y + 64))
    scale = random_.uniform(0.9, 1.15)
    turned = piece.resize((round(piece.width * scale), round(piece.height * scale)), Image.BICUBIC)
    turned = turned.rotate(random_.uniform(-8, 8), Image.BICUBIC, expand=True)
    at = (32 - turned.width // 2 + random_.randint(-4, 4), 32 - turned.height // 2 + random_.randint(-4, 4))
    square.paste(turned, at, turned)
    return jittered(square, random_)


def shogi(shared, n_each):
    """28 kinds of piece of both sides, in four sets, on ten boards."""
    random_ = random.Random(1)
    parts = pathlib.Path(shared) / "shogi" / "sugyan_parts"
    boards = [Image.open(path).convert("RGB") for path in sorted((parts / "ban").glob("*.png"))]
    folders = ["koma_kinki", "koma_ryoko", "koma_kinki_torafu", "koma_ryoko_torafu"]
    kinds = sorted(path.stem for path in (parts / folders[0]).glob("*.png"))
    for kind in kinds:
        pieces = [Image.open(parts / folder / f"{kind}.png").convert("RGBA") for folder in folders]
        yield [square_of_board(random_.choice(pieces), random_.choice(boards), random_) for _ in range(n_each)]


def photos(shared, n_each):
    """20 photographs; the examples of each are pieces of it."""
    random_ = random.Random(2)
    for path in sorted((pathlib.Path(shared) / "photos" / "imagenet").glob("*.JPEG"))[:20]:
        photo = Image.open(path).convert("RGB")
        crops = []
        for _ in range(n_each):
            side = int(min(photo.size) * random_.uniform(0.3, 0.6))
            x, y = random_.randint(0, photo.width - side), random_.randint(0, photo.height - side)
            crops.append(jittered(photo.crop((x, y, x + side, y + side)), random_))
        yield crops
