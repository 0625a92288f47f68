/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-transfer.h"

#include <string.h>

#include "ui/models/koma-model-address.h"
#include "worker/decode/koma-uri-list.h"
#include "worker/koma-thread.h"
#include "worker/net/koma-hub-address.h"

/**
 * KomaTransfer:
 *
 * Reads drops and the clipboard as bytes, never as a texture: GTK decodes
 * textures on the main thread (770 ms for a picture of 48 megapixels), and
 * the worker needs the encoded picture anyway. For the same reason a thread
 * parses lists of addresses: a selection of files may have 20 000.
 *
 * A browser offers a picture in many ways at once. Files come first. If all
 * addresses are on the web, the data of the picture is read. If there is no
 * data, the caller gets the addresses. Of text on the clipboard
 * the lines count that are paths or addresses.
 */

static const char *const uri_mime_types[] = { "text/uri-list", NULL };

/* Lossless types first. */
static const char *const picture_mime_types[] = {
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/tiff",
  "image/bmp",
  "image/gif",
  NULL,
};

typedef struct
{
  GdkDrop      *drop;      /* (nullable) the source: this */
  GdkClipboard *clipboard; /* (nullable) or this */
  KomaTransfer *transfer;  /* as far as it is known */
} Reading;

static void
reading_free (Reading *reading)
{
  g_clear_object (&reading->drop);
  g_clear_object (&reading->clipboard);
  g_clear_pointer (&reading->transfer, koma_transfer_free);
  g_free (reading);
}

static KomaTransfer *
transfer_new (void)
{
  KomaTransfer *transfer = g_new0 (KomaTransfer, 1);

  transfer->files = g_ptr_array_new_with_free_func (g_object_unref);
  transfer->addresses = g_ptr_array_new_with_free_func (g_free);
  return transfer;
}

void
koma_transfer_free (KomaTransfer *transfer)
{
  g_ptr_array_unref (transfer->files);
  g_ptr_array_unref (transfer->addresses);
  g_clear_pointer (&transfer->picture, g_bytes_unref);
  g_free (transfer);
}

static void
add_file (KomaTransfer *transfer,
          GFile        *file) /* (transfer full) */
{
  if (g_file_peek_path (file) != NULL) {
    g_ptr_array_add (transfer->files, file);
    return;
  }

  g_ptr_array_add (transfer->addresses, g_file_get_uri (file));
  g_object_unref (file);
}

/**
 * koma_transfer_new_from_uri_list:
 * @text: of type text/uri-list
 *
 * Returns: (transfer full): the local files, and the other addresses
 *
 * Thread: any
 */
KomaTransfer *
koma_transfer_new_from_uri_list (GBytes *text)
{
  KomaTransfer *transfer = transfer_new ();
  gsize         size = 0;
  const char   *data = g_bytes_get_data (text, &size);

  koma_uri_list_parse (data, size, transfer->files, transfer->addresses);
  return transfer;
}

/* A path or an address as a terminal, an editor or a browser copies it. */
static void
add_line (KomaTransfer *transfer,
          char         *line)
{
  g_autoptr (GFile) file = NULL;
  const gsize length = strlen (g_strstrip (line));

  if (length >= 2 && strchr ("'\"", line[0]) != NULL && line[length - 1] == line[0]) {
    line[length - 1] = '\0';
    line++;
  }
  if (g_str_has_prefix (line, "http://") || g_str_has_prefix (line, "https://") ||
      (koma_hub_address_is (line) && koma_model_address_is_likely (line)))
    g_ptr_array_add (transfer->addresses, g_strdup (line));
  else if (g_str_has_prefix (line, "file://"))
    file = g_file_new_for_uri (line);
  else if (*line == '/')
    file = g_file_new_for_path (line);
  else if (g_str_has_prefix (line, "~/"))
    file = g_file_new_build_filename (g_get_home_dir (), line + 2, NULL);
  if (file != NULL && g_file_peek_path (file) != NULL && g_file_query_exists (file, NULL))
    g_ptr_array_add (transfer->files, g_steal_pointer (&file));
}

/**
 * koma_transfer_new_from_text:
 * @text: plain text, one path or address a line; `~/` and quotes are understood
 *
 * Other lines, and files that are not there, are left out: any text may be on the clipboard.
 *
 * Returns: (transfer full): the files there are, and the addresses on the web
 *
 * Thread: any but main; asks the disk.
 */
