/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

#include "engine/formats/json.h"

/**
 * koma_keras_add_reshape:
 * @dims: (array length=n_dims): sizes without the batch, at most one of them −1
 *
 * Errors: %KOMA_ERROR_SHAPE if there are more than %KOMA_MAX_RANK dimensions;
 * %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_reshape (KomaBuilder  *b,
                        KomaValueId   input,
                        const gint32 *dims,
                        guint         n_dims)
{
  gint32      all[KOMA_MAX_RANK] = { -1 };
  gboolean    is_open = FALSE;
  KomaValueId y = KOMA_VALUE_NONE;

  if (n_dims >= KOMA_MAX_RANK)
    return koma_builder_fail (b, KOMA_ERROR_SHAPE, "%u dimensions, at most %d are possible",
                              n_dims + 1, KOMA_MAX_RANK);
  for (guint i = 0; i < n_dims; i++) {
    all[i + 1] = dims[i];
    is_open = is_open || dims[i] < 0;
  }
  if (!is_open) {
    y = koma_builder_binary (b, KOMA_OP_RESHAPE, input, koma_builder_ints (b, all, n_dims + 1));
    return koma_builder_set_rank (b, y, n_dims + 1);
  }
  /* Where a dimension is left open, the batch can not be, and is read from the
   * input when the graph is bound. */
  return koma_keras_add_joined_reshape (b, input,
                                        (KomaValueId[]){ koma_keras_add_shape_part (b, input, 0, 1),
                                                         koma_builder_ints (b, dims, n_dims) },
                                        2, n_dims + 1);
}

/* Reshape */
KomaValueId
koma_keras_reshape (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  JsonArray *array = koma_json_get_array (call->config, "target_shape");
  guint      n_dims = koma_json_array_length (array);
  gint32     dims[KOMA_MAX_RANK] = { 0 };

  if (array == NULL)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “target_shape” is no shape");
  for (guint i = 0; i < MIN (n_dims, KOMA_MAX_RANK); i++) {
    gint64 dim = -1;

    /* null is what some writers make of an open dimension. */
    if (!json_node_is_null (koma_json_element (array, i)) &&
        (!koma_json_node_int (koma_json_element (array, i), &dim) || dim < -1 ||
         dim > G_MAXINT32))
      return koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “target_shape” is no shape");
    dims[i] = (gint32) dim;
  }
  return koma_keras_add_reshape (b, call->inputs[0], dims, n_dims);
}
