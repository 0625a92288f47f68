/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "signals.h"

#include <math.h>

#include "arithmetic.h"
#include "complex.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/scope.h"
#include "engine/koma/tensor/tensor-new.h"
#include "engine/koma/tensor/tensor-private.h"

/* As TensorFlow does: of an even length it is periodic. */
static KomaTensor *
new_cosine_window (int         n,
                   double      a,
                   double      b,
                   const char *name,
                   GError    **error)
{
  const int         period = n % 2 == 0 ? n : n - 1;
  g_autofree float *values = NULL;

  if (n < 1) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: argument 'n' is %d, expected 1 or more", name, n);
    return NULL;
  }
  values = g_try_new (float, n);
  if (values == NULL) {
    koma_fail (error, KOMA_ERROR_MEMORY, "%s: there is no memory for %d numbers", name, n);
    return NULL;
  }
  for (int i = 0; i < n; i++)
    values[i] = n == 1 ? 1 : (float) (a - b * cos (2 * G_PI * i / period));
  return koma_tensor_new_1d (values, n, error);
}

/**
 * koma_tensor_new_hann_window: (constructor)
 * @n: number of elements, 1 or more
 * @error: return location for an error
 *
 * Hann's window, 0.5 - 0.5 cos (2πi / n); of an odd @n it is symmetric: cos (2πi / (n - 1)), and
 * [1] of 1. Thread: any; the tensor is the calling thread's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @n is below 1; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none): float32 [n], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_hann_window (int      n,
                             GError **error)
{
  return new_cosine_window (n, 0.5, 0.5, G_STRFUNC, error);
}

/**
 * koma_tensor_new_hamming_window: (constructor)
 * @n: number of elements, 1 or more
 * @error: return location for an error
 *
 * Hamming's window, 0.54 - 0.46 cos (2πi / n), else as koma_tensor_new_hann_window(). Thread: any;
 * the tensor is the calling thread's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @n is below 1; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none): float32 [n], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_hamming_window (int      n,
                                GError **error)
{
  return new_cosine_window (n, 0.54, 0.46, G_STRFUNC, error);
}

/* The last dimension, continued with @value. */
static KomaValueId
continue_with (KomaBuilder *builder,
               KomaValueId  x,
               gint64       n_more,
               double       value)
{
  const guint rank = koma_builder_get_rank (builder, x);
  gint32      paddings[2 * KOMA_MAX_RANK] = { 0 };

  if (n_more <= 0)
    return x;
  paddings[2 * rank - 1] = (gint32) n_more;
  return KOMA_BUILDER_NODE (builder, KOMA_OP_PAD, NULL, x,
                            koma_builder_ints (builder, paddings, 2 * rank),
                            koma_builder_number (builder, value, x));
}

static KomaValueId
gather_frames (KomaBuilder *builder,
               KomaValueId  x,
               gint64       n_frames,
               int          length,
               int          step)
{
  const guint        rank = koma_builder_get_rank (builder, x);
  g_autofree gint32 *places = g_new (gint32, n_frames * length);

  for (gint64 i = 0; i < n_frames; i++)
    for (int j = 0; j < length; j++)
      places[i * length + j] = (gint32) (i * step + j);
  return KOMA_BUILDER_NODE (
    builder, KOMA_OP_GATHER, NULL, x,
    koma_builder_data (builder, KOMA_DTYPE_INT32, KOMA_SHAPE (n_frames, length), places),
    koma_builder_int (builder, (gint32) rank - 1));
}

static gint64
count_frames (gint64   n,
              int      length,
              int      step,
              gboolean is_padded)
{
  if (is_padded)
    return (n + step - 1) / step;
  return n < length ? 0 : (n - length) / step + 1;
}