KomaTransfer *
koma_transfer_new_from_text (const char *text)
{
  KomaTransfer *transfer = transfer_new ();
  g_auto (GStrv) lines = g_strsplit_set (text, "\r\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    add_line (transfer, lines[i]);
  return transfer;
}

/**
 * koma_transfer_get_formats:
 *
 * Returns: (transfer full): the types that a drop target should accept
 */
GdkContentFormats *
koma_transfer_get_formats (void)
{
  GdkContentFormatsBuilder *builder = gdk_content_formats_builder_new ();
  GdkContentFormats        *formats = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  gdk_content_formats_builder_add_gtype (builder, GDK_TYPE_FILE_LIST);
  gdk_content_formats_builder_add_mime_type (builder, uri_mime_types[0]);
  for (guint i = 0; picture_mime_types[i] != NULL; i++)
    gdk_content_formats_builder_add_mime_type (builder, picture_mime_types[i]);

  /* Adds the types that GTK converts to a file list, such as the portal's file transfer. */
  formats = gdk_content_formats_builder_free_to_formats (builder);
  return gdk_content_formats_union_deserialize_mime_types (formats);
}

static GdkContentFormats *
get_formats (Reading *reading)
{
  return reading->drop != NULL ? gdk_drop_get_formats (reading->drop)
                               : gdk_clipboard_get_formats (reading->clipboard);
}

static gboolean
offers (Reading           *reading,
        const char *const *mime_types)
{
  for (guint i = 0; mime_types[i] != NULL; i++) {
    if (gdk_content_formats_contain_mime_type (get_formats (reading), mime_types[i]))
      return TRUE;
  }
  return FALSE;
}

static gboolean
offers_file_list (Reading *reading)
{
  g_autoptr (GdkContentFormats) formats = gdk_content_formats_ref (get_formats (reading));

  formats = gdk_content_formats_union_deserialize_gtypes (g_steal_pointer (&formats));
  return gdk_content_formats_contain_gtype (formats, GDK_TYPE_FILE_LIST);
}

/* Not of drops: a text that is dragged is none of ours. */
static gboolean
offers_text (Reading *reading)
{
  g_autoptr (GdkContentFormats) formats = gdk_content_formats_ref (get_formats (reading));

  formats = gdk_content_formats_union_deserialize_gtypes (g_steal_pointer (&formats));
  return reading->clipboard != NULL && gdk_content_formats_contain_gtype (formats, G_TYPE_STRING);
}

/* ---- Bytes of one of some types ---- */

static void
spliced_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, &error) < 0)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task,
                           g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source)),
                           (GDestroyNotify) g_bytes_unref);
}

static void
stream_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  const GOutputStreamSpliceFlags close_both = G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE |
                                              G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET;
  g_autoptr (GTask) task = user_data;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (GOutputStream) memory = NULL;
  GCancellable *cancellable = g_task_get_cancellable (task);
  GError       *error = NULL;

  if (GDK_IS_DROP (source))
    stream = gdk_drop_read_finish (GDK_DROP (source), result, NULL, &error);
  else
    stream = gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);
  if (stream == NULL) {
    g_task_return_error (task, error);
    return;
  }

  memory = g_memory_output_stream_new_resizable ();
  g_output_stream_splice_async (memory, stream, close_both, G_PRIORITY_DEFAULT, cancellable,
                                spliced_cb, g_steal_pointer (&task));
}

static void
read_bytes_async (Reading            *reading,
                  const char *const  *mime_types,
                  GCancellable       *cancellable,
                  GAsyncReadyCallback callback,
                  gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  if (reading->drop != NULL)
    gdk_drop_read_async (reading->drop, (const char **) mime_types, G_PRIORITY_DEFAULT,
                         cancellable, stream_cb, task);
  else
    gdk_clipboard_read_async (reading->clipboard, (const char **) mime_types, G_PRIORITY_DEFAULT,
                              cancellable, stream_cb, task);
}

/* ---- The steps: addresses or file list, then picture, then text ---- */

static void
return_transfer (GTask *task)
{
  Reading *reading = g_task_get_task_data (task);

  g_task_return_pointer (task, g_steal_pointer (&reading->transfer),
                         (GDestroyNotify) koma_transfer_free);
}

static void
picture_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  GError  *error = NULL;
  GBytes  *bytes = g_task_propagate_pointer (G_TASK (result), &error);

  if (bytes == NULL) {
    g_task_return_error (task, error);
    return;
  }
  reading->transfer->picture = bytes;
  return_transfer (task);
}

static void
text_parsed_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);

  g_clear_pointer (&reading->transfer, koma_transfer_free);
  reading->transfer = g_task_propagate_pointer (G_TASK (result), NULL);
  return_transfer (task);
}

