/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The models to choose from. */

#include "koma-model-control-private.h"

#include "worker/koma-thread.h"

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaModelControl) self = user_data;
  g_autoptr (GPtrArray) entries =
    koma_model_choices_list_finish (KOMA_MODEL_CHOICES (source), result, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  if (entries == NULL)
    return;

  g_clear_pointer (&self->entries, g_ptr_array_unref);
  self->entries = g_steal_pointer (&entries);
  g_signal_emit_by_name (self, "entries-changed");
}

void
koma_model_control_refresh (KomaModelControl *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  self->listing = g_cancellable_new ();
  koma_model_choices_list_async (self->choices, self->listing, listed_cb, g_object_ref (self));
}

/**
 * koma_model_control_is_recent:
 * @self: a control
 * @path: of a model
 *
 * Returns: whether the menu has it among those that were opened before
 */
gboolean
koma_model_control_is_recent (KomaModelControl *self,
                              const char       *path)
{
  for (guint i = 0; i < self->entries->len; i++) {
    const KomaModelEntry *entry = g_ptr_array_index (self->entries, i);

    if (entry->is_recent && g_str_equal (entry->path, path))
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_model_control_set_recent:
 * @self: a control
 * @path: of a model
 * @is_recent: whether the menu is to have it
 *
 * Puts it first, or removes it.
 */
void
koma_model_control_set_recent (KomaModelControl *self,
                               const char       *path,
                               gboolean          is_recent)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (is_recent)
    koma_model_choices_add_recent (self->choices, path);
  else
    koma_model_choices_remove_recent (self->choices, path);
  koma_model_control_refresh (self);
}
