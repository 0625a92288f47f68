/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "carry.h"
#include "partition.h"

G_BEGIN_DECLS

/* Whether the output may be written over the input. */
gboolean koma_carry_is_in_place (const KomaGraph     *graph,
                                 const KomaPartition *partition,
                                 const KomaCarry     *carry);

G_END_DECLS
