/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "vocabulary.h"

G_BEGIN_DECLS

/* { TOKEN: ID, … } as byte-pair encoders have it; closed. */
KomaVocabulary *koma_vocabulary_read_ids (JsonObject *map, /* (nullable) */
                                          GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* [[PIECE, SCORE], …] as unigram models have it, ids from 0 on; closed. */
KomaVocabulary *koma_vocabulary_read_scores (JsonArray *list, /* (nullable) */
                                             double    *ret_worst,
                                             GError   **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
