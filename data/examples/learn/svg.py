# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small pictures of a training as SVG: curves, filters, a table of mix-ups."""

COLOURS = ["#1c71d8", "#e66100", "#26a269", "#813d9c"]
FONT = 'font-family="sans-serif" font-size="12"'


def write_text(x, y, text, anchor="middle", colour="#5e5c64"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}" {FONT}>{text}</text>'


def wrap(width, height, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>' + "\n".join(parts) + "</svg>\n")


def draw_curves(curves, width=480, height=240):
    """Lists of numbers by their names, from the first epoch to the last."""
    top = max(max(values) for values in curves.values())
    left, bottom = 44, height - 30
    parts = [write_text(left - 6, 24, f"{top:.2f}", "end"), write_text(left - 6, bottom, "0", "end"),
             write_text(width / 2, height - 8, "epochs"),
             f'<path d="M{left} 20V{bottom}H{width - 20}" fill="none" stroke="#9a9996"/>']
    for i, (name, values) in enumerate(curves.items()):
        step = (width - 20 - left) / max(1, len(values) - 1)
        points = " ".join(f"{left + step * at:.1f},{bottom - (bottom - 20) * value / top:.1f}"
                          for at, value in enumerate(values))
        parts += [f'<polyline points="{points}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"/>',
                  write_text(width - 24, 34 + 18 * i, name, "end", COLOURS[i])]
    return wrap(width, height, parts)


def draw_filters(filters, size=12, gap=12):
    """Tables of numbers in a row: blue is below zero, orange above."""
    top = max(abs(value) for one in filters for row in one for value in row)
    parts = []
    for i, one in enumerate(filters):
        left = gap + i * (size * len(one) + gap)
        for y, row in enumerate(one):
            for x, value in enumerate(row):
                colour = COLOURS[0] if value < 0 else COLOURS[1]
                parts.append(f'<rect x="{left + x * size}" y="{gap + y * size}" width="{size}" height="{size}" '
                             f'fill="{colour}" fill-opacity="{abs(value) / top:.2f}"/>')
    side = size * len(filters[0])
    return wrap(gap + len(filters) * (side + gap), side + 2 * gap, parts)


def draw_confusion(counts, names, size=32):
    """A row for each class, a column for each answer."""
    top = max(max(row) for row in counts)
    left = 40
    side = size * len(names)
    parts = [write_text(left + side / 2, left + side + 20, "was read as")]
    for i, name in enumerate(names):
        parts += [write_text(left + size * i + size / 2, left - 10, name),
                  write_text(left - 12, left + size * i + size / 2 + 4, name)]
    for y, row in enumerate(counts):
        for x, count in enumerate(row):
            colour = COLOURS[2] if x == y else COLOURS[1]
            place = f'x="{left + x * size}" y="{left + y * size}" width="{size - 2}" height="{size - 2}"'
            parts.append(f'<rect {place} fill="{colour}" fill-opacity="{count / top:.2f}" stroke="#deddda"/>')
            if count:
                parts.append(write_text(left + x * size + size / 2 - 1, left + y * size + size / 2 + 3, count,
                                        colour="#000000"))
    return wrap(left + side + 12, left + side + 32, parts)
