/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "vocab-merges.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/hashed-file.h"
#include "engine/formats/json.h"
#include "engine/formats/model-folder.h"
#include "engine/koma-limits.h"
#include "vocabulary-json.h"

#define USUAL_START "<|startoftext|>"
#define USUAL_END   "<|endoftext|>"

/* CLIP's: no other one has such files. */
static KomaTextNormalizer *
make_normalizer (void)
{
  static const KomaTextStep steps[] = {
    { .kind = KOMA_TEXT_NFC },
    { .kind = KOMA_TEXT_REPLACE_RUNS, .set = KOMA_CHARS_SPACE, .to = (char *) " " },
    { .kind = KOMA_TEXT_LOWERCASE },
  };
  KomaTextNormalizer *normalizer = koma_text_normalizer_new ();

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    koma_text_normalizer_add (normalizer, &steps[i]);
  return normalizer;
}

static KomaVocabulary *
read_vocabulary (const char      *folder,
                 KomaContentHash *checksum,
                 GError         **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_VOCAB_FILE, NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, checksum, error);
  KomaVocabulary *vocabulary = NULL;

  if (root == NULL)
    return NULL;
  vocabulary = koma_vocabulary_read_ids (koma_json_node_object (root), error);
  if (vocabulary == NULL)
    koma_file_prefix_error (path, error);
  return vocabulary;
}

/* The first line may be a comment, "#version: 0.2"; it may also be a merge of "#". */
static gboolean
is_comment (const KomaBytePairs *pairs,
            const char          *line,
            const char          *blank,
            gsize                n_bytes)
{
  g_autoptr (GString) both = g_string_new_len (line, blank - line);

  if (n_bytes == 0 || line[0] != '#')
    return FALSE;
  g_string_append_len (both, blank + 1, (gssize) n_bytes - (blank + 1 - line));
  return koma_vocabulary_find (koma_byte_pairs_get_vocabulary (pairs), both->str, both->len) ==
         KOMA_NO_TOKEN;
}

static gboolean
add_line (KomaBytePairs *pairs,
          const char    *line,
          gsize          n_bytes,
          gboolean       is_first,
          GError       **error)
{
  const char *blank = memchr (line, ' ', n_bytes);
  const char *right = NULL;

  /* A line without a blank is no pair either way. */
  if (blank == NULL)
    blank = line + n_bytes - 1;
  right = blank + 1;
  if (is_first && is_comment (pairs, line, blank, n_bytes))
    return TRUE;
  return koma_byte_pairs_add_merge (pairs, line, (gsize) (blank - line), right,
                                    n_bytes - (gsize) (right - line), error);
}

static gboolean
read_merges (const char      *folder,
             KomaContentHash *checksum,
             KomaBytePairs   *pairs,
             GError         **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_MERGES_FILE, NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  const char      *at = NULL;

  if (!koma_hashed_file_read (path, KOMA_MAX_SIDE_BYTES, checksum, &text, &length, error))
    return FALSE;
  for (at = text; at < text + length;) {
    const char *end = memchr (at, '\n', (gsize) (text + length - at));
    gsize       n_bytes = 0;

    end = end != NULL ? end : text + length;
    n_bytes = (gsize) (end - at);
    if (n_bytes > 0 && at[n_bytes - 1] == '\r')
      n_bytes--;
    if (n_bytes > 0 && !add_line (pairs, at, n_bytes, at == text, error))
      return koma_file_prefix_error (path, error);
    at = end + 1;
  }
  koma_byte_pairs_close (pairs);
  return TRUE;
}

/* In the published tokenizer.json of CLIP the end token is taken out of a text as it was written,
 * the start token of what a text becomes, in small letters. */
static gboolean
add_tokens (KomaTokenizerParts *parts,
            const char         *start,
            const char         *end,
            GError            **error)
{
  const KomaToken tokens[] = {
    { .text = end, .n_bytes = (guint) strlen (end), .id = parts->end },
    { .text = start, .n_bytes = (guint) strlen (start), .id = parts->start },
  };

  return koma_vocabulary_add (parts->raw_added, &tokens[0], error) &&
         koma_vocabulary_add (parts->normal_added, &tokens[1], error) &&
         koma_vocabulary_close (parts->raw_added, error) &&
         koma_vocabulary_close (parts->normal_added, error);
}

static gboolean
set_tokens (const KomaSpecialTokens *special,
            KomaTokenizerParts      *parts,
            GError                 **error)
{
  const char *start = special->start != NULL ? special->start : USUAL_START;
  const char *end = special->end != NULL ? special->end : USUAL_END;

  return koma_tokenizer_parts_set_ends (parts, start, end, special->padding, error) &&
         add_tokens (parts, start, end, error);
}

/**
 * koma_vocab_merges_read:
 * @folder: of the model
 * @special: what lies beside it says of tokens
 * @checksum: (nullable): is fed the bytes of both files
 * @parts: (inout): is filled
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: those of koma_json_load(), koma_file_read(),
 * koma_vocabulary_read_ids() and koma_byte_pairs_add_merge(); %KOMA_ERROR_MODEL where the start,
 * end or padding token is not in the vocabulary. They name the file.
 */
gboolean
koma_vocab_merges_read (const char              *folder,
                        const KomaSpecialTokens *special,
                        KomaContentHash         *checksum,
                        KomaTokenizerParts      *parts,
                        GError                 **error)
{
  KomaVocabulary *vocabulary = read_vocabulary (folder, checksum, error);
  const char     *unknown = special->unknown != NULL ? special->unknown : USUAL_END;
  KomaSpelling    spelling = { .uses_bytes = TRUE, .end_of_word = (char *) "</w>" };

  if (vocabulary == NULL)
    return FALSE;
  spelling.unknown = koma_vocabulary_find (vocabulary, unknown, strlen (unknown));
  parts->byte_pairs = koma_byte_pairs_new (vocabulary, &spelling);
  parts->normalizer = make_normalizer ();
  parts->words = KOMA_WORDS_CLIP;
  if (!read_merges (folder, checksum, parts->byte_pairs, error))
    return FALSE;
  if (set_tokens (special, parts, error))
    return TRUE;
  g_prefix_error (error, KOMA_VOCAB_FILE ": ");
  return FALSE;
}
