/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-file-dialog.h"
#include "worker/koma-thread.h"

static void
read_item (KomaWindow     *self,
           KomaResultItem *item)
{
  const KomaRequest how = { 0 };
  g_autoptr (KomaRequest) request = koma_result_item_create_request (item, &how);

  if (request->grid != NULL) {
    koma_toast_show (self->toast, _ ("This is one square; choose the picture of a whole board"));
    return;
  }
  koma_board_page_open (self->board_page, self->worker, item);
  koma_window_show (self, KOMA_VIEW_BOARD);
  gtk_widget_grab_focus (GTK_WIDGET (self->board_page));
}

static void
picture_chosen_cb (GPtrArray *files,
                   gpointer   user_data)
{
  KomaWindow *self = user_data;
  g_autoptr (KomaResultItem) item = NULL;

  if (files->len == 0 || self->worker == NULL)
    return;
  item = koma_result_item_new_for_file (g_ptr_array_index (files, 0));
  read_item (self, item);
}

/* Of the picture that is selected, else of one that the user chooses. */
static void
read_board_action (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);
  g_autoptr (GPtrArray) selected = koma_results_view_dup_selected (self->results);

  if (self->view == KOMA_VIEW_LIST && selected->len > 0)
    read_item (self, g_ptr_array_index (selected, 0));
  else
    koma_file_dialog_open (GTK_WINDOW (self), KOMA_FILE_DIALOG_PICTURE, picture_chosen_cb,
                           g_object_ref (self), g_object_unref);
}

static void
message_cb (KomaWindow *self,
            const char *text)
{
  koma_toast_show (self->toast, text);
}

void
koma_window_connect_board (KomaWindow *self)
{
  g_signal_connect_object (self->board_page, "message", G_CALLBACK (message_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->board_page, "changed", G_CALLBACK (koma_window_update_actions),
                           self, G_CONNECT_SWAPPED);
}

void
koma_window_install_board_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.read-board", NULL, read_board_action);
}
