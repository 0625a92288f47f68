#!/bin/sh
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# pictures.sh: makes the pictures of data/help, in each language, and those of
# data/screenshots that the metainfo names, with the program of $KOMA_BUILD
# (default: build). Wants ImageMagick as well.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../../data
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# reduce COLOURS FROM TO
reduce () {
  mkdir -p "$(dirname "$3")"
  convert "$2" -dither None -colors "$1" -strip -define png:compression-level=9 "PNG8:$3"
}

"$here/screenshots.sh" "$scratch/help" --theme light --size 720x560 \
  --page board --page camera --page evaluate --page list --page teach --page why
for picture in "$scratch"/help/*/*.png; do
  language=$(basename "$(dirname "$picture")" | cut -d- -f1)
  [ "$language" != en ] || language=C
  reduce 192 "$picture" "$data/help/$language/figures/$(basename "$picture")"
done

"$here/screenshots.sh" "$scratch/metainfo" --language en --theme light --theme dark --size 900x640 \
  --page board --page list --page teach --page why
for name in $(sed -n 's,.*@SCREENSHOTS@/\([^<]*\).png<.*,\1,p' "$data/app.koma.Koma.metainfo.xml.in"); do
  reduce 256 "$scratch/metainfo/en-${name##*-}-900x640/${name%-*}.png" "$data/screenshots/$name.png"
done
