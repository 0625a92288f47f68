/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "koma-window-board.h"
#include "koma-window-suggest.h"
#include "ui/compat/koma-file-dialog.h"
#include "worker/board/koma-board-reading.h"
#include "worker/koma-thread.h"

/* Rows, and columns, that are offered first: a shogi board’s where the model knows its pieces. */
#define GRID_SIDE  3
#define BOARD_SIDE 9

typedef void (*OpenItem) (KomaWindow *self, KomaResultItem *item);

static gboolean
is_cell (KomaWindow     *self,
         KomaResultItem *item,
         const char     *message)
{
  g_autoptr (KomaRequest) request =
    koma_result_item_create_request (item, &(KomaRequest){ 0 });

  if (request->grid != NULL)
    koma_toast_show (self->toast, message);
  return request->grid != NULL;
}

static void
message_cb (KomaWindow *self,
            const char *text)
{
  koma_toast_show (self->toast, text);
}

static void
ensure_board_page (KomaWindow *self)
{
  if (self->board_page != NULL)
    return;
  self->board_page = g_object_new (KOMA_TYPE_BOARD_PAGE, NULL);
  g_signal_connect_object (self->board_page, "message", G_CALLBACK (message_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->board_page, "changed", G_CALLBACK (koma_window_update_actions),
                           self, G_CONNECT_SWAPPED);
  koma_window_pages_add (self, "board", GTK_WIDGET (self->board_page));
}

static void
export_cb (KomaWindow *self)
{
  koma_window_export (self, koma_grid_page_get_cells (self->grid_page));
}

static void
keep_cb (KomaWindow *self)
{
  g_autoptr (GPtrArray) cells = koma_grid_page_create_cells (self->grid_page);

  koma_window_show (self, KOMA_VIEW_LIST);
  koma_result_feed_append (self->feed, cells);
  koma_window_update (self);
}

static void
ensure_grid_page (KomaWindow *self)
{
  if (self->grid_page != NULL)
    return;
  self->grid_page = g_object_new (KOMA_TYPE_GRID_PAGE, NULL);
  g_signal_connect_object (self->grid_page, "message", G_CALLBACK (message_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid_page, "changed", G_CALLBACK (koma_window_update_actions),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid_page, "export", G_CALLBACK (export_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->grid_page, "keep", G_CALLBACK (keep_cb), self,
                           G_CONNECT_SWAPPED);
  koma_window_pages_add (self, "grid", GTK_WIDGET (self->grid_page));
}

static gboolean
knows_pieces (KomaWindow *self)
{
  const KomaModelInfo *info = koma_model_control_get_info (self->control);

  return info != NULL && info->labels != NULL && koma_board_is_read_by (info->labels);
}

/* The model that knows the pieces comes along. */
static void
read_item (KomaWindow     *self,
           KomaResultItem *item)
{
  const char    *other = koma_model_control_get_bundled_other (self->control);
  const gboolean is_known = knows_pieces (self);
  const gboolean is_needed = other != NULL && !is_known;

  if (is_cell (self, item, _ ("This is one square; choose the picture of a whole board")))
    return;
  ensure_board_page (self);
  koma_board_page_set_model (self->board_page, is_known, other);
  if (is_needed)
    koma_board_page_wait_for_model (self->board_page);
  koma_board_page_open (self->board_page, self->worker, item);
  koma_window_show (self, KOMA_VIEW_BOARD);
  koma_board_page_focus_corner (self->board_page);
  if (is_needed)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.load-model", "s", other);
}

void
koma_window_restart_board (KomaWindow *self)
{
  if (self->view != KOMA_VIEW_BOARD)
    return;
  koma_board_page_set_model (self->board_page, knows_pieces (self),
                             koma_model_control_get_bundled_other (self->control));
  koma_board_page_restart (self->board_page);
}

static void
cut_item (KomaWindow     *self,
          KomaResultItem *item)
{
  if (is_cell (self, item, _ ("This is one cell; choose a whole picture")))
    return;
  ensure_grid_page (self);
  koma_grid_page_open (self->grid_page, self->worker, self->preferences, item,
                       koma_model_control_is_bundled (self->control) ? BOARD_SIDE : GRID_SIDE);
  koma_window_show (self, KOMA_VIEW_GRID);
  koma_grid_page_focus_rows (self->grid_page);
}

static void
open_chosen (KomaWindow *self,
             GPtrArray  *files,
             OpenItem    open_item)
{
  g_autoptr (KomaResultItem) item = NULL;

  if (files->len == 0 || self->worker == NULL)
    return;
  item = koma_result_item_new_for_file (g_ptr_array_index (files, 0));
  open_item (self, item);
}

static void
board_chosen_cb (GPtrArray *files,
                 gpointer   user_data)
{
  open_chosen (user_data, files, read_item);
}

static void
picture_chosen_cb (GPtrArray *files,
                   gpointer   user_data)
{
  open_chosen (user_data, files, cut_item);
}

/* Of the picture that is shown large or selected, or that another model is suggested for; else of
 * one that the user chooses. */
static void
open_selected (KomaWindow          *self,
               OpenItem             open_item,
               KomaFileDialogChosen chosen)
{
  g_autoptr (GPtrArray) selected = koma_results_view_dup_selected (self->results);
  g_autoptr (KomaResultItem) item = NULL;

  if (self->view == KOMA_VIEW_PICTURE)
    item = g_object_ref (koma_picture_page_get_item (self->picture_page));
  else if (self->view == KOMA_VIEW_LIST && selected->len > 0)
    item = g_object_ref (g_ptr_array_index (selected, 0));
  else if (self->view == KOMA_VIEW_LIST && koma_window_is_suggesting (self))
    item = koma_results_view_get_current (self->results);
  if (item != NULL)
    open_item (self, item);
  else
    koma_file_dialog_open (GTK_WINDOW (self), KOMA_FILE_DIALOG_PICTURE, chosen,
                           g_object_ref (self), g_object_unref);
}

static void
read_board_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  open_selected (KOMA_WINDOW (widget), read_item, board_chosen_cb);
}

static void
cut_grid_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  open_selected (KOMA_WINDOW (widget), cut_item, picture_chosen_cb);
}

void
koma_window_install_board_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.cut-grid", NULL, cut_grid_action);
  gtk_widget_class_install_action (widget_class, "win.read-board", NULL, read_board_action);
}
