#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every .ui file is in the resources, and every icon is an SVG that can be drawn.
cd "$KOMA_SOURCE/ui" || exit 1
status=0

for file in *.ui; do
  grep -q ">$file<" koma.gresource.xml || { echo "$file is not in koma.gresource.xml"; status=1; }
done

if command -v gdk-pixbuf-thumbnailer >/dev/null; then
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  for file in ../data/icons/*.svg; do
    gdk-pixbuf-thumbnailer -s 64 "$file" "$scratch/icon.png" || { echo "$file can not be drawn"; status=1; }
  done
fi
exit $status
