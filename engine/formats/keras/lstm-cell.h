/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* The gates of an LSTM, from their sums [n, .., 4 · units]. */
gboolean koma_keras_add_lstm_gates (KomaKerasBuilder    *builder,
                                    const KomaKerasCall *call,
                                    KomaValueId          sums,
                                    KomaValueId          cell,       /* state: [n, .., units] */
                                    KomaValueId         *ret_states, /* [2] output, cell */
                                    GError             **error);

G_END_DECLS
