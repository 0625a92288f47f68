/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The next picture is decoded while this one is seen. */
#include "koma-picture-page-private.h"

#include "worker/decode/koma-picture-load.h"

void
koma_picture_page_forget_ahead (KomaPicturePage *self)
{
  if (self->ahead_cancellable != NULL)
    g_cancellable_cancel (self->ahead_cancellable);
  g_clear_object (&self->ahead_cancellable);
  g_clear_object (&self->ahead_item);
  g_clear_pointer (&self->ahead, koma_picture_unref);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaPictureWish) wish = user_data;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, NULL);

  if (picture != NULL && wish->self->ahead_item == wish->item && wish->self->ahead == NULL)
    wish->self->ahead = g_steal_pointer (&picture);
}

void
koma_picture_page_look_ahead (KomaPicturePage *self)
{
  const KomaRequest how = { 0 };
  KomaPictureWish  *wish = NULL;
  g_autoptr (KomaRequest) request = NULL;

  if (!self->is_reviewed || self->shown == NULL)
    return;
  koma_picture_page_forget_ahead (self);
  self->ahead_item = g_list_model_get_item (self->shown, self->position + 1);
  if (self->ahead_item == NULL)
    return;
  self->ahead_cancellable = g_cancellable_new ();
  request = koma_result_item_create_request (self->ahead_item, &how);
  wish = g_new (KomaPictureWish, 1);
  *wish = (KomaPictureWish){ g_object_ref (self), g_object_ref (self->ahead_item) };
  koma_picture_load_async (request, KOMA_PICTURE_PAGE_SIDE, self->ahead_cancellable, loaded_cb,
                           wish);
}

/* (transfer full) (nullable) That of the item that is shown now, if it has been decoded. */
KomaPicture *
koma_picture_page_take_ahead (KomaPicturePage *self)
{
  return self->ahead_item == self->item ? g_steal_pointer (&self->ahead) : NULL;
}
