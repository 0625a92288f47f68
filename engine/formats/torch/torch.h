/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* What a file begins with that torch.save () wrote before PyTorch 1.6: the protocol of a pickle,
 * and an integer of 10 bytes. */
#define KOMA_TORCH_MAGIC       "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19"
#define KOMA_TORCH_MAGIC_BYTES 10

/* Whether a file could have been written by torch.save (), by its first bytes. An archive of
 * anything else begins like one of PyTorch. */
gboolean koma_torch_is (const guint8 *head, gsize length);
gboolean koma_torch_may_be (const guint8 *head, gsize length); /* or a relative of such files */

/* (transfer full) The weights of a state dict: char * → KomaArray. */
GHashTable *koma_torch_read_tensors (const char      *path,
                                     KomaContentHash *checksum,      /* (nullable) */
                                     gsize           *ret_n_float16, /* numbers made float32 */
                                     GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
