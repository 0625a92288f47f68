/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result-item.h"

G_BEGIN_DECLS

/* Which pictures of a list were taken together, as their answers say now; see
 * worker/take/koma-burst.h. Thread: main. */
typedef struct _KomaBursts KomaBursts;

/* Looks on a thread. @items: of KomaResultItem; as they are now */
void koma_bursts_find_async (GListModel         *items,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data);
/* (transfer full) (nullable) NULL: it was cancelled. To be called in any case. */
KomaBursts *koma_bursts_find_finish (GAsyncResult *result);
void        koma_bursts_free (KomaBursts *self);
/* (transfer none) (nullable) Those that were taken together with @item, and itself, in the order of
 * their times. NULL: it is alone. */
GPtrArray *koma_bursts_get (KomaBursts *self, KomaResultItem *item);
/* (transfer full) The same for one picture; of one that is alone, itself. */
GPtrArray *koma_bursts_dup_of (GListModel *items, KomaResultItem *item);
/* Whether more may be known of it: its camera, and when it was taken. */
gboolean koma_bursts_can_have (KomaResultItem *item);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaBursts, koma_bursts_free)

G_END_DECLS
