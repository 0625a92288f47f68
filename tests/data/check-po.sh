#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every string of the program is translated into every language, nothing is
# fuzzy, and no translation is left of a string that the program has lost. That
# every file with strings stands in POTFILES.in, check-lists.py sees.
cd "$KOMA_SOURCE" || exit 1
for tool in xgettext msgcmp msgfmt msgmerge; do
  command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

xgettext --from-code=UTF-8 --force-po -k_ -kN_ -kC_:1c,2 -kNC_:1c,2 -kngettext:1,2 \
  -f po/POTFILES.in -o "$scratch/koma.pot" || exit 1

for language in $(grep -v '^#' po/LINGUAS); do
  msgfmt -c -o /dev/null "po/$language.po" || status=1
  msgcmp "po/$language.po" "$scratch/koma.pot" || status=1
  if msgmerge -q -N --no-wrap -o - "po/$language.po" "$scratch/koma.pot" | grep '^#~ ' >&2; then
    echo "po/$language.po: the program does not say this any more" >&2
    status=1
  fi
done
exit $status
