/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/tensor/formula.h"

G_BEGIN_DECLS

/* Complex numbers within a formula: two values of float32 of the same shape. */
typedef struct
{
  KomaValueId re;
  KomaValueId im; /* NONE: all 0 */
} KomaComplexValue;

/* From an input of koma_execute_begin_complex (), and to a result. @is_complex: of the tensor */
KomaComplexValue koma_complex_part (KomaBuilder *builder, KomaValueId x, gboolean is_complex);
KomaValueId      koma_complex_join (KomaBuilder *builder, KomaComplexValue x);

/* y_k = Σ_j x_j exp (∓2πi j k / n) along the last dimension, of any n; not divided by n. */
KomaComplexValue koma_fourier_transform (KomaBuilder     *builder,
                                         KomaComplexValue x, /* [.., n] */
                                         gboolean         is_inverse);

G_END_DECLS
