/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-item-store.h"

G_BEGIN_DECLS

/* Adds items to a list, a few in each frame, so that the window stays smooth. */
typedef struct _KomaArrivals KomaArrivals;

/* Gets the items that were just added. */
typedef void (*KomaArrivalsFunc) (gpointer *items, guint n_items, gpointer user_data);

KomaArrivals *koma_arrivals_new (KomaItemStore *store, KomaArrivalsFunc func, gpointer user_data);
void          koma_arrivals_free (KomaArrivals *arrivals);

guint koma_arrivals_get_n_items (const KomaArrivals *arrivals);
void  koma_arrivals_append (KomaArrivals *arrivals, GPtrArray *items);
void  koma_arrivals_clear (KomaArrivals *arrivals);

G_END_DECLS
