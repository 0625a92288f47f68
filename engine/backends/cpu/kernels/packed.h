/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

/* A large right side of products as the kernels read it. Sessions that have the same weights share
 * it as long as one of them lives: each thread's own, and those of other batches. */
typedef struct _KomaCpuPacked KomaCpuPacked;

/* What it is made of: constants, which whoever shares it keeps alive, and nobody writes to. */
typedef struct
{
  gconstpointer         weights; /* [k, n] of float32 */
  gconstpointer         bias;    /* (nullable) [n] likewise */
  const KomaCpuKernels *kernels;
  gsize                 k;
  gsize                 n;
  gboolean              is_turned; /* the weights are [n, k] */
} KomaCpuPackedKey;

KomaCpuPacked *koma_cpu_packed_find (const KomaCpuPackedKey *key,
                                     gsize                   size_bytes,
                                     gboolean               *ret_is_new,
                                     GError                **error) G_GNUC_WARN_UNUSED_RESULT;
void           koma_cpu_packed_finish (KomaCpuPacked *self);
guint32       *koma_cpu_packed_get_words (const KomaCpuPacked *self);
void           koma_cpu_packed_unref (KomaCpuPacked *self);

G_END_DECLS
