/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-data.h"

#include "engine/koma/tensor/half-array.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-private.h"

/* A new reference, or a copy as float32. */
static KomaArray *
to_float (KomaArray *array,
          GError   **error)
{
  KomaArray *copy = NULL;

  if (array->dtype == KOMA_DTYPE_FLOAT32)
    return koma_array_ref (array);
  if (array->dtype == KOMA_DTYPE_FLOAT16)
    return koma_half_array_widen (array, error);
  copy = koma_array_new (KOMA_DTYPE_FLOAT32, &array->shape, error);
  for (gsize i = 0; copy != NULL && i < array->count; i++)
    ((float *) copy->data)[i] = koma_array_get_int (array, i);
  return copy;
}

static gboolean
add_tensors (GPtrArray   *list,
             gsize       *n,
             KomaTensor **tensors,
             guint        n_tensors,
             GError     **error)
{
  for (guint i = 0; i < n_tensors; i++) {
    KomaArray *array = tensors[i] != NULL ? koma_tensor_get_array (tensors[i], error) : NULL;
    KomaArray *floats = array != NULL ? to_float (array, error) : NULL;

    if (floats == NULL)
      return FALSE;
    g_ptr_array_add (list, floats);
    if (array->shape.rank == 0 || (*n != 0 && array->shape.dims[0] != (gint64) *n))
      return koma_fail (error, KOMA_ERROR_SHAPE, "Tensor %u has no samples, or another number", i);
    *n = array->shape.dims[0];
  }
  return *n > 0 || koma_fail (error, KOMA_ERROR_SHAPE, "There are no samples");
}

static KomaShape
drop_ones (KomaShape shape)
{
  while (shape.rank > 1 && shape.dims[shape.rank - 1] == 1)
    shape.dims[--shape.rank] = 0;
  return shape;
}

/* Before anything is learnt, and by their places in the caller's tensor, not in a batch of picked
 * samples. */
static gboolean
check_labels (const KomaArray *y,
              guint            target,
              gint64           n_classes,
              GError         **error)
{
  const float *labels = y->data;

  for (gsize i = 0; i < y->count; i++)
    if (!(labels[i] >= 0 && labels[i] < n_classes))
      return koma_fail (error, KOMA_ERROR_ARGUMENT,
                        "Label %" G_GSIZE_FORMAT " of target %u is %.9g, expected 0 to %d", i,
                        target, labels[i], (int) n_classes - 1);
  return TRUE;
}

static gboolean
check_targets (const KomaLayersData  *self,
               const KomaLayersModel *model,
               GError               **error)
{
  for (guint i = 0; i < self->y->len; i++) {
    const KomaLoss   loss = (KomaLoss) GPOINTER_TO_UINT (g_ptr_array_index (model->losses, i));
    const KomaArray *y = g_ptr_array_index (self->y, i);
    KomaShape        output = g_array_index (model->output_shapes, KomaShape, i);
    KomaShape        expected = KOMA_SHAPE_SCALAR;
    KomaShape        found = drop_ones (y->shape);

    output.dims[0] = self->n;
    expected = drop_ones (koma_loss_get_target_shape (loss, &output));
    if (!koma_shape_equal (&found, &expected)) {
      g_autofree char *text = koma_shape_to_string (&y->shape);
      g_autofree char *wanted = koma_shape_to_string (&expected);

      return koma_fail (error, KOMA_ERROR_SHAPE, "Target %u has the shape %s, expected %s", i, text,
                        wanted);
    }
    if (loss == KOMA_LOSS_SPARSE_CATEGORICAL_CROSSENTROPY && output.rank > 0 &&
        !check_labels (y, i, output.dims[output.rank - 1], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_count (const char *what,
             guint       n,
             guint       expected,
             GError    **error)
{
  return n == expected || koma_fail (error, KOMA_ERROR_SHAPE, "The model has %u %s, and not %u",
                                     expected, what, n);
}

/**
 * koma_layers_data_prepare:
 *
 * Errors: those of koma_layers_model_ensure_trainer().
 */
gboolean
koma_layers_data_prepare (const KomaLayersData *self,
                          KomaLayersModel      *model,
                          GError              **error)
{
  g_autofree KomaShape *shapes = g_new0 (KomaShape, self->x->len + 1);

  for (guint i = 0; i < self->x->len; i++)
    shapes[i] = ((const KomaArray *) g_ptr_array_index (self->x, i))->shape;
  return koma_layers_model_ensure_trainer (model, shapes, error);
}

static void
set_up (KomaLayersData *self)
{
  *self = (KomaLayersData){
    .x = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref),
    .y = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref),
    .shares = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref),
    .buffers = g_ptr_array_new_with_free_func (g_free),
  };
}

/**
 * koma_layers_data_init:
 * @n_y: 0: there are no targets
 *
 * Takes samples, and makes the model ready for them.
 *
 * Errors: %KOMA_ERROR_SHAPE if they do not fit the model or each other; %KOMA_ERROR_ARGUMENT if a
 * label is no number of a class; those of koma_layers_model_ensure_trainer(). @self is to be
 * cleared all the same.
 */
gboolean
koma_layers_data_init (KomaLayersData  *self,
                       KomaLayersModel *model,
                       KomaTensor     **x,
                       guint            n_x,
                       KomaTensor     **y,
                       guint            n_y,
                       GError         **error)
{
  set_up (self);
  if (!koma_layers_model_ensure_weights (model, error) ||
      !check_count ("inputs", n_x, model->inputs->len, error) ||
      (n_y > 0 && !check_count ("outputs", n_y, model->n_outputs, error)))
    return FALSE;
  return add_tensors (self->x, &self->n, x, n_x, error) &&
         (n_y == 0 || add_tensors (self->y, &self->n, y, n_y, error)) &&
         koma_layers_data_prepare (self, model, error) && check_targets (self, model, error);
}

/**
 * koma_layers_data_check_batches:
 * @n: samples
 *
 * Before the first batch is computed: the last one may be smaller.
 *
 * Errors: %KOMA_ERROR_SHAPE if a batch would be of another size than the model's inputs have.
 */
gboolean
koma_layers_data_check_batches (const KomaLayersModel *model,
                                gsize                  n,
                                guint                  batch_size,
                                GError               **error)
{
  const gsize largest = MIN (n, batch_size);
  const gsize rest = n % MAX (largest, 1);

  for (guint i = 0; i < model->inputs->len; i++) {
    const gint64 batch = g_array_index (model->inputs, KomaShape, i).dims[0];
    const gsize  other = largest != (gsize) batch ? largest : rest;

    if (batch != KOMA_DIM_UNKNOWN && other != 0 && other != (gsize) batch)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "Input %u has batches of %d samples; of %" G_GSIZE_FORMAT
                        " samples in batches of %u one has %" G_GSIZE_FORMAT,
                        i, (int) batch, n, batch_size, other);
  }
  return TRUE;
}

