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

  KomaMpscQueue inbox;

  /* Threads of the window's priority only. */
  GSource *source; /* (nullable) (owned) until closed */
};

/* Outlives the outbox where an item that it opens closes that. */
typedef struct
{
  GSource           parent_instance;
  KomaContextQueue *outbox; /* atomic, see get_outbox() */

  /* The context's thread only. */
  KomaMpscItem *taken; /* out of the inbox, not opened yet; oldest first */
} OutboxSource;

/* GLib's own lock orders this after koma_context_queue_new(). Being atomic it is so
 * ordered for who can not see that lock, such as ThreadSanitizer. */
static KomaContextQueue *
get_outbox (GSource *source)
{
  return g_atomic_pointer_get (&((OutboxSource *) source)->outbox);
}

static KomaMpscItem *
take_next (OutboxSource *self)
{
  KomaMpscItem *item = NULL;

  if (self->taken == NULL)
    self->taken = koma_mpsc_queue_take_all (&get_outbox (&self->parent_instance)->inbox);
  item = self->taken;
  if (item != NULL)
    self->taken = item->next;
  return item;
}

static gboolean
check (GSource *source)
{
  OutboxSource *self = (OutboxSource *) source;

  return !koma_mpsc_queue_is_empty (&get_outbox (source)->inbox) || self->taken != NULL;
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
  OutboxSource *self = (OutboxSource *) source;
  KomaMpscItem *item = NULL;

  /* Taken out first, each by itself: what opens it may run a main loop of its
   * own, and may close the outbox. */
  for (guint i = 0; i < MAX_A_TURN && !g_source_is_destroyed (source); i++) {
    KomaContextQueue *outbox = get_outbox (source);

    item = take_next (self);
    if (item == NULL)
      break;
    outbox->open (item, outbox->user_data);
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
 * @open: opens one
 * @user_data: for @open
 *
 * Thread: any that runs at the priority of the window.
 *
 * Returns: (transfer full): an empty outbox, which @context looks at
 */
KomaContextQueue *
koma_context_queue_new (GMainContext        *context,
                        int                  priority,
                        KomaContextQueueOpen open,
                        gpointer             user_data)
{
  KomaContextQueue *outbox = g_new0 (KomaContextQueue, 1);

  outbox->context = g_main_context_ref (context);
  outbox->open = open;
  outbox->user_data = user_data;
  outbox->source = g_source_new (&source_funcs, sizeof (OutboxSource));
  g_atomic_pointer_set (&((OutboxSource *) outbox->source)->outbox, outbox);
  g_source_set_priority (outbox->source, priority);
  g_source_set_static_name (outbox->source, "[koma] outbox");
  g_source_set_can_recurse (outbox->source, TRUE);
  g_source_attach (outbox->source, context);
  return outbox;
}

/**
 * koma_context_queue_get_context:
 * @outbox: an outbox
 *
 * Thread: any.
 *
 * Returns: (transfer none): where items are opened
 */
GMainContext *
koma_context_queue_get_context (KomaContextQueue *outbox)
{
  return outbox->context;
}

/**
 * koma_context_queue_put:
 * @outbox: an outbox
 * @item: (transfer full): what is to be opened
 *
 * Sends @item. Those of one thread are opened in the order in which they were
 * put. Does not wake the context: call g_main_context_wakeup() after the last
 * of several, with a reference of one's own where opening may free @outbox.
 *
 * Thread: any; never waits.
 */
void
koma_context_queue_put (KomaContextQueue *outbox,
                        KomaMpscItem     *item)
{
  koma_mpsc_queue_push (&outbox->inbox, item);
}

/**
 * koma_context_queue_open_all:
 * @outbox: an outbox that has not been closed
 *
 * Opens what is there now instead of at its turn.
 *
 * Thread: that of the context.
 */
void
koma_context_queue_open_all (KomaContextQueue *outbox)
{
  OutboxSource *source = (OutboxSource *) outbox->source;
  KomaMpscItem *item = NULL;

  while ((item = take_next (source)) != NULL)
    outbox->open (item, outbox->user_data);
}

/**
 * koma_context_queue_close:
 * @outbox: an outbox
 *
 * Opens no more: what is and will be put into it stays there.
 *
 * Thread: that of the context.
 */
void
koma_context_queue_close (KomaContextQueue *outbox)
{
  OutboxSource *source = (OutboxSource *) g_steal_pointer (&outbox->source);

  g_source_destroy (&source->parent_instance);
  /* Those that had been taken out go back, to be freed with the others. */
  while (source->taken != NULL) {
    KomaMpscItem *item = source->taken;

    source->taken = item->next;
    koma_mpsc_queue_push (&outbox->inbox, item);
  }
  g_source_unref (&source->parent_instance);
}

/**
 * koma_context_queue_free:
 * @outbox: (transfer full): a closed outbox
 * @free_item: frees what was not opened
 *
 * Thread: any; nobody puts anything into it any more.
 */
void
koma_context_queue_free (KomaContextQueue *outbox,
                         GDestroyNotify    free_item)
{
  KomaMpscItem *items = koma_mpsc_queue_take_all (&outbox->inbox);

  g_assert (outbox->source == NULL);

  while (items != NULL) {
    KomaMpscItem *item = items;

    items = item->next;
    free_item (item);
  }
  g_main_context_unref (outbox->context);
  g_free (outbox);
}
