/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaThresholdMethod:
 * @KOMA_THRESHOLD_METHOD_BINARY: the one that is given
 * @KOMA_THRESHOLD_METHOD_OTSU: the one that parts dark and light best (Otsu 1979)
 *
 * Which threshold koma_tensor_threshold() takes.
 */
typedef enum {
  KOMA_THRESHOLD_METHOD_BINARY,
  KOMA_THRESHOLD_METHOD_OTSU,
} KomaThresholdMethod;

/* A picture in black and white; it is read at once. */
KomaTensor *koma_tensor_threshold (KomaTensor         *self,
                                   KomaThresholdMethod method,
                                   gboolean            is_inverted,
                                   double              value,
                                   GError            **error);

G_END_DECLS
