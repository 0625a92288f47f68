/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Who runs a model once knows the numbers of its inputs before it is read (`koma run`). An input
 * that decides a shape, or that nodes must know ahead for another reason, is a constant then, and
 * only where the model can not be read otherwise: the graph is made without, and where that fails
 * once more with those inputs known that the failed node needs. */
#pragma once

#include "lowering.h"

G_BEGIN_DECLS

void koma_onnx_want_inputs (KomaOnnxLowering *self, const GArray *inputs); /* KomaValueId */

/* (transfer full) (nullable) the numbers of an input, if it is wanted and they fit */
KomaArray *koma_onnx_get_known_input (const KomaOnnxLowering *self,
                                      guint                   index,
                                      KomaDType               dtype,
                                      const KomaShape        *shape,
                                      GError                **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
