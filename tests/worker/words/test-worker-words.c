/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model that knows words for colours, in a worker: other words change answers, and no picture is
 * computed again for that. */
#include "worker/words/koma-worker-words.h"

#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"
#include "tests/worker/worker-fixture.h"
#include "worker/evaluation/koma-other-model.h"
#include "worker/words/koma-word-lists.h"

#define WORDS "red, blue, green"

static KomaWorkerModel
describe (const char *classes)
{
  static char *path = NULL;

  if (path == NULL)
    path = g_build_filename (g_getenv ("KOMA_SOURCE"), "data", "examples", "programs",
                             "colour-words", NULL);
  return (KomaWorkerModel){
    .path = path,
    .parts = { [KOMA_PART_CLASSES] = classes },
    .backend = "cpu",
    .n_threads = 1,
  };
}

static KomaModelInfo *
load (Fixture               *fixture,
      const KomaWorkerModel *model)
{
  g_autoptr (GError) error = NULL;
  KomaModelInfo *info = fixture_load (fixture, model, &error);

  g_assert_no_error (error);
  return info;
}

static Answer *
send_file (Fixture    *fixture,
           Tally      *tally,
           const char *path,
           KomaResult *earlier) /* (nullable) */
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  const KomaRequest values = { .key = tally->answers->len + 1,
                               .priority = KOMA_PRIORITY_BULK,
                               .top_k = 10,
                               .file = file,
                               .thumbnail_side = 16,
                               .earlier = earlier };
  g_autoptr (KomaRequest) request = koma_request_new (&values);

  return tally_send (tally, fixture->worker, request, NULL);
}

/* The file is gone: nothing but the vector can have told. */
static void
test_reword (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *path = fixture_write_png (fixture, "red.png", 0xff0000);
  KomaWorkerModel  model = describe (WORDS);
  g_autoptr (KomaModelInfo) info = load (fixture, &model);
  g_autoptr (KomaModelInfo) reworded = NULL;
  g_autoptr (KomaModelInfo) back = NULL;
  g_autoptr (Tally) tally = tally_new ();
  Answer *first = send_file (fixture, tally, path, NULL);
  Answer *other = NULL, *again = NULL;

  tally_wait (tally);
  g_assert_no_error (first->error);
  g_assert_cmpstr (info->classes, ==, WORDS);
  g_assert_cmpstr (answer_label (first), ==, "red");
  g_assert_cmpuint (first->result->n_classes, ==, 3);
  g_assert_nonnull (first->result->vector);
  g_assert_cmpint (g_remove (path), ==, 0);

  model = describe ("cyan\nmagenta\ngreen, yellow");
  model.is_reworded = TRUE;
  reworded = load (fixture, &model);
  g_assert_cmpstr (reworded->hash, !=, info->hash);
  g_assert_true (koma_model_info_shares_vectors (info, reworded));
  other = send_file (fixture, tally, path, first->result);
  tally_wait (tally);
  g_assert_no_error (other->error);
  g_assert_cmpstr (answer_label (other), ==, "magenta");
  g_assert_cmpuint (other->result->n_classes, ==, 3);
  g_assert_true (other->result->vector == first->result->vector);
  g_assert_cmpuint (other->result->batch, ==, 0);
  g_assert_cmpuint (other->result->source_width, ==, first->result->source_width);
  g_assert_nonnull (other->result->thumbnail);

  model = describe (WORDS);
  model.is_reworded = TRUE;
  back = load (fixture, &model);
  again = send_file (fixture, tally, path, other->result);
  tally_wait (tally);
  g_assert_cmpstr (back->hash, ==, info->hash);
  for (guint i = 0; i < 3; i++) {
    g_assert_cmpstr (koma_result_get_class (again->result, i).label, ==,
                     koma_result_get_class (first->result, i).label);
    g_assert_cmpfloat_with_epsilon (again->result->classes[i].score,
                                    first->result->classes[i].score, 1e-5);
  }
}

