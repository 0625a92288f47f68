/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-folder-watch.h"

#include <string.h>
#include <unistd.h>

#include <sys/eventfd.h>

#include "koma-watch-loop.h"
#include "worker/koma-thread.h"

#define DEFAULT_SETTLE_MS    1000
#define DEFAULT_WALK_MS      30000
#define DEFAULT_RETRY_MS     5000
#define DEFAULT_RETRY_MAX_MS 60000

/* Main thread only. */
struct _KomaFolderWatch
{
  KomaWatchEvents *events;
  GCancellable    *cancellable;
  int              wake_fd;
};

/* The watching thread's, which may outlive the other: a share that does not answer holds it. */
typedef struct
{
  KomaWatchEvents *events;
  GCancellable    *cancellable;
  int              wake_fd;
  KomaWatchLoop    loop;
} Thread;

static void
thread_free (Thread *thread)
{
  koma_watch_loop_clear (&thread->loop);
  koma_watch_events_unref (thread->events);
  g_object_unref (thread->cancellable);
  close (thread->wake_fd);
  g_free (thread);
}

static gpointer
watch (gpointer data)
{
  Thread *thread = data;

  koma_thread_enter (KOMA_THREAD_WATCH);
  koma_watch_loop_run (&thread->loop);
  thread_free (thread);
  return NULL;
}

static KomaFolderWatchSettings
fill_in (const KomaFolderWatchSettings *settings)
{
  KomaFolderWatchSettings filled = *settings;

  if (filled.settle_ms == 0)
    filled.settle_ms = DEFAULT_SETTLE_MS;
  if (filled.walk_ms == 0)
    filled.walk_ms = DEFAULT_WALK_MS;
  if (filled.retry_ms == 0)
    filled.retry_ms = DEFAULT_RETRY_MS;
  if (filled.retry_max_ms == 0)
    filled.retry_max_ms = DEFAULT_RETRY_MAX_MS;
  return filled;
}

/* "a/b/" → "a/b"; "/" stays. */
static char *
strip_slashes (const char *path)
{
  gsize length = strlen (path);

  while (length > 1 && path[length - 1] == G_DIR_SEPARATOR)
    length--;
  return g_strndup (path, length);
}

static Thread *
thread_new (KomaFolderWatch               *self,
            const char                    *path,
            const KomaFolderWatchSettings *settings)
{
  const KomaFolderWatchSettings filled = fill_in (settings);
  Thread                       *thread = g_new0 (Thread, 1);
  g_autofree char              *stripped = strip_slashes (path);

  thread->events = koma_watch_events_ref (self->events);
  thread->cancellable = g_object_ref (self->cancellable);
  /* Of its own, so that each can be closed at any time. */
  thread->wake_fd = dup (self->wake_fd);
  koma_watch_loop_init (&thread->loop, stripped, &filled, thread->events, thread->cancellable,
                        thread->wake_fd);
  return thread;
}

/**
 * koma_folder_watch_new:
 * @path: a folder, which may not be there yet
 * @settings: (transfer none): copied
 * @func: told of what is there and of what happens
 * @data: for @func
 *
 * What is in the folder is told in the order of names, as a search finds it; what arrives, when it
 * has settled: it was closed, if it was seen to be written, and its size and time stayed the same.
 * A file that is renamed into place is waited for as well, but nobody closes it. One that is
 * changed is told again. Memory: some 100 bytes for each picture, and what @func has not taken.
 *
 * inotify tells what happens. Where it does not (shares, FUSE, no more watches), the folder is
 * walked at intervals. Otherwise the thread sleeps while nothing happens.
 *
 * A folder that is not there, does not answer with anything but an error, or is unmounted is lost:
 * that is told once, and it is tried again at intervals, and whenever something is mounted.
 *
 * Thread: one with a main context, at the priority of the window; @func is called in the context.
 *
 * Returns: (transfer full): a watch
 */
KomaFolderWatch *
koma_folder_watch_new (const char                    *path,
                       const KomaFolderWatchSettings *settings,
                       KomaWatchFunc                  func,
                       gpointer                       data)
{
  KomaFolderWatch *self = g_new0 (KomaFolderWatch, 1);

  self->events = koma_watch_events_new (func, data);
  self->cancellable = g_cancellable_new ();
  self->wake_fd = eventfd (0, EFD_CLOEXEC);
  g_thread_unref (g_thread_new ("koma-watch", watch, thread_new (self, path, settings)));
  return self;
}

/**
 * koma_folder_watch_free:
 * @self: (nullable) (transfer full): a watch
 *
 * The watching thread ends soon afterwards, or when the share that it waits for answers.
 *
 * Thread: that of koma_folder_watch_new().
 */
void
koma_folder_watch_free (KomaFolderWatch *self)
{
  const guint64 one = 1;

  if (self == NULL)
    return;
  koma_watch_events_close (self->events);
  g_cancellable_cancel (self->cancellable);
  (void) !write (self->wake_fd, &one, sizeof one);
  close (self->wake_fd);
  g_object_unref (self->cancellable);
  koma_watch_events_unref (self->events);
  g_free (self);
}
