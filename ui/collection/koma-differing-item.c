/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-differing-item.h"

struct _KomaDifferingItem
{
  GObject parent_instance;

  KomaCollectionDiffering *differing; /* owned */
};

G_DEFINE_FINAL_TYPE (KomaDifferingItem, koma_differing_item, G_TYPE_OBJECT)

static void
koma_differing_item_finalize (GObject *object)
{
  koma_collection_differing_free (KOMA_DIFFERING_ITEM (object)->differing);

  G_OBJECT_CLASS (koma_differing_item_parent_class)->finalize (object);
}

static void
koma_differing_item_class_init (KomaDifferingItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_differing_item_finalize;
}

static void
koma_differing_item_init (KomaDifferingItem *self)
{
}

KomaDifferingItem *
koma_differing_item_new (KomaCollectionDiffering *differing)
{
  KomaDifferingItem *self = g_object_new (KOMA_TYPE_DIFFERING_ITEM, NULL);

  self->differing = differing;
  return self;
}

const KomaCollectionDiffering *
koma_differing_item_get (KomaDifferingItem *self)
{
  return self->differing;
}
