/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-hasher.h"

#include <linux/ioprio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "worker/koma-thread.h"
#include "worker/queue/koma-context-queue.h"
#include "worker/take/koma-file-place.h"
#include "worker/watch/koma-watch-root.h"

/* Files that the thread gets at a time. */
#define N_AT_ONCE 32

struct _KomaCollectionHasher
{
  KomaCollectionKeeper *keeper;
  KomaContextQueue     *batches; /* that come back from the thread */
  GHashTable           *skipped; /* gint64 of a row: its file has no hash */
  gint64                after;   /* the row that was looked at last */
  GCancellable         *reading; /* (nullable) of the batch that the thread has */
  gboolean              is_listing;
  gboolean              is_outdated; /* what is being listed: more may have come since */
  gboolean              is_paused;
  gboolean              is_at_end;
  gboolean              is_closed; /* to be freed once nothing is on its way */
};

/* Some files, on their way to the thread and back. */
typedef struct
{
  KomaMpscItem          item;
  KomaCollectionHasher *hasher;
  GCancellable         *cancellable;
  GPtrArray            *pictures; /* (element-type KomaCollectionPicture) */
} Batch;

static void
batch_free (gpointer data)
{
  Batch *batch = data;

  g_object_unref (batch->cancellable);
  g_ptr_array_unref (batch->pictures);
  g_free (batch);
}

/* ---- The thread ---- */

/* Others' files are read and written first, where the kernel's scheduler of the disk knows that;
 * see ioprio_set (2). Where it is refused, nothing is lost. */
static void
lower_disk_priority (void)
{
  (void) syscall (SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0,
                  IOPRIO_PRIO_VALUE (IOPRIO_CLASS_IDLE, 0));
}

/* (nullable) of a file that is, before and after, as the collection knows it */
static char *
hash (KomaCollectionPicture *picture,
      GCancellable          *cancellable)
{
  g_autofree char *sha256 = NULL;

  koma_collection_picture_look (picture);
  if (picture->change != KOMA_FILE_SAME || koma_watch_root_is_remote (picture->path))
    return NULL;
  sha256 = koma_file_hash (picture->path, NULL, cancellable, NULL);
  koma_collection_picture_look (picture);
  return picture->change == KOMA_FILE_SAME ? g_steal_pointer (&sha256) : NULL;
}

static gpointer
thread_main (gpointer data)
{
  Batch            *batch = data;
  KomaContextQueue *back = batch->hasher->batches;
  g_autoptr (GMainContext) context = g_main_context_ref (koma_context_queue_get_context (back));

  koma_thread_enter (KOMA_THREAD_HASH);
  lower_disk_priority ();
  for (guint i = 0;
       i < batch->pictures->len && !g_cancellable_is_cancelled (batch->cancellable); i++) {
    KomaCollectionPicture *picture = batch->pictures->pdata[i];

    picture->known.sha256 = hash (picture, batch->cancellable);
  }
  koma_context_queue_put (back, &batch->item);
  g_main_context_wakeup (context);
  return NULL;
}

/* ---- Main thread ---- */

static void go_on (KomaCollectionHasher *self);

static gboolean
is_busy (const KomaCollectionHasher *self)
{
  return self->is_listing || self->reading != NULL;
}

static void
end (KomaCollectionHasher *self)
{
  koma_context_queue_close (self->batches);
  koma_context_queue_free (self->batches, batch_free);
  g_object_unref (self->keeper);
  g_hash_table_unref (self->skipped);
  g_free (self);
}

/* What was given up has neither a hash nor a reason why not, and comes again. */
static void
take_picture (KomaCollectionHasher        *self,
              const KomaCollectionPicture *picture)
{
  if (picture->known.sha256 != NULL)
    koma_collection_keeper_add_sha256 (self->keeper, picture->path, &picture->id,
                                       picture->known.sha256);
  else if (!g_cancellable_is_cancelled (self->reading))
    g_hash_table_add (self->skipped, g_memdup2 (&picture->row, sizeof picture->row));
}

static void
open_cb (KomaMpscItem *item,
         gpointer      user_data)
{
  KomaCollectionHasher *self = user_data;
  Batch                *batch = (Batch *) item;

  for (guint i = 0; i < batch->pictures->len && !self->is_closed; i++)
    take_picture (self, batch->pictures->pdata[i]);
  batch_free (batch);
  g_clear_object (&self->reading);
  if (self->is_closed)
    end (self);
  else
    go_on (self);
}

static void
start_thread (KomaCollectionHasher *self,
              GPtrArray            *pictures)
{
  Batch *batch = g_new0 (Batch, 1);

  self->reading = g_cancellable_new ();
  batch->hasher = self;
  batch->cancellable = g_object_ref (self->reading);
  batch->pictures = g_ptr_array_ref (pictures);
  g_thread_unref (g_thread_new ("koma-hash", thread_main, batch));
}

static void
drop_skipped (KomaCollectionHasher *self,
              GPtrArray            *pictures)
{
  for (guint i = pictures->len; i > 0; i--) {
    const KomaCollectionPicture *picture = pictures->pdata[i - 1];

    if (g_hash_table_contains (self->skipped, &picture->row))
      g_ptr_array_remove_index (pictures, i - 1);
  }
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  KomaCollectionHasher *self = user_data;
  g_autoptr (GPtrArray) pictures = koma_collection_keeper_list_finish (result, NULL);

  self->is_listing = FALSE;
  if (self->is_closed) {
    end (self);
    return;
  }
  if (self->is_outdated) {
    self->is_outdated = FALSE;
    go_on (self);
    return;
  }
  if (pictures == NULL || pictures->len == 0) {
    self->is_at_end = TRUE;
    return;
  }
  self->after = ((KomaCollectionPicture *) pictures->pdata[pictures->len - 1])->row;
  drop_skipped (self, pictures);
  if (pictures->len > 0 && !self->is_paused)
    start_thread (self, pictures);
  else
    go_on (self);
}

static void
go_on (KomaCollectionHasher *self)
{
  if (self->is_paused || self->is_at_end || is_busy (self))
    return;
  self->is_listing = TRUE;
  koma_collection_keeper_list_unhashed_async (self->keeper, self->after, N_AT_ONCE, listed_cb,
                                              self);
}

KomaCollectionHasher *
koma_collection_hasher_new (KomaCollectionKeeper *keeper)
{
  KomaCollectionHasher *self = g_new0 (KomaCollectionHasher, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  self->keeper = g_object_ref (keeper);
  self->batches = koma_context_queue_new (g_main_context_default (), G_PRIORITY_LOW, open_cb, self);
  self->skipped = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->is_paused = TRUE;
  return self;
}

void
koma_collection_hasher_free (KomaCollectionHasher *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->is_closed = TRUE;
  g_cancellable_cancel (self->reading);
  if (!is_busy (self))
    end (self);
}

void
koma_collection_hasher_look_again (KomaCollectionHasher *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  self->after = 0;
  self->is_at_end = FALSE;
  self->is_outdated = self->is_listing;
  go_on (self);
}

void
koma_collection_hasher_set_paused (KomaCollectionHasher *self,
                                   gboolean              is_paused)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (is_paused == self->is_paused)
    return;
  self->is_paused = is_paused;
  if (is_paused)
    g_cancellable_cancel (self->reading);
  koma_collection_hasher_look_again (self);
}

gboolean
koma_collection_hasher_is_idle (const KomaCollectionHasher *self)
{
  return !is_busy (self) && (self->is_paused || self->is_at_end);
}
