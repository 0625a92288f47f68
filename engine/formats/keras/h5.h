/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"

G_BEGIN_DECLS

/* The name that Keras 3 gives the weights in a .keras file, which is an archive. */
#define KOMA_KERAS_WEIGHTS_NAME "model.weights.h5"

extern const KomaFormat koma_format_keras;

G_END_DECLS
