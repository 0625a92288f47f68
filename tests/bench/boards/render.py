#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Photographs of shogi boards that nobody took, with the truth about them.

    render.py PARTS FOLDER --seed 1 --number 60 --split tune|held-out|hard|others

PARTS has the boards, lines and pieces of sugyan/shogi. Writes FOLDER/*.jpg and FOLDER/truth.tsv: name,
tilt in degrees, the corners of the playing field, the position as SFEN. Needs numpy and OpenCV; for
--split hard Pillow, and fonts that have the characters of pieces."""

import argparse
import math
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

LETTERS = {"FU": "P", "KY": "L", "KE": "N", "GI": "S", "KI": "G", "KA": "B", "HI": "R", "OU": "K",
           "TO": "+P", "NY": "+L", "NK": "+N", "NG": "+S", "UM": "+B", "RY": "+R"}
START = ["lnsgkgsnl", ".r.....b.", "ppppppppp", ".........", ".........", ".........", "PPPPPPPPP",
         ".B.....R.", "LNSGKGSNL"]
ENLARGED = 5
MARGIN = 11  # pixels of a surface outside its lines
SPLITS = {
    "tune": (["dirty", "gohan", "kaya_a", "kaya_b", "muji", "stripe"],
             ["koma_kinki", "koma_ryoko_torafu"], ["masu_dot", "masu_nodot"]),
    "held-out": (["kaya_c", "kaya_d", "oritatami", "paper"],
                 ["koma_ryoko", "koma_kinki_torafu", "koma_dirty"],
                 ["masu_dot", "masu_handwriting"]),
    "hard": (["kaya_c", "kaya_d", "oritatami", "paper"], ["drawn"], ["masu_nodot", "masu_handwriting"]),
}
FACES = {"FU": "歩", "KY": "香", "KE": "桂", "GI": "銀", "KI": "金", "KA": "角", "HI": "飛", "OU": "王",
         "TO": "と", "NY": "杏", "NK": "圭", "NG": "全", "UM": "馬", "RY": "龍"}
# Debian's fonts-noto-cjk.
FONTS = ["/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc",
         "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"]


def read(path):
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture.shape[2] == 3:
        picture = np.dstack((picture, np.full(picture.shape[:2], 255, np.uint8)))
    return picture.astype(np.float32)


def lay(below, above, x, y, opacity=1.0):
    """Lays a picture with alpha over another, cut at its rim."""
    left, top = max(0, -x), max(0, -y)
    part = above[top:top + below.shape[0] - max(y, 0), left:left + below.shape[1] - max(x, 0)]
    if part.size == 0:
        return
    x, y = max(x, 0), max(y, 0)
    alpha = part[..., 3:] / 255 * opacity
    into = below[y:y + part.shape[0], x:x + part.shape[1], :3]
    into += alpha * (part[..., :3] - into)


def place(rng):
    """Nine rows of kinds, "" for an empty square."""
    kinds = {letter: kind for kind, letter in LETTERS.items()}
    rows = [[("" if c == "." else ("+" if c.isupper() else "-") + kinds[c.upper()]) for c in row]
            for row in START]
    choice = rng.random()
    if choice < 0.2:
        return rows
    squares = [(r, c) for r in range(9) for c in range(9)]
    pieces = [p for row in rows for p in row if p]
    number = int(rng.integers(3, 12)) if choice < 0.45 else int(rng.integers(20, 40))
    rng.shuffle(squares)
    rng.shuffle(pieces)
    rows = [["" for _ in range(9)] for _ in range(9)]
    promoted = {"FU": "TO", "KY": "NY", "KE": "NK", "GI": "NG", "KA": "UM", "HI": "RY"}
    share = 1.0 if 0.45 <= choice < 0.6 else 0.25
    for (r, c), piece in zip(squares[:number], pieces):
        kind = piece[1:]
        if rng.random() < share:
            kind = promoted.get(kind, kind)
        rows[r][c] = ("+" if rng.random() < 0.5 else "-") + kind
    return rows


def write_sfen(rows):
    lines = []
    for row in rows:
        line, gap = "", 0
        for piece in row:
            if not piece:
                gap += 1
                continue
            letter = LETTERS[piece[1:]]
            line += (str(gap) if gap else "") + (letter if piece[0] == "+" else letter.lower())
            gap = 0
        lines.append(line + (str(gap) if gap else ""))
    return "/".join(lines)


def turned(picture, degrees):
    h, w = picture.shape[:2]
    size = int(math.hypot(h, w)) + 2
    matrix = cv2.getRotationMatrix2D((w / 2, h / 2), degrees, 1)
    matrix[:, 2] += ((size - w) / 2, (size - h) / 2)
    return cv2.warpAffine(picture, matrix, (size, size), flags=cv2.INTER_LINEAR)


def read_face(parts, folder, piece, rng):
    """A piece as a picture with alpha; "drawn": a pentagon with a character of a font."""
    if folder != "drawn":
        face = read(parts / folder / f"{piece}.png")
        return cv2.resize(face, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    kind, wide, high = piece[1:], 200, 220
    size = rng.uniform(0.78, 0.86) if kind in ("FU", "TO", "KY", "NY", "KE", "NK") else rng.uniform(0.9, 0.96)
    picture = Image.new("RGBA", (wide, high))
    draw = ImageDraw.Draw(picture)
    wood = tuple(int(v * rng.uniform(0.85, 1.05)) for v in (214, 174, 112))
    across, down = wide * size / 2, high * size / 2
    x, y = wide / 2, high / 2
    draw.polygon([(x, y - down), (x + 0.72 * across, y - 0.68 * down), (x + across, y + down),
                  (x - across, y + down), (x - 0.72 * across, y - 0.68 * down)], fill=(*wood, 255))
    font = ImageFont.truetype(FONTS[int(rng.integers(len(FONTS)))], int(1.15 * across))
    red = kind in ("TO", "NY", "NK", "NG", "UM", "RY")
    draw.text((x, y + 0.12 * down), FACES[kind], (170, 20, 20, 255) if red else (15, 12, 10, 255), font, "mm")
    face = np.asarray(picture).astype(np.float32)[..., [2, 1, 0, 3]].copy()
    return face if piece[0] == "+" else np.ascontiguousarray(face[::-1, ::-1])


def draw_piece(flat, parts, folder, piece, middle, rng, lean):
    face = read_face(parts, folder, piece, rng)
    face = np.clip(turned(face, rng.uniform(-8, 8)), 0, 255)
    size = face.shape[0]
    x, y = (int(m - size / 2) for m in middle)
    shadow = np.zeros_like(face)
    shadow[..., 3] = cv2.GaussianBlur(face[..., 3], (0, 0), 9)
    lay(flat, shadow, x + int(rng.uniform(4, 14)), y + int(rng.uniform(2, 14)), 0.5)
    dark = face.copy()
    dark[..., :3] = np.array((60, 110, 150)) * rng.uniform(0.6, 1)
    steps = max(1, int(np.hypot(*lean)))
    for i in range(steps):
        lay(flat, dark, x + int(lean[0] * i / steps), y + int(lean[1] * i / steps))
    lay(flat, face, x + int(lean[0]), y + int(lean[1]))


def noise(rng, h, w, cells, amount):
    coarse = rng.normal(0, 1, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return cv2.resize(coarse, (w, h), interpolation=cv2.INTER_CUBIC) * amount


def ground(rng, h, w):
    """What the board lies on: a picture without perspective of its own."""
    tone = np.array([(90, 130, 170), (60, 90, 120), (120, 160, 170), (200, 200, 200), (70, 70, 75),
                     (50, 80, 60)][int(rng.integers(6))], np.float32)
    picture = np.ones((h, w, 3), np.float32) * tone
    kind = rng.random()
    if kind < 0.35:  # wood
        picture += noise(rng, h, w, (40, 6), 10)[..., None] + noise(rng, h, w, (300, 8), 7)[..., None]
    elif kind < 0.55:  # tatami
        picture += noise(rng, h, w, (h // 6, 3), 9)[..., None]
        for x in range(int(rng.integers(50, 300)), w, int(w / rng.uniform(1.5, 3))):
            picture[:, x:x + 40] *= 0.4
    elif kind < 0.75:  # floor of boards or tiles
        step = int(w / rng.uniform(5, 14))
        for x in range(int(rng.integers(step)), w, step):
            picture[:, x:x + 5] *= 0.6
        if rng.random() < 0.5:
            for y in range(int(rng.integers(step)), h, step):
                picture[y:y + 5] *= 0.6
        picture += noise(rng, h, w, (20, 20), 6)[..., None]
    else:  # a desk with things on it
        picture += noise(rng, h, w, (8, 8), 8)[..., None]
        for _ in range(int(rng.integers(3, 9))):
            box = cv2.boxPoints(((rng.uniform(0, w), rng.uniform(0, h)),
                                 tuple(rng.uniform(0.05, 0.35, 2) * w), rng.uniform(0, 90)))
            cv2.fillPoly(picture, [box.astype(np.int32)], rng.uniform(20, 240, 3).tolist())
            cv2.polylines(picture, [box.astype(np.int32)], True, (30, 30, 30), 3)
    return np.clip(picture, 0, 255)


def ground_with_grid(rng, h, w):
    """Tiles, a go board's lines, chess, a crossword: another grid beside the board and under it."""
    picture = ground(rng, h, w)
    kind, step = int(rng.integers(4)), int(w / rng.uniform(14, 30))
    ink = rng.uniform(20, 90, 3)
    for i in range(0, w // step + 1):
        for j in range(0, h // step + 1):
            x, y = i * step, j * step
            if kind == 1 and (i + j) % 2 or kind == 2 and rng.random() < 0.3:
                picture[y:y + step, x:x + step] = ink
    if kind != 1:
        for x in range(0, w, step):
            picture[:, x:x + 6] = ink
        for y in range(0, h, step):
            picture[y:y + 6] = ink
    return picture


def glare(rng, photo):
    """Windows and lamps that the varnish shows: several spots, and a streak."""
    h, w = photo.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y, size = rng.uniform(0.2, 0.8) * w, rng.uniform(0.2, 0.8) * h, rng.uniform(0.04, 0.12) * w
        long = rng.uniform(1, 5)
        turn = rng.uniform(0, math.pi)
        u = (xs - x) * math.cos(turn) + (ys - y) * math.sin(turn)
        v = (ys - y) * math.cos(turn) - (xs - x) * math.sin(turn)
        photo += (rng.uniform(80, 200) * np.exp(-((u / long) ** 2 + v ** 2) / (2 * size ** 2)))[..., None]
    return photo


def view(tilt, roll, distance, width, height, focal):
    """From the board's plane, its side 1 and its middle at 0, to pixels."""
    t, r = math.radians(tilt), math.radians(roll)
    about_x = np.array(((1, 0, 0), (0, math.cos(t), -math.sin(t)), (0, math.sin(t), math.cos(t))))
    about_z = np.array(((math.cos(r), -math.sin(r), 0), (math.sin(r), math.cos(r), 0), (0, 0, 1)))
    turn = about_z @ about_x
    outside = np.column_stack((turn[:, 0], turn[:, 1], (0, 0, distance)))
    inside = np.array(((focal, 0, width / 2), (0, focal, height / 2), (0, 0, 1)))
    return inside @ outside


def light(rng, photo):
    h, w = photo.shape[:2]
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    angle = rng.uniform(0, 2 * math.pi)
    across = (np.cos(angle) * (xs / w - 0.5) + np.sin(angle) * (ys / h - 0.5))
    photo *= (rng.uniform(0.7, 1.1) + rng.uniform(0, 0.5) * across)[..., None]
    if rng.random() < 0.35:  # glare
        x, y, size = rng.uniform(0.2, 0.8) * w, rng.uniform(0.2, 0.8) * h, rng.uniform(0.05, 0.14) * w
        spot = np.exp(-((xs - x) ** 2 + ((ys - y) * rng.uniform(0.5, 2)) ** 2) / (2 * size ** 2))
        photo += (rng.uniform(60, 150) * spot)[..., None]
    if rng.random() < 0.35:  # the shadow of somebody
        edge = across + rng.uniform(-0.3, 0.3) + noise(rng, h, w, (4, 4), 0.05)
        photo *= (1 - rng.uniform(0.2, 0.5) / (1 + np.exp(-edge * rng.uniform(30, 100))))[..., None]
    return photo


def render(rng, parts, split, tilt):
    surfaces, sets, lines = SPLITS[split]
    flat = read(parts / "ban" / f"ban_{surfaces[int(rng.integers(len(surfaces)))]}.png")
    flat = cv2.resize(flat, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    is_hard = split == "hard"
    border = 0 if rng.random() < 0.3 else int(rng.uniform(0, 0.2 if is_hard else 0.08) * flat.shape[1])
    flat = cv2.copyMakeBorder(flat, border, border, border, border, cv2.BORDER_REFLECT)
    if is_hard and rng.random() < 0.5:  # a board with a rim of its own
        thick = int(rng.uniform(4, 40))
        flat[:thick, :, :3] = flat[-thick:, :, :3] = flat[:, :thick, :3] = flat[:, -thick:, :3] = 40
    masu = read(parts / "masu" / f"{lines[int(rng.integers(len(lines)))]}.png")
    masu = cv2.resize(masu, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    lay(flat, np.clip(masu, 0, 255), border, border, rng.uniform(0.4, 1))
    h, w = flat.shape[:2]
    left = top = border + MARGIN * ENLARGED
    sw, sh = (w - 2 * left) / 9, (h - 2 * top) / 9
    rows = place(rng)
    folder = sets[int(rng.integers(len(sets)))]
    height = rng.uniform(0.1, 0.25) * sh
    lean = (rng.uniform(-0.2, 0.2) * height, -height * math.tan(math.radians(tilt)))
    for r in range(9):
        for c in range(9):
            if rows[r][c]:
                middle = (left + (c + 0.5) * sw + rng.uniform(-6, 6) * ENLARGED * 0.5,
                          top + (r + 0.5) * sh + rng.uniform(-6, 6) * ENLARGED * 0.5)
                draw_piece(flat, parts, folder, rows[r][c], middle, rng, lean)
    around = 2.2
    scene = (ground_with_grid if is_hard and rng.random() < 0.6 else ground)(
        rng, int(h * around), int(w * around))
    x, y = int(w * (around - 1) / 2), int(h * (around - 1) / 2)
    shadow = np.zeros((h + 120, w + 120, 4), np.float32)
    shadow[60:-60, 60:-60, 3] = 255
    shadow[..., 3] = cv2.GaussianBlur(shadow[..., 3], (0, 0), 20)
    lay(scene, shadow, x - 50, y - 40, 0.6)
    lay(scene, flat, x, y)
    for _ in range(int(rng.integers(0, 8))):  # captured pieces beside it
        names = [path.stem for path in sorted((parts / folder).glob("*.png"))] or ["+" + k for k in FACES]
        side = -0.14 if rng.random() < 0.5 else 1.1
        draw_piece(scene, parts, folder, names[int(rng.integers(len(names)))],
                   (x + side * w, y + rng.uniform(0, 1) * h), rng, lean)
    long_side = int(rng.choice((800, 1200, 1600, 2400, 3200)))
    out_w, out_h = (long_side, int(long_side * 0.75)) if rng.random() < 0.5 else \
        (int(long_side * 0.75), long_side)
    ox, oy = x + left, y + top
    corners = np.array(((ox, oy), (ox + 9 * sw, oy), (ox + 9 * sw, oy + 9 * sh), (ox, oy + 9 * sh)))
    photo, moved = photograph(rng, scene, w, corners, tilt, out_w, out_h, *((40, 0.2) if is_hard else ()))
    photo = light(rng, photo)
    if is_hard and rng.random() < 0.5:
        photo = glare(rng, photo)
    if rng.random() < 0.4:
        photo = cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.4, 1.2) * long_side / 1600)
    photo += rng.normal(0, rng.uniform(1, 6), photo.shape).astype(np.float32)
    return np.clip(photo, 0, 255).astype(np.uint8), moved, write_sfen(rows)


def photograph(rng, scene, side, corners, tilt, out_w, out_h, roll=15, off=0.05):
    """A picture of the scene with all corners in it, and where they are."""
    middle = (corners[0] + corners[2]) / 2
    to_plane = np.diag((1 / side, 1 / side, 1.0)) @ np.array(((1, 0, -middle[0]),
                                                               (0, 1, -middle[1]), (0, 0, 1)))
    while True:
        distance = rng.uniform(1.3, 3)
        focal = min(out_w, out_h) * distance * rng.uniform(0.65 - off, 0.85)
        shift = np.eye(3)
        shift[:2, 2] = rng.uniform(-off, off, 2) * min(out_w, out_h)
        whole = shift @ view(tilt, rng.uniform(-roll, roll), distance, out_w, out_h, focal) @ to_plane
        moved = np.column_stack((corners, np.ones(4))) @ whole.T
        moved = moved[:, :2] / moved[:, 2:]
        if (moved > 2).all() and (moved < (out_w - 3, out_h - 3)).all():
            break
    smaller = max(1.0, 1 / max(1e-6, np.sqrt(abs(np.linalg.det(whole))) ** (2 / 3)))
    scene = cv2.GaussianBlur(scene, (0, 0), 0.3 * smaller + 0.3)
    photo = cv2.warpPerspective(scene, whole, (out_w, out_h), flags=cv2.INTER_AREA,
                                borderMode=cv2.BORDER_REFLECT)
    return photo, moved


def draw_grid(rng, rows, columns, thick, frame):
    picture = np.ones((1600, 1600, 3), np.float32) * rng.uniform(150, 250, 3)
    for i in range(rows + 1):
        y = frame + int(i * (1600 - 2 * frame) / rows)
        cv2.line(picture, (frame, y), (1600 - frame, y), (40, 40, 40), thick(i))
    for i in range(columns + 1):
        x = frame + int(i * (1600 - 2 * frame) / columns)
        cv2.line(picture, (x, frame), (x, 1600 - frame), (40, 40, 40), thick(i))
    return picture


def write_cells(rng, picture, rows, columns, frame, share, text):
    h, w = (1600 - 2 * frame) / rows, (1600 - 2 * frame) / columns
    for r in range(rows):
        for c in range(columns):
            if rng.random() < share:
                place = int(frame + (c + 0.2) * w), int(frame + (r + 0.75) * h)
                cv2.putText(picture, text(r, c), place, cv2.FONT_HERSHEY_SIMPLEX, h / 45,
                            (30, 30, 30), max(1, int(h / 25)), cv2.LINE_AA)


def other_thing(rng, kind):
    """What is no shogi board, and has lines like one."""
    number = lambda r, c: str(int(rng.integers(1, 10)))
    if kind == "sudoku":
        picture = draw_grid(rng, 9, 9, lambda i: 12 if i % 3 == 0 else 4, 60)
        write_cells(rng, picture, 9, 9, 60, rng.uniform(0.3, 1), number)
    elif kind == "go":
        picture = draw_grid(rng, 18, 18, lambda i: 4, 80)
        for _ in range(int(rng.integers(0, 200))):
            x, y = (int(80 + k * 80) for k in rng.integers(0, 19, 2))
            cv2.circle(picture, (x, y), 36, (20, 20, 20) if rng.random() < 0.5 else (240,) * 3, -1)
    elif kind == "chess":
        frame = int(rng.integers(0, 150))
        picture = draw_grid(rng, 8, 8, lambda i: 4, frame)
        side = (1600 - 2 * frame) / 8
        for i in range(64):
            if (i // 8 + i) % 2:
                x, y = int(frame + i % 8 * side), int(frame + i // 8 * side)
                picture[y:y + int(side), x:x + int(side)] = (60, 90, 120)
    elif kind == "calendar":
        picture = draw_grid(rng, 6, 7, lambda i: 4, 60)
        write_cells(rng, picture, 6, 7, 60, 1, lambda r, c: str(7 * r + c + 1))
    elif kind == "spreadsheet":
        rows, columns = int(rng.integers(12, 40)), int(rng.integers(5, 20))
        picture = draw_grid(rng, rows, columns, lambda i: 3, 10)
        write_cells(rng, picture, rows, columns, 10, 0.6, number)
    else:  # tiles
        n = int(rng.integers(10, 24))
        picture = draw_grid(rng, n, n, lambda i: 6, 0)
    return picture


def render_other(rng, tilt, number):
    kinds = ("sudoku", "go", "chess", "calendar", "spreadsheet", "tiles")
    kind = kinds[number // 6 % len(kinds)]
    thing = other_thing(rng, kind)
    scene = ground(rng, 3200, 3200)
    scene[800:2400, 800:2400] = thing
    corners = np.array(((800, 800), (2400, 800), (2400, 2400), (800, 2400)), float)
    photo, moved = photograph(rng, scene, 1600, corners, tilt, 1600, 1200)
    photo = light(rng, photo) + rng.normal(0, 4, photo.shape).astype(np.float32)
    return np.clip(photo, 0, 255).astype(np.uint8), moved, kind


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("parts", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--split", choices=[*sorted(SPLITS), "others"],
                        default="tune", help="others: grids that are no shogi boards")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with open(options.folder / "truth.tsv", "w", encoding="utf-8", buffering=1) as truth:
        for i in range(options.number):
            rng = np.random.default_rng((options.seed, i))
            tilt = 9 * (i % 6)  # 0 … 45 degrees
            if options.split == "others":
                photo, corners, sfen = render_other(rng, tilt, i)
            else:
                photo, corners, sfen = render(rng, options.parts, options.split, tilt)
            name = f"{i:04}.jpg"
            cv2.imwrite(str(options.folder / name), photo,
                        (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))))
            fields = [name, str(tilt)] + [f"{v:.2f}" for v in corners.ravel()] + [sfen]
            truth.write("\t".join(fields) + "\n")


if __name__ == "__main__":
    main()
