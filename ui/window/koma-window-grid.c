/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

/* Of a shogi board. */
#define BOARD_SIDE 9

/* Pictures of boards are of use to the model that knows pieces. */
void
koma_window_update_board (KomaWindow *self,
                          gboolean    is_selected)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.cut-board",
                                 is_selected && koma_model_control_is_bundled (self->loader));
}

static void
add_squares (KomaResultItem *board,
             GPtrArray      *items)
{
  g_autoptr (KomaGridPicture) sheet = NULL;

  if (!koma_result_item_is_whole_file (board))
    return;
  sheet = koma_grid_picture_new (koma_result_item_get_file (board), BOARD_SIDE, BOARD_SIDE);
  for (guint i = 0; i < BOARD_SIDE * BOARD_SIDE; i++)
    g_ptr_array_add (items, koma_result_item_new_for_cell (sheet, i));
}

/* The squares of the boards that are selected come after all other pictures. */
void
koma_window_cut_board (KomaWindow *self)
{
  GListModel *list = koma_result_feed_get_items (self->feed);
  g_autoptr (GtkBitset) selection = koma_results_view_get_selection (self->results);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  GtkBitsetIter iter;
  guint         position = 0;

  for (gboolean is_valid = gtk_bitset_iter_init_first (&iter, selection, &position); is_valid;
       is_valid = gtk_bitset_iter_next (&iter, &position)) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (list, position);

    add_squares (item, items);
  }
  if (items->len == 0)
    koma_window_add_toast (self, _ ("Only a whole picture in a file can be cut"));
  koma_result_feed_append (self->feed, items);
  koma_window_update (self);
}
