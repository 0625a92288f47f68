/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "pools.h"

#include "window-attrs.h"

static KomaTensor *
call_pool (KomaTensor              *x,
           KomaOp                   op,
           const KomaWindowOptions *options,
           guint                    n_dims,
           const char              *name,
           GError                 **error)
{
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  y = koma_window_build (&run.builder, op, options, run.x[0], KOMA_VALUE_NONE, n_dims);
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_avg_pool:
 * @self: (nullable): float32 [n, h, w, c], or without a batch [h, w, c]
 * @options: size, strides, which are the size where they are 0, and padding
 * @error: return location for an error
 *
 * The mean of each window; padding is no part of it. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_h, out_w, c], without a batch if @self has
 *   none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_avg_pool (KomaTensor              *self,
                      const KomaWindowOptions *options,
                      GError                 **error)
{
  return call_pool (self, KOMA_OP_AVG_POOL, options, 2, G_STRFUNC, error);
}

/**
 * koma_tensor_max_pool:
 * @self: (nullable): float32 [n, h, w, c], or without a batch [h, w, c]
 * @options: size, strides, which are the size where they are 0, and padding
 * @error: return location for an error
 *
 * The greatest number of each window; padding is no part of it. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_h, out_w, c], without a batch if @self has
 *   none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_max_pool (KomaTensor              *self,
                      const KomaWindowOptions *options,
                      GError                 **error)
{
  return call_pool (self, KOMA_OP_MAX_POOL, options, 2, G_STRFUNC, error);
}
