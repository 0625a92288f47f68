/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tiles that are seen get thumbnails of their size, and rows of pictures that were not decoded any.
 * Both views have widgets for many more, and of all pictures only small thumbnails are kept. */

#include "koma-results-view-private.h"

#include "koma-result-row.h"

/* After the last that passes by while the grid is scrolled. */
#define DELAY_MS 120

static gboolean
is_grid (KomaResultsView *self)
{
  return gtk_grid_view_get_model (self->grid) != NULL;
}

static gboolean
is_seen (KomaResultsView *self,
         GtkWidget       *row)
{
  GtkWidget      *view = is_grid (self) ? GTK_WIDGET (self->grid) : GTK_WIDGET (self->list);
  graphene_rect_t area;

  return gtk_widget_get_mapped (row) && gtk_widget_compute_bounds (row, view, &area) &&
         area.origin.y + area.size.height > 0 && area.origin.y < gtk_widget_get_height (view);
}

static gboolean
sharpen_cb (gpointer user_data)
{
  KomaResultsView *self = user_data;
  GHashTableIter   iter;
  gpointer         list_item = NULL;

  self->sharp_source = 0;
  g_hash_table_iter_init (&iter, self->list_items);
  while (g_hash_table_iter_next (&iter, &list_item, NULL)) {
    GtkWidget *row = gtk_list_item_get_child (list_item);

    if (is_seen (self, row))
      koma_result_row_sharpen (KOMA_RESULT_ROW (row));
  }
  return G_SOURCE_REMOVE;
}

/* Soon, once. */
static void
schedule (KomaResultsView *self)
{
  g_clear_handle_id (&self->sharp_source, g_source_remove);
  self->sharp_source = g_timeout_add (DELAY_MS, sharpen_cb, self);
}

static void
connect_scrolling (KomaResultsView *self,
                   GtkScrollable   *view)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (view);

  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (schedule), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (schedule), self, G_CONNECT_SWAPPED);
}

void
koma_results_sharp_connect (KomaResultsView *self)
{
  connect_scrolling (self, GTK_SCROLLABLE (self->grid));
  connect_scrolling (self, GTK_SCROLLABLE (self->list));
  g_signal_connect_object (self->cache, "loaded", G_CALLBACK (schedule), self,
                           G_CONNECT_SWAPPED);
}
