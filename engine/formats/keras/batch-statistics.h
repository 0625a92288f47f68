/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* BatchNormalization of a model that is built. */
KomaValueId koma_keras_build_batch_normalization (KomaBuilder         *b,
                                                  const KomaKerasCall *call,
                                                  guint                axis,
                                                  double               epsilon);
/* [n], or with dimensions of 1 behind it: goes along @axis of a value of that rank. */
KomaShape koma_keras_broadcast_shape (guint rank, guint axis, gint64 n);

G_END_DECLS
