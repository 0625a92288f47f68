/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tokenizer.h"

#include <string.h>

#include "clip-words.h"
#include "engine/formats/file.h"
#include "engine/formats/model-folder.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "sentence-piece.h"
#include "text-cleaner.h"
#include "tokenizer-bytes.h"
#include "tokenizer-json.h"
#include "tokenizer-parts.h"
#include "vocab-merges.h"

#define SHOWN_BLANK "\xe2\x96\x81"

struct _KomaTokenizer
{
  KomaTokenizerParts parts;
};

static gboolean
has_file (const char *folder,
          const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return koma_file_is_there (path);
}

static gboolean
has_tokenizer (const char *folder)
{
  return has_file (folder, KOMA_TOKENIZER_JSON_FILE) ||
         (has_file (folder, KOMA_VOCAB_FILE) && has_file (folder, KOMA_MERGES_FILE)) ||
         has_file (folder, KOMA_SENTENCE_PIECE_FILE);
}

static gboolean
check_folder (const char *folder,
              GError    **error)
{
  g_autofree char *name = g_filename_display_basename (folder);

  if (has_tokenizer (folder))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "%s: has no vocabulary to read words with: put the files " KOMA_VOCAB_FILE
                    " and " KOMA_MERGES_FILE ", or " KOMA_TOKENIZER_JSON_FILE
                    ", of the model into this folder",
                    name);
}

static gboolean
read_parts (const char              *folder,
            const KomaSpecialTokens *special,
            KomaContentHash         *checksum,
            KomaTokenizerParts      *parts,
            GError                 **error)
{
  if (has_file (folder, KOMA_TOKENIZER_JSON_FILE))
    return koma_tokenizer_json_read (folder, special, checksum, parts, error);
  if (has_file (folder, KOMA_VOCAB_FILE) && has_file (folder, KOMA_MERGES_FILE))
    return koma_vocab_merges_read (folder, special, checksum, parts, error);
  return koma_sentence_piece_read (folder, special, checksum, parts, error);
}

/* (transfer full): the first folder with a tokenizer of those that files of the model may lie in,
 * else that of the model */
static char *
find_folder (const char *model_path)
{
  g_autoptr (GPtrArray) folders = koma_model_folder_list (model_path);

  for (guint i = 0; i < folders->len; i++)
    if (has_tokenizer (folders->pdata[i]))
      return g_strdup (folders->pdata[i]);
  return g_strdup (folders->pdata[0]);
}

/**
 * koma_tokenizer_new:
 * @folder: of a model
 * @checksum: (nullable): is fed the bytes of the files that are read
 * @error: return location
 *
 * Reads the files of a tokenizer in the form of Hugging Face: tokenizer.json, else vocab.json and
 * merges.txt, else spiece.model. Which tokens begin, end and fill up a text is said in there, in
 * special_tokens_map.json or in tokenizer_config.json; how open_clip cleans a text before, in
 * open_clip_config.json. The files may be hostile.
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where the folder has none of these
 * files, or one is damaged; %KOMA_ERROR_UNSUPPORTED where one has something that is not supported;
 * %KOMA_ERROR_MEMORY where one is too large; #GFileError. They name the file.
 *
 * Returns: (transfer full): the tokenizer, or %NULL
 */
