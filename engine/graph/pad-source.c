/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "pad-source.h"

static gint64
find_none (gint64 position,
           gint64 size)
{
  return position < size ? MAX (position, -1) : -1;
}

static gint64
find_reflected (gint64 position,
                gint64 size)
{
  if (position < 0)
    return -position;
  return position < size ? position : 2 * (size - 1) - position;
}

static gint64
find_symmetric (gint64 position,
                gint64 size)
{
  if (position < 0)
    return -position - 1;
  return position < size ? position : 2 * size - 1 - position;
}

static gint64
find_edge (gint64 position,
           gint64 size)
{
  return CLAMP (position, 0, size - 1);
}

static gint64
find_wrapped (gint64 position,
              gint64 size)
{
  const gint64 rest = position % size;

  return rest < 0 ? rest + size : rest;
}

/**
 * koma_pad_get_find:
 *
 * Returns: what finds the source of a padded element. Thread: any.
 */
KomaPadFind
koma_pad_get_find (KomaPadMode mode)
{
  static const KomaPadFind finds[] = {
    [KOMA_PAD_CONSTANT] = find_none,
    [KOMA_PAD_REFLECT] = find_reflected,
    [KOMA_PAD_SYMMETRIC] = find_symmetric,
    [KOMA_PAD_EDGE] = find_edge,
    [KOMA_PAD_WRAP] = find_wrapped,
  };

  return finds[mode];
}
