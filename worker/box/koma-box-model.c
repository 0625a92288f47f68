/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model's turn: the helper asks for its files by their names. What it made of them is copied, and
 * read as if it came from a stranger. An archive's turn: what it holds comes in parts. */
#include <string.h>

#include "engine/koma-app.h"
#include "koma-box-files.h"
#include "koma-box-helper-private.h"
#include "koma-box-inputs.h"
#include "koma-box-result.h"

typedef struct
{
  const KomaModelFile *file;
  KomaBoxFiles         files;
  double               fraction; /* that was told */
} Turn;

/* Readers of models know of none, so who calls them leaves it with the thread. */
static GCancellable *
get_cancellable (void)
{
  return g_cancellable_get_current ();
}

static gboolean
offer (KomaBoxHelper    *self,
       const KomaFormat *format,
       const Turn       *turn,
       GError          **error)
{
  const KomaModelFile *file = turn->file;
  KomaBoxMessage       message = { .kind = KOMA_BOX_READ };
  g_autoptr (GByteArray) inputs = koma_box_inputs_pack (file->inputs, file->n_inputs);

  message.format = koma_formats_get_index (format);
  message.size_bytes = file->n_shapes * sizeof (KomaShape);
  message.offset = inputs->len;
  g_strlcpy (message.text, turn->files.name, sizeof message.text);
  if (!koma_box_helper_ensure_memory (&self->input, MAX (message.size_bytes + message.offset, 1),
                                      error) ||
      !koma_box_helper_ensure_memory (&self->output, KOMA_BOX_PART_BYTES, error))
    return FALSE;
  if (file->n_shapes > 0)
    memcpy (self->input.data, file->shapes, message.size_bytes);
  if (inputs->len > 0)
    memcpy (self->input.data + message.size_bytes, inputs->data, inputs->len);
  return koma_box_helper_say (self, &message, -1, error);
}

static void
report (Turn  *turn,
        double fraction)
{
  turn->fraction = fraction;
  if (turn->file->progress != NULL)
    turn->file->progress (fraction, turn->file->user_data);
}

/* Behind what the helper has told. */
static void
report_rest (double   fraction,
             gpointer user_data)
{
  const Turn *turn = user_data;

  if (turn->file->progress != NULL)
    turn->file->progress (turn->fraction + (1 - turn->fraction) * fraction, turn->file->user_data);
}

/* What lies in files is read from the files themselves: their names may be others' by now. */
static gboolean
read_model (KomaBoxHelper       *self,
            Turn                *turn,
            const KomaRawMemory *memory,
            guint8              *files_to,
            KomaRawModel        *ret_raw,
            GError             **error)
{
  const KomaRawFile *files = (const KomaRawFile *) turn->files.kept->data;
  g_auto (KomaRawWanted) wanted = { 0 };
  g_autoptr (GError) lie = NULL;

  if (!koma_raw_model_read (memory, files, turn->files.kept->len, ret_raw, &wanted, &lie))
    return koma_box_helper_fail_killed (self, lie->message, error);
  if (!koma_raw_files_read (&wanted, files, files_to, report_rest, turn, ret_raw, error))
    return FALSE;
  if (turn->fraction < 1)
    report (turn, 1);
  return TRUE;
}

static gboolean
take_model (KomaBoxHelper        *self,
            Turn                 *turn,
            const KomaBoxMessage *message,
            KomaRawModel         *ret_raw,
            GError              **error)
{
  const guint64 begin = koma_raw_files_begin (message->size_bytes);
  const guint64 room = begin + message->files_bytes;
  KomaRawMemory memory = { .offset = message->offset, .size_bytes = message->size_bytes };
  KomaBoxResult result = { 0 };
  g_autoptr (GBytes) bytes = NULL;

  if (message->size_bytes == 0 || message->size_bytes > KOMA_MAX_BOX_MODEL_BYTES ||
      message->files_bytes > KOMA_MAX_BOX_MODEL_BYTES - message->size_bytes)
    return koma_box_helper_fail_killed (self, "it told a size that can not be", error);
  if (!koma_box_result_take (&result, self, message, message->size_bytes, room,
                             get_cancellable (), error))
    return FALSE;
  bytes = koma_box_result_to_bytes (&result, room);
  memory.memory = bytes;
  return read_model (self, turn, &memory, result.data + begin, ret_raw, error);
}

