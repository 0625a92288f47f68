/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tokenizer-json.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/formats/model-folder.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "ends-json.h"
#include "normalizer-json.h"
#include "vocabulary-json.h"
#include "words-json.h"

/* Below the worst piece: the score of a character that is in none. */
#define UNKNOWN_PENALTY 10.0

/* Tokens that are taken out of a text; real files have up to 7,000. */
#define MAX_ADDED_TOKENS (1u << 14)

static gboolean
get_boolean (JsonObject *object,
             const char *name)
{
  gboolean value = FALSE;

  return koma_json_node_boolean (koma_json_get (object, name), &value) && value;
}

/* ["a", "b"], or "a b" in older files. */
static gboolean
add_merge (KomaBytePairs *pairs,
           JsonNode      *node,
           guint          index,
           GError       **error)
{
  JsonArray  *pair = koma_json_node_array (node);
  const char *left = koma_json_node_string (koma_json_element (pair, 0));
  const char *right = koma_json_node_string (koma_json_element (pair, 1));
  const char *line = koma_json_node_string (node);
  const char *blank = line != NULL ? strchr (line, ' ') : NULL;

  if (blank != NULL)
    return koma_byte_pairs_add_merge (pairs, line, (gsize) (blank - line), blank + 1,
                                      strlen (blank + 1), error);
  if (left == NULL || right == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "merge %u: expected two tokens", index + 1);
  return koma_byte_pairs_add_merge (pairs, left, strlen (left), right, strlen (right), error);
}

static gboolean
read_merges (JsonObject    *model,
             KomaBytePairs *pairs,
             GError       **error)
{
  JsonArray  *merges = koma_json_get_array (model, "merges");
  const guint n = koma_json_array_length (merges);

  for (guint i = 0; i < n; i++)
    if (!add_merge (pairs, koma_json_element (merges, i), i, error))
      return FALSE;
  koma_byte_pairs_close (pairs);
  return TRUE;
}

/* Settings that change what a text becomes, and that no model for pictures has. */
static gboolean
refuse_settings (JsonObject *model,
                 GError    **error)
{
  const char *prefix = koma_json_get_string (model, "continuing_subword_prefix");
  const char *end_of_word = koma_json_get_string (model, "end_of_word_suffix");
  double      dropout = 0;

  if (end_of_word != NULL && strlen (end_of_word) > KOMA_MAX_TOKEN_BYTES)
    return koma_fail (error, KOMA_ERROR_MODEL, "“end_of_word_suffix” has more than %u bytes",
                      KOMA_MAX_TOKEN_BYTES);
  if (prefix != NULL && *prefix != '\0')
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "“continuing_subword_prefix” is “%.200s”: none is supported", prefix);
  if (koma_json_node_double (koma_json_get (model, "dropout"), &dropout) && dropout != 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“dropout” is not supported");
  if (get_boolean (model, "ignore_merges"))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“ignore_merges” is not supported");
  return TRUE;
}

static gboolean
read_byte_pairs (JsonObject         *model,
                 gboolean            uses_bytes,
                 KomaTokenizerParts *parts,
                 GError            **error)
{
  KomaVocabulary *vocabulary = NULL;
  const char     *unknown = koma_json_get_string (model, "unk_token");
  const char     *end_of_word = koma_json_get_string (model, "end_of_word_suffix");
  KomaSpelling    spelling = {
       .uses_bytes = uses_bytes,
       .end_of_word = end_of_word != NULL && *end_of_word != '\0' ? (char *) end_of_word : NULL,
       .unknown = KOMA_NO_TOKEN,
       .joins_unknown = get_boolean (model, "fuse_unk"),
       .has_byte_fall_back = get_boolean (model, "byte_fallback"),
  };

  if (!refuse_settings (model, error))
    return FALSE;
  vocabulary = koma_vocabulary_read_ids (koma_json_get_object (model, "vocab"), error);
  if (vocabulary == NULL)
    return FALSE;
  if (unknown != NULL)
    spelling.unknown = koma_vocabulary_find (vocabulary, unknown, strlen (unknown));
  parts->byte_pairs = koma_byte_pairs_new (vocabulary, &spelling);
  return read_merges (model, parts->byte_pairs, error);
}

static gboolean
read_unigram (JsonObject         *model,
              KomaTokenizerParts *parts,
              GError            **error)
{
  JsonArray      *list = koma_json_get_array (model, "vocab");
  gint64          unknown = KOMA_NO_TOKEN;
  double          worst = 0;
  KomaVocabulary *vocabulary = NULL;

  if (!koma_json_node_int (koma_json_get (model, "unk_id"), &unknown) || unknown < 0 ||
      unknown >= koma_json_array_length (list))
    return koma_fail (error, KOMA_ERROR_MODEL, "“unk_id”: expected the number of a piece");
  vocabulary = koma_vocabulary_read_scores (list, &worst, error);
  if (vocabulary == NULL)
    return FALSE;
  parts->unigram = koma_unigram_new (
    vocabulary, &(KomaUnigramOptions){
                  .unknown = (gint32) unknown,
                  .unknown_score = worst - UNKNOWN_PENALTY,
                  .has_byte_fall_back = get_boolean (model, "byte_fallback"),
                });
  return TRUE;
}

