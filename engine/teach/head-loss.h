/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Private: the mean cross-entropy of some examples under layers, and its gradient; one session,
 * nothing is allocated after it is made. One thread. */
typedef struct _KomaHeadLoss KomaHeadLoss;

KomaHeadLoss *koma_head_loss_new (const float *x,       /* [n, n_features] copied */
                                  const guint *classes, /* [n] copied */
                                  guint        n,
                                  guint        n_features,
                                  guint        n_hidden,
                                  guint        n_classes,
                                  GError     **error);
void          koma_head_loss_free (KomaHeadLoss *self);

/* Of the layers, one after the other: weights, bias. */
guint    koma_head_loss_get_n_params (const KomaHeadLoss *self);
gboolean koma_head_loss_compute (KomaHeadLoss *self,
                                 const float  *params,
                                 float        *ret_gradient, /* (nullable) [n_params] */
                                 double       *ret_loss,
                                 double       *ret_accuracy, /* 0 … 1 */
                                 GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaHeadLoss, koma_head_loss_free)

G_END_DECLS
