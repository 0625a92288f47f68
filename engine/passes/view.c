/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layout.h"

/**
 * koma_view_is_identity:
 *
 * Returns: whether the value is its base
 */
gboolean
koma_view_is_identity (const KomaView *view)
{
  for (guint i = 0; i < view->rank; i++)
    if (view->perm[i] != i)
      return FALSE;
  return TRUE;
}

/**
 * koma_view_is_reshape:
 * @base: the shape of the base
 *
 * Returns: whether the elements keep their order, for only dimensions of size 1 move
 */
gboolean
koma_view_is_reshape (const KomaView  *view,
                      const KomaShape *base)
{
  guint last = 0;

  for (guint i = 0; i < view->rank; i++) {
    if (base->dims[view->perm[i]] == 1)
      continue;
    if (view->perm[i] < last)
      return FALSE;
    last = view->perm[i];
  }
  return TRUE;
}

/**
 * koma_view_transpose:
 * @perm: as many as @view has dimensions
 *
 * Returns: a transposition of @view, as a view of the same base
 */
KomaView
koma_view_transpose (const KomaView *view,
                     const guint    *perm)
{
  KomaView transposed = *view;

  for (guint i = 0; i < view->rank; i++)
    transposed.perm[i] = view->perm[perm[i]];
  return transposed;
}

/**
 * koma_view_undo:
 * @layout: of the same rank
 *
 * Returns: the value whose transposition by @layout is @view
 */
KomaView
koma_view_undo (const KomaView *view,
                const KomaView *layout)
{
  guint inverse[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < layout->rank; i++)
    inverse[layout->perm[i]] = i;
  return koma_view_transpose (view, inverse);
}
