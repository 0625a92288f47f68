/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "pickle.h"
#include "torch-file.h"

G_BEGIN_DECLS

/* What torch.save () wrote, in either of its forms: an object, and where the numbers lie. */
typedef struct
{
  guint8     *bytes; /* of the pickle */
  KomaPickle *pickle;
  GHashTable *storages; /* char * → KomaTorchPart */
} KomaTorchContent;

/* A storage as the pickle describes it. */
typedef struct
{
  const KomaStoredType *type;
  char                 *key;
  guint64               first; /* elements before the view that is meant … */
  guint64               count; /* … and of it */
} KomaTorchStorage;

/* The form since PyTorch 1.6: a zip archive. */
gboolean koma_torch_zip_read (const KomaTorchFile *file,
                              KomaTorchContent    *ret_content, /* to be cleared in any case */
                              GError             **error) G_GNUC_WARN_UNUSED_RESULT;
/* The form before: pickles one behind the other. */
gboolean koma_torch_legacy_read (const KomaTorchFile *file,
                                 KomaTorchContent    *ret_content, /* likewise */
                                 GError             **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_torch_content_clear (KomaTorchContent *self);

gboolean koma_torch_storage_parse (const KomaPickleValue *value,
                                   KomaTorchStorage      *ret_storage, /* likewise */
                                   GError               **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_torch_storage_clear (KomaTorchStorage *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTorchContent, koma_torch_content_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTorchStorage, koma_torch_storage_clear)

G_END_DECLS
