/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tokenizer.h"

#include "engine/formats/file.h"
#include "engine/formats/model-folder.h"
#include "engine/koma/koma-error.h"
#include "sentence-piece.h"
#include "text-cleaner.h"
#include "tokenizer-bytes.h"
#include "tokenizer-encode.h"
#include "tokenizer-json.h"
#include "tokenizer-parts.h"
#include "vocab-merges.h"

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
  g_autoptr (GArray) ids = NULL;
  guint n = 0;

  g_return_val_if_fail (self != NULL && text != NULL && n_ids > 0, 0);

  ids = koma_tokenizer_parts_encode (parts, text, n_ids);
  n = MIN (ids->len, n_ids - 1);
  for (guint i = 0; i < n_ids; i++)
    ret_ids[i] = i < n ? g_array_index (ids, gint32, i) : parts->padding;
  ret_ids[n] = parts->end;
  return n + 1;
}
