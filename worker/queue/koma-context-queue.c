/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-context-queue.h"

/* Items between two looks at what else the main loop has to do. */
#define MAX_A_TURN 32

struct _KomaContextQueue
{
  /* Immutable after construction. */
  GMainContext        *context;
  KomaContextQueueOpen open;
  gpointer             user_data;

  KomaMpscQueue items;

  /* Threads of the window's priority only. */
  GSource *source; /* (nullable) (owned) until closed */
};

/* Outlives the queue where an item that it opens closes that. */
typedef struct
{
  GSource           parent_instance;
  KomaContextQueue *queue; /* atomic, see get_queue() */

  /* The context's thread only. */
  KomaMpscItem *taken; /* out of the items, not opened yet; oldest first */
} QueueSource;

/* GLib's own lock orders this after koma_context_queue_new(). ThreadSanitizer does
 * not see that lock, but it sees that this is atomic. */
static KomaContextQueue *
get_queue (GSource *source)
{
  return g_atomic_pointer_get (&((QueueSource *) source)->queue);
}

static KomaMpscItem *
take_next (QueueSource *self)
{
  KomaMpscItem *item = NULL;

  if (self->taken == NULL)
    self->taken = koma_mpsc_queue_take_all (&get_queue (&self->parent_instance)->items);
  item = self->taken;
  if (item != NULL)
    self->taken = item->next;
  return item;
}

static gboolean
check (GSource *source)
{
  QueueSource *self = (QueueSource *) source;

  return !koma_mpsc_queue_is_empty (&get_queue (source)->items) || self->taken != NULL;
}

static gboolean
prepare (GSource *source,
         int     *timeout_ms)
{
  *timeout_ms = -1;
  return check (source);
}

static gboolean
dispatch (GSource    *source,
          GSourceFunc callback,
          gpointer    user_data)
{
  QueueSource  *self = (QueueSource *) source;
  KomaMpscItem *item = NULL;

  /* Taken out first, each by itself: what opens it may run a main loop of its
   * own, and may close the queue. */
  for (guint i = 0; i < MAX_A_TURN && !g_source_is_destroyed (source); i++) {
    KomaContextQueue *queue = get_queue (source);

    item = take_next (self);
    if (item == NULL)
      break;
    queue->open (item, queue->user_data);
  }
  return G_SOURCE_CONTINUE;
}

static GSourceFuncs source_funcs = {
  .prepare = prepare,
  .check = check,
  .dispatch = dispatch,
};

/**
 * koma_context_queue_new:
 * @context: where items are opened
 * @priority: of the main loop, at which they are
 * @open: takes one
 * @user_data: for @open
 *
 * Thread: any that runs at the priority of the window.
 *
 * Returns: (transfer full): an empty queue, which @context looks at
 */
KomaContextQueue *
koma_context_queue_new (GMainContext        *context,
                        int                  priority,
                        KomaContextQueueOpen open,
                        gpointer             user_data)
{
  KomaContextQueue *queue = g_new0 (KomaContextQueue, 1);

  queue->context = g_main_context_ref (context);
  queue->open = open;
  queue->user_data = user_data;
  queue->source = g_source_new (&source_funcs, sizeof (QueueSource));
  g_atomic_pointer_set (&((QueueSource *) queue->source)->queue, queue);
  g_source_set_priority (queue->source, priority);
  g_source_set_static_name (queue->source, "[koma] context queue");
  g_source_set_can_recurse (queue->source, TRUE);
  g_source_attach (queue->source, context);
  return queue;
}

/**
 * koma_context_queue_get_context:
 * @queue: a queue
 *
 * Thread: any.
 *
 * Returns: (transfer none): where items are opened
 */
GMainContext *
koma_context_queue_get_context (KomaContextQueue *queue)
{
  return queue->context;
}

/**
 * koma_context_queue_put:
 * @queue: a queue
 * @item: (transfer full): what is to be opened
 *
 * Sends @item. Those of one thread are opened in the order in which they were
 * put. Does not wake the context: call g_main_context_wakeup() after the last
 * of several, with a reference of one's own where opening may free @queue.
 *
 * Thread: any; never waits.
 */
void
koma_context_queue_put (KomaContextQueue *queue,
                        KomaMpscItem     *item)
{
  koma_mpsc_queue_push (&queue->items, item);
}

/**
 * koma_context_queue_open_all:
 * @queue: a queue that has not been closed
 *
 * Opens what is there now instead of at its turn.
 *
 * Thread: that of the context.
 */
void
koma_context_queue_open_all (KomaContextQueue *queue)
{
  QueueSource  *source = (QueueSource *) queue->source;
  KomaMpscItem *item = NULL;

  while ((item = take_next (source)) != NULL)
    queue->open (item, queue->user_data);
}

/**
 * koma_context_queue_close:
 * @queue: a queue
 *
 * Opens no more: what is and will be put into it stays there.
 *
 * Thread: that of the context.
 */
void
koma_context_queue_close (KomaContextQueue *queue)
{
  QueueSource *source = (QueueSource *) g_steal_pointer (&queue->source);

  g_source_destroy (&source->parent_instance);
  /* Those that had been taken out go back, to be freed with the others. */
  while (source->taken != NULL) {
    KomaMpscItem *item = source->taken;

    source->taken = item->next;
    koma_mpsc_queue_push (&queue->items, item);
  }
  g_source_unref (&source->parent_instance);
}

/**
 * koma_context_queue_free:
 * @queue: (transfer full): a closed queue
 * @free_item: (nullable): frees what was not opened; %NULL where there is none
 *
 * Thread: any; nobody puts anything into it any more.
 */
void
koma_context_queue_free (KomaContextQueue *queue,
                         GDestroyNotify    free_item)
{
  KomaMpscItem *items = koma_mpsc_queue_take_all (&queue->items);

  g_assert (queue->source == NULL);

  while (items != NULL) {
    KomaMpscItem *item = items;

    items = item->next;
    free_item (item);
  }
  g_main_context_unref (queue->context);
  g_free (queue);
}
