/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "tensor.h"

G_BEGIN_DECLS

/* What functions share that read their arguments at once, and make their results of the numbers:
 * those whose shape follows from numbers, and those that no op of the engine computes. A tape does
 * not see them. @function: the name for errors */

/* Whether all are there; FALSE without an error where one is NULL. */
gboolean koma_at_once_begin (KomaTensor *const *tensors,
                             guint              n_tensors,
                             const char        *function,
                             GError           **error) G_GNUC_WARN_UNUSED_RESULT;
/* The numbers as @dtype, float32 or int32. (transfer full) (nullable) */
KomaArray *
koma_at_once_read (KomaTensor *tensor, KomaDType dtype, const char *function, GError **error);
/* @data is copied. (transfer none) (nullable): floating, or the scope's in force */
KomaTensor *
koma_at_once_make (KomaDType dtype, KomaShape shape, gconstpointer data, GError **error);
/* A tensor that was made on the way; at once, in a scope too. */
void koma_at_once_drop (KomaTensor *tensor);

/* Returns FALSE: "@function: argument 'boxes' has shape [3], expected [n,4]". */
gboolean koma_at_once_fail_shape (const char *function,
                                  const char *argument,
                                  KomaTensor *tensor,
                                  const char *expected,
                                  GError    **error);

G_END_DECLS
