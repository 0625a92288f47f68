/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-page-private.h"

#include <glib/gi18n-lib.h>

#include "koma-grid-words.h"
#include "worker/koma-thread.h"

#define CUT_WAIT_MS 250 /* after a change of rows or columns: more may come */

static void
show_busy (KomaGridPage *self,
           gboolean      is_busy)
{
  gtk_widget_set_visible (self->stop, is_busy);
  gtk_widget_set_sensitive (self->buttons, !is_busy && self->feed != NULL);
}

void
koma_grid_page_set_status (KomaGridPage *self,
                           const char   *text)
{
  koma_halves_set_status (self->halves, text, FALSE);
  show_busy (self, FALSE);
}

static void
progress_cb (KomaGridPage *self)
{
  const guint      n = self->now.n_rows * self->now.n_columns;
  const guint      n_open = koma_result_feed_get_progress (self->feed)->n_open;
  g_autofree char *text = g_strdup_printf (_ ("%u of %u cells"), n - MIN (n, n_open), n);

  if (n_open == 0)
    return;
  koma_halves_set_progress (self->halves, text);
  show_busy (self, TRUE);
}

GListModel *
koma_grid_page_get_cells (KomaGridPage *self)
{
  return self->feed != NULL ? koma_result_feed_get_items (self->feed) : NULL;
}

GPtrArray *
koma_grid_page_create_cells (KomaGridPage *self)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; self->grid != NULL && i < self->now.n_rows * self->now.n_columns; i++)
    g_ptr_array_add (items, koma_result_item_new_for_cell (self->grid, i));
  return items;
}

static void
finished_cb (KomaGridPage *self)
{
  g_autofree char *text =
    koma_grid_words_for_all (koma_grid_page_get_cells (self), self->preferences);

  koma_grid_page_set_status (self, text);
}

/* ---- Cutting ---- */

void
koma_grid_page_drop_feed (KomaGridPage *self)
{
  if (self->feed != NULL) {
    g_signal_handlers_disconnect_by_data (self->feed, self);
    koma_result_feed_cancel (self->feed);
  }
  koma_grid_cells_set_items (self->cells, NULL, 0, 1, self->preferences);
  g_clear_object (&self->feed);
  g_clear_pointer (&self->grid, koma_grid_picture_unref);
}

void
koma_grid_page_cut (KomaGridPage *self)
{
  g_autoptr (GPtrArray) items = NULL;

  g_clear_handle_id (&self->cut_source, g_source_remove);
  koma_grid_page_drop_feed (self);
  if (!self->now.is_whole && !koma_quad_is_convex (self->now.corners)) {
    koma_grid_page_set_status (self, _ ("The corners do not go around an area"));
    return;
  }
  self->grid = koma_grid_picture_new (&(KomaGridValues){
    .file = self->request->file,
    .bytes = self->request->bytes,
    .picture = self->request->picture,
    .name = self->name,
    .n_rows = self->now.n_rows,
    .n_columns = self->now.n_columns,
    .corners = self->now.is_whole ? NULL : self->now.corners,
  });
  self->feed = koma_result_feed_new (self->worker);
  g_signal_connect_object (self->feed, "progress", G_CALLBACK (progress_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->feed, "finished", G_CALLBACK (finished_cb), self,
                           G_CONNECT_SWAPPED);
  koma_result_feed_start (self->feed);
  items = koma_grid_page_create_cells (self);
  koma_result_feed_append (self->feed, items);
  koma_grid_cells_set_items (self->cells, koma_grid_page_get_cells (self), self->now.n_rows,
                             self->now.n_columns, self->preferences);
  progress_cb (self);
}

static void
cut_later_cb (gpointer data)
{
  KomaGridPage *self = data;

  self->cut_source = 0;
  koma_grid_page_cut (self);
}

static void
place_corners (KomaGridPage *self)
{
  if (!self->now.is_whole)
    return;
  self->now.corners[0] = (KomaPoint){ 0, 0 };
  self->now.corners[1] = (KomaPoint){ self->width, 0 };
  self->now.corners[2] = (KomaPoint){ self->width, self->height };
  self->now.corners[3] = (KomaPoint){ 0, self->height };
}

void
koma_grid_page_show_state (KomaGridPage *self)
{
  self->is_showing = TRUE;
  place_corners (self);
  koma_board_view_set_size (self->view, self->now.n_rows, self->now.n_columns);
  koma_board_view_set_corners (self->view, self->now.corners);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->rows), self->now.n_rows);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->columns), self->now.n_columns);
  gtk_widget_set_sensitive (self->whole, !self->now.is_whole);
  self->is_showing = FALSE;
  g_signal_emit_by_name (self, "changed");
}

static void
remember (KomaGridPage *self)
{
  g_array_append_val (self->before, self->now);
}

void
koma_grid_page_side_changed (KomaGridPage *self)
{
  if (self->is_showing)
    return;
  remember (self);
  self->has_choice = TRUE;
  self->now.n_rows = (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->rows));
  self->now.n_columns =
    (guint) gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->columns));
  koma_grid_page_show_state (self);
  g_clear_handle_id (&self->cut_source, g_source_remove);
  self->cut_source = g_timeout_add_once (CUT_WAIT_MS, cut_later_cb, self);
}

void
koma_grid_page_moved (KomaGridPage *self)
{
  remember (self);
  self->now.is_whole = FALSE;
  memcpy (self->now.corners, koma_board_view_get_corners (self->view), sizeof self->now.corners);
  koma_grid_page_show_state (self);
  koma_grid_page_cut (self);
}

void
koma_grid_page_take_whole (KomaGridPage *self)
{
  remember (self);
  self->now.is_whole = TRUE;
  koma_grid_page_show_state (self);
  koma_grid_page_cut (self);
}

gboolean
koma_grid_page_can_undo (KomaGridPage *self)
{
  return self->before->len > 0;
}

void
koma_grid_page_undo (KomaGridPage *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->before->len == 0)
    return;
  self->now = g_array_index (self->before, KomaGridState, self->before->len - 1);
  g_array_set_size (self->before, self->before->len - 1);
  koma_grid_page_show_state (self);
  koma_grid_page_cut (self);
}
