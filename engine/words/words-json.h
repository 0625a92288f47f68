/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "tokenizer-parts.h"

G_BEGIN_DECLS

/* "pre_tokenizer" of a tokenizer.json: how texts are split into words. */
gboolean koma_words_json_read (JsonObject         *pre_tokenizer,  /* (nullable) they are not */
                               KomaTokenizerParts *parts,          /* with its normalizer */
                               gboolean           *ret_uses_bytes, /* words are spelled in bytes */
                               GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
