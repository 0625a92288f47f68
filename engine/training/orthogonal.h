/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "random.h"

G_BEGIN_DECLS

/* Fills [n_rows, n_columns] with rows, or columns where they are fewer, at right angles to each
 * other, each of length @gain; all such matrices are equally likely. */
void koma_orthogonal_fill (KomaRandom *random,
                           gsize       n_rows,
                           gsize       n_columns,
                           double      gain,
                           float      *ret_values);

G_END_DECLS
