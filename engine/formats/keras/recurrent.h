/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cell.h"

G_BEGIN_DECLS

/* A loop of one cell over steps. */
typedef struct
{
  const KomaKerasCell *cell;
  KomaKerasCall        call;   /* class, name of the weights, settings: of the cell */
  KomaValueId          x;      /* [n, steps, ..] */
  KomaValueId          mask;   /* bool [n, steps], or KOMA_VALUE_NONE */
  const KomaValueId   *states; /* (nullable) [n_states] at first; NULL: zeros */
  gboolean             is_backward;
  gboolean             is_stateful; /* building: states stay from run to run */

  /* Set by the loop: of the state, while training; or KOMA_VALUE_NONE. */
  KomaValueId factors;

  /* Results. */
  KomaValueId sequence; /* the first state after each step, in the order of the steps taken */
  KomaValueId last[KOMA_KERAS_MAX_STATES];
} KomaKerasLoop;

void koma_keras_add_loop (KomaBuilder *b, KomaKerasLoop *loop);

/* Training: what the cell's settings “dropout” and “recurrent_dropout” drop. */
KomaValueId koma_keras_drop_input (KomaBuilder *b, const KomaKerasCall *call, KomaValueId x);
/* KOMA_VALUE_NONE: nothing is dropped. */
KomaValueId koma_keras_add_state_factors (KomaBuilder         *b,
                                          const KomaKerasCall *call,
                                          KomaValueId          state);

/* What all recurrent layers may be told; KOMA_ERROR_UNSUPPORTED for what is not computed. */
typedef struct
{
  gboolean returns_sequences;
  gboolean returns_state;
  gboolean is_backward;
  gboolean is_stateful;
  gboolean is_time_major; /* [steps, n, ..] */
} KomaKerasRecurrentConfig;

KomaKerasRecurrentConfig koma_keras_read_recurrent (const KomaKerasCall *call);

/* A whole layer, whatever its cells; states given and returned are in @call and in the builder's
 * others. @is_turned: goes through the steps the other way than the setting says. */
KomaValueId koma_keras_add_recurrent (KomaBuilder         *b,
                                      const KomaKerasCall *call,
                                      gboolean             is_turned);

/* “bidirectional/forward_lstm”, which the weights of a direction are called after */
char *koma_keras_make_direction_name (const char *name, const char *prefix, JsonObject *layer);

G_END_DECLS
