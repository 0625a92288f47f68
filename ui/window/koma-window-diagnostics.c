/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "ui/diagnostics/koma-diagnostics-window.h"

/* (transfer full) (nullable) the first that is selected, else the newest */
static KomaResultItem *
find_item (KomaWindow *self)
{
  GListModel *items = koma_result_feed_get_items (self->feed);
  guint       n_items = g_list_model_get_n_items (items);
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self->results);

  if (!gtk_bitset_is_empty (selection))
    return koma_results_view_get_item (self->results, gtk_bitset_get_minimum (selection));
  return n_items > 0 ? g_list_model_get_item (items, n_items - 1) : NULL;
}

/* What is diagnosed follows what is selected. */
void
koma_window_update_diagnostics (KomaWindow *self)
{
  g_autoptr (KomaResultItem) item = NULL;

  if (self->diagnostics_window == NULL)
    return;
  item = find_item (self);
  koma_diagnostics_set_item (
    koma_diagnostics_window_get_diagnostics (KOMA_DIAGNOSTICS_WINDOW (self->diagnostics_window)),
    item);
}

void
koma_window_show_diagnostics (KomaWindow *self)
{
  if (self->diagnostics_window == NULL) {
    g_autoptr (KomaDiagnostics) diagnostics = koma_diagnostics_new (self->worker, self->backends);
    GtkWindow *window = koma_diagnostics_window_new (GTK_WINDOW (self), diagnostics);

    g_set_weak_pointer (&self->diagnostics_window, window);
    koma_window_update_diagnostics (self);
  }
  gtk_window_present (self->diagnostics_window);
}
