/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Numbers and lists of numbers as such, however Keras wrote them. */
JsonNode *koma_keras_make_plain (JsonNode *node); /* (transfer full) (nullable) */

G_END_DECLS
