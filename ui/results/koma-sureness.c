/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-sureness.h"

#include "koma-result-item.h"
#include "worker/koma-thread.h"

/* One sure answer of so many may be chance. */
#define FEW 10

/**
 * koma_sureness_count:
 * @items: (element-type KomaResultItem): pictures
 * @preferences: say which answers are sure
 * @ret_sureness: (out): what was counted
 */
void
koma_sureness_count (GListModel      *items,
                     KomaPreferences *preferences,
                     KomaSureness    *ret_sureness)
{
  KomaSureness sureness = { 0 };

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (items, i);
    KomaResult *result = koma_result_item_get_result (item);

    if (result == NULL)
      continue;
    if (koma_preferences_is_sure (preferences, result))
      sureness.n_sure++;
    else
      sureness.n_unsure++;
  }
  *ret_sureness = sureness;
}

gboolean
koma_sureness_is_low (const KomaSureness *self)
{
  return self->n_unsure > self->n_sure;
}

gboolean
koma_sureness_is_none (const KomaSureness *self)
{
  return self->n_unsure > 0 && self->n_sure <= self->n_unsure / FEW;
}
