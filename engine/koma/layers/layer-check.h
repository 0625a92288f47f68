/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Settings that are wrong whatever the layer is applied to: names that its class does not have,
 * sizes that are none. */
gboolean koma_layer_check (const char *class_name,
                           JsonObject *settings,
                           GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
