/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

#include <glib/gi18n-lib.h>

#include "engine/koma-values.h"
#include "ui/compat/koma-file-dialog.h"
#include "ui/koma-error-words.h"

typedef struct
{
  KomaPicturePage *self;
  GdkTexture      *texture; /* pixels in memory, so that any thread may read them */
} Save;

static void
save_free (gpointer data)
{
  Save *save = data;

  g_object_unref (save->self);
  g_object_unref (save->texture);
  g_free (save);
}

/* The view may be on a graphics card, which other threads can not ask. */
static GdkTexture *
download (GdkTexture *texture)
{
  const int   width = gdk_texture_get_width (texture), height = gdk_texture_get_height (texture);
  const gsize stride = 4 * (gsize) width;
  guint8     *pixels = g_malloc (stride * height);
  g_autoptr (GBytes) bytes = NULL;

  gdk_texture_download (texture, pixels, stride);
  bytes = g_bytes_new_take (pixels, stride * height);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
encode (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  g_task_return_pointer (task, gdk_texture_save_to_png_bytes (task_data),
                         (GDestroyNotify) g_bytes_unref);
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (KomaPicturePage) self = user_data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    g_signal_emit_by_name (self, "message", _ ("Saved"));
  else
    g_signal_emit_by_name (self, "message", koma_words_for_save_error (error));
}

static void
encoded_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GFile) file = user_data;
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), NULL);

  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       written_cb, g_object_ref (source));
}

static void
chosen_cb (GPtrArray *files,
           gpointer   user_data)
{
  Save *save = user_data;
  g_autoptr (GTask) task = g_task_new (save->self, NULL, encoded_cb,
                                       g_object_ref (g_ptr_array_index (files, 0)));

  g_task_set_source_tag (task, chosen_cb);
  g_task_set_task_data (task, g_object_ref (save->texture), g_object_unref);
  koma_task_run_in_thread (task, encode);
}

/* Asks where to, and writes what the view shows now. */
void
koma_picture_page_save (KomaPicturePage *self)
{
  g_autoptr (GdkTexture) texture = koma_picture_view_draw (self->view);
  g_autofree char *picture = NULL;
  g_autofree char *name = NULL;
  Save            *save = NULL;

  if (texture == NULL)
    return;
  picture = koma_result_item_dup_name (self->item);
  name = g_strdup_printf ("%s-koma.png", picture);
  g_strdelimit (name, "/", '-');
  save = g_new (Save, 1);
  *save = (Save){ g_object_ref (self), download (texture) };
  koma_file_dialog_save (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), name, chosen_cb,
                         save, save_free);
}
