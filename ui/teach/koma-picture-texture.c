/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-texture.h"

GdkTexture *
koma_picture_texture_new (KomaPicture *picture)
{
  const gsize size_bytes = picture->stride * picture->height;
  g_autoptr (GBytes) bytes =
    g_bytes_new_with_free_func (picture->rgb, size_bytes, (GDestroyNotify) koma_picture_unref,
                                koma_picture_ref (picture));

  return gdk_memory_texture_new (picture->width, picture->height, GDK_MEMORY_R8G8B8, bytes,
                                 picture->stride);
}
