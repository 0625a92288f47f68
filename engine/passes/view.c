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

/* Dimensions first, …, end - 1 of a view become out_first, …, out_end - 1 of a reshaped one, which
 * have as many elements; place is where they begin in the base. */
typedef struct
{
  guint first;
  guint end;
  guint out_first;
  guint out_end;
  guint place;
} Group;

/* Whether the dimensions stand side by side in the base, in their order: those of size 1 do not
 * count. */
static gboolean
find_place (const KomaView  *view,
            const KomaShape *base,
            Group           *group)
{
  guint last = G_MAXUINT;

  group->place = 0;
  for (guint i = group->first; i < group->end; i++) {
    if (base->dims[view->perm[i]] == 1)
      continue;
    if (last == G_MAXUINT)
      group->place = view->perm[i];
    else if (view->perm[i] < last)
      return FALSE;
    else
      for (guint k = last + 1; k < view->perm[i]; k++)
        if (base->dims[k] != 1)
          return FALSE;
    last = view->perm[i];
  }
  return TRUE;
}

/* Takes the fewest dimensions on both sides that have as many elements. */
static gboolean
find_group (const KomaView  *view,
            const KomaShape *base,
            const KomaShape *out,
            Group           *group)
{
  gint64 count = 1;
  gint64 out_count = 1;

  do {
    if (group->end < view->rank && (count <= out_count || group->out_end == out->rank))
      count *= base->dims[view->perm[group->end++]];
    else if (group->out_end < out->rank)
      out_count *= out->dims[group->out_end++];
    else
      return FALSE;
  } while (count != out_count ||
           (group->out_end == group->out_first && group->out_end < out->rank));
  return find_place (view, base, group);
}

static guint
list_groups (const KomaView  *view,
             const KomaShape *base,
             const KomaShape *out,
             Group           *ret_groups) /* [KOMA_MAX_RANK] */
{
  guint n = 0;
  Group group = { 0 };

  while (group.end < view->rank || group.out_end < out->rank) {
    group.first = group.end;
    group.out_first = group.out_end;
    if (n == KOMA_MAX_RANK || !find_group (view, base, out, &group))
      return 0;
    ret_groups[n++] = group;
  }
  return n;
}

/**
 * koma_view_reshape:
 * @base: the shape of the base, without a dimension of size 0
 * @out: the shape that @view is reshaped to
 * @ret_base: the shape of a reshaped base …
 * @ret_view: … of which the result is this view; its base is not set
 *
 * Returns: whether there is such a base: what is merged or split stands together in @base
 */
gboolean
koma_view_reshape (const KomaView  *view,
                   const KomaShape *base,
                   const KomaShape *out,
                   KomaShape       *ret_base,
                   KomaView        *ret_view)
{
  Group       groups[KOMA_MAX_RANK];
  const guint n_groups = list_groups (view, base, out, groups);
  guint       rank = 0;

  for (guint place = 0; place < base->rank; place++)
    for (guint g = 0; g < n_groups; g++)
      for (guint i = groups[g].out_first; groups[g].place == place && i < groups[g].out_end; i++) {
        ret_base->dims[rank] = out->dims[i];
        ret_view->perm[i] = rank++;
      }
  ret_base->rank = rank;
  ret_view->rank = rank;
  return n_groups > 0;
}
