/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor-read.h"

#include "engine/graph/half.h"
#include "engine/graph/nan.h"
#include "engine/koma/koma-error.h"
#include "tensor-private.h"

static float
get_float (const KomaArray *array,
           gsize            index)
{
  if (array->dtype == KOMA_DTYPE_FLOAT32)
    return koma_nan_make_plain (((const float *) array->data)[index]);
  if (array->dtype == KOMA_DTYPE_FLOAT16)
    return koma_half_to_float (((const guint16 *) array->data)[index]);
  return koma_array_get_int (array, index);
}

static float *
make_floats (const KomaArray *array,
             gsize           *ret_n_values)
{
  float *values = g_new (float, array->count + 1);

  for (gsize i = 0; i < array->count; i++)
    values[i] = get_float (array, i);
  *ret_n_values = array->count;
  return values;
}

/**
 * koma_tensor_read_floats:
 * @self: (nullable): a tensor of any dtype
 * @ret_n_values: (out): number of elements; of complex64 twice that
 * @error: return location for an error
 *
 * All elements as floats, the last dimension running fastest; bool is 0 and 1, a complex number is
 * two: its real and its imaginary part. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of.
 *
 * Returns: (transfer full) (array length=ret_n_values) (nullable): a copy, free with g_free()
 */
float *
koma_tensor_read_floats (KomaTensor *self,
                         gsize      *ret_n_values,
                         GError    **error)
{
  const KomaArray *array = self != NULL ? koma_tensor_get_elements (self, error) : NULL;

  return array != NULL ? make_floats (array, ret_n_values) : NULL;
}

/**
 * koma_tensor_read_ints:
 * @self: (nullable): a tensor of int32, bool, uint8 or int8
 * @ret_n_values: (out): number of elements
 * @error: return location for an error
 *
 * All elements as integers, the last dimension running fastest. Thread: its own.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of, or is of float32, float16 or complex64.
 *
 * Returns: (transfer full) (array length=ret_n_values) (nullable): a copy, free with g_free()
 */
int *
koma_tensor_read_ints (KomaTensor *self,
                       gsize      *ret_n_values,
                       GError    **error)
{
  const KomaArray *array = self != NULL ? koma_tensor_get_elements (self, error) : NULL;
  int             *values = NULL;

  if (array == NULL)
    return NULL;
  if (array->dtype == KOMA_DTYPE_FLOAT32 || array->dtype == KOMA_DTYPE_FLOAT16) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "A tensor of %s is not read as integers",
               koma_dtype_name (self->dtype));
    return NULL;
  }
  values = g_new (int, array->count + 1);
  for (gsize i = 0; i < array->count; i++)
    values[i] = koma_array_get_int (array, i);
  *ret_n_values = array->count;
  return values;
}

/**
 * koma_tensor_read_bytes:
 * @self: (nullable): a tensor of any dtype
 * @error: return location for an error
 *
 * The elements as they lie in memory, in the machine's order of bytes, the last dimension running
 * fastest. Nothing is copied: the memory is the tensor's, which does not change, and lives as long
 * as the last that has it; a #KomaVariable that is assigned to takes other memory. A NaN has any of
 * its patterns of bits. Thread: the tensor's own; the bytes may be read and unreferenced on any.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if it was disposed of.
 *
 * Returns: (transfer full) (nullable): bytes that nobody may write to
 */
GBytes *
koma_tensor_read_bytes (KomaTensor *self,
                        GError    **error)
{
  KomaArray *array = self != NULL ? koma_tensor_get_elements (self, error) : NULL;

  if (array == NULL)
    return NULL;
  return g_bytes_new_with_free_func (array->data, koma_array_get_size_bytes (array),
                                     (GDestroyNotify) koma_array_unref, koma_array_ref (array));
}

typedef struct
{
  float *values; /* [n_values] */
  gsize  n_values;
} Floats;

static void
floats_free (gpointer data)
{
  g_free (((Floats *) data)->values);
  g_free (data);
}

static void
copy_floats (GTask        *task,
             gpointer      source,
             gpointer      array,
             GCancellable *cancellable)
{
  Floats *floats = g_new0 (Floats, 1);

  floats->values = make_floats (array, &floats->n_values);
  g_task_return_pointer (task, floats, floats_free);
}

/* The thread knows nothing of the tensor, which is released at once, and here. */
static void
copied_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;

  g_task_return_pointer (task, g_task_propagate_pointer (G_TASK (result), NULL), floats_free);
}

/**
 * koma_tensor_read_async:
 * @self: a tensor of any dtype
 * @cancellable: (nullable): stops it
 * @callback: (scope async) (closure user_data): called in the main context of the calling thread
 * @user_data: for @callback
 *
 * As koma_tensor_read_floats(), with the copying done on another thread. The tensor may be disposed
 * of meanwhile. Thread: its own.
 */
void
koma_tensor_read_async (KomaTensor         *self,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GTask) copying = NULL;
  g_autoptr (GError) error = NULL;
  KomaArray *array = NULL;

  g_return_if_fail (KOMA_IS_TENSOR (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_tensor_read_async);
  array = koma_tensor_get_elements (self, &error);
  if (array == NULL) {
    g_task_return_error (task, g_steal_pointer (&error));
    return;
  }
  copying = g_task_new (NULL, NULL, copied_cb, g_steal_pointer (&task));
  g_task_set_task_data (copying, koma_array_ref (array), (GDestroyNotify) koma_array_unref);
  g_task_run_in_thread (copying, copy_floats);
}

/**
 * koma_tensor_read_finish:
 * @self: the tensor
 * @result: what the callback was given
 * @ret_n_values: (out): number of elements
 * @error: return location for an error
 *
 * Ends koma_tensor_read_async(). Thread: the tensor's own.
 *
 * Errors: those of koma_tensor_read_floats(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (array length=ret_n_values) (nullable): a copy, free with g_free()
 */
float *
koma_tensor_read_finish (KomaTensor   *self,
                         GAsyncResult *result,
                         gsize        *ret_n_values,
                         GError      **error)
{
  Floats *floats = NULL;
  float  *values = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  floats = g_task_propagate_pointer (G_TASK (result), error);
  if (floats == NULL)
    return NULL;
  *ret_n_values = floats->n_values;
  values = g_steal_pointer (&floats->values);
  floats_free (floats);
  return values;
}
