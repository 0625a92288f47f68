/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "builder.h"

G_BEGIN_DECLS

/* Masks: of a value [n, steps, ..] a value [n, steps] of bool, which is false where a step is to be
 * skipped. They travel beside the values, as in Keras: a layer passes its input's on, makes one,
 * uses it up, or drops it (layers.inc says which). */
KomaValueId koma_keras_get_mask (const KomaKerasBuilder *self, KomaValueId value);
void        koma_keras_set_mask (KomaKerasBuilder *self, KomaValueId value, KomaValueId mask);
/* Of all inputs; or KOMA_VALUE_NONE. */
KomaValueId koma_keras_join_masks (KomaBuilder *b, const KomaKerasCall *call);

G_END_DECLS
