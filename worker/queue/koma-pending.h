/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-job.h"

G_BEGIN_DECLS

/* Jobs that wait, first in first out within each priority, found by key too.
 * Everything but koma_pending_remove_ended () takes constant time. Owns a
 * reference to each. Not locked: #KomaWorkerQueue does that. */
typedef struct
{
  GQueue      by_priority[KOMA_N_PRIORITIES]; /* (element-type KomaJob) */
  GHashTable *by_key;                         /* guint64 → its jobs, all of one generation */
} KomaPending;

void koma_pending_init (KomaPending *pending);
void koma_pending_clear (KomaPending *pending); /* must be empty */

void     koma_pending_push (KomaPending *pending, KomaJob *job);     /* (transfer full) */
void     koma_pending_put_back (KomaPending *pending, KomaJob *job); /* (transfer full) first */
KomaJob *koma_pending_remove (KomaPending *pending, KomaJob *job);   /* (transfer full) */
KomaJob *koma_pending_peek (const KomaPending *pending, KomaPriority priority);
KomaJob *koma_pending_find_namesake (const KomaPending *pending, const KomaJob *job);
void     koma_pending_remove_ended (KomaPending *pending, GPtrArray *ret_jobs);
guint    koma_pending_get_n (const KomaPending *pending);

G_END_DECLS
