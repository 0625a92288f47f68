/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_HEAD_MAX_HIDDEN 1024

/* A dense layer: y[o] = bias[o] + sum over i of weights[o, i] · x[i]. */
typedef struct
{
  guint  n_in;
  guint  n_out;
  float *weights; /* [n_out, n_in] */
  float *bias;    /* [n_out] */
} KomaDenseLayer;

/* The layers of a dense head, for features as they come; Relu stands between them. Softmax of the
 * last one's results are the scores, at a temperature of 1. */
typedef struct
{
  KomaDenseLayer layers[2];
  guint          n_layers;
} KomaDenseLayers;

/* An atomic reference counted box (g_atomic_rc_box_release_full ()) with layers of zeros. */
KomaDenseLayers *koma_dense_layers_new (guint n_features,
                                        guint n_hidden, /* 0: one layer */
                                        guint n_classes);
void             koma_dense_layers_unref (KomaDenseLayers *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaDenseLayers, koma_dense_layers_unref)

G_END_DECLS
