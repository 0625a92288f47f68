/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A feed, and what it has. Without a model the worker answers each request with an error: enough to
 * follow every picture to its one ending. */
#pragma once

#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

typedef struct
{
  KomaWorker     *worker;
  KomaResultFeed *feed;
  guint           n_finished;
} Feed;

void feed_set_up (Feed *fixture, gconstpointer data);
void feed_tear_down (Feed *fixture, gconstpointer data);
/* Files that are not there. */
void  feed_append (Feed *fixture, guint n_items);
guint feed_get_n_rows (Feed *fixture);
guint feed_count_state (Feed *fixture, KomaItemState state);
void  feed_wait_for_rows (Feed *fixture, guint n_rows);
/* An answer of a model of that name, which tells cats from dogs. (transfer full) */
KomaResult *feed_create_result (const char           *model,
                                const KomaClassScore *top, /* (nullable) */
                                guint                 n_top);

G_END_DECLS
