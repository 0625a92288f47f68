/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* (transfer full) [matrices of @out] where the matrix of one side begins, in elements */
gsize *koma_cpu_mat_mul_list_offsets (const KomaShape *side, const KomaShape *out);

G_END_DECLS
