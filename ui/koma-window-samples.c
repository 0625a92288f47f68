/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include "worker/koma-data-dir.h"

/* The pictures to try Koma on are of what its own model knows. */
static gboolean
has_samples (KomaWindow *self)
{
  return self->samples != NULL && koma_model_loader_is_bundled (self->loader);
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

void
koma_window_open_samples (KomaWindow *self)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_for_path (self->samples));
  koma_window_open_files (self, files);
}
