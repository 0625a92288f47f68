/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "engine/formats/json.h"
#include "expression-ops.h"

static KomaTensor *
get_part (JsonObject *attributes,
          KomaTensor *y,
          GError    **error)
{
  return g_strcmp0 (koma_json_get_string (attributes, "part"), "imag") == 0
           ? koma_tensor_imag (y, error)
           : koma_tensor_real (y, error);
}

static KomaTensor *
join (ExpressionCall *call,
      GError        **error)
{
  return koma_tensor_complex (call->x[0], call->x[1], error);
}

static KomaTensor *
transform (ExpressionCall *call,
           GError        **error)
{
  KomaTensor *x = join (call, error);

  return attribute_boolean (call->a, "inverse") ? koma_tensor_ifft (x, error)
                                                : koma_tensor_fft (x, error);
}

static void
make_complex (ExpressionCall *call,
              GError        **error)
{
  call->y[0] = join (call, error);
}

static void
complex_abs (ExpressionCall *call,
             GError        **error)
{
  call->y[0] = koma_tensor_abs (join (call, error), error);
}

static void
complex_part (ExpressionCall *call,
              GError        **error)
{
  call->y[0] = get_part (call->a, join (call, error), error);
}

static KomaTensor *
make_window (const char *name, /* (nullable) */
             int         n,
             GError    **error)
{
  return g_strcmp0 (name, "hammingWindow") == 0 ? koma_tensor_new_hamming_window (n, error)
                                                : koma_tensor_new_hann_window (n, error);
}

static void
cosine_window (ExpressionCall *call,
               GError        **error)
{
  call->y[0] = make_window (koma_json_get_string (call->a, "name"),
                            attribute_int (call->a, "n", 0), error);
}

static void
fft (ExpressionCall *call,
     GError        **error)
{
  call->y[0] = transform (call, error);
}

static void
fft_part (ExpressionCall *call,
          GError        **error)
{
  call->y[0] = get_part (call->a, transform (call, error), error);
}

static void
frame (ExpressionCall *call,
       GError        **error)
{
  call->y[0] = koma_tensor_frame (
    call->x[0], attribute_int (call->a, "frameLength", 0), attribute_int (call->a, "frameStep", 0),
    attribute_boolean (call->a, "padEnd"), attribute_double (call->a, "padValue", 0), error);
}

static void
irfft (ExpressionCall *call,
       GError        **error)
{
  call->y[0] = koma_tensor_irfft (join (call, error), 0, error);
}

static void
rfft (ExpressionCall *call,
      GError        **error)
{
  call->y[0] = koma_tensor_rfft (call->x[0], attribute_int (call->a, "n", 0), error);
}

static void
rfft_part (ExpressionCall *call,
           GError        **error)
{
  rfft (call, error);
  call->y[0] = get_part (call->a, call->y[0], error);
}

static void
stft (ExpressionCall *call,
      GError        **error)
{
  const char *window = koma_json_get_string (call->a, "window");
  const int   length = attribute_int (call->a, "frameLength", 0);
  KomaTensor *weights = window != NULL ? make_window (window, length, error) : NULL;

  call->y[0] = koma_tensor_stft (call->x[0], length, attribute_int (call->a, "frameStep", 0),
                                 attribute_int (call->a, "fftLength", 0),
                                 weights, error);
}

static void
spectrogram (ExpressionCall *call,
             GError        **error)
{
  stft (call, error);
  call->y[0] = koma_tensor_abs (call->y[0], error);
}

static void
spectrogram_power (ExpressionCall *call,
                   GError        **error)
{
  spectrogram (call, error);
  call->y[0] = koma_tensor_square (call->y[0], error);
}

const ExpressionOp expression_signals[] = {
  { "complex", 2, make_complex },
  { "complexAbs", 2, complex_abs },
  { "complexPart", 2, complex_part },
  { "cosineWindow", 0, cosine_window },
  { "fft", 2, fft },
  { "fftPart", 2, fft_part },
  { "frame", 1, frame },
  { "irfft", 2, irfft },
  { "rfft", 1, rfft },
  { "rfftPart", 1, rfft_part },
  { "spectrogram", 1, spectrogram },
  { "spectrogramPower", 1, spectrogram_power },
  { "stft", 1, stft },
  { NULL, 0, NULL },
};
