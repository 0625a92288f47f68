/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-helper.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "engine/decode/decode-share.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "koma-box-memory.h"
#include "koma-box-message.h"
#include "koma-box-process.h"

/* How long a cancellation may go unnoticed. */
#define LOOKS_PER_SECOND 20
/* Of gdk-pixbuf's pixels and of all copies; a progressive JPEG's coefficients. */
#define MAX_BYTES_PER_PIXEL 16

struct _KomaBoxHelper
{
  pid_t           pid; /* 0: it is dead */
  int             socket;
  guint           seconds;
  KomaConfinement confinement;
  KomaBoxMemory   input;
  KomaBoxMemory   output;
  gboolean        was_gone;
};

/* The picture in hand. */
typedef struct
{
  GCancellable *cancellable;
  guint64       asked_bytes; /* 0: the helper has not asked */
  guint64       share_bytes;
  int           lent; /* -1, or memory for this picture alone */
} Turn;

/* (transfer full) how it ended */
static char *
stop (KomaBoxHelper *self)
{
  char *how = NULL;

  koma_box_process_kill (self->pid);
  how = koma_box_process_wait (self->pid);
  self->pid = 0;
  return how;
}

static gboolean
fail_ended (KomaBoxHelper *self,
            GError       **error)
{
  g_autofree char *how = stop (self);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE,
               "the process that decoded this picture ended before its time (%s)", how);
  return FALSE;
}

static gboolean
fail_killed (KomaBoxHelper *self,
             const char    *why,
             GError       **error)
{
  g_autofree char *how G_GNUC_UNUSED = stop (self);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE,
               "the process that decoded this picture was stopped: %s", why);
  return FALSE;
}

/* Looks are counted, not hours: what Ctrl+Z or a suspended machine takes is no helper's time. */
static gboolean
wait_for_message (KomaBoxHelper *self,
                  GCancellable  *cancellable,
                  GError       **error)
{
  struct pollfd    socket = { .fd = self->socket, .events = POLLIN };
  g_autofree char *why = NULL;

  for (guint i = 0; i < self->seconds * LOOKS_PER_SECOND; i++) {
    const int n_ready = poll (&socket, 1, 1000 / LOOKS_PER_SECOND);

    if (n_ready > 0)
      return TRUE;
    if (g_cancellable_set_error_if_cancelled (cancellable, error)) {
      g_free (stop (self));
      return FALSE;
    }
  }
  why = g_strdup_printf ("it took longer than %u seconds", self->seconds);
  return fail_killed (self, why, error);
}

static gboolean
receive (KomaBoxHelper  *self,
         GCancellable   *cancellable,
         KomaBoxMessage *ret_message,
         GError        **error)
{
  return wait_for_message (self, cancellable, error) &&
         (koma_box_message_receive (self->socket, ret_message) || fail_ended (self, error));
}

static gboolean
ensure_memory (KomaBoxMemory *memory,
               gsize          size_bytes,
               GError       **error)
{
  return memory->size_bytes >= size_bytes ||
         koma_box_memory_make (memory, MAX (size_bytes, KOMA_BOX_KEPT_BYTES), error);
}

/* Once sent, a descriptor is the helper's. */
static gboolean
say (KomaBoxHelper  *self,
     KomaBoxMessage *message)
{
  int   fds[KOMA_BOX_MAX_MEMORIES] = { -1, -1 };
  guint n_fds = 0;

  if (self->input.fd >= 0) {
    message->new_memories |= KOMA_BOX_NEW_INPUT;
    fds[n_fds++] = self->input.fd;
  }
  if (self->output.fd >= 0) {
    message->new_memories |= KOMA_BOX_NEW_OUTPUT;
    fds[n_fds++] = self->output.fd;
  }
  if (!koma_box_message_send (self->socket, message, fds, n_fds))
    return FALSE;
  for (guint i = 0; i < n_fds; i++)
    (void) close (fds[i]);
  self->input.fd = self->output.fd = -1;
  return TRUE;
}

static gboolean
offer (KomaBoxHelper *self,
       GBytes        *bytes,
       guint          min_side,
       GError       **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_DECODE, .min_side = min_side };
  gsize          size_bytes = 0;
  const guint8  *data = g_bytes_get_data (bytes, &size_bytes);

  if (!ensure_memory (&self->input, size_bytes, error) ||
      !ensure_memory (&self->output, KOMA_BOX_KEPT_BYTES, error))
    return FALSE;
  memcpy (self->input.data, data, size_bytes);
  message.size_bytes = size_bytes;
  if (say (self, &message))
    return TRUE;
  self->was_gone = TRUE;
  return fail_ended (self, error);
}

