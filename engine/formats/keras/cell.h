/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

#define KOMA_KERAS_MAX_STATES 2
#define KOMA_KERAS_MAX_SHARED 2

/* What a cell makes of all steps at once, before the loop. */
typedef struct
{
  KomaValueId x;                             /* [n, steps, .., gates · units], projected */
  KomaValueId shared[KOMA_KERAS_MAX_SHARED]; /* weights that each step reads */
  guint       n_shared;
  gint64      units;
} KomaKerasProjection;

/**
 * KomaKerasCell:
 *
 * A cell of a recurrent layer. Its first state is its output.
 *
 * Errors: as with #KomaKerasLower.
 */
typedef struct
{
  const char *class_name; /* of the layer; the cell alone is called “LSTMCell” */
  guint       rank;       /* of the layer's input */
  guint       n_states;
  KomaKerasProjection (*project) (KomaBuilder         *b,
                                  const KomaKerasCall *call, /* settings of the cell */
                                  KomaValueId          x);            /* [n, steps, ..] */
  /* In the graph of the body. */
  void (*step) (KomaBuilder         *b,
                const KomaKerasCall *call,
                KomaValueId          x,      /* [n, .., gates · units] of one step */
                KomaValueId          h,      /* states[0] for products: some may be dropped */
                const KomaValueId   *states, /* [n_states] [n, .., units] */
                const KomaValueId   *shared,
                KomaValueId         *ret_states);
} KomaKerasCell;

extern const KomaKerasCell koma_keras_cell_conv_lstm_2d;
extern const KomaKerasCell koma_keras_cell_gru;
extern const KomaKerasCell koma_keras_cell_lstm;
extern const KomaKerasCell koma_keras_cell_simple_rnn;

const KomaKerasCell *koma_keras_cell_find (const char *class_name); /* (nullable) */

/* Shared by the cells: kernel [in, gates · units], recurrent_kernel [units, gates · units] and bias
 * [gates · units]; kernels of convolutions have the sizes of windows in front. */
KomaValueId koma_keras_add_cell_weight (const KomaKerasCall *call,
                                        const char          *what,
                                        KomaShape            shape);
/* x · kernel + bias, and recurrent_kernel as what is shared */
KomaKerasProjection koma_keras_project (KomaBuilder         *b,
                                        const KomaKerasCall *call,
                                        KomaValueId          x,
                                        guint                n_gates);

G_END_DECLS
