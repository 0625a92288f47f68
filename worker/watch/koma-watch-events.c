/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-watch-events.h"

#include "worker/queue/koma-context-queue.h"

struct _KomaWatchEvents
{
  gint ref_count; /* atomic */

  /* Immutable after construction. */
  KomaContextQueue *queue; /* (element-type News) */
  KomaWatchFunc     func;
  gpointer          data;
};

typedef struct
{
  KomaMpscItem  item; /* first */
  KomaWatchKind kind;
  char         *path;
  char         *message; /* (nullable) */
} News;

static void
news_free (gpointer data)
{
  News *news = data;

  g_free (news->path);
  g_free (news->message);
  g_free (news);
}

static void
open_cb (KomaMpscItem *item,
         gpointer      data)
{
  KomaWatchEvents     *self = data;
  News                *news = (News *) item;
  const KomaWatchEvent event = { news->kind, news->path, news->message };

  self->func (&event, self->data);
  news_free (news);
}

KomaWatchEvents *
koma_watch_events_new (KomaWatchFunc func,
                       gpointer      data)
{
  g_autoptr (GMainContext) context = g_main_context_ref_thread_default ();
  KomaWatchEvents *self = g_new0 (KomaWatchEvents, 1);

  self->ref_count = 1;
  self->func = func;
  self->data = data;
  self->queue = koma_context_queue_new (context, G_PRIORITY_DEFAULT, open_cb, self);
  return self;
}

void
koma_watch_events_close (KomaWatchEvents *self)
{
  koma_context_queue_close (self->queue);
}

KomaWatchEvents *
koma_watch_events_ref (KomaWatchEvents *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
koma_watch_events_unref (KomaWatchEvents *self)
{
  if (!g_atomic_int_dec_and_test (&self->ref_count))
    return;
  koma_context_queue_free (self->queue, news_free);
  g_free (self);
}

void
koma_watch_events_put (KomaWatchEvents *self,
                       KomaWatchKind    kind,
                       const char      *path,
                       const char      *message)
{
  News *news = g_new0 (News, 1);

  news->kind = kind;
  news->path = g_strdup (path);
  news->message = g_strdup (message);
  koma_context_queue_put (self->queue, &news->item);
  g_main_context_wakeup (koma_context_queue_get_context (self->queue));
}
