/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Definitions: initializers_v2.py of Keras 2; initializers.js of TensorFlow.js layers 4.22 has the
 * same, but does not make up for the deviation that truncated normal numbers lose. */
#include "initializer.h"

#include "engine/koma/koma-error.h"
#include "name.h"
#include "orthogonal.h"

#include <math.h>

/* The standard deviation of normal numbers in [-2, 2]. */
#define TRUNCATED_STDDEV 0.87962566103423978

typedef gboolean (*FillFunc) (const KomaInitializer *self,
                              const KomaShape       *shape,
                              KomaRandom            *random,
                              float                 *values,
                              GError               **error);

static gboolean
fill_constant (const KomaInitializer *self,
               const KomaShape       *shape,
               KomaRandom            *random,
               float                 *values,
               GError               **error)
{
  const gsize n = koma_shape_count (shape);

  for (gsize i = 0; i < n; i++)
    values[i] = self->value;
  return TRUE;
}

/* Of an LSTM's four gates, side by side, the second is the forget gate; 0 for the others. */
static gboolean
fill_forget_bias (const KomaInitializer *self,
                  const KomaShape       *shape,
                  KomaRandom            *random,
                  float                 *values,
                  GError               **error)
{
  const gsize n = koma_shape_count (shape);

  for (gsize i = 0; i < n; i++)
    values[i] = i >= n / 4 && i < n / 2 ? self->value : 0;
  return TRUE;
}

static gboolean
fill_uniform (const KomaInitializer *self,
              const KomaShape       *shape,
              KomaRandom            *random,
              float                 *values,
              GError               **error)
{
  const gsize n = koma_shape_count (shape);

  for (gsize i = 0; i < n; i++)
    values[i] = self->minval + (self->maxval - self->minval) * koma_random_uniform (random);
  return TRUE;
}

static gboolean
fill_normal (const KomaInitializer *self,
             const KomaShape       *shape,
             KomaRandom            *random,
             float                 *values,
             GError               **error)
{
  const gsize n = koma_shape_count (shape);

  for (gsize i = 0; i < n; i++)
    values[i] = self->mean + self->stddev * koma_random_normal (random);
  return TRUE;
}

static gboolean
fill_truncated_normal (const KomaInitializer *self,
                       const KomaShape       *shape,
                       KomaRandom            *random,
                       float                 *values,
                       GError               **error)
{
  const gsize n = koma_shape_count (shape);

  for (gsize i = 0; i < n; i++)
    values[i] = self->mean + self->stddev * koma_random_truncated_normal (random);
  return TRUE;
}

/* How many inputs an output has and how many outputs an input, of a kernel [.., in, out]. */
static double
get_fan (const KomaShape *shape,
         KomaFan          mode)
{
  const double count = koma_shape_count (shape);
  double       fan_in = sqrt (count);
  double       fan_out = sqrt (count);

  if (shape->rank >= 2) {
    fan_in = count / MAX (shape->dims[shape->rank - 1], 1);
    fan_out = count / MAX (shape->dims[shape->rank - 2], 1);
  }
  if (mode == KOMA_FAN_AVG)
    return (fan_in + fan_out) / 2;
  return mode == KOMA_FAN_IN ? fan_in : fan_out;
}

static gboolean
fill_scaled (const KomaInitializer *self,
             const KomaShape       *shape,
             KomaRandom            *random,
             float                 *values,
             GError               **error)
{
  const double    variance = self->scale / fmax (get_fan (shape, self->mode), 1);
  KomaInitializer plain = { .stddev = sqrt (variance), .maxval = sqrt (3 * variance) };

  plain.minval = -plain.maxval;
  if (self->is_uniform)
    return fill_uniform (&plain, shape, random, values, error);
  if (self->is_untruncated)
    return fill_normal (&plain, shape, random, values, error);
  plain.stddev /= TRUNCATED_STDDEV;
  return fill_truncated_normal (&plain, shape, random, values, error);
}

static gboolean
fill_identity (const KomaInitializer *self,
               const KomaShape       *shape,
               KomaRandom            *random,
               float                 *values,
               GError               **error)
{
  g_autofree char *text = koma_shape_to_string (shape);

  if (shape->rank != 2)
    return koma_fail (error, KOMA_ERROR_SHAPE, "identity makes matrices, not %s", text);
  for (gsize row = 0; row < (gsize) shape->dims[0]; row++)
    for (gsize column = 0; column < (gsize) shape->dims[1]; column++)
      *values++ = row == column ? self->gain : 0;
  return TRUE;
}