static gboolean
lend_memory (KomaBoxHelper  *self,
             Turn           *turn,
             KomaBoxMessage *message,
             GError        **error)
{
  if (turn->asked_bytes <= self->output.size_bytes)
    return TRUE;
  message->new_memories = KOMA_BOX_LENT_OUTPUT;
  turn->lent = koma_box_memory_lend (turn->asked_bytes, error);
  return turn->lent >= 0;
}

/* Of the one limit for all decoders, here and in helpers. */
static gboolean
grant (KomaBoxHelper        *self,
       const KomaBoxMessage *wish,
       Turn                 *turn,
       GError              **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_GRANT };

  if (turn->asked_bytes > 0 || wish->size_bytes == 0 ||
      wish->size_bytes > KOMA_MAX_PICTURE_PIXELS * MAX_BYTES_PER_PIXEL)
    return fail_killed (self, "it asked for memory that no picture needs", error);
  turn->asked_bytes = wish->size_bytes;
  if (koma_decode_share_take (wish->size_bytes, turn->cancellable, &turn->share_bytes, error) &&
      lend_memory (self, turn, &message, error))
    return koma_box_message_send (self->socket, &message, &turn->lent, turn->lent >= 0 ? 1 : 0) ||
           fail_ended (self, error);
  g_free (stop (self));
  return FALSE;
}

static gboolean
is_picture_size (guint32 width,
                 guint32 height)
{
  return width > 0 && height > 0 && width <= KOMA_MAX_PICTURE_SIDE &&
         height <= KOMA_MAX_PICTURE_SIDE && (guint64) width * height <= KOMA_MAX_PICTURE_PIXELS;
}

static void
unmap (gpointer size_bytes,
       guint8  *rgb)
{
  (void) munmap (rgb, GPOINTER_TO_SIZE (size_bytes));
}

/* Pixels that the helper can not change any more: a copy, or memory that is sealed. */
static guint8 *
take_pixels (KomaBoxHelper *self,
             const Turn    *turn,
             gsize          size_bytes,
             GError       **error)
{
  guint8 *rgb = NULL;

  if (turn->lent >= 0) {
    rgb = koma_box_memory_seal (turn->lent, size_bytes);
    if (rgb == NULL)
      fail_killed (self, "it did not let go of the pixels", error);
    return rgb;
  }
  rgb = g_try_malloc (size_bytes);
  if (rgb != NULL)
    memcpy (rgb, self->output.data, size_bytes);
  else
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "out of memory for pixels of %" G_GSIZE_FORMAT " bytes", size_bytes);
  return rgb;
}

static KomaPicture *
take_picture (KomaBoxHelper        *self,
              const KomaBoxMessage *message,
              const Turn           *turn,
              GError              **error)
{
  const gsize   most = MAX (turn->asked_bytes, KOMA_DECODE_SHARE_FREE_BYTES);
  const gsize   row_bytes = (gsize) 3 * message->width;
  const guint64 size_bytes = (guint64) row_bytes * message->height;
  guint8       *rgb = NULL;
  KomaPicture  *picture = NULL;

  if (!is_picture_size (message->width, message->height) ||
      !is_picture_size (message->source_width, message->source_height) || size_bytes > most) {
    fail_killed (self, "it told a size that can not be", error);
    return NULL;
  }
  rgb = take_pixels (self, turn, size_bytes, error);
  if (rgb == NULL)
    return NULL;
  picture = koma_picture_new_take (rgb, message->width, message->height, row_bytes);
  koma_picture_set_source_size (picture, message->source_width, message->source_height);
  if (turn->lent >= 0)
    koma_picture_set_owner (picture, unmap, GSIZE_TO_POINTER (size_bytes));
  return picture;
}

