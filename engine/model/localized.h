/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* A text in the user's language: @node is the text itself, or an object that
 * has it in several: {"en": "pawn", "ja": "歩"}. */
const char *koma_localized_get (JsonNode *node); /* (nullable), as is what it returns */
/* The same in the first of these languages that is there. */
const char *koma_localized_choose (JsonNode *node, const char *const *languages);
char       *koma_localized_list (JsonNode *node); /* (nullable): in all languages, one a line */
/* Whether koma_localized_choose () takes no other language than English. */
gboolean koma_localized_is_english (const char *const *languages);
/* "de_AT", "de": the user's, the first one first. */
const char *const *koma_localized_get_languages (void);

G_END_DECLS
