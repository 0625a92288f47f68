/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "content.h"

G_BEGIN_DECLS

/* Makes arrays of the tensors of a file. */
typedef struct
{
  const KomaTorchFile    *file;
  const KomaTorchContent *content;
  GHashTable             *made;            /* char * → KomaArray; of the same numbers: the same */
  guint64                 left_bytes;      /* that may yet be made … */
  guint64                 left_read_bytes; /* … and looked at */
  gsize                   n_float16;
} KomaTorchTensors;

void       koma_torch_tensors_init (KomaTorchTensors       *self,
                                    const KomaTorchFile    *file,
                                    const KomaTorchContent *content);
void       koma_torch_tensors_clear (KomaTorchTensors *self);
KomaArray *koma_torch_tensors_make (KomaTorchTensors      *self, /* (transfer full) (nullable) */
                                    const KomaPickleValue *tensor,
                                    GError               **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTorchTensors, koma_torch_tensors_clear)

G_END_DECLS