static void
parse_text (GTask        *task,
            gpointer      source,
            gpointer      task_data,
            GCancellable *cancellable)
{
  g_task_return_pointer (task, koma_transfer_new_from_text (task_data),
                         (GDestroyNotify) koma_transfer_free);
}

static void
text_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GTask) parsing = NULL;
  GError *error = NULL;
  char   *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, &error);

  if (text == NULL) {
    g_task_return_error (task, error);
    return;
  }
  parsing = g_task_new (NULL, NULL, text_parsed_cb, g_steal_pointer (&task));
  g_task_set_task_data (parsing, text, g_free);
  g_task_run_in_thread (parsing, parse_text);
}

static void
read_picture_if_no_files (GTask *task) /* (transfer full) */
{
  Reading       *reading = g_task_get_task_data (task);
  const gboolean has_files = reading->transfer->files->len > 0;

  if (!has_files && offers (reading, picture_mime_types)) {
    read_bytes_async (reading, picture_mime_types, g_task_get_cancellable (task), picture_cb, task);
    return;
  }
  if (!has_files && reading->transfer->addresses->len == 0 && offers_text (reading)) {
    gdk_clipboard_read_text_async (reading->clipboard, g_task_get_cancellable (task), text_cb,
                                   task);
    return;
  }
  return_transfer (task);
  g_object_unref (task);
}

static void
parse_uris (GTask        *task,
            gpointer      source,
            gpointer      task_data,
            GCancellable *cancellable)
{
  g_task_return_pointer (task, koma_transfer_new_from_uri_list (task_data),
                         (GDestroyNotify) koma_transfer_free);
}

static void
parsed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GTask   *task = user_data;
  Reading *reading = g_task_get_task_data (task);

  g_clear_pointer (&reading->transfer, koma_transfer_free);
  reading->transfer = g_task_propagate_pointer (G_TASK (result), NULL);
  read_picture_if_no_files (task);
}

static void
uris_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GTask) parsing = NULL;
  GError *error = NULL;
  GBytes *bytes = g_task_propagate_pointer (G_TASK (result), &error);

  if (bytes == NULL) {
    g_task_return_error (task, error);
    return;
  }

  parsing = g_task_new (NULL, NULL, parsed_cb, g_steal_pointer (&task));
  g_task_set_task_data (parsing, bytes, (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (parsing, parse_uris);
}

static void
file_list_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading      *reading = g_task_get_task_data (task);
  GError       *error = NULL;
  const GValue *value = NULL;
  GSList       *files = NULL;

  if (GDK_IS_DROP (source))
    value = gdk_drop_read_value_finish (GDK_DROP (source), result, &error);
  else
    value = gdk_clipboard_read_value_finish (GDK_CLIPBOARD (source), result, &error);
  if (value == NULL) {
    g_task_return_error (task, error);
    return;
  }

  files = gdk_file_list_get_files (g_value_get_boxed (value)); /* (transfer container) */
  for (GSList *link = files; link != NULL; link = link->next)
    add_file (reading->transfer, g_object_ref (link->data));
  g_slist_free (files);
  read_picture_if_no_files (g_steal_pointer (&task));
}

static void
start (Reading            *reading, /* (transfer full) */
       GCancellable       *cancellable,
       GAsyncReadyCallback callback,
       gpointer            user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  reading->transfer = transfer_new ();
  g_task_set_task_data (task, reading, (GDestroyNotify) reading_free);

  if (offers (reading, uri_mime_types))
    read_bytes_async (reading, uri_mime_types, cancellable, uris_cb, task);
  else if (!offers_file_list (reading))
    read_picture_if_no_files (task);
  else if (reading->drop != NULL)
    gdk_drop_read_value_async (reading->drop, GDK_TYPE_FILE_LIST, G_PRIORITY_DEFAULT,
                               cancellable, file_list_cb, task);
  else
    gdk_clipboard_read_value_async (reading->clipboard, GDK_TYPE_FILE_LIST, G_PRIORITY_DEFAULT,
                                    cancellable, file_list_cb, task);
}

void
koma_transfer_read_drop_async (GdkDrop            *drop,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  Reading *reading = g_new0 (Reading, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  reading->drop = g_object_ref (drop);
  start (reading, cancellable, callback, user_data);
}

void
koma_transfer_read_clipboard_async (GdkClipboard       *clipboard,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data)
{
  Reading *reading = g_new0 (Reading, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  reading->clipboard = g_object_ref (clipboard);
  start (reading, cancellable, callback, user_data);
}

KomaTransfer *
koma_transfer_read_finish (GAsyncResult *result,
                           GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
