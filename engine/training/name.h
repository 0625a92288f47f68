/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether two names are the same but for case and underscores: Keras writes
 * "mean_squared_error" and "MeanSquaredError", TensorFlow.js "meanSquaredError". */
gboolean koma_training_name_matches (const char *name, const char *other);
/* Whether @name is one of @names, "mse|mean_squared_error". */
gboolean koma_training_name_is_among (const char *name, const char *names);

G_END_DECLS
