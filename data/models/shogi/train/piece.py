# SPDX-License-Identifier: GPL-3.0-or-later
"""One piece in a picture: its shadow, its sides, its face of wood and what is written on it."""

from dataclasses import dataclass

import cv2
import numpy as np

from camera import apply, moved
from inscription import Writing, inked, placed, warped
from outline import Proportions, pentagon, rounded
from wood import PIECE_TONES, coloured, tone

SHIFT = 4  # binary places of the coordinates that OpenCV draws polygons with
COARSE = 3  # shadows are blurred in a picture this much smaller


@dataclass
class Set:
    """What the pieces of one set have in common."""

    proportions: Proportions
    writing: Writing
    grain: np.ndarray
    table: np.ndarray
    base: float  # thickness at the base, against the height
    point: float  # thickness at the point
    inset: float  # how far the face ends above the foot of the base
    side: float  # brightness of the sides
    density: float  # grain pixels for the height of a piece
    skew: float
    patina: float  # how much darker hands have made the edges of the face

    @staticmethod
    def any(rng, woods):
        return Set(Proportions.any(rng), Writing.any(rng), woods.any(rng),
                   tone(rng, PIECE_TONES), rng.uniform(0.12, 0.34), rng.uniform(0.06, 0.15),
                   rng.uniform(0.0, 0.05), rng.uniform(0.55, 0.95), rng.uniform(110, 330),
                   rng.normal(0, 0.15), rng.uniform(0.05, 0.4) if rng.random() < 0.35 else 0.0)


@dataclass
class Body:
    """A piece as it lies: polygons in pixels of its window of the picture."""

    foot: np.ndarray  # rounded outline on the board, (n, 2)
    face: np.ndarray  # rounded outline of the upper face
    matrix: np.ndarray  # the plane of the face to pixels
    corners: np.ndarray  # of the face, in its plane
    pixels: float  # height of the piece
    thickness: float  # at the base, against the height


def polygon(shape, points, value=255):
    mask = np.zeros(shape, np.uint8)
    whole = np.round(points * (1 << SHIFT)).astype(np.int32)
    cv2.fillPoly(mask, [whole], value, cv2.LINE_AA, SHIFT)
    return mask


def _hull(*polygons):
    return cv2.convexHull(np.concatenate(polygons).astype(np.float32))[:, 0]


def _body(kind, pose, view, look, rng):
    corners = pentagon(kind, look.proportions, rng)
    face = corners.copy()
    face[2:4, 1] -= look.inset
    scale = np.sqrt(np.linalg.det(pose[:2, :2]))
    # The face lies aslant: thick at the base, thin at the point.
    middle, slope = (look.base + look.point) / 2, look.base - look.point
    rise = np.outer((*view.lean, 0), (0, slope, middle)) * scale
    matrix = view.matrix @ (pose + rise)
    foot = apply(view.matrix @ pose, rounded(corners, look.proportions.rounding))
    top = apply(matrix, rounded(face, look.proportions.rounding))
    ends = apply(matrix, np.array(((0, -0.5), (0, 0.5))))
    pixels = np.linalg.norm(ends[0] - ends[1])
    return Body(foot, top, matrix, face, pixels, look.base)


def _window(points, shape):
    """The part of the picture that the points touch, or None: x0, y0, x1, y1."""
    low, high = np.floor(points.min(axis=0)).astype(int), np.ceil(points.max(axis=0)).astype(int)
    x0, y0 = max(low[0] - 2, 0), max(low[1] - 2, 0)
    x1, y1 = min(high[0] + 3, shape[1]), min(high[1] + 3, shape[0])
    return (x0, y0, x1, y1) if x1 - x0 > 2 and y1 - y0 > 2 else None


