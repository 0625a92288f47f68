/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "worker/koma-thread.h"

/**
 * koma_window_open_picture:
 * @self: a window
 * @position: of a picture, in the list as it is shown
 *
 * Shows it large.
 */
void
koma_window_open_picture (KomaWindow *self,
                          guint       position)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_picture_page_open (self->picture_page, koma_result_feed_get_items (self->feed), position);
  koma_window_show (self, KOMA_VIEW_PICTURE);
}

/* What is shown instead has no use for the work that goes on here. The focus goes to the row of the
 * picture. */
static void
left_cb (KomaWindow *self)
{
  const guint position = koma_picture_page_get_position (self->picture_page);

  if (koma_picture_page_get_item (self->picture_page) == NULL ||
      gtk_stack_get_visible_child (self->pages) == GTK_WIDGET (self->picture_page))
    return;
  koma_picture_page_close (self->picture_page);
  if (self->view == KOMA_VIEW_LIST && position != GTK_INVALID_LIST_POSITION)
    koma_results_view_scroll_to (self->results, position);
}

static void
changed_cb (KomaWindow *self)
{
  KomaResultItem  *item = koma_picture_page_get_item (self->picture_page);
  g_autofree char *name = item != NULL ? koma_result_item_dup_name (item) : NULL;

  adw_window_title_set_title (self->picture_title, name != NULL ? name : "");
}

void
koma_window_connect_picture (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_picture_page_connect (self->picture_page, self->worker, self->control);
  g_signal_connect_object (self->picture_page, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->picture_page, "message", G_CALLBACK (koma_toast_show), self->toast,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->pages, "notify::visible-child", G_CALLBACK (left_cb), self,
                           G_CONNECT_SWAPPED);
}
