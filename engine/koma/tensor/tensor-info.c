/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor-info-private.h"

struct _KomaTensorInfo
{
  GObject parent_instance;

  char     *name;
  KomaDType dtype;
  gboolean  has_shape;
  guint     rank;
  int       dims[KOMA_MAX_RANK];
};

G_DEFINE_FINAL_TYPE (KomaTensorInfo, koma_tensor_info, G_TYPE_OBJECT)

static void
koma_tensor_info_finalize (GObject *object)
{
  g_free (KOMA_TENSOR_INFO (object)->name);
  G_OBJECT_CLASS (koma_tensor_info_parent_class)->finalize (object);
}

static void
koma_tensor_info_class_init (KomaTensorInfoClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_tensor_info_finalize;
}

static void
koma_tensor_info_init (KomaTensorInfo *self)
{
}

/**
 * koma_tensor_info_new: (skip)
 *
 * Returns: (transfer full):
 */
KomaTensorInfo *
koma_tensor_info_new (const char      *name,
                      KomaDType        dtype,
                      const KomaShape *shape)
{
  KomaTensorInfo *self = g_object_new (KOMA_TYPE_TENSOR_INFO, NULL);

  self->name = g_strdup (name != NULL ? name : "");
  self->dtype = dtype;
  self->has_shape = shape != NULL && shape->rank <= KOMA_MAX_RANK;
  self->rank = self->has_shape ? shape->rank : 0;
  for (guint d = 0; d < self->rank; d++)
    self->dims[d] = shape->dims[d] >= 0 ? (int) shape->dims[d] : KOMA_DIM_UNKNOWN;
  return self;
}

/**
 * koma_tensor_info_get_name:
 * @self: an input or output
 *
 * Thread: any.
 *
 * Returns: (transfer none): as the model's file has it; "" if it has none
 */
const char *
koma_tensor_info_get_name (KomaTensorInfo *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR_INFO (self), NULL);

  return self->name;
}

/**
 * koma_tensor_info_get_dtype:
 * @self: an input or output
 *
 * Thread: any.
 *
 * Returns: the type of its elements
 */
KomaDType
koma_tensor_info_get_dtype (KomaTensorInfo *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR_INFO (self), KOMA_DTYPE_FLOAT32);

  return self->dtype;
}

/**
 * koma_tensor_info_has_shape:
 * @self: an input or output
 *
 * Thread: any.
 *
 * Returns: whether its shape is known: that of an output may follow from the inputs alone
 */
gboolean
koma_tensor_info_has_shape (KomaTensorInfo *self)
{
  g_return_val_if_fail (KOMA_IS_TENSOR_INFO (self), FALSE);

  return self->has_shape;
}

/**
 * koma_tensor_info_get_shape:
 * @self: an input or output
 * @ret_rank: (out): number of dimensions, 0 to 6; 0 for a scalar, and where the shape is not known
 *
 * Thread: any.
 *
 * Returns: (transfer none) (array length=ret_rank): sizes, the outermost first; -1: open
 */
const int *
koma_tensor_info_get_shape (KomaTensorInfo *self,
                            guint          *ret_rank)
{
  g_return_val_if_fail (KOMA_IS_TENSOR_INFO (self), NULL);

  *ret_rank = self->rank;
  return self->dims;
}