def _shadow(picture, body, light):
    """Darkens the picture around the piece, in place."""
    throw = light.direction * light.reach * (body.thickness * body.pixels)
    soft = max(0.8, light.softness * body.pixels)
    far = _hull(body.foot, body.foot + throw)
    reach = np.array(((3 * soft,) * 2, (-3 * soft,) * 2))
    window = _window(np.concatenate((far + reach[0], far + reach[1])), picture.shape)
    if window is None:
        return
    x0, y0, x1, y1 = window
    height, width = y1 - y0, x1 - x0
    small = (height // COARSE + 1, width // COARSE + 1)
    dark = cv2.GaussianBlur(polygon(small, (far - (x0, y0)) / COARSE), (0, 0), soft / COARSE)
    near = cv2.blur(polygon(small, (body.foot - (x0, y0)) / COARSE), (3, 3))
    dark = cv2.addWeighted(dark, light.depth, near, 0.25, 0)
    keep = cv2.resize(255 - dark, (small[1] * COARSE, small[0] * COARSE))[:height, :width]
    picture[y0:y1, x0:x1] = cv2.multiply(picture[y0:y1, x0:x1], cv2.merge((keep, keep, keep)),
                                         scale=1 / 255, dtype=cv2.CV_32F)


def _sides(ground, wood, body, look, light):
    """The sides, each by how it is turned to the light, over the ground."""
    shape = ground.shape[:2]
    outer = polygon(shape, _hull(body.foot, body.face)).astype(np.float32) / 255
    shade = np.full(shape, look.side, np.float32)
    for at in range(0, 20, 4):  # the middle of a side lies between two rounded corners
        a, b = at + 3, (at + 4) % 20
        along = body.foot[b] - body.foot[a]
        normal = np.array((along[1], -along[0])) / (np.linalg.norm(along) + 1e-6)
        value = look.side * (1 - 0.45 * light.contrast * float(normal @ light.direction))
        quad = np.array((body.foot[a], body.foot[b], body.face[b], body.face[a]))
        cv2.fillConvexPoly(shade, np.round(quad).astype(np.int32), value)
    side = cv2.multiply(wood, cv2.merge((shade, shade, shade)))
    return cv2.blendLinear(side, ground, outer, 1 - outer)


def _aged(face, inner, patina, pixels):
    reach = 2 * int(pixels * 0.09) + 1
    keep = 1 - patina * (1 - cv2.blur(inner, (reach, reach), borderType=cv2.BORDER_REPLICATE))
    return cv2.multiply(face, cv2.merge((keep, keep, keep * keep)))


def _edges(shape, body, light):
    """Light and dark along the edges of the face: what to add to the picture."""
    edge = np.zeros(shape, np.float32)
    points = np.round(body.face * (1 << SHIFT)).astype(np.int32).tolist()
    thick = max(1, int(round(body.pixels / 70)))
    along = np.roll(body.face, -1, axis=0) - body.face
    turned = along[:, 1] * light.direction[0] - along[:, 0] * light.direction[1]
    values = -turned / (np.hypot(*along.T) + 1e-6) * 60 * light.contrast - 8
    for start, end, value in zip(points, points[1:] + points[:1], values.tolist()):
        cv2.line(edge, start, end, value, thick, cv2.LINE_8, SHIFT)
    edge = cv2.blur(edge, (2 * thick + 1, 2 * thick + 1))
    return cv2.merge((edge, edge, edge))


def _wood(body, look, shape, rng):
    start = moved(*-rng.uniform(0.2, 0.8, 2))
    slant = np.array(((1, look.skew, 0), (0, 1, 0), (0, 0, 1.0)))
    fit = slant @ np.diag((1 / look.density, 1 / look.density, 1.0))
    return coloured(look.grain, look.table, body.matrix @ start @ fit, shape[1], shape[0])


def draw(picture, kind, pose, view, look, light, glyphs, rng):
    """Draws a piece into the float32 picture; `pose` takes its outline to the scene's plane."""
    body = _body(kind, pose, view, look, rng)
    _shadow(picture, body, light)
    window = _window(np.concatenate((body.foot, body.face)), picture.shape)
    if window is None:
        return
    x0, y0, x1, y1 = window
    shape = (y1 - y0, x1 - x0)
    body.foot, body.face = body.foot - (x0, y0), body.face - (x0, y0)
    body.matrix = moved(-x0, -y0) @ body.matrix
    grain, wood = _wood(body, look, shape, rng)
    here = _sides(picture[y0:y1, x0:x1], wood, body, look, light)
    drawn = glyphs.draw(kind, rng)
    lay = placed(drawn, kind, body.corners, look.writing.size, rng)
    mask = warped(drawn.mask, body.matrix @ lay, shape[1], shape[0])
    face = inked(wood, mask, look.writing, kind, grain, light, body.pixels)
    inner = polygon(shape, body.face).astype(np.float32) / 255
    if look.patina:
        face = _aged(face, inner, look.patina, body.pixels)
    here = cv2.blendLinear(face, here, inner, 1 - inner)
    picture[y0:y1, x0:x1] = cv2.add(here, _edges(shape, body, light))
