/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-serve.h"

#include <malloc.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "engine/decode/decode-share.h"
#include "engine/koma/koma-error.h"
#include "koma-box-memory.h"
#include "koma-box-message.h"

/* Memory that was freed is used for the next picture, without asking the kernel for pages that it
 * must clear first; until there was nothing to do for a while. */
#define REUSED_BYTES (128 << 20)
#define IDLE_MS      1000

typedef struct
{
  KomaDecoderDecodeBytes decode;
  KomaBoxMemory          input;
  KomaBoxMemory          output;
  KomaBoxMemory          lent; /* in place of the output, for one picture */
} Server;

/* Each that came takes the place of the one before. */
static gboolean
adopt_memories (Server               *self,
                const KomaBoxMessage *message,
                const int             fds[KOMA_BOX_MAX_MEMORIES])
{
  guint n_adopted = 0;

  return (!(message->new_memories & KOMA_BOX_NEW_INPUT) ||
          koma_box_memory_adopt (&self->input, fds[n_adopted++])) &&
         (!(message->new_memories & KOMA_BOX_NEW_OUTPUT) ||
          koma_box_memory_adopt (&self->output, fds[n_adopted++])) &&
         (!(message->new_memories & KOMA_BOX_LENT_OUTPUT) ||
          koma_box_memory_adopt (&self->lent, fds[n_adopted++]));
}

static gboolean
receive (Server         *self,
         KomaBoxKind     kind,
         KomaBoxMessage *ret_message)
{
  int fds[KOMA_BOX_MAX_MEMORIES] = { -1, -1 };

  return koma_box_message_receive_with_fds (KOMA_BOX_SOCKET, ret_message, fds) &&
         ret_message->kind == kind && adopt_memories (self, ret_message, fds);
}

static gboolean
say (const KomaBoxMessage *message)
{
  return koma_box_message_send (KOMA_BOX_SOCKET, message, NULL, 0);
}

/* koma_decode_share_take() here waits for the one there. */
static gboolean
ask_for_share (guint64  size_bytes,
               gpointer user_data,
               GError **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_SHARE, .size_bytes = size_bytes };

  if (say (&message) && receive (user_data, KOMA_BOX_GRANT, &message))
    return TRUE;
  g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "out of memory for this picture");
  return FALSE;
}

/* One that waits for long keeps no memory. */
static gboolean
wait_for_picture (Server         *self,
                  KomaBoxMessage *ret_message)
{
  struct pollfd socket = { .fd = KOMA_BOX_SOCKET, .events = POLLIN };

#ifdef M_TRIM_THRESHOLD
  if (poll (&socket, 1, IDLE_MS) == 0)
    malloc_trim (0);
#endif
  return receive (self, KOMA_BOX_DECODE, ret_message);
}

static void
answer (Server            *self,
        const KomaPicture *picture,
        KomaBoxMessage    *ret_message)
{
  const KomaBoxMemory *output = self->lent.size_bytes > 0 ? &self->lent : &self->output;
  const gsize          row_bytes = (gsize) 3 * picture->width;

  *ret_message = (KomaBoxMessage){
    .kind = KOMA_BOX_DONE,
    .width = picture->width,
    .height = picture->height,
    .source_width = picture->source_width,
    .source_height = picture->source_height,
  };
  g_assert (picture->height * row_bytes <= output->size_bytes);
#ifdef MADV_POPULATE_WRITE /* in one go, or else page by page */
  if (output == &self->lent)
    (void) madvise (output->data, picture->height * row_bytes, MADV_POPULATE_WRITE);
#endif
  for (guint y = 0; y < picture->height; y++)
    memcpy (output->data + y * row_bytes, picture->rgb + y * picture->stride, row_bytes);
}

static void
serve_one (Server         *self,
           KomaBoxMessage *message)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (self->input.data, message->size_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = self->decode (bytes, message->min_side, NULL, &error);

  if (picture != NULL) {
    answer (self, picture, message);
    return;
  }
  *message = (KomaBoxMessage){ .kind = KOMA_BOX_FAILED, .code = (guint32) error->code };
  if (error->domain != KOMA_ERROR)
    message->code = KOMA_ERROR_DECODE;
  g_strlcpy (message->text, error->message, sizeof message->text);
}

/**
 * koma_box_serve:
 * @wanted: how this process is confined, where the kernel can
 * @decode: koma_decoder_decode_bytes()
 *
 * Confines this process, decodes pictures until Koma closes the socket, and ends it: nothing
 * here is worth to be flushed, and what runs at the end of a program wants more than may be.
 *
 * Thread: main, the only one.
 */
void
koma_box_serve (KomaConfinement        wanted,
                KomaDecoderDecodeBytes decode)
{
  Server         self = { .decode = decode };
  KomaBoxMessage message = { .kind = KOMA_BOX_READY };

  self.input = self.output = self.lent = (KomaBoxMemory) KOMA_BOX_MEMORY_INIT;
  (void) prctl (PR_SET_NAME, "koma-decoder", 0, 0, 0);
#ifdef M_TRIM_THRESHOLD
  mallopt (M_MMAP_MAX, 0);
  mallopt (M_TRIM_THRESHOLD, REUSED_BYTES);
#endif
  koma_decode_share_set_ask (ask_for_share, &self);
  message.confinement = koma_confinement_enter (wanted, KOMA_BOX_SOCKET);
  if (!say (&message))
    _exit (EXIT_FAILURE);
  while (wait_for_picture (&self, &message)) {
    serve_one (&self, &message);
    koma_box_memory_clear (&self.lent);
    if (!say (&message))
      break;
    koma_box_memory_drop_large (&self.input);
  }
  _exit (EXIT_SUCCESS);
}
