/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "worker/koma-thread.h"

/* Gives the pages there are the layout for the size of the window. */
void
koma_window_pages_adapt (KomaWindow *self)
{
  if (self->camera_page != NULL)
    koma_camera_page_set_low (self->camera_page, self->is_low);
  if (self->teach_page != NULL)
    koma_teach_page_set_size (self->teach_page, self->is_wide, self->is_low);
  if (self->picture_page != NULL)
    koma_picture_page_set_narrow (self->picture_page, !self->is_wide);
  if (self->board_page != NULL)
    koma_board_page_set_wide (self->board_page, self->is_wide);
  if (self->grid_page != NULL)
    koma_grid_page_set_wide (self->grid_page, self->is_wide);
}

/**
 * koma_window_pages_add:
 * @self: a window
 * @name: of the page, for the stack
 * @page: (transfer floating): a page
 *
 * The list is all that most people see: each other page is made when it is first needed. A window
 * opens sooner so, takes less memory, and a screen reader has less to read.
 */
void
koma_window_pages_add (KomaWindow *self,
                       const char *name,
                       GtkWidget  *page)
{
  KOMA_ASSERT_MAIN_THREAD ();

  gtk_stack_add_named (self->pages, page, name);
  koma_window_pages_adapt (self);
}
