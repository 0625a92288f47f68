#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make-html.sh HELP LANGUAGE FOLDER: writes the pages of the help, in a language, as HTML into the new FOLDER. HELP is
# the folder of this file; LANGUAGE is C for English.
set -e
help=$1 language=$2 folder=$3

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 143' TERM INT HUP
if [ "$language" = C ]; then
  cp "$help"/C/*.page "$scratch"
else
  # Its name becomes the language of the pages.
  msgfmt -o "$scratch/$language.mo" "$help/$language/$language.po"
  itstool -m "$scratch/$language.mo" -o "$scratch/" "$help"/C/*.page
fi
cp -r "$help/$language/figures" "$scratch"

rm -rf "$folder"
mkdir "$folder"
yelp-build html -o "$folder" "$scratch"
# It colours code, and there is none.
rm -f "$folder/highlight.pack.js"
sed -i 's|<script[^>]*src="highlight.pack.js"[^>]*></script>||' "$folder"/*.html
