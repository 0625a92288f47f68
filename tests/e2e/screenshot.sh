#!/bin/sh
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# screenshot.sh [OUTPUT]: makes data/screenshots/koma-window.png with the
# program of $KOMA_BUILD (default: build), with the model and samples that come
# with it. Wants ImageMagick as well.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
export KOMA_SOURCE="$source" KOMA_BUILD="${KOMA_BUILD:-$source/build}"
export KOMA_SHARED="${KOMA_SHARED:-$source/../shared}" PYTHONDONTWRITEBYTECODE=1
exec "$here/gui-session.sh" /usr/bin/python3 "$here/screenshot.py" \
  "${1:-$source/data/screenshots/koma-window.png}"
