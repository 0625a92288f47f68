/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "metric.h"

#include "last-axis.h"
#include "name.h"

/* Those that Keras chooses itself. */
#define ACCURACY      "accuracy|acc"
#define CROSS_ENTROPY "crossentropy|ce"

static const struct
{
  const char  *names;
  KomaLossFunc builder;
} rows[] = {
#define KOMA_METRIC(names, function) { names, koma_metric_##function },
#include "metrics.inc"
#undef KOMA_METRIC
};

static KomaLossFunc
find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (koma_training_name_is_among (name, rows[i].names))
      return rows[i].builder;
  return NULL;
}

/**
 * koma_metric_check:
 * @name: a metric, in either spelling; or a loss; or "accuracy" or "crossentropy"
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name.
 */
gboolean
koma_metric_check (const char *name,
                   GError    **error)
{
  KomaLoss loss = 0;

  if (koma_training_name_is_among (name, ACCURACY "|" CROSS_ENTROPY) || find (name) != NULL ||
      koma_loss_from_name (name, &loss, NULL))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no metric “%s”", name);
}

/**
 * koma_metric_get_label:
 *
 * Returns: (transfer none): under what name TensorFlow.js reports it: "acc" of "accuracy", "ce" of
 *   "crossentropy", @name itself of others
 */
const char *
koma_metric_get_label (const char *name)
{
  if (koma_training_name_is_among (name, ACCURACY))
    return "acc";
  return koma_training_name_is_among (name, CROSS_ENTROPY) ? "ce" : name;
}

/* As training.js of TensorFlow.js layers 4.22 chooses. */
static const char *
resolve (const char *name,
         KomaLoss    loss,
         KomaShape   y_pred)
{
  const gboolean is_accuracy = koma_training_name_is_among (name, ACCURACY);
  const gboolean is_one = y_pred.rank > 0 && y_pred.dims[y_pred.rank - 1] == 1;

  if (!is_accuracy && !koma_training_name_is_among (name, CROSS_ENTROPY))
    return name;
  if (loss == KOMA_LOSS_BINARY_CROSSENTROPY || is_one)
    return is_accuracy ? "binary_accuracy" : "binary_crossentropy";
  if (loss == KOMA_LOSS_SPARSE_CATEGORICAL_CROSSENTROPY)
    return is_accuracy ? "sparse_categorical_accuracy" : "sparse_categorical_crossentropy";
  return is_accuracy ? "categorical_accuracy" : "categorical_crossentropy";
}

/**
 * koma_metric_build:
 * @name: as koma_metric_check() takes it; "accuracy" and "crossentropy" are binary, sparse or
 *   categorical by @loss and the prediction's last dimension
 * @loss: of the same output
 * @y_true: float32, [batch, .., n]; [batch, .., 1] or [batch, ..] for sparse ones
 * @y_pred: float32, [batch, .., n]
 *
 * Errors, kept in @builder: %KOMA_ERROR_UNSUPPORTED, %KOMA_ERROR_SHAPE.
 *
 * Returns: a scalar: the mean over the batch
 */
KomaValueId
koma_metric_build (KomaBuilder *builder,
                   const char  *name,
                   KomaLoss     loss,
                   KomaValueId  y_true,
                   KomaValueId  y_pred)
{
  const char        *resolved = resolve (name, loss, koma_builder_get_shape (builder, y_pred));
  const KomaLossFunc metric = find (resolved);
  KomaLoss           as_loss = 0;
  KomaValueId        y = KOMA_VALUE_NONE;

  if (metric != NULL)
    y = metric (builder, y_true, y_pred);
  else if (koma_loss_from_name (resolved, &as_loss, NULL))
    y = koma_loss_build (builder, as_loss, y_true, y_pred);
  else
    return koma_builder_fail (builder, KOMA_ERROR_UNSUPPORTED, "There is no metric “%s”", name);
  return koma_builder_reduce_all (builder, KOMA_OP_MEAN, y);
}
