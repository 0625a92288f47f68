/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-names.h"

#include <string.h>

#include "koma-error.h"

/* What a name may differ by to be meant: "unts" for "units". */
#define MAX_DISTANCE 3
#define MAX_LENGTH   32

/* Of all layers there are, those that have no effect here too. Sorted. */
static const char *const names[] = {
  "activation",
  "activity_regularizer",
  "align_corners",
  "alpha",
  "alpha_constraint",
  "alpha_initializer",
  "alpha_regularizer",
  "antialias",
  "axes",
  "axis",
  "backward_layer",
  "batch_input_shape",
  "batch_shape",
  "batch_size",
  "beta_constraint",
  "beta_initializer",
  "beta_regularizer",
  "bias_constraint",
  "bias_initializer",
  "bias_regularizer",
  "cell",
  "cells",
  "center",
  "crop_to_aspect_ratio",
  "cropping",
  "data_format",
  "depth_multiplier",
  "depthwise_constraint",
  "depthwise_initializer",
  "depthwise_regularizer",
  "dilation_rate",
  "dims",
  "dropout",
  "dtype",
  "dtype_policy",
  "embeddings_constraint",
  "embeddings_initializer",
  "embeddings_regularizer",
  "epsilon",
  "fill_mode",
  "fill_value",
  "filters",
  "gamma_constraint",
  "gamma_initializer",
  "gamma_regularizer",
  "go_backwards",
  "groups",
  "height",
  "implementation",
  "input_dim",
  "input_dtype",
  "input_length",
  "input_shape",
  "interpolation",
  "invert",
  "keepdims",
  "kernel_constraint",
  "kernel_initializer",
  "kernel_regularizer",
  "kernel_size",
  "l1",
  "l2",
  "layer",
  "mask_value",
  "mask_zero",
  "max_value",
  "mean",
  "merge_mode",
  "min_value",
  "momentum",
  "moving_mean_initializer",
  "moving_variance_initializer",
  "n",
  "name",
  "negative_slope",
  "noise_shape",
  "normalize",
  "optional",
  "output_dim",
  "output_padding",
  "pad_to_aspect_ratio",
  "padding",
  "pointwise_constraint",
  "pointwise_initializer",
  "pointwise_regularizer",
  "pool_size",
  "ragged",
  "rate",
  "recurrent_activation",
  "recurrent_constraint",
  "recurrent_dropout",
  "recurrent_initializer",
  "recurrent_regularizer",
  "renorm",
  "reset_after",
  "return_sequences",
  "return_state",
  "rms_scaling",
  "scale",
  "seed",
  "shared_axes",
  "size",
  "sparse",
  "stateful",
  "stddev",
  "strides",
  "supports_masking",
  "synchronized",
  "target_shape",
  "theta",
  "threshold",
  "time_major",
  "trainable",
  "unit_forget_bias",
  "units",
  "unroll",
  "use_bias",
  "variance",
  "virtual_batch_size",
  "weights",
  "width",
  "zero_output_for_mask",
};

/* Levenshtein's: letters that are added, left out or others. */
static guint
measure_distance (const char *a,
                  const char *b)
{
  const gsize n = strlen (b);
  guint       row[MAX_LENGTH + 1] = { 0 };

  for (gsize i = 0; i <= n; i++)
    row[i] = i;
  for (gsize k = 0; a[k] != '\0'; k++) {
    guint diagonal = row[0];

    row[0] = k + 1;
    for (gsize i = 0; i < n; i++) {
      const guint changed = diagonal + (a[k] != b[i]);

      diagonal = row[i + 1];
      row[i + 1] = MIN (changed, MIN (row[i], diagonal) + 1);
    }
  }
  return row[n];
}

static const char *
find_nearest (const char *name)
{
  const char *nearest = NULL;
  guint       least = MAX_DISTANCE + 1;

  for (guint i = 0; i < G_N_ELEMENTS (names) && strlen (name) < MAX_LENGTH; i++) {
    const guint distance = measure_distance (name, names[i]);

    if (distance < least && distance < strlen (names[i])) {
      least = distance;
      nearest = names[i];
    }
  }
  return nearest;
}

/**
 * koma_layer_check_name:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none.
 */
gboolean
koma_layer_check_name (const char *name,
                       GError    **error)
{
  const char *nearest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (names[i], name) == 0)
      return TRUE;
  nearest = find_nearest (name);
  if (nearest == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no setting “%s”", name);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no setting “%s”; the nearest is “%s”",
                    name, nearest);
}
