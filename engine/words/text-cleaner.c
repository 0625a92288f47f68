/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* open_clip cleans a text before a tokenizer of Hugging Face, whose file says nothing of it (its
 * src/open_clip/tokenizer.py): "clean" of "tokenizer_kwargs". What it mends of broken encodings and
 * HTML is left as it is. */

#include "text-cleaner.h"

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/formats/model-folder.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

#define ASCII_PUNCTUATION "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

static void
add_blanks (KomaTextNormalizer *self)
{
  static const KomaTextStep steps[] = {
    { .kind = KOMA_TEXT_REPLACE_RUNS, .set = KOMA_CHARS_PYTHON_SPACE, .to = (char *) " " },
    { .kind = KOMA_TEXT_STRIP_LEFT },
    { .kind = KOMA_TEXT_STRIP_RIGHT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    koma_text_normalizer_add (self, &steps[i]);
}

void
koma_text_cleaner_canonicalize (KomaTextNormalizer *self,
                                gboolean            keeps_case)
{
  const KomaTextStep punctuation = {
    .kind = KOMA_TEXT_REPLACE_EACH, .from = (char *) ASCII_PUNCTUATION, .to = (char *) ""
  };

  if (!keeps_case)
    koma_text_normalizer_add (self, &(KomaTextStep){ .kind = KOMA_TEXT_LOWERCASE });
  koma_text_normalizer_add (self, &punctuation);
  add_blanks (self);
}

static gboolean
add_steps (JsonObject         *settings, /* (nullable) "text_cfg" */
           KomaTextNormalizer *self,
           GError            **error)
{
  const KomaTextStep underscores = {
    .kind = KOMA_TEXT_REPLACE, .from = (char *) "_", .to = (char *) " "
  };
  const gboolean has_own = koma_json_get_string (settings, "hf_tokenizer_name") != NULL;
  const char    *clean =
    koma_json_get_string (koma_json_get_object (settings, "tokenizer_kwargs"), "clean");

  if (clean == NULL && !has_own)
    return TRUE;
  if (g_strcmp0 (clean, "canonicalize") == 0) {
    koma_text_normalizer_add (self, &underscores);
    koma_text_cleaner_canonicalize (self, FALSE);
    return TRUE;
  }
  if (clean != NULL && !g_str_equal (clean, "lower") && !g_str_equal (clean, "whitespace"))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "“clean” of tokenizer_kwargs is “%.200s”, which Koma does not have", clean);
  if (g_strcmp0 (clean, "lower") == 0)
    koma_text_normalizer_add (self, &(KomaTextStep){ .kind = KOMA_TEXT_LOWERCASE });
  add_blanks (self);
  return TRUE;
}

/**
 * koma_text_cleaner_read:
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_UNSUPPORTED for a kind of cleaning that is
 * not known; those of koma_json_load(). They name the file.
 */
gboolean
koma_text_cleaner_read (const char         *folder,
                        KomaContentHash    *checksum,
                        KomaTextNormalizer *self,
                        GError            **error)
{
  g_autofree char *path = g_build_filename (folder, KOMA_OPEN_CLIP_CONFIG_FILE, NULL);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *model = NULL;

  if (!koma_file_is_there (path))
    return TRUE;
  root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, checksum, error);
  if (root == NULL)
    return FALSE;
  model = koma_json_get_object (koma_json_node_object (root), "model_cfg");
  return add_steps (koma_json_get_object (model, "text_cfg"), self, error) ||
         koma_file_prefix_error (path, error);
}