static gboolean
fill_orthogonal (const KomaInitializer *self,
                 const KomaShape       *shape,
                 KomaRandom            *random,
                 float                 *values,
                 GError               **error)
{
  const gsize      n = koma_shape_count (shape);
  g_autofree char *text = koma_shape_to_string (shape);

  if (shape->rank < 2)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "orthogonal makes arrays of two dimensions or more, not %s", text);
  if (n > 0)
    koma_orthogonal_fill (random, n / shape->dims[shape->rank - 1], shape->dims[shape->rank - 1],
                          self->gain, values);
  return TRUE;
}

static const struct
{
  const char     *names;
  FillFunc        fill;
  KomaInitializer fallback;
} rows[] = {
#define KOMA_INITIALIZER(names, fill, ...) { names, fill_##fill, { 0, __VA_ARGS__ } },
#include "initializers.inc"
#undef KOMA_INITIALIZER
};

/**
 * koma_initializer_init:
 * @name: in either spelling; the options are Keras' defaults
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name.
 */
gboolean
koma_initializer_init (KomaInitializer *self,
                       const char      *name,
                       GError         **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (koma_training_name_is_among (name, rows[i].names)) {
      *self = rows[i].fallback;
      self->row = i;
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no initializer “%s”", name);
}

/**
 * koma_initializer_set_number:
 * @option: "value", "gain", "mean", "stddev", "minval", "maxval" or "scale"
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no such option; %KOMA_ERROR_SHAPE if the value is
 * not finite, or a negative scale.
 */
gboolean
koma_initializer_set_number (KomaInitializer *self,
                             const char      *option,
                             double           value,
                             GError         **error)
{
  const struct
  {
    const char *name;
    double     *value;
  } options[] = {
    { "value", &self->value },
    { "gain", &self->gain },
    { "mean", &self->mean },
    { "stddev", &self->stddev },
    { "minval", &self->minval },
    { "maxval", &self->maxval },
    { "scale", &self->scale },
  };

  if (!isfinite (value) || (koma_training_name_matches (option, "scale") && value < 0))
    return koma_fail (error, KOMA_ERROR_SHAPE, "Initializer: %s is %g", option, value);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    if (koma_training_name_matches (option, options[i].name)) {
      *options[i].value = value;
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "An initializer has no option “%s”", option);
}

static gboolean
set_mode (KomaInitializer *self,
          const char      *value)
{
  static const char *const names[] = { "fan_in", "fan_out", "fan_avg" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (koma_training_name_matches (value, names[i])) {
      self->mode = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
set_distribution (KomaInitializer *self,
                  const char      *value)
{
  self->is_uniform = koma_training_name_matches (value, "uniform");
  self->is_untruncated = koma_training_name_matches (value, "untruncated_normal");
  return self->is_uniform || self->is_untruncated ||
         koma_training_name_is_among (value, "normal|truncated_normal");
}

/**
 * koma_initializer_set_word:
 * @option: "mode" or "distribution", of variance_scaling
 * @value: "fan_in", "fan_out", "fan_avg"; "normal", "truncated_normal", "untruncated_normal",
 *   "uniform"
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no such option or value.
 */
gboolean
koma_initializer_set_word (KomaInitializer *self,
                           const char      *option,
                           const char      *value,
                           GError         **error)
{
  if ((koma_training_name_matches (option, "mode") && set_mode (self, value)) ||
      (koma_training_name_matches (option, "distribution") && set_distribution (self, value)))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "An initializer has no %s “%s”", option, value);
}

/**
 * koma_initializer_fill:
 * @shape: known in every dimension; of a kernel: [.., inputs, outputs]
 * @seed: the same one gives the same values
 * @ret_values: (out): float32, dense, row-major
 *
 * Errors: %KOMA_ERROR_SHAPE if the initializer makes no weight of that rank. Thread: any.
 */
gboolean
koma_initializer_fill (const KomaInitializer *self,
                       const KomaShape       *shape,
                       guint64                seed,
                       float                 *ret_values,
                       GError               **error)
{
  KomaRandom random = { seed };

  return rows[self->row].fill (self, shape, &random, ret_values, error);
}
