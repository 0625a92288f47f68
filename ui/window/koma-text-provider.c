/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-text-provider.h"

#include "worker/koma-thread.h"

#include <string.h>

/**
 * KomaTextProvider:
 *
 * gdk_clipboard_set_text() is for short texts. On X11 a text longer than one
 * request (256 KiB) is sent in parts, each after the receiver took the one
 * before. GTK's own provider leaves the stream open, and GDK closes it when the
 * last reference goes: on the main thread, waiting for parts that only the main
 * thread can send. The window hangs for good (GTK 4.8; also reported of 4.22).
 * This provider closes the stream asynchronously first.
 */

struct _KomaTextProvider
{
  GdkContentProvider parent_instance;

  GBytes *text;
};

G_DEFINE_FINAL_TYPE (KomaTextProvider, koma_text_provider, GDK_TYPE_CONTENT_PROVIDER)

static const char *const mime_types[] = { "text/plain;charset=utf-8", "text/plain" };

static GdkContentFormats *
koma_text_provider_ref_formats (GdkContentProvider *provider)
{
  return gdk_content_formats_new ((const char **) mime_types, G_N_ELEMENTS (mime_types));
}

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, &error) < 0)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
koma_text_provider_write_async (GdkContentProvider *provider,
                                const char         *mime_type,
                                GOutputStream      *stream,
                                int                 io_priority,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  KomaTextProvider *self = KOMA_TEXT_PROVIDER (provider);
  GTask            *task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GInputStream) text = g_memory_input_stream_new_from_bytes (self->text);

  g_task_set_source_tag (task, koma_text_provider_write_async);
  g_output_stream_splice_async (
    stream, text, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
    io_priority, cancellable, written_cb, task);
}

static gboolean
koma_text_provider_write_finish (GdkContentProvider *provider,
                                 GAsyncResult       *result,
                                 GError            **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
koma_text_provider_finalize (GObject *object)
{
  g_bytes_unref (KOMA_TEXT_PROVIDER (object)->text);

  G_OBJECT_CLASS (koma_text_provider_parent_class)->finalize (object);
}

static void
koma_text_provider_class_init (KomaTextProviderClass *klass)
{
  GdkContentProviderClass *provider_class = GDK_CONTENT_PROVIDER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = koma_text_provider_finalize;
  provider_class->ref_formats = koma_text_provider_ref_formats;
  provider_class->write_mime_type_async = koma_text_provider_write_async;
  provider_class->write_mime_type_finish = koma_text_provider_write_finish;
}

static void
koma_text_provider_init (KomaTextProvider *self)
{
}

/**
 * koma_text_provider_new:
 * @text: UTF-8
 *
 * Returns: (transfer full): @text as it is
 */
GdkContentProvider *
koma_text_provider_new (const char *text)
{
  KomaTextProvider *self = g_object_new (KOMA_TYPE_TEXT_PROVIDER, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->text = g_bytes_new (text, strlen (text));
  return GDK_CONTENT_PROVIDER (self);
}
