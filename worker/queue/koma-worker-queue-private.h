/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-event-count.h"
#include "koma-worker-queue.h"

G_BEGIN_DECLS

struct _KomaWorkerQueue
{
  KomaMpscQueue  incoming; /* (element-type KomaJob) owned, by queue_item */
  KomaEventCount changed;

  /* Atomic. */
  gint n_unanswered;
  gint n_loads; /* begun and not ended */
  gint is_closed;

  /* Never taken by the window's thread before it closes. */
  GMutex lock;
  /* Guarded by lock. */
  GQueue           waiting[KOMA_N_PRIORITIES]; /* (element-type KomaJob) owned */
  GQueue           active;                     /* (element-type KomaJob) borrowed */
  guint            n_decoding;                 /* of the active ones */
  guint            n_decoders;                 /* that may work at a time */
  guint            max_active;                 /* bulk jobs; interactive ones may be some more */
  KomaActiveModel *active_model;               /* (nullable) */
};

GQueue *koma_worker_queue_get_waiting (KomaWorkerQueue *queue, const KomaJob *job);
void    koma_worker_queue_take_incoming (KomaWorkerQueue *queue,
                                         GPtrArray       *ret_jobs); /* to be dropped */

G_END_DECLS
