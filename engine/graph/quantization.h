/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph-info.h"

G_BEGIN_DECLS

/* What the integers of a value stand for: scale * (integer - zero_point). */
typedef struct
{
  KomaDType dtype; /* of the integers */
  float     scale;
  gint32    zero_point;
} KomaQuantization;

gboolean koma_graph_find_quantization (const KomaGraph  *graph,
                                       KomaValueId       id,
                                       KomaQuantization *ret_quantization);

G_END_DECLS
