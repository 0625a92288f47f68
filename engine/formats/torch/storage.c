/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A storage is a tuple: "storage", its class, its key, the device that it was on, and how many
 * elements it has; before PyTorch 1.6 also None, or a tuple that says which part of it is meant:
 * a key, the first element, and how many. */

#include "content.h"

#include "advice.h"
#include "engine/koma/koma-error.h"

static gboolean
fail (GError **error)
{
  return koma_fail (error, KOMA_ERROR_MODEL, "a storage is described in an unknown way");
}

static gboolean
take_size (const KomaPickleValue *value,
           guint64               *ret_size)
{
  if (value == NULL || value->kind != KOMA_PICKLE_INT || value->integer < 0)
    return FALSE;
  *ret_size = (guint64) value->integer;
  return TRUE;
}

static gboolean
parse_view (const KomaPickleValue *view, /* (nullable) */
            KomaTorchStorage      *storage)
{
  const guint64 whole = storage->count;

  if (view == NULL || view->kind == KOMA_PICKLE_NONE)
    return TRUE;
  return take_size (koma_pickle_item (view, 1), &storage->first) &&
         take_size (koma_pickle_item (view, 2), &storage->count) && storage->first <= whole &&
         storage->count <= whole - storage->first;
}

/**
 * koma_torch_storage_parse:
 * @value: what a tensor is made of
 * @ret_storage: (out caller-allocates): is to be cleared, also where this fails
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it describes no storage; %KOMA_ERROR_UNSUPPORTED
 * where it is a class of a model.
 */
gboolean
koma_torch_storage_parse (const KomaPickleValue *value,
                          KomaTorchStorage      *ret_storage,
                          GError               **error)
{
  const KomaPickleValue *id = value->kind == KOMA_PICKLE_STORAGE ? koma_pickle_item (value, 0)
                                                                 : NULL;
  const KomaPickleValue *type = id != NULL ? koma_pickle_item (id, 1) : NULL;

  *ret_storage = (KomaTorchStorage){ 0 };
  if (id != NULL && koma_pickle_is_text (koma_pickle_item (id, 0), "module"))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "it holds objects of Python, and not weights alone. %s",
                      KOMA_TORCH_SAVE_ADVICE);
  if (type == NULL || !koma_pickle_is_text (koma_pickle_item (id, 0), "storage") ||
      type->kind != KOMA_PICKLE_GLOBAL || type->global_row->role != KOMA_GLOBAL_STORAGE)
    return fail (error);
  ret_storage->type = koma_stored_type_find (type->global_row->stored_type);
  ret_storage->key = koma_pickle_dup_text (koma_pickle_item (id, 2));
  return (ret_storage->key != NULL && take_size (koma_pickle_item (id, 4), &ret_storage->count) &&
          parse_view (koma_pickle_item (id, 5), ret_storage)) ||
         fail (error);
}

void
koma_torch_storage_clear (KomaTorchStorage *self)
{
  g_clear_pointer (&self->key, g_free);
}

void
koma_torch_content_clear (KomaTorchContent *self)
{
  g_clear_pointer (&self->storages, g_hash_table_unref);
  g_clear_pointer (&self->pickle, koma_pickle_free);
  g_clear_pointer (&self->bytes, g_free);
}
