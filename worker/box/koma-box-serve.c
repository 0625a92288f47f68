/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-serve.h"

#include <locale.h>
#include <malloc.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "koma-box-serve-model.h"
#include "worker/take/koma-xmp-answer.h"

/* Memory that was freed is used for the next picture, without asking the kernel for pages that it
 * must clear first; until there was nothing to do for a while. */
#define REUSED_BYTES (128 << 20)
#define IDLE_MS      1000

const KomaBoxReaders koma_box_readers = {
  .decode = koma_decoder_decode_bytes,
  .models = { koma_format_read, koma_archive_read, koma_tokenizer_new_for_model },
  .xmp = koma_xmp_answer,
};

typedef struct
{
  const KomaBoxReaders *readers;
  KomaBoxMemory         input;
  KomaBoxMemory         output;
  int                   file; /* -1, or that of the turn */
} Server;

/* Each memory that came takes the place of the one before. */
static gboolean
adopt (Server               *self,
       const KomaBoxMessage *message,
       const int             fds[KOMA_BOX_MAX_FDS])
{
  KomaBoxMemory *memories[] = { &self->input, &self->output };
  guint          n_adopted = 0;

  for (guint i = 0; i < G_N_ELEMENTS (memories); i++)
    if ((message->fds & (1u << i)) && !koma_box_memory_adopt (memories[i], fds[n_adopted++]))
      return FALSE;
  if (message->fds & KOMA_BOX_FD_FILE)
    self->file = fds[n_adopted];
  return TRUE;
}

static gboolean
receive (Server         *self,
         KomaBoxMessage *ret_message)
{
  int fds[KOMA_BOX_MAX_FDS] = { -1, -1, -1 };

  return koma_box_message_receive_with_fds (KOMA_BOX_SOCKET, ret_message, fds) &&
         adopt (self, ret_message, fds);
}

/* koma_decode_share_take() here waits for the one there. */
static gboolean
ask_for_share (guint64  size_bytes,
               gpointer user_data,
               GError **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_SHARE, .size_bytes = size_bytes };

  koma_box_send_message (&message);
  if (!receive (user_data, &message))
    _exit (EXIT_FAILURE);
  return TRUE;
}

/* One that waits for long keeps no memory. */
static gboolean
wait_for_turn (Server         *self,
               KomaBoxMessage *ret_message)
{
  struct pollfd socket = { .fd = KOMA_BOX_SOCKET, .events = POLLIN };

#ifdef M_TRIM_THRESHOLD
  if (poll (&socket, 1, IDLE_MS) == 0)
    malloc_trim (0);
#endif
  return receive (self, ret_message);
}

static void
send_picture (const KomaBoxMemory *output,
              const KomaPicture   *picture)
{
  const gsize row_bytes = (gsize) 3 * picture->width;
  KomaBoxSend send = { .output = output };

  send.message = (KomaBoxMessage){
    .kind = KOMA_BOX_DONE,
    .width = picture->width,
    .height = picture->height,
    .source_width = picture->source_width,
    .source_height = picture->source_height,
    .taken_us = picture->taken.time_us,
    .camera = picture->taken.camera,
  };
  for (guint y = 0; y < picture->height; y++)
    koma_box_send_bytes (&send, picture->rgb + y * picture->stride, row_bytes);
  koma_box_send_part (&send);
}

static void
serve_picture (const Server         *self,
               const KomaBoxMessage *message)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (self->input.data, message->size_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture =
    self->readers->decode (bytes, message->min_side, NULL, &error);

  if (picture != NULL)
    send_picture (&self->output, picture);
  else
    koma_box_serve_failure (error);
}

static void
serve_xmp (const Server         *self,
           const KomaBoxMessage *message)
{
  g_autoptr (GBytes) request = g_bytes_new_static (self->input.data, message->size_bytes);
  g_autoptr (GBytes) answer = self->readers->xmp (request);
  KomaBoxSend send = { .output = &self->output };

  send.message = (KomaBoxMessage){ .kind = KOMA_BOX_DONE, .size_bytes = g_bytes_get_size (answer) };
  koma_box_send_bytes (&send, g_bytes_get_data (answer, NULL), g_bytes_get_size (answer));
  koma_box_send_part (&send);
}

static gboolean
serve_one (Server               *self,
           const KomaBoxMessage *message)
{
  switch (message->kind) {
  case KOMA_BOX_DECODE:
    serve_picture (self, message);
    break;
  case KOMA_BOX_XMP:
    serve_xmp (self, message);
    break;
  case KOMA_BOX_READ:
    koma_box_serve_model (&self->readers->models, &self->input, &self->output, message);
    break;
  case KOMA_BOX_WORDS:
    koma_box_serve_words (&self->readers->models, &self->output, message);
    break;
  case KOMA_BOX_UNPACK:
    koma_box_serve_archive (&self->readers->models, self->file, &self->output);
    (void) close (self->file);
    break;
  default:
    return FALSE;
  }
  koma_box_memory_drop_large (&self->input);
  return TRUE;
}

/* GLib ends a process that has no memory left. Koma is told so by how it ends. */
static GLogWriterOutput
write_log (GLogLevelFlags   level,
           const GLogField *fields,
           gsize            n_fields,
           gpointer         user_data)
{
  if (level & G_LOG_LEVEL_ERROR)
    _exit (KOMA_BOX_EXIT_MEMORY);
  return G_LOG_WRITER_HANDLED;
}

/**
 * koma_box_serve:
 * @wanted: how this process is confined, where the kernel can
 * @readers: &koma_box_readers
 *
 * Confines this process, reads pictures, models and archives until Koma closes the socket, and ends
 * it: nothing here is worth to be flushed, and what runs at the end of a program wants more than
 * may be.
 *
 * Thread: main, the only one.
 */
void
koma_box_serve (KomaConfinement       wanted,
                const KomaBoxReaders *readers)
{
  Server         self = { .readers = readers, .file = -1 };
  KomaBoxMessage message = { .kind = KOMA_BOX_READY };

  self.input = self.output = (KomaBoxMemory) KOMA_BOX_MEMORY_INIT;
  (void) prctl (PR_SET_NAME, "koma-decoder", 0, 0, 0);
#ifdef M_TRIM_THRESHOLD
  mallopt (M_MMAP_MAX, 0);
  mallopt (M_TRIM_THRESHOLD, REUSED_BYTES);
#endif
  /* libarchive gives no names of other letters without it. Numbers stay those of C. */
  (void) setlocale (LC_CTYPE, "C.UTF-8");
  g_log_set_writer_func (write_log, NULL, NULL);
  koma_decode_share_set_ask (ask_for_share, &self);
  message.confinement = koma_confinement_enter (wanted, KOMA_BOX_SOCKET);
  koma_box_send_message (&message);
  while (wait_for_turn (&self, &message) && serve_one (&self, &message))
    continue;
  _exit (EXIT_SUCCESS);
}
