/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Another model, other names: the result before is remembered, and classes are called anew. */

#include "koma-result-item-private.h"

#include "worker/koma-thread.h"

/* The item has the thumbnail already. */
static KomaResult *
without_thumbnail (KomaResult *result) /* (transfer full) */
{
  g_autoptr (KomaResult) owned = result;

  return owned->thumbnail != NULL ? koma_result_new_named (owned, owned->labels)
                                  : g_steal_pointer (&owned);
}

/**
 * koma_result_item_keep_earlier:
 * @self: a picture, about to be asked another model
 *
 * Remembers the result that is shown in place of the one that is remembered. Without a result it
 * changes nothing.
 */
void
koma_result_item_keep_earlier (KomaResultItem *self)
{
  KomaItemMore *more = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->result == NULL)
    return;
  more = koma_result_item_ensure_more (self);
  g_clear_pointer (&more->earlier, koma_result_unref);
  more->earlier = without_thumbnail (koma_result_ref (self->result));
}

KomaResult *
koma_result_item_get_earlier (KomaResultItem *self)
{
  return self->more != NULL ? self->more->earlier : NULL;
}

/**
 * koma_result_item_show_earlier:
 * @self: a picture
 *
 * Shows the result that is remembered, and remembers the one that is shown; a second call does the
 * reverse. Where there is none to show the picture waits for one.
 */
void
koma_result_item_show_earlier (KomaResultItem *self)
{
  KomaItemMore *more = koma_result_item_ensure_more (self);
  KomaResult   *earlier = g_steal_pointer (&more->earlier);

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->result != NULL)
    more->earlier = without_thumbnail (g_steal_pointer (&self->result));
  self->is_earlier = !self->is_earlier;
  koma_result_item_set_state (self, earlier != NULL ? KOMA_ITEM_DONE : KOMA_ITEM_WAITING, earlier,
                              NULL);
}

gboolean
koma_result_item_is_earlier (KomaResultItem *self)
{
  return self->is_earlier;
}

static gboolean
is_named (const KomaResult *result,
          const KomaLabels *labels)
{
  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass class = koma_result_get_class (result, i);

    if (!g_str_equal (class.label, koma_labels_get (labels, class.index)) ||
        !g_str_equal (class.name, koma_labels_get_name (labels, class.index)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
name (KomaResult         **result, /* (nullable) */
      const KomaModelInfo *info)
{
  KomaResult *named = NULL;

  if (*result == NULL || !g_str_equal ((*result)->info->hash, info->hash) ||
      koma_labels_get_n ((*result)->labels) != koma_labels_get_n (info->labels) ||
      is_named (*result, info->labels))
    return FALSE;
  named = koma_result_new_named (*result, info->labels);
  koma_result_unref (*result);
  *result = named;
  return TRUE;
}

/**
 * koma_result_item_name:
 * @self: a picture
 * @info: a model
 *
 * Calls the classes of this model's results as @info does.
 */
void
koma_result_item_name (KomaResultItem      *self,
                       const KomaModelInfo *info)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->more != NULL)
    (void) name (&self->more->earlier, info);
  if (name (&self->result, info))
    koma_result_item_notify (self);
}
