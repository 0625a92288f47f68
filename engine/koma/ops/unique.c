/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "unique.h"

#include <math.h>
#include <string.h>

#include "gathering.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/tensor-private.h"

/* Bytes of slice @i along the axis, equal for equal numbers: 0 and -0 are, and NaN is. */
static GBytes *
make_key (const KomaArray     *array,
          const KomaShapeAxis *axis,
          gsize                i)
{
  const gsize elem = koma_dtype_size (array->dtype);
  const gsize size = axis->n_inner * elem;
  guint8     *key = g_malloc (axis->n_outer * size + 1);

  for (gsize outer = 0; outer < axis->n_outer; outer++)
    memcpy (key + outer * size, (const guint8 *) array->data + (outer * axis->n_axis + i) * size,
            size);
  for (gsize k = 0; array->dtype == KOMA_DTYPE_FLOAT32 && k < axis->n_outer * axis->n_inner; k++) {
    float *number = (float *) key + k;

    *number = isnan (*number) ? NAN : *number + 0.0f;
  }
  return g_bytes_new_take (key, axis->n_outer * size);
}

/* Where each different slice is first, and which of these each slice is. */
static void
find_slices (const KomaArray     *array,
             const KomaShapeAxis *axis,
             GArray              *firsts,
             gint32              *which)
{
  g_autoptr (GHashTable) found =
    g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);

  for (gint32 i = 0; i < (gint32) axis->n_axis; i++) {
    GBytes  *key = make_key (array, axis, i);
    gpointer index = NULL;

    if (g_hash_table_lookup_extended (found, key, NULL, &index)) {
      g_bytes_unref (key);
    } else {
      index = GUINT_TO_POINTER (firsts->len);
      g_hash_table_insert (found, key, index);
      g_array_append_val (firsts, i);
    }
    which[i] = GPOINTER_TO_UINT (index);
  }
}

/**
 * koma_tensor_unique:
 * @self: (nullable): of any dtype, of 1 dimension or more
 * @axis: along which; a negative one counts from the end
 * @ret_values: (out) (transfer none): the different slices, of the dtype of @self, in the order in
 *   which they come first, floating, or the scope's in force
 * @ret_indices: (out) (transfer none): int32 [the size of the dimension]: which of them each slice
 *   is, floating, or the scope's in force
 * @error: return location for an error
 *
 * The different slices along a dimension; of a vector, the different numbers. How many there are is
 * known from the data alone, so these are read at once. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where @self is %NULL
 */
gboolean
koma_tensor_unique (KomaTensor  *self,
                    int          axis,
                    KomaTensor **ret_values,
                    KomaTensor **ret_indices,
                    GError     **error)
{
  const KomaArray *array = NULL;
  g_autoptr (GArray) firsts = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autofree gint32 *which = NULL;
  KomaShapeAxis      slices = { 0 };
  KomaTensor        *indices = NULL;
  int                rank = 0;

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error))
    return FALSE;
  array = koma_tensor_get_array (self, error);
  if (array == NULL)
    return FALSE;
  rank = array->shape.rank;
  if (axis < -rank || axis >= rank)
    return koma_fail (error, KOMA_ERROR_SHAPE, "koma_tensor_unique: axis is %d, expected %d to %d",
                      axis, -rank, rank - 1);
  slices = koma_shape_split_at (&array->shape, axis < 0 ? axis + rank : axis);
  which = g_new (gint32, slices.n_axis + 1);
  find_slices (array, &slices, firsts, which);
  indices = koma_at_once_make (KOMA_DTYPE_INT32, KOMA_SHAPE (firsts->len), firsts->data, error);
  *ret_values = koma_tensor_gather (self, indices, axis, error);
  g_clear_pointer (&indices, koma_at_once_drop);
  if (*ret_values == NULL)
    return FALSE;
  *ret_indices =
    koma_at_once_make (KOMA_DTYPE_INT32, KOMA_SHAPE (slices.n_axis), which, error);
  return *ret_indices != NULL;
}
