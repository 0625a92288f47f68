/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "loss.h"

#include "name.h"

typedef struct
{
  const char  *names;
  KomaLossFunc builder;
} Row;

#define KOMA_LOSS(ID, names, function) [KOMA_LOSS_##ID] = { names, koma_loss_##function },
static const Row rows[KOMA_N_LOSSES] = {
#include "losses.inc"
};
#undef KOMA_LOSS

/**
 * koma_loss_get_name:
 *
 * Returns: (transfer full): the name as Keras has it
 */
char *
koma_loss_get_name (KomaLoss loss)
{
  return g_strndup (rows[loss].names, strcspn (rows[loss].names, "|"));
}

/**
 * koma_loss_from_name:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name.
 */
gboolean
koma_loss_from_name (const char *name,
                     KomaLoss   *ret_loss,
                     GError    **error)
{
  for (guint i = 0; i < KOMA_N_LOSSES; i++)
    if (koma_training_name_is_among (name, rows[i].names)) {
      *ret_loss = i;
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no loss “%s”", name);
}

/**
 * koma_loss_get_target_shape:
 * @y_pred: [batch, .., n]
 *
 * Returns: of the targets: that of the predictions, or with one class number
 *   in place of the last dimension
 */
KomaShape
koma_loss_get_target_shape (KomaLoss         loss,
                            const KomaShape *y_pred)
{
  KomaShape shape = *y_pred;

  if (loss == KOMA_LOSS_SPARSE_CATEGORICAL_CROSSENTROPY && shape.rank > 0)
    shape.dims[shape.rank - 1] = 1;
  return shape;
}

static gboolean
check_shapes (KomaBuilder *builder,
              KomaLoss     loss,
              KomaValueId  y_true,
              KomaValueId  y_pred)
{
  const KomaShape  found = koma_builder_get_shape (builder, y_true);
  const KomaShape  pred = koma_builder_get_shape (builder, y_pred);
  const KomaShape  expected = koma_loss_get_target_shape (loss, &pred);
  g_autofree char *found_text = koma_shape_to_string (&found);
  g_autofree char *expected_text = koma_shape_to_string (&expected);
  g_autofree char *name = koma_loss_get_name (loss);

  if (y_true == KOMA_VALUE_NONE || y_pred == KOMA_VALUE_NONE)
    return FALSE;
  if (pred.rank == 0)
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "%s: the prediction is a scalar", name);
  else if (expected.dims[pred.rank - 1] == pred.dims[pred.rank - 1]
             ? !koma_shape_equal (&found, &expected)
             : koma_shape_count (&found) != koma_shape_count (&expected))
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "%s: targets are %s, expected %s", name,
                       found_text, expected_text);
  return builder->error == NULL;
}

/**
 * koma_loss_build:
 * @y_true: float32, of koma_loss_get_target_shape()
 * @y_pred: [batch, .., n], float32
 *
 * Errors, kept in @builder: %KOMA_ERROR_SHAPE if targets do not fit predictions.
 *
 * Returns: [batch, ..]: the loss of each sample, not yet their mean
 */
KomaValueId
koma_loss_build (KomaBuilder *builder,
                 KomaLoss     loss,
                 KomaValueId  y_true,
                 KomaValueId  y_pred)
{
  return check_shapes (builder, loss, y_true, y_pred) ? rows[loss].builder (builder, y_true, y_pred)
                                                      : KOMA_VALUE_NONE;
}
