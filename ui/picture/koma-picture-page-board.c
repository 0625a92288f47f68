/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a picture shows a shogi board, to read it is offered, whatever the model knows. */
#include "koma-picture-page-private.h"

#include "worker/board/koma-board-look.h"

/* Who steps through pictures looks at none of them so long. */
#define DELAY_MS 300

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaPictureWish) wish = user_data;
  const gboolean has_board = koma_board_look_finish (result, NULL);

  if (koma_picture_wish_is_current (wish))
    gtk_widget_set_visible (wish->self->board_button, has_board);
}

static gboolean
look (gpointer user_data)
{
  KomaPicturePage *self = user_data;

  self->board_source = 0;
  koma_board_look_async (self->board_picture, self->cancellable, looked_cb,
                         koma_picture_wish_new (self));
  g_clear_pointer (&self->board_picture, koma_picture_unref);
  return G_SOURCE_REMOVE;
}

void
koma_picture_page_look_for_board (KomaPicturePage *self,
                                  KomaPicture     *picture)
{
  koma_picture_page_forget_board (self);
  if (self->is_reviewed)
    return;
  self->board_picture = koma_picture_ref (picture);
  self->board_source = g_timeout_add (DELAY_MS, look, self);
}

/* Also of a page that has no widgets any more. */
void
koma_picture_page_drop_board (KomaPicturePage *self)
{
  g_clear_handle_id (&self->board_source, g_source_remove);
  g_clear_pointer (&self->board_picture, koma_picture_unref);
}

void
koma_picture_page_forget_board (KomaPicturePage *self)
{
  koma_picture_page_drop_board (self);
  gtk_widget_set_visible (self->board_button, FALSE);
}
