/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "worker/koma-json.h"

G_BEGIN_DECLS

/* The type, shape, scale and zero point of an input or output of a model: value @id of the file's
 * graph, with the shape of @value. */
char *koma_cli_value_to_string (const KomaGraph *graph,
                                KomaValueId      id,
                                const KomaValue *value);
void  koma_cli_value_to_json (JsonBuilder     *builder, /* members of the object that is open */
                              const KomaGraph *graph,
                              KomaValueId      id,
                              const KomaValue *value);

G_END_DECLS
