/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

/* Added before logarithms, or a bound of what they are taken of: Keras' epsilon (). */
#define KOMA_LOSS_EPSILON 1e-7

/* Writes the formula of a loss. @y_true and @y_pred: [batch, .., n], of one shape, float32; sparse
 * targets: [batch, .., 1] or [batch, ..]. Returns: [batch, ..], the loss of each sample. */
typedef KomaValueId (*KomaLossFunc) (KomaBuilder *builder, KomaValueId y_true, KomaValueId y_pred);

#define KOMA_LOSS(ID, names, function) KOMA_LOSS_##ID,
typedef enum {
#include "losses.inc"
  KOMA_N_LOSSES,
} KomaLoss;
#undef KOMA_LOSS

#define KOMA_LOSS(ID, names, function) \
  KomaValueId koma_loss_##function (KomaBuilder *builder, KomaValueId y_true, KomaValueId y_pred);
#include "losses.inc"
#undef KOMA_LOSS

char       *koma_loss_get_name (KomaLoss loss);    /* "mean_squared_error" */
gboolean    koma_loss_from_name (const char *name, /* in either spelling, or "mse" */
                                 KomaLoss   *ret_loss,
                                 GError    **error); /* (nullable) */
KomaShape   koma_loss_get_target_shape (KomaLoss loss, const KomaShape *y_pred);
KomaValueId koma_loss_build (KomaBuilder *builder,
                             KomaLoss     loss,
                             KomaValueId  y_true,
                             KomaValueId  y_pred);

G_END_DECLS
