/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/keras/builder.h"

G_BEGIN_DECLS

/* What layers that were built add to the loss by what they give: “activity_regularizer”, and the
 * layer ActivityRegularization.
 *
 * @penalties: (element-type KomaTrainerPenalty): receives them */
gboolean koma_layers_add_penalties (const KomaKerasBuilder *builder,
                                    GArray                 *penalties,
                                    GError                **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
