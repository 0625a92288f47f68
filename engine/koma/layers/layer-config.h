/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Settings of a layer as users write them, as Keras saves them. */
JsonObject *koma_layer_config_parse (const char *text, /* (nullable) */
                                     GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* "dense" of "Dense", "max_pooling2d" of "MaxPooling2D" */
char *koma_layer_config_to_snake_case (const char *name);

G_END_DECLS
