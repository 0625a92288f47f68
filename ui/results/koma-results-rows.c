/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The widgets of the list and of the grid. */

#include "koma-results-view-private.h"

#include "koma-result-row.h"

static void
setup (KomaResultsView *self,
       GtkListItem     *list_item,
       gboolean         is_tile)
{
  GtkWidget *row = koma_result_row_new (self->cache, self->preferences, is_tile);

  /* The menu finds the position of the row through it. */
  g_object_set_data (G_OBJECT (row), "list-item", list_item);
  gtk_list_item_set_child (list_item, row);
}

static void
setup_row_cb (KomaResultsView *self,
              GtkListItem     *list_item)
{
  setup (self, list_item, FALSE);
}

static void
setup_tile_cb (KomaResultsView *self,
               GtkListItem     *list_item)
{
  setup (self, list_item, TRUE);
}

static void
update_header (KomaResultsView *self,
               GtkListItem     *list_item)
{
  KomaResultRow *row = KOMA_RESULT_ROW (gtk_list_item_get_child (list_item));
  const char    *title = NULL;
  guint          n_shown = 0;
  gboolean       is_first = koma_shown_list_get_header (
          self->shown, gtk_list_item_get_position (list_item), &title, &n_shown);

  koma_result_row_set_header (row, is_first ? title : NULL, n_shown,
                              koma_shown_list_get_query (self->shown)->group != KOMA_GROUP_NONE);
}

static void
bind_cb (KomaResultsView *self,
         GtkListItem     *list_item)
{
  update_header (self, list_item);
  koma_result_row_set_item (KOMA_RESULT_ROW (gtk_list_item_get_child (list_item)),
                            gtk_list_item_get_item (list_item));
  g_hash_table_add (self->list_items, list_item);
}

static void
unbind_cb (KomaResultsView *self,
           GtkListItem     *list_item)
{
  g_hash_table_remove (self->list_items, list_item);
  koma_result_row_set_item (KOMA_RESULT_ROW (gtk_list_item_get_child (list_item)), NULL);
}

static GtkListItemFactory *
create_factory (KomaResultsView *self,
                GCallback        setup_callback)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_object (factory, "setup", setup_callback, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
  return factory;
}

void
koma_results_rows_connect (KomaResultsView *self)
{
  g_autoptr (GtkListItemFactory) rows = create_factory (self, G_CALLBACK (setup_row_cb));
  g_autoptr (GtkListItemFactory) tiles = create_factory (self, G_CALLBACK (setup_tile_cb));

  gtk_list_view_set_factory (self->list, rows);
  gtk_grid_view_set_factory (self->grid, tiles);
}

GtkWidget *
koma_results_rows_get_list (KomaResultsView *self)
{
  return gtk_grid_view_get_model (self->grid) != NULL ? GTK_WIDGET (self->grid)
                                                      : GTK_WIDGET (self->list);
}

/* After a change of what is shown: the row behind may begin its group now, or not any more, and
 * another number of pictures may be in it. */
void
koma_results_rows_update_headers (KomaResultsView *self)
{
  GHashTableIter iter;
  gpointer       list_item = NULL;

  g_hash_table_iter_init (&iter, self->list_items);
  while (g_hash_table_iter_next (&iter, &list_item, NULL))
    update_header (self, list_item);
}