/* Words of a stranger: one line of text, and no commands to a terminal. */
static void
propagate_failure (const KomaBoxMessage *message,
                   GError              **error)
{
  const gsize      length = strnlen (message->text, sizeof message->text);
  g_autofree char *text = g_utf8_make_valid (message->text, (gssize) length);
  const gboolean   is_memory = message->code == KOMA_ERROR_MEMORY;

  for (char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      memset (c, ' ', (gsize) (g_utf8_next_char (c) - c));
  g_set_error_literal (error, KOMA_ERROR, is_memory ? KOMA_ERROR_MEMORY : KOMA_ERROR_DECODE, text);
}

static KomaPicture *
hear (KomaBoxHelper *self,
      Turn          *turn,
      GError       **error)
{
  KomaBoxMessage message;

  while (receive (self, turn->cancellable, &message, error)) {
    switch (message.kind) {
    case KOMA_BOX_SHARE:
      if (!grant (self, &message, turn, error))
        return NULL;
      break;
    case KOMA_BOX_DONE:
      return take_picture (self, &message, turn, error);
    case KOMA_BOX_FAILED:
      propagate_failure (&message, error);
      return NULL;
    default:
      fail_killed (self, "it said what nobody understands", error);
      return NULL;
    }
  }
  return NULL;
}

/* Pixels stay part of the limit until the picture is dropped. */
static void
settle_share (const Turn  *turn,
              KomaPicture *picture) /* (nullable) */
{
  guint64 kept = 0;

  if (picture != NULL) {
    kept = MIN (turn->share_bytes, (guint64) picture->stride * picture->height);
    koma_picture_set_share (picture, kept);
  }
  koma_decode_share_give_back (turn->share_bytes - kept);
}

/**
 * koma_box_helper_new:
 * @seconds: that it may take for one picture, and to start
 * @error: return location
 *
 * Starts a helper, and waits until it is confined.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the helper
 *
 * Errors: those of koma_box_process_start(); %G_IO_ERROR_BROKEN_PIPE: it ended at once.
 */
KomaBoxHelper *
koma_box_helper_new (guint    seconds,
                     GError **error)
{
  g_autoptr (KomaBoxHelper) self = g_new0 (KomaBoxHelper, 1);
  KomaBoxMessage message;

  self->socket = -1;
  self->seconds = seconds;
  self->input = self->output = (KomaBoxMemory) KOMA_BOX_MEMORY_INIT;
  if (!koma_box_process_start (&self->pid, &self->socket, error) ||
      !receive (self, NULL, &message, error))
    return NULL;
  if (message.kind != KOMA_BOX_READY) {
    fail_killed (self, "it said what nobody understands", error);
    return NULL;
  }
  self->confinement = message.confinement & KOMA_CONFINEMENT_ALL;
  return g_steal_pointer (&self);
}

void
koma_box_helper_free (KomaBoxHelper *self)
{
  if (self->pid != 0)
    g_free (stop (self));
  if (self->socket >= 0)
    (void) close (self->socket);
  koma_box_memory_clear (&self->input);
  koma_box_memory_clear (&self->output);
  g_free (self);
}

KomaConfinement
koma_box_helper_get_confinement (const KomaBoxHelper *self)
{
  return self->confinement;
}

/**
 * koma_box_helper_decode:
 * @self: a helper that is usable
 * @bytes: a picture file, not empty
 * @min_side: see koma_decoder_decode_bytes()
 * @cancellable: (nullable): ends the helper, too
 * @error: return location
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the picture
 *
 * Errors: those of koma_decoder_decode_bytes(); %G_IO_ERROR_BROKEN_PIPE where the helper ended or
 * had to be killed.
 */
KomaPicture *
koma_box_helper_decode (KomaBoxHelper *self,
                        GBytes        *bytes,
                        guint          min_side,
                        GCancellable  *cancellable,
                        GError       **error)
{
  Turn         turn = { .cancellable = cancellable, .lent = -1 };
  KomaPicture *picture = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (offer (self, bytes, min_side, error))
    picture = hear (self, &turn, error);
  settle_share (&turn, picture);
  if (turn.lent >= 0)
    (void) close (turn.lent);
  koma_box_memory_drop_large (&self->input);
  return picture;
}

gboolean
koma_box_helper_is_usable (const KomaBoxHelper *self)
{
  struct timespec used = { 0 };
  clockid_t       clock = 0;

  return self->pid != 0 && clock_getcpuclockid (self->pid, &clock) == 0 &&
         clock_gettime (clock, &used) == 0 && used.tv_sec < KOMA_MAX_BOX_CPU_SECONDS / 2;
}

gboolean
koma_box_helper_was_gone (const KomaBoxHelper *self)
{
  return self->was_gone;
}
