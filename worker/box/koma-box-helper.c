/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Starting, hearing and ending a helper; koma-box-picture.c and koma-box-model.c have what it is
 * asked to do. */
#include "koma-box-helper.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "koma-box-helper-private.h"
#include "koma-box-process.h"

/* How long a cancellation may go unnoticed. */
#define LOOK_MS 50
#define LOOK_US (G_TIME_SPAN_MILLISECOND * LOOK_MS)
/* Of one turn: a model of ten thousand files, each looked for under three names. */
#define MAX_MESSAGES 100000

/**
 * koma_box_helper_begin:
 * @what: that it is to do, for errors: "decoded this picture"
 * @seconds: that it has for it
 *
 * Begins a turn.
 */
void
koma_box_helper_begin (KomaBoxHelper *self,
                       const char    *what,
                       guint          seconds)
{
  self->is_fresh = FALSE;
  self->what = what;
  self->turn_seconds = seconds;
  self->left_us = (gint64) seconds * G_USEC_PER_SEC;
  self->messages_left = MAX_MESSAGES;
}

/* (transfer full) how it ended */
char *
koma_box_helper_stop (KomaBoxHelper *self)
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
  g_autofree char *how = koma_box_helper_stop (self);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE,
               "the process that %s ended before its time (%s)", self->what, how);
  return FALSE;
}

gboolean
koma_box_helper_fail_killed (KomaBoxHelper *self,
                             const char    *why,
                             GError       **error)
{
  g_autofree char *how G_GNUC_UNUSED = koma_box_helper_stop (self);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE, "the process that %s was stopped: %s",
               self->what, why);
  return FALSE;
}

static gboolean
has_many_threads (const KomaBoxHelper *self)
{
  return koma_box_process_count_threads (self->pid) > KOMA_MAX_BOX_THREADS;
}

/* Threads that nobody counts would take all that the user may have, and nothing else could be
 * started. Short waits are added up: most pictures take less than one look. */
static gboolean
check_threads (KomaBoxHelper *self,
               gint64         waited_us,
               GError       **error)
{
  self->waited_us += waited_us;
  if (self->waited_us < LOOK_US)
    return TRUE;
  self->waited_us = 0;
  return !has_many_threads (self) ||
         koma_box_helper_fail_killed (self, "it started too many threads", error);
}

/* All waits of a turn together are what it takes, however much is said between them. One wait
 * counts for no more than it was to last: what Ctrl+Z or a suspended machine takes is no helper's
 * time. */
static gboolean
wait_for_message (KomaBoxHelper *self,
                  GCancellable  *cancellable,
                  GError       **error)
{
  struct pollfd    socket = { .fd = self->socket, .events = POLLIN };
  g_autofree char *why = NULL;

  while (self->left_us > 0) {
    const gint64 begin_us = g_get_monotonic_time ();
    const int    n_ready = poll (&socket, 1, LOOK_MS);
    const gint64 waited_us = MIN (g_get_monotonic_time () - begin_us, LOOK_US);

    self->left_us -= waited_us;
    if (!check_threads (self, waited_us, error))
      return FALSE;
    if (g_cancellable_set_error_if_cancelled (cancellable, error)) {
      g_free (koma_box_helper_stop (self));
      return FALSE;
    }
    if (n_ready > 0)
      return TRUE;
  }
  why = g_strdup_printf ("it took longer than %u seconds", self->turn_seconds);
  return koma_box_helper_fail_killed (self, why, error);
}

gboolean
koma_box_helper_receive (KomaBoxHelper  *self,
                         GCancellable   *cancellable,
                         KomaBoxMessage *ret_message,
                         GError        **error)
{
  if (self->messages_left-- == 0)
    return koma_box_helper_fail_killed (self, "it said too much", error);
  if (!wait_for_message (self, cancellable, error))
    return FALSE;
  if (!koma_box_message_receive (self->socket, ret_message))
    return fail_ended (self, error);
  ret_message->text[sizeof ret_message->text - 1] = '\0';
  return TRUE;
}

gboolean
koma_box_helper_ensure_memory (KomaBoxMemory *memory,
                               gsize          size_bytes,
                               GError       **error)
{
  return memory->size_bytes >= size_bytes ||
         koma_box_memory_make (memory, size_bytes, error);
}

/* It can be told two things at a time, and has no more to hear: where there is no room for the next
 * one, it reads nothing, and Koma would wait for ever. */
static gboolean
fail_to_say (KomaBoxHelper *self,
             GError       **error)
{
  if (errno == EAGAIN)
    return koma_box_helper_fail_killed (self, "it does not listen", error);
  return fail_ended (self, error);
}

/* Once sent, the descriptor of a memory is the helper's. */
gboolean
koma_box_helper_say (KomaBoxHelper  *self,
                     KomaBoxMessage *message,
                     int             fd,
                     GError        **error)
{
  KomaBoxMemory *memories[] = { &self->input, &self->output };
  int            fds[KOMA_BOX_MAX_FDS] = { -1, -1, -1 };
  guint          n_fds = 0;

  for (guint i = 0; i < G_N_ELEMENTS (memories); i++) {
    if (memories[i]->fd < 0)
      continue;
    message->fds |= 1u << i;
    fds[n_fds++] = memories[i]->fd;
  }
  if (fd >= 0)
    fds[n_fds++] = fd;
  if (!koma_box_message_send (self->socket, message, fds, n_fds))
    return fail_to_say (self, error);
  for (guint i = 0; i < G_N_ELEMENTS (memories); i++) {
    if (memories[i]->fd >= 0)
      (void) close (memories[i]->fd);
    memories[i]->fd = -1;
  }
  return TRUE;
}

