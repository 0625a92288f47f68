/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts against the tokens that the original implementations make of them. */

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/words/tokenizer.h"
#include "fixture.h"
#include "tests/test-main.h"

#define MAX_IDS 77

typedef struct
{
  const char *name;  /* folder of golden_hub/ */
  const char *model; /* folder of models/hub/ */
  guint       n_ids;
} Case;

/* The files of openclip are those of hf_clip. */
static const Case cases[] = {
  { "hf_clip", "hf_clip", 77 },
  { "hf_clip_small_vocab", "hf_clip_small_vocab", 77 },
  { "hf_siglip", "hf_siglip", 64 },
  { "openclip", "hf_clip", 77 },
};

/* Lists of CLIP end with the end token, those of SigLIP with padding. */
static void
check_text (const Case          *self,
            const KomaTokenizer *tokenizer,
            JsonObject          *row)
{
  JsonArray  *expected = koma_json_get_array (row, "ids");
  const char *text = koma_json_get_string (row, "text");
  const guint n_expected = koma_json_array_length (expected);
  gint32      ids[MAX_IDS];
  const guint n = koma_tokenizer_encode (tokenizer, text, ids, self->n_ids);

  g_test_message ("%s", text);
  g_assert_cmpuint (n_expected, <=, self->n_ids);
  if (n_expected < self->n_ids)
    g_assert_cmpuint (n, ==, n_expected);
  for (guint i = 0; i < n_expected; i++) {
    gint64 id = 0;

    g_assert_true (koma_json_node_int (koma_json_element (expected, i), &id));
    g_assert_cmpint (ids[i], ==, id);
  }
  g_assert_cmpint (ids[n - 1], ==, koma_tokenizer_get_end (tokenizer));
}

static void
test_case (gconstpointer data)
{
  const Case      *self = data;
  g_autofree char *name = g_build_filename ("golden_hub", self->name, "tokens.json", NULL);
  g_autofree char *model = g_build_filename ("models", "hub", self->model, NULL);
  g_autofree char *path = find_shared (name);
  g_autofree char *folder = find_shared (model);
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (KomaTokenizer) copy = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  JsonArray *rows = NULL;

  if (path == NULL || folder == NULL)
    return;
  root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, NULL, &error);
  g_assert_no_error (error);
  tokenizer = koma_tokenizer_new (folder, NULL, &error);
  g_assert_no_error (error);
  copy = tokenizer_copy (tokenizer);
  rows = koma_json_node_array (root);
  g_assert_cmpuint (koma_json_array_length (rows), >=, 72);
  for (guint i = 0; i < koma_json_array_length (rows); i++) {
    check_text (self, tokenizer, koma_json_node_object (koma_json_element (rows, i)));
    check_text (self, copy, koma_json_node_object (koma_json_element (rows, i)));
  }
}

/* The folder of open_clip has no vocabulary: the error says which files to put there. */
static void
test_no_files (void)
{
  g_autofree char *folder = find_shared ("models/hub/openclip");
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    return;
  tokenizer = koma_tokenizer_new (folder, NULL, &error);
  g_assert_null (tokenizer);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "openclip", "vocab.json", "merges.txt",
                     "tokenizer.json", NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/tokenizer-golden/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/tokenizer-golden/no-files", test_no_files);
  return g_test_run ();
}
