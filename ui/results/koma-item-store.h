/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result-item.h"

G_BEGIN_DECLS

/* A list model of KomaResultItems. GListStore takes 48 bytes an item, this one 8. */
#define KOMA_TYPE_ITEM_STORE (koma_item_store_get_type ())
G_DECLARE_FINAL_TYPE (KomaItemStore, koma_item_store, KOMA, ITEM_STORE, GObject)

KomaItemStore *koma_item_store_new (void);
void           koma_item_store_splice (KomaItemStore *self,
                                       guint          position,
                                       guint          n_removed,
                                       gpointer      *added, /* KomaResultItem; (nullable) */
                                       guint          n_added);
/* (transfer full) (element-type KomaResultItem) as they are now; not to be changed */
GPtrArray *koma_item_store_share_items (KomaItemStore *self);
gboolean   koma_item_store_find (KomaItemStore *self, gconstpointer item, guint *ret_position);

G_END_DECLS
