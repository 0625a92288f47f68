/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two models over one collection, whose rows are written here by hand. */
#include "worker/collection/koma-collection-compare.h"

#include <sqlite3.h>

#include "collection-fixture.h"
#include "tests/test-main.h"
#include "worker/collection/koma-collection-list.h"

/* Model 1 has the classes cat, dog, bird; model 2 dog, cat, and one without a label. */
#define ONE_MODEL                                                                             \
  "INSERT INTO models VALUES (1, 'aa', 'r', 'one recipe', 'old', 3, NULL, 10);"               \
  "INSERT INTO provenances VALUES (1, 1, 'cpu', '', 'float32', '1');"                         \
  "INSERT INTO labels VALUES (1, 0, 'cat'), (1, 1, 'dog'), (1, 2, 'bird');"                   \
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9)"              \
  " INSERT INTO pictures (id, path, size_bytes, mtime_ns, sha256)"                            \
  " SELECT i, CAST (i || '.png' AS BLOB), 1, i, NULL FROM n;"                                 \
  "INSERT INTO answers (id, picture, model, provenance, answered_us) SELECT id, id, 1, 1, 1"  \
  " FROM pictures WHERE id < 9;"                                                              \
  "INSERT INTO scores VALUES (1, 1, 0, 0.9), (2, 1, 0, 0.8), (3, 1, 0, 0.7), (4, 1, 1, 0.6)," \
  " (5, 1, 2, 0.5), (6, 1, 0, 0.4), (7, 1, 0, 0.9);"                                          \
  "UPDATE answers SET error_code = 'decode', error = 'broken', is_lasting = 1 WHERE id = 8;"
#define TWO_MODELS                                                                              \
  ONE_MODEL                                                                                     \
  "INSERT INTO models VALUES (2, 'bb', 'r', 'one recipe', 'new', 3, NULL, 20);"                 \
  "INSERT INTO provenances VALUES (2, 2, 'cpu', '', 'float32', '1');"                           \
  "INSERT INTO labels VALUES (2, 0, 'dog'), (2, 1, 'cat');"                                     \
  "INSERT INTO answers (id, picture, model, provenance, answered_us) SELECT id + 10, id, 2, 2," \
  " 1 FROM pictures WHERE id <> 7;"                                                             \
  "INSERT INTO scores VALUES (11, 1, 1, 0.9), (11, 2, 0, 0.1), (12, 1, 0, 0.7),"                \
  " (13, 1, 0, 0.9), (14, 1, 0, 0.6), (15, 1, 2, 0.9), (16, 1, 1, 0.9), (18, 1, 1, 0.9),"       \
  " (19, 1, 1, 0.9);"
/* Used before both. */
#define THIRD_MODEL                                                                             \
  "INSERT INTO models VALUES (3, 'cc', 'r', 'one recipe', 'oldest', 3, NULL, 1);"               \
  "INSERT INTO labels VALUES (3, 0, 'dog');"                                                    \
  "INSERT INTO answers (id, picture, model, provenance, answered_us) SELECT id + 20, id, 3, 2," \
  " 1 FROM pictures;"                                                                           \
  "INSERT INTO scores SELECT id, 1, 0, 0.9 FROM answers WHERE id > 20;"
#define CORRECTIONS                                                                             \
  "INSERT INTO corrections (picture, label, corrected_us) VALUES (1, 'cat', 1), (3, 'dog', 1)," \
  " (4, 'whale', 1), (5, 'bird', 1), (7, 'cat', 1);"

static KomaCollectionCompare *
make (Collection *fixture,
      const char *sql)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autoptr (GError) error = NULL;
  KomaCollectionCompare *compare = NULL;
  gint64                 n = 0;

  fixture->collection = koma_collection_open (path, &error);
  g_assert_no_error (error);
  collection_exec (fixture, sql);
  /* As for a window that has it open: it has read from it. */
  g_assert_true (koma_collection_count (fixture->collection, &n, NULL));
  compare = koma_collection_compare_new (path, NULL, &error);
  g_assert_no_error (error);
  return compare;
}

