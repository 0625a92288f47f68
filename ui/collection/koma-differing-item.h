/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "worker/collection/koma-collection-compare.h"

G_BEGIN_DECLS

/* A picture with two labels, in a list. Immutable. */
#define KOMA_TYPE_DIFFERING_ITEM (koma_differing_item_get_type ())
G_DECLARE_FINAL_TYPE (KomaDifferingItem, koma_differing_item, KOMA, DIFFERING_ITEM, GObject)

/* @differing: (transfer full) */
KomaDifferingItem             *koma_differing_item_new (KomaCollectionDiffering *differing);
const KomaCollectionDiffering *koma_differing_item_get (KomaDifferingItem *self);

G_END_DECLS
