/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-check.h"

#include "koma-collection-salvage.h"

/* Steps of SQLite after which it looks whether it is to end. */
#define N_STEPS 1000

struct _KomaCollectionCheck
{
  char    *path;
  GThread *thread;    /* (nullable) until it was waited for */
  gint     is_ending; /* atomic */
  gboolean is_sound;  /* of the thread, then of who waited for it */
};

static int
is_ending_cb (gpointer data)
{
  return g_atomic_int_get ((gint *) data);
}

/* Of the file as it is now: others may write to it meanwhile. What can not be found out is told by
 * whoever reads the rows. */
static gboolean
check (KomaCollectionCheck *self)
{
  g_auto (KomaSqlite) sqlite = { 0 };
  gboolean is_sound = TRUE;

  if (!koma_sqlite_open (&sqlite, self->path, FALSE, NULL))
    return TRUE;
  sqlite3_progress_handler (sqlite.db, N_STEPS, is_ending_cb, &self->is_ending);
  return !koma_collection_is_sound (&sqlite, &is_sound, NULL) || is_sound;
}

typedef struct
{
  KomaCollectionCheck *check;
  GTask               *task;
} Run;

static gpointer
thread_main (gpointer data)
{
  g_autofree Run *run = data;

  run->check->is_sound = check (run->check);
  g_task_return_boolean (run->task, run->check->is_sound);
  g_object_unref (run->task);
  return NULL;
}

/**
 * koma_collection_check_new:
 * @path: of a collection that is open, so that it has all that SQLite keeps beside it
 *
 * Returns: (transfer full): to be freed before the collection is closed, which then leaves nothing
 *   beside the file
 */
KomaCollectionCheck *
koma_collection_check_new (const char         *path,
                           GAsyncReadyCallback callback,
                           gpointer            user_data)
{
  KomaCollectionCheck *self = g_new0 (KomaCollectionCheck, 1);
  Run                 *run = g_new (Run, 1);

  self->path = g_strdup (path);
  *run = (Run){ self, g_task_new (NULL, NULL, callback, user_data) };
  self->thread = g_thread_new ("koma-check", thread_main, run);
  return self;
}

gboolean
koma_collection_check_finish (GAsyncResult *result)
{
  return g_task_propagate_boolean (G_TASK (result), NULL);
}

gboolean
koma_collection_check_wait (KomaCollectionCheck *self)
{
  if (self->thread != NULL)
    g_thread_join (g_steal_pointer (&self->thread));
  return self->is_sound;
}

void
koma_collection_check_free (KomaCollectionCheck *self)
{
  if (self == NULL)
    return;
  g_atomic_int_set (&self->is_ending, TRUE);
  koma_collection_check_wait (self);
  g_free (self->path);
  g_free (self);
}
