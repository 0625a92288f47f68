/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-export-queue.h"

/* Parts that wait: enough for a thread that is faster than who makes them. */
#define MAX_WAITING 8

/* How soon a thread that waits hears that it was cancelled. */
#define PATIENCE_US 50000

struct _KomaExportQueue
{
  gatomicrefcount ref_count;
  guint           n_rows;
  GAsyncQueue    *parts; /* (element-type GPtrArray) */
};

/**
 * koma_export_queue_new:
 * @n_rows: that will be put into it, in all
 *
 * Thread: any.
 *
 * Returns: (transfer full): without rows
 */
KomaExportQueue *
koma_export_queue_new (guint n_rows)
{
  KomaExportQueue *self = g_new0 (KomaExportQueue, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->n_rows = n_rows;
  self->parts = g_async_queue_new_full ((GDestroyNotify) g_ptr_array_unref);
  return self;
}

KomaExportQueue *
koma_export_queue_ref (KomaExportQueue *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
koma_export_queue_unref (KomaExportQueue *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_async_queue_unref (self->parts);
  g_free (self);
}

guint
koma_export_queue_get_n_rows (KomaExportQueue *self)
{
  return self->n_rows;
}

/* Thread: any. */
gboolean
koma_export_queue_is_full (KomaExportQueue *self)
{
  return g_async_queue_length (self->parts) >= MAX_WAITING;
}

/**
 * koma_export_queue_push:
 * @self: a queue
 * @rows: (element-type KomaExportRow): nobody changes them from now on
 *
 * Thread: any.
 */
void
koma_export_queue_push (KomaExportQueue *self,
                        GPtrArray       *rows)
{
  g_async_queue_push (self->parts, g_ptr_array_ref (rows));
}

/**
 * koma_export_queue_pop:
 * @self: a queue that is to get more rows
 *
 * Waits until there are some.
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 * Thread: any but the main one.
 *
 * Returns: (transfer full) (nullable) (element-type KomaExportRow): the next rows
 */
GPtrArray *
koma_export_queue_pop (KomaExportQueue *self,
                       GCancellable    *cancellable,
                       GError         **error)
{
  GPtrArray *rows = NULL;

  while (rows == NULL) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return NULL;
    rows = g_async_queue_timeout_pop (self->parts, PATIENCE_US);
  }
  return rows;
}
