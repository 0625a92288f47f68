# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the parts of a thing: in a square from -1 to 1, y downwards, whatever size the picture has."""
import cv2
import numpy as np

SHIFT = 4
ACCENTS = {"black": (30, 30, 34), "white": (245, 245, 242), "grey": (140, 142, 146), "brown": (125, 80, 45),
           "yellow": (245, 205, 60), "green": (70, 150, 65), "red": (205, 45, 45), "blue": (60, 110, 200),
           "pink": (240, 160, 175), "orange": (240, 140, 45), "sand": (222, 190, 140), "glass": (190, 220, 240)}


def arc_points(x, y, rx, ry=None, start=0, end=360, n=28):
    """Points of an ellipse, angles in degrees, clockwise from the right."""
    angles = np.radians(np.linspace(start, end, n))
    return np.stack((x + rx * np.cos(angles), y + (rx if ry is None else ry) * np.sin(angles)), 1)


def smooth(points, steps=6):
    """A closed curve through the points (Catmull-Rom)."""
    p1 = np.asarray(points, float)
    p0, p2, p3 = np.roll(p1, 1, 0), np.roll(p1, -1, 0), np.roll(p1, -2, 0)
    t = np.arange(steps)[None, :, None] / steps
    a, b, c, d = (p[:, None] for p in (p0, p1, p2, p3))
    curve = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2
                   + (3 * b - a - 3 * c + d) * t ** 3)
    return curve.reshape(-1, 2)


def mixed(colour, other, share):
    return tuple(float(a + (b - a) * share) for a, b in zip(colour, other))


class Pen:
    """Of one thing. texture: None, or the main colour as a picture of the canvas's size."""

    def __init__(self, canvas, matrix, colour, texture, style, warp):
        self.canvas, self.matrix, self.texture, self.style, self.warp = canvas, matrix, texture, style, warp
        self.scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
        main = mixed(colour, (255, 255, 255), style.pale)
        self.inks = {**ACCENTS, "main": main, "dark": mixed(main, (0, 0, 0), 0.4),
                     "light": mixed(main, (255, 255, 255), 0.5)}
        self.edge = colour if style.pale else mixed(colour, (20, 20, 20), 0.75) if style.edge > 0 else None
        self.edge_px = max(1, round(abs(style.edge) * self.scale))

    def path(self, points):
        x, y = np.asarray(points, float).T
        a, b, c, d = self.warp
        xy = np.stack((x + a * np.sin(3 * y + b), y + c * np.sin(3 * x + d)), 1)
        xy = xy @ self.matrix[:, :2].T + self.matrix[:, 2]
        return np.round(xy * (1 << SHIFT)).astype(np.int32)

    def poly(self, points, ink="main"):
        path = self.path(points)
        if ink == "main" and self.texture is not None:
            mask = np.zeros(self.canvas.shape[:2], np.uint8)
            cv2.fillPoly(mask, [path], 255, shift=SHIFT)
            cv2.copyTo(self.texture, mask, self.canvas)
        else:
            cv2.fillPoly(self.canvas, [path], self.inks[ink], cv2.LINE_AA, SHIFT)
        if self.edge is not None:
            cv2.polylines(self.canvas, [path], True, self.edge, self.edge_px, cv2.LINE_AA, SHIFT)

    def blob(self, points, ink="main"):
        self.poly(smooth(points), ink)

    def oval(self, x, y, rx, ry=None, ink="main"):
        self.poly(arc_points(x, y, rx, ry), ink)

    def box(self, left, top, right, bottom, ink="main"):
        self.poly(((left, top), (right, top), (right, bottom), (left, bottom)), ink)

    def line(self, points, width, ink="main"):
        width_px = max(1, round(width * self.scale))
        if self.edge is not None and ink in ("main", "light", "white"):
            cv2.polylines(self.canvas, [self.path(points)], False, self.edge, width_px + 2 * self.edge_px,
                          cv2.LINE_AA, SHIFT)
        cv2.polylines(self.canvas, [self.path(points)], False, self.inks[ink], width_px, cv2.LINE_AA, SHIFT)

    def arc(self, x, y, rx, ry, start, end, width, ink="main"):
        self.line(arc_points(x, y, rx, ry, start, end), width, ink)
