/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "tokenizer-parts.h"

G_BEGIN_DECLS

/* The tokens at the ends of a text: as "post_processor" of a tokenizer.json says, else as the files
 * beside it do, else the usual ones. */
gboolean koma_ends_json_read (JsonObject              *root, /* of the file */
                              const KomaSpecialTokens *special,
                              KomaTokenizerParts      *parts, /* with its vocabulary */
                              GError                 **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
