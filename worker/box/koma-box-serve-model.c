/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-serve-model.h"

#include <errno.h>

#include "engine/koma-app.h"
#include "koma-box-inputs.h"

void
koma_box_serve_failure (const GError *error)
{
  const KomaBoxMessage message = koma_box_message_for_error (error);

  koma_box_send_message (&message);
}

/* koma_file_open () here is the one there. */
static int
open_there (const char *path,
            guint64    *ret_size_bytes,
            guint      *ret_kept,
            gpointer    user_data,
            GError    **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_OPEN, .keep = ret_kept != NULL };
  int            fds[KOMA_BOX_MAX_FDS];

  while (g_str_has_prefix (path, "./"))
    path += 2;
  if (g_strlcpy (message.text, path, sizeof message.text) >= sizeof message.text) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NAMETOOLONG, "%.64s…: %s", path,
                 g_strerror (ENAMETOOLONG));
    return -1;
  }
  koma_box_send_message (&message);
  koma_box_send_receive (&message, fds);
  if (message.kind == KOMA_BOX_OPENED) {
    *ret_size_bytes = message.size_bytes;
    if (ret_kept != NULL)
      *ret_kept = message.kept;
    return fds[0];
  }
  g_set_error_literal (error, message.domain == KOMA_BOX_DOMAIN_FILE ? G_FILE_ERROR : KOMA_ERROR,
                       (int) message.code, message.text);
  return -1;
}

static void
tell_progress (double   fraction,
               gpointer user_data)
{
  guint         *told = user_data;
  KomaBoxMessage message = { .kind = KOMA_BOX_PROGRESS };

  message.progress = (guint32) (CLAMP (fraction, 0, 1) * KOMA_BOX_PROGRESS_WHOLE);
  if (message.progress < *told + KOMA_BOX_PROGRESS_WHOLE / 100)
    return;
  *told = message.progress;
  koma_box_send_message (&message);
}

static void
send_model (const KomaBoxMemory *output,
            const KomaRawParts  *parts)
{
  KomaBoxSend send = { .output = output, .message.kind = KOMA_BOX_DONE };

  send.message.size_bytes = parts->size_bytes;
  send.message.offset = parts->offset;
  send.message.files_bytes = parts->files_bytes;
  for (guint i = 0; i < parts->parts->len; i++) {
    const KomaRawPart *part = &g_array_index (parts->parts, KomaRawPart, i);

    koma_box_send_bytes (&send, part->data, part->size_bytes);
  }
  koma_box_send_part (&send);
}

void
koma_box_serve_model (const KomaModelReader *reader,
                      const KomaBoxMemory   *input,
                      const KomaBoxMemory   *output,
                      const KomaBoxMessage  *message)
{
  guint         told = 0;
  const guint8 *packed = input->data + message->size_bytes;
  g_autoptr (GPtrArray) inputs = koma_box_inputs_unpack (packed, message->offset);
  const KomaModelFile file = {
    .path = message->text,
    .shapes = message->size_bytes > 0 ? (const KomaShape *) input->data : NULL,
    .n_shapes = (guint) (message->size_bytes / sizeof (KomaShape)),
    .inputs = (GBytes *const *) inputs->pdata,
    .n_inputs = inputs->len,
    .progress = tell_progress,
    .user_data = &told,
  };
  g_autoptr (KomaRawModel) raw = koma_raw_model_new ();
  g_auto (KomaRawParts) parts = { 0 };
  g_autoptr (GError) error = NULL;

  koma_file_set_opener (open_there, NULL);
  if (reader->read (koma_formats_get (message->format), &file, raw, &error) &&
      koma_raw_model_write (raw, &parts, &error))
    send_model (output, &parts);
  else
    koma_box_serve_failure (error);
}

void
koma_box_serve_words (const KomaModelReader *reader,
                      const KomaBoxMemory   *output,
                      const KomaBoxMessage  *message)
{
  KomaBoxSend send = { .output = output, .message.kind = KOMA_BOX_DONE };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GBytes) bytes = NULL;

  koma_file_set_opener (open_there, NULL);
  tokenizer = reader->read_tokenizer (message->text, &error);
  if (tokenizer == NULL) {
    koma_box_serve_failure (error);
    return;
  }
  bytes = koma_tokenizer_to_bytes (tokenizer);
  send.message.size_bytes = g_bytes_get_size (bytes);
  koma_box_send_bytes (&send, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  koma_box_send_part (&send);
}

static gboolean
begin_file (const char *name,
            gpointer    user_data,
            GError    **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_FILE };

  koma_box_send_part (user_data);
  koma_box_send_wait (user_data);
  if (g_strlcpy (message.text, name, sizeof message.text) >= sizeof message.text)
    return koma_fail (error, KOMA_ERROR_MODEL, "“%.64s…” in it has too long a name", name);
  koma_box_send_message (&message);
  return TRUE;
}

static gboolean
write_file (gconstpointer data,
            gsize         length,
            gpointer      user_data,
            GError      **error)
{
  koma_box_send_bytes (user_data, data, length);
  return TRUE;
}

void
koma_box_serve_archive (const KomaModelReader *reader,
                        int                    fd,
                        const KomaBoxMemory   *output)
{
  KomaBoxSend           send = { .output = output, .message.kind = KOMA_BOX_PART };
  const KomaArchiveSink sink = { begin_file, write_file, &send };
  const KomaBoxMessage  done = { .kind = KOMA_BOX_DONE };
  g_autoptr (GError) error = NULL;

  if (!reader->read_archive (fd, &sink, &error)) {
    koma_box_serve_failure (error);
    return;
  }
  koma_box_send_part (&send);
  koma_box_send_wait (&send);
  koma_box_send_message (&done);
}
