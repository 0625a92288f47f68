/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What goes through all entries: a million of them take longer than a frame. */

#include "koma-shown-list-private.h"

/* One or two milliseconds, where none of them is in a cache of the processor. */
#define N_A_TURN 10000

/* What the item says now; not while a thread reads the entry. */
void
koma_shown_list_look (KomaShownList  *self,
                      KomaShownEntry *entry,
                      gboolean        is_needed)
{
  KomaResult     *result = is_needed ? koma_result_item_get_result (entry->item) : NULL;
  KomaCorrection *correction = result != NULL ? koma_result_item_get_correction (entry->item)
                                              : NULL;

  if (entry->result != result) {
    g_clear_pointer (&entry->result, koma_result_unref);
    entry->result = result != NULL ? koma_result_ref (result) : NULL;
    entry->class = NULL;
  }
  if (koma_shown_entry_get_correction (entry) != correction) {
    KomaShownMore *more = koma_shown_entry_ensure_more (entry);

    g_clear_pointer (&more->correction, koma_correction_unref);
    more->correction = correction != NULL ? koma_correction_ref (correction) : NULL;
    entry->class = NULL;
  }
  entry->state = koma_result_item_get_state (entry->item);
  entry->stars = koma_result_item_get_stars (entry->item);
  entry->is_sure = result != NULL && (correction != NULL ||
                                      koma_preferences_is_sure (self->preferences, result));
}

void
koma_shown_list_number (KomaShownList *self)
{
  for (; self->n_numbered < self->entries->len; self->n_numbered++)
    ((KomaShownEntry *) g_ptr_array_index (self->entries, self->n_numbered))->index =
      self->n_numbered;
}

/* At the next entries. What changes or comes meanwhile is noted, wherever it is. */
gboolean
koma_shown_list_look_on (KomaShownList *self)
{
  guint end = 0;

  if (!self->is_looking)
    self->n_looked = 0;
  self->is_looking = TRUE;
  end = MIN (self->n_looked + N_A_TURN, self->entries->len);
  for (; self->n_looked < end; self->n_looked++)
    koma_shown_list_look (self, g_ptr_array_index (self->entries, self->n_looked), TRUE);
  if (end < self->entries->len)
    return FALSE;
  self->is_looking = FALSE;
  self->n_looked = 0;
  return TRUE;
}

/* The entries of the rows that there are have none any more. */
gboolean
koma_shown_list_leave_rows (KomaShownList *self)
{
  const guint end = MIN (self->n_passed + N_A_TURN, self->shown->len);

  for (; self->n_passed < end; self->n_passed++)
    koma_shown_list_set_shown (self, g_ptr_array_index (self->shown, self->n_passed), FALSE);
  return self->n_passed >= self->shown->len;
}

/* After that: the entries of @order have rows. */
gboolean
koma_shown_list_enter_rows (KomaShownList *self,
                            GPtrArray     *order)
{
  const guint before = self->shown->len;
  const guint end = MIN (self->n_passed - before + N_A_TURN, order->len);

  for (guint i = self->n_passed - before; i < end; i++)
    koma_shown_list_set_shown (self, g_ptr_array_index (order, i), TRUE);
  self->n_passed = before + end;
  return end == order->len;
}