gboolean
koma_box_helper_offer (KomaBoxHelper  *self,
                       KomaBoxMessage *message,
                       GBytes         *bytes,
                       GError        **error)
{
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size_bytes);

  if (!koma_box_helper_ensure_memory (&self->input, MAX (size_bytes, KOMA_BOX_KEPT_BYTES), error) ||
      !koma_box_helper_ensure_memory (&self->output, KOMA_BOX_PART_BYTES, error))
    return FALSE;
  memcpy (self->input.data, data, size_bytes);
  message->size_bytes = size_bytes;
  self->was_gone = !koma_box_helper_say (self, message, -1, error);
  return !self->was_gone;
}

/* Words of a stranger: one line of text, and no commands to a terminal. */
static char *
clean (const char *words)
{
  char *text = g_utf8_make_valid (words, -1);

  for (char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    if (g_unichar_iscntrl (g_utf8_get_char (c)))
      memset (c, ' ', (gsize) (g_utf8_next_char (c) - c));
  return text;
}

void
koma_box_helper_propagate (const KomaBoxMessage *message,
                           KomaError             fallback,
                           GError              **error)
{
  g_autofree char *text = clean (message->text);

  if (message->domain == KOMA_BOX_DOMAIN_FILE && message->code <= G_FILE_ERROR_FAILED)
    g_set_error_literal (error, G_FILE_ERROR, (int) message->code, text);
  else if (message->domain == KOMA_BOX_DOMAIN_KOMA && message->code <= KOMA_ERROR_ARGUMENT)
    g_set_error_literal (error, KOMA_ERROR, (int) message->code, text);
  else
    g_set_error_literal (error, KOMA_ERROR, (int) fallback, text);
}

/**
 * koma_box_helper_new:
 * @seconds: that it may take for one picture, and to start
 * @cancellable: (nullable): ends it
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
koma_box_helper_new (guint         seconds,
                     GCancellable *cancellable,
                     GError      **error)
{
  g_autoptr (KomaBoxHelper) self = g_new0 (KomaBoxHelper, 1);
  KomaBoxMessage message;

  self->socket = -1;
  self->seconds = seconds;
  koma_box_helper_begin (self, "was to read strangers' files", seconds);
  self->input = self->output = (KomaBoxMemory) KOMA_BOX_MEMORY_INIT;
  if (!koma_box_process_start (&self->pid, &self->socket, error) ||
      !koma_box_helper_receive (self, cancellable, &message, error))
    return NULL;
  if (message.kind != KOMA_BOX_READY) {
    koma_box_helper_fail_killed (self, "it said what nobody understands", error);
    return NULL;
  }
  self->is_fresh = TRUE;
  self->confinement = message.confinement & KOMA_CONFINEMENT_ALL;
  return g_steal_pointer (&self);
}

void
koma_box_helper_free (KomaBoxHelper *self)
{
  if (self->pid != 0)
    g_free (koma_box_helper_stop (self));
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

/* A model is read by no other: what took a helper over may change it. */
gboolean
koma_box_helper_was_slow (const KomaBoxHelper *self)
{
  return self->left_us < self->turn_seconds * G_USEC_PER_SEC / 2;
}

gboolean
koma_box_helper_is_fresh (const KomaBoxHelper *self)
{
  return self->is_fresh;
}

/* Nobody has ended it. */
gboolean
koma_box_helper_is_there (KomaBoxHelper *self)
{
  struct pollfd socket = { .fd = self->socket, .events = POLLIN };

  if (poll (&socket, 1, 0) > 0)
    g_free (koma_box_helper_stop (self));
  return self->pid != 0;
}

void
koma_box_helper_begin_idle (KomaBoxHelper *self)
{
  self->idle_since_us = g_get_monotonic_time ();
}

/**
 * koma_box_helper_rest:
 * @self: a helper that has nothing to do
 *
 * Stops it, where it has had nothing to do for %KOMA_MAX_BOX_IDLE_SECONDS: what was taken over can
 * compute no longer while nobody waits for it. Before that it has given back the memory of its last
 * picture. koma_box_helper_wake() lets it go on. One that has too many threads is ended.
 *
 * Returns: whether it is at rest
 */
gboolean
koma_box_helper_rest (KomaBoxHelper *self)
{
  const gint64 idle_us = g_get_monotonic_time () - self->idle_since_us;

  if (self->is_at_rest || self->pid == 0)
    return TRUE;
  if (idle_us < KOMA_MAX_BOX_IDLE_SECONDS * G_USEC_PER_SEC)
    return FALSE;
  koma_box_process_pause (self->pid);
  self->is_at_rest = TRUE;
  if (has_many_threads (self))
    koma_box_process_kill (self->pid);
  return TRUE;
}

void
koma_box_helper_wake (KomaBoxHelper *self)
{
  if (self->is_at_rest && self->pid != 0)
    koma_box_process_resume (self->pid);
  self->is_at_rest = FALSE;
}
