/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* The expressions of the golden data, ["op", {attributes}, argument ..]: an argument is another
 * one, "x0", "x1" .. (an input) or a number. They are computed by the functions that users of the
 * library have. A scope is in force, which owns all that is made.
 *
 * Returns (transfer container) (nullable): borrowed tensors; most ops have one result. */
GPtrArray *expression_evaluate (JsonNode          *expression,
                                KomaTensor *const *inputs,
                                guint              n_inputs,
                                GError           **error);
/* One op, given its arguments. */
GPtrArray *expression_call (const char        *op,
                            JsonObject        *attributes, /* (nullable) */
                            KomaTensor *const *x,
                            guint              n_x,
                            GError           **error);

G_END_DECLS
