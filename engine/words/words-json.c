/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "words-json.h"

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"

/* The special tokens, which the newer one has, were taken out of a text before. */
#define CLIP_REGEX     "'s|'t|'re|'ve|'m|'ll|'d|[\\p{L}]+|[\\p{N}]|[^\\s\\p{L}\\p{N}]+"
#define NEW_CLIP_REGEX "<\\|startoftext\\|>|<\\|endoftext\\|>|" CLIP_REGEX

static gboolean
get_boolean (JsonObject *object,
             const char *name,
             gboolean    usual)
{
  gboolean value = usual;

  (void) koma_json_node_boolean (koma_json_get (object, name), &value);
  return value;
}

static gboolean
read_split (JsonObject         *split,
            KomaTokenizerParts *parts,
            GError            **error)
{
  JsonObject *pattern = koma_json_get_object (split, "pattern");
  const char *regex = koma_json_get_string (pattern, "Regex");
  const char *plain = koma_json_get_string (pattern, "String");
  const char *behavior = koma_json_get_string (split, "behavior");

  /* It finds nothing. */
  if (plain != NULL && koma_text_normalizer_replaces (parts->normalizer, plain))
    return TRUE;
  if ((g_strcmp0 (regex, CLIP_REGEX) == 0 || g_strcmp0 (regex, NEW_CLIP_REGEX) == 0) &&
      g_strcmp0 (behavior, "Removed") == 0 && get_boolean (split, "invert", FALSE)) {
    parts->words = KOMA_WORDS_CLIP;
    return TRUE;
  }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "pre-tokenizer of type “Split”: the pattern “%.200s” is not supported",
                    regex != NULL ? regex : plain != NULL ? plain
                                                          : "");
}

/* It would split by GPT-2's pattern, which finds nothing more in CLIP's words. */
static gboolean
read_byte_level (JsonObject         *byte_level,
                 KomaTokenizerParts *parts,
                 GError            **error)
{
  if (parts->words != KOMA_WORDS_CLIP || get_boolean (byte_level, "add_prefix_space", TRUE))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "pre-tokenizer of type “ByteLevel” is supported behind CLIP's “Split” alone");
  return TRUE;
}

static gboolean
read_metaspace (JsonObject         *metaspace,
                KomaTokenizerParts *parts,
                GError            **error)
{
  const char *blank = koma_json_get_string (metaspace, "replacement");
  const char *scheme = koma_json_get_string (metaspace, "prepend_scheme");

  if (g_strcmp0 (blank, KOMA_SHOWN_BLANK) != 0 || !get_boolean (metaspace, "split", TRUE))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "pre-tokenizer of type “Metaspace”: another character than “" KOMA_SHOWN_BLANK
                      "”, or not to split, is not supported");
  parts->words = KOMA_WORDS_BLANK;
  parts->prefix = KOMA_PREFIX_NEVER;
  if (scheme == NULL && get_boolean (metaspace, "add_prefix_space", TRUE))
    parts->prefix = KOMA_PREFIX_ALWAYS;
  if (g_strcmp0 (scheme, "always") == 0)
    parts->prefix = KOMA_PREFIX_ALWAYS;
  if (g_strcmp0 (scheme, "first") == 0)
    parts->prefix = KOMA_PREFIX_FIRST;
  return TRUE;
}

/**
 * koma_words_json_read:
 * @pre_tokenizer: (nullable): %NULL: a text is one word
 * @parts: (inout): is told how to split
 * @ret_uses_bytes: (out): stays as it is where there are no bytes
 * @error: return location
 *
 * Calls itself for a list, whose nesting koma_json_load () limits. Thread: any. Errors:
 * %KOMA_ERROR_UNSUPPORTED where a kind or a pattern is unknown, which the message names.
 */
gboolean
koma_words_json_read (JsonObject         *pre_tokenizer,
                      KomaTokenizerParts *parts,
                      gboolean           *ret_uses_bytes,
                      GError            **error)
{
  const char *type = koma_json_get_string (pre_tokenizer, "type");
  JsonArray  *list = koma_json_get_array (pre_tokenizer, "pretokenizers");

  if (pre_tokenizer == NULL)
    return TRUE;
  if (g_strcmp0 (type, "Sequence") == 0) {
    for (guint i = 0; i < koma_json_array_length (list); i++)
      if (!koma_words_json_read (koma_json_node_object (koma_json_element (list, i)), parts,
                                 ret_uses_bytes, error))
        return FALSE;
    return TRUE;
  }
  if (g_strcmp0 (type, "Split") == 0)
    return read_split (pre_tokenizer, parts, error);
  if (g_strcmp0 (type, "Metaspace") == 0)
    return read_metaspace (pre_tokenizer, parts, error);
  if (g_strcmp0 (type, "ByteLevel") == 0) {
    *ret_uses_bytes = TRUE;
    return read_byte_level (pre_tokenizer, parts, error);
  }
  parts->drops_white_space = g_strcmp0 (type, "WhitespaceSplit") == 0;
  return parts->drops_white_space ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "pre-tokenizer of type “%.200s” is not supported", type != NULL ? type : "");
}
