/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-backend-list.h"

#include "koma-device-probe.h"

static void
entry_free (gpointer data)
{
  KomaBackendEntry *entry = data;

  g_free (entry->device);
  g_free (entry->reason);
  g_free (entry);
}

static KomaBackendEntry *
entry_new (const KomaBackendClass *backend)
{
  KomaBackendEntry *entry = g_new0 (KomaBackendEntry, 1);
  g_auto (KomaDevice) device = { 0 };
  g_autoptr (GError) error = NULL;

  entry->name = backend->name;
  entry->title = backend->title;
  if (koma_device_probe (backend, &device, &error)) {
    entry->device = g_steal_pointer (&device.name);
    entry->is_software = device.is_software;
  } else {
    entry->reason = g_strdup (error->message);
  }
  return entry;
}

static void
list_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);

  for (guint i = 0; i < koma_backends_get_n (); i++)
    g_ptr_array_add (entries, entry_new (koma_backends_get (i)));
  g_task_return_pointer (task, entries, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * koma_backend_list_async:
 * @cancellable: (nullable): for the call
 * @callback: called in the caller's main context
 * @user_data: for @callback
 *
 * Asks each backend whether it can be used here, and on what device.
 *
 * Thread: one whose default main context runs.
 */
void
koma_backend_list_async (GCancellable       *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_backend_list_async);
  g_task_set_name (task, "[koma] list backends");
  g_task_run_in_thread (task, list_thread);
}

/**
 * koma_backend_list_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Thread: that of the callback.
 *
 * Returns: (transfer full) (element-type KomaBackendEntry): the backends built
 *   in, those that automatic choice prefers first
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 */
GPtrArray *
koma_backend_list_finish (GAsyncResult *result,
                          GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
