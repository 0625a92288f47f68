/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "worker/model/koma-data-dir.h"

/* The pictures to try Koma on are of what its own model knows. */
static gboolean
has_samples (KomaWindow *self)
{
  return self->samples != NULL && koma_model_control_is_bundled (self->loader);
}

void
koma_window_find_samples (KomaWindow *self)
{
  self->samples = koma_data_dir_find ("samples");
}

void
koma_window_update_samples (KomaWindow *self)
{
  gtk_widget_set_visible (self->samples_button, has_samples (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.open-samples", has_samples (self));
}

/* Without samples.json, or with a damaged one, all are taken as a whole. */
static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaWindow) self = user_data;
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *text = NULL;
  gsize            length = 0;
  KomaGrids       *grids = NULL;

  if (self->feed == NULL)
    return;
  if (g_file_load_contents_finish (G_FILE (source), result, &text, &length, NULL, NULL))
    grids = koma_grids_new_from_json (text, length, NULL);
  g_ptr_array_add (files, g_file_get_parent (G_FILE (source)));
  koma_window_search (self, files, grids);
}

void
koma_window_open_samples (KomaWindow *self)
{
  g_autoptr (GFile) folder = g_file_new_for_path (self->samples);
  g_autoptr (GFile) file = g_file_get_child (folder, KOMA_GRIDS_FILE_NAME);

  g_file_load_contents_async (file, NULL, loaded_cb, g_object_ref (self));
}
