/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-fetch.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "koma-cli-output.h"
#include "koma-cli-signals.h"
#include "worker/models/koma-fetch.h"

typedef struct
{
  GMainLoop    *loop;
  GCancellable *cancellable;
  int           signal; /* that ended it; 0: none */
  GAsyncResult *result; /* (nullable) until it has ended */

  /* Of the thread that fetches. */
  guint   told;        /* in hundredths, or in MiB where the size is not known */
  guint64 total_bytes; /* that these are hundredths of; 0: not known */
} Fetch;

static void
fetch_clear (Fetch *self)
{
  g_clear_pointer (&self->loop, g_main_loop_unref);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->result);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fetch, fetch_clear)

/* A line that is overwritten on a terminal, and ten lines elsewhere. */
static void
progress_cb (guint64  done_bytes,
             guint64  total_bytes,
             gpointer user_data)
{
  Fetch           *self = user_data;
  const gboolean   is_terminal = isatty (STDERR_FILENO);
  const guint      step = is_terminal || total_bytes == 0 ? 1 : 10;
  const guint      now = (guint) (total_bytes > 0 ? done_bytes * 100 / total_bytes
                                                  : done_bytes >> 20);
  g_autofree char *done = g_format_size (done_bytes);
  g_autofree char *total = g_format_size (total_bytes);

  /* Of more files than was known. */
  if (total_bytes != self->total_bytes)
    self->told = 0;
  self->total_bytes = total_bytes;
  if (now < self->told + step && done_bytes != total_bytes)
    return;
  self->told = now;
  if (is_terminal)
    fputs ("\r\033[K", stderr);
  if (total_bytes > 0)
    /* Translators: bytes that were downloaded, of how many; hundredths */
    g_printerr (_ ("%s of %s (%u %%)"), done, total, now);
  else
    g_printerr ("%s", done);
  if (!is_terminal || done_bytes == total_bytes)
    g_printerr ("\n");
}

static void
fetch_thread (GTask        *task,
              gpointer      source_object,
              gpointer      task_data,
              GCancellable *cancellable)
{
  Fetch  *self = g_object_get_data (G_OBJECT (cancellable), "fetch");
  GError *error = NULL;
  char   *path = koma_fetch_model (task_data, cancellable, progress_cb, self, &error);

  if (path != NULL)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, error);
}

static void
fetched_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  Fetch *self = user_data;

  self->result = g_object_ref (result);
  g_main_loop_quit (self->loop);
}

static void
end_early (gpointer data,
           int      signal)
{
  Fetch *self = data;

  self->signal = signal;
  g_cancellable_cancel (self->cancellable);
}

static void
run (Fetch      *self,
     const char *address)
{
  g_autoptr (GTask) task = NULL;
  KomaCliSignals signals = { 0 };

  self->loop = g_main_loop_new (NULL, FALSE);
  self->cancellable = g_cancellable_new ();
  g_object_set_data (G_OBJECT (self->cancellable), "fetch", self);
  task = g_task_new (NULL, self->cancellable, fetched_cb, self);
  g_task_set_task_data (task, g_strdup (address), g_free);
  koma_cli_signals_connect (&signals, end_early, self);
  g_task_run_in_thread (task, fetch_thread);
  g_main_loop_run (self->loop);
  koma_cli_signals_disconnect (&signals);
}

char *
koma_cli_fetch (const char *address)
{
  g_auto (Fetch) self = { 0 };
  g_autoptr (GError) error = NULL;
  char *path = NULL;

  run (&self, address);
  path = g_task_propagate_pointer (G_TASK (self.result), &error);
  if (path != NULL)
    return path;
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    koma_cli_warn ("%s", error->message);
    return NULL;
  }
  koma_cli_warn (_ ("stopped; the same command goes on where it stopped"));
  /* As any program does that leaves a signal to the system: the shell sees 130 or 143. */
  raise (self.signal);
  return NULL;
}
