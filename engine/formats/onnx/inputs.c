/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/koma/koma-error.h"
#include "lower.h"

typedef Koma__Onnx__ValueInfo        ValueInfo;
typedef Koma__Onnx__TensorShape      TensorShape;
typedef Koma__Onnx__TensorShape__Dim Dim;

/* What nearly all classifiers of pictures take that leave it open. */
#define USUAL_SIDE     224
#define USUAL_CHANNELS 3

static gboolean
read_shape (const TensorShape *shape, /* (nullable) */
            KomaShape         *ret_shape,
            GError           **error)
{
  gint64      sizes[KOMA_MAX_RANK + 1] = { 0 };
  const gsize n_dims = shape != NULL ? MIN (shape->n_dim, G_N_ELEMENTS (sizes)) : 0;

  if (shape == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "has no shape in the model");
  for (gsize i = 0; i < n_dims; i++) {
    const Dim *dim = shape->dim[i];

    sizes[i] = dim->value_case == KOMA__ONNX__TENSOR_SHAPE__DIM__VALUE_DIM_VALUE ? dim->dim_value
                                                                                 : -1;
  }
  return koma_tf_shape_make (sizes, n_dims, ret_shape, error);
}

/**
 * koma_onnx_output_read_shape:
 * @ret_shape: (out): as the file declares it, which may be wrong
 *
 * Returns: whether it does, with dimensions that Koma has. Thread: any.
 */
gboolean
koma_onnx_output_read_shape (const ValueInfo *info,
                             KomaShape       *ret_shape)
{
  return info->type != NULL && info->type->tensor_type != NULL &&
         read_shape (info->type->tensor_type->shape, ret_shape, NULL);
}

/* What the caller says of an open size; that all of it fits is checked later. */
static void
fill_in (KomaShape       *shape,
         const KomaShape *given)
{
  for (guint i = 1; i < shape->rank && shape->rank == given->rank; i++)
    if (shape->dims[i] == KOMA_DIM_UNKNOWN)
      shape->dims[i] = given->dims[i];
}

/* The place that ONNX' DimensionDenotation.md calls so; 0 where none is. */
static guint
find_channels (const TensorShape *shape)
{
  for (guint i = 1; i < shape->n_dim; i++)
    if (g_str_equal (shape->dim[i]->denotation, "DATA_CHANNEL"))
      return i;
  return 0;
}

/* Operators of ONNX mean something else for another shape: only the batch may remain open. */
static gboolean
close_shape (KomaShape            *shape,
             guint                 denoted,
             const KomaOnnxSource *source,
             gboolean             *ret_is_guess,
             GError              **error)
{
  const KomaShape before = *shape;
  const gboolean  is_usual_last = before.dims[3] == 1 || before.dims[3] == 3;
  const gboolean  is_last = denoted != 0 ? denoted == 3 : is_usual_last;
  const guint     first = is_last ? 1 : 2;

  *ret_is_guess = FALSE;
  if (shape->rank == 2 && shape->dims[1] == KOMA_DIM_UNKNOWN && source->n_rows > 0)
    shape->dims[1] = source->n_rows;
  for (guint i = 1; i < shape->rank; i++) {
    const gboolean is_channel = i == (is_last ? 3 : 1);

    if (shape->dims[i] != KOMA_DIM_UNKNOWN)
      continue;
    if (shape->rank != 4) {
      g_autofree char *text = koma_shape_to_string (&before);
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "is %s, open in size", text);
    }
    if (!is_channel && source->side[i - first] > 0) {
      shape->dims[i] = source->side[i - first];
      continue;
    }
    shape->dims[i] = is_channel ? USUAL_CHANNELS : USUAL_SIDE;
    *ret_is_guess = *ret_is_guess || !is_channel;
  }
  return TRUE;
}

/**
 * koma_onnx_input_read:
 * @given: (nullable): its shape, as the caller says
 * @source: has rows and columns of pictures, and ids of a text, as the file says
 * @raw: gets a warning where a size is guessed
 * @ret_shape: open in nothing but the first dimension, the batch
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, %KOMA_ERROR_SHAPE, naming the input. Thread: any.
 */
gboolean
koma_onnx_input_read (const ValueInfo      *info,
                      const KomaShape      *given,
                      const KomaOnnxSource *source,
                      KomaRawModel         *raw,
                      KomaDType            *ret_dtype,
                      KomaShape            *ret_shape,
                      GError              **error)
{
  const Koma__Onnx__TypeProto__Tensor *tensor = info->type != NULL ? info->type->tensor_type : NULL;
  const int                            number = tensor != NULL ? tensor->elem_type : 0;
  const KomaOnnxType                   type = koma_onnx_type_get (number);
  gboolean                             is_guess = FALSE;

  if (type.size == 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "input “%s”: its numbers are %s", info->name,
                      type.name);
  if (!read_shape (tensor->shape, ret_shape, error)) {
    g_prefix_error (error, "input “%s”: ", info->name);
    return FALSE;
  }
  if (given != NULL)
    fill_in (ret_shape, given);
  if (!close_shape (ret_shape, find_channels (tensor->shape), source, &is_guess, error)) {
    g_prefix_error (error, "input “%s”: ", info->name);
    return FALSE;
  }
  *ret_dtype = type.dtype;
  raw->is_size_guess = raw->is_size_guess || is_guess;
  if (is_guess && raw->warning == NULL)
    raw->warning = g_strdup_printf ("the file leaves the size of input “%s” open: %d×%d is a guess",
                                    info->name, USUAL_SIDE, USUAL_SIDE);
  return TRUE;
}
