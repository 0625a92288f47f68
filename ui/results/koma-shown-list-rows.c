/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The rows: which entries are shown, and how many of them the list model has so far. */

#include "koma-shown-list-private.h"

/* GTK keeps widgets for 200 rows of a list, or 30 lines of a grid of up to 12 tiles, and creates
 * and destroys at once those of all rows that come or go together. At once come as many as most
 * windows show; some more come, and some go, in a turn. */
#define N_FIRST             12
#define N_ROWS_WITH_WIDGETS 368
#define N_COME_A_TURN       6
#define N_GO_A_TURN         40

void
koma_shown_list_emit_changed (KomaShownList *self,
                              guint          position,
                              guint          n_removed,
                              guint          n_added)
{
  if (n_removed > 0 || n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
}

void
koma_shown_list_expose (KomaShownList *self,
                        guint          n_exposed)
{
  guint before = self->n_exposed;

  self->n_exposed = n_exposed;
  koma_shown_list_emit_changed (self, before, 0, n_exposed - before);
}

void
koma_shown_list_set_shown (KomaShownList  *self,
                           KomaShownEntry *entry,
                           gboolean        is_shown)
{
  if (entry->group != NULL)
    entry->group->n_shown--;
  entry->is_shown = is_shown;
  entry->group =
    is_shown ? koma_shown_keys_get_group (self->keys, entry, self->applied->group) : NULL;
  if (entry->group != NULL)
    entry->group->n_shown++;
}

/* Returns: the first row that differs from the new order */
static guint
find_difference (KomaShownList *self,
                 GPtrArray     *order)
{
  guint end = MIN (self->n_exposed, order->len);

  for (guint i = 0; i < end; i++)
    if (g_ptr_array_index (self->shown, i) != g_ptr_array_index (order, i))
      return i;
  return end;
}

static void
cut_rows (KomaShownList *self,
          guint          n_left)
{
  guint before = self->n_exposed;

  self->n_exposed = MIN (before, n_left);
  koma_shown_list_emit_changed (self, self->n_exposed, before - self->n_exposed, 0);
}

/* Before koma_shown_list_show(): lets some rows go that @order replaces, the last first.
 *
 * Returns: whether so few are left to go that it can be called */
gboolean
koma_shown_list_make_room (KomaShownList *self,
                           GPtrArray     *order)
{
  guint same = find_difference (self, order);
  guint n_rows = MIN (self->n_exposed, N_ROWS_WITH_WIDGETS);

  self->is_clearing = n_rows > same + N_GO_A_TURN;
  if (self->is_clearing)
    cut_rows (self, n_rows - N_GO_A_TURN);
  return !self->is_clearing;
}

/* The same, until the first rows are left alone. */
gboolean
koma_shown_list_leave_first (KomaShownList *self)
{
  guint n_rows = MIN (self->n_exposed, N_ROWS_WITH_WIDGETS);

  self->is_clearing = n_rows > N_FIRST + N_GO_A_TURN;
  cut_rows (self, self->is_clearing ? n_rows - N_GO_A_TURN : N_FIRST);
  return !self->is_clearing;
}

/* Shows @order (borrowed entries, which know it; transfer full), the first rows at once. */
void
koma_shown_list_show (KomaShownList *self,
                      GPtrArray     *order)
{
  guint same = find_difference (self, order);
  guint before = self->n_exposed;

  g_ptr_array_unref (self->shown);
  self->shown = order;
  self->n_passed = 0;

  if (same < before)
    self->n_exposed = MIN (order->len, same + N_FIRST);
  koma_shown_list_emit_changed (self, same, before - same, self->n_exposed - same);
}

void
koma_shown_list_expose_more (KomaShownList *self)
{
  if (self->is_clearing || self->n_exposed == self->shown->len)
    return;
  koma_shown_list_expose (self, self->n_exposed < N_ROWS_WITH_WIDGETS
                                  ? MIN (self->n_exposed + N_COME_A_TURN, self->shown->len)
                                  : self->shown->len);
}

void
koma_shown_list_insert_row (KomaShownList *self,
                            guint          position,
                            gpointer       entry)
{
  gboolean is_exposed = position < self->n_exposed || self->n_exposed == self->shown->len;

  g_ptr_array_insert (self->shown, position, entry);
  koma_shown_list_set_shown (self, entry, TRUE);
  if (!is_exposed)
    return;
  self->n_exposed++;
  koma_shown_list_emit_changed (self, position, 0, 1);
}

void
koma_shown_list_remove_row (KomaShownList  *self,
                            KomaShownEntry *entry)
{
  guint position = 0;

  if (!entry->is_shown || !g_ptr_array_find (self->shown, entry, &position))
    return;
  koma_shown_list_set_shown (self, entry, FALSE);
  g_ptr_array_remove_index (self->shown, position);
  if (position >= self->n_exposed)
    return;
  self->n_exposed--;
  koma_shown_list_emit_changed (self, position, 1, 0);
}

/* Of several that are gone, one change tells: from the first to the last. */
void
koma_shown_list_remove_gone (KomaShownList *self)
{
  guint n_kept = 0, n_exposed = 0, first = G_MAXUINT, end = 0, n_after = 0;
  g_autoptr (GtkBitset) leaving = gtk_bitset_new_empty ();

  for (guint i = 0; self->gone->len > 0 && i < self->shown->len; i++) {
    KomaShownEntry *entry = g_ptr_array_index (self->shown, i);

    if (entry->is_gone) {
      koma_shown_list_set_shown (self, entry, FALSE);
      gtk_bitset_add (leaving, i);
      first = MIN (first, i);
      end = i + 1;
      n_after = n_kept;
      continue;
    }
    n_exposed += i < self->n_exposed;
    g_ptr_array_index (self->shown, n_kept++) = entry;
  }
  if (first < G_MAXUINT) {
    guint before = self->n_exposed;

    g_ptr_array_set_size (self->shown, n_kept);
    self->n_passed = 0;
    self->n_exposed = n_exposed;
    self->leaving = leaving;
    if (first < before)
      koma_shown_list_emit_changed (self, first, MIN (end, before) - first,
                                    MIN (n_after, n_exposed) - first);
    self->leaving = NULL;
  }
  g_ptr_array_set_size (self->gone, 0);
  if (self->entries->len == 0)
    koma_shown_keys_clear (self->keys);
}
