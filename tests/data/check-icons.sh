#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every icon is an SVG that can be drawn.
command -v gdk-pixbuf-thumbnailer >/dev/null || { echo "skipped: no gdk-pixbuf-thumbnailer"; exit 77; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
for file in "$KOMA_SOURCE"/data/icons/*.svg; do
  gdk-pixbuf-thumbnailer -s 64 "$file" "$scratch/icon.png" || { echo "$file can not be drawn"; status=1; }
done
exit $status