/* Any classifier tells how like two pictures are, and changes its words for nobody. */
static void
test_other_classifier (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *model_path = g_build_filename (g_getenv ("KOMA_SOURCE"), "data", "models",
                                                  "shogi", NULL);
  KomaWorkerModel  model = { .path = model_path, .backend = "cpu", .n_threads = 1 };
  g_autoptr (KomaModelInfo) info = load (fixture, &model);
  g_autoptr (Tally) tally = tally_new ();
  const guint32 colours[] = { 0xff0000, 0xf00808, 0x2040ff };
  Answer       *answers[G_N_ELEMENTS (colours)];

  for (guint i = 0; i < G_N_ELEMENTS (colours); i++) {
    g_autofree char *name = g_strdup_printf ("%u.png", i);
    g_autofree char *path = fixture_write_png (fixture, name, colours[i]);

    answers[i] = send_file (fixture, tally, path, NULL);
  }
  tally_wait (tally);
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++) {
    KomaFeatureVector *vector = answers[i]->result->vector;

    g_assert_no_error (answers[i]->error);
    g_assert_nonnull (vector);
    g_assert_cmpfloat_with_epsilon (koma_feature_vector_compare (vector, vector), 1, 1e-5);
  }
  g_assert_cmpfloat (
    koma_feature_vector_compare (answers[0]->result->vector, answers[1]->result->vector), >,
    koma_feature_vector_compare (answers[0]->result->vector, answers[2]->result->vector));
  g_assert_null (info->space);
  g_assert_false (koma_model_info_shares_vectors (info, info));
}

/* Of another model, or in another fit, a vector says nothing. */
static void
test_other_space (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *path = fixture_write_png (fixture, "red.png", 0xff0000);
  KomaWorkerModel  model = describe (WORDS);
  g_autoptr (KomaModelInfo) info = load (fixture, &model);
  g_autoptr (KomaModelInfo) cropped = NULL;
  g_autoptr (Tally) tally = tally_new ();
  Answer *first = send_file (fixture, tally, path, NULL);
  Answer *other = NULL;

  tally_wait (tally);
  model.parts[KOMA_PART_FIT] = "crop";
  cropped = load (fixture, &model);
  g_assert_false (koma_model_info_shares_vectors (info, cropped));
  other = send_file (fixture, tally, path, first->result);
  tally_wait (tally);
  g_assert_cmpuint (other->result->batch, ==, 1);

  fixture_load_colours (fixture);
  other = send_file (fixture, tally, path, first->result);
  tally_wait (tally);
  g_assert_cmpstr (answer_label (other), ==, "red");
  g_assert_cmpuint (other->result->batch, ==, 1);
}

static void
test_wrong_words (Fixture      *fixture,
                  gconstpointer data)
{
  KomaWorkerModel model = describe (", ,");
  g_autoptr (GError) none = NULL;
  g_autoptr (GError) no_words = NULL;

  g_assert_null (fixture_load (fixture, &model, &none));
  g_assert_error (none, KOMA_ERROR, KOMA_ERROR_ARGUMENT);

  fixture_load_colours (fixture);
  model = describe (WORDS);
  model.is_reworded = TRUE;
  g_assert_null (fixture_load (fixture, &model, &no_words));
  g_assert_error (no_words, KOMA_ERROR, KOMA_ERROR_NO_MODEL);
}

/* A helper reads the files of the tokenizer, and what it says of them is what people read. */
static void
test_damaged (Fixture      *fixture,
              gconstpointer data)
{
  KomaWorkerModel  model = describe (WORDS);
  g_autofree char *from = g_build_filename (model.path, "model.onnx", NULL);
  g_autofree char *to = g_build_filename (fixture->folder, "model.onnx", NULL);
  g_autofree char *tokenizer = g_build_filename (fixture->folder, "tokenizer.json", NULL);
  g_autofree char *bytes = NULL;
  gsize            length = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (from, &bytes, &length, NULL));
  g_assert_true (g_file_set_contents (to, bytes, (gssize) length, NULL));
  g_assert_true (g_file_set_contents (tokenizer, "{\"model\":{\"type\":\"X\"}}", -1, NULL));
  model.path = to;
  g_assert_null (fixture_load (fixture, &model, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==,
                   "tokenizer.json: a tokenizer of type “X”, only BPE and Unigram are supported");
}

