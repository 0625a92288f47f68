/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* The gates of an LSTM, from their sums [n, .., 4 · units]. */
void koma_keras_add_lstm_gates (KomaBuilder         *b,
                                const KomaKerasCall *call,
                                KomaValueId          sums,
                                KomaValueId          cell, /* state: [n, .., units] */
                                KomaValueId         *ret_states);  /* [2] output, cell */

G_END_DECLS
