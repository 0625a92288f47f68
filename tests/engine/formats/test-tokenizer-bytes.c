/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A tokenizer that another process has read: bytes that are damaged are an error, or a tokenizer
 * that gives no id which it does not have. That whole ones encode as the tokenizer does is tested
 * wherever one is read. */
#include <math.h>
#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/words/tokenizer-bytes.h"
#include "fixture.h"
#include "tests/test-main.h"

#define N_IDS 16

/* In tests/fuzz/corpus/tokenizer, and what it is in a model's folder. */
typedef struct
{
  const char *corpus;
  const char *name;
} Case;

static const Case cases[] = {
  { "byte-pairs", "tokenizer.json" },
  { "unigram", "tokenizer.json" },
  { "pieces", "spiece.model" },
};

static GBytes *
make_bytes (const Case *self)
{
  g_autofree char *name = g_build_filename ("tests", "fuzz", "corpus", "tokenizer", self->corpus,
                                            NULL);
  g_autofree char *path = find_source (name);
  g_autofree char *data = NULL;
  gsize            length = 0;
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaTokenizer) tokenizer = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  folder_init (&folder);
  folder_write (&folder, self->name, data, (gssize) length);
  tokenizer = koma_tokenizer_new (folder.path, NULL, &error);
  g_assert_no_error (error);
  return koma_tokenizer_to_bytes (tokenizer);
}

/* In memory that ends where they do, so that a sanitizer sees who reads on. */
static KomaTokenizer *
read_copy (const guint8 *data,
           gsize         size_bytes,
           GError      **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_memdup2 (data, size_bytes), size_bytes);

  return koma_tokenizer_new_from_bytes (bytes, error);
}

static void
test_cut_off (gconstpointer data)
{
  g_autoptr (GBytes) bytes = make_bytes (data);
  gsize         n = 0;
  const guint8 *whole = g_bytes_get_data (bytes, &n);

  for (gsize i = 0; i < n; i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (read_copy (whole, i, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  }
}

static void
test_changed (gconstpointer data)
{
  static const char text[] = "a photo of ab's <s> \xc3\xa9\xe2\x96\x81 </s>";
  g_autoptr (GBytes) bytes = make_bytes (data);
  gsize              n = 0;
  const guint8      *whole = g_bytes_get_data (bytes, &n);
  g_autofree guint8 *changed = g_memdup2 (whole, n);
  guint              n_refused = 0;

  for (gsize bit = 0; bit < 8 * n; bit++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaTokenizer) tokenizer = NULL;
    gint32 ids[N_IDS];

    changed[bit / 8] ^= (guint8) (1u << bit % 8);
    tokenizer = read_copy (changed, n, &error);
    changed[bit / 8] = whole[bit / 8];
    g_assert_true ((tokenizer == NULL) == (error != NULL));
    n_refused += tokenizer == NULL;
    if (tokenizer == NULL)
      continue;
    koma_tokenizer_encode (tokenizer, text, ids, N_IDS);
    for (guint i = 0; i < N_IDS; i++)
      g_assert_true (ids[i] >= 0 && (guint) ids[i] < koma_tokenizer_get_n_ids (tokenizer));
  }
  g_test_message ("%u of %zu changes are refused", n_refused, 8 * n);
  g_assert_cmpuint (n_refused, >, 0);
}

static void
test_more (void)
{
  g_autoptr (GBytes) bytes = make_bytes (&cases[0]);
  gsize              n = 0;
  const guint8      *whole = g_bytes_get_data (bytes, &n);
  g_autofree guint8 *longer = g_malloc0 (n + 1);
  g_autoptr (GError) error = NULL;

  memcpy (longer, whole, n);
  g_assert_null (read_copy (longer, n + 1, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "1 bytes too many", NULL);
}

/* The last three numbers are ids: of the start, of the end and of padding. */
static void
test_ends (void)
{
  static const struct
  {
    guint    place; /* from the end */
    gint32   id;
    gboolean is_right;
  } ends[] = {
    { 3, -1, TRUE },
    { 3, -2, FALSE },
    { 3, KOMA_MAX_TOKENS, FALSE },
    { 2, 0, TRUE },
    { 2, -1, FALSE },
    { 2, G_MAXINT32, FALSE },
    { 1, -1, FALSE },
    { 1, 0, TRUE },
    { 1, G_MAXINT32, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    g_autoptr (GBytes) bytes = make_bytes (&cases[0]);
    gsize              n = 0;
    g_autofree guint8 *data = g_memdup2 (g_bytes_get_data (bytes, &n), g_bytes_get_size (bytes));
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaTokenizer) tokenizer = NULL;

    n = g_bytes_get_size (bytes);
    memcpy (data + n - ends[i].place * sizeof (gint32), &ends[i].id, sizeof (gint32));
    tokenizer = read_copy (data, n, &error);
    g_assert_true ((tokenizer != NULL) == ends[i].is_right);
    if (!ends[i].is_right)
      assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "no tokens", NULL);
  }
}

static void
test_merges (void)
{
  static const KomaMerge wrong[] = {
    { -1, 0, 1 },
    { 0, -1, 1 },
    { 0, 1, -1 },
    { 2, 0, 1 },
    { 0, 2, 1 },
    { 0, 1, 2 },
  };
  KomaVocabulary *vocabulary = koma_vocabulary_new ();
  g_autoptr (KomaBytePairs) pairs = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_vocabulary_add (
    vocabulary, &(KomaToken){ .text = "a", .n_bytes = 1, .id = 0 }, &error));
  g_assert_true (koma_vocabulary_add (
    vocabulary, &(KomaToken){ .text = "aa", .n_bytes = 2, .id = 1 }, &error));
  g_assert_true (koma_vocabulary_close (vocabulary, &error));
  pairs = koma_byte_pairs_new (vocabulary, &(KomaSpelling){ .unknown = KOMA_NO_TOKEN });
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++) {
    g_assert_false (koma_byte_pairs_add_ids (pairs, &wrong[i], &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "merge 1", NULL);
    g_clear_error (&error);
  }
  g_assert_true (koma_byte_pairs_add_ids (pairs, &(KomaMerge){ 0, 0, 1 }, &error));
  g_assert_no_error (error);
}