static void
run (KomaCollectionCompare *compare,
     KomaCollectionCounts  *ret_counts)
{
  static const char *const names[KOMA_N_COMPARED] = { NULL, NULL };
  guint                    models[KOMA_N_COMPARED] = { 0 };
  g_autoptr (GError) error = NULL;

  koma_collection_compare_choose (compare, names, models, &error);
  g_assert_no_error (error);
  koma_collection_compare_run (compare, models, ret_counts, &error);
  g_assert_no_error (error);
}

/* Labels agree whatever their numbers are, and what a third model says does not count. */
static void
test_counts (Collection   *fixture,
             gconstpointer data)
{
  g_autoptr (KomaCollectionCompare) compare = make (fixture, TWO_MODELS THIRD_MODEL CORRECTIONS);
  KomaCollectionCounts counts = { 0 };

  run (compare, &counts);
  g_assert_cmpint (counts.n_answers[KOMA_COMPARED_BEFORE], ==, 7);
  g_assert_cmpint (counts.n_answers[KOMA_COMPARED_NOW], ==, 8);
  g_assert_cmpint (counts.n_failed[KOMA_COMPARED_BEFORE], ==, 1);
  g_assert_cmpint (counts.n_failed[KOMA_COMPARED_NOW], ==, 0);
  g_assert_cmpint (counts.n_both, ==, 6);
  g_assert_cmpint (counts.n_agree, ==, 3);
  g_assert_cmpint (counts.n_corrected, ==, 4);
  g_assert_cmpint (counts.n_right[KOMA_COMPARED_BEFORE], ==, 2);
  g_assert_cmpint (counts.n_right[KOMA_COMPARED_NOW], ==, 2);
}

/* Neither their answers nor their corrections count. */
static void
test_left_out (Collection   *fixture,
               gconstpointer data)
{
  g_autoptr (KomaCollectionCompare) compare = make (
    fixture, TWO_MODELS CORRECTIONS
    "INSERT INTO left_out (picture, is_out, author, changed_us) VALUES (1, 1, 'Ada', 1),"
    " (5, 1, 'Ada', 1), (8, 1, 'Ada', 1), (9, 1, 'Ada', 1), (3, 0, 'Ada', 1);");
  g_autoptr (GPtrArray) differing = NULL;
  KomaCollectionCounts counts = { 0 };

  run (compare, &counts);
  g_assert_cmpint (counts.n_answers[KOMA_COMPARED_BEFORE], ==, 5);
  g_assert_cmpint (counts.n_answers[KOMA_COMPARED_NOW], ==, 4);
  g_assert_cmpint (counts.n_failed[KOMA_COMPARED_BEFORE], ==, 0);
  g_assert_cmpint (counts.n_both, ==, 4);
  g_assert_cmpint (counts.n_corrected, ==, 2);
  differing = koma_collection_compare_list (compare, NULL, 0, 10, NULL);
  g_assert_cmpuint (differing->len, ==, 2);
}

static void
check_change (GPtrArray  *changes,
              guint       i,
              const char *before,
              const char *now,
              gint64      n)
{
  const KomaCollectionChange *change = changes->pdata[i];

  g_assert_cmpstr (change->labels[KOMA_COMPARED_BEFORE], ==, before);
  g_assert_cmpstr (change->labels[KOMA_COMPARED_NOW], ==, now);
  g_assert_cmpint (change->n, ==, n);
}

/* Two classes of one label are one, too: the third of the new model is a dog then. */
static void
test_changes (Collection   *fixture,
              gconstpointer data)
{
  g_autoptr (KomaCollectionCompare) compare = make (fixture, TWO_MODELS);
  g_autoptr (GPtrArray) changes = NULL;
  g_autoptr (GPtrArray) same = NULL;
  KomaCollectionCounts counts = { 0 };

  run (compare, &counts);
  changes = koma_collection_compare_list_changes (compare, 10, NULL);
  g_assert_cmpuint (changes->len, ==, 2);
  check_change (changes, 0, "cat", "dog", 2);
  check_change (changes, 1, "bird", "#2", 1);
  collection_exec (fixture, "INSERT INTO labels VALUES (2, 2, 'dog');"
                            "UPDATE labels SET label = 'cat' WHERE model = 1 AND class = 2;");
  run (compare, &counts);
  same = koma_collection_compare_list_changes (compare, 1, NULL);
  g_assert_cmpuint (same->len, ==, 1);
  check_change (same, 0, "cat", "dog", 3);
}

