/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

KomaPictureWish *
koma_picture_wish_new (KomaPicturePage *self)
{
  KomaPictureWish *wish = g_new (KomaPictureWish, 1);

  *wish = (KomaPictureWish){ g_object_ref (self), g_object_ref (self->item) };
  return wish;
}

gboolean
koma_picture_wish_is_current (const KomaPictureWish *wish)
{
  return wish->self->item == wish->item;
}

void
koma_picture_wish_free (KomaPictureWish *wish)
{
  g_object_unref (wish->self);
  g_object_unref (wish->item);
  g_free (wish);
}
