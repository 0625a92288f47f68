/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Whether the class is in layer-names.inc. */
gboolean koma_layer_has_names (const char *class_name);
/* Whether a class of layers or cells has a setting of this name, under Keras' names. */
gboolean koma_layer_check_name (const char *class_name,
                                const char *name,
                                GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* Whether those are there that the class can not do without. */
gboolean koma_layer_check_needed (const char *class_name,
                                  JsonObject *settings,
                                  GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