/* What no reader of files makes, and what is said of it. */
typedef struct
{
  const char  *said;
  KomaTextStep step;
  guint        n_steps;
  KomaToken    added;
  double       score;
  gint32       unknown;
  KomaWords    words;
} Lie;

static const Lie lies[] = {
  { "step", { .kind = KOMA_TEXT_REPLACE, .from = (char *) "a" }, 1, { 0 }, 0, 0, 0 },
  { "step", { .kind = KOMA_TEXT_REPLACE, .to = (char *) "a" }, 1, { 0 }, 0, 0, 0 },
  { "step", { .kind = KOMA_TEXT_REPLACE_EACH, .to = (char *) "a" }, 1, { 0 }, 0, 0, 0 },
  { "step", { .kind = KOMA_TEXT_PREPEND }, 1, { 0 }, 0, 0, 0 },
  { "step", { .kind = KOMA_TEXT_MAP }, 1, { 0 }, 0, 0, 0 },
  { "kind 12", { .kind = KOMA_N_TEXT_STEP_KINDS }, 1, { 0 }, 0, 0, 0 },
  { "kind 3", { .set = KOMA_N_TEXT_SETS }, 1, { 0 }, 0, 0, 0 },
  { "no UTF-8", { .kind = KOMA_TEXT_PREPEND, .to = (char *) "\xe2" }, 1, { 0 }, 0, 0, 0 },
  { "33 steps", { .kind = KOMA_TEXT_NFC }, KOMA_MAX_TEXT_STEPS + 1, { 0 }, 0, 0, 0 },
  { "no UTF-8", { 0 }, 0, { .text = "\xe2", .n_bytes = 1 }, 0, 0, 0 },
  { "kind 16", { 0 }, 0, { .text = "a", .n_bytes = 1, .flags = 16 }, 0, 0, 0 },
  { "no number", { 0 }, 0, { 0 }, NAN, 0, 0 },
  { "unknown token 2", { 0 }, 0, { 0 }, 0, 2, 0 },
  { "unknown token -1", { 0 }, 0, { 0 }, 0, -1, 0 },
  { "kind 3", { 0 }, 0, { 0 }, 0, 0, KOMA_N_WORDS },
};

static void
fill_parts (const Lie          *lie,
            KomaTokenizerParts *parts)
{
  const KomaToken piece = { .text = "a", .n_bytes = 1, .id = 1, .flags = KOMA_TOKEN_TEXT };
  KomaVocabulary *vocabulary = koma_vocabulary_new ();
  g_autoptr (GError) error = NULL;

  koma_tokenizer_parts_init (parts);
  parts->words = lie->words;
  parts->normalizer = koma_text_normalizer_new ();
  for (guint i = 0; i < lie->n_steps; i++)
    koma_text_normalizer_add (parts->normalizer, &lie->step);
  g_assert_true (koma_vocabulary_add (vocabulary, &piece, &error));
  parts->unigram = koma_unigram_new (
    vocabulary, &(KomaUnigramOptions){ .unknown = lie->unknown, .unknown_score = lie->score });
  if (lie->added.text != NULL)
    g_assert_true (koma_vocabulary_add (parts->raw_added, &lie->added, &error));
  parts->end = parts->padding = 1;
}

static void
read_parts (const Lie *lie)
{
  g_autoptr (GByteArray) array = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_auto (KomaTokenizerParts) parts = { 0 };
  g_auto (KomaTokenizerParts) copy = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean is_read = FALSE;

  fill_parts (lie, &parts);
  koma_tokenizer_parts_write (&parts, array);
  bytes = g_bytes_new (array->data, array->len);
  koma_tokenizer_parts_init (&copy);
  is_read = koma_tokenizer_parts_read (bytes, &copy, &error);
  if (lie->said == NULL) {
    g_assert_no_error (error);
    return;
  }
  g_assert_false (is_read);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, lie->said, NULL);
}

static void
test_lies (void)
{
  static const Lie truth = { 0 };

  read_parts (&truth);
  for (guint i = 0; i < G_N_ELEMENTS (lies); i++) {
    g_test_message ("%u: %s", i, lies[i].said);
    read_parts (&lies[i]);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *cut = g_strconcat ("/tokenizer-bytes/cut-off/", cases[i].corpus, NULL);
    g_autofree char *changed = g_strconcat ("/tokenizer-bytes/changed/", cases[i].corpus, NULL);

    g_test_add_data_func (cut, &cases[i], test_cut_off);
    g_test_add_data_func (changed, &cases[i], test_changed);
  }
  g_test_add_func ("/tokenizer-bytes/more", test_more);
  g_test_add_func ("/tokenizer-bytes/ends", test_ends);
  g_test_add_func ("/tokenizer-bytes/merges", test_merges);
  g_test_add_func ("/tokenizer-bytes/lies", test_lies);
  return g_test_run ();
}
