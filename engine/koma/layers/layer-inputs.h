/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layer.h"

G_BEGIN_DECLS

/* Whether a layer may be applied to inputs of these shapes (KomaShape, with the batch), as far as
 * lowering it does not tell: files may have what is refused here. */
gboolean koma_layer_check_inputs (KomaLayer    *self,
                                  const GArray *shapes,
                                  GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
