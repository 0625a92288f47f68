/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-filter.h"
#include "koma-collection-private.h"
#include "koma-collection-writer.h"

G_BEGIN_DECLS

/* Jobs that wait; then who adds waits, too, until half of them are done. */
#define KOMA_WRITER_MAX_JOBS 1024

/* How long a job waits for others, so that the thread is woken for all of them. */
#define KOMA_WRITER_JOB_US 20000

/* An answer, a failure, or a hash. */
typedef struct
{
  char       *path;
  guint       hash; /* of the path */
  KomaFileId  id;
  KomaResult *result;  /* (nullable) */
  GError     *failure; /* (nullable) */
  char       *sha256;  /* (nullable) */
  guint       top_k;
} KomaWriterJob;

struct _KomaCollectionWriter
{
  /* Immutable after construction. */
  KomaCollectionWriterFailed failed;
  gpointer                   user_data;
  GMainContext              *context;
  GThread                   *thread;

  /* The caller's thread only. */
  KomaCollectionPlace  place;
  KomaCollectionFilter filter;
  gint64               n_pictures; /* when one was asked for in vain first; before: -1 */
  gint64               n_unknown;  /* that were asked for */

  /* Of the thread while is_writing, else of who has the lock or holds it. */
  KomaCollection *collection;

  /* Guarded by lock. */
  GMutex        lock;
  GCond         wake;     /* the thread … */
  GCond         done;     /* … or the caller */
  gint64        wakes_us; /* when the thread looks again by itself */
  KomaWriterJob jobs[KOMA_WRITER_MAX_JOBS];
  guint         first_job;
  guint         n_jobs;
  gint64        due_us;     /* when the first is to be written … */
  gboolean      is_awaited; /* … or at once, where the caller waits … */
  guint         n_allowed;  /* … until so many are left … */
  gboolean      is_ending;  /* … or where they are the last */
  gint64        commit_us;  /* when it is to be committed; G_MAXINT64: there is nothing */
  gboolean      is_writing;
  gboolean      is_held; /* by the caller, or wanted */
  GError       *error;   /* (nullable) */
  GSource      *telling; /* (nullable) of it */
};

/* What the thread does; it ends with the last job once it is told to. */
gpointer koma_writer_main (gpointer writer);
void     koma_writer_job_clear (KomaWriterJob *job);
/* With the lock. */
void koma_writer_drop_jobs (KomaCollectionWriter *self);
/* With the lock: when the thread has something to do next, if nothing else happens. */
gint64 koma_writer_get_due (KomaCollectionWriter *self);

G_END_DECLS