/* Old files say no type. */
static gboolean
read_model (JsonObject         *model,
            gboolean            uses_bytes,
            KomaTokenizerParts *parts,
            GError            **error)
{
  const char *type = koma_json_get_string (model, "type");

  if (type == NULL)
    type = koma_json_get_array (model, "merges") != NULL ? "BPE" : "Unigram";
  if (g_str_equal (type, "BPE"))
    return read_byte_pairs (model, uses_bytes, parts, error);
  if (g_str_equal (type, "Unigram"))
    return read_unigram (model, parts, error);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "a tokenizer of type “%.200s”, only BPE and Unigram are supported", type);
}

/* One that is looked for in what a text becomes has become something itself. */
static gboolean
add_token (JsonObject         *object,
           KomaTokenizerParts *parts,
           GError            **error)
{
  const char    *content = koma_json_get_string (object, "content");
  const gboolean is_normal = get_boolean (object, "normalized");
  gint64         id = 0;
  g_autoptr (GString) text = g_string_new (content);
  KomaToken token = {
    .flags = (get_boolean (object, "lstrip") ? KOMA_TOKEN_STRIPS_LEFT : 0) |
             (get_boolean (object, "rstrip") ? KOMA_TOKEN_STRIPS_RIGHT : 0) |
             (get_boolean (object, "single_word") ? KOMA_TOKEN_WHOLE_WORD : 0),
  };

  if (content == NULL || !koma_json_node_int (koma_json_get (object, "id"), &id) || id < 0 ||
      id >= KOMA_MAX_TOKENS)
    return koma_fail (error, KOMA_ERROR_MODEL, "“added_tokens”: expected a “content” and an “id”");
  koma_text_cut (text, KOMA_MAX_TEXT_BYTES);
  if (is_normal)
    koma_text_normalizer_apply (parts->normalizer, text);
  if (text->len == 0)
    return TRUE;
  token.text = text->str;
  token.n_bytes = (guint) MIN (text->len, G_MAXUINT);
  token.id = (gint32) id;
  return koma_vocabulary_add (is_normal ? parts->normal_added : parts->raw_added, &token, error);
}

static gboolean
read_added_tokens (JsonObject         *root,
                   KomaTokenizerParts *parts,
                   GError            **error)
{
  JsonArray  *list = koma_json_get_array (root, "added_tokens");
  const guint n = koma_json_array_length (list);

  if (n > MAX_ADDED_TOKENS)
    return koma_fail (error, KOMA_ERROR_MEMORY, "“added_tokens”: more than %u",
                      MAX_ADDED_TOKENS);
  for (guint i = 0; i < n; i++)
    if (!add_token (koma_json_node_object (koma_json_element (list, i)), parts, error))
      return FALSE;
  return koma_vocabulary_close (parts->raw_added, error) &&
         koma_vocabulary_close (parts->normal_added, error);
}

static gboolean
read_root (JsonObject              *root,
           const KomaSpecialTokens *special,
           KomaTokenizerParts      *parts,
           GError                 **error)
{
  gboolean uses_bytes = FALSE;

  parts->normalizer = koma_normalizer_json_read (koma_json_get_object (root, "normalizer"), error);
  if (parts->normalizer == NULL ||
      !koma_words_json_read (koma_json_get_object (root, "pre_tokenizer"), parts, &uses_bytes,
                             error))
    return FALSE;
  if (parts->drops_white_space && parts->words != KOMA_WORDS_BLANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "pre-tokenizer of type “WhitespaceSplit” is supported before “Metaspace” "
                      "alone");
  return read_model (koma_json_get_object (root, "model"), uses_bytes, parts, error) &&
         read_added_tokens (root, parts, error) &&
         koma_ends_json_read (root, special, parts, error);
}

/**
 * koma_tokenizer_json_read:
 * @folder: of the model
 * @special: what lies beside it says of tokens
 * @checksum: (nullable): is fed the file's bytes
 * @parts: (inout): is filled
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: those of koma_json_load(), koma_normalizer_json_read(),
 * koma_words_json_read(), koma_ends_json_read(), koma_vocabulary_read_ids(),
 * koma_vocabulary_read_scores() and koma_byte_pairs_add_merge(); %KOMA_ERROR_MODEL where a member
 * is missing; %KOMA_ERROR_UNSUPPORTED where a type or a setting is not known. They name the file.
 */
gboolean
koma_tokenizer_json_read (const char              *folder,
                          const KomaSpecialTokens *special,
                          KomaContentHash         *checksum,
                          KomaTokenizerParts      *parts,
                          GError                 **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_TOKENIZER_JSON_FILE, NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, checksum, error);

  if (root == NULL)
    return FALSE;
  if (read_root (koma_json_node_object (root), special, parts, error))
    return TRUE;
  return koma_file_prefix_error (path, error);
}
