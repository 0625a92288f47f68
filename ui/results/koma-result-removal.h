/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "koma-item-store.h"

G_BEGIN_DECLS

/* Items that were taken out of a list, with their positions, so that they can be put back. */
typedef struct _KomaResultRemoval KomaResultRemoval;

KomaResultRemoval *koma_result_removal_new (KomaItemStore *store, GtkBitset *positions);
void               koma_result_removal_undo (KomaResultRemoval *removal, KomaItemStore *store);
void               koma_result_removal_free (KomaResultRemoval *removal);

guint koma_result_removal_get_n_items (const KomaResultRemoval *removal);
void  koma_result_removal_foreach (const KomaResultRemoval *removal,
                                   GFunc                    func, /* gets the item */
                                   gpointer                 user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaResultRemoval, koma_result_removal_free)

G_END_DECLS
