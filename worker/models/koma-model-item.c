/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-item.h"

G_DEFINE_FINAL_TYPE (KomaModelItem, koma_model_item, G_TYPE_OBJECT)

static void
koma_model_item_finalize (GObject *object)
{
  KomaModelItem *self = KOMA_MODEL_ITEM (object);

  g_free (self->path);
  g_free (self->name);
  g_free (self->format);
  g_free (self->hash);
  g_free (self->address);
  g_free (self->catalogue_id);
  g_free (self->licence);
  g_free (self->source);
  g_free (self->backend);
  G_OBJECT_CLASS (koma_model_item_parent_class)->finalize (object);
}

static void
koma_model_item_class_init (KomaModelItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_model_item_finalize;
}

static void
koma_model_item_init (KomaModelItem *self)
{
}

/**
 * koma_model_item_is_removable:
 *
 * Thread: any.
 *
 * Returns: whether koma_model_library_remove_async() takes it: a stored model with its files, an
 * opened   one from the list alone
 */
gboolean
koma_model_item_is_removable (KomaModelItem *self)
{
  return self->place == KOMA_MODEL_STORED || self->place == KOMA_MODEL_OPENED;
}
