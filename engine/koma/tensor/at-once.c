/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "at-once.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/ops/transformations.h"
#include "tensor-private.h"

/**
 * koma_at_once_begin:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_UNSUPPORTED of complex64.
 */
gboolean
koma_at_once_begin (KomaTensor *const *tensors,
                    guint              n_tensors,
                    const char        *function,
                    GError           **error)
{
  for (guint i = 0; i < n_tensors; i++)
    if (tensors[i] == NULL)
      return FALSE;
  for (guint i = 0; i < n_tensors; i++)
    if (!koma_tensor_check (tensors[i], error) || !koma_tensor_check_real (tensors[i], error)) {
      g_prefix_error (error, "%s: ", function);
      return FALSE;
    }
  return TRUE;
}

/**
 * koma_at_once_read:
 *
 * Errors: %KOMA_ERROR_MEMORY; those of computing a tensor that a tape traced.
 */
KomaArray *
koma_at_once_read (KomaTensor *tensor,
                   KomaDType   dtype,
                   const char *function,
                   GError    **error)
{
  KomaTensor *cast = tensor->dtype != dtype ? koma_tensor_cast (tensor, dtype, error) : NULL;
  KomaTensor *source = tensor->dtype != dtype ? cast : tensor;
  KomaArray  *array = source != NULL ? koma_tensor_get_array (source, error) : NULL;

  if (array != NULL)
    koma_array_ref (array);
  else
    g_prefix_error (error, "%s: ", function);
  g_clear_pointer (&cast, koma_at_once_drop);
  return array;
}

/**
 * koma_at_once_make:
 *
 * Errors: %KOMA_ERROR_MEMORY; %KOMA_ERROR_SHAPE if @shape has more elements than memory has room
 * for.
 */
KomaTensor *
koma_at_once_make (KomaDType     dtype,
                   KomaShape     shape,
                   gconstpointer data,
                   GError      **error)
{
  g_autoptr (KomaArray) array = koma_array_new_from_data (dtype, &shape, data, error);

  return array != NULL ? koma_tensor_new_from_array (array) : NULL;
}

void
koma_at_once_drop (KomaTensor *tensor)
{
  g_object_ref_sink (tensor);
  koma_tensor_dispose_data (tensor);
  g_object_unref (tensor);
}

/**
 * koma_at_once_fail_shape:
 *
 * Errors: %KOMA_ERROR_SHAPE, always.
 */
gboolean
koma_at_once_fail_shape (const char *function,
                         const char *argument,
                         KomaTensor *tensor,
                         const char *expected,
                         GError    **error)
{
  g_autofree char *shape = koma_shape_to_string (&tensor->shape);

  return koma_fail (error, KOMA_ERROR_SHAPE, "%s: argument '%s' has shape %s, expected %s",
                    function, argument, shape, expected);
}
