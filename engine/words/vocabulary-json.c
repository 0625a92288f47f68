/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "vocabulary-json.h"

#include <math.h>
#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

static guint
count_bytes (const char *text)
{
  return (guint) MIN (strlen (text), G_MAXUINT);
}

/**
 * koma_vocabulary_read_ids:
 * @map: (nullable): tokens and their ids
 * @error: return location
 *
 * Thread: any. Errors: those of koma_vocabulary_add() and koma_vocabulary_close();
 * %KOMA_ERROR_MODEL where there are no tokens, or an id is no whole number.
 *
 * Returns: (transfer full): them, or %NULL
 */
KomaVocabulary *
koma_vocabulary_read_ids (JsonObject *map,
                          GError    **error)
{
  g_autoptr (KomaVocabulary) vocabulary = koma_vocabulary_new ();
  JsonObjectIter iter;
  const char    *text = NULL;
  JsonNode      *node = NULL;

  if (map == NULL || json_object_get_size (map) == 0) {
    koma_fail (error, KOMA_ERROR_MODEL, "expected an object of tokens and their ids");
    return NULL;
  }
  json_object_iter_init (&iter, map);
  while (json_object_iter_next (&iter, &text, &node)) {
    gint64    id = 0;
    KomaToken token = { .text = text, .n_bytes = count_bytes (text), .flags = KOMA_TOKEN_TEXT };

    if (!koma_json_node_int (node, &id) || id < 0 || id >= KOMA_MAX_TOKENS) {
      koma_fail (error, KOMA_ERROR_MODEL, "token “%.200s”: expected an id from 0 to %u", text,
                 KOMA_MAX_TOKENS - 1);
      return NULL;
    }
    token.id = (gint32) id;
    if (!koma_vocabulary_add (vocabulary, &token, error))
      return NULL;
  }
  return koma_vocabulary_close (vocabulary, error) ? g_steal_pointer (&vocabulary) : NULL;
}

static gboolean
add_scored (KomaVocabulary *vocabulary,
            JsonArray      *pair,
            guint           id,
            double         *worst,
            GError        **error)
{
  const char *text = koma_json_node_string (koma_json_element (pair, 0));
  double      score = 0;

  if (text == NULL || !koma_json_node_double (koma_json_element (pair, 1), &score) ||
      !isfinite (score))
    return koma_fail (error, KOMA_ERROR_MODEL, "piece %u: expected its text and its score", id);
  *worst = MIN (*worst, score);
  return koma_vocabulary_add (vocabulary,
                              &(KomaToken){ .text = text,
                                            .n_bytes = count_bytes (text),
                                            .id = (gint32) MIN (id, G_MAXINT32),
                                            .flags = KOMA_TOKEN_TEXT,
                                            .score = score },
                              error);
}

/**
 * koma_vocabulary_read_scores:
 * @list: (nullable): pieces and their scores
 * @ret_worst: (out): the smallest score
 * @error: return location
 *
 * Thread: any. Errors: those of koma_vocabulary_add() and koma_vocabulary_close();
 * %KOMA_ERROR_MODEL where there are no pieces, or a score is no number.
 *
 * Returns: (transfer full): them, or %NULL
 */
KomaVocabulary *
koma_vocabulary_read_scores (JsonArray *list,
                             double    *ret_worst,
                             GError   **error)
{
  g_autoptr (KomaVocabulary) vocabulary = koma_vocabulary_new ();
  const guint n = koma_json_array_length (list);
  double      worst = INFINITY;

  if (n == 0) {
    koma_fail (error, KOMA_ERROR_MODEL, "expected a list of pieces and their scores");
    return NULL;
  }
  for (guint i = 0; i < n; i++)
    if (!add_scored (vocabulary, koma_json_node_array (koma_json_element (list, i)), i, &worst,
                     error))
      return NULL;
  if (!koma_vocabulary_close (vocabulary, error))
    return NULL;
  *ret_worst = worst;
  return g_steal_pointer (&vocabulary);
}