/* A model that is compared with another has classes, too. */
static void
test_compared (void)
{
  const KomaWorkerModel model = describe (NULL);
  const KomaWorkerModel same = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) other = koma_other_model_load (&same, model.path, &error);

  g_assert_no_error (error);
  g_assert_nonnull (koma_model_get_recipe (other, NULL));
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (other), 0), ==, "person");
}

/* ---- Vectors of texts ---- */

static void
take_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GAsyncResult **ret_result = user_data;

  *ret_result = g_object_ref (result);
}

static KomaFeatureVector *
encode (Fixture    *fixture,
        const char *text,
        GError    **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  koma_worker_encode_words_async (fixture->worker, text, NULL, take_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return koma_worker_encode_words_finish (fixture->worker, result, error);
}

static void
test_encode (Fixture      *fixture,
             gconstpointer data)
{
  const KomaWorkerModel model = describe (WORDS);
  G_GNUC_UNUSED         g_autoptr (KomaModelInfo) info = load (fixture, &model);
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) no_words = NULL;
  g_autoptr (KomaFeatureVector) blue = encode (fixture, "blue sky", &error);
  g_autoptr (KomaFeatureVector) same = encode (fixture, "BLUE  sky ", &error);
  g_autoptr (KomaFeatureVector) other = encode (fixture, "red", &error);

  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (koma_feature_vector_compare (blue, same), 1, 1e-5);
  g_assert_cmpfloat (koma_feature_vector_compare (blue, other), <, 0.999);

  fixture_load_colours (fixture);
  g_assert_null (encode (fixture, "blue", &no_words));
  g_assert_error (no_words, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
}

/* ---- Saved lists ---- */

static GPtrArray *
finish_lists (GAsyncResult **result)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *lists = NULL;

  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  lists = koma_word_lists_finish (*result, &error);
  g_assert_no_error (error);
  g_clear_object (result);
  return lists;
}

static GPtrArray *
keep (const char *name,
      const char *classes)
{
  GAsyncResult *result = NULL;

  koma_word_lists_keep_async (name, classes, take_cb, &result);
  return finish_lists (&result);
}

static void
assert_list (const GPtrArray *lists,
             guint            index,
             const char      *name,
             const char      *classes)
{
  const KomaWordList *list = lists->pdata[index];

  g_assert_cmpstr (list->name, ==, name);
  g_assert_cmpstr (list->classes, ==, classes);
}

static void
test_lists (void)
{
  GAsyncResult *result = NULL;
  g_autoptr (GPtrArray) one = keep ("Trip [1]", "sea\nbeach");
  g_autoptr (GPtrArray) two = keep ("Papers", "receipt, letter");
  g_autoptr (GPtrArray) replaced = keep ("Papers", "bill");
  g_autoptr (GPtrArray) left = keep ("Trip [1]", NULL);
  g_autoptr (GPtrArray) read = NULL;

  koma_word_lists_read_async (take_cb, &result);
  read = finish_lists (&result);
  g_assert_cmpuint (one->len, ==, 1);
  assert_list (one, 0, "Trip [1]", "sea\nbeach");
  g_assert_cmpuint (two->len, ==, 2);
  assert_list (two, 0, "Papers", "receipt, letter");
  assert_list (replaced, 0, "Papers", "bill");
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_cmpuint (read->len, ==, 1);
  assert_list (read, 0, "Papers", "bill");
}

KOMA_TEST_MAIN (argc, argv)
{
  static const struct
  {
    const char *path;
    void (*function) (Fixture *, gconstpointer);
  } tests[] = {
    { "/worker-words/reword", test_reword },
    { "/worker-words/other-classifier", test_other_classifier },
    { "/worker-words/other-space", test_other_space },
    { "/worker-words/wrong-words", test_wrong_words },
    { "/worker-words/damaged", test_damaged },
    { "/worker-words/encode", test_encode },
  };
  g_autofree char *state = g_dir_make_tmp ("koma-words-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, fixture_set_up, tests[i].function, fixture_tear_down);
  g_test_add_func ("/worker-words/compared", test_compared);
  g_test_add_func ("/worker-words/lists", test_lists);
  status = g_test_run ();
  remove_tree (state);
  return status;
}
