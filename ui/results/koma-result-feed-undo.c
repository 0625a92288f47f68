/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One way back for all changes of the list. */

#include "koma-result-feed-private.h"

#include "worker/koma-thread.h"

gboolean
koma_result_feed_can_undo (KomaResultFeed *self)
{
  return self->changes->len > 0;
}

/**
 * koma_result_feed_can_undo_correction:
 * @self: a feed
 *
 * Returns: whether the last change is one of what persons say
 */
gboolean
koma_result_feed_can_undo_correction (KomaResultFeed *self)
{
  const guint           n = self->changes->len;
  const KomaFeedChange *last = n > 0 ? g_ptr_array_index (self->changes, n - 1) : NULL;

  return last != NULL && last->removal == NULL;
}

/**
 * koma_result_feed_undo:
 * @self: a feed
 *
 * Takes back the last change: what was removed is in the list again, or what persons said is as
 * before.
 */
void
koma_result_feed_undo (KomaResultFeed *self)
{
  KomaFeedChange *change = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->changes->len == 0)
    return;
  change = g_ptr_array_index (self->changes, self->changes->len - 1);
  if (change->removal != NULL)
    koma_result_feed_put_back (self, change);
  else if (change->ratings != NULL)
    koma_result_feed_unrate (self, change);
  else
    koma_result_feed_unsay (self, change);
  g_ptr_array_remove (self->changes, change);
}
