#!/bin/sh
# SPDX-FileCopyrightText: The Koma authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# screenshots.sh FOLDER [OPTIONS]: pictures of every page and dialog of the
# program in $KOMA_BUILD (default: build); --help lists the options. Wants
# ImageMagick as well.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$here/../.." && pwd)
export KOMA_SOURCE="$source" KOMA_BUILD="${KOMA_BUILD:-$source/build}"
export KOMA_SHARED="${KOMA_SHARED:-$source/../shared}" PYTHONDONTWRITEBYTECODE=1
export GSETTINGS_SCHEMA_DIR="$KOMA_BUILD/data" KOMA_SCREEN="${KOMA_SCREEN:-2000x1000x24}"
exec "$here/gui-session.sh" /usr/bin/python3 "$here/screenshots.py" "$@"
