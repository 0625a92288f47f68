/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "dtype.h"

G_BEGIN_DECLS

/**
 * KOMA_DIMS:
 * @...: sizes, or axes
 *
 * A shape written out, as the two arguments that functions take: `KOMA_DIMS (2, 3)`. A scalar's is
 * `NULL, 0`.
 */
#define KOMA_DIMS(...) \
  (const int[]){ __VA_ARGS__ }, sizeof ((const int[]){ __VA_ARGS__ }) / sizeof (int)

/**
 * KOMA_ALL_AXES:
 *
 * The two arguments that make a reduction go over all dimensions:
 * `koma_tensor_sum (x, KOMA_ALL_AXES, FALSE, &error)`.
 */
#define KOMA_ALL_AXES NULL, 0

/**
 * KomaTensor:
 *
 * Numbers in up to six dimensions: a dtype, a shape and values, which do not change. Ops make new
 * tensors of them. An op that failed returns %NULL, and one that is given %NULL for a tensor
 * returns %NULL, too, and leaves the error as it is: calls nest, and the last one is checked.
 *
 * A new tensor floats. It belongs to the #KomaScope in force, and without one to whoever calls
 * g_object_ref_sink(). Used on the thread that made it; the last reference may be dropped on any.
 */
#define KOMA_TYPE_TENSOR  (koma_tensor_get_type ())
#define KOMA_TENSOR(o)    (G_TYPE_CHECK_INSTANCE_CAST ((o), KOMA_TYPE_TENSOR, KomaTensor))
#define KOMA_IS_TENSOR(o) (G_TYPE_CHECK_INSTANCE_TYPE ((o), KOMA_TYPE_TENSOR))

typedef struct _KomaTensor      KomaTensor;
typedef struct _KomaTensorClass KomaTensorClass;

GType koma_tensor_get_type (void) G_GNUC_CONST;

/* Looking. */
const int *koma_tensor_get_shape (KomaTensor *self, guint *ret_rank);
guint      koma_tensor_get_rank (KomaTensor *self);
gsize      koma_tensor_get_size (KomaTensor *self);
KomaDType  koma_tensor_get_dtype (KomaTensor *self);
gboolean   koma_tensor_is_disposed (KomaTensor *self);

/* Life. */
KomaTensor *koma_tensor_keep (KomaTensor *self);
void        koma_tensor_dispose_data (KomaTensor *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTensor, g_object_unref)

G_END_DECLS