static void
check_names (GPtrArray  *pictures,
             const char *names)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < pictures->len; i++) {
    const KomaCollectionDiffering *one = pictures->pdata[i];
    g_autofree char               *name = g_path_get_basename (one->path);

    g_string_append_printf (text, "%s ", name);
  }
  g_assert_cmpstr (text->str, ==, names);
}

/* The one that a person decides comes first, then those that both are surest of. */
static void
test_list (Collection   *fixture,
           gconstpointer data)
{
  g_autoptr (KomaCollectionCompare) compare = make (
    fixture, TWO_MODELS "INSERT INTO corrections (picture, label, corrected_us)"
                        " VALUES (5, 'bird', 1), (3, 'whale', 1);");
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) rest = NULL;
  g_autoptr (GPtrArray) changed = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  KomaCollectionCounts           counts = { 0 };
  const KomaCollectionDiffering *first = NULL;

  run (compare, &counts);
  all = koma_collection_compare_list (compare, NULL, 0, 10, NULL);
  check_names (all, "5.png 2.png 3.png ");
  first = all->pdata[0];
  g_assert_true (g_str_has_prefix (first->path, fixture->folder));
  g_assert_cmpstr (first->labels[KOMA_COMPARED_BEFORE], ==, "bird");
  g_assert_cmpstr (first->labels[KOMA_COMPARED_NOW], ==, "#2");
  g_assert_cmpfloat (first->scores[KOMA_COMPARED_BEFORE], ==, 0.5);
  g_assert_cmpfloat (first->scores[KOMA_COMPARED_NOW], ==, 0.9);
  g_assert_cmpstr (first->correction, ==, "bird");
  rest = koma_collection_compare_list (compare, NULL, first->place, 1, NULL);
  check_names (rest, "2.png ");
  g_assert_null (((KomaCollectionDiffering *) rest->pdata[0])->correction);
  changes = koma_collection_compare_list_changes (compare, 1, NULL);
  changed = koma_collection_compare_list (compare, changes->pdata[0], 0, 10, NULL);
  check_names (changed, "2.png 3.png ");
}

static void
check_choice (KomaCollectionCompare *compare,
              const char            *before,
              const char            *now,
              const char            *found) /* hashes, or what the error says */
{
  const char      *names[KOMA_N_COMPARED] = { before, now };
  const GArray    *models = koma_collection_compare_get_models (compare);
  guint            places[KOMA_N_COMPARED] = { 0 };
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (koma_collection_compare_choose (compare, names, places, &error))
    text = g_strdup_printf ("%s %s", g_array_index (models, KomaCollectionModel, places[0]).hash,
                            g_array_index (models, KomaCollectionModel, places[1]).hash);
  else
    text = g_strdup (error->message);
  if (g_str_has_suffix (text, found))
    return;
  g_test_message ("“%s” does not end in “%s”", text, found);
  g_test_fail ();
}

/* One that answered nothing is not compared, though it was used last. */
static void
test_choose (Collection   *fixture,
             gconstpointer data)
{
  g_autoptr (KomaCollectionCompare) compare =
    make (fixture, TWO_MODELS
          "INSERT INTO models VALUES (3, 'cc', 'r', 'one recipe', 'empty', 3, NULL, 30);"
          "INSERT INTO models VALUES (4, 'dd', 'r', 'one recipe', 'old', 3, NULL, NULL);"
          "UPDATE answers SET model = 4 WHERE id = 19;");

  check_choice (compare, NULL, NULL, "aa bb");
  check_choice (compare, "new", NULL, "bb aa");
  check_choice (compare, NULL, "old", "bb aa");
  check_choice (compare, NULL, "dd", "bb dd");
  check_choice (compare, "old", "old", "dd aa");
  check_choice (compare, "dd", "aa", "dd aa");
  check_choice (compare, "new", "bb",
                "has one model “new”, which is not compared with itself; there are: new (bb), old "
                "(aa), old (dd)");
  check_choice (compare, NULL, "lion",
                "has no answers of a model “lion”; there are: new (bb), old (aa), old (dd)");
}

