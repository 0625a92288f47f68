/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "ends-json.h"

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"

/* Texts of the tokens that a post-processor adds. */
typedef struct
{
  const char *start;
  const char *end;
} Ends;

/* "RobertaProcessing": { "sep": [TEXT, ID], "cls": [TEXT, ID] } */
static void
read_pair (JsonObject *processor,
           Ends       *ends)
{
  JsonArray *start = koma_json_get_array (processor, "cls");
  JsonArray *end = koma_json_get_array (processor, "sep");

  ends->start = koma_json_node_string (koma_json_element (start, 0));
  ends->end = koma_json_node_string (koma_json_element (end, 0));
}

/* "TemplateProcessing": { "single": [{ "SpecialToken": { "id": TEXT } }, { "Sequence": … }, …] } */
static gboolean
read_template (JsonObject *processor,
               Ends       *ends,
               GError    **error)
{
  JsonArray *parts = koma_json_get_array (processor, "single");
  gboolean   is_behind = FALSE;

  for (guint i = 0; i < koma_json_array_length (parts); i++) {
    JsonObject  *part = koma_json_node_object (koma_json_element (parts, i));
    JsonObject  *token = koma_json_get_object (part, "SpecialToken");
    const char **end = is_behind ? &ends->end : &ends->start;

    is_behind |= koma_json_get_object (part, "Sequence") != NULL;
    if (token == NULL)
      continue;
    if (*end != NULL)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                        "post-processor of type “TemplateProcessing”: several tokens in a row are "
                        "not supported");
    *end = koma_json_get_string (token, "id");
  }
  return TRUE;
}

/* Calls itself for a list, whose nesting koma_json_load () limits. */
static gboolean
read_processor (JsonObject *processor, /* (nullable) */
                Ends       *ends,
                GError    **error)
{
  const char *type = koma_json_get_string (processor, "type");
  JsonArray  *list = koma_json_get_array (processor, "processors");

  if (processor == NULL || g_strcmp0 (type, "ByteLevel") == 0)
    return TRUE;
  if (g_strcmp0 (type, "TemplateProcessing") == 0)
    return read_template (processor, ends, error);
  if (g_strcmp0 (type, "RobertaProcessing") == 0 || g_strcmp0 (type, "BertProcessing") == 0) {
    read_pair (processor, ends);
    return TRUE;
  }
  if (g_strcmp0 (type, "Sequence") != 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "post-processor of type “%.200s” is not supported", type != NULL ? type : "");
  for (guint i = 0; i < koma_json_array_length (list); i++)
    if (!read_processor (koma_json_node_object (koma_json_element (list, i)), ends, error))
      return FALSE;
  return TRUE;
}

/* The first of them that is there; the last one, where none is. */
static const char *
choose (const KomaTokenizerParts *parts,
        const char *const        *texts) /* up to %NULL */
{
  guint i = 0;

  while (texts[i + 1] != NULL && koma_tokenizer_parts_find (parts, texts[i]) == KOMA_NO_TOKEN)
    i++;
  return texts[i];
}

/* Where only the other files know of them. */
static void
fill (const KomaSpecialTokens  *special,
      const KomaTokenizerParts *parts,
      Ends                     *ends)
{
  static const char *const usual_ends[] = { "<|endoftext|>", "</s>", "<eos>", NULL };
  const gboolean           has_none = ends->start == NULL && ends->end == NULL;

  if (has_none && parts->words == KOMA_WORDS_CLIP)
    ends->start = special->start != NULL ? special->start : "<|startoftext|>";
  if (ends->end == NULL)
    ends->end = special->end != NULL ? special->end : choose (parts, usual_ends);
}

/* Only in case nothing beside the file says so. */
static void
read_padding (JsonObject         *root,
              KomaTokenizerParts *parts)
{
  JsonObject *padding = koma_json_get_object (root, "padding");
  gint64      id = 0;

  if (koma_json_node_int (koma_json_get (padding, "pad_id"), &id) && id >= 0 && id <= G_MAXINT32)
    parts->padding = (gint32) id;
}

/**
 * koma_ends_json_read:
 * @root: of a tokenizer.json
 * @special: what lies beside it says of tokens
 * @parts: (inout): is told the tokens at the ends
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where a token is not in the vocabulary;
 * %KOMA_ERROR_UNSUPPORTED where the post-processor is of an unknown type, which the message names.
 */
gboolean
koma_ends_json_read (JsonObject              *root,
                     const KomaSpecialTokens *special,
                     KomaTokenizerParts      *parts,
                     GError                 **error)
{
  Ends ends = { 0 };

  if (!read_processor (koma_json_get_object (root, "post_processor"), &ends, error))
    return FALSE;
  fill (special, parts, &ends);
  read_padding (root, parts);
  return koma_tokenizer_parts_set_ends (parts, ends.start, ends.end, special->padding, error);
}
