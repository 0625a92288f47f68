/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-tile.h"

#include "ui/teach/koma-picture-texture.h"
#include "worker/decode/koma-picture-load.h"
#include "worker/koma-thread.h"

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GtkPicture) tile = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_picture_load_finish (result, &error);
  g_autoptr (GdkTexture) texture = picture != NULL ? koma_picture_texture_new (picture) : NULL;

  if (texture != NULL)
    gtk_picture_set_paintable (tile, GDK_PAINTABLE (texture));
}

static void
stop_loading (GtkPicture *tile)
{
  GCancellable *loading = g_object_get_data (G_OBJECT (tile), "loading");

  if (loading != NULL)
    g_cancellable_cancel (loading);
  g_object_set_data (G_OBJECT (tile), "loading", NULL);
}

void
koma_picture_tile_load (GtkPicture *tile,
                        GFile      *file,
                        int         side)
{
  const KomaRequest values = { .file = file };
  g_autoptr (KomaRequest) request = koma_request_new (&values);
  g_autoptr (GCancellable) loading = g_cancellable_new ();

  KOMA_ASSERT_MAIN_THREAD ();

  stop_loading (tile);
  koma_picture_load_async (request, side * gtk_widget_get_scale_factor (GTK_WIDGET (tile)),
                           loading, loaded_cb, g_object_ref (tile));
  g_object_set_data_full (G_OBJECT (tile), "loading", g_steal_pointer (&loading), g_object_unref);
}

void
koma_picture_tile_clear (GtkPicture *tile)
{
  KOMA_ASSERT_MAIN_THREAD ();

  stop_loading (tile);
  gtk_picture_set_paintable (tile, NULL);
}