static gboolean
hear (KomaBoxHelper *self,
      Turn          *turn,
      KomaRawModel  *ret_raw,
      GError       **error)
{
  KomaBoxMessage message;

  while (koma_box_helper_receive (self, get_cancellable (), &message, error)) {
    switch (message.kind) {
    case KOMA_BOX_OPEN:
      if (!koma_box_files_open (&turn->files, self, &message, error))
        return FALSE;
      break;
    case KOMA_BOX_PROGRESS:
      if (message.progress <= KOMA_BOX_PROGRESS_WHOLE)
        report (turn, (double) message.progress / KOMA_BOX_PROGRESS_WHOLE);
      break;
    case KOMA_BOX_DONE:
      return take_model (self, turn, &message, ret_raw, error);
    case KOMA_BOX_FAILED:
      koma_box_helper_propagate (&message, KOMA_ERROR_MODEL, error);
      return FALSE;
    default:
      return koma_box_helper_fail_killed (self, "it said what nobody understands", error);
    }
  }
  return FALSE;
}

/**
 * koma_box_helper_read_model:
 * @self: a helper that is fresh
 * @format: of koma_formats_find()
 * @file: the model's file
 * @ret_raw: (out): as koma_format_read() gives it
 * @error: return location
 *
 * Thread: any but main. Errors: those of koma_format_read(); %G_IO_ERROR_BROKEN_PIPE where the
 * helper ended or had to be killed; %G_IO_ERROR_CANCELLED by g_cancellable_get_current().
 *
 * Returns: whether it was read
 */
gboolean
koma_box_helper_read_model (KomaBoxHelper       *self,
                            const KomaFormat    *format,
                            const KomaModelFile *file,
                            KomaRawModel        *ret_raw,
                            GError             **error)
{
  Turn     turn = { .file = file };
  gboolean is_read = FALSE;

  koma_box_files_init (&turn.files, file->path);
  koma_box_helper_begin (self, "read this model", KOMA_BOX_TIMES_LONGER * self->seconds);
  is_read = offer (self, format, &turn, error) && hear (self, &turn, ret_raw, error);
  koma_box_files_clear (&turn.files);
  return is_read;
}

/* Bytes that the helper may change while they are written: it could have said so at once. */
static gboolean
take_part (KomaBoxHelper         *self,
           const KomaArchiveSink *sink,
           gsize                  size_bytes,
           GError               **error)
{
  KomaBoxMessage answer = { .kind = KOMA_BOX_GRANT };

  if (size_bytes > self->output.size_bytes)
    return koma_box_helper_fail_killed (self, "it told a size that can not be", error);
  return sink->write (self->output.data, size_bytes, sink->user_data, error) &&
         koma_box_helper_say (self, &answer, -1, error);
}

static gboolean
hear_archive (KomaBoxHelper         *self,
              const KomaArchiveSink *sink,
              GError               **error)
{
  KomaBoxMessage message;

  while (koma_box_helper_receive (self, get_cancellable (), &message, error)) {
    switch (message.kind) {
    case KOMA_BOX_FILE:
      if (!sink->begin (message.text, sink->user_data, error))
        return FALSE;
      break;
    case KOMA_BOX_PART:
      if (!take_part (self, sink, message.part_bytes, error))
        return FALSE;
      break;
    case KOMA_BOX_DONE:
      return TRUE;
    case KOMA_BOX_FAILED:
      koma_box_helper_propagate (&message, KOMA_ERROR_MODEL, error);
      return FALSE;
    default:
      return koma_box_helper_fail_killed (self, "it said what nobody understands", error);
    }
  }
  return FALSE;
}

/**
 * koma_box_helper_read_archive:
 * @self: a helper that is fresh
 * @fd: see koma_archive_read()
 * @sink: checks names and sizes
 * @error: return location
 *
 * Thread: any but main. Errors: those of koma_archive_read(); %G_IO_ERROR_BROKEN_PIPE where the
 * helper ended or had to be killed; %G_IO_ERROR_CANCELLED by g_cancellable_get_current().
 *
 * Returns: whether all of it was read
 */
gboolean
koma_box_helper_read_archive (KomaBoxHelper         *self,
                              int                    fd,
                              const KomaArchiveSink *sink,
                              GError               **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_UNPACK, .fds = KOMA_BOX_FD_FILE };

  koma_box_helper_begin (self, "unpacked this archive", KOMA_BOX_TIMES_LONGER * self->seconds);
  if (koma_box_helper_ensure_memory (&self->output, KOMA_BOX_PART_BYTES, error) &&
      koma_box_helper_say (self, &message, fd, error) && hear_archive (self, sink, error))
    return TRUE;
  /* In the middle of an archive that nobody wants any more. */
  if (self->pid != 0)
    g_free (koma_box_helper_stop (self));
  return FALSE;
}
