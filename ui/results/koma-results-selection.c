/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-results-view-private.h"

#include "worker/koma-thread.h"

GtkBitset *
koma_results_view_get_selection (KomaResultsView *self)
{
  return gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
}

KomaResultItem *
koma_results_view_get_item (KomaResultsView *self,
                            guint            position)
{
  return g_list_model_get_item (G_LIST_MODEL (self->selection), position);
}

/* All that match have rows. */
gboolean
koma_results_selection_is_whole (KomaResultsView *self)
{
  return !koma_shown_list_is_busy (self->shown) &&
         g_list_model_get_n_items (G_LIST_MODEL (self->shown)) ==
           koma_shown_list_get_n_shown (self->shown);
}

static void
select_kept (KomaResultsView *self)
{
  GListModel *shown = G_LIST_MODEL (self->shown);
  g_autoptr (GPtrArray) kept = g_steal_pointer (&self->kept);
  g_autoptr (GHashTable) chosen = g_hash_table_new (NULL, NULL);
  g_autoptr (GtkBitset) positions = gtk_bitset_new_empty ();
  g_autoptr (GtkBitset) all = gtk_bitset_new_range (0, g_list_model_get_n_items (shown));

  for (guint i = 0; i < kept->len; i++)
    g_hash_table_add (chosen, g_ptr_array_index (kept, i));
  for (guint i = 0; i < g_list_model_get_n_items (shown); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (shown, i);

    if (g_hash_table_contains (chosen, item))
      gtk_bitset_add (positions, i);
  }
  gtk_selection_model_set_selection (GTK_SELECTION_MODEL (self->selection), positions, all);
}

void
koma_results_selection_update (KomaResultsView *self)
{
  if (!koma_results_selection_is_whole (self))
    return;
  if (self->is_selecting_all) {
    self->is_selecting_all = FALSE;
    g_clear_pointer (&self->kept, g_ptr_array_unref);
    gtk_selection_model_select_all (GTK_SELECTION_MODEL (self->selection));
  }
  if (self->kept != NULL)
    select_kept (self);
}

/* What is selected counts at once, where its rows would come over some frames. */
static void
complete_selection (KomaResultsView *self)
{
  if (self->kept == NULL && !self->is_selecting_all)
    return;
  koma_shown_list_complete (self->shown);
  koma_results_selection_update (self);
}

/**
 * koma_results_view_dup_selected:
 * @self: a view with items
 *
 * Returns: (transfer full) (element-type KomaResultItem): the items that are selected, in the order
 *   of the rows; owns a reference to each, and is not to be changed
 */
GPtrArray *
koma_results_view_dup_selected (KomaResultsView *self)
{
  GPtrArray *items = NULL;
  g_autoptr (GtkBitset) selection = NULL;
  GtkBitsetIter iter;
  guint         position = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  complete_selection (self);
  selection = koma_results_view_get_selection (self);
  if (!gtk_bitset_is_empty (selection) &&
      gtk_bitset_get_size (selection) == koma_shown_list_get_n_shown (self->shown))
    return koma_shown_list_dup_items (self->shown);
  items = g_ptr_array_new_with_free_func (g_object_unref);
  for (gboolean is_valid = gtk_bitset_iter_init_first (&iter, selection, &position); is_valid;
       is_valid = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (items, koma_results_view_get_item (self, position));
  return items;
}

/**
 * koma_results_view_get_current:
 * @self: a view
 *
 * Returns: (transfer full) (nullable): the first item that is selected, else the newest
 */
KomaResultItem *
koma_results_view_get_current (KomaResultsView *self)
{
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  KOMA_ASSERT_MAIN_THREAD ();

  if (!gtk_bitset_is_empty (selection))
    return koma_results_view_get_item (self, gtk_bitset_get_minimum (selection));
  return n_items > 0 ? koma_results_view_get_item (self, n_items - 1) : NULL;
}

KomaResultItem *
koma_results_view_dup_comparable (KomaResultsView *self)
{
  g_autoptr (KomaResultItem) item = koma_results_view_get_current (self);
  const KomaResult *result = item != NULL ? koma_result_item_get_result (item) : NULL;

  return result != NULL && result->vector != NULL ? g_steal_pointer (&item) : NULL;
}

/**
 * koma_results_view_describe_selection:
 * @self: a view
 *
 * Returns: (transfer full): a line for each item that is selected
 */
char *
koma_results_view_describe_selection (KomaResultsView *self)
{
  guint n_results = koma_preferences_get_results (self->preferences);
  g_autoptr (GPtrArray) items = koma_results_view_dup_selected (self);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < items->len; i++) {
    g_autofree char *line = koma_result_item_describe (g_ptr_array_index (items, i), n_results);

    if (i > 0)
      g_string_append_c (text, '\n');
    g_string_append (text, line);
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* All that match, soon. */
void
koma_results_view_select_all (KomaResultsView *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_selecting_all = TRUE;
  koma_results_selection_update (self);
}

/* As soon as all rows are there. */
void
koma_results_view_select_items (KomaResultsView *self,
                                GPtrArray       *items)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_ptr_array_ref (items);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  self->kept = items;
  self->is_selecting_all = FALSE;
  complete_selection (self);
}

void
koma_results_view_select_group (KomaResultsView *self)
{
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self);
  guint first = 0, n = 0;

  KOMA_ASSERT_MAIN_THREAD ();

  koma_shown_list_complete (self->shown);
  if (!gtk_bitset_is_empty (selection) &&
      koma_shown_list_get_group (self->shown, gtk_bitset_get_minimum (selection), &first, &n))
    gtk_selection_model_select_range (GTK_SELECTION_MODEL (self->selection), first, n, TRUE);
}
