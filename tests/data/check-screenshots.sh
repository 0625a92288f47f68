#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# check-screenshots.sh APPSTREAMCLI [OPTIONS]: the metainfo with an address of screenshots is valid, and
# each of its pictures is there, as large as it says.
validate=$1
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$KOMA_SOURCE/data" || exit 1
sed -e 's/@BEGIN_SCREENSHOTS@//; s/@END_SCREENSHOTS@//; s,@SCREENSHOTS@,https://example.org/koma,' \
  app.koma.Koma.metainfo.xml.in >"$scratch/app.koma.Koma.metainfo.xml"
"$validate" validate --no-net --explain "$@" "$scratch/app.koma.Koma.metainfo.xml" || exit 1

status=0
sed -n 's,.*width="\([0-9]*\)" height="\([0-9]*\)">@SCREENSHOTS@/\([^<]*\)<.*,\1 \2 \3,p' \
  app.koma.Koma.metainfo.xml.in >"$scratch/pictures"
[ -s "$scratch/pictures" ] || { echo "the metainfo names no picture"; exit 1; }
while read -r width height name; do
  [ "$(identify -format '%m %w %h' "screenshots/$name")" = "PNG $width $height" ] ||
    { echo "screenshots/$name: not a PNG of $width x $height"; status=1; }
done <"$scratch/pictures"
exit $status
