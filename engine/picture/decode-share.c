/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "decode-share.h"

/* How long a cancellation may go unnoticed. */
#define LOOK_INTERVAL_US (G_USEC_PER_SEC / 20)

/* Memory is the process's, so its limit is too. */
static struct
{
  KomaDecodeShareAsk ask; /* (nullable) another process, with … */
  gpointer           user_data;

  GMutex  lock;
  GCond   changed;
  GQueue  waiting; /* (element-type Waiter) in the order of coming */
  guint64 taken;
} shares;

typedef struct
{
  guint64 size_bytes;
} Waiter;

static gboolean
has_turn (const Waiter *waiter)
{
  return g_queue_peek_head (&shares.waiting) == waiter &&
         (shares.taken == 0 || shares.taken + waiter->size_bytes <= KOMA_MAX_DECODE_BYTES);
}

/**
 * koma_decode_share_take:
 * @size_bytes: what decoding will allocate
 * @cancellable: (nullable): ends the waiting
 * @ret_share_bytes: (out): what is to be given back
 * @error: return location
 *
 * Returns: whether it was taken
 *
 * Errors: %G_IO_ERROR_CANCELLED; those of what koma_decode_share_set_ask() set.
 */
gboolean
koma_decode_share_take (guint64       size_bytes,
                        GCancellable *cancellable,
                        guint64      *ret_share_bytes,
                        GError      **error)
{
  Waiter   self = { .size_bytes = size_bytes };
  gboolean is_taken = TRUE;

  *ret_share_bytes = 0;
  /* Nothing beside the limit; so a thumbnail never waits, on whichever thread. */
  if (size_bytes <= KOMA_DECODE_SHARE_FREE_BYTES)
    return TRUE;
  if (shares.ask != NULL && !shares.ask (size_bytes, shares.user_data, error))
    return FALSE;
  g_mutex_lock (&shares.lock);
  g_queue_push_tail (&shares.waiting, &self);
  while (!has_turn (&self) && is_taken) {
    g_cond_wait_until (&shares.changed, &shares.lock, g_get_monotonic_time () + LOOK_INTERVAL_US);
    is_taken = !g_cancellable_set_error_if_cancelled (cancellable, error);
  }
  g_queue_remove (&shares.waiting, &self);
  if (is_taken)
    *ret_share_bytes = size_bytes;
  shares.taken += *ret_share_bytes;
  g_cond_broadcast (&shares.changed);
  g_mutex_unlock (&shares.lock);
  return is_taken;
}

/**
 * koma_decode_share_give_back:
 * @share_bytes: what was taken, or a part of it
 */
void
koma_decode_share_give_back (guint64 share_bytes)
{
  if (share_bytes == 0)
    return;
  g_mutex_lock (&shares.lock);
  g_assert (share_bytes <= shares.taken);
  shares.taken -= share_bytes;
  g_cond_broadcast (&shares.changed);
  g_mutex_unlock (&shares.lock);
}

/**
 * koma_decode_share_get_taken:
 *
 * Returns: bytes of all shares that were not given back yet
 */
guint64
koma_decode_share_get_taken (void)
{
  guint64 taken = 0;

  g_mutex_lock (&shares.lock);
  taken = shares.taken;
  g_mutex_unlock (&shares.lock);
  return taken;
}

/**
 * koma_decode_share_set_ask:
 * @ask: asks the other process, and returns when it may be taken
 * @user_data: for @ask
 *
 * Has each share that is not free asked for in another process before it is taken here.
 *
 * Thread: main, before others decode.
 */
void
koma_decode_share_set_ask (KomaDecodeShareAsk ask,
                           gpointer           user_data)
{
  shares.ask = ask;
  shares.user_data = user_data;
}