static gboolean
check_frames (KomaTensor *self,
              int         length,
              int         step,
              const char *name,
              GError    **error)
{
  const KomaShape *shape = &self->shape;
  g_autofree char *text = koma_shape_to_string (shape);

  if (shape->rank < 1 || shape->rank >= KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "%s: argument 'self' has shape %s, expected 1 to %d dimensions", name, text,
                      KOMA_MAX_RANK - 1);
  if (length < 1 || step < 1)
    return koma_fail (error, KOMA_ERROR_ARGUMENT,
                      "%s: frames have %d elements and a step of %d, expected 1 or more", name,
                      length, step);
  if (shape->dims[shape->rank - 1] > G_MAXINT32 - length)
    return koma_fail (error, KOMA_ERROR_SHAPE, "%s: argument 'self' of shape %s is too long", name,
                      text);
  return TRUE;
}

/**
 * koma_tensor_frame:
 * @self: (nullable): [.., n], of float32 or int32, of 1 to 5 dimensions
 * @frame_length: elements of a frame, 1 or more
 * @frame_step: from the start of a frame to that of the next one, 1 or more
 * @is_padded: whether frames go beyond the end; else those that do are left out
 * @value: what is behind the end
 * @error: return location for an error
 *
 * Pieces of signals, which may overlap. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has no dimension, or 6; %KOMA_ERROR_ARGUMENT if length or step
 * are below 1, or @self was disposed of; %KOMA_ERROR_UNSUPPORTED of complex64; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): [.., frames, @frame_length], of the dtype of @self,
 *   floating, or the scope's in force
 */
KomaTensor *
koma_tensor_frame (KomaTensor *self,
                   int         frame_length,
                   int         frame_step,
                   gboolean    is_padded,
                   double      value,
                   GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;
  gint64        n = 0;
  gint64        n_frames = 0;
  gint64        n_needed = 0;

  if (self == NULL || !check_frames (self, frame_length, frame_step, G_STRFUNC, error) ||
      !koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  n = self->shape.dims[self->shape.rank - 1];
  n_frames = count_frames (n, frame_length, frame_step, is_padded);
  n_needed = (n_frames - 1) * frame_step + frame_length;
  y = continue_with (builder, koma_formula_number (builder, run.x[0]), n_needed - n, value);
  y = gather_frames (builder, y, n_frames, frame_length, frame_step);
  return koma_execute_end (&run, y, error);
}

static int
find_power (int n)
{
  int power = 1;

  while (power < n && power < 1 << 30)
    power *= 2;
  return power;
}

/**
 * koma_tensor_stft:
 * @self: (nullable): float32 [.., n], of 1 to 4 dimensions
 * @frame_length: elements of a frame, 1 or more
 * @frame_step: from the start of a frame to that of the next one, 1 or more
 * @fft_length: of the transform of a frame; 0: the least power of two from @frame_length on
 * @window: (nullable): float32 [@frame_length], which frames are multiplied by; %NULL:
 *   koma_tensor_new_hann_window()
 * @error: return location for an error
 *
 * The spectra of pieces of signals: koma_tensor_rfft() of koma_tensor_frame(), without frames that
 * go beyond the end. koma_tensor_abs() of it is the spectrogram. Thread: that of the tensor.
 *
 * Errors: those of koma_tensor_frame() and koma_tensor_rfft(); %KOMA_ERROR_SHAPE if @window has
 * another shape.
 *
 * Returns: (transfer none) (nullable): complex64 [.., frames, @fft_length / 2 + 1], floating, or
 *   the scope's in force
 */
KomaTensor *
koma_tensor_stft (KomaTensor *self,
                  int         frame_length,
                  int         frame_step,
                  int         fft_length,
                  KomaTensor *window,
                  GError    **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *frames = koma_tensor_frame (self, frame_length, frame_step, FALSE, 0, error);

  if (frames == NULL)
    return NULL;
  if (window == NULL)
    window = koma_tensor_new_hann_window (frame_length, error);
  else if (window->shape.rank != 1 || window->shape.dims[0] != frame_length) {
    g_autofree char *text = koma_shape_to_string (&window->shape);

    koma_fail (error, KOMA_ERROR_SHAPE, "%s: argument 'window' has shape %s, expected [%d]",
               G_STRFUNC, text, frame_length);
    return NULL;
  }
  frames = koma_tensor_mul (frames, window, error);
  return koma_scope_return (scope, koma_tensor_rfft (frames,
                                                     fft_length != 0 ? fft_length
                                                                     : find_power (frame_length),
                                                     error));
}