static KomaArray *
get_array (const KomaLayersData *self,
           guint                 index)
{
  const GPtrArray *lists[] = { self->x, self->y, self->shares };
  guint            list = 0;

  while (index >= lists[list]->len)
    index -= lists[list++]->len;
  return g_ptr_array_index (lists[list], index);
}

/* Floats of a sample. */
static gsize
get_row (const KomaArray *array)
{
  return array->count / array->shape.dims[0];
}

static gboolean
split_list (GPtrArray *list,
            gsize      first,
            GPtrArray *rest,
            GError   **error)
{
  for (guint i = 0; i < list->len; i++) {
    KomaArray *array = g_ptr_array_index (list, i);
    KomaShape  shape = array->shape;
    KomaArray *part = NULL;

    shape.dims[0] -= first;
    part = koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &shape,
                                     (const float *) array->data + first * get_row (array), error);
    if (part == NULL)
      return FALSE;
    g_ptr_array_add (rest, part);
  }
  return TRUE;
}

/**
 * koma_layers_data_split:
 * @first: at least 1, less than the number of samples
 * @ret_rest: (out): receives a copy of the samples from @first on, which @self loses, without
 *   weights
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_layers_data_split (KomaLayersData *self,
                        gsize           first,
                        KomaLayersData *ret_rest,
                        GError        **error)
{
  set_up (ret_rest);
  ret_rest->n = self->n - first;
  self->n = first;
  return split_list (self->x, first, ret_rest->x, error) &&
         split_list (self->y, first, ret_rest->y, error);
}

/**
 * koma_layers_data_clear:
 */
void
koma_layers_data_clear (KomaLayersData *self)
{
  g_clear_pointer (&self->x, g_ptr_array_unref);
  g_clear_pointer (&self->y, g_ptr_array_unref);
  g_clear_pointer (&self->shares, g_ptr_array_unref);
  g_clear_pointer (&self->buffers, g_ptr_array_unref);
}

/* The first batch is the largest. */
static float *
get_buffer (KomaLayersData *self,
            guint           index,
            gsize           n)
{
  while (self->buffers->len <= index)
    g_ptr_array_add (self->buffers, NULL);
  if (self->buffers->pdata[index] == NULL)
    self->buffers->pdata[index] = g_new (float, n);
  return self->buffers->pdata[index];
}

/**
 * koma_layers_data_get_batch:
 * @first: the place of the first sample, in @order where there is one
 * @n: how many samples; never more than at the first call
 * @order: (nullable): samples in the order in which they are taken
 * @ret_pointers: (out): one for each of x, of y, of shares; valid until the next call
 */
void
koma_layers_data_get_batch (KomaLayersData *self,
                            gsize           first,
                            guint           n,
                            const guint32  *order,
                            gconstpointer  *ret_pointers)
{
  for (guint i = 0; i < self->x->len + self->y->len + self->shares->len; i++) {
    const KomaArray *array = get_array (self, i);
    const gsize      row = get_row (array);
    const float     *data = array->data;
    float           *buffer = NULL;

    ret_pointers[i] = data + first * row;
    if (order == NULL)
      continue;
    buffer = get_buffer (self, i, n * row);
    for (guint k = 0; k < n; k++)
      memcpy (buffer + k * row, data + order[first + k] * row, row * sizeof (float));
    ret_pointers[i] = buffer;
  }
}
