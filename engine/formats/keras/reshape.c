/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

#include "engine/formats/json.h"

static gboolean
add_known (KomaKerasBuilder *builder,
           const char       *name,
           KomaValueId       input,
           const gint32     *dims, /* [n_dims]; dims[0] stands for the batch */
           guint             n_dims,
           KomaValueId      *ret_output,
           GError          **error)
{
  return koma_keras_add_binary (builder, KOMA_OP_RESHAPE, name, input,
                                koma_keras_add_ints (builder, dims, n_dims, error), ret_output,
                                error);
}

/* Where a dimension is left open, the batch can not be, and is read from the
 * input when the graph is bound. */
static gboolean
add_open (KomaKerasBuilder *builder,
          const char       *name,
          KomaValueId       input,
          const gint32     *dims, /* [n_dims], without the batch */
          guint             n_dims,
          KomaValueId      *ret_output,
          GError          **error)
{
  KomaValueId         parts[3] = { 0 };
  const KomaKerasCall like = { .name = name, .inputs = parts, .n_inputs = 3 };
  KomaValueId         shape = KOMA_VALUE_NONE;

  parts[1] = koma_keras_add_ints (builder, dims, n_dims, error);
  parts[2] = koma_keras_add_int (builder, 0, error);
  return parts[1] != KOMA_VALUE_NONE && parts[2] != KOMA_VALUE_NONE &&
         koma_keras_add_shape_part (builder, input, 0, 1, &parts[0], error) &&
         koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, &shape, error) &&
         koma_keras_add_binary (builder, KOMA_OP_RESHAPE, name, input, shape, ret_output, error);
}

/**
 * koma_keras_add_reshape:
 * @dims: (array length=n_dims): sizes without the batch, at most one of them −1
 *
 * Errors: %KOMA_ERROR_SHAPE if there are more than %KOMA_MAX_RANK dimensions;
 * %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_reshape (KomaKerasBuilder *builder,
                        const char       *name,
                        KomaValueId       input,
                        const gint32     *dims,
                        guint             n_dims,
                        KomaValueId      *ret_output,
                        GError          **error)
{
  gint32   all[KOMA_MAX_RANK] = { -1 };
  gboolean is_open = FALSE;

  if (n_dims >= KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE, "%u dimensions, at most %d are possible",
                      n_dims + 1, KOMA_MAX_RANK);
  for (guint i = 0; i < n_dims; i++) {
    all[i + 1] = dims[i];
    is_open = is_open || dims[i] < 0;
  }
  if (!(is_open ? add_open (builder, name, input, dims, n_dims, ret_output, error)
                : add_known (builder, name, input, all, n_dims + 1, ret_output, error)))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, n_dims + 1);
  return TRUE;
}

/* Reshape */
gboolean
koma_keras_reshape (KomaKerasBuilder    *builder,
                    const KomaKerasCall *call,
                    KomaValueId         *ret_output,
                    GError             **error)
{
  JsonArray *array = koma_json_get_array (call->config, "target_shape");
  guint      n_dims = koma_json_array_length (array);
  gint32     dims[KOMA_MAX_RANK] = { 0 };

  if (array == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "setting “target_shape” is no shape");
  for (guint i = 0; i < MIN (n_dims, KOMA_MAX_RANK); i++) {
    gint64 dim = -1;

    /* null is what some writers make of an open dimension. */
    if (!json_node_is_null (koma_json_element (array, i)) &&
        (!koma_json_node_int (koma_json_element (array, i), &dim) || dim < -1 ||
         dim > G_MAXINT32))
      return koma_fail (error, KOMA_ERROR_MODEL, "setting “target_shape” is no shape");
    dims[i] = (gint32) dim;
  }
  return koma_keras_add_reshape (builder, call->name, call->inputs[0], dims, n_dims, ret_output,
                                 error);
}