static void
test_few (Collection   *fixture,
          gconstpointer data)
{
  g_autoptr (KomaCollectionCompare) none = make (fixture, "SELECT 1;");
  g_autoptr (KomaCollectionCompare) one = NULL;

  check_choice (none, NULL, NULL, "photos.koma: has no answers, and two models are compared");
  collection_close (fixture);
  one = make (fixture, ONE_MODEL);
  check_choice (one, NULL, NULL,
                "photos.koma: has answers of one model alone, “old”; classify its pictures with "
                "another, too");
}

/* A model of which all pictures are left out has no answers, either. */
static void
test_few_left (Collection   *fixture,
               gconstpointer data)
{
  g_autoptr (KomaCollectionCompare) compare =
    make (fixture, TWO_MODELS "DELETE FROM answers WHERE model = 2 AND picture <> 9;"
                              "INSERT INTO left_out (picture, is_out, author, changed_us)"
                              " VALUES (9, 1, 'Ada', 1);");

  g_assert_cmpuint (koma_collection_compare_get_models (compare)->len, ==, 1);
}

static void
check_refused (KomaCollectionCompare *compare,
               const char            *found)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_collection_compare_list (compare, NULL, 0, 10, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_true (g_str_has_suffix (error->message, found));
}

/* Values that a stranger wrote. */
static void
test_stranger (Collection   *fixture,
               gconstpointer data)
{
  static const struct
  {
    const char *sql;
    const char *error;
  } cases[] = {
    { "UPDATE scores SET score = 7.0 WHERE answer = 2;", "table pictures, row 2: " },
    { "UPDATE scores SET score = 0.8 WHERE answer = 2;"
      "UPDATE pictures SET path = x'' WHERE id = 3;",
      "table pictures, row 3: " },
    { "UPDATE pictures SET path = x'33' WHERE id = 3;"
      "UPDATE labels SET label = CAST (x'ff' AS TEXT) WHERE model = 1 AND class = 2;",
      "table pictures, row 5: " },
  };
  g_autoptr (KomaCollectionCompare) compare = make (fixture, TWO_MODELS);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char     *end = g_strconcat (cases[i].error, "holds what Koma did not write", NULL);
    KomaCollectionCounts counts = { 0 };

    collection_exec (fixture, cases[i].sql);
    run (compare, &counts);
    check_refused (compare, end);
  }
}

static void
test_cancelled (Collection   *fixture,
                gconstpointer data)
{
  static const guint models[KOMA_N_COMPARED] = { 1, 0 };
  g_autofree char   *path = collection_get_path (fixture);
  g_autoptr (KomaCollectionCompare) whole = make (
    fixture, TWO_MODELS
    "WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
    " INSERT INTO pictures (id, path, size_bytes, mtime_ns, sha256)"
    " SELECT i, CAST (i || '.png' AS BLOB), 1, i, NULL FROM n;");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaCollectionCompare) compare =
    koma_collection_compare_new (path, cancellable, &error);
  KomaCollectionCounts counts = { 0 };

  g_assert_nonnull (whole);
  collection_exec (fixture, "INSERT INTO answers (picture, model, provenance, answered_us) SELECT"
                            " id, 1, 1, 1 FROM pictures WHERE id >= 100;");
  g_assert_no_error (error);
  g_assert_true (koma_collection_compare_run (compare, models, &counts, NULL));
  g_cancellable_cancel (cancellable);
  g_assert_false (koma_collection_compare_run (compare, models, &counts, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  collection_add_test ("/collection-compare/counts", test_counts);
  collection_add_test ("/collection-compare/left-out", test_left_out);
  collection_add_test ("/collection-compare/changes", test_changes);
  collection_add_test ("/collection-compare/list", test_list);
  collection_add_test ("/collection-compare/choose", test_choose);
  collection_add_test ("/collection-compare/few", test_few);
  collection_add_test ("/collection-compare/few-left", test_few_left);
  collection_add_test ("/collection-compare/stranger", test_stranger);
  collection_add_test ("/collection-compare/cancelled", test_cancelled);
  return g_test_run ();
}