KomaTokenizer *
koma_tokenizer_new (const char      *folder,
                    KomaContentHash *checksum,
                    GError         **error)
{
  g_autoptr (KomaTokenizer) self = g_new0 (KomaTokenizer, 1);
  g_auto (KomaSpecialTokens) special = { 0 };

  koma_tokenizer_parts_init (&self->parts);
  if (!check_folder (folder, error) ||
      !koma_text_cleaner_read (folder, checksum, self->parts.cleaner, error) ||
      !koma_special_tokens_read (folder, checksum, &special, error) ||
      !read_parts (folder, &special, checksum, &self->parts, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * koma_tokenizer_new_for_model:
 * @model_path: of a model file
 * @error: return location
 *
 * As koma_tokenizer_new(), of the first folder with a tokenizer of those that files of the model
 * may lie in.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_tokenizer_new().
 *
 * Returns: (transfer full): the tokenizer, or %NULL
 */
KomaTokenizer *
koma_tokenizer_new_for_model (const char *model_path,
                              GError    **error)
{
  g_autofree char *folder = find_folder (model_path);

  return koma_tokenizer_new (folder, NULL, error);
}

/**
 * koma_tokenizer_check_model:
 * @model_path: of a model file
 * @error: return location
 *
 * Thread: any; asks the disk. Errors: %KOMA_ERROR_MODEL where koma_tokenizer_new_for_model() would
 * find no files, as it says it.
 *
 * Returns: whether there are files of a tokenizer
 */
gboolean
koma_tokenizer_check_model (const char *model_path,
                            GError    **error)
{
  g_autofree char *folder = find_folder (model_path);

  return check_folder (folder, error);
}

/**
 * koma_tokenizer_to_bytes:
 * @self: a tokenizer
 *
 * Thread: any.
 *
 * Returns: (transfer full): what koma_tokenizer_new_from_bytes() reads
 */
GBytes *
koma_tokenizer_to_bytes (const KomaTokenizer *self)
{
  GByteArray *bytes = g_byte_array_new ();

  koma_tokenizer_parts_write (&self->parts, bytes);
  return g_byte_array_free_to_bytes (bytes);
}

/**
 * koma_tokenizer_new_from_bytes:
 * @bytes: of koma_tokenizer_to_bytes(), or anything else
 * @error: return location
 *
 * Thread: any. Errors: those of koma_tokenizer_parts_read().
 *
 * Returns: (transfer full): a tokenizer that encodes each text as the one before does, or %NULL
 */
KomaTokenizer *
koma_tokenizer_new_from_bytes (GBytes  *bytes,
                               GError **error)
{
  g_autoptr (KomaTokenizer) self = g_new0 (KomaTokenizer, 1);

  koma_tokenizer_parts_init (&self->parts);
  return koma_tokenizer_parts_read (bytes, &self->parts, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_tokenizer_free:
 * @self: (nullable): a tokenizer
 */
void
koma_tokenizer_free (KomaTokenizer *self)
{
  if (self == NULL)
    return;
  koma_tokenizer_parts_clear (&self->parts);
  g_free (self);
}

/**
 * koma_tokenizer_get_end:
 *
 * Thread: any. Returns: the id of the token behind a text, where CLIP's models look for its meaning
 */
gint32
koma_tokenizer_get_end (const KomaTokenizer *self)
{
  return self->parts.end;
}

/**
 * koma_tokenizer_get_n_ids:
 *
 * Thread: any. Returns: how many rows a table of embeddings must have at least: one for each id
 *   that koma_tokenizer_encode() may give
 */
guint
koma_tokenizer_get_n_ids (const KomaTokenizer *self)
{
  const KomaTokenizerParts *parts = &self->parts;
  const KomaVocabulary     *vocabulary = koma_tokenizer_parts_get_vocabulary (parts);
  guint                     n = koma_vocabulary_get_n_ids (vocabulary);

  n = MAX (n, koma_vocabulary_get_n_ids (parts->raw_added));
  n = MAX (n, koma_vocabulary_get_n_ids (parts->normal_added));
  return MAX (n, (guint) parts->padding + 1);
}

/* What a text is encoded into. */
typedef struct
{
  const KomaTokenizerParts *parts;
  GArray                   *ids;      /* of gint32 */
  guint                     n_wanted; /* more are not looked at */
  gboolean                  is_first; /* nothing of the text has been passed yet */
} Encoding;

static gboolean
is_full (const Encoding *self)
{
  return self->ids->len > self->n_wanted;
}

static void
encode_word (Encoding   *self,
             const char *word,
             gsize       n_bytes)
{
  if (self->parts->byte_pairs != NULL)
    koma_byte_pairs_encode (self->parts->byte_pairs, word, n_bytes, self->ids);
  else
    koma_unigram_encode (self->parts->unigram, word, n_bytes, self->ids);
}

static void
encode_clip_words (Encoding   *self,
                   const char *text,
                   gsize       n_bytes)
{
  const char *at = text;
  const char *word = NULL;
  gsize       n_word = 0;

  while (!is_full (self) && koma_clip_words_next (&at, text + n_bytes, &word, &n_word))
    encode_word (self, word, n_word);
}

/* A word for each U+2581, which it begins with. */
static void
encode_shown_blanks (Encoding   *self,
                     const char *text)
{
  const char *at = text;

  while (*at != '\0' && !is_full (self)) {
    const char *end = strstr (at + 1, SHOWN_BLANK);

    if (end == NULL)
      end = at + strlen (at);
    encode_word (self, at, (gsize) (end - at));
    at = end;
  }
}

/* A part of a text without the blanks at which it is split, or with all of its blanks. */
static void
encode_blank_word (Encoding   *self,
                   const char *text,
                   gsize       n_bytes)
{
  g_autoptr (GString) word = g_string_new (NULL);
  const KomaPrefix prefix = self->parts->prefix;

  for (gsize i = 0; i < n_bytes; i++)
    if (text[i] == ' ')
      g_string_append (word, SHOWN_BLANK);
    else
      g_string_append_c (word, text[i]);
  if (word->len > 0 && !g_str_has_prefix (word->str, SHOWN_BLANK) &&
      (prefix == KOMA_PREFIX_ALWAYS || (prefix == KOMA_PREFIX_FIRST && self->is_first)))
    g_string_prepend (word, SHOWN_BLANK);
  self->is_first = FALSE;
  encode_shown_blanks (self, word->str);
}

static const char *
skip_space (const char *at,
            const char *end,
            gboolean    is_space)
{
  while (at < end && koma_text_is_space (g_utf8_get_char (at)) == is_space)
    at = g_utf8_next_char (at);
  return at;
}

static void
encode_blank_words (Encoding   *self,
                    const char *text,
                    gsize       n_bytes)
{
  const char *at = text;
  const char *end = text + n_bytes;

  while (self->parts->drops_white_space && at < end && !is_full (self)) {
    const char *word = skip_space (at, end, TRUE);

    at = skip_space (word, end, FALSE);
    if (at > word)
      encode_blank_word (self, word, (gsize) (at - word));
  }
  if (!self->parts->drops_white_space)
    encode_blank_word (self, text, n_bytes);
}

/* Splits a text that has no added token left. */
static void
encode_plain (Encoding   *self,
              const char *text,
              gsize       n_bytes)
{
  if (n_bytes == 0 || is_full (self))
    return;
  if (self->parts->words == KOMA_WORDS_CLIP)
    encode_clip_words (self, text, n_bytes);
  else if (self->parts->words == KOMA_WORDS_BLANK)
    encode_blank_words (self, text, n_bytes);
  else
    encode_word (self, text, n_bytes);
  self->is_first = FALSE;
}

/* What begins a part of a text, or is all of it. */
typedef void (*EncodePart) (Encoding   *self,
                            const char *text,
                            gsize       n_bytes);

/* Whether a character belongs to a word. */
static gboolean
is_word_at (const char *at)
{
  const gunichar c = g_utf8_get_char (at);

  return g_unichar_isalnum (c) || g_unichar_ismark (c) || c == '_';
}

static gboolean
may_stand (const KomaToken *token,
           const char      *text,
           const char      *at,
           const char      *end)
{
  const char *behind = at + token->n_bytes;

  if ((token->flags & KOMA_TOKEN_WHOLE_WORD) == 0)
    return TRUE;
  return (at == text || !is_word_at (g_utf8_prev_char (at))) &&
         (behind == end || !is_word_at (behind));
}

/* (nullable) The first added token of a text. */
static const KomaToken *
find_added (const KomaVocabulary *added,
            const char           *text,
            const char           *begin,
            const char           *end,
            const char          **ret_at)
{
  for (const char *at = begin; at < end; at = g_utf8_next_char (at)) {
    const KomaToken *token = koma_vocabulary_match (added, at, (gsize) (end - at));

    if (token == NULL || !may_stand (token, text, at, end))
      continue;
    *ret_at = at;
    return token;
  }
  return NULL;
}

/* Takes added tokens out of a text; @encode_part gets what lies between them. */
static void
encode_around (Encoding             *self,
               const KomaVocabulary *added,
               const GString        *text,
               EncodePart            encode_part)
{
  const char *begin = text->str;
  const char *end = text->str + text->len;

  while (begin < end && !is_full (self)) {
    const char      *at = end;
    const KomaToken *token = find_added (added, text->str, begin, end, &at);
    const char      *part_end = at;

    while (token != NULL && (token->flags & KOMA_TOKEN_STRIPS_LEFT) != 0 && part_end > begin &&
           koma_text_is_space (g_utf8_get_char (g_utf8_prev_char (part_end))))
      part_end = g_utf8_prev_char (part_end);
    encode_part (self, begin, (gsize) (part_end - begin));
    begin = at;
    if (token == NULL)
      continue;
    g_array_append_val (self->ids, token->id);
    self->is_first = FALSE;
    begin = at + token->n_bytes;
    if ((token->flags & KOMA_TOKEN_STRIPS_RIGHT) != 0)
      begin = skip_space (begin, end, TRUE);
  }
}

static void
encode_raw (Encoding   *self,
            const char *text,
            gsize       n_bytes)
{
  g_autoptr (GString) normal = g_string_new_len (text, (gssize) n_bytes);

  if (n_bytes == 0)
    return;
  koma_text_normalizer_apply (self->parts->normalizer, normal);
  if (self->parts->sentence != NULL)
    koma_sentence_rules_apply (self->parts->sentence, normal);
  encode_around (self, self->parts->normal_added, normal, encode_plain);
}

static GString *
make_text (const char *text)
{
  const gsize      n_bytes = strnlen (text, KOMA_MAX_TEXT_BYTES + 1);
  g_autofree char *valid = NULL;
  GString         *cut = g_string_new_len (text, (gssize) n_bytes);

  koma_text_cut (cut, KOMA_MAX_TEXT_BYTES);
  valid = g_utf8_make_valid (cut->str, (gssize) cut->len);
  g_string_assign (cut, valid);
  return cut;
}

/**
 * koma_tokenizer_encode:
 * @self: a tokenizer
 * @text: UTF-8; what is none becomes U+FFFD; %KOMA_MAX_TEXT_BYTES of it are read
 * @ret_ids: (out caller-allocates): int32 [@n_ids]
 * @n_ids: > 0: the model's context length: 77 of CLIP's, 64 of SigLIP's
 *
 * Encodes a text: the start token, where the model has one, the text's tokens, the end token, and
 * padding. Of a longer text the first tokens are left, and the end token.
 *
 * No file and no text makes that slow: byte pairs of a word of n characters take n · log (n) steps,
 * pieces %KOMA_MAX_TOKEN_BYTES for each byte.
 *
 * Thread: any, several at once.
 *
 * Returns: how many of the ids are not padding, that of the end token included
 */
guint
koma_tokenizer_encode (const KomaTokenizer *self,
                       const char          *text,
                       gint32              *ret_ids,
                       guint                n_ids)
{
  const KomaTokenizerParts *parts = &self->parts;
  g_autoptr (GString) read = NULL;
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  Encoding encoding = { .parts = parts, .ids = ids, .n_wanted = n_ids, .is_first = TRUE };
  guint    n = 0;

  g_return_val_if_fail (self != NULL && text != NULL && n_ids > 0, 0);

  read = make_text (text);
  koma_text_normalizer_apply (parts->cleaner, read);
  if (parts->start != KOMA_NO_TOKEN)
    g_array_append_val (ids, parts->start);
  encode_around (&encoding, parts->raw_added, read, encode_raw);
  n = MIN (ids->len, n_ids - 1);
  for (guint i = 0; i < n_ids; i++)
    ret_ids[i] = i < n ? g_array_index (ids, gint32, i) : parts->padding;
  ret_ids[n] = parts->end;
  return n + 1;
}
