/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "text-normalizer.h"

G_BEGIN_DECLS

/* "normalizer" of a tokenizer.json: one of some kinds, or a list of them. */
KomaTextNormalizer *koma_normalizer_json_read (JsonObject *normalizer, /* (nullable) none */
                                               GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
